"""The faults, one a row: what is wrong on the wire, the rule that forbids it, and how the server is bent.

Written from the pages of the specification and section 8 of the protocol reference, not from the rules of
`inspector/lint`: what the check says is measured from outside.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.seeded.server import CONTENTS, DATES, PNG, TASK, VIEW, Gone, Head, HttpRequest, M, Message, Server

__all__ = ["FAULTS", "KIN", "UNSEEN", "Fault"]

Change = Callable[[Server], None]
NONE: Final[dict[str, Any]] = {}
ELICITS: Final = {"elicitation": {"form": {}, "url": {}}}
FORM: Final = {"elicitation": {}}
SAMPLES: Final = {"sampling": {"tools": {}, "context": {}}}
ROOTS: Final = {"roots": {}}
TASKS: Final = {"extensions": {M + "tasks": {}}}
CHANGED: Final = "notifications/tools/list_changed"
UI: Final = {"extensions": {M + "ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}


@dataclass(frozen=True, slots=True)
class Fault:
    """One row. declares: capabilities of the client, without which the server cannot commit it. kin: rules
    that may speak beside the expected one in this row, since what is wrong breaks them too. era: what the
    client is told of the server; else its revision."""

    name: str
    rule: str
    changes: tuple[Change, ...]
    revisions: str = "ABCDE"
    transports: tuple[str, ...] = ("stdio", "http")
    declares: Any = None
    probes: str = "safe"
    kin: tuple[str, ...] = ()
    era: str = ""


FAULTS: Final[dict[str, Fault]] = {}


def fault(
    name: str,
    rule: str,
    *changes: Change,
    revisions: str = "ABCDE",
    on: str = "stdio http",
    declares: dict[str, Any] = NONE,
    probes: str = "safe",
    kin: str = "",
    era: str = "",
) -> None:
    """A row of the table."""
    assert name not in FAULTS, name
    FAULTS[name] = Fault(
        name, rule, changes, revisions, tuple(on.split()), declares, probes, tuple(kin.split()), era
    )


# -- what a change can be


def edited(value: Any, pointer: str, new: Any) -> Any:
    """The value with a member set, or dropped where `new` is Gone; `new` may be a function of the old."""
    *path, name = pointer.split("/")[1:] if pointer else [""]
    if not pointer:
        return new(value) if callable(new) and new is not Gone else new
    value = json.loads(json.dumps(value))  # what others hold of it stays
    here = value
    for word in path:
        word = word.replace("~1", "/")
        here = here[int(word)] if isinstance(here, list) else here.setdefault(word, {})
    name = name.replace("~1", "/")
    key: Any = int(name) if isinstance(here, list) and name != "-" else name
    if new is Gone:
        here.pop(key, None) if isinstance(here, dict) else here.pop(key)
    elif name == "-" and isinstance(here, list):
        here.append(new)
    else:
        here[key] = new(here[key] if isinstance(here, list) else here.get(key)) if callable(new) else new
    return value


def result(method: str, pointer: str, new: Any, when: Callable[[Message], bool] | None = None) -> Change:
    """Set a place of a result. when: of which requests."""

    def change(server: Server) -> None:
        def hook(_server: Server, value: Message, request: Message) -> Message:
            params = request.get("params") or {}
            return edited(value, pointer, new) if when is None or when(params) else value

        server.results.setdefault(method, []).append(hook)

    return change


def called(tool: str) -> Callable[[Message], bool]:
    return lambda params: params.get("name") == tool


def of_call(tool: str, pointer: str, new: Any) -> Change:
    """Set a place of the result of one tool."""
    return result("tools/call", pointer, new, called(tool))


def message(method: str, pointer: str, new: Any) -> Change:
    """Set a place of the whole response, notification or request."""

    def change(server: Server) -> None:
        def hook(_server: Server, value: Any, _request: Message) -> Any:
            return edited(value, pointer, new)

        server.messages.setdefault(method, []).append(hook)

    return change


def params(method: str, pointer: str, new: Any) -> Change:
    """Set a place of the params of what the server sends by itself."""

    def change(server: Server) -> None:
        def hook(_server: Server, value: Message) -> Message:
            found: Message = edited(value, pointer, new)
            return found

        server.params.setdefault(method, []).append(hook)

    return change


def refuse(
    method: str, code: int, text: str = "it cannot be done", data: Any = None, when: Any = None
) -> Change:
    """Answer an error."""

    def change(server: Server) -> None:
        def hook(_server: Server, value: Message, request: Message) -> Message:
            if when is not None and not when(request.get("params") or {}):
                return value
            error = {"code": code, "message": text} | ({} if data is None else {"data": data})
            return {"jsonrpc": "2.0", "id": request["id"], "error": error}

        server.messages.setdefault(method, []).append(hook)

    return change


Sent = Callable[[Server, Message], list[Any]]


def before(method: str, *sent: Any) -> Change:
    """Send these before the answer, on its stream. A message, bytes, or a function of server and request."""

    def change(server: Server) -> None:
        server.before.setdefault(method, []).append(_sending(sent))

    return change


def after(method: str, *sent: Any) -> Change:
    """Send these after the answer."""

    def change(server: Server) -> None:
        server.after.setdefault(method, []).append(_sending(sent))

    return change


def _sending(sent: tuple[Any, ...]) -> Sent:
    def hook(server: Server, request: Message) -> list[Any]:
        of_call = request["method"] == "tools/call"
        if of_call and request["params"].get("name") not in ("add", "touch"):  # once is enough
            return []
        if of_call and request["params"]["name"] == "touch" and not any(callable(one) for one in sent):
            return []
        found = [one(server, request) if callable(one) else one for one in sent]
        return [one for one in found if one is not None]

    return hook


def line(method: str, edit: Callable[[bytes], Any]) -> Change:
    """Edit the bytes of the answer."""

    def change(server: Server) -> None:
        server.lines.setdefault(method, []).append(lambda _server, data: edit(data))

    return change


def head(edit: Callable[[Server, HttpRequest, Head], None], method: str = "", verb: str = "POST") -> Change:
    """Edit the heads of the responses to a verb, and to a method."""

    def change(server: Server) -> None:
        def hook(server: Server, request: HttpRequest, head: Head) -> None:
            if request.verb == verb and (not method or f'"{method}"'.encode() in request.body):
                edit(server, request, head)

        server.heads.append(hook)

    return change


def header(name: str, value: str, method: str = "") -> Change:
    return head(lambda _server, _request, head: head.headers.__setitem__(name, value), method)


def status(code: int, method: str = "") -> Change:
    return head(lambda _server, _request, head: setattr(head, "status", code), method)


def event(edit: Callable[[bytes], bytes]) -> Change:
    """Edit the bytes of the events of a stream."""

    def change(server: Server) -> None:
        server.events.append(lambda _server, data, _message, _request: edit(data))

    return change


def lax(*duties: str) -> Change:
    """Neglect these."""
    return lambda server: server.lax.update(duties)


def note(method: str, **values: Any) -> Message:
    return {"jsonrpc": "2.0", "method": method, "params": values}


def ask(method: str, number: Any = 900, **values: Any) -> Message:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": values}


def log(level: str = "error", data: Any = "x", **more: Any) -> Message:
    return note("notifications/message", level=level, data=data, **more)


# -- the envelope

fault("result-without-jsonrpc", "RPC-02", message("tools/list", "/jsonrpc", Gone))
fault("jsonrpc-1.0", "RPC-02", message("tools/list", "/jsonrpc", "1.0"))
fault(
    "result-with-nan",
    "RPC-01",
    line("tools/call", lambda data: data.replace(b'"content": [', b'"x": NaN, "content": [')),
)
fault(
    "answer-not-utf-8", "RPC-01", line("prompts/list", lambda data: data.replace(b"Greets", b"Gr\xfc\xdfe"))
)
fault("number-as-message", "RPC-03", before("prompts/list", b"42"), revisions="ABCDE", on="stdio")
fault(
    "answer-in-an-array",
    "RPC-04",
    line("tools/list", lambda data: b"[" + data + b"]"),
    revisions="ACDE",
    on="stdio",
)
fault("empty-batch", "RPC-05", before("prompts/list", b"[]"), revisions="B", on="stdio")
fault(
    "batch-of-request-and-response",
    "RPC-05",
    before("prompts/list", json.dumps([ask("ping"), {"jsonrpc": "2.0", "id": 901, "result": {}}]).encode()),
    revisions="B",
    on="stdio",
    kin="RPC-09",
)
fault("id-null", "RPC-06", message("prompts/list", "/id", None))
fault("id-fraction", "RPC-07", message("prompts/list", "/id", 1.5))
fault("id-object", "RPC-07", message("prompts/list", "/id", {}))
fault(
    "asks-with-the-same-id", "RPC-08", before("tools/call", ask("ping", 5), ask("ping", 5)), revisions="ABCD"
)
fault(
    "answers-what-was-not-asked",
    "RPC-09",
    before("prompts/list", {"jsonrpc": "2.0", "id": 777, "result": {}}),
    revisions="ABCD",
    on="stdio",
)
fault(
    "answers-what-was-not-asked-modern",
    "RPC-09",
    before("prompts/list", {"jsonrpc": "2.0", "id": 777, "result": {"resultType": "complete"}}),
    revisions="E",
    on="stdio",
)
fault(
    "answers-what-was-not-asked-on-a-stream",
    "RPC-32",
    before("prompts/list", {"jsonrpc": "2.0", "id": 777, "result": {"resultType": "complete"}}),
    revisions="BCDE",
    on="http",
    kin="RPC-09 HTTP-16",
)
fault(
    "answers-an-earlier-post",
    "HTTP-16",
    message("prompts/list", "/id", lambda number: number - 1 if isinstance(number, int) else 1),
    revisions="BCDE",
    on="http",
    kin="RPC-10",
)
fault("unknown-method-accepted", "RPC-33", lax("unknown method"), revisions="ABCD")
fault("unknown-method-accepted-modern", "RPC-33", lax("unknown method"), revisions="E", on="stdio")
fault(
    "answers-twice",
    "RPC-10",
    after(
        "resources/templates/list",
        lambda server, request: {"jsonrpc": "2.0", "id": request["id"], "result": {"resourceTemplates": []}},
    ),
    on="stdio",
    revisions="ABCD",
)
fault("id-as-text", "RPC-11", message("prompts/list", "/id", str))
fault(
    "result-and-error",
    "RPC-12",
    message("prompts/list", "/error", {"code": -32603, "message": "and it failed"}),
)
fault("neither-result-nor-error", "RPC-13", message("prompts/list", "/result", Gone))
fault("result-a-list", "RPC-14", message("prompts/list", "/result", []))
fault("result-null", "RPC-14", message("prompts/list", "/result", None))
fault(
    "error-code-as-text",
    "RPC-15",
    refuse("prompts/list", 0),
    message("prompts/list", "/error/code", "-32603"),
)
fault(
    "error-without-message",
    "RPC-15",
    refuse("prompts/list", -32603),
    message("prompts/list", "/error/message", Gone),
)
fault("unknown-member", "RPC-16", message("tools/list", "/status", "ok"))
fault("method-beside-result", "RPC-16", message("prompts/list", "/method", "prompts/list"))
fault("notification-with-id", "RPC-17", before("tools/call", log() | {"id": 5}), revisions="ABCD")
fault("notification-with-id-null", "RPC-17", before("tools/call", log() | {"id": None}), revisions="ABCD")
fault(
    "params-a-list",
    "RPC-18",
    before("tools/call", {"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": []}),
    revisions="ABCD",
)
fault(
    "error-without-id",
    "RPC-19",
    refuse("prompts/list", -32603),
    message("prompts/list", "/id", Gone),
    revisions="ABC",
)
fault(
    "error-without-id-late",
    "RPC-20",
    refuse("prompts/list", -32603),
    message("prompts/list", "/id", Gone),
    revisions="DE",
)
fault(
    "answers-a-notification",
    "RPC-21",
    after(
        "notifications/initialized",
        {"jsonrpc": "2.0", "id": None, "error": {"code": -32601, "message": "unknown"}},
    ),
    revisions="ABCD",
    on="stdio",
    kin="RPC-06 RPC-19",
)
fault(
    "member-twice",
    "RPC-22",
    line("tools/list", lambda data: data.replace(b'"name": "add"', b'"name": "add", "name": "add"', 1)),
)
fault("reserved-code", "RPC-23", refuse("prompts/list", -32050), revisions="E")
fault("retired-code", "RPC-24", refuse("prompts/get", -32002, when=called("plan")), revisions="E")
fault("retired-elicitation-code", "RPC-24", refuse("prompts/get", -32042, when=called("plan")), revisions="E")
fault("code-of-implementations", "RPC-25", refuse("prompts/get", -32010, when=called("plan")), revisions="E")
fault("modern-server-asks", "RPC-26", before("tools/call", ask("roots/list")), revisions="E", kin="HTTP-15")
fault(
    "unknown-notification", "RPC-27", before("tools/call", note("notifications/thinking")), revisions="ABCD"
)
fault("asks-an-unknown-method", "RPC-27", before("tools/call", ask("user/confirm")), revisions="ABCD")
fault("error-message-of-lines", "RPC-28", refuse("prompts/get", -32603, "one\ntwo", when=called("plan")))
fault("error-message-empty", "RPC-28", refuse("prompts/get", -32603, "", when=called("plan")))
fault("url-error-without-list", "RPC-29", refuse("tools/call", -32042, when=called("show")), revisions="D")
fault(
    "url-error-of-a-form",
    "RPC-29",
    refuse(
        "tools/call", -32042, data={"elicitations": [{"mode": "form", "message": "x"}]}, when=called("show")
    ),
    revisions="D",
)
fault(
    "url-error-early",
    "RPC-30",
    refuse("tools/call", -32042, data={"elicitations": []}, when=called("show")),
    revisions="ABC",
)
fault("declared-but-unknown", "RPC-31", refuse("prompts/get", -32601))
fault(
    "answer-of-another",
    "RPC-09",
    message("prompts/list", "/id", lambda number: number + 5000 if isinstance(number, int) else 5000),
    kin="HTTP-16",
    on="stdio",
)

# -- the pipe

fault("banner", "STD-01", before("initialize", b"Starting the server ..."), revisions="ABCD", on="stdio")
fault("log-line", "STD-01", before("tools/call", b"INFO tool called"), on="stdio")
fault("blank-text", "STD-04", before("tools/call", b""), on="stdio")
fault(
    "pretty-print",
    "STD-02",
    line("tools/list", lambda data: json.dumps(json.loads(data), indent=2).encode()),
    on="stdio",
)
fault(
    "two-on-a-line",
    "STD-09",
    line("tools/call", lambda data: json.dumps(note("notifications/tools/list_changed")).encode() + data),
    revisions="ACD",
    on="stdio",
)
fault("crlf", "STD-04", line("tools/list", lambda data: data + b"\r"), on="stdio")
fault("byte-order-mark", "STD-04", line("tools/list", lambda data: b"\xef\xbb\xbf" + data), on="stdio")


def _at_end(work: Callable[[], None]) -> Change:
    return lambda server: server.at_end.append(work)


def _last_line() -> None:
    import sys

    sys.stdout.buffer.write(json.dumps(note("notifications/tools/list_changed")).encode())
    sys.stdout.buffer.flush()


def _linger() -> None:
    import time

    time.sleep(30)


def _write_latin_1() -> None:
    import sys

    sys.stderr.buffer.write(b"gr\xfc\xdfe\n")
    sys.stderr.buffer.flush()


def _leave(server: Server, request: Message) -> None:
    import os

    if request["params"].get("name") == "touch":
        os._exit(0)


fault("no-last-newline", "STD-03", _at_end(_last_line), revisions="ABCD", on="stdio")
fault("stays", "STD-06", _at_end(_linger), on="stdio")
fault(
    "latin-1-on-stderr",
    "STD-05",
    before("tools/list", lambda _server, _request: _write_latin_1()),
    on="stdio",
)


def _late(_server: Server, one: Message) -> Message:
    import time

    time.sleep(1.2)  # what is on its way while the cancellation comes is no fault
    return note(CHANGED, _meta={M + "subscriptionId": one["params"]["requestId"]})


CANCEL: Final = "notifications/cancelled"
fault(
    "speaks-after-the-cancellation", "STD-08", after(CANCEL, _late), revisions="E", on="stdio", kin="NTF-16"
)
fault("ends-in-a-call", "STD-07", before("tools/call", _leave), on="stdio")


# -- HTTP

fault(
    "text-plain", "HTTP-01", header("Content-Type", "text/plain", "tools/list"), revisions="BCDE", on="http"
)
fault(
    "no-content-type",
    "HTTP-01",
    head(lambda _s, _r, head: head.headers.pop("Content-Type", None), "tools/list"),
    revisions="BCDE",
    on="http",
)
fault(
    "notification-answered-200",
    "HTTP-02",
    status(200, "notifications/initialized"),
    revisions="BCD",
    on="http",
)
fault(
    "notification-answered-204",
    "HTTP-02",
    status(204, "notifications/initialized"),
    revisions="BCD",
    on="http",
)


def _body_of_202(_server: Server, _request: HttpRequest, head: Head) -> None:
    head.body = b'{"ok": true}'
    head.headers["Content-Type"] = "application/json"


def _accepted(code: int) -> Callable[[Server, HttpRequest, Head], None]:
    def edit(_server: Server, _request: HttpRequest, head: Head) -> None:
        head.status, head.body = code, b""
        head.headers.pop("Content-Type", None)

    return edit


def _in_list(_server: Server, _request: HttpRequest, head: Head) -> None:
    head.body = b"[" + head.body + b"]"


fault(
    "202-with-a-body", "HTTP-03", head(_body_of_202, "notifications/initialized"), revisions="BCD", on="http"
)
fault("request-answered-202", "HTTP-04", head(_accepted(202), "prompts/list"), revisions="BCDE", on="http")
fault("request-answered-204", "HTTP-04", head(_accepted(204), "prompts/list"), revisions="BCDE", on="http")
fault("body-an-array", "HTTP-05", head(_in_list, "prompts/list"), revisions="CDE", on="http", kin="RPC-04")


def _objects(_server: Server, _request: HttpRequest, head: Head) -> None:
    head.body = head.body + b"\n" + json.dumps(log()).encode()


fault(
    "body-of-two-objects",
    "HTTP-05",
    head(_objects, "prompts/list"),
    revisions="CDE",
    on="http",
    kin="NTF-06 NTF-08",
)


def _bad_version(error: Message, code: int) -> tuple[Change, ...]:
    return (refuse("prompts/get", -32022, "no", error, called("plan")), _status_of(code, b'"plan"'))


def _status_of(code: int, text: bytes) -> Change:
    def edit(_server: Server, request: HttpRequest, head: Head) -> None:
        if text in request.body:
            head.status = code

    return head(edit)


SUPPORTED: Final = {"supported": ["2027-01-01"], "requested": DATES["E"]}
fault("version-error-with-200", "HTTP-06", *_bad_version(SUPPORTED, 200), revisions="E", on="http")
fault(
    "capability-error-with-200",
    "HTTP-07",
    refuse(
        "prompts/get",
        -32021,
        "sampling is missing",
        {"requiredCapabilities": {"sampling": {}}},
        called("plan"),
    ),
    _status_of(200, b'"plan"'),
    revisions="E",
    on="http",
)
fault(
    "unknown-method-with-200",
    "HTTP-08",
    _status_of(200, b"unknown"),
    head(lambda s, r, h: setattr(h, "status", 200 if h.status == 404 else h.status)),
    revisions="E",
    on="http",
)
fault(
    "unknown-method-with-other-code",
    "HTTP-08",
    head(lambda s, r, h: setattr(h, "body", h.body.replace(b"-32601", b"-32600"))),
    revisions="E",
    on="http",
    kin="RPC-33",
)
fault("meta-not-required", "HTTP-09", lax("meta"), revisions="E", on="http")
for _name in ("mcp-method", "mcp-name"):
    fault(f"{_name}-not-compared", "HTTP-10", lax(_name), revisions="E", on="http")
fault(
    "header-error-without-code",
    "HTTP-10",
    head(lambda s, r, h: setattr(h, "body", h.body.replace(b"-32020", b"-32600"))),
    revisions="E",
    on="http",
)
fault(
    "session-id-in-modern",
    "HTTP-12",
    header("Mcp-Session-Id", "0b1c9a52-7d7e-4d3a-9a8e-1f2e3d4c5b6a", "tools/list"),
    revisions="E",
    on="http",
)
fault(
    "event-ids-in-modern",
    "HTTP-13",
    lax("events"),
    event(lambda data: b"id: 7\n" + data),
    revisions="E",
    on="http",
)
fault("get-allowed-in-modern", "HTTP-14", lax("verbs"), revisions="E", on="http")
fault("delete-allowed-in-modern", "HTTP-14", lax("verbs"), revisions="E", on="http", probes="all")
fault(
    "request-on-a-response-stream",
    "HTTP-15",
    before("tools/call", ask("roots/list")),
    revisions="E",
    on="http",
    kin="RPC-26",
)
fault(
    "unrelated-notification-on-a-response-stream",
    "HTTP-15",
    before("tools/call", note("notifications/tools/list_changed", _meta={M + "subscriptionId": 1})),
    revisions="E",
    on="http",
    kin="NTF-12 NTF-16",
)
fault(
    "id-of-another-post",
    "RPC-32",
    message("prompts/list", "/id", lambda number: number + 5000 if isinstance(number, int) else 5000),
    revisions="BCDE",
    on="http",
    kin="RPC-09 HTTP-16",
)


def _break_off(server: Server) -> None:
    server.lax.add("events")
    server.lines.setdefault("prompts/list", []).append(lambda _server, _data: Gone)


fault("stream-ends-early", "HTTP-18", _break_off, revisions="BCE", on="http")
fault(
    "event-of-another-name",
    "HTTP-19",
    lax("events"),
    event(lambda data: data.replace(b"event: message", b"event: update")),
    revisions="BCDE",
    on="http",
)
fault(
    "session-id-with-a-space",
    "HTTP-20",
    header("Mcp-Session-Id", "a b 0b1c9a52-7d7e-4d3a-9a8e", "initialize"),
    lax("sessions"),
    revisions="BCD",
    on="http",
)
fault(
    "session-id-short",
    "HTTP-21",
    header("Mcp-Session-Id", "7", "initialize"),
    lax("sessions"),
    revisions="BCD",
    on="http",
)
fault(
    "session-id-changes",
    "HTTP-22",
    header("Mcp-Session-Id", "9b1c9a52-7d7e-4d3a-9a8e-1f2e3d4c5b6a", "tools/list"),
    revisions="BCD",
    on="http",
)
fault("unknown-session-accepted", "HTTP-23", lax("sessions"), revisions="BCD", on="http", probes="all")
fault(
    "missing-session-answered-403",
    "HTTP-24",
    head(lambda s, r, h: setattr(h, "status", 403 if h.status == 400 else h.status)),
    revisions="BCD",
    on="http",
    probes="all",
    kin="HTTP-31",
)


def _get_json(_server: Server, _request: HttpRequest, head: Head) -> None:
    head.headers["Content-Type"], head.body = "application/json", b"{}"


fault("get-answered-with-json", "HTTP-25", head(_get_json, verb="GET"), revisions="BCD", on="http")
fault(
    "get-answered-400",
    "HTTP-25",
    head(lambda s, r, h: setattr(h, "status", 400), verb="GET"),
    revisions="BCD",
    on="http",
)


def _to_general(build: Callable[[Server, Message], Any]) -> Sent:
    def sent(server: Server, request: Message) -> Any:
        server.send("", build(server, request))

    return sent  # type: ignore[return-value]


fault(
    "response-on-the-get-stream",
    "HTTP-26",
    before(
        "prompts/list",
        _to_general(
            lambda server, request: {"jsonrpc": "2.0", "id": request["id"], "result": {"prompts": []}}
        ),
    ),
    revisions="BCD",
    on="http",
    kin="RPC-10 HTTP-27",
)
fault(
    "message-on-two-streams",
    "HTTP-27",
    before("prompts/list", ask("ping", 77), _to_general(lambda server, request: ask("ping", 77))),
    revisions="BCD",
    on="http",
    kin="RPC-08",
)
fault(
    "event-id-repeated",
    "HTTP-28",
    lax("events"),
    event(lambda data: b"id: 7\n" + data.partition(b"\n")[2] if data.startswith(b"id: ") else data),
    revisions="BCD",
    on="http",
)
fault(
    "no-priming-event",
    "HTTP-30",
    lax("events"),
    event(lambda data: b"" if data.endswith(b"data: \n\n") else data),
    revisions="D",
    on="http",
)
fault(
    "broken-off-without-event-id",
    "HTTP-29",
    _break_off,
    event(lambda data: b"" if data.endswith(b"data: \n\n") else data),
    before("prompts/list", note("notifications/tools/list_changed")),
    event(lambda data: data.partition(b"\n")[2] if data.startswith(b"id: ") else data),
    revisions="D",
    on="http",
    kin="HTTP-18",
)
fault("version-header-not-checked", "HTTP-31", lax("version header"), revisions="CD", on="http")
fault("foreign-origin-accepted", "HTTP-32", lax("origin"), revisions="BCDE", on="http")
fault(
    "foreign-origin-400",
    "HTTP-32",
    head(lambda s, r, h: setattr(h, "status", 400 if h.status == 403 else h.status)),
    revisions="DE",
    on="http",
)
fault(
    "no-accel-buffering",
    "HTTP-33",
    lax("events"),
    head(lambda s, r, h: h.headers.pop("X-Accel-Buffering", None)),
    revisions="E",
    on="http",
)
fault(
    "first-event-no-endpoint",
    "HTTP-35",
    event(
        lambda data: (
            b'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n' + data
            if data.startswith(b"event: endpoint")
            else data
        )
    ),
    revisions="A",
    on="http",
)
fault(
    "endpoint-on-another-origin",
    "HTTP-36",
    event(
        lambda data: (
            b"event: endpoint\ndata: http://other.example/post\n\n"
            if data.startswith(b"event: endpoint")
            else data
        )
    ),
    revisions="A",
    on="http",
)
fault(
    "unknown-method-without-body",
    "HTTP-08",
    head(lambda s, r, h: setattr(h, "body", b"" if h.status == 404 else h.body)),
    revisions="E",
    on="http",
    kin="HTTP-38",
)
fault(
    "version-error-without-body",
    "HTTP-38",
    *_bad_version(SUPPORTED, 400),
    head(lambda s, r, h: setattr(h, "body", b"Bad Request" if b'"plan"' in r.body else h.body)),
    revisions="E",
    on="http",
    kin="HTTP-04 HTTP-01",
)

# -- lifecycle, capabilities, versions

for _member in ("protocolVersion", "capabilities", "serverInfo"):
    fault(
        f"initialize-without-{_member}",
        "LIFE-01",
        result("initialize", f"/{_member}", Gone),
        revisions="ABCD",
    )
fault(
    "server-without-version", "LIFE-01", result("initialize", "/serverInfo/version", Gone), revisions="ABCD"
)
fault("server-name-a-number", "LIFE-01", result("initialize", "/serverInfo/name", 5), revisions="ABCD")
fault("version-unknown", "LIFE-02", result("initialize", "/protocolVersion", "2025-07-01"), revisions="ABCD")
fault(
    "version-modern-by-handshake",
    "LIFE-02",
    result("initialize", "/protocolVersion", DATES["E"]),
    revisions="ABCD",
)
fault(
    "version-error",
    "LIFE-03",
    refuse(
        "initialize", -32602, "Unsupported protocol version", {"supported": ["2024-10-07"], "requested": "x"}
    ),
    revisions="ABCD",
)
fault(
    "asks-before-initialized",
    "LIFE-04",
    after("initialize", ask("roots/list")),
    revisions="ABCD",
    on="stdio",
    declares=ROOTS,
)
fault(
    "tells-before-initialized",
    "LIFE-04",
    before("initialize", note("notifications/tools/list_changed")),
    revisions="ABCD",
    on="stdio",
)
fault(
    "asks-for-roots",
    "LIFE-05",
    before("tools/call", ask("roots/list")),
    revisions="ABCD",
    declares={"sampling": {}},
)
fault(
    "asks-for-a-sample",
    "LIFE-05",
    before(
        "tools/call",
        ask(
            "sampling/createMessage",
            messages=[{"role": "user", "content": {"type": "text", "text": "x"}}],
            maxTokens=5,
        ),
    ),
    revisions="ABCD",
    declares=ROOTS,
)
fault(
    "asks-for-a-form",
    "LIFE-05",
    before(
        "tools/call",
        ask("elicitation/create", message="x", requestedSchema={"type": "object", "properties": {}}),
    ),
    revisions="CD",
    declares=ROOTS,
)
fault("prompts-work-undeclared", "LIFE-06", lambda server: _undeclared(server, "prompts"))
fault("resources-work-undeclared", "LIFE-06", lambda server: _undeclared(server, "resources"))


def _undeclared(server: Server, name: str) -> None:
    for method in ("initialize", "server/discover"):
        result(method, f"/capabilities/{name}", Gone)(server)


fault("prompts-declared-but-unknown", "LIFE-07", refuse("prompts/list", -32601), kin="RPC-31")
fault(
    "tools-declared-but-unknown",
    "LIFE-07",
    refuse("tools/list", -32601, when=lambda p: "_meta" in p or "cursor" in p),
    kin="RPC-31",
)
fault(
    "discover-unknown",
    "LIFE-08",
    refuse("server/discover", -32601),
    revisions="E",
    era="auto",
    kin="RPC-31 HTTP-08",
)
fault(
    "discover-without-capabilities",
    "LIFE-08",
    result("server/discover", "/capabilities", Gone),
    revisions="E",
)
fault(
    "discover-without-versions",
    "LIFE-08",
    result("server/discover", "/supportedVersions", Gone),
    revisions="E",
)
fault("no-version-supported", "LIFE-09", result("server/discover", "/supportedVersions", []), revisions="E")
fault(
    "other-versions-supported",
    "LIFE-09",
    result("server/discover", "/supportedVersions", ["2027-01-01"]),
    revisions="E",
)
fault("version-error-without-data", "LIFE-10", *_bad_version(None, 400), revisions="E")  # type: ignore[arg-type]
fault(
    "version-error-without-requested",
    "LIFE-10",
    *_bad_version({"supported": ["2027-01-01"]}, 400),
    revisions="E",
)
fault(
    "version-error-with-the-version",
    "LIFE-11",
    *_bad_version({"supported": [DATES["E"]], "requested": DATES["E"]}, 400),
    revisions="E",
)
fault(
    "no-server-info",
    "LIFE-12",
    result("*", "/_meta/" + M.replace("/", "~1") + "serverInfo", Gone),
    revisions="E",
)
fault(
    "capability-error-without-data",
    "LIFE-14",
    refuse("prompts/get", -32021, "something is missing", None, called("plan")),
    revisions="E",
)
fault(
    "capability-error-with-a-list",
    "LIFE-14",
    refuse(
        "prompts/get", -32021, "something is missing", {"requiredCapabilities": ["sampling"]}, called("plan")
    ),
    revisions="E",
)
fault(
    "extension-without-prefix",
    "LIFE-16",
    result("server/discover", "/capabilities/extensions/tasks", {}),
    revisions="E",
)
fault(
    "extension-of-spaces",
    "LIFE-16",
    result("server/discover", "/capabilities/extensions/my ext~1a b", {}),
    revisions="E",
)
fault(
    "extension-under-reserved",
    "LIFE-17",
    result("server/discover", "/capabilities/extensions/dev.mcp~1mine", {}),
    revisions="E",
)
fault(
    "legacy-tasks-capability", "LIFE-18", result("server/discover", "/capabilities/tasks", {}), revisions="E"
)
for _value, _word in ((True, "true"), ([], "a-list")):
    fault(
        f"capability-{_word}",
        "LIFE-19",
        result("initialize", "/capabilities/tools", _value),
        revisions="ABCD",
    )
    fault(
        f"capability-{_word}-modern",
        "LIFE-19",
        result("server/discover", "/capabilities/tools", _value),
        revisions="E",
    )
fault(
    "list-changed-as-text",
    "LIFE-19",
    result("initialize", "/capabilities/tools/listChanged", "yes"),
    revisions="ABCD",
)
fault("logging-advertised", "LIFE-20", result("server/discover", "/capabilities/logging", {}), revisions="E")

# -- results

fault("instructions-a-list", "RES-01", result("initialize", "/instructions", ["x"]), revisions="ABCD")
fault("tools-an-object", "RES-01", result("tools/list", "/tools", {}))
fault("tools-missing", "RES-01", result("tools/list", "/tools", Gone))
fault("tool-without-name", "RES-01", result("tools/list", "/tools/1/name", Gone))
fault("tool-description-a-number", "RES-01", result("tools/list", "/tools/1/description", 5))
fault("tool-title-a-number", "RES-01", result("tools/list", "/tools/1/title", 5), revisions="CDE")
fault("is-error-as-text", "RES-01", of_call("add", "/isError", "false"))
fault("text-block-without-text", "RES-01", of_call("add", "/content/0/text", Gone))
fault("text-a-number", "RES-01", of_call("add", "/content/0/text", 3))
fault("image-without-mime-type", "RES-01", of_call("show", "/content/1/mimeType", Gone))
fault("link-without-name", "RES-01", of_call("show", "/content/4/name", Gone), revisions="CDE")
fault("resource-without-name", "RES-01", result("resources/list", "/resources/0/name", Gone))
fault(
    "resource-size-as-text",
    "RES-01",
    result("resources/list", "/resources/0/size", "8", lambda p: "cursor" not in p),
)
fault(
    "template-without-name", "RES-01", result("resources/templates/list", "/resourceTemplates/0/name", Gone)
)
fault("contents-an-object", "RES-01", result("resources/read", "/contents", lambda found: found[0]))
fault("contents-missing", "RES-01", result("resources/read", "/contents", Gone))
fault("prompt-without-name", "RES-01", result("prompts/list", "/prompts/1/name", Gone))
fault("prompt-required-as-text", "RES-01", result("prompts/list", "/prompts/0/arguments/0/required", "true"))
fault(
    "prompt-arguments-an-object",
    "RES-01",
    result("prompts/list", "/prompts/1/arguments", {"x": {"type": "string"}}),
)
fault("prompt-message-without-content", "RES-01", result("prompts/get", "/messages/0/content", Gone))
fault("prompt-content-as-text", "RES-01", result("prompts/get", "/messages/0/content", "Greet."))
fault("completion-missing", "RES-01", result("completion/complete", "/completion", Gone))
fault("completion-of-numbers", "RES-01", result("completion/complete", "/completion/values", [1, 2]))
fault("completion-total-as-text", "RES-01", result("completion/complete", "/completion/total", "2"))
fault(
    "annotation-hint-as-text",
    "RES-01",
    result("tools/list", "/tools/0/annotations/readOnlyHint", "true"),
    revisions="BCDE",
)
fault(
    "log-without-data",
    "RES-01",
    before("tools/call", note("notifications/message", level="error")),
    revisions="ABCD",
)
fault("no-result-type", "RES-02", result("prompts/list", "/resultType", Gone), revisions="E")
fault("result-type-unknown", "RES-03", result("prompts/list", "/resultType", "partial"), revisions="E")
fault(
    "input-required-by-a-list",
    "RES-04",
    result("prompts/list", "/resultType", "input_required"),
    result("prompts/list", "/requestState", "x"),
    result("prompts/list", "/ttlMs", Gone),
    result("prompts/list", "/cacheScope", Gone),
    revisions="E",
)
fault(
    "input-required-of-nothing", "RES-05", of_call("add", "", {"resultType": "input_required"}), revisions="E"
)
fault(
    "input-requests-empty",
    "RES-05",
    of_call("add", "", {"resultType": "input_required", "inputRequests": {}}),
    revisions="E",
)
fault(
    "input-request-of-another-method",
    "RES-06",
    of_call(
        "add",
        "",
        {"resultType": "input_required", "inputRequests": {"a": {"method": "tools/list", "params": {}}}},
    ),
    revisions="E",
    declares=ELICITS,
)
fault(
    "input-request-with-id",
    "RES-06",
    of_call("ask", "/inputRequests/q0/id", 5),
    revisions="E",
    declares=ROOTS,
)
fault(
    "input-request-undeclared",
    "RES-07",
    of_call(
        "add",
        "",
        {
            "resultType": "input_required",
            "inputRequests": {
                "a": {
                    "method": "sampling/createMessage",
                    "params": {
                        "messages": [{"role": "user", "content": {"type": "text", "text": "x"}}],
                        "maxTokens": 5,
                    },
                }
            },
        },
    ),
    revisions="E",
    declares=ROOTS,
)
fault(
    "request-state-an-object",
    "RES-08",
    of_call("ask", "/requestState", {"a": 1}),
    revisions="E",
    declares=ROOTS,
)


def _again(server: Server) -> None:
    """Each retry is asked the same."""
    server.lax.add("ask again")


fault("asks-without-end", "RES-09", _again, revisions="E", declares=ROOTS)
fault("no-ttl", "RES-10", result("prompts/list", "/ttlMs", Gone), revisions="E")
fault("ttl-negative", "RES-10", result("prompts/list", "/ttlMs", -1), revisions="E")
fault("ttl-fraction", "RES-10", result("tools/list", "/ttlMs", 0.5), revisions="E")
fault("no-cache-scope", "RES-11", result("prompts/list", "/cacheScope", Gone), revisions="E")
fault("cache-scope-unknown", "RES-11", result("resources/read", "/cacheScope", "shared"), revisions="E")
fault(
    "cache-scope-of-pages",
    "RES-12",
    result("resources/list", "/cacheScope", "public", lambda p: "cursor" in p),
    revisions="E",
)
fault("ttl-on-input-required", "RES-13", of_call("ask", "/ttlMs", 5), revisions="E", declares=ROOTS)
fault("description-null", "RES-15", result("tools/list", "/tools/1/description", None))
fault("next-cursor-null", "PAGE-01", result("prompts/list", "/nextCursor", None), kin="RES-15")
fault("annotations-null", "RES-15", result("tools/list", "/tools/1/annotations", None), revisions="BCDE")
fault("structured-content-early", "RES-16", of_call("add", "/structuredContent", {"sum": 3}), revisions="AB")
fault(
    "icons-early",
    "RES-16",
    result("tools/list", "/tools/0/icons", [{"src": "https://x.example/i.png"}]),
    revisions="ABC",
)
fault("meta-key-of-spaces", "RES-17", result("tools/list", "/tools/1/_meta", {"a b": 1}), revisions="CDE")
fault("meta-prefix-of-digits", "RES-17", result("tools/list", "/tools/1/_meta", {"1x/a": 1}), revisions="CDE")
fault(
    "meta-reserved",
    "RES-18",
    result("tools/list", "/tools/1/_meta", {"io.modelcontextprotocol/mine": 1}),
    revisions="CDE",
)
fault("traceparent-malformed", "RES-19", result("tools/list", "/_meta/traceparent", "xyz"), revisions="E")
fault(
    "icon-without-src",
    "RES-20",
    result("tools/list", "/tools/0/icons", [{"mimeType": "image/png"}]),
    revisions="DE",
)
fault(
    "icon-by-file",
    "RES-20",
    result("tools/list", "/tools/0/icons", [{"src": "file:///i.png"}]),
    revisions="DE",
)
fault(
    "icon-by-script",
    "RES-20",
    result("tools/list", "/tools/0/icons", [{"src": "javascript:alert(1)"}]),
    revisions="DE",
)

# -- pages

fault("cursor-a-number", "PAGE-01", result("resources/list", "/nextCursor", 2, lambda p: "cursor" not in p))
fault("cursor-repeats", "PAGE-02", result("resources/list", "/nextCursor", "c2Vjb25k"))
fault(
    "item-on-two-pages",
    "PAGE-03",
    result(
        "resources/list",
        "/resources/0",
        {"uri": "file:///notes/a.txt", "name": "a.txt"},
        lambda p: "cursor" in p,
    ),
)
fault("garbage-cursor-accepted", "PAGE-04", lax("cursor"))
fault("empty-page", "PAGE-05", result("resources/list", "/resources", [], lambda p: "cursor" not in p))


def _turning(server: Server) -> None:
    def hook(_server: Server, value: Message, _request: Message) -> Message:
        server.count["turn"] = server.count.get("turn", 0) + 1
        return edited(value, "/tools", lambda tools: tools[::-1] if server.count["turn"] % 2 else tools)

    server.results.setdefault("tools/list", []).append(hook)


def _growing(server: Server) -> None:
    def hook(_server: Server, value: Message, _request: Message) -> Message:
        server.count["grow"] = server.count.get("grow", 0) + 1
        more = {
            "name": f"more{server.count['grow']}",
            "description": "Grows.",
            "inputSchema": {"type": "object"},
        }
        return edited(value, "/tools/-", more)

    server.results.setdefault("tools/list", []).append(hook)


fault("order-changes", "PAGE-06", _turning, revisions="E")
fault("list-changes-untold", "PAGE-07", _growing, revisions="ABCD")

# -- tools

TOOL: Final = "/tools/1"


def schema(value: Any) -> Change:
    return result("tools/list", TOOL + "/inputSchema", value)


def prop(name: str, value: Any) -> Change:
    return result("tools/list", f"{TOOL}/inputSchema/properties/{name}", value)


fault(
    "tool-name-twice",
    "TOOL-01",
    result(
        "tools/list", "/tools/-", {"name": "add", "description": "Again.", "inputSchema": {"type": "object"}}
    ),
)
for _text, _word in (("a b", "with-a-space"), ("x" * 129, "long"), ("", "empty")):
    fault(
        f"tool-name-{_word}",
        "TOOL-02",
        result(
            "tools/list",
            "/tools/-",
            {"name": _text, "description": "One more.", "inputSchema": {"type": "object"}},
        ),
        revisions="DE",
    )
fault("no-input-schema", "TOOL-03", schema(Gone))
fault("input-schema-null", "TOOL-03", schema(None))
fault("input-schema-untyped", "TOOL-03", schema({"properties": {}}))
fault("input-schema-of-text", "TOOL-03", schema({"type": "string"}))
fault("schema-type-unknown", "TOOL-04", prop("x", {"type": "text"}))
fault("schema-minimum-as-text", "TOOL-04", prop("x", {"type": "number", "minimum": "0"}))
fault(
    "output-schema-invalid",
    "TOOL-04",
    result("tools/list", TOOL + "/outputSchema", {"type": "object", "properties": {"x": {"type": "strng"}}}),
    revisions="CDE",
    kin="TOOL-10",
)
fault(
    "dialect-unknown",
    "TOOL-05",
    schema({"$schema": "https://schemas.example/mine", "type": "object"}),
    revisions="DE",
)
fault("ref-to-the-network", "TOOL-06", prop("x", {"$ref": "https://schemas.example/x.json"}), revisions="E")
fault("ref-to-nothing", "TOOL-06", prop("x", {"$ref": "#/$defs/missing"}))
fault(
    "required-but-undefined",
    "TOOL-07",
    schema({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "zz"]}),
)
fault("no-description", "TOOL-08", result("tools/list", TOOL + "/description", Gone))
fault(
    "output-schema-of-text",
    "TOOL-09",
    result("tools/list", TOOL + "/outputSchema", {"type": "string"}),
    revisions="CD",
    kin="TOOL-10",
)
fault("no-structured-content", "TOOL-10", of_call("add", "/structuredContent", Gone), revisions="CDE")
fault(
    "structured-content-of-another-type",
    "TOOL-11",
    of_call("add", "/structuredContent", {"sum": "3"}),
    revisions="CDE",
)
fault(
    "structured-content-without-member",
    "TOOL-11",
    of_call("add", "/structuredContent", {"total": 3}),
    revisions="CDE",
)
fault("structured-content-a-list", "TOOL-12", of_call("show", "/structuredContent", [1]), revisions="CD")
fault(
    "structured-content-not-as-text",
    "TOOL-13",
    of_call("add", "/content", [{"type": "text", "text": "it is done"}]),
    revisions="CDE",
)
fault("no-content", "TOOL-14", of_call("show", "/content", Gone))
fault("content-as-text", "TOOL-14", of_call("show", "/content", "done"))
fault("block-type-unknown", "TOOL-15", of_call("show", "/content/0", {"type": "html", "html": "<p>"}))
fault(
    "audio-early",
    "TOOL-15",
    of_call("show", "/content/-", {"type": "audio", "data": "UklGRgAAAABXQVZF", "mimeType": "audio/wav"}),
    revisions="A",
)
fault(
    "link-early",
    "TOOL-15",
    of_call("show", "/content/-", {"type": "resource_link", "uri": "file:///a", "name": "a"}),
    revisions="AB",
)
fault("image-no-base64", "TOOL-16", of_call("show", "/content/1/data", "not base64!"))
fault("image-as-data-url", "TOOL-16", of_call("show", "/content/1/data", "data:image/png;base64," + PNG))
fault("image-of-another-type", "TOOL-16", of_call("show", "/content/1/mimeType", "image/jpeg"))
fault(
    "blob-no-base64", "TOOL-16", of_call("show", "/content/2/resource", {"uri": "file:///b", "blob": "%%%"})
)
fault("unknown-tool-accepted", "TOOL-17", lax("unknown tool"))
fault("bad-arguments-a-protocol-error", "TOOL-18", lax("arguments"), revisions="DE", probes="all")
for _value, _word in (("", "empty"), ("a b", "no-token"), ("a\n", "with-a-control")):
    fault(f"header-{_word}", "TOOL-19", prop("x", {"type": "string", "x-mcp-header": _value}), revisions="E")
fault(
    "header-twice",
    "TOOL-20",
    prop("x", {"type": "string", "x-mcp-header": "Reg"}),
    prop("y", {"type": "string", "x-mcp-header": "REG"}),
    revisions="E",
)
fault("header-of-a-number", "TOOL-21", prop("x", {"type": "number", "x-mcp-header": "Reg"}), revisions="E")
fault("header-of-an-object", "TOOL-21", prop("x", {"type": "object", "x-mcp-header": "Reg"}), revisions="E")
fault("header-of-no-type", "TOOL-21", prop("x", {"x-mcp-header": "Reg"}), revisions="E")
fault(
    "header-in-items",
    "TOOL-22",
    prop("x", {"type": "array", "items": {"type": "string", "x-mcp-header": "Reg"}}),
    revisions="E",
)
fault(
    "header-of-a-secret",
    "TOOL-23",
    prop("password", {"type": "string", "description": "x", "x-mcp-header": "Password"}),
    revisions="E",
)
fault(
    "reads-and-destroys",
    "TOOL-24",
    result("tools/list", TOOL + "/annotations/destructiveHint", True),
    revisions="BCDE",
)
fault(
    "task-support-unknown",
    "TOOL-25",
    result("tools/list", TOOL + "/execution", {"taskSupport": "always"}),
    revisions="D",
)
fault(
    "task-support-undeclared",
    "TOOL-25",
    result("initialize", "/capabilities/tasks", Gone),
    lax("plain call"),
    revisions="D",
)
fault(
    "task-support-in-modern",
    "TOOL-26",
    result("tools/list", TOOL + "/execution", {"taskSupport": "optional"}),
    revisions="E",
)


def _deep(levels: int) -> Message:
    found: Message = {"type": "string"}
    for _ in range(levels):
        found = {"type": "object", "properties": {"a": found}}
    return found


fault("schema-without-end", "TOOL-27", prop("x", _deep(150)), revisions="E")
fault("embedded-but-no-resources", "TOOL-28", lax("no resources"), revisions="CDE")

# -- resources, prompts, completion

fault(
    "uri-missing", "RSC-01", result("resources/list", "/resources/1/uri", Gone, lambda p: "cursor" not in p)
)
fault(
    "uri-relative",
    "RSC-01",
    result("resources/list", "/resources/1/uri", "notes/b.png", lambda p: "cursor" not in p),
)
fault(
    "uri-with-a-space",
    "RSC-01",
    result("resources/list", "/resources/1/uri", "file:///a b", lambda p: "cursor" not in p),
)
fault(
    "uri-twice",
    "RSC-02",
    result("resources/list", "/resources", lambda found: [*found, found[0]], lambda p: "cursor" not in p),
)
fault(
    "template-unclosed",
    "RSC-03",
    result("resources/templates/list", "/resourceTemplates/0/uriTemplate", "note://garden/{day"),
)
fault(
    "template-of-spaces",
    "RSC-03",
    result("resources/templates/list", "/resourceTemplates/0/uriTemplate", "note://garden/{the day}"),
)
fault(
    "neither-text-nor-blob",
    "RSC-04",
    result("resources/read", "/contents/0", lambda one: {"uri": one["uri"]}),
)
fault(
    "text-and-blob",
    "RSC-04",
    result("resources/read", "/contents/0", lambda one: one | {"text": "x", "blob": "eA=="}),
)
fault("contents-without-uri", "RSC-04", result("resources/read", "/contents/0/uri", Gone))
fault(
    "read-blob-no-base64",
    "RSC-05",
    result("resources/read", "/contents/0/blob", "***", lambda p: p.get("uri", "").endswith("png")),
)
fault("missing-resource-empty", "RSC-06", lax("empty read"), revisions="E")
fault(
    "missing-resource-other-code",
    "RSC-06",
    refuse("resources/read", -32603, when=lambda p: p.get("uri") not in CONTENTS),
    revisions="E",
)
fault("missing-resource-empty-legacy", "RSC-07", lax("empty read"), revisions="ABCD")
fault(
    "missing-resource-other-code-legacy",
    "RSC-07",
    refuse("resources/read", -32603, when=lambda p: p.get("uri") not in CONTENTS),
    revisions="ABCD",
)
fault(
    "size-differs", "RSC-08", result("resources/list", "/resources/0/size", 999, lambda p: "cursor" not in p)
)
fault(
    "mime-type-differs",
    "RSC-09",
    result(
        "resources/read", "/contents/0/mimeType", "text/markdown", lambda p: p.get("uri", "").endswith("txt")
    ),
)
fault(
    "priority-of-two",
    "RSC-10",
    result("resources/list", "/resources/0/annotations", {"priority": 2}, lambda p: "cursor" not in p),
)
fault(
    "audience-unknown",
    "RSC-10",
    result(
        "resources/list", "/resources/0/annotations", {"audience": ["model"]}, lambda p: "cursor" not in p
    ),
)
fault(
    "last-modified-in-words",
    "RSC-10",
    result(
        "resources/list",
        "/resources/0/annotations",
        {"lastModified": "yesterday"},
        lambda p: "cursor" not in p,
    ),
    revisions="CDE",
)
fault(
    "update-of-another-uri",
    "RSC-11",
    before("tools/call", note("notifications/resources/updated", uri="file:///never-subscribed")),
    revisions="ABCD",
)
fault("prompt-name-twice", "PRM-01", result("prompts/list", "/prompts/1/name", "greet"))
fault("prompt-argument-twice", "PRM-01", result("prompts/list", "/prompts/0/arguments/-", {"name": "name"}))
fault("role-unknown", "PRM-02", result("prompts/get", "/messages/0/role", "system"))
fault("missing-argument-accepted", "PRM-03", lax("prompt arguments"))
fault("messages-an-object", "PRM-04", result("prompts/get", "/messages", lambda found: found[0]))
fault("messages-missing", "PRM-04", result("prompts/get", "/messages", Gone))
fault("messages-empty", "PRM-04", result("prompts/get", "/messages", []))
fault(
    "101-values",
    "CMP-01",
    result("completion/complete", "/completion", {"values": [f"v{n}" for n in range(101)]}),
)
fault("total-too-small", "CMP-02", result("completion/complete", "/completion/total", 1))
fault(
    "has-more-false",
    "CMP-02",
    result("completion/complete", "/completion", {"values": ["a"], "total": 9, "hasMore": False}),
)
fault("completion-undeclared", "CMP-03", lambda server: _undeclared(server, "completions"), revisions="BCDE")

# -- notifications, progress, logging, subscriptions


def _progress(*values: Any, **more: Any) -> Sent:
    def sent(_server: Server, request: Message) -> list[Any]:
        token = (request["params"].get("_meta") or {}).get("progressToken")
        if token is None or request["params"].get("name") != "add":
            return []
        return [note("notifications/progress", progressToken=token, progress=one, **more) for one in values]

    return sent


def told(method: str, sent: Sent, later: bool = False) -> Change:
    return lambda server: (server.after if later else server.before).setdefault(method, []).append(sent)


fault("progress-stands-still", "NTF-01", told("tools/call", _progress(1, 1)))
fault("progress-goes-back", "NTF-01", told("tools/call", _progress(2, 1)))
fault(
    "progress-of-no-token",
    "NTF-02",
    before("tools/call", note("notifications/progress", progressToken="never-given", progress=1)),
)
fault("progress-after-the-end", "NTF-03", told("tools/call", _progress(1), later=True), on="stdio")
fault("progress-beyond-total", "NTF-04", told("tools/call", _progress(5, total=3)))


def _token_as_text(_server: Server, request: Message) -> list[Any]:
    token = (request["params"].get("_meta") or {}).get("progressToken")
    other: Any = str(token) if isinstance(token, int) else int(token) if str(token).isdigit() else None
    return [] if other is None else [note("notifications/progress", progressToken=other, progress=1)]


fault("progress-token-of-another-type", "NTF-05", told("tools/call", _token_as_text))
fault(
    "logs-undeclared",
    "NTF-06",
    lambda server: _undeclared(server, "logging"),
    before("tools/call", log()),
    revisions="ABCD",
)
fault("logs-undeclared-modern", "NTF-06", before("tools/call", log()), revisions="E", kin="NTF-08")
fault("logs-below-the-level", "NTF-07", before("tools/call", log("debug")), revisions="ABCD")
fault(
    "logs-unasked",
    "NTF-08",
    result("server/discover", "/capabilities/logging", {}),
    before("tools/call", log()),
    revisions="E",
)
fault("log-level-unknown", "NTF-09", before("tools/call", log("fatal")), revisions="ABCD")
fault(
    "log-of-a-token",
    "NTF-10",
    before("tools/call", log("error", "sent Authorization: Bearer ghp_16C7e42F292c6912E7710c838347Ae178B4a")),
    revisions="ABCD",
    kin="SEC-05",
)
fault("list-changed-undeclared", "NTF-11", result("initialize", "/capabilities/tools", {}), revisions="ABCD")
fault(
    "change-outside-a-subscription",
    "NTF-12",
    before("tools/call", note("notifications/tools/list_changed")),
    revisions="E",
    on="stdio",
)


SUB: Final = "/_meta/" + M.replace("/", "~1") + "subscriptionId"
ACKNOWLEDGED: Final = "notifications/subscriptions/acknowledged"
fault(
    "change-before-the-acknowledgement",
    "NTF-13",
    before(ACKNOWLEDGED, lambda _server, one: note(CHANGED, _meta=one["params"]["_meta"])),
    revisions="E",
)
fault(
    "acknowledges-more",
    "NTF-14",
    params(
        ACKNOWLEDGED,
        "/notifications/resourceSubscriptions",
        lambda found: [*(found or []), "file:///never-asked"],
    ),
    revisions="E",
)
fault(
    "update-of-an-uri-not-asked",
    "NTF-15",
    after(
        ACKNOWLEDGED,
        lambda _server, one: note(
            "notifications/resources/updated", uri="file:///other", _meta=one["params"]["_meta"]
        ),
    ),
    revisions="E",
)
fault("subscription-id-unknown", "NTF-16", params(CHANGED, SUB, 4711), revisions="E")
fault("subscription-id-as-text", "NTF-16", params(CHANGED, SUB, str), revisions="E")
fault(
    "listen-stream-dropped",
    "NTF-18",
    after(ACKNOWLEDGED, lambda _server, _one: Gone),
    revisions="E",
    on="http",
)
fault(
    "listen-result-without-id",
    "NTF-17",
    lax("end listening"),
    result("subscriptions/listen", SUB, Gone),
    revisions="E",
)
fault(
    "log-on-a-listen-stream",
    "NTF-19",
    result("server/discover", "/capabilities/logging", {}),
    after(ACKNOWLEDGED, log()),
    revisions="E",
    on="http",
    kin="NTF-08",
)
fault(
    "modern-server-cancels",
    "NTF-20",
    before("tools/call", lambda _server, request: note("notifications/cancelled", requestId=request["id"])),
    revisions="E",
)
fault(
    "cancels-what-it-never-asked",
    "NTF-21",
    before("tools/call", note("notifications/cancelled", requestId=4711)),
    revisions="ABCD",
)
fault(
    "completes-an-unknown-elicitation",
    "NTF-23",
    before("tools/call", note("notifications/elicitation/complete", elicitationId="e-unknown")),
    revisions="D",
    declares=ELICITS,
)
fault(
    "completes-an-elicitation-elsewhere",
    "RPC-27",
    before("tools/call", note("notifications/elicitation/complete", elicitationId="e-unknown")),
    revisions="ABC",
)


def _flood(_server: Server, request: Message) -> list[Any]:
    return [log("error", f"line {n}") for n in range(3000)] if request["params"].get("name") == "add" else []


fault("flood", "NTF-24", told("tools/call", _flood), revisions="ABCD", on="stdio")

# -- what the server asks


def form(value: Message, **more: Any) -> Change:
    return params(
        "elicitation/create",
        "",
        lambda old: {"message": "x", "requestedSchema": {"type": "object", "properties": value}} | more,
    )


def page(**more: Any) -> Change:
    def edit(old: Message) -> Message:
        return (
            old | {key: value for key, value in more.items() if value is not Gone}
            if old.get("mode") == "url"
            else old
        )

    return params("elicitation/create", "", edit)


fault(
    "form-nested", "CLI-01", form({"a": {"type": "object", "properties": {}}}), revisions="CDE", declares=FORM
)
fault(
    "form-of-a-list",
    "CLI-01",
    form({"a": {"type": "array", "items": {"type": "number"}}}),
    revisions="CDE",
    declares=FORM,
)
fault(
    "form-asks-for-a-password",
    "CLI-02",
    form({"password": {"type": "string", "title": "Password"}}),
    revisions="CDE",
    declares=FORM,
)
fault(
    "form-asks-for-an-api-key",
    "CLI-02",
    form({"api_key": {"type": "string", "title": "API key"}}),
    revisions="CDE",
    declares=FORM,
)
fault(
    "page-without-url",
    "CLI-03",
    params("elicitation/create", "", lambda old: {k: v for k, v in old.items() if k != "url"}),
    revisions="DE",
    declares=ELICITS,
)
fault("page-of-no-url", "CLI-03", page(url="not a url"), revisions="DE", declares=ELICITS)
fault("page-over-http", "CLI-03", page(url="http://forms.example/sign"), revisions="DE", declares=ELICITS)
fault(
    "page-with-a-password",
    "CLI-03",
    page(url="https://user:secret@forms.example/sign"),
    revisions="DE",
    declares=ELICITS,
)
fault(
    "page-without-id",
    "CLI-04",
    params("elicitation/create", "", lambda old: {k: v for k, v in old.items() if k != "elicitationId"}),
    revisions="D",
    declares=ELICITS,
)
fault(
    "page-undeclared",
    "CLI-05",
    before(
        "tools/call",
        ask(
            "elicitation/create",
            mode="url",
            message="x",
            url="https://x.example/a",
            elicitationId="e-77a1b2c3",
        ),
    ),
    revisions="D",
    declares=FORM,
)
fault(
    "page-early",
    "CLI-06",
    params(
        "elicitation/create", "", lambda old: {"mode": "url", "message": "x", "url": "https://x.example/a"}
    ),
    revisions="C",
    declares=FORM,
)
fault(
    "default-of-another-type",
    "CLI-07",
    form({"a": {"type": "boolean", "default": "yes"}}),
    revisions="CDE",
    declares=FORM,
)
fault(
    "enum-names-too-few",
    "CLI-07",
    form({"a": {"type": "string", "enum": ["a", "b"], "enumNames": ["A"]}}),
    revisions="CDE",
    declares=FORM,
)


def sampled(pointer: str, new: Any) -> Change:
    return params("sampling/createMessage", pointer, new)


USE: Final = {"type": "tool_use", "id": "t1", "name": "add", "input": {}}
DONE: Final = {"type": "tool_result", "toolUseId": "t1", "content": [{"type": "text", "text": "3"}]}
TEXT: Final = {"type": "text", "text": "x"}
fault(
    "sampling-tools-undeclared",
    "CLI-08",
    sampled("/tools", [{"name": "a", "inputSchema": {"type": "object"}}]),
    revisions="DE",
    declares={"sampling": {}},
)
fault(
    "sampling-context-undeclared",
    "CLI-09",
    sampled("/includeContext", "allServers"),
    revisions="DE",
    declares={"sampling": {}},
)
fault(
    "tool-result-mixed",
    "CLI-10",
    sampled(
        "/messages",
        [
            {"role": "user", "content": TEXT},
            {"role": "assistant", "content": [USE]},
            {"role": "user", "content": [DONE, TEXT]},
        ],
    ),
    revisions="DE",
    declares=SAMPLES,
)
fault(
    "tool-use-without-result",
    "CLI-11",
    sampled(
        "/messages",
        [
            {"role": "user", "content": TEXT},
            {"role": "assistant", "content": [USE]},
            {"role": "user", "content": TEXT},
        ],
    ),
    revisions="DE",
    declares=SAMPLES,
)
fault("no-max-tokens", "CLI-12", sampled("/maxTokens", Gone), declares=SAMPLES)
fault("max-tokens-of-none", "CLI-12", sampled("/maxTokens", 0), declares=SAMPLES)
fault("priority-of-five", "CLI-12", sampled("/modelPreferences", {"costPriority": 5}), declares=SAMPLES)
fault(
    "content-list-early", "CLI-13", sampled("/messages/0/content", [TEXT]), revisions="ABC", declares=SAMPLES
)
fault(
    "form-with-a-link",
    "CLI-14",
    form({"a": {"type": "string"}}, message="Go to https://x.example/pay first"),
    revisions="CDE",
    declares=FORM,
)
fault(
    "asks-out-of-a-call",
    "CLI-15",
    after(
        "resources/list", lambda server, request: ask("roots/list") if "cursor" in request["params"] else None
    ),
    revisions="ABCD",
    on="stdio",
    declares=ROOTS,
)

# -- tasks


def task(pointer: str, new: Any, when: Any = None) -> Change:
    """Of the answer to tasks/get."""
    return result("tasks/get", pointer, new, when)


def _completed(server: Server) -> bool:
    return server.task == "completed"


def ended(edit: Callable[[Message], Message]) -> Change:
    """Edit a task that has ended."""
    return task("", lambda one: edit(dict(one)) if one.get("status") == "completed" else one)


def _without(*names: str) -> Callable[[Message], Message]:
    return lambda one: {key: value for key, value in one.items() if key not in names}


AT: Final = "2026-11-28T10:00:00Z"
MADE: Final = {
    "resultType": "task",
    "taskId": TASK,
    "status": "working",
    "createdAt": AT,
    "lastUpdatedAt": AT,
    "ttlMs": 1000,
}
fault("task-undeclared", "TSK-01", of_call("add", "", MADE), revisions="E")
fault(
    "task-of-a-prompt",
    "TSK-02",
    result("prompts/get", "", MADE, called("plan")),
    revisions="E",
    declares=TASKS,
)
fault("task-get-of-type-task", "TSK-03", task("/resultType", "task"), revisions="E", declares=TASKS)
fault("task-without-created", "TSK-04", task("/createdAt", Gone), revisions="DE", declares=TASKS)
fault("task-time-in-words", "TSK-04", task("/lastUpdatedAt", "just now"), revisions="DE", declares=TASKS)
fault("task-status-unknown", "TSK-04", task("/status", "running"), revisions="DE", declares=TASKS)
fault(
    "task-ttl-negative",
    "TSK-04",
    task("", lambda one: one | ({"ttl": -5} if "ttl" in one else {"ttlMs": -5})),
    revisions="DE",
    declares=TASKS,
)
fault("task-begins-completed", "TSK-05", of_call("slow", "/task/status", "completed"), revisions="D")


def _revives(server: Server) -> None:
    def hook(_server: Server, value: Message, _request: Message) -> Message:
        asked = server.count.get("tasks/get", 0)
        return value | {"status": "completed" if asked == 1 else "working"}

    server.results.setdefault("tasks/get", []).append(hook)
    server.results.setdefault("tasks/list", []).append(
        lambda _s, value, _r: edited(value, "/tasks/0/status", "working")
    )


fault("task-revives", "TSK-05", _revives, revisions="D")
fault("task-completed-without-result", "TSK-06", ended(_without("result")), revisions="E", declares=TASKS)
fault(
    "task-failed-without-error",
    "TSK-06",
    ended(lambda one: _without("result")(one) | {"status": "failed"}),
    revisions="E",
    declares=TASKS,
)
fault(
    "task-input-without-requests",
    "TSK-06",
    task("", lambda one: one | {"status": "input_required"} if one["status"] == "working" else one),
    revisions="E",
    declares=TASKS,
)
fault(
    "task-failed-for-is-error",
    "TSK-07",
    ended(
        lambda one: (
            one
            | {"status": "failed", "result": {"resultType": "complete", "content": [TEXT], "isError": True}}
        )
    ),
    revisions="E",
    declares=TASKS,
    kin="TSK-06",
)
fault("task-completed-with-is-error", "TSK-07", result("tasks/result", "/isError", True), revisions="D")
fault(
    "task-unknown-at-once",
    "TSK-09",
    refuse("tasks/get", -32602, "there is no such task"),
    revisions="E",
    declares=TASKS,
)
fault(
    "unknown-task-other-code",
    "TSK-10",
    refuse("tasks/get", -32603, when=lambda p: p.get("taskId") != TASK),
    revisions="D",
)
fault("no-related-task", "TSK-13", result("tasks/result", "/_meta", Gone), revisions="D")
fault("plain-call-accepted", "TSK-15", lax("plain call"), revisions="D", probes="all")
fault(
    "task-id-short",
    "TSK-17",
    of_call("slow", "/task/taskId", "7"),
    revisions="D",
    on="http",
    kin="TSK-10 TSK-09",
)
fault(
    "task-created-changes",
    "TSK-18",
    ended(lambda one: one | {"createdAt": "2026-11-28T11:00:00Z", "lastUpdatedAt": "2026-11-28T11:00:00Z"}),
    revisions="DE",
    declares=TASKS,
)
fault(
    "task-updated-goes-back",
    "TSK-18",
    ended(lambda one: one | {"lastUpdatedAt": "2026-11-27T10:00:00Z", "createdAt": AT}),
    revisions="DE",
    declares=TASKS,
)


def _asks_in_task(server: Server) -> None:
    """The task needs input at first."""

    def hook(_server: Server, value: Message, _request: Message) -> Message:
        if "tasks/update" in server.count or value["status"] == "cancelled":
            return value
        return _without("result")(value) | {
            "status": "input_required",
            "inputRequests": {"q": {"method": "roots/list"}},
        }

    def updated(_server: Server, value: Message, _request: Message) -> Message:
        server.count["tasks/update"] = 1
        return value

    server.results.setdefault("tasks/get", []).append(hook)
    server.results.setdefault("tasks/update", []).append(updated)


ASKED: Final = TASKS | ROOTS
fault(
    "update-with-payload",
    "TSK-11",
    _asks_in_task,
    result("tasks/update", "/status", "working"),
    revisions="E",
    declares=ASKED,
)
fault(
    "task-told-of-unasked",
    "TSK-12",
    before(
        "tools/call",
        note("notifications/tasks", **{key: value for key, value in MADE.items() if key != "resultType"}),
    ),
    revisions="E",
    declares=TASKS,
)
fault("tasks-list-in-modern", "TSK-16", refuse("tasks/list", -32603), revisions="E", declares=TASKS)
fault(
    "unknown-task-other-code-modern",
    "TSK-10",
    refuse("tasks/get", -32603, when=lambda p: p.get("taskId") != TASK),
    revisions="E",
    declares=TASKS,
)

# -- Apps

UI_META: Final = "/tools/-"


def view(pointer: str, new: Any) -> Change:
    """Of the tool with a user interface, which is the last."""

    def edit(tools: list[Message]) -> list[Message]:
        return [edited(one, pointer, new) if one["name"] == "view" else one for one in tools]

    return result("tools/list", "/tools", edit)


def read_view(pointer: str, new: Any) -> Change:
    return result("resources/read", "/contents/0" + pointer, new, lambda p: p.get("uri") == VIEW)


fault("view-not-ui", "APP-01", view("/_meta/ui/resourceUri", "https://x.example/view"), declares=UI)
fault("view-deprecated", "APP-02", view("/_meta", {"ui/resourceUri": VIEW}), declares=UI)
fault(
    "view-mime-type",
    "APP-03",
    read_view("/mimeType", "text/html"),
    result(
        "resources/list",
        "/resources",
        lambda found: [one | {"mimeType": "text/html"} if one["uri"] == VIEW else one for one in found],
    ),
    declares=UI,
)
fault("view-no-document", "APP-03", read_view("/text", "hello"), declares=UI)
fault("view-visibility", "APP-04", view("/_meta/ui/visibility", ["user"]), declares=UI)
fault("view-csp-star", "APP-05", read_view("/_meta/ui/csp/connectDomains", ["*"]), declares=UI)
fault(
    "view-csp-http", "APP-05", read_view("/_meta/ui/csp/connectDomains", ["http://api.example"]), declares=UI
)
fault("view-without-content", "APP-06", of_call("view", "/content", []), declares=UI)
fault("view-undeclared", "APP-07", result("tools/list", "/tools/1/_meta", {"ui": {"resourceUri": VIEW}}))

# -- authorization


def guarded(
    challenge: str | None, *routes: tuple[str, int, Callable[[Server, str], Message | None]]
) -> Change:
    """Answers 401 to everything. routes: place, status and JSON of each."""

    def change(server: Server) -> None:
        server.token = base64.b64encode(b"never given").decode()

        def edit(server: Server, request: HttpRequest, head: Head) -> None:
            if head.status == 401 and challenge is not None:
                head.headers["WWW-Authenticate"] = challenge.replace(
                    "{prm}", f"{server.origin}/prm{request.path}"
                )

        server.heads.append(edit)
        for place, code, build in routes:

            def route(request: HttpRequest, code: int = code, build: Any = build) -> Head:
                path = request.path[request.path.index("/mcp/") :]
                value = build(server, path)
                body = b"" if value is None else json.dumps(value).encode()
                return Head(code, {"Content-Type": "application/json"}, body)

            server.routes[place] = route

    return change


CHALLENGE: Final = 'Bearer resource_metadata="{prm}"'


def _prm(server: Server, path: str) -> Message:
    return {
        "resource": server.origin + path,
        "authorization_servers": [server.origin + "/as" + path],
        "bearer_methods_supported": ["header"],
    }


def _as(server: Server, path: str) -> Message:
    base_ = server.origin + "/as" + path
    return {
        "issuer": base_,
        "authorization_endpoint": base_ + "/authorize",
        "token_endpoint": base_ + "/token",
        "registration_endpoint": base_ + "/register",
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
        "client_id_metadata_document_supported": True,
        "authorization_response_iss_parameter_supported": True,
    }


PRM: Final = ("/prm", 200, _prm)
AS: Final = ("/.well-known/oauth-authorization-server", 200, _as)


def as_with(**more: Any) -> tuple[str, int, Callable[[Server, str], Message]]:
    return (
        "/.well-known/oauth-authorization-server",
        200,
        lambda server, path: {k: v for k, v in (_as(server, path) | more).items() if v is not Gone},
    )


fault(
    "401-without-challenge",
    "AUT-01",
    guarded(None, ("/.well-known/oauth-protected-resource", 200, _prm), AS),
    revisions="C",
    on="http",
)
fault("no-resource-metadata", "AUT-02", guarded(CHALLENGE), revisions="CDE", on="http", kin="AUT-04")
fault(
    "no-authorization-servers",
    "AUT-03",
    guarded(CHALLENGE, ("/prm", 200, lambda s, p: {"resource": s.origin + p}), AS),
    revisions="CDE",
    on="http",
    kin="AUT-04",
)
fault(
    "resource-of-another",
    "AUT-03",
    guarded(
        CHALLENGE, ("/prm", 200, lambda s, p: _prm(s, p) | {"resource": "https://other.example/mcp"}), AS
    ),
    revisions="CDE",
    on="http",
)
fault("no-server-metadata", "AUT-04", guarded(CHALLENGE, PRM), revisions="CDE", on="http")
fault(
    "issuer-of-another",
    "AUT-05",
    guarded(CHALLENGE, PRM, as_with(issuer="https://other.example")),
    revisions="CDE",
    on="http",
)
fault(
    "no-code-challenge-methods",
    "AUT-06",
    guarded(CHALLENGE, PRM, as_with(code_challenge_methods_supported=Gone)),
    revisions="DE",
    on="http",
)
fault(
    "plain-code-challenge",
    "AUT-06",
    guarded(CHALLENGE, PRM, as_with(code_challenge_methods_supported=["plain"])),
    revisions="DE",
    on="http",
)
fault(
    "token-endpoint-over-http",
    "AUT-07",
    guarded(CHALLENGE, PRM, as_with(token_endpoint="http://as.example/token")),
    revisions="CDE",
    on="http",
)
fault(
    "offline-access-demanded",
    "AUT-10",
    guarded(CHALLENGE + ', scope="notes offline_access"', PRM, AS),
    revisions="E",
    on="http",
)
fault(
    "no-iss",
    "AUT-09",
    guarded(CHALLENGE, PRM, as_with(authorization_response_iss_parameter_supported=Gone)),
    revisions="E",
    on="http",
)
fault(
    "no-signing-algorithms",
    "AUT-17",
    guarded(CHALLENGE, PRM, as_with(token_endpoint_auth_methods_supported=["private_key_jwt"])),
    revisions="CDE",
    on="http",
)


def _insufficient(_server: Server, request: HttpRequest, head: Head) -> None:
    if b'"plan"' in request.body:
        head.status, head.body, head.headers = (
            403,
            b"",
            {"WWW-Authenticate": 'Bearer error="insufficient_scope"'},
        )


fault("403-without-scope", "AUT-11", head(_insufficient), revisions="DE", on="http", kin="AUT-02")
fault(
    "only-registration",
    "AUT-16",
    guarded(CHALLENGE, PRM, as_with(client_id_metadata_document_supported=Gone)),
    revisions="E",
    on="http",
)
fault(
    "no-way-to-register",
    "AUT-16",
    guarded(CHALLENGE, PRM, as_with(client_id_metadata_document_supported=Gone, registration_endpoint=Gone)),
    revisions="E",
    on="http",
)

# -- what may stand beside

KIN: Final[dict[str, dict[str, str]]] = {
    "STD-02": dict.fromkeys(("STD-01", "STD-09", "RPC-01", "RPC-03"), "none of its lines is a message"),
    "STD-04": {"RPC-01": "JSON must not begin with a byte order mark (RFC 8259, 8.1), and parsers refuse it"},
    "LIFE-06": {
        "NTF-11": "what is not declared does not tell of changes either",
        "TOOL-28": "an embedded resource asks for the same capability",
    },
}
"""Rule → rules that may speak beside it, each with the reason."""

UNSEEN: Final[dict[str, str]] = {
    "APP-08": "only a client that shows the view sees what it does",
    "AUT-08": "no check signs in: the redirect back is not seen",
    "AUT-12": "no check signs in: the second challenge is not seen",
    "AUT-13": "a question of its own, beside this corpus",
    "AUT-14": "no check signs in: there is no token",
    "AUT-15": "no check signs in: there is no token",
    "HTTP-11": "a question of its own, beside this corpus",
    "HTTP-34": "a minute of silence is more than a check waits",
    "HTTP-17": "a check is over before a stream has been open for long",
    "HTTP-37": "the server of the corpus is on this machine",
    "LIFE-13": "a check does not open a modern connection with initialize",
    "LIFE-15": "a question of its own, beside this corpus",
    "NTF-22": "RPC-09-late and STD-08 say it",
    "RES-14": "needs credentials",
    "RSC-12": "a question of its own, beside this corpus",
    "STD-10": "only where the era is not known",
    "TSK-08": "no task of the corpus asks twice",
    "TSK-14": "a client asks for the result of a task that has ended",
}
"""Rules of the reference without a fault here → why."""
