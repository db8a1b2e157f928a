"""Records of a session are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.cli.verbs.show import _nothing
from tests.cli.run import mcpdi


def test_show_ends_like_grep_when_it_is_told_to(session: Path) -> None:
    def code(*words: str) -> int:
        return mcpdi("show", str(session), *words).returncode

    assert code("--filter", "is:error", "--exit-code") == 0
    assert code("--filter", "number == 999", "--exit-code") == 1
    assert code("--filter", "number == 999") == 0
    assert code("--filter", "number ==", "--exit-code") == 2


def test_a_name_that_is_not_in_the_session_is_said_on_stderr(session: Path) -> None:
    shown = mcpdi("show", str(session), "--filter", "tool == brokn")
    assert (shown.returncode, shown.stdout) == (0, "")
    assert "--filter: no tool 'brokn' listed or called so far; did you mean broken?" in shown.stderr


def test_nothing_to_show_says_of_what(session: Path) -> None:
    shown = mcpdi("show", str(session), "--as", "curl", "--filter", "server == demo")
    assert shown.stderr.endswith("no record that can be written as curl matches the filter\n")
    assert mcpdi("ladder", str(session), "--filter", "number == 999").stderr == "no call matches the filter\n"


@pytest.mark.parametrize(
    ("form", "filtered", "said"),
    [
        (None, True, "no record matches the filter"),
        (None, False, "the session has no record"),
        ("curl", True, "no record that can be written as curl matches the filter"),
        ("curl", False, "the session has no record that can be written as curl"),
    ],
)
def test_why_nothing_is_shown_is_said(form: str | None, filtered: bool, said: str) -> None:
    assert _nothing(form, filtered=filtered) == said
