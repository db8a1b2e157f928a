"""For every duty of every fault a conforming dialogue and a bad one, written as tests/lint/dialogue.py says.

The fault itself has gone out before; its ids are 1001, 1002 ...
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["SAMPLES", "Sample"]


@dataclass(frozen=True, slots=True)
class Sample:
    """letter: the revision. A revision without a letter of its own is checked by the duty it shares."""

    key: str
    letter: str
    good: str
    bad: str
    transport: str = "stdio"


def error(code: int, identifier: str = "1001", more: str = "") -> str:
    name = f'"id":{identifier},' if identifier else ""
    return f'{{"jsonrpc":"2.0",{name}"error":{{"code":{code},"message":"no"{more}}}}}'


def result(text: str = "{}", identifier: str = "1001") -> str:
    return f'{{"jsonrpc":"2.0","id":{identifier},"result":{text}}}'


def body(status: int, text: str, *headers: str) -> str:
    return f"h {' '.join([str(status), 'application/json', *headers])}\nb {text}\n."


def head(status: int) -> str:
    return f"h {status}\n."


NO: Final = "< " + error(-32600)
NAMELESS: Final = "< " + error(-32600, "")
PARSE: Final = "< " + error(-32700, "")
OK: Final = "< " + result()
FOREIGN: Final = "< " + result(identifier="77")
TWICE: Final = OK + "\n" + OK
FAILED: Final = '{"content":[],"isError":true}'
_UNSUPPORTED: Final = ',"data":{"supported":["2026-07-28"],"requested":"1999-01-01"}'
_ACKNOWLEDGED: Final = (
    '< {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":%s}}'
)
_ASKED: Final = '{"resultType":"input_required","inputRequests":{"name":{}}}'


def _mismatch(key: str) -> Sample:
    return Sample(key, "E", body(400, error(-32020)), body(200, result()), "http")


SAMPLES: Final = (
    Sample("unknown-method", "D", "< " + error(-32601), "< " + error(-32602)),
    Sample("unknown-method", "D", body(200, error(-32601)), head(202), "http"),
    Sample("unknown-method", "E", "< " + error(-32601), OK),
    Sample("unknown-method", "E", body(404, error(-32601)), body(200, error(-32601)), "http"),
    Sample("duplicate-id", "D", TWICE, OK + "\n" + TWICE),
    Sample("duplicate-id", "E", OK + "\n" + NO, ""),
    Sample("response-to-nothing", "D", "", "< " + error(-32600)),
    Sample("response-to-nothing", "D", head(202), head(200), "http"),
    Sample("response-to-nothing", "E", NAMELESS, NO),
    Sample("response-to-nothing", "E", head(400), body(202, "{}"), "http"),
    Sample("error-to-nothing", "D", "", NO),
    Sample("error-to-nothing", "E", NAMELESS, OK),
    Sample("both-result-and-error", "C", "", OK),
    Sample("both-result-and-error", "C", body(400, error(-32600, "")), body(200, result()), "http"),
    Sample("batch", "B", "< [" + result() + "," + result(identifier="1002") + "]", OK),
    Sample("batch", "B", OK + "\n< " + result(identifier="1002"), NAMELESS),
    Sample("batch", "D", NAMELESS, "< [" + result() + "," + result(identifier="1002") + "]"),
    Sample("batch", "E", head(400), "h 200 application/json\n.", "http"),
    Sample("batch-empty", "B", "< " + error(-32600, "null"), FOREIGN),
    Sample("batch-empty", "D", PARSE, FOREIGN),
    Sample("batch-invalid", "B", "< [" + ",".join([error(-32600, "null")] * 3) + "]", FOREIGN),
    Sample("batch-invalid", "D", NAMELESS, FOREIGN),
    Sample("batch-mixed", "B", OK, FOREIGN),
    Sample("batch-mixed", "C", NAMELESS, "< [" + result() + "]"),
    Sample("id-null", "D", NAMELESS, "< " + result(identifier="null")),
    Sample("id-fractional", "D", NAMELESS, "< " + result(identifier="1001")),
    Sample("id-object", "D", NAMELESS, "< " + result(identifier='{"no":1001}')),
    Sample("jsonrpc-missing", "D", NO, TWICE),
    Sample("jsonrpc-wrong", "D", NO, FOREIGN),
    Sample("method-number", "D", NO, OK),
    Sample("params-array", "D", "< " + error(-32602), FOREIGN),
    Sample("params-array", "E", "< " + error(-32602), OK),
    Sample("unknown-notification", "D", "", "< " + error(-32601, "")),
    Sample("unknown-notification", "E", head(202), head(200), "http"),
    Sample("cancelled-unknown", "D", "", NAMELESS),
    Sample("cancelled-unknown", "E", "", OK),
    Sample("progress-unknown", "D", "", NAMELESS),
    Sample("invalid-utf8", "D", PARSE, FOREIGN),
    Sample("broken-json", "D", PARSE, "< " + result(identifier="1001") + "\n" + OK),
    Sample("broken-json", "E", body(400, error(-32700, "")), body(200, result()), "http"),
    Sample("large-message", "D", "< " + error(-32602), FOREIGN),
    Sample("large-message", "E", head(413), head(202), "http"),
    Sample("deep-nesting", "D", PARSE, FOREIGN),
    Sample("huge-number", "D", OK, TWICE),
    Sample("duplicate-keys", "D", OK, OK + "\n< " + result(identifier="1002")),
    Sample("two-on-a-line", "D", PARSE, FOREIGN),
    Sample("crlf", "D", OK, PARSE),
    Sample("blank-lines", "D", PARSE + "\n" + OK, PARSE),
    Sample("pretty-printed", "D", "\n".join([PARSE] * 4), FOREIGN),
    Sample("meta-missing", "E", "< " + error(-32602), OK),
    Sample("meta-missing", "E", body(400, error(-32602)), body(200, error(-32602)), "http"),
    Sample("meta-version-missing", "E", body(400, error(-32602)), body(400, error(-32600)), "http"),
    Sample("meta-capabilities-missing", "E", "< " + error(-32602), OK),
    Sample("version-unsupported", "E", "< " + error(-32022, more=_UNSUPPORTED), "< " + error(-32022)),
    Sample("request-before-initialized", "D", NO, '< {"jsonrpc":"2.0","id":1,"method":"roots/list"}\n' + NO),
    Sample("cancelled-initialize", "D", OK, OK + "\n" + NAMELESS),
    Sample("cursor-invalid", "D", "< " + error(-32602), OK),
    Sample("tool-unknown", "E", "< " + error(-32602), "< " + result('{"isError":true}')),
    Sample("tool-unknown", "D", "< " + error(-32602), "< " + result('{"content":[]}')),
    Sample("tool-argument-missing", "C", "< " + error(-32602), "< " + result('{"content":[]}')),
    Sample("tool-argument-missing", "E", "< " + result(FAILED), "< " + result('{"content":[]}')),
    Sample("resource-unknown", "D", "< " + error(-32002), "< " + error(-32602)),
    Sample("resource-unknown", "E", "< " + error(-32602), "< " + error(-32002)),
    Sample("mrtr-state-altered", "E", "< " + error(-32602), "< " + result('{"resultType":"complete"}')),
    Sample("mrtr-key-omitted", "E", "< " + result(_ASKED), "< " + error(-32602)),
    Sample("listen-unknown-type", "E", _ACKNOWLEDGED % "{}", _ACKNOWLEDGED % '{"inspectorNoSuchThing":true}'),
    Sample("http-version-bogus", "D", body(400, error(-32600)), body(200, result()), "http"),
    Sample("http-version-bogus", "E", body(400, error(-32022)), body(400, error(-32600)), "http"),
    Sample("http-version-missing", "C", body(200, result()), body(400, error(-32600)), "http"),
    Sample("http-version-missing", "E", body(400, error(-32020)), "", "http"),
    _mismatch("http-method-missing"),
    _mismatch("http-method-wrong"),
    _mismatch("http-name-missing"),
    Sample("http-name-wrong", "E", body(400, error(-32020)), body(400, error(-32602)), "http"),
    Sample("http-name-encoded", "E", body(200, result()), body(400, error(-32020)), "http"),
    Sample("http-token-invalid", "D", head(401), body(200, result()), "http"),
    Sample("http-session-missing", "D", head(400), head(401), "http"),
    Sample("http-session-foreign", "D", head(404), body(200, result()), "http"),
    Sample(
        "http-session-ignored", "E", body(200, result()), body(200, result(), "Mcp-Session-Id=abc"), "http"
    ),
    Sample("http-origin", "B", head(400), body(200, result()), "http"),
    Sample("http-origin", "D", head(403), head(400), "http"),
    Sample("http-origin", "E", body(403, error(-32600, "")), body(200, result()), "http"),
    Sample("http-accept", "E", head(406), "h 200 text/event-stream\ns " + result() + "\n.", "http"),
    Sample("http-content-type", "E", head(415), head(202), "http"),
    Sample("http-get", "E", head(405), head(500), "http"),
    Sample("http-delete", "E", head(405), head(500), "http"),
)
