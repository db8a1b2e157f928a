"""What the tests of imports share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.trace.journal import Journal


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "imported.mcptrace")
    yield journal
    journal.close()
