"""The official MCP Inspector's exports: JSON arrays of its Protocol, Network, Console or Logs tab.

Protocol: `{id, timestamp, direction, origin, message, response?, duration?}`; the answer stands with its
request. Network: one object an HTTP request, with heads and bodies. Console: `{timestamp, message}`, a line
of stderr. The Inspector keeps no bytes: messages are shown as it wrote them, on one line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from inspector.protocol import jsonrpc
from inspector.protocol.methods import METHODS
from inspector.trace.imports.feeding import Feeding
from inspector.trace.imports.http_feeding import HttpFeeding, Requested
from inspector.trace.imports.reading import BROKEN, Reading, length_ns, ns_of, text_of, whole_document
from inspector.trace.imports.splitting import elements
from inspector.translation import recorded

__all__ = ["read_inspector", "sniff_inspector"]

_Item = dict[str, msgspec.Raw]
_Steps = list[tuple[int, int, str, bytes]]
"""(time, turn, the side that says it, bytes)"""
_object: Final = msgspec.json.Decoder(_Item)


def sniff_inspector(head: bytes, name: str) -> float:
    """Whether it is an array of such objects."""
    text = head.lstrip(b"\xef\xbb\xbf \r\n\t")
    if not text.startswith(b"["):
        return 0.0
    begin = text[:65_536]
    if b'"timestamp"' in begin and (b'"direction"' in begin and b'"message"' in begin):
        return 0.9
    if b'"timestamp"' in begin and b'"requestHeaders"' in begin:
        return 0.9
    return 0.7 if name.startswith("inspector-") and b'"timestamp"' in begin else 0.0


def read_inspector(path: Path, reading: Reading) -> None:
    """Read the whole array; entries may be in any order."""
    items: list[tuple[int, int, _Item]] = []
    document = whole_document(path)
    for raw, done in elements(document, document.index(b"[") + 1):
        reading.went_on(done)
        try:
            item = _object.decode(raw)
        except BROKEN as error:
            reading.problem(raw, recorded("not an entry of the export: {error}", error=error))
            continue
        items.append((ns_of(_plain(item, "timestamp")) or reading.at_ns, len(items), item))
    items.sort(key=_when)
    name = _server_name(path.name)
    network = HttpFeeding(reading, name)
    steps: _Steps = []
    for at_ns, _, item in items:
        try:
            _sort(item, at_ns, network, steps)
        except BROKEN as error:
            reading.problem(
                msgspec.json.encode(item), recorded("not an entry of the export: {error}", error=error)
            )
    network.play()
    if steps:
        _play(sorted(steps), Feeding(reading.journal, name, "stdio", path.name, min(steps)[0]), reading)


def _sort(item: _Item, at_ns: int, network: HttpFeeding, steps: _Steps) -> None:
    if "requestHeaders" in item:
        network.add(_requested(item, at_ns))
    elif "message" in item and bytes(item["message"])[:1] == b"{":
        steps += _messages(item, at_ns, len(steps))
    elif "message" in item:
        steps.append((at_ns, len(steps), "stderr", _plain(item, "message").encode("utf-8", "replace")))
    else:
        raise ValueError("an entry of an unknown kind")


def _messages(item: _Item, at_ns: int, order: int) -> _Steps:
    """A message, and the answer that stands with it."""
    message = _compact(item["message"])
    origin = _plain(item, "origin") or _sender(message)
    who, other = ("client", "server") if origin == "client" else ("server", "client")
    steps = [(at_ns, order, who, message)]
    if "response" in item and bytes(item["response"]) != b"null":
        took_ns = length_ns(msgspec.json.decode(item.get("duration", b"0")))
        steps.append((at_ns + took_ns, order + 1, other, _compact(item["response"])))
    return steps


def _play(steps: _Steps, feeding: Feeding, reading: Reading) -> None:
    for done, (at_ns, _, who, data) in enumerate(steps):
        if who == "client":
            feeding.went(data, at_ns)
        elif who == "server":
            feeding.came(data, at_ns)
        else:
            for line in data.split(b"\n"):
                feeding.stderr(line, at_ns)
        reading.went_on(done)
    feeding.end()


def _requested(item: _Item, at_ns: int) -> Requested:
    values: dict[str, Any] = {name: msgspec.json.decode(raw) for name, raw in item.items()}
    body = values.get("responseBody")
    return Requested(
        start_ns=at_ns,
        first_ns=0,
        end_ns=at_ns + length_ns(values.get("duration")),
        verb=text_of(values.get("method")) or "POST",
        url=text_of(values.get("url")),
        headers=_headers(values.get("requestHeaders")),
        body=text_of(values.get("requestBody")).encode("utf-8", "replace"),
        status=values["responseStatus"] if isinstance(values.get("responseStatus"), int) else 0,
        reason=text_of(values.get("responseStatusText")),
        answer_headers=_headers(values.get("responseHeaders")),
        answer=text_of(body).encode("utf-8", "replace"),
        error=text_of(values.get("error")),
    )


def _headers(value: Any) -> tuple[tuple[str, str], ...]:
    return tuple((name, text_of(text)) for name, text in value.items()) if isinstance(value, dict) else ()


def _sender(message: bytes) -> str:
    """The side that sends such a message, where the entry does not say it."""
    method = METHODS.get(jsonrpc.parse(message).method)
    return "server" if method is not None and method.sender == "server" else "client"


def _compact(raw: msgspec.Raw) -> bytes:
    return msgspec.json.format(bytes(raw), indent=-1)


def _plain(item: _Item, name: str) -> str:
    return text_of(msgspec.json.decode(item[name])) if name in item else ""


def _server_name(file: str) -> str:
    """`inspector-protocol-NAME-2026-….json` names the server."""
    parts = file.removesuffix(".json").split("-")
    for place, part in enumerate(parts):
        if len(part) == 4 and part.isdecimal() and place > 2:
            return "-".join(parts[2:place])
    return file.rpartition(".")[0] or file


def _when(item: tuple[int, int, _Item]) -> tuple[int, int]:
    return item[:2]
