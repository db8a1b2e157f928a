"""Where the command line writes: answers on stdout, everything else on stderr."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.exit_codes import ExitCode
from inspector.cli.output import Output, is_terminal, not_utf_8, silence
from inspector.errors import Explanation

Said = pytest.CaptureFixture[str]


class Screen(io.TextIOWrapper):
    """A stdout that is a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")

    def isatty(self) -> bool:
        return True

    def shown(self) -> bytes:
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue()


def test_an_answer_is_exact_and_ends_with_a_line_feed(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    Output().answer(b"\x00\xff\x1b[2J")
    Output().answer("안녕\ud800")
    Output().piece(b"no end")
    Output(json=True).answer("too")
    assert capsysbinary.readouterr().out == (
        b"\x00\xff\x1b[2J\n" + "안녕\\ud800\n".encode() + b"no endtoo\n"
    )  # fmt: skip


def test_a_terminal_is_not_sent_what_it_obeys(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    Output().answer(b'"\x1b[2J\xff"')
    assert screen.shown() == b'"\\u001b[2J\\xff"\n'


def test_lines_for_people_are_plain_and_a_line_stays_one(capsys: Said) -> None:
    Output().text("a\x1b[2J\nb")
    Output().line("c\nd")
    assert capsys.readouterr().out == "a\\x1b[2J\nb\nc\\nd\n"


def test_notes_are_for_people_and_hints_for_both(capsys: Said) -> None:
    plain, machine = Output(), Output(json=True)
    for output in (plain, machine):
        output.note("a\nb")
        output.hint("try\nthis")
        output.hint("or that")
        output.quote("c\n\nd")
        output.quote("")
    said = capsys.readouterr()
    assert said.err == "a\\nb\ntry\\nthis\nor that\n  | c\n  | \n  | d\n  | \n"
    assert said.out == ""
    machine.fail(ExitCode.OTHER, "other", "no")
    assert json.loads(capsys.readouterr().err)["hint"] == "try\\nthis; or that"


def test_an_event_is_lines_or_the_members_that_are_set(capsys: Said) -> None:
    Output().event("one\n", "two", kind="x")
    Output(json=True).event("one", kind="x", nothing="", none=None, zero=0, some=[1])
    first, second, third = capsys.readouterr().err.splitlines()
    assert (first, second) == ("one\\n", "two")
    assert json.loads(third) == {"kind": "x", "some": [1]}


def test_a_prompt_leaves_the_line_open(capsys: Said) -> None:
    Output(json=True).prompt("Name\n? ")
    assert capsys.readouterr().err == "Name\\n? "


WHY = Explanation("It failed\nhere.", tried="to try", next_step="Try.", actions=("retry",), evidence="x\ny")


def test_a_failure_gives_its_code_back_and_says_why(capsys: Said) -> None:
    assert Output().fail(ExitCode.UNREACHABLE, "unreachable", WHY) == 4
    assert capsys.readouterr().err.splitlines() == [
        "It failed", "  here.", *WHY.as_text().splitlines()[2:]
    ]  # fmt: skip
    assert Output().fail(ExitCode.USAGE, "usage", "a\nb") == 2
    assert capsys.readouterr().err == "a\nb\n"


def test_a_failure_for_a_machine_is_one_line_with_what_is_known(capsys: Said) -> None:
    Output(json=True).fail(ExitCode.UNREACHABLE, "unreachable", WHY, server="x")
    [line] = capsys.readouterr().err.splitlines()
    assert json.loads(line) == {
        "exit": 4, "error": "unreachable", "message": "It failed\nhere.", "tried": "to try",
        "next_step": "Try.", "evidence": "x\ny", "server": "x",
    }  # fmt: skip
    Output(json=True).fail(ExitCode.OTHER, "other", "")
    assert json.loads(capsys.readouterr().err) == {"exit": 1, "error": "other", "message": "other"}


@pytest.mark.parametrize("machine", [False, True])
def test_each_line_of_a_failure_is_cut(capsys: Said, machine: bool) -> None:
    Output(json=machine).fail(ExitCode.OTHER, "other", "x" * 5000 + "\nend")
    assert "… (5,000 characters)" in capsys.readouterr().err


def test_closed_outputs_are_no_reason_to_stumble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    Output().answer("a")
    Output().note("a")
    assert Output().fail(ExitCode.OTHER, "other", "x") == 1


def test_a_capture_without_bytes_gets_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    capture: Any = io.StringIO()
    monkeypatch.setattr(sys, "stdout", capture)
    Output().answer("안녕")
    assert capture.getvalue() == "안녕\n"


def test_when_nobody_reads_stderr_any_more_the_code_still_says_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, write = os.pipe()
    os.close(read)
    with open(write, "w", encoding="utf-8") as nobody:
        monkeypatch.setattr(sys, "stderr", nobody)
        assert Output().fail(ExitCode.OTHER, "other", "x") == 1
        assert os.fstat(nobody.fileno()).st_rdev == os.stat(os.devnull).st_rdev
        monkeypatch.undo()


def test_a_silenced_stream_goes_nowhere(tmp_path: Path) -> None:
    with (tmp_path / "x").open("w") as stream:
        silence(stream)
        stream.write("lost")
    assert (tmp_path / "x").read_text() == ""


def test_a_person_is_at_the_other_end_of_a_terminal_only(tmp_path: Path) -> None:
    assert not is_terminal(None)
    assert not is_terminal(io.StringIO())
    assert is_terminal(Screen())


def test_what_is_no_utf_8_is_shown_as_it_is_typed_and_cut() -> None:
    with pytest.raises(UnicodeEncodeError) as caught:
        ("caf\udce9" + "x" * 100).encode()
    assert not_utf_8(caught.value) == rf"an argument is not valid UTF-8: 'caf\udce9{'x' * 76}'"


def test_a_pipe_gets_more_of_a_line_than_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    Output().line("\x1b" + "x" * 9_000)
    assert capsys.readouterr().out == "\\x1b" + "x" * 9_000 + "\n"
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    Output().line("x" * 10_000)
    assert screen.shown() == b"x" * 4_000 + "… (10,000 characters)\n".encode()
