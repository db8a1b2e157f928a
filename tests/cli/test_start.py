"""The command line starts fast: no Qt, no heavy module before it is needed."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from inspector.cli import VERBS, main
from inspector.cli.examples import EXAMPLES
from tests.cli import run as runs
from tests.cli.run import ROOT, mcpdi

BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "qasync", "qtawesome"):
            raise AssertionError(f"the command line imports {name}")
sys.meta_path.insert(0, Blocker())
from inspector.__main__ import main
sys.exit(main(sys.argv[1:]))
"""

REPORTS = """
import sys
from inspector.__main__ import main
code = main(sys.argv[1:])
print(" ".join(sorted(sys.modules)), file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="runs are forked on Linux")
@pytest.mark.parametrize(
    ("words", "stdin", "code"),
    [
        (("list", "tools", "--on", "demo"), b"", 0),
        (("send", "-", "--on", "demo"), b'{"jsonrpc":"2.0","id":"\xed\x95\x9c","method":"ping"}', 0),
        (("show", "gone.mcptrace"), b"", 2),
        (("list", "nothing"), b"", 2),
        (("info", "--", "sh", "-c", "pwd >&2; echo $MARKED >&2; kill -9 $PPID"), b"", -9),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_a_forked_run_of_the_tests_is_as_one_that_was_started(
    words: tuple[str, ...], stdin: bytes, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MARKED", "by this test")
    forked = runs._forked(words, stdin, tmp_path)
    assert forked == runs._started(words, stdin, tmp_path)
    assert forked[0] == code


def run(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    "words",
    [
        ("info", "--on", "demo"),
        ("list", "tools", "--on", "demo", "--json"),
        ("call", "every_content", "--on", "demo", "--strict"),
        ("read", "demo://text/welcome", "--on", "demo"),
        ("prompt", "summarize", "text=x", "--on", "demo"),
        ("send", '{"jsonrpc":"2.0","id":9,"method":"ping"}', "--on", "demo"),
        ("--help",),
        ("--version",),
    ],
    ids=lambda words: words[0],
)
def test_qt_is_never_imported_by_the_command_line(words: tuple[str, ...]) -> None:
    done = run(BLOCKED, *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_a_call_over_stdio_imports_nothing_that_it_does_not_need() -> None:
    done = run(REPORTS, "call", "echo", "message=hi", "--on", "demo")
    modules = set(done.stderr.split())
    assert "inspector.core.client.client" in modules
    heavy = {
        "httpx",
        "mcp_types",
        "pygments",
        "markdown_it",
        "jsonschema_rs",
        "h11",
        "rich",
        "inspector.lint",
        "inspector.core.transfer.paste",
        "inspector.core.transfer.client_commands",
        "inspector.transport.stdio_errors",
    }
    assert modules & heavy == set()


def test_every_verb_has_help() -> None:
    text = mcpdi("--help").stdout
    for verb, (_, line) in VERBS.items():
        assert verb in text
        assert line in text
        done = mcpdi(verb, "--help")
        assert done.returncode == 0
        assert EXAMPLES[verb][0].split()[:2] == ["mcpdi", verb]
        assert done.stdout.count("mcpdi " + verb) == len(EXAMPLES[verb]) + 1


@pytest.mark.parametrize("line", [line for lines in EXAMPLES.values() for line in lines])
def test_every_example_can_be_typed(line: str) -> None:
    _, verb, *words = shlex.split(line)
    if "--" in words:
        words = words[: words.index("--")]
    command = main._mcpdi.get_command(click.Context(main._mcpdi), verb)
    assert command is not None
    command.make_context(verb, words, obj=())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can be without a display")
@pytest.mark.parametrize(("display", "says"), [("", "There is no display"), (":7654", "does not answer")])
def test_without_a_display_the_window_says_so(
    display: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", display)
    for words in ((), ("demo",)):
        done = mcpdi(*words)
        assert done.returncode == 1
        assert says in done.stderr.splitlines()[0]
        assert "mcpdi --help" in done.stderr
