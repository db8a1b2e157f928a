"""HAR 1.2 with MCP inside: of a browser, a proxy, or our own export (`export/har.py`).

POSTs whose body is JSON-RPC, event streams and DELETEs at the same addresses, and WebSockets whose messages
are JSON-RPC (`_webSocketMessages`) become connections; other requests are left out and counted. Our own
entries `stdio://SERVER/METHOD` become a stdio connection again. What cannot be read is shown as malformed.
A larger file than `LARGEST_DOCUMENT` is refused.
"""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec

from inspector.trace.imports.feeding import Feeding
from inspector.trace.imports.http_feeding import HttpFeeding, Requested
from inspector.trace.imports.reading import (
    BROKEN,
    Reading,
    length_ns,
    ns_of,
    stored_ns,
    text_of,
    whole_document,
)
from inspector.trace.imports.splitting import elements
from inspector.translation import recorded

__all__ = ["read_har", "sniff_har"]

_TIMINGS: Final = ("blocked", "dns", "connect", "ssl", "send", "wait")
_Steps = list[tuple[int, int, int, str, bytes]]
"""(time, place of the entry, place in it, the side that says it, bytes)"""


_ENTRIES: Final = re.compile(rb'(?<!\\)"entries"\s*:\s*\[')


def sniff_har(head: bytes, name: str) -> float:
    """Whether it begins like a HAR."""
    text = head.lstrip(b"\xef\xbb\xbf \r\n\t")
    if not text.startswith(b"{") or b'"log"' not in text[:4096]:
        return 0.0
    return 0.95 if b'"entries"' in text or b'"creator"' in text or name.endswith(".har") else 0.3


def read_har(path: Path, reading: Reading) -> None:
    """Read all entries."""
    document = whole_document(path)
    begin = _ENTRIES.search(document)
    if begin is None:
        raise ValueError("it has no list of entries")
    http = HttpFeeding(reading)
    pipes: dict[tuple[str, str], _Steps] = {}
    for place, (entry, done) in enumerate(elements(document, begin.end())):
        reading.went_on(done)
        try:
            _sort(msgspec.json.decode(entry), place, http, pipes, reading)
        except BROKEN as error:
            reading.problem(entry, recorded("not a HAR entry: {error}", error=repr(error)))
    http.play()
    for (transport, target), steps in pipes.items():
        _play(transport, target, sorted(steps), reading)


def _sort(
    entry: dict[str, Any],
    place: int,
    http: HttpFeeding,
    pipes: dict[tuple[str, str], _Steps],
    reading: Reading,
) -> None:
    url = text_of(entry["request"]["url"])
    at_ns = ns_of(entry["startedDateTime"])
    if url.startswith("stdio://"):
        steps = pipes.setdefault(("stdio", _address(url)), [])
        if "_webSocketMessages" in entry:
            steps += _messages(entry, place)
        else:
            steps += _call(entry, at_ns, place)
    elif "_webSocketMessages" in entry:
        found = _messages(entry, place)
        if any(b'"jsonrpc"' in data for *_, data in found):
            pipes.setdefault(("websocket", url), []).extend(found)
        else:
            reading.left_out += 1
    else:
        http.add(_requested(entry, at_ns))


def _address(url: str) -> str:
    return f"stdio://{urlsplit(url).netloc}"


def _call(entry: dict[str, Any], at_ns: int, place: int) -> _Steps:
    """A call of our own export: request and answer."""
    ours = entry.get("_mcp", {})
    asked, answered = ("client", "server") if ours.get("direction", "out") == "out" else ("server", "client")
    at_ns = stored_ns(ours.get("started_ns")) or at_ns
    steps: _Steps = [(at_ns, place, 0, asked, _body(entry["request"].get("postData", {})))]
    answer = _body(entry["response"]["content"])
    if answer:
        steps.append((at_ns + length_ns(entry["time"]), place, 1, answered, answer))
    return steps


def _messages(entry: dict[str, Any], place: int) -> _Steps:
    steps: _Steps = []
    for turn, message in enumerate(entry["_webSocketMessages"]):
        ours = message.get("_mcp", {})
        data = text_of(message["data"]).encode("utf-8", "replace")
        if message.get("opcode") == 2:
            data = base64.b64decode(data)
        who = "client" if message["type"] == "send" else "server"
        if ours.get("kind") == "stderr":
            who = "stderr"
        at_ns = stored_ns(ours.get("at_ns")) or stored_ns(round(message["time"] * 1e9))
        steps.append((at_ns, place, turn, who, data))
    return steps


def _requested(entry: dict[str, Any], at_ns: int) -> Requested:
    request, response = entry["request"], entry["response"]
    timings = entry.get("timings") or {}
    spent = {name: length_ns(timings.get(name)) for name in _TIMINGS}
    connect_ns = at_ns + spent["blocked"]
    sent_ns = connect_ns + spent["dns"] + spent["connect"]
    written_ns = sent_ns + spent["send"]
    return Requested(
        start_ns=at_ns,
        connect_ns=connect_ns if sent_ns > connect_ns else 0,
        tls_ns=sent_ns - spent["ssl"] if spent["ssl"] else 0,  # "connect" includes it
        sent_ns=sent_ns,
        written_ns=written_ns if spent["send"] else 0,
        first_ns=written_ns + spent["wait"],
        end_ns=at_ns + length_ns(entry.get("time")),
        verb=text_of(request["method"]).upper(),
        url=text_of(request["url"]),
        headers=_headers(request.get("headers")),
        body=_body(request.get("postData") or {}),
        status=int(response.get("status") or 0) % 1000,
        reason=text_of(response.get("statusText")),
        answer_headers=_with_kind(_headers(response.get("headers")), response.get("content") or {}),
        answer=_body(response.get("content") or {}),
        error=text_of(response.get("_error")),
        version=text_of(response.get("httpVersion")) or "HTTP/1.1",
    )


def _headers(given: Any) -> tuple[tuple[str, str], ...]:
    return tuple((text_of(pair["name"]), text_of(pair["value"])) for pair in given or ())


def _with_kind(headers: tuple[tuple[str, str], ...], content: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Some programs leave the heads out; what the content is, is said there too."""
    kind = text_of(content.get("mimeType"))
    if kind and not any(name.lower() == "content-type" for name, _ in headers):
        return (*headers, ("content-type", kind))
    return headers


def _body(content: dict[str, Any]) -> bytes:
    if "_base64" in content:
        return base64.b64decode(text_of(content["_base64"]))
    text = text_of(content.get("text"))
    if content.get("encoding") == "base64":
        try:
            return base64.b64decode(text)
        except binascii.Error:
            return text.encode("utf-8", "replace")
    return text.encode()


def _play(transport: str, target: str, steps: _Steps, reading: Reading) -> None:
    name = unquote(urlsplit(target).netloc) or target
    feeding = Feeding(reading.journal, name, transport, target, steps[0][0] if steps else reading.at_ns)
    for done, (at_ns, _, _, who, data) in enumerate(steps):
        if who == "client":
            feeding.went(data, at_ns)
        elif who == "stderr":
            feeding.stderr(data, at_ns)
        else:
            feeding.came(data, at_ns)
        reading.went_on(done)
    feeding.end()
