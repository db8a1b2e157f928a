"""What was sent goes out once more."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inspector.core.client.client import Client
from inspector.core.client.resending import send_again
from inspector.core.servers.profiles import demo_profile
from inspector.errors import UsageError
from inspector.trace.journal import Journal
from tests.conftest import Runner

CALL = (
    b'{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"_meta":{"progressToken":77,"own":[1.10]},'
    b'"name":"echo","arguments":{"message":"x","n":1.10,"big":9007199254740993}}}'
)
REFUSED = [
    (
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
        "a response cannot be sent again: no request is waiting for it",
    ),
    (b'{"jsonrpc":"2.0","id":1,"error":{}}', "a response cannot be sent again: no request is waiting for it"),
    (b'{"id":1,"method":"initialize"}', "the handshake opens a connection; reconnect instead"),
]


def test_requests_get_a_new_id_and_token_and_keep_every_other_token(arun: Runner, tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "t.mcptrace")

    async def main() -> None:
        client = Client(demo_profile(), journal)
        await client.connect()
        try:
            started: list[int] = []
            await send_again(client, CALL, started.append)
            record = journal.record(started[0])
            assert record is not None
            assert b'"arguments":{"message":"x","n":1.10,"big":9007199254740993}' in record.raw
            sent = json.loads(record.raw)
            assert sent["id"] != 77
            assert sent["params"]["_meta"]["progressToken"] == sent["id"]
            assert b'"own":[1.10]' in record.raw

            for raw in (b'{"jsonrpc":"2.0","method":"notifications/x"}', b'{"id":1,"method":', b"[1]"):
                await send_again(client, raw, started.append)
                again = journal.record(started[-1])
                assert again is not None
                assert again.raw == raw
            last = journal.last
            for raw, why in REFUSED:
                with pytest.raises(UsageError, match=f"^{why}$"):
                    await send_again(client, raw)
            assert journal.last == last
        finally:
            await client.close()

    arun(main())
    journal.close()


class Asked:
    """Keeps what is called and what goes out byte for byte."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, object]] = []
        self.raw: list[bytes] = []

    async def call(self, method: str, params: object, on_start: object = None) -> None:
        self.calls.append((method, params))

    def send_raw(self, raw: bytes) -> int:
        self.raw.append(raw)
        return 5


def asked_by(raw: bytes) -> Asked:
    """What a client is asked for by a message that is sent again."""
    client: Any = Asked()
    asyncio.run(send_again(client, raw))
    assert isinstance(client, Asked)
    return client


@pytest.mark.parametrize(
    ("params", "sent"),
    [
        (b"", {}),
        (b',"params":{}', {}),
        (b',"params":{"a":1.10}', {"a": msgspec.Raw(b"1.10")}),
        (b',"params":{"name":"echo","uri":"file:///a"}', {"name": "echo", "uri": "file:///a"}),
        (b',"params":{"name":5,"title":"t"}', {"name": msgspec.Raw(b"5"), "title": msgspec.Raw(b'"t"')}),
        (b',"params":{"_meta":{"progressToken":1}}', {}),
        (b',"params":{"_meta":{}}', {}),
        (b',"params":{"_meta":{"a":1}}', {"_meta": {"a": msgspec.Raw(b"1")}}),
    ],
)
def test_members_are_given_on_token_for_token(params: bytes, sent: dict[str, object]) -> None:
    asked = asked_by(b'{"jsonrpc":"2.0","id":1,"method":"tools/call"' + params + b"}")
    assert (asked.calls, asked.raw) == ([("tools/call", sent)], [])


@pytest.mark.parametrize("params", [b"[1]", b'"a"', b'{"_meta":5}'])
def test_params_that_are_no_object_go_out_byte_for_byte(params: bytes) -> None:
    raw = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":' + params + b"}"
    asked = asked_by(raw)
    assert (asked.calls, asked.raw) == ([], [raw])
