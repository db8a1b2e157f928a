"""The entry of the command line: what is typed wrong is one sentence, and every failure an exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click
import pytest

from inspector import __version__
from inspector.cli import VERBS
from inspector.cli import main as main_module
from inspector.cli.main import _help_line, _no_such_verb, _words, main
from inspector.core.storage import plain_files
from inspector.errors import UsageError

Said = pytest.CaptureFixture[str]


def test_without_a_verb_its_help_is_shown_on_stderr(capsys: Said) -> None:
    assert main([]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("Usage: mcpdi [OPTIONS] VERB [ARGUMENTS] [OPTIONS]")


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_names_every_verb_and_the_exit_codes(capsys: Said, word: str) -> None:
    assert main([word]) == 0
    out = capsys.readouterr().out
    verbs = out.partition("Verbs:\n")[2].partition("\n\n")[0]
    assert [line.split()[0] for line in verbs.splitlines() if not line.startswith("     ")] == list(VERBS)
    assert "Exit codes:" in out and "mcpdi call echo message=hi --on demo" in out


def test_help_of_a_verb_has_its_examples(capsys: Said) -> None:
    assert main(["ping", "--help"]) == 0
    assert "Examples:\n  mcpdi ping" in capsys.readouterr().out


def test_its_version_is_that_of_the_program(capsys: Said) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"mcpdi, version {__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pong"], f"unknown verb “pong”. Did you mean “ping”? Verbs: {', '.join(VERBS)}."),
        *(
            ([method], f"“{method}” is a method, not a verb. Did you mean “{verb}”? Any method can be"
             f""" sent with: mcpdi send '{{"jsonrpc":"2.0","id":1,"method":"{method}"}}'""")
            for method, verb in (
                ("tools/test", "call"), ("tools/list", "list"), ("resources/read", "read"), ("x/y", "send"),
            )
        ),
        (["./server.py"], f"unknown verb “./server.py”. Verbs: {', '.join(VERBS)}."),
        (["xyzxyz"], f"unknown verb “xyzxyz”. Verbs: {', '.join(VERBS)}."),
        (["ping", "--"], "the server's command is missing after --"),
        (["ping", "extra", "--on", "demo"], "Got unexpected extra argument (extra); give the server with"
         " --on NAME|URL|demo, or its command after --"),
        (["ping", "--count", "0"], "Invalid value for '--count': 0 is not in the range x>=1."),
        (["--on"], "missing verb, for example: mcpdi info --on"),
        (["ping", "--on"], "Option '--on' requires an argument."),
    ],
)  # fmt: skip
def test_what_is_typed_wrong_is_one_sentence(capsys: Said, words: list[str], said: str) -> None:
    assert main(words) == 2
    read = capsys.readouterr()
    assert (read.out, read.err.splitlines()[0]) == ("", said)


def test_a_mistake_is_followed_by_an_example_and_where_help_is(capsys: Said) -> None:
    assert main(["ping", "--count", "0"]) == 2
    _, example, more = capsys.readouterr().err.splitlines()
    assert example.startswith("For example: mcpdi ping") and more == "Try: mcpdi ping --help"
    assert main(["ping", "--count", "0", "--json"]) == 2
    line = json.loads(capsys.readouterr().err)
    assert (line["error"], line["message"]) == (
        "usage", "Invalid value for '--count': 0 is not in the range x>=1.",
    )  # fmt: skip


def raising(error: BaseException) -> Callable[..., int]:
    def run(*_given: Any, **_more: Any) -> int:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (UsageError("say more"), 2, "say more\n"),
        (click.ClickException("odd\n  thing"), 2, "odd thing\n"),
        (
            UnicodeEncodeError("utf-8", "a\udcff", 1, 2, "no"),
            2,
            "an argument is not valid UTF-8: 'a\\udcff'\n",
        ),
        (KeyboardInterrupt(), 1, "interrupted\n"),
        (click.Abort(), 1, "interrupted\n"),
        (BrokenPipeError(), 1, ""),
    ],
)
def test_each_failure_has_its_exit_code(
    capsys: Said, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, said: str
) -> None:
    monkeypatch.setattr(main_module._mcpdi, "main", raising(error))
    assert main(["ping"]) == code
    assert capsys.readouterr().err == said


def test_options_before_the_verb_and_the_words_of_the_server_reach_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[Any] = []

    def run(words: list[str], **more: Any) -> int:
        given.extend((words, more["obj"], more["prog_name"]))
        return 7

    monkeypatch.setattr(main_module._mcpdi, "main", run)
    assert main(["--on", "demo", "--debug", "ping", "--", "run", "--", "--debug"]) == 7
    words, server, name = given
    assert (words[0], sorted(words[1:]), server, name) == (
        "ping", ["--on", "demo"], ("run", "--", "--debug"), "mcpdi",
    )  # fmt: skip


def test_files_that_an_older_program_left_open_are_closed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []
    monkeypatch.setattr(plain_files, "close_own_files", lambda: closed.append(True))
    monkeypatch.setattr(main_module._mcpdi, "main", raising(UsageError("x")))
    assert main(["ping"]) == 2
    assert closed == [True]


def test_a_mistake_without_a_verb_has_no_example() -> None:
    assert _help_line(click.ClickException("x")) == ""
    context = click.Context(click.Command("nothing"), info_name="nothing")
    assert _help_line(click.UsageError("x", context)) == "\nTry: nothing --help"
    assert _words(click.UsageError("a\n b")) == "a b"
    assert _no_such_verb("exprot").startswith("unknown verb “exprot”. Did you mean “export”? ")
