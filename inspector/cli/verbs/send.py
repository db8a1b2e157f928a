"""`mcpdi send`: exact bytes out, everything that comes back printed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import click

from inspector.cli.options import common_options, read_text_argument, take_common
from inspector.protocol.wire import PIPES
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client
    from inspector.protocol.records import Record

__all__ = ["send"]

QUIET_WAIT_S: Final = 1.0  # what expects no answer may still be answered, with an error
SHOWN_KINDS: Final = ("request", "notification", "response", "error", "batch", "malformed")


@click.command
@click.argument("text", metavar="[JSON|@FILE|-]", required=False)
@click.option(
    "--wait",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="How long to listen; default: until the response, or 1 second if none is expected.",
)
@click.option("--lines", is_flag=True, help="Send each line as a separate message.")
@click.option(
    "--fault",
    multiple=True,
    metavar="KEY",
    help="Break a rule on purpose and judge the response; repeatable.",
)
@click.option(
    "--faults",
    is_flag=False,
    flag_value="list",
    type=click.Choice(["list", "run"]),
    help="List the deliberate faults, or run all that apply; with --strict, a MUST violation exits with 6.",
)
@common_options
def send(
    text: str | None,
    wait: float | None,
    lines: bool,
    fault: tuple[str, ...],
    faults: str | None,
    **values: Any,
) -> int:
    """Send exactly these bytes (valid or not) after connecting, and print everything that comes back."""
    from inspector.cli.start import run_on_server
    from inspector.protocol.jsonrpc import message_lines

    if fault or faults:
        if text is not None or (fault and faults):
            raise click.UsageError("use only one of JSON, --fault and --faults")
        from inspector.cli.verbs.faults import run_faults

        return run_faults(take_common(values), faults or "", fault)
    if text is None:
        raise click.UsageError("give what to send: JSON, @FILE or - (or --fault KEY)")
    data = read_text_argument(text, "send")
    if lines and not data.strip():
        raise click.UsageError("no lines to send")

    async def work(client: Client, output: Output) -> int:
        journal = client.journal
        changed = asyncio.Event()
        before = journal.on_change
        journal.on_change = changed.set
        found = message_lines(data)
        if found and not lines:
            output.note(f"this contains {len(found)} messages; use --lines to send each line separately")
        each = [line for line in data.splitlines() if line.strip()] if lines else [data]
        first, *_ = [client.send_raw(one) for one in each]
        listening = _Listening(client, output, first)
        try:
            code = await listening.listen(changed, wait)
            return _failed(code, output) if code and output.json else code
        finally:
            journal.on_change = before

    return run_on_server(take_common(values), work)


def _failed(code: int, output: Output) -> int:
    """The line of a failure with --json; what was answered is on stdout."""
    from inspector.cli.exit_codes import ExitCode

    if code == ExitCode.TOOL_ERROR:
        return output.fail(ExitCode.TOOL_ERROR, "tool_error", "the tool returned an error (isError)")
    return output.fail(ExitCode(code), "jsonrpc_error", "the server returned a JSON-RPC error")


class _Listening:
    """What came back so far. first: the record of what was sent; a batch is followed by its members."""

    def __init__(self, client: Client, output: Output, first: int) -> None:
        self._client = client
        self._output = output
        self._seen = client.journal.last
        sent = client.journal.records(first, self._seen)
        self._waiting = {one.exchange for one in sent if one.direction == "out" and one.kind == "request"}
        self._expects = bool(self._waiting)
        self._batches: set[str] = set()  # how the notes of their members begin
        self._code = 0

    async def listen(self, changed: asyncio.Event, wait_s: float | None) -> int:
        """Print what comes until everything is answered, or for wait_s; the exit code."""
        from inspector.errors import ConnectError, TimeoutExpired

        client = self._client
        allowed_s = wait_s
        if allowed_s is None:
            allowed_s = client.profile.timeout_s if self._expects else QUIET_WAIT_S
        try:
            async with asyncio.timeout(allowed_s):
                while client.state == "connected":
                    self._look()
                    if self._expects and not self._waiting and wait_s is None:
                        break
                    changed.clear()
                    await changed.wait()
        except TimeoutError:
            if self._waiting and wait_s is None:
                said = "\n".join(client.stderr_tail)
                raise TimeoutExpired("what was sent", allowed_s, said) from None
        self._look()
        if client.failure is not None and (self._waiting or not self._expects):
            raise ConnectError(client.failure)
        return self._code

    def _look(self) -> None:
        """Print the new records. Raises ConnectError for a request that HTTP will not answer any more.

        A process that ended says so through the client's state, a moment later and with its exit code.
        """
        from inspector.core.client.failures import unanswered

        client, journal = self._client, self._client.journal
        journal.take_changes()
        journal.flush()
        last = journal.last
        for record in journal.records(self._seen + 1, last):
            self._record(record)
        self._seen = last
        for number in sorted(self._waiting) if client.transport not in PIPES else ():
            exchange = journal.exchange(number)
            if exchange is None or exchange.status == "pending":
                continue
            if not exchange.answer:
                raise unanswered(client, exchange)
            self._waiting.discard(number)  # one answer for the whole batch

    def _record(self, record: Record) -> None:
        """Print one record if it came from the server, and note what it answers."""
        from inspector.cli.exit_codes import ExitCode

        if record.direction == "in" and record.kind == "head":
            self._status(record)
        if record.direction != "in" or record.kind not in SHOWN_KINDS:
            return
        if record.kind == "batch":
            self._batches.add(f"inside #{record.number}")
        if record.note.partition(":")[0] not in self._batches:  # its members are printed with it
            self._print(record)
        answers = record.exchange in self._waiting and record.role in ("answer", "mistyped")
        self._waiting.discard(record.exchange if answers else 0)
        if record.kind == "error" and (answers or (record.role == "unknown" and not self._expects)):
            self._code = ExitCode.JSONRPC_ERROR.value
        elif answers and _is_error(record.raw):
            self._code = max(self._code, ExitCode.TOOL_ERROR.value)

    def _status(self, record: Record) -> None:
        """A refusal of HTTP may have no body at all."""
        line, _, _ = record.raw.decode("latin-1").partition("\n")
        if record.channel.startswith("post-") and line.split()[1:2] >= ["300"]:
            self._output.note(line.strip())

    def _print(self, record: Record) -> None:
        if self._output.json:
            self._output.answer(_as_json(record))
        else:
            note = f"  ({record.note})" if record.note else ""
            self._output.text(record.raw.decode("utf-8", "backslashreplace") + note)


def _as_json(record: Record) -> bytes:
    """Valid JSON as it is on one line; anything else wrapped, so that stdout stays JSON Lines."""
    from inspector.protocol.jsonrpc import one_line

    if record.valid:
        return one_line(record.raw)
    return encode_json({"malformed": record.raw.decode("utf-8", "backslashreplace"), "reason": record.note})


def _is_error(raw: bytes) -> bool:
    from inspector.protocol.jsonrpc import parse

    return b'"isError"' in raw and parse(raw).result_dict().get("isError") is True
