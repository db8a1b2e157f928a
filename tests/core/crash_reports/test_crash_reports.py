"""An error of this program as it may leave the computer: where it happened, and nothing of data."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from inspector.core.crash_reports import crash_reports
from inspector.core.crash_reports.crash_reports import ProgramError, plain_path, plain_words, program_error_of

SECRET = "hunter2-correct-horse"
HERE = "tests/core/crash_reports/test_crash_reports.py"


def caught(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as same:  # noqa: BLE001 - any of them
        return same


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("list index out of range", "list index out of range"),
        ("'str' object has no attribute 'secret'", "'str' object has no attribute '…'"),
        ("KeyError in NoneType", "KeyError in NoneType"),
        ("expected 3 arguments, got 12345", "expected 3 arguments, got …"),
        ("cannot open /home/ada/x.txt", "cannot open …"),
        ("a b@c.de d", "a …"),
        ("one two hello world three", "one two … three"),
        ("안녕 is not a value", "… is not a value"),
        ("it doesn't can't", "it …"),
        ("_private _x", "…"),
        ("List INDEX.", "List INDEX."),
        ("", ""),
    ],
)
def test_only_usual_words_of_a_sentence_are_shown(text: str, shown: str) -> None:
    assert plain_words(text) == shown


def test_words_that_are_known_are_shown_with_each_of_their_parts() -> None:
    known = frozenset({"Client", "_session"})
    assert plain_words("Client._session is None", known) == "Client._session is None"
    assert plain_words("Client.token is None", known) == "… is None"


def test_a_sentence_is_cut_before_it_is_looked_at() -> None:
    assert plain_words("a " * 149 + "is not") == "a " * 149 + "is"


def test_paths_lose_the_folders_of_this_computer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert plain_path(crash_reports.__file__) == "inspector/core/crash_reports/crash_reports.py"
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), str(tmp_path / "lib"), "relative"])
    assert plain_path(str(tmp_path / "lib" / "a" / "b.py")) == "a/b.py", "the longest folder counts"
    assert plain_path(str(tmp_path / "c.py")) == "c.py"
    assert plain_path("/elsewhere/ada/c.py") == "c.py"
    assert plain_path("relative/c.py") == "c.py"


def test_a_mistake_tells_its_kind_its_place_and_its_plain_words() -> None:
    mistake = program_error_of(caught(ValueError(f"invalid value {SECRET}")), "slot")
    assert (mistake.kind, mistake.where, mistake.said) == ("ValueError", "slot", "invalid value …")
    assert mistake.place.startswith(f"{HERE}:") and mistake.place.endswith(" in caught")
    assert mistake.title == f"ValueError: invalid value … ({mistake.place})"
    assert mistake.key == ("ValueError", mistake.place)
    lines = mistake.trace.splitlines()
    assert lines[0].startswith(f'  File "{HERE}", line ') and lines[0].endswith(", in caught")
    assert lines[1:] == ["    raise error", "ValueError: invalid value …"]
    assert SECRET not in repr(mistake)


def test_the_place_is_the_last_one_in_our_own_code() -> None:
    try:
        plain_words(5)  # type: ignore[arg-type]
    except TypeError as error:
        mistake = program_error_of(error)
    assert mistake.place.startswith(
        "inspector/core/crash_reports/crash_reports.py:"
    ) and mistake.place.endswith("in plain_words")


def test_an_error_that_was_never_raised_has_no_place() -> None:
    mistake = program_error_of(ValueError("invalid"))
    assert (mistake.place, mistake.title, mistake.trace) == ("", "ValueError: invalid", "ValueError: invalid")
    assert program_error_of(ValueError()).title == "ValueError"


def test_a_trace_that_is_given_stands_for_one_that_is_missing() -> None:
    raised = caught(KeyError("a"))
    mistake = program_error_of(ValueError("invalid"), trace=raised.__traceback__)
    assert mistake.place.endswith("in caught")
    assert mistake.trace.count("File") == 1


def test_mistakes_at_another_time_are_equal() -> None:
    assert ProgramError("A", "b", "c", "d", at=1) == ProgramError("A", "b", "c", "d", at=2)
    assert ProgramError("A", "b", "c", "d", at=1) != ProgramError("A", "b", "other", "d", at=1)


def test_an_error_of_the_system_says_what_its_number_means_and_no_file() -> None:
    error = caught(OSError(errno.ENOENT, "odd words", f"/home/{SECRET}"))
    assert program_error_of(error).said == os.strerror(errno.ENOENT)
    assert program_error_of(caught(OSError("no value"))).said == "no value"


def test_an_error_that_cannot_say_itself_is_only_named() -> None:
    class Odd(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert program_error_of(caught(Odd())).said == ""


def test_words_of_the_code_that_was_passed_are_shown() -> None:
    def weather_of_town(data: str) -> None:
        temperature = "lukewarm air"
        raise ValueError(f"{temperature} of weather_of_town, not of {data}")

    try:
        weather_of_town(SECRET)
    except ValueError as error:
        assert program_error_of(error).said == "lukewarm air of weather_of_town, not of …"


def chained(first: BaseException, second: BaseException, *, cause: bool) -> BaseException:
    try:
        try:
            raise first
        except BaseException as error:
            if cause:
                raise second from error
            raise second  # noqa: B904 - that is what is tested
    except BaseException as error:  # noqa: BLE001
        return error


@pytest.mark.parametrize(("cause", "words"), [(True, "That led to:"), (False, "While it was handled:")])
def test_what_led_to_an_error_comes_first(cause: bool, words: str) -> None:
    trace = program_error_of(chained(KeyError("key"), ValueError("value"), cause=cause)).trace.splitlines()
    assert [line for line in trace if not line.startswith(" ")] == [
        "KeyError: 'key'", words, "ValueError: value"
    ]  # fmt: skip


def test_what_was_suppressed_is_not_told_and_a_long_chain_is_cut() -> None:
    error = chained(KeyError("key"), ValueError("value"), cause=False)
    error.__suppress_context__ = True
    assert "KeyError" not in program_error_of(error).trace
    last = ValueError("0")
    for number in range(1, 20):
        following = ValueError(str(number))
        following.__cause__ = last
        last = following
    assert program_error_of(last).trace.count("That led to:") == 8


def test_each_error_of_a_group_is_told_up_to_a_limit() -> None:
    group = ExceptionGroup("failed", [ValueError(f"value {number}") for number in range(10)])
    trace = program_error_of(group).trace
    assert "  -- 1 of the group:\nValueError: value 0" in trace
    assert "  -- 8 of the group:\nValueError: value 7" in trace
    assert "9 of the group" not in trace


def test_of_a_deep_recursion_the_first_and_the_last_frames_are_told() -> None:
    def deeper(depth: int) -> None:
        if depth:
            deeper(depth - 1)
        raise ValueError("first" if depth else "last")

    try:
        deeper(60)
    except ValueError as error:
        lines = [line for line in program_error_of(error).trace.splitlines() if line.startswith("  File")]
    assert len(lines) == 40
    assert "in test_of_a_deep" in lines[0]
