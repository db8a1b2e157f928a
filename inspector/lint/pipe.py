"""STD-*: what a server does on its pipes. Source: protocol reference 8.2."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from inspector.lint.rules import rule
from inspector.lint.samples import ASK, OK, RESULT, STDIO_E
from inspector.lint.seen import TRAILING, Seen
from inspector.protocol.jsonrpc import parse
from inspector.protocol.salvage import BOM
from inspector.translation import recorded

PAGE: Final = "basic/transports#stdio"
_CANCEL: Final = '> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n'
_READ: Final = ("request", "notification", "response", "error", "batch", "malformed")
MOST_STARTS: Final = 4
WAITED_S: Final = 1.9  # for a server to end by itself; a shorter wait learns nothing
IN_TRANSIT_S: Final = 1.0


def _stdout(seen: Seen) -> bool:
    return seen.record.channel == "stdout"


@rule(
    "STD-01",
    "error",
    PAGE,
    sentence="The server MUST NOT write anything to its stdout that is not a valid MCP message.",
    fix="Log to stderr: logging or print(…, file=sys.stderr) in Python, console.error in Node.",
    kinds=("malformed",),
    good=OK,
    bad="< DEBUG starting up",
)
def stdout_is_for_messages(seen: Seen) -> Iterator[str]:
    """Nothing but MCP messages on stdout. A message that cannot be read is RPC-01, a blank line STD-04."""
    if seen.noise and seen.whole and seen.record.raw.strip() and TRAILING not in seen.record.note:
        yield recorded("stdout contains something that is not an MCP message; write it to stderr instead")


@rule(
    "STD-02",
    "error",
    PAGE,
    sentence="Messages MUST NOT contain embedded newlines.",
    fix="Write each message as one line, without pretty printing.",
    kinds=("malformed",),
    good=OK,
    bad='< {\n<  "jsonrpc":"2.0","id":1,\n<  "result":{}\n< }',
)
def one_line_a_message(seen: Seen) -> Iterator[str]:
    """A message does not spread over several lines."""
    lines = [*seen.state.broken_lines, seen.record.raw]
    if not _stdout(seen) or seen.record.valid or len(lines) < 2 or seen.record.raw.rstrip()[-1:] != b"}":
        return
    if seen.record.raw[:1].isspace():  # its last line is indented no more
        return
    # Its first line is the least indented one that opens a brace; a few are tried, for each costs a parse.
    starts = (start for start in range(len(lines) - 1, -1, -1) if lines[start][:1] == b"{")
    for start in islice(starts, MOST_STARTS):
        if parse(b"\n".join(lines[start:])).valid:
            yield recorded(
                "one message spans {count} lines; write it without line breaks",
                count=len(lines) - start,
            )
            return


@rule(
    "STD-03",
    "warning",
    PAGE,
    sentence="Messages are delimited by newlines; many clients drop a line without one.",
    fix="End every message with a newline and flush before ending.",
    kinds=_READ,
    good=OK,
    bad='<| {"jsonrpc":"2.0","method":"notifications/x"}',
)
def last_line_ends(seen: Seen) -> Iterator[str]:
    """The last line ends with a newline."""
    if _stdout(seen) and seen.record.frame and seen.record.frame == seen.record.raw:
        yield recorded("the last line before the exit has no newline; many clients drop it")


@rule(
    "STD-04",
    "info",
    PAGE,
    sentence="Messages are delimited by newlines.",
    fix="End lines with a newline alone, without blank lines or byte order mark.",
    kinds=_READ,
    good=OK,
    bad='< {"jsonrpc":"2.0","method":"notifications/x"}\\r',
)
def plain_newlines(seen: Seen) -> Iterator[str]:
    """No carriage return, blank line or byte order mark."""
    if not _stdout(seen) or not seen.whole:
        return
    raw = seen.record.raw
    if raw.endswith(b"\r"):
        yield recorded("the line ends with CR LF; the delimiter is LF")
    if not raw.strip():
        lines = raw.count(b"\n") + 1
        count = f"{lines:,}"
        yield (
            recorded("blank line on stdout")
            if lines == 1
            else recorded("{count} blank lines on stdout", count=count)
        )
    if raw.startswith(BOM):
        yield recorded("the line starts with a byte order mark")


@rule(
    "STD-05",
    "warning",
    PAGE,
    sentence="The server MAY write UTF-8 strings to its stderr.",
    fix="Write UTF-8 to stderr (Python on Windows: PYTHONUTF8=1).",
    kinds=("stderr",),
    good="e ready",
    bad="e r\\xe9ady",
)
def stderr_is_utf8(seen: Seen) -> Iterator[str]:
    """stderr is UTF-8."""
    try:
        seen.record.raw.decode("utf-8")
    except UnicodeDecodeError as error:
        yield recorded("stderr is not UTF-8 at byte {start} of this line", start=error.start)


@rule(
    "STD-06",
    "warning",
    f"{PAGE}#shutdown",
    sentence="The server SHOULD exit when its stdin is closed.",
    fix="End the process when reading stdin gives the end of the file.",
    kinds=("lifecycle",),
    good=STDIO_E + "c\n+ 1700\nx",
    bad=STDIO_E + "c\n+ 2000\nk",
    revisions="E",
)
def ends_after_stdin(seen: Seen) -> Iterator[str]:
    """A server ends when its stdin is closed, within the time that clients wait."""
    if seen.record.channel not in ("terminated", "killed") or seen.state.told_to_end:
        return
    waited_s = (seen.record.at_ns - seen.state.closed_ns) / 1e9
    if seen.state.closed_ns and waited_s >= WAITED_S:
        yield recorded(
            "the server did not exit within {waited_s} s after its stdin was closed",
            waited_s=f"{waited_s:.0f}",
        )


@rule(
    "STD-06-legacy",
    "info",
    f"{PAGE}#shutdown",
    sentence="The client closes stdin, waits for the server to exit, and ends it if it does not.",
    fix="End the process when reading stdin gives the end of the file.",
    kinds=("lifecycle",),
    revisions="ABCD",
    good="= 2025-06-18\nc\n+ 100\nk",
    bad="= 2025-06-18\nc\n+ 2000\nk",
)
def ends_after_stdin_legacy(seen: Seen) -> Iterator[str]:
    """The same before 2026-07-28, where it was only expected."""
    yield from ends_after_stdin(seen)


@rule(
    "STD-07",
    "warning",
    PAGE,
    sentence="Clients lose what they asked for and cannot say why.",
    fix="Catch errors of a handler and answer with an error in the place of ending the process.",
    kinds=("lifecycle",),
    good=OK + "\nx",
    bad=ASK + "x",
)
def answers_before_ending(seen: Seen) -> Iterator[str]:
    """A server answers what is open before it ends; not what we cancelled, nor when we end it."""
    if seen.record.channel != "exited" or seen.state.closed_ns:
        return
    cancelled = seen.state.cancelled
    waiting = [asked for asked in seen.state.open.values() if asked.exchange not in cancelled]
    if waiting:
        yield (
            recorded(
                "server exited while requests were pending ({count}); the first is {method}",
                count=len(waiting),
                method=waiting[0].method,
            )
        )


@rule(
    "STD-08",
    "error",
    "basic/transports/stdio#cancellation",
    sentence="The server MUST NOT send further messages for a cancelled request.",
    fix="Drop responses and notifications of a request once its notifications/cancelled was read.",
    revisions="E",
    kinds=("response", "error", "notification"),
    good=STDIO_E + OK,
    bad=STDIO_E + ASK + _CANCEL + "+ 2000\n< " + RESULT,
)
def silent_after_cancel(seen: Seen) -> Iterator[str]:
    """After a cancellation nothing more comes for that request, but what was on its way."""
    cancelled_ns = seen.state.cancelled.get(seen.record.exchange, 0) if seen.record.exchange else 0
    late_s = (seen.record.at_ns - cancelled_ns) / 1e9
    if _stdout(seen) and cancelled_ns and late_s > IN_TRANSIT_S:
        yield recorded("message for a request that was cancelled {late_s} s earlier", late_s=f"{late_s:.1f}")


@rule(
    "STD-09",
    "error",
    PAGE,
    sentence="Messages are delimited by newlines and MUST NOT contain embedded newlines.",
    fix="Write a newline after each message.",
    kinds=("malformed",),
    good="= 2025-06-18\n" + OK,
    bad="= 2025-06-18\n" + '< {"jsonrpc":"2.0","method":"notifications/x"}{"jsonrpc":"2.0","method":"y"}',
)
def one_message_a_line(seen: Seen) -> Iterator[str]:
    """A line holds one message."""
    if _stdout(seen) and TRAILING in seen.record.note:
        yield recorded("several JSON documents on one line, or text after one")


_PROBE: Final = '> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}\n'
_HELLO: Final = '> {"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}\n'
_HI: Final = (
    '< {"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{},'
    '"serverInfo":{"name":"x","version":"1"}}}'
)


@rule(
    "STD-10",
    "info",
    "basic/transports/stdio",
    sentence="A client that probes for the era waits for an answer, or an error.",
    fix="Answer unknown requests with -32601 also before initialize.",
    kinds=("response",),
    good=_PROBE
    + "t\n"
    + _HELLO
    + '< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}\n'
    + _HI,
    bad=_PROBE + "t\n" + _HELLO + _HI,
)
def answers_what_it_does_not_know(seen: Seen) -> Iterator[str]:
    """A request before the handshake is answered, if only late or with an error."""
    open_methods = {record.method for record in seen.state.open.values()}
    if _stdout(seen) and seen.record.method == "initialize":
        if "server/discover" in open_methods:
            yield recorded(
                "the server did not respond to server/discover; clients that probe wait until they time out"
            )
