"""What every test of the command line gets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector import translation
from tests.trace.recorded import both


@pytest.fixture(autouse=True)
def _plain_texts() -> Iterator[None]:
    """No window, no other language: texts are nothing but that."""
    translation.install(None)
    yield


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A session file with a connection over a pipe and one over HTTP."""
    both(tmp_path / "a.mcptrace").close()
    return tmp_path / "a.mcptrace"
