"""Options of the verbs that print until they are told to stop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from inspector.cli.limits import Limits, limit_options, take_limits


def taken(*words: str) -> tuple[Limits | None, dict[str, Any], str]:
    """The limits of these words, the keywords that are left, and what is said of a mistake."""
    found: list[Any] = []

    @click.command()
    @click.option("--other")
    @limit_options
    def command(**values: Any) -> None:
        found.extend((take_limits(values), values))

    done = CliRunner().invoke(command, words)
    return (found[0], found[1], "") if found else (None, {}, done.output)


def test_without_options_it_goes_on_until_it_is_interrupted() -> None:
    assert taken("--other", "x") == (Limits(None, None, "", b"{}"), {"other": "x"}, "")


def test_each_limit_is_taken_out_of_the_keywords(tmp_path: Path) -> None:
    limits, left, _ = taken("--for", "1.5", "--count", "3", "--call", "echo", "--args", '{"a": 1}')
    assert limits == Limits(1.5, 3, "echo", b'{"a": 1}')
    assert left == {"other": None}
    (tmp_path / "a.json").write_bytes(b'{"b":2}')
    limits, _, _ = taken("--call", "echo", "--args", f"@{tmp_path / 'a.json'}")
    assert limits is not None and limits.arguments == b'{"b":2}'


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--args", "{}"), "--args requires --call TOOL"),
        (("--call", "echo", "--args", "{"), "--args is not JSON"),
        (("--count", "0"), "--count"),
        (("--for", "0"), "--for"),
        (("--for", "-1"), "--for"),
    ],
)
def test_a_limit_that_is_none_is_refused(words: tuple[str, ...], said: str) -> None:
    limits, _, error = taken(*words)
    assert limits is None and said in error
