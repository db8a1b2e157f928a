"""What was sent goes out once more."""

from __future__ import annotations

import json
from pathlib import Path

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
            for raw in (b'{"jsonrpc":"2.0","id":1,"result":{}}', b'{"id":1,"method":"initialize"}'):
                with pytest.raises(UsageError):
                    await send_again(client, raw)
        finally:
            await client.close()

    arun(main())
    journal.close()
