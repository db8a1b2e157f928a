"""Parts of a HAR document: entries, times, messages of a WebSocket."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from inspector.protocol.records import Record
from inspector.recorded import encode_json

__all__ = ["entry_of", "iso_ms", "message_of", "plain_url"]


def iso_ms(at_ns: int) -> str:
    """2026-11-21T22:19:40.123Z."""
    seconds, rest = divmod(max(at_ns, 0), 1_000_000_000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{rest // 1_000_000:03d}Z"


def plain_url(url: str) -> str:
    """A URL in ASCII, whatever was in it."""
    return quote(url, safe=":/?#[]@!$&'()*+,;=%~-._")


def entry_of(
    start_ns: int,
    stretches: Sequence[tuple[str, int, int]],
    *,
    url: str,
    verb: str = "POST",
    version: str = "HTTP/1.1",
    headers: tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]] = ((), ()),
    body: tuple[bytes, int] | None = None,
    status: tuple[int, str] = (0, ""),
    content: dict[str, Any] | None = None,
    size: int = -1,
) -> dict[str, Any]:
    """An entry. stretches: as those of an exchange. body: bytes and their size on the wire."""
    timings = _timings(stretches)
    url = plain_url(url)
    request: dict[str, Any] = {
        "method": verb,
        "url": url,
        "httpVersion": version,
        "cookies": [],
        "headers": _pairs(headers[0]),
        "queryString": _pairs(parse_qsl(urlsplit(url).query, True)),
        "headersSize": -1,
        "bodySize": body[1] if body is not None else 0,
    }
    if body is not None:
        kind = next(
            (value for name, value in headers[0] if name.lower() == "content-type"), "application/json"
        )
        request["postData"] = {"mimeType": kind, "text": body[0].decode("utf-8", "replace")}
        if not _is_text(body[0]):
            request["postData"] |= {"_encoding": "base64", "_base64": base64.b64encode(body[0]).decode()}
    return {
        "startedDateTime": iso_ms(start_ns),
        "time": round(sum(timings.values()) - timings.get("ssl", 0), 6),
        "request": request,
        "response": {
            "status": status[0],
            "statusText": status[1],
            "httpVersion": version,
            "cookies": [],
            "headers": _pairs(headers[1]),
            "redirectURL": "",
            "headersSize": -1,
            "bodySize": size,
            "content": content or {"size": 0, "mimeType": "x-unknown"},
        },
        "cache": {},
        "timings": timings,
    }


def _timings(stretches: Sequence[tuple[str, int, int]]) -> dict[str, float]:
    """Milliseconds. "connect" and "ssl" only where a connection was made; the first includes the second."""
    spent = Counter[str]()
    for name, start, end in stretches:
        spent[name] += end - start
    found = {"blocked": spent["queued"]}
    if "connect" in spent:
        found["connect"] = spent["connect"] + spent["tls"]
    if "tls" in spent:
        found["ssl"] = spent["tls"]
    found |= {name: spent[name] for name in ("send", "wait", "receive")}
    return {name: round(length / 1e6, 6) for name, length in found.items()}


def message_of(record: Record) -> bytes:
    """A message as Chrome writes those of a WebSocket: type, time in seconds, opcode, data."""
    text = _is_text(record.raw)
    data = record.raw.decode() if text else base64.b64encode(record.raw).decode()
    document = {
        "type": "send" if record.direction == "out" else "receive",
        "time": record.at_ns / 1e9,
        "opcode": 1 if text else 2,
        "data": data,
        "_mcp": {
            "record": record.number,
            "at_ns": record.at_ns,
            "channel": record.channel,
            "kind": record.kind,
        },
    }
    return encode_json(document)


def _pairs(pairs: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in pairs]


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
