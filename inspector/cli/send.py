"""`mcpdi send`: exact bytes out, everything that comes back printed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import click

from inspector.cli.options import common_options, read_text_argument, take_common

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client import Client
    from inspector.protocol.records import Record

__all__ = ["send"]

QUIET_WAIT_S: Final = 1.0  # what expects no answer may still be answered, with an error
SHOWN_KINDS: Final = ("request", "notification", "response", "error", "batch", "malformed")


@click.command
@click.argument("text", metavar="JSON|@FILE|-")
@click.option(
    "--wait",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="How long to listen; default: until the answer, or 1 second when none is due.",
)
@common_options
def send(text: str, wait: float | None, **values: Any) -> int:
    """Send exactly these bytes (valid or not) after connecting, and print all that comes back."""
    from inspector.cli.start import run_on_server

    data = read_text_argument(text, "send")
    common = take_common(values)

    async def work(client: Client, output: Output) -> int:
        journal = client.journal
        changed = asyncio.Event()
        before = journal.on_change
        journal.on_change = changed.set
        first = client.send_raw(data)
        sent = journal.record(first)
        pending = sent is not None and sent.kind == "request"
        allowed = wait if wait is not None else client.profile.timeout_s if pending else QUIET_WAIT_S
        try:
            return await _listen(client, output, first, pending, allowed, changed, wait is not None)
        finally:
            journal.on_change = before

    return run_on_server(common, work)


async def _listen(
    client: Client,
    output: Output,
    first: int,
    pending: bool,
    allowed_s: float,
    changed: asyncio.Event,
    all_the_time: bool,
) -> int:
    """Print what comes until the answer (or all the time) and give the exit code."""
    from inspector.errors import TimeoutExpired

    seen = first
    code = 0 if not pending else -1
    try:
        async with asyncio.timeout(allowed_s):
            while code < 0 or not pending or all_the_time:
                client.journal.take_changes()
                for record in client.journal.records(seen + 1, client.journal.last):
                    code = _print(record, output, first, code)
                seen = client.journal.last
                if client.state != "connected" or (code >= 0 and pending and not all_the_time):
                    break
                changed.clear()
                await changed.wait()
    except TimeoutError:
        if code < 0 and not all_the_time:
            raise TimeoutExpired("what was sent", allowed_s) from None
    if client.failure is not None and code < 0:
        from inspector.errors import ConnectError

        raise ConnectError(client.failure)
    return max(code, 0)


def _print(record: Record, output: Output, first: int, code: int) -> int:
    """Print one record if it came from the server; the exit code after it (below 0: still waiting)."""
    from inspector.cli.exit_codes import ExitCode

    if record.direction != "in" or record.kind not in SHOWN_KINDS or record.role == "member":
        return code
    if output.json:
        output.answer(_as_json(record))
    else:
        from inspector.render.terminal import safe_for_terminal

        note = f"  ({record.note})" if record.note else ""
        output.text(safe_for_terminal(record.raw.decode("utf-8", "backslashreplace")) + note)
    if record.exchange == first and record.role in ("answer", "mistyped"):
        if record.kind == "error":
            return ExitCode.JSONRPC_ERROR.value
        return ExitCode.TOOL_ERROR.value if _is_error(record.raw) else ExitCode.DONE.value
    return code


def _as_json(record: Record) -> bytes:
    """Valid JSON as it is on one line; anything else wrapped, so that stdout stays JSON Lines."""
    import msgspec

    from inspector.protocol.jsonrpc import one_line

    if record.valid:
        return one_line(record.raw)
    return msgspec.json.encode(
        {"malformed": record.raw.decode("utf-8", "backslashreplace"), "reason": record.note}
    )


def _is_error(raw: bytes) -> bool:
    import msgspec

    if b'"isError"' not in raw:
        return False
    result = msgspec.json.decode(raw).get("result")
    return isinstance(result, dict) and result.get("isError") is True
