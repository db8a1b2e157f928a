"""Pieces of the sample dialogues that rules share, in the notation of tests/lint/dialogue.py."""

from __future__ import annotations

from typing import Final

from inspector.protocol.era.declared import META

ANSWERS: Final = ("response", "error")
READ: Final = ("request", "notification", *ANSWERS, "malformed")

ASK: Final = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
RESULT: Final = '{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}}'
"""Right as the answer to anything that the samples ask, in every revision."""
OK: Final = ASK + "< " + RESULT
ERROR: Final = ASK + '< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}'
REFUSED: Final = '"data":{"supported":["2026-07-28"],"requested":"1999-01-01","requiredCapabilities":{}}'
"""What the errors of 2026-07-28 tell: the member of each of them."""
ASKED: Final = '< {"jsonrpc":"2.0","id":7,"method":"ping"}\n'
TELL: Final = '> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n'
STDIO_E: Final = "= 2026-07-28\n"
HTTP_D: Final = "http\n= 2025-11-25\n"
HTTP_E: Final = "http\n= 2026-07-28\n"
JSON: Final = "h 200 application/json\n"
SSE: Final = "h 200 text/event-stream\n"
GOOD: Final = HTTP_D + ASK + JSON + "b " + RESULT + "\n."
GOOD_STREAM: Final = HTTP_D + ASK + SSE + "S id: 1\\ndata:\\n\\n\ns " + RESULT + "\n."
GOOD_E: Final = HTTP_E + ASK + "h 200 text/event-stream X-Accel-Buffering=no\ns " + RESULT + "\n."


def answered(
    method: str,
    result: str,
    *,
    start: str = STDIO_E,
    params: str = "",
    capabilities: str = "{}",
    number: int = 1,
) -> str:
    """A request of ours and its answer, in the modern era with the `_meta` that is due. start: "" goes on."""
    meta = f'"_meta":{{"{META}protocolVersion":"2026-07-28","{META}clientCapabilities":{capabilities}}}'
    members = ",".join(one for one in (params, meta if start in ("", STDIO_E) else "") if one)
    return (
        f'{start}> {{"jsonrpc":"2.0","id":{number},"method":"{method}","params":{{{members}}}}}\n'
        f'< {{"jsonrpc":"2.0","id":{number},"result":{result}}}\n'
    )
