"""A connection of the command line from its start to its end."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.cli.output import Output
from inspector.cli.running import _broken_rules, _cancel_on_signals, _Trouble, explained, finish, with_secrets
from inspector.core.client.answers import Answer
from inspector.errors import (
    AuthorizationFailed,
    AuthorizationNeeded,
    ConnectError,
    ErrorAnswer,
    Explanation,
    SecretsUnavailable,
    TimeoutExpired,
    UsageError,
)
from inspector.trace.journal import Journal
from tests.cli.run import ROOT
from tests.trace.samples import DEMO, notification, request

FLOOD = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
              "serverInfo": {"name": "flood", "version": "1"}}
    if message["method"] == "tools/call":
        result = {"content": []}
        for _ in range(300):
            print('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"%s"}}'
                  % ("x" * 60_000), flush=True)
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""

# The disk has room again after it was looked at some times.
SHORT = """
import shutil, sys
from types import SimpleNamespace
looks = 0
def usage(_folder):
    global looks
    looks += 1
    return SimpleNamespace(free=0 if looks < 4 else 1 << 40)
shutil.disk_usage = usage
from inspector.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_session_that_waits_for_room_on_the_disk_says_so_and_loses_nothing(
    tmp_path: Path, form: tuple[str, ...]
) -> None:
    file = tmp_path / "a.mcptrace"
    words = ["call", "t", *form, "--era", "legacy", "--trace", str(file), "--", sys.executable, "-c", FLOOD]
    command = [sys.executable, "-c", SHORT, *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    said = [json.loads(line)["hint"] if form else line for line in done.stderr.splitlines()]
    assert said[0].startswith("less than 512 MB of free disk space")
    assert said[-1] == "the session can be written again"
    with closing(Journal.open(file)) as journal:
        methods = [record.method for record in journal.records(1, journal.last)]
    assert methods.count("notifications/message") == 300


# The disk is full from the first message of the server on, and stays so.
FULL = """
import sqlite3, sys
from inspector.trace.writer import Writer
write = Writer._write
def full(self, batches):
    if any(record.number > 20 for batch in batches for record in batch.records):
        raise sqlite3.OperationalError("database or disk is full")
    write(self, batches)
Writer._write = full
from inspector.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_recording_that_lost_its_end_is_said_and_the_exit_code_tells(tmp_path: Path) -> None:
    file = tmp_path / "a.mcptrace"
    server = FLOOD.replace("range(300)", "range(60)")  # less than what stops the reading
    words = ["call", "t", "--era", "legacy", "--trace", str(file), "--", sys.executable, "-c", server]
    command = [sys.executable, "-c", FULL, *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "records are not in" in done.stderr and "database or disk is full" in done.stderr


# -- what is said of a failure, and the exit code for it


def said(work: Any, capfd: pytest.CaptureFixture[str], output: Output | None = None) -> tuple[int, str]:
    """The exit code of a work that raises, and what stands on stderr."""

    async def running() -> int:
        if isinstance(work, BaseException):
            raise work
        return int(work)

    code = explained(running(), output or Output())
    read = capfd.readouterr()
    assert read.out == ""
    return code, read.err


WHY = Explanation("It failed.", next_step="Look.")


@pytest.mark.parametrize(
    ("error", "code", "kind", "words"),
    [
        (UsageError("say more"), 2, "usage", "say more\n"),
        (AuthorizationNeeded(WHY), 3, "authorization_needed", "It failed.\nNext step: Look.\n"),
        (AuthorizationNeeded(Explanation("Who?", actions=("sign_in",))), 3, "authorization_needed",
         "Who?\nNext step: Sign in with --sign-in, which opens your browser, or send a header:"
         " --header 'Authorization: Bearer …'.\n"),
        (AuthorizationFailed(Explanation("No.", actions=("sign_in",)), "token"), 3, "authorization_needed",
         "No.\n"),
        (ConnectError(WHY), 4, "unreachable", "It failed.\nNext step: Look.\n"),
        (ConnectError(Explanation("No.", requires={"roots": {}})), 4, "unreachable",
         "No.\nNext step: Declare the capability with --declare '{\"roots\":{}}' and answer with"
         " --answer FILE or in a terminal\n"),
        (ConnectError(Explanation("No.", requires={"experimental": {}})), 4, "unreachable",
         "No.\nNext step: Declare the capability with --declare '{\"experimental\":{}}'\n"),
        (ConnectError(Explanation("No.", asks=("secret:server/a/KEY",))), 4, "unreachable",
         "No.\nNext step: Set it with --set KEY=VALUE, or in the environment.\n"),
        (ConnectError(Explanation("No.", asks=("input:a", "secret:server/x/KEY"))), 4, "unreachable",
         "No.\nNext step: Set them with --set a=VALUE --set KEY=VALUE, or in the environment.\n"),
        (TimeoutExpired("ping", 2.0), 4, "timeout",
         "No response to ping within 2 s.\nLikely cause: The server is slow or stuck.\n"
         "Next step: Increase the timeout, or find out what the server is waiting for.\n"),
        (SecretsUnavailable("locked"), 1, "other", "locked\n"),
        (OSError("no room"), 1, "other", "no room\n"),
        (KeyboardInterrupt(), 1, "interrupted", "interrupted; running requests were cancelled\n"),
        (asyncio.CancelledError(), 1, "interrupted", "interrupted; running requests were cancelled\n"),
        (UnicodeEncodeError("utf-8", "a\udcff", 1, 2, "no"), 2, "usage",
         "an argument is not valid UTF-8: 'a\\udcff'\n"),
    ],
)  # fmt: skip
def test_each_failure_has_its_words_and_its_exit_code(
    capfd: pytest.CaptureFixture[str], error: BaseException, code: int, kind: str, words: str
) -> None:
    assert said(error, capfd) == (code, words)
    found, line = said(error, capfd, Output(json=True))
    assert (found, json.loads(line)["exit"], json.loads(line)["error"]) == (code, code, kind)


def test_what_succeeds_gives_its_own_exit_code(capfd: pytest.CaptureFixture[str]) -> None:
    assert said(5, capfd) == (5, "")


@pytest.mark.parametrize(
    ("error", "step"),
    [
        (b'{"code": 1, "message": "no"}', ""),
        (b'{"code": -32021, "message": "no", "data": {"requiredCapabilities": {"sampling": {}}}}',
         "Declare the capability with --declare '{\"sampling\":{}}' and answer with"
         " --answer FILE or in a terminal"),
        (b"[1]", ""),
        (b"", ""),
    ],
)  # fmt: skip
def test_an_error_of_the_server_comes_with_what_may_be_declared(
    capfd: pytest.CaptureFixture[str], error: bytes, step: str
) -> None:
    code, line = said(ErrorAnswer(Explanation("The list failed."), error), capfd, Output(json=True))
    parts = json.loads(line)
    assert (code, parts["error"], parts["message"]) == (7, "jsonrpc_error", "The list failed.")
    assert (parts.get("next_step", ""), parts["jsonrpc"]) == (step, json.loads(error or b"null"))


# -- the answer to a call


TEXT = b'{"content": [{"type": "text", "text": "hi"}]}'
FAILED = b'{"content": [{"type": "text", "text": "hi"}], "isError": true}'
ASKS = b'{"resultType": "input_required", "inputRequests": {}}'


@pytest.mark.parametrize(
    ("answer", "json_form", "printed", "code", "out", "err"),
    [
        (Answer(1, 2, TEXT), False, False, 0, "hi\n", ""),
        (Answer(1, 2, TEXT), True, False, 0, TEXT.decode() + "\n", ""),
        (Answer(1, 2, b'{\n"content": []}'), True, False, 0, '{"content":[]}\n', ""),
        (Answer(1, 2, TEXT), True, True, 0, "", ""),
        (Answer(1, 2, FAILED), True, True, 5, "", "the tool returned an error (isError)"),
        (Answer(1, 2, ASKS), False, True, 1, "", "the server requires input;"
         " provide it with --answer FILE or in a terminal\n"),
        (Answer(1, 2, error=b'{"code": 1, "message": "no"}'), True, False, 7, "", '"jsonrpc"'),
    ],
)  # fmt: skip
def test_an_answer_is_printed_and_judged(
    capfd: pytest.CaptureFixture[str],
    answer: Answer,
    json_form: bool,
    printed: bool,
    code: int,
    out: str,
    err: str,
) -> None:
    assert finish(answer, "tools/call", Output(json=json_form), printed=printed) == code
    read = capfd.readouterr()
    assert read.out == out
    assert err in read.err if err else read.err == ""


def test_a_tool_that_failed_says_so_once(capfd: pytest.CaptureFixture[str]) -> None:
    assert finish(Answer(1, 2, FAILED), "tools/call", Output()) == 5
    read = capfd.readouterr()
    assert "hi" in read.out and read.err == ""


def test_secrets_of_the_command_line_go_before_those_that_are_kept() -> None:
    @dataclass(frozen=True)
    class Lookup:
        secrets: Callable[[str], str | None]

    entered: list[str] = []

    @contextmanager
    def around(client: Any, output: Output) -> Iterator[None]:
        entered.append("in")
        yield
        entered.append("out")

    client: Any = SimpleNamespace(lookup=Lookup({"a": "kept a", "b": "kept b"}.get))
    with with_secrets({"a": "given a", "b": ""}, around)(client, Output()):
        assert entered == ["in"]
        assert [client.lookup.secrets(key) for key in "abc"] == ["given a", "kept b", None]
    assert entered == ["in", "out"]
    with with_secrets({"c": "given c"})(client, Output()):
        assert [client.lookup.secrets(key) for key in "ac"] == ["given a", "given c"]


# -- --strict


def broken_session(tmp_path: Path, count: int) -> Journal:
    """So many lines of stdout that are no JSON; the first record is one that we sent."""
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(DEMO)
    journal.append([request(1, b"{oops", method="", kind="malformed", valid=False, note="not JSON")])
    journal.append(
        [notification(number, b"oops", method="", kind="malformed", valid=False, note="not JSON")
         for number in range(2, count + 2)]
    )  # fmt: skip
    return journal


def test_broken_rules_are_told_with_what_they_rest_on_but_not_our_own(tmp_path: Path) -> None:
    with closing(broken_session(tmp_path, 2)) as journal:
        lines, left = _broken_rules(journal, 60)
        assert left == ""
        assert {line.partition(":")[0].partition(" ")[2] for line in lines} == {"record 2", "record 3"}
        assert lines[0].endswith(")") and " (" in lines[0]
        assert {finding.record for finding in journal.findings()} >= {2, 3}, "the file has them, too"


@pytest.mark.parametrize(("within_s", "looked", "found"), [(60, 2_000, 1_000), (-1, 0, 0)])
def test_looking_for_broken_rules_ends_somewhere(
    tmp_path: Path, within_s: float, looked: int, found: int
) -> None:
    with closing(broken_session(tmp_path, 2_100)) as journal:
        lines, left = _broken_rules(journal, within_s)
    assert (len(lines), left) == (found, f"--strict checked only the first {looked:,} of 2,101 records")


def test_trouble_with_the_session_is_told_once_and_its_end_too(capfd: pytest.CaptureFixture[str]) -> None:
    journal: Any = SimpleNamespace(failure="")
    trouble = _Trouble(journal, Output())
    for failure in ("", "the disk is full", "the disk is full", "", ""):
        journal.failure = failure
        trouble.tell()
    assert capfd.readouterr().err == "the disk is full\nthe session can be written again\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_the_signals_that_end_a_program_cancel_it_on_the_wire() -> None:
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)

    async def main() -> list[int]:
        ended = []
        for number in numbers:
            task = asyncio.create_task(waiting())
            await asyncio.sleep(0)
            signal.raise_signal(number)
            with pytest.raises(asyncio.CancelledError):
                await task
            ended.append(number)
            asyncio.get_running_loop().remove_signal_handler(number)
        return ended

    async def waiting() -> None:
        _cancel_on_signals()
        await asyncio.get_running_loop().create_future()

    before = [signal.signal(number, signal.SIG_DFL) for number in numbers]  # some may be ignored
    try:
        assert len(asyncio.run(main())) == 3
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_program_that_is_to_outlive_its_terminal_does() -> None:
    async def main() -> bool:
        _cancel_on_signals()
        return asyncio.get_running_loop().remove_signal_handler(signal.SIGHUP)

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert asyncio.run(main()) is False
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
