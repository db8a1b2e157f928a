"""A journal, what feeds from it, and a story to tell into it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.trace.journal import Journal
from tests.ui.story import Story


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """An empty journal that is closed at the end."""
    made = Journal.create(tmp_path / "session.mcptrace")
    yield made
    made.close()


@pytest.fixture
def story(journal: Journal) -> Story:
    """Tells into `journal`."""
    return Story(journal)
