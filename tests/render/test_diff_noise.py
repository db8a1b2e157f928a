"""What looks as if it meant nothing, and what does not."""

from __future__ import annotations

import json

import pytest

from inspector.render.diff import compare
from inspector.render.diff_noise import suggestions


@pytest.mark.parametrize(
    ("name", "noise"),
    [
        ("id", True),
        ("request_id", True),
        ("requestId", True),
        ("createdAt", True),
        ("elapsed_ms", True),
        ("totalMs", True),
        ("lastModified", True),
        ("said", False),  # ends like an id, and is none
        ("paid", False),
        ("format", False),
        ("update", False),
        ("items", False),
    ],
)
def test_names_tell_what_varies(name: str, noise: bool) -> None:
    left, right = (json.dumps({name: value}).encode() for value in ("one", "two"))
    assert suggestions(compare(left, right).differences()) == ([f"$.{name}"] if noise else [])
