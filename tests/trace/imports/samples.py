"""Recordings of other programs, and what a session holds after one was imported."""

from __future__ import annotations

from pathlib import Path

from inspector.trace.imports import Imported, import_file
from inspector.trace.journal import Journal

OPENING = '{"method":"initialize","params":{"x":"{ metadata"},"jsonrpc":"2.0","id":0}'
OPENED = (
    '{"jsonrpc":"2.0","id":0,"result":'
    '{"protocolVersion":"2025-06-18","serverInfo":{"name":"w","version":"2"}}}'
)
_STAMP = "2025-07-23T15:09:"
LOG = f"""\
{_STAMP}15.000Z [weather] [info] Initializing server... {{ metadata: undefined }}
{_STAMP}15.405Z [weather] [info] Server started and connected successfully {{ metadata: undefined }}
{_STAMP}15.427Z [weather] [info] Message from client: {OPENING} {{ metadata: undefined }}
Traceback (most recent call last):
  File "/Users/ada/weather.py", line 1
{_STAMP}15.500Z [weather] [info] Message from server: {OPENED} {{ metadata: undefined }}
{_STAMP}16.000Z [weather] [info] Message from client: {{"method":"tools/list","jsonrpc":"2.0","id":1}}
{_STAMP}16.100Z [weather] [info] Message from server: {{"jsonrpc":"2.0","id":1,"result":[... 99 chars
{_STAMP}17.000Z [weather] [error] Server disconnected.
{_STAMP}20.000Z [weather] [info] Initializing server...
{_STAMP}21.000Z [weather] [info] Message from client: method="tools/call" id=4 params {{ metadata: {{}} }}
{_STAMP}21.250Z [weather] [info] Message from server: id=4 result {{ metadata: undefined }}
{_STAMP}21.300Z [info] Message from client: {{"jsonrpc":"2.0","method":"notifications/initialized"}}
"""


def read(path: Path, journal: Journal) -> Imported:
    imported = import_file(path, journal)
    assert imported is not None
    return imported


def everything(journal: Journal) -> tuple[object, ...]:
    """All that a session holds."""
    records = journal.records(1, journal.last)
    exchanges = [journal.exchange(record.number) for record in records if record.number == record.exchange]
    added = journal.annotations.everything()
    return records, exchanges, journal.findings(), journal.sessions(), added


def browser_entry(at: str, body: bytes, answer: bytes, mime: str, **more: object) -> dict[str, object]:
    return {
        "startedDateTime": at, "time": 20, "timings": {"send": 0, "wait": 10, "receive": 10},
        "request": {"method": "POST", "url": "https://x.example/mcp", "headers": more.get("headers", []),
                    "postData": {"mimeType": "application/json", "text": body.decode()}},
        "response": {"status": 200, "statusText": "OK", "headers": [], "httpVersion": "h2",
                     "content": {"mimeType": mime, "text": answer.decode(), "size": len(answer)}},
    }  # fmt: skip
