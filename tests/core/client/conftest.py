"""What the tests of the client share: a journal in a file, and a client of a rude server."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from inspector.trace.journal import Journal
from tests.core.client.rude import Made, rude_client


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


@pytest.fixture
def rude(journal: Journal) -> Made:
    return partial(rude_client, journal)
