"""What is said of a server in one line, and when it was used last."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.servers.profiles import Profile
from inspector.transport import StdioTarget
from inspector.ui.locale.locale_text import date_text
from inspector.ui.servers.server_words import STATES, shown_state, state_word, sub_line, used_words

NOW = 10_000_000.0


class Supervisor:
    """As the real one answers."""

    def __init__(self, left_s: float = 0.0, attempt: int = 0, given_up: str = "") -> None:
        self.left_s = lambda name: left_s if name == "a" else 0.0
        self.attempt = lambda name: attempt if name == "a" else 0
        self.given_up = lambda name: given_up if name == "a" else ""


def server_in(state: str, revision: str = "", actions: tuple[str, ...] = ()) -> Any:
    info = SimpleNamespace(revision=revision) if revision else None
    failure = SimpleNamespace(actions=actions) if state == "failed" else None
    return SimpleNamespace(
        profile=Profile("a", StdioTarget("tool", ("--fast",))),
        state=state,
        client=None if state == "new" else SimpleNamespace(info=info, transport="stdio", failure=failure),
    )


def said(state: str, supervisor: Supervisor | None = None, revision: str = "") -> str:
    kept: Any = supervisor or Supervisor()
    return sub_line(server_in(state, revision), kept)


def test_a_connected_server_says_its_revision_and_transport_once_they_are_known() -> None:
    assert said("connected", revision="2025-11-25") == "2025-11-25 · stdio"
    assert said("connected") == "tool --fast"
    assert said("closed", revision="2025-11-25") == "tool --fast"


def test_one_at_work_says_at_what_and_others_how_they_are_reached() -> None:
    assert [said(state) for state in ("connecting", "closing", "new", "closed")] == [
        *("connecting…", "closing…", "tool --fast", "tool --fast"),
    ]


@pytest.mark.parametrize(("left", "seconds"), [(0.2, 1), (1.4, 1), (1.6, 2), (30, 30)])
def test_one_that_is_tried_again_counts_down_to_one(left: float, seconds: int) -> None:
    assert said("failed", Supervisor(left, attempt=3)) == f"retry in {seconds} s · attempt 3"


def test_a_failed_one_says_whether_it_is_tried_again() -> None:
    assert said("failed") == "failed"
    assert said("failed", Supervisor(given_up="exit code 78")) == "failed, not retrying"


def test_one_that_only_wants_a_sign_in_did_not_fail() -> None:
    wants = server_in("failed", actions=("sign_in", "retry"))
    kept: Any = Supervisor(given_up="somebody has to sign in")
    assert shown_state(wants) == "sign_in" and sub_line(wants, kept) == "Sign-in needed"
    assert STATES["sign_in"] != STATES["failed"]
    assert shown_state(server_in("failed", actions=("retry",))) == "failed"
    assert [shown_state(server_in(one)) for one in ("new", "connected")] == ["new", "connected"]


def test_each_state_has_a_word_and_an_unknown_one_is_its_own() -> None:
    assert {state: state_word(state) for state in STATES} == {
        "new": "not connected",
        "connecting": "connecting",
        "connected": "connected",
        "closing": "closing",
        "closed": "disconnected",
        "failed": "failed",
        "sign_in": "Sign-in needed",
    }
    assert state_word("dreaming") == "dreaming"


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (59.9, "just now"),
        (60, "1 min ago"),
        (3599, "59 min ago"),
        (3600, "1 h ago"),
        (86_399, "23 h ago"),
        (86_400, "1 d ago"),
        (7 * 86_400 - 1, "6 d ago"),
        (7 * 86_400, date_text(NOW - 7 * 86_400)),
    ],
)
def test_the_words_for_when_it_was_used_change_at_the_full_unit(ago: float, words: str) -> None:
    assert used_words(NOW - ago, NOW) == words


def test_one_that_was_never_used_says_nothing() -> None:
    assert used_words(0, NOW) == ""
