"""What the tests of exports share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.trace.journal import Journal
from tests.trace.recorded import both


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = both(tmp_path / "a.mcptrace")
    yield journal
    journal.close()
