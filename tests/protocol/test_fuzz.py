"""Over 200,000 mutated frames (a quarter without --all): nothing raises, no byte is lost, memory is bounded.

Hypothesis chooses a seed, a carrier and how the bytes are cut; a seed makes a stream of frames, so that a
failure shrinks to one seed and is replayed by it.
"""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.lint import Linter
from inspector.protocol.conversation import Conversation
from inspector.protocol.era import Declared
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.records import KINDS, ROLES, Record
from inspector.protocol.wire import BytesArrived, ChannelClosed, ChannelOpened, Send
from inspector.trace.journal import Journal
from tests.examples import examples
from tests.lint.dialogue import Deaf

FRAMES: Final = 500  # of one example
EXAMPLES: Final = 110  # of each of the four carriers: 220,000 frames in all
OURS: Final = 20  # requests of ours that wait while it comes


def message(**members: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **members}, ensure_ascii=False).encode()


SAMPLES: Final = (
    message(id=1, result={}),
    message(id=2, result={"tools": [{"name": "t", "inputSchema": {"type": "object"}}], "nextCursor": "c"}),
    message(id=3, result={"content": [{"type": "text", "text": "한국어 \u2028 \\u0000"}], "isError": True}),
    message(id=4, result={"resultType": "input_required", "inputRequests": {"a": {}}, "requestState": "s"}),
    message(id=5, error={"code": -32601, "message": "no", "data": {"supported": ["2026-07-28"]}}),
    message(id=None, error={"code": -32700, "message": "Parse error"}),
    message(id="6", result={"structuredContent": 9007199254740993}),
    message(id=7.0, result={}),
    message(id="s1", method="sampling/createMessage", params={"messages": [], "maxTokens": 1}),
    message(id="s2", method="roots/list"),
    message(method="notifications/progress", params={"progressToken": 1, "progress": 0.5, "total": 1}),
    message(method="notifications/cancelled", params={"requestId": "s1", "reason": "r"}),
    message(method="notifications/message", params={"level": "info", "data": [1, None]}),
    message(method="notifications/tools/list_changed"),
    message(
        method="notifications/resources/updated",
        params={"uri": "a:b", "_meta": {"io.modelcontextprotocol/subscriptionId": 8}},
    ),
    message(
        method="notifications/subscriptions/acknowledged",
        params={"notifications": {}, "_meta": {"io.modelcontextprotocol/subscriptionId": 8}},
    ),
    message(id=9, result={"resultType": "task", "taskId": "t", "status": "working", "ttlMs": None}),
    message(method="notifications/tasks", params={"taskId": "t", "status": "completed"}),
    b"[" + message(id=10, result={}) + b"," + message(method="notifications/x") + b"]",
    b"[]",
    b"",
    b"\xef\xbb\xbf{}",
    b"Listening on port 3000",
    b'{"jsonrpc":"2.0","id":11,"result":{}}{"jsonrpc":"2.0","id":12,"result":{}}',
    b"{" + b'"a":{' * 200 + b"}" * 201,
    b'{"jsonrpc":"2.0","id":1e400,"result":{"n":' + b"9" * 400 + b"}}",
    b'{"jsonrpc":"2.0","jsonrpc":"2.0","id":13,"id":14,"result":{},"error":{}}',
)
PIECES: Final = (b'"', b"{", b"}", b"[", b"]", b",", b":", b"null", b"-", b"1e9", b"\\u", b"\\", b"\xff")
PIECES_MORE: Final = (b"\0", b"\r", b" ", b'"id":', b'"result":', b'"method":', b"\xed\xa0\x80", b"\xf0\x9f")


def mutated(rng: random.Random, frame: bytes) -> bytes:
    """A frame with up to four changes; no newline in it."""
    data = bytearray(frame)
    for _ in range(rng.randrange(5)):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(6):
            case 0 if data:
                data[place - 1] ^= 1 << rng.randrange(8)
            case 1:
                del data[place : place + rng.randrange(1, 9)]
            case 2:
                data[place:place] = rng.choice(PIECES + PIECES_MORE)
            case 3:
                other = rng.choice(SAMPLES)
                data[place:] = other[rng.randrange(len(other) + 1) :]
            case 4:
                data[place:place] = data[:place][-rng.randrange(1, 40) :]
            case _:
                data[place : place + 1] = bytes([rng.randrange(256)])
    return bytes(data).replace(b"\n", b"")


def cut(rng: random.Random, data: bytes, size: int) -> Iterator[bytes]:
    """Pieces of 1 to `size` bytes."""
    place = 0
    while place < len(data):
        step = rng.randrange(1, size + 1)
        yield data[place : place + step]
        place += step


class Fed:
    """A conversation with requests of ours pending, its records linted and kept in a journal."""

    def __init__(self, journal: Journal, transport: str, modern: bool) -> None:
        self.journal = journal
        self.transport = transport
        self.conversation = Conversation(1, transport, Deaf(), limit_bytes=1 << 16)
        self.conversation.era = ModernEra(Declared()) if modern else LegacyEra("2025-11-25", agreed=True)
        self.linter = Linter(transport, "x", journal.exchange)
        self.kept: list[Record] = []
        self.channels: list[str] = []
        for _ in range(OURS):
            outgoing = self.conversation.request("tools/call", {"name": "t"}, 1, journal.next_number())
            assert isinstance(outgoing.orders[0], Send)
            self.channels.append(outgoing.orders[0].channel)
            self.keep(outgoing.records)

    def come(self, arrival: Any) -> None:
        self.keep(self.conversation.receive(arrival, 2, self.journal.next_number()))

    def keep(self, records: list[Record]) -> None:
        self.journal.append(records)
        for record in records:
            assert record.kind in KINDS
            assert record.role in ROLES
            self.linter.check(record)
        for exchange in self.conversation.touched:
            self.journal.touch(exchange)
        self.conversation.touched.clear()
        self.kept += [record for record in records if record.direction == "in"]


def on_a_pipe(fed: Fed, rng: random.Random, frames: list[bytes], size: int) -> bytes:
    data = b"".join(frame + b"\n" for frame in frames)
    for piece in cut(rng, data, size):
        fed.come(BytesArrived("stdout", piece))
    fed.come(ChannelClosed("stdout"))
    return data


def as_events(fed: Fed, rng: random.Random, frames: list[bytes], size: int) -> bytes:
    """All on the stream of one POST, with ids and comments between."""
    lines = []
    for frame in frames:
        field = rng.choice((b"data: ", b"data:", b"id: 1\ndata: ", b": c\n\ndata: ", b"event: x\ndata: "))
        lines.append(field + frame.replace(b"\r", b"") + rng.choice((b"\n\n", b"\r\n\r\n", b"\r\r")))
    data = b"".join(lines)
    fed.come(ChannelOpened(fed.channels[0], 200, (("Content-Type", "text/event-stream"),)))
    for piece in cut(rng, data, size):
        fed.come(BytesArrived(fed.channels[0], piece))
    fed.come(ChannelClosed(fed.channels[0]))
    return data


def as_bodies(fed: Fed, rng: random.Random, frames: list[bytes], size: int) -> bytes:
    """Each the answer of a POST of its own, with every status."""
    for frame in frames:
        outgoing = fed.conversation.request("tools/call", {}, 1, fed.journal.next_number())
        fed.keep(outgoing.records)
        name = outgoing.orders[0].channel
        status = rng.choice((200, 202, 400, 401, 404, 500))
        fed.come(ChannelOpened(name, status, (("Content-Type", "application/json"),)))
        for piece in cut(rng, frame, size):
            fed.come(BytesArrived(name, piece))
        fed.come(ChannelClosed(name, rng.choice(("", "reset"))))
    return b"".join(frames)


def as_frames(fed: Fed, rng: random.Random, frames: list[bytes], size: int) -> bytes:
    """Each a message of a WebSocket, in pieces."""
    for frame in frames:
        for piece in cut(rng, frame, size):
            fed.come(BytesArrived("ws", piece))
        fed.come(BytesArrived("ws", b"", ends=True))
    fed.come(ChannelClosed("ws"))
    return b"".join(frames)


def bytes_of(fed: Fed) -> int:
    """All bytes that the records account for, without what was unpacked from them a second time."""
    whole = [record for record in fed.kept if not record.note.startswith("inside #")]
    return sum(record.size for record in whole if record.kind != "head")


Carrier = Callable[[Fed, random.Random, list[bytes], int], bytes]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    journal = Journal.create(tmp_path_factory.mktemp("fuzz") / "fuzz.mcptrace")
    yield journal
    journal.close()


@pytest.mark.parametrize(
    ("transport", "carrier"),
    [("stdio", on_a_pipe), ("http", as_events), ("http", as_bodies), ("websocket", as_frames)],
    ids=["pipe", "events", "bodies", "frames"],
)
@settings(
    max_examples=examples(EXAMPLES),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32 - 1), size=st.sampled_from([1, 7, 300, 65536]), modern=st.booleans())
def test_mutated_frames_raise_nothing_and_lose_no_byte(
    transport: str, carrier: Carrier, journal: Journal, seed: int, size: int, modern: bool
) -> None:
    rng = random.Random(seed)
    frames = [mutated(rng, rng.choice(SAMPLES)) for _ in range(FRAMES)]
    fed = Fed(journal, transport, modern)
    data = carrier(fed, rng, frames, size)
    assert bytes_of(fed) == len(data)
    journal.flush()


def test_journal_holds_what_was_fed_byte_for_byte(tmp_path: Path) -> None:
    rng = random.Random(20261121)
    frames = [mutated(rng, rng.choice(SAMPLES)) for _ in range(5000)]
    journal = Journal.create(tmp_path / "exact.mcptrace")
    fed = Fed(journal, "stdio", modern=False)
    data = on_a_pipe(fed, rng, frames, 65536)
    journal.sync()
    records = [one for one in journal.records(1, journal.last) if one.direction == "in"]
    lines = [one.raw for one in records if not one.note.startswith("inside #")]
    journal.close()
    assert b"".join(line + b"\n" for line in lines) == data


def test_memory_does_not_grow_with_the_number_of_frames(tmp_path: Path) -> None:
    rng = random.Random(1)
    frames = [mutated(rng, rng.choice(SAMPLES)) for _ in range(4000)]
    journal = Journal.create(tmp_path / "memory.mcptrace")
    fed = Fed(journal, "stdio", modern=True)

    def feed_all() -> None:
        for frame in frames:
            fed.come(BytesArrived("stdout", frame + b"\n"))
        fed.kept.clear()
        journal.sync()

    feed_all()
    feed_all()
    tracemalloc.start()
    feed_all()
    first, _ = tracemalloc.get_traced_memory()
    feed_all()
    feed_all()
    last, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    journal.close()
    assert last - first < 1_000_000
