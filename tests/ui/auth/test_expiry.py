"""How long a token is good for, in words."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.ui.auth.expiry import expiry_line, left_text

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3599, "59:59 left"),
        (65, "1:05 left"),
        (3600, "1 h left"),
        (3600 * 3 + 12 * 60 + 59, "3 h 12 min left"),
        (48 * 3600, "2 days left"),
        (9 * 24 * 3600 + 100, "9 days left"),
        (0, "expired 0:00 ago"),
        (-125, "expired 2:05 ago"),
        (-7200, "expired 2 h ago"),
        (-3 * 24 * 3600, "expired 3 days ago"),
    ],
)
def test_what_is_left_or_for_how_long_it_has_been_over(qapp: object, seconds: int, words: str) -> None:
    assert left_text(NOW + seconds, NOW).replace("\xa0", " ") == words


def test_a_token_without_an_end_says_so(qapp: object) -> None:
    assert left_text(0, NOW) == "no expiry given"


def _client(token: Any) -> Any:
    return SimpleNamespace(authorizer=SimpleNamespace(token=token))


def test_the_line_of_a_server_tells_who_is_signed_in(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: NOW)
    assert expiry_line(_client(SimpleNamespace(expires_at=NOW + 61))) == "signed in: 1:01 left"
    assert expiry_line(_client(None)) == expiry_line(None) == ""
