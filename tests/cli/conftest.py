"""What every test of the command line gets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inspector import translation


@pytest.fixture(autouse=True)
def _plain_texts() -> Iterator[None]:
    """No window, no other language: texts are nothing but that."""
    translation.install(None)
    yield
