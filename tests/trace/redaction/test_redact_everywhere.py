"""No secret reaches a file that was written without secrets, however it is spelt and wherever it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote_plus

import pytest

from inspector.protocol.wire import BytesArrived, ChannelClosed, ChannelOpened, HeadersSent, Sent
from inspector.trace.annotations import ColourRule
from inspector.trace.copying import save_copy
from inspector.trace.export import EXPORTS, export_bytes
from inspector.trace.imports.feeding import Feeding
from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import Redactor
from tests.trace.recorded import START_NS, TRACEPARENT, ask, result, tell
from tests.trace.samples import request

KNOWN = "zebra/Quo+ka=secret 77"  # told in the first call
TOKEN = "sk-live-abcdefghijklmnop1234"
SESSION = "sess-0123456789abcdef"
FIRST = ask(1, "tools/call", name="x", arguments={"apiKey": KNOWN})


def in_small_hex(text: str) -> str:
    return "".join(one if one.isalnum() else f"%{ord(one):02x}" for one in text)


def on_html_pages(text: str) -> str:
    return text.replace("+", "\\u002b").replace("=", "\\u003d")


LINES = [
    (result(1, byKey={KNOWN: 1, TOKEN: 2}), "Quo+ka"),
    (result(1, byKey={TOKEN: 2}), TOKEN),
    (ask(KNOWN, "ping"), "Quo+ka"),
    (ask(TOKEN, "ping"), TOKEN),
    (tell(f"notifications/{TOKEN}"), TOKEN),
    (ask(9, f"x/{TOKEN}"), TOKEN),
    (ask(9, "roots/list", _meta={"traceparent": TRACEPARENT, "tracestate": f"v={TOKEN}"}), TOKEN),
    (result(1, text=in_small_hex(KNOWN)), in_small_hex(KNOWN)),
    (result(1, text=quote_plus(KNOWN)), quote_plus(KNOWN)),
    (result(1, text=KNOWN).replace(b"/", b"\\/"), "Quo+ka"),
    (result(1, text="\n " + json.dumps({"passwords": {"db": "fishsword"}})), "fishsword"),
    (result(1, text=json.dumps(json.dumps({"passwords": {"db": "fishsword"}}))), "fishsword"),
    (result(1, text='{"password": "correct horse staple", oops'), "staple"),
    (result(1, headers=[{"name": "X-Api-Key", "value": "plain-value"}]), "plain-value"),
    (result(1, password={"value": "fishsword"}), "fishsword"),
    (result(1, authToken=99887766), "99887766"),
]
WRITTEN = [
    (KNOWN.replace("/", "\\/"), "Quo+ka"),
    (on_html_pages(KNOWN), on_html_pages(KNOWN)[6:]),
    (on_html_pages(KNOWN).replace("b", "B").replace("3d", "3D").replace("zeB", "zeb"), "u002B"),
    ("export DB_PASSWORD='correct horse staple'", "staple"),
    ('password: "correct \\"horse\\" staple"', "staple"),
    ("{'token': 'fishsword'}", "fishsword"),
    ("Cookie: a=b1; sess=abc999", "abc999"),
    ("curl -s -u bob:fishsword http://x", "fishsword"),
]
ANSWER = result(1, a=1)
EVENTS = [
    (b"id: %s-5\nevent: message\ndata: %s\n\n" % (SESSION.encode(), ANSWER), SESSION),
    (b"id: %s\ndata: %s\n\n" % (TOKEN.encode(), ANSWER), TOKEN),
    (b"id: %s\ndata: %s\n\n" % (TOKEN.encode(), result(1, password="abc")), TOKEN),
    (b": token=%s\n\ndata: %s\n\n" % (TOKEN.encode(), ANSWER), TOKEN),
    (b'data: {"jsonrpc":"2.0","id":1,\ndata: "result":{"password":\ndata: "sesame"}}\n\n', "sesame"),
    (
        b'data:{"jsonrpc":"2.0","id":1,\r\ndata:"result":{"password":\r\ndata:"\\u0073esame"}}\r\n\r\n',
        "esame",
    ),
]


def files_of(journal: Journal, path: Path) -> Iterator[tuple[str, bytes]]:
    """The session in every format, without secrets."""
    for key in EXPORTS:
        yield key, b"".join(export_bytes(journal, range(1, journal.last + 1), key, Redactor()))
    save_copy(journal, path, Redactor())
    yield "mcptrace", path.read_bytes()


def assert_nowhere(journal: Journal, secret: str, path: Path) -> None:
    spellings = {secret, json.dumps(secret)[1:-1]}
    for key, data in files_of(journal, path):
        assert not [one for one in spellings if one.encode() in data], key
        if key == "jsonl":
            for record in map(json.loads, data.splitlines()[1:]):
                assert not record["valid"] or json.loads(record["raw"])


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "session.mcptrace")
    yield journal
    journal.close()


@pytest.mark.parametrize(("line", "secret"), LINES)
def test_a_secret_in_a_message_reaches_no_file(
    line: bytes, secret: str, journal: Journal, tmp_path: Path
) -> None:
    feeding = Feeding(journal, "demo", "stdio", "demo-server", START_NS)
    feeding.went(FIRST, START_NS)
    feeding.came(line, START_NS + 1)
    feeding.end()
    journal.sync()
    assert_nowhere(journal, secret, tmp_path / "clean.mcptrace")


@pytest.mark.parametrize(("text", "secret"), WRITTEN)
def test_a_secret_on_stderr_reaches_no_file(text: str, secret: str, journal: Journal, tmp_path: Path) -> None:
    feeding = Feeding(journal, "demo", "stdio", "demo-server", START_NS)
    feeding.went(FIRST, START_NS)
    feeding.stderr(f"x {text} y".encode(), START_NS + 1)
    feeding.end()
    journal.sync()
    assert secret in text
    assert_nowhere(journal, secret, tmp_path / "clean.mcptrace")


@pytest.mark.parametrize(("stream", "secret"), EVENTS)
def test_a_secret_in_a_stream_of_events_reaches_no_file(
    stream: bytes, secret: str, journal: Journal, tmp_path: Path
) -> None:
    feeding = Feeding(journal, "web", "http", "http://h/mcp", START_NS)
    channel = feeding.went(FIRST, START_NS)
    feeding.arrive(HeadersSent(channel, "POST", "http://h/mcp", ()), START_NS)
    feeding.arrive(Sent(channel), START_NS)
    heads = (("content-type", "text/event-stream"), ("mcp-session-id", SESSION))
    feeding.arrive(ChannelOpened(channel, 200, heads, "HTTP/1.1", "OK"), START_NS + 1)
    feeding.arrive(BytesArrived(channel, stream), START_NS + 2)
    feeding.arrive(ChannelClosed(channel), START_NS + 3)
    feeding.end()
    journal.sync()
    assert_nowhere(journal, secret, tmp_path / "clean.mcptrace")


def test_a_secret_in_a_rule_of_colour_reaches_no_file(journal: Journal, tmp_path: Path) -> None:
    Feeding(journal, "demo", "stdio", "demo-server", START_NS).went(FIRST, START_NS)
    journal.annotations.set_rules([ColourRule("mine", f'"{KNOWN}" or "{TOKEN}"', "red")])
    journal.sync()
    assert_nowhere(journal, TOKEN, tmp_path / "clean.mcptrace")
    assert_nowhere(journal, "Quo+ka", tmp_path / "clean.mcptrace")


def test_every_line_of_a_folded_header_is_a_secret() -> None:
    head = b"GET / HTTP/1.1\r\nX-Api-Key: first part\r\n second-part\r\nAccept:text/plain\r\n"
    clean = Redactor().record(request(1, head, kind="head", valid=False)).raw
    assert clean.decode().split("\r\n")[1:] == [
        "X-Api-Key: «key-1»", " «key-2»", "Accept:text/plain", "",
    ]  # fmt: skip
