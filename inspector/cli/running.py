"""Connect, do one thing, print, close: what every verb with a server shares."""

from __future__ import annotations

import asyncio
import contextlib
import math
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from inspector.cli.answering import answering
from inspector.cli.credentials import AtTerminal, credentials_for
from inspector.cli.exit_codes import ExitCode
from inspector.cli.opening import in_place_of
from inspector.cli.output import Output, not_utf_8, silence
from inspector.core.client.client import Answer, Client
from inspector.core.client.refusals import declare_option
from inspector.core.storage.settings import Settings
from inspector.errors import (
    AuthorizationFailed,
    AuthorizationNeeded,
    ConnectError,
    ErrorAnswer,
    Explanation,
    InspectorError,
    TimeoutExpired,
    UsageError,
)
from inspector.protocol.era.declared import required_of
from inspector.protocol.jsonrpc import decode
from inspector.trace.journal import Journal

if TYPE_CHECKING:
    from inspector.cli.options import Common
    from inspector.core.servers.profiles import Profile

__all__ = ["Around", "Work", "explained", "finish", "run", "with_secrets"]

GRACE_S: Final = 2.0
"""For a server to end by itself; then it is told to (SIGTERM). The answer is printed before, and flushed."""
LATE_GRACE_S: Final = 0.4
"""For one that did not answer within the user's limit: that is over, and a flood goes on costing time."""
LATE_CHECK_S: Final = 0.5
"""Of processor time, for --strict after that limit; a flood has more records than anybody waits for."""
TROUBLE_S: Final = 0.5
"""Between two looks whether the session can be written."""
MOST_BROKEN: Final = 1000
"""Broken rules that --strict says; one is enough to fail."""

Work = Callable[[Client, Output], Awaitable[int]]
"""Does the verb's job on a connected client, prints the answer, gives the exit code."""


Around = Callable[[Client, Output], AbstractContextManager[None]]
"""Entered before the client connects and left when it has closed, whatever happened between."""


def run(
    profile: Profile,
    common: Common,
    work: Work,
    needs: tuple[str, ...],
    around: Around | None = None,
    *,
    connects: bool = True,
) -> int:
    """Run work on this server; the exit code. Says every failure on stderr. needs, connects: see start.py."""
    output = Output(common.json, profile.capabilities or {})
    driven = _drive(profile, common, work, needs, output, around or _as_it_is, connects)
    return explained(driven, output)


def explained(work: Coroutine[Any, Any, int], output: Output) -> int:
    """Run it to its end; the exit code, also of a failure, which is said on stderr."""
    try:
        return asyncio.run(work)
    except BrokenPipeError:  # the reader of our output had enough (| head)
        silence(sys.stdout)
        return ExitCode.OTHER.value
    except (KeyboardInterrupt, asyncio.CancelledError):
        return output.fail(ExitCode.OTHER, "interrupted", "interrupted; running requests were cancelled")
    except InspectorError as error:
        return _explain(error, output)
    except UnicodeEncodeError as error:
        return output.fail(ExitCode.USAGE, "usage", not_utf_8(error))
    except OSError as error:
        return output.fail(ExitCode.OTHER, "other", str(error))


_SIGN_IN: Final = (
    "Sign in with --sign-in, which opens your browser, or send a header: --header 'Authorization: Bearer …'."
)


def _explain(error: InspectorError, output: Output) -> int:
    if isinstance(error, ErrorAnswer):
        return _error_answer(error.error, error.explanation.happened, output)
    if isinstance(error, AuthorizationNeeded):
        explanation = error.explanation
        if "sign_in" in explanation.actions and not isinstance(error, AuthorizationFailed):
            explanation = replace(explanation, next_step=_SIGN_IN)
        return output.fail(ExitCode.AUTHORIZATION, "authorization_needed", explanation)
    if isinstance(error, ConnectError):
        explanation = error.explanation
        if explanation.requires:
            explanation = replace(explanation, next_step=_declare_it(explanation.requires, output))
        if explanation.asks:
            explanation = replace(explanation, next_step=_set_it(explanation.asks))
        return output.fail(ExitCode.UNREACHABLE, "unreachable", explanation)
    if isinstance(error, TimeoutExpired):
        return output.fail(ExitCode.UNREACHABLE, "timeout", error.explanation)
    if isinstance(error, UsageError):
        return output.fail(ExitCode.USAGE, "usage", str(error))
    return output.fail(ExitCode.OTHER, "other", str(error))


def _error_answer(error: bytes, happened: str, output: Output) -> int:
    import msgspec

    value = decode(error)
    required = required_of(value) if isinstance(value, dict) else None
    why = Explanation(happened, next_step=_declare_it(required, output) if required else "")
    return output.fail(ExitCode.JSONRPC_ERROR, "jsonrpc_error", why, jsonrpc=msgspec.Raw(error or b"null"))


def _declare_it(required: dict[str, Any], output: Output) -> str:
    declared = f"Declare the capability with {declare_option(required, output.declared)}"
    asked = {"elicitation", "sampling", "roots"} & set(required)
    if not asked:
        return declared
    return f"{declared} and answer with --answer FILE or in a terminal"


def _set_it(asks: tuple[str, ...]) -> str:
    names = [key.partition(":")[2].rpartition("/")[2] for key in asks]
    options = " ".join(f"--set {name}=VALUE" for name in names)
    return f"Set {'it' if len(names) == 1 else 'them'} with {options}, or in the environment."


def finish(answer: Answer, method: str, output: Output, *, printed: bool = False) -> int:
    """Print the answer to a call and give its exit code. method says how to render it.

    printed: it is on stdout already; only a failure is still to be said.
    """
    if answer.error:
        from inspector.render import as_terminal_text, render_error

        return _error_answer(answer.error, as_terminal_text(render_error(answer.error)), output)
    if printed:
        pass
    elif output.json:
        from inspector.protocol.jsonrpc import one_line

        output.answer(one_line(answer.result))
    else:
        from inspector.render import as_terminal_text, render_result

        output.text(as_terminal_text(render_result(method, answer.result)))
    if answer.is_error:
        if not output.json:  # the rendering says it already
            return ExitCode.TOOL_ERROR.value
        return output.fail(ExitCode.TOOL_ERROR, "tool_error", "the tool returned an error (isError)")
    if answer.wants_input:
        why = "the server requires input; provide it with --answer FILE or in a terminal"
        return output.fail(ExitCode.OTHER, "input_required", why)
    return ExitCode.DONE.value


@contextlib.contextmanager
def _as_it_is(client: Client, output: Output) -> Iterator[None]:
    yield


def with_secrets(secrets: Mapping[str, str], around: Around | None = None) -> Around:
    """Values for `${secret:KEY}` that were given on the command line; they go before those that are kept."""

    @contextlib.contextmanager
    def given(client: Client, output: Output) -> Iterator[None]:
        kept = client.lookup.secrets
        client.lookup = replace(client.lookup, secrets=lambda key: secrets.get(key) or kept(key))
        with (around or _as_it_is)(client, output):
            yield

    return given


async def _drive(
    profile: Profile,
    common: Common,
    work: Work,
    needs: tuple[str, ...],
    output: Output,
    around: Around,
    connects: bool,
) -> int:
    settings = Settings.load()
    for note in settings.notes:
        output.note(note)
    _cancel_on_signals()
    older = in_place_of(common.trace) if common.trace is not None else ""
    journal = Journal.create(common.trace)
    if common.trace is not None:  # else what is written goes with the end
        journal.leave_free(settings.floor_bytes)
    if older:
        output.note(f"session saved to {common.trace}{older}")
    asked = answering(common, settings, profile, output)
    client = Client(
        profile,
        journal,
        answerer=asked.answerer,
        settings=settings,
        offers=asked.offers,
        credentials=credentials_for(profile, settings),
    )
    if common.sign_in:
        client.authorizer.interaction = AtTerminal(output)
    code, grace_s = ExitCode.OTHER.value, GRACE_S
    trouble = _Trouble(journal, output)
    telling = asyncio.create_task(trouble.follow())
    try:
        try:
            # In a thread: the loop stays free to stamp what arrives.
            loading = asyncio.get_running_loop().run_in_executor(None, _load, needs)
            with around(client, output):
                if connects:
                    await client.connect()
                await loading
                code = await work(client, output)
                if code == ExitCode.UNREACHABLE.value:
                    grace_s = LATE_GRACE_S
        except TimeoutExpired:
            grace_s = LATE_GRACE_S
            raise
        finally:
            await client.close(grace_s)
            within_s = LATE_CHECK_S if grace_s < GRACE_S else math.inf
            broken, left = _broken_rules(journal, within_s) if common.strict else ([], "")
            for text in (*broken, *([left] if left else [])):
                output.note(text)
    finally:
        telling.cancel()
        journal.close()
        trouble.tell()
    if common.trace is not None and (lost := journal.last - journal.written):
        happened = f"{lost:,} of {journal.last:,} records are not in {common.trace}"
        why = Explanation(happened, cause=journal.failure, next_step="Free disk space and run it again.")
        code = output.fail(ExitCode.OTHER, "not_recorded", why) if code == ExitCode.DONE else code
    if broken:
        more = {"unchecked": left} if left else {}
        words = Explanation("the server violated the protocol", evidence="" if not output.json else broken[0])
        return output.fail(ExitCode.PROTOCOL_VIOLATION, "protocol_violation", words, findings=broken, **more)
    return code


class _Trouble:
    """Says on stderr while the session cannot be written, as the window does in a strip."""

    def __init__(self, journal: Journal, output: Output) -> None:
        self._journal, self._output, self._said = journal, output, ""

    def tell(self) -> None:
        """What is new about it."""
        if (failure := self._journal.failure) != self._said:
            self._said = failure
            text = failure or "the session can be written again"
            self._output.event(text, hint=text)

    async def follow(self) -> None:
        """Look now and then, until cancelled."""
        while True:
            self.tell()
            await asyncio.sleep(TROUBLE_S)


def _load(modules: tuple[str, ...]) -> None:
    for module in modules:
        import_module(module)


def _cancel_on_signals() -> None:
    """SIGTERM, Ctrl+\\ and the end of the terminal are like Ctrl+C: cancelled on the wire, no server left."""
    task = asyncio.current_task()
    if task is not None and sys.platform != "win32":
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            if signal.getsignal(number) is signal.SIG_IGN:  # nohup
                continue
            with contextlib.suppress(ValueError, RuntimeError):  # not in the main thread
                asyncio.get_running_loop().add_signal_handler(number, task.cancel)


def _broken_rules(journal: Journal, within_s: float) -> tuple[list[str], str]:
    """Findings of severity error, as lines; all findings go into the journal.

    It ends after MOST_BROKEN of them, or within_s of processor time; then the second says how far it came.
    """
    from inspector.lint import Linter, rests_on

    linters = {
        info.number: Linter(info.transport, info.target, journal.exchange) for info in journal.sessions()
    }
    lines: list[str] = []
    until = time.process_time() + within_s
    for first in range(1, journal.last + 1, 1000):
        if len(lines) >= MOST_BROKEN or time.process_time() > until:
            left = f"--strict checked only the first {first - 1:,} of {journal.last:,} records"
            return lines[:MOST_BROKEN], left
        for record in journal.records(first, min(first + 999, journal.last)):
            findings = linters[record.session].check(record)
            journal.add_findings(findings)
            lines += [
                f"{finding.rule} record {finding.record}: {finding.message} ({rests_on(finding)})"
                for finding in findings
                if finding.severity == "error" and record.direction != "out"  # what we send is our doing
            ]
    return lines, ""
