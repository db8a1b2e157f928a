"""The door to the journal: what takes long to read is read aside, and nothing comes out of turn."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.client.session import BACKLOG_BYTES, Session, Spooling
from inspector.core.clock import now_ns
from inspector.errors import ClosedError
from inspector.protocol.jsonrpc import LARGE_BYTES
from inspector.protocol.records import SessionInfo
from inspector.protocol.wire import BytesArrived, ChannelClosed, ChannelOpened, LifecycleStep, Order, Sent
from inspector.trace.journal import Journal
from inspector.translation import Recorded, recorded
from tests.protocol.test_conversation import Told

CHUNK = 64 * 1024


def notification(name: str, size: int = 0) -> bytes:
    return b'{"jsonrpc":"2.0","method":"notifications/%b","params":{"of":"%b"}}' % (
        name.encode(),
        b"x" * size,
    )


def of_a_session(folder: Path, act: Callable[[Session], Awaitable[None]]) -> tuple[list[str], list[str]]:
    """Names of the methods (of what else comes: its kind) in the journal, and what a listener heard."""
    told = Told()
    journal = Journal.create(folder / "a.mcptrace")

    async def main() -> None:
        session = Session(SessionInfo(1, "a", "stdio", "a"), journal, told)
        await act(session)
        session.end()

    asyncio.run(main())
    kept = [record.method or record.kind for record in journal.records(1, journal.last)]
    journal.close()
    return kept, told.notes


def come(session: Session, data: bytes) -> None:
    for at in range(0, len(data), CHUNK):
        session.feed(BytesArrived("stdout", data[at : at + CHUNK]), time.monotonic_ns())


async def until_read(session: Session, count: int) -> None:
    async with asyncio.timeout(20):
        while session.journal.last < count:
            await asyncio.sleep(0.001)


def test_a_large_message_is_not_read_while_the_loop_waits(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        come(session, notification("large", LARGE_BYTES) + b"\n")
        assert session.journal.last == 0
        await until_read(session, 1)

    assert of_a_session(tmp_path, act) == (["notifications/large"], ["notifications/large"])


def test_what_comes_after_a_large_message_stays_after_it(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        lines = [notification("one"), notification("large", LARGE_BYTES), notification("two")]
        lines += [notification("larger", 2 * LARGE_BYTES), notification("three")]
        come(session, b"\n".join(lines) + b"\n")
        session.feed(BytesArrived("stderr", b"words\n"), time.monotonic_ns())
        session.feed(ChannelClosed("stdout"), time.monotonic_ns())
        await until_read(session, 6)

    names = ["one", "large", "two", "larger", "three"]
    expected = [f"notifications/{name}" for name in names]
    assert of_a_session(tmp_path, act) == ([*expected, "stderr"], expected)


def test_the_end_of_a_connection_loses_nothing_that_is_being_read(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        come(session, notification("large", LARGE_BYTES) + b"\n" + notification("last") + b"\n")

    expected = ["notifications/large", "notifications/last"]
    assert of_a_session(tmp_path, act) == (expected, expected)


def test_a_large_message_that_the_end_breaks_off_is_kept(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        come(session, notification("large", LARGE_BYTES)[:-1])
        session.feed(ChannelClosed("stdout"), time.monotonic_ns())
        await until_read(session, 1)

    assert of_a_session(tmp_path, act) == (["malformed"], [])


def test_a_long_line_on_stderr_is_text_and_waits_for_nobody(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        session.feed(BytesArrived("stderr", b"x" * (LARGE_BYTES + 1) + b"\n"), time.monotonic_ns())
        assert session.journal.last == 1

    assert of_a_session(tmp_path, act) == (["stderr"], [])


def test_what_brings_thousands_of_records_is_taken_in_turns_and_in_order(tmp_path: Path) -> None:
    lines = b"".join(b"%d\n" % number for number in range(10_000))

    async def act(session: Session) -> None:
        session.feed(BytesArrived("stdout", lines), time.monotonic_ns())
        session.feed(BytesArrived("stderr", b"words\n"), time.monotonic_ns())
        assert session.journal.last < 10_000
        await session.caught_up()
        raws = [record.raw for record in session.journal.records(1, 10_001)]
        assert raws == [*lines.split(), b"words"]

    kept, _ = of_a_session(tmp_path, act)
    assert len(kept) == 10_001


def test_the_members_of_a_long_batch_are_taken_in_turns(tmp_path: Path) -> None:
    members = [notification(f"n{number}") for number in range(5000)]

    async def act(session: Session) -> None:
        session.feed(BytesArrived("stdout", b"[%b]\n" % b",".join(members)), time.monotonic_ns())
        session.feed(BytesArrived("stdout", notification("after") + b"\n"), time.monotonic_ns())
        assert session.journal.last < 5000

    kept, told = of_a_session(tmp_path, act)
    expected = [*(f"notifications/n{number}" for number in range(5000)), "notifications/after"]
    assert (kept[1:], told) == (expected, expected)


def test_a_body_that_ends_in_a_long_batch_ends_after_its_members(tmp_path: Path) -> None:
    members = b",".join(notification("n") for _ in range(1000))

    async def act(session: Session) -> None:
        session.conversation.transport = "http"
        session.feed(ChannelOpened("post-1", 200, (("content-type", "application/json"),)), 1)
        session.feed(BytesArrived("post-1", b"[%b]" % members), 2)
        session.feed(ChannelClosed("post-1", "cut off"), 3)
        await session.caught_up()
        assert session.journal.records(1003, 1003)[0].note == "cut off"

    kept, _ = of_a_session(tmp_path, act)
    assert kept == ["head", "batch", *["notifications/n"] * 1000, "lifecycle"]


def test_blank_lines_that_come_together_are_one_record(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        session.feed(BytesArrived("stdout", b"\n" * CHUNK), time.monotonic_ns())
        record = session.journal.records(1, 1)[0]
        assert (record.raw, record.size) == (b"\n" * (CHUNK - 1), CHUNK)
        assert record.note == "65,536 blank lines"

    assert of_a_session(tmp_path, act)[0] == ["malformed"]


class Pipe:
    """A transport that takes what it is given. at_once: of each message, whether it left at once."""

    def __init__(self, *at_once: bool) -> None:
        self._at_once = list(at_once)

    def carry_out(self, order: Order) -> bool:
        return self._at_once.pop(0)

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None


def test_what_leaves_at_once_is_not_taken_for_what_is_still_to_be_reported(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        pipe: Any = Pipe(False, True)
        session.transport = pipe
        slow, quick = (
            session.send(lambda at, number: session.conversation.request("ping", {}, at, number)).exchange
            for _ in range(2)
        )
        assert slow is not None and quick is not None
        session.feed(Sent("stdin"), time.monotonic_ns())
        assert (slow.written_ns > 0, quick.written_ns) == (True, 0)

    of_a_session(tmp_path, act)


def test_without_a_window_what_comes_within_a_frame_goes_into_the_file_together(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        journal = session.journal
        for batch in (1, 2):
            for name in ("one", "two", "three"):
                come(session, notification(name) + b"\n")
            assert (journal.take_changes().mark, journal.written) == (batch, 3 * batch - 3)
            async with asyncio.timeout(5):
                while journal.written < 3 * batch:
                    await asyncio.sleep(0.001)

    of_a_session(tmp_path, act)


def test_the_end_does_not_wait_for_a_frame(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        come(session, notification("one") + b"\n")
        session.end()
        session.journal.wait_written()
        assert session.journal.written == 1

    of_a_session(tmp_path, act)


def test_who_listens_to_the_journal_says_when_it_is_written(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        told: list[int] = []
        session.journal.take_changes()
        session.journal.on_change = lambda: told.append(session.journal.last)
        come(session, notification("one") + b"\n" + notification("two") + b"\n")
        session.journal.wait_written()
        assert (session.journal.written, told) == (0, [2])

    of_a_session(tmp_path, act)


class Flooding:
    """A transport that can be paused, and says so."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def pause(self) -> None:
        self.told.append("pause")

    def resume(self) -> None:
        self.told.append("resume")


def test_a_transport_that_brings_too_much_is_paused_for_a_moment(tmp_path: Path) -> None:
    lines = b"".join(notification(f"n{number}") + b"\n" for number in range(5000))

    async def act(session: Session) -> None:
        flooding: Any = Flooding()
        session.transport = flooding
        session.feed(BytesArrived("stdout", lines), time.monotonic_ns())
        assert flooding.told == ["pause"]
        async with asyncio.timeout(20):
            while flooding.told[-1] != "resume":
                await asyncio.sleep(0.001)
        assert session.journal.last == 5000

    of_a_session(tmp_path, act)


def test_little_pauses_no_transport(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        flooding: Any = Flooding()
        session.transport = flooding
        come(session, notification("one") + b"\n")
        assert flooding.told == []

    of_a_session(tmp_path, act)


def test_a_server_waits_while_the_disk_is_at_its_floor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SimpleNamespace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: disk)
    line = notification("n", 60 * 1024) + b"\n"

    async def act(session: Session) -> None:
        session.journal.leave_free(lambda: 1)
        flooding: Any = Flooding()
        session.transport, said = flooding, flooding.told
        async with asyncio.timeout(20):
            while session.journal.backlog_bytes <= BACKLOG_BYTES:
                come(session, line)
                await asyncio.sleep(0)
            while not session.journal.failure or said[-1:] != ["pause"]:
                await asyncio.sleep(0.001)
            assert session.journal.written == 0
            disk.free = 1 << 40
            while said[-1] != "resume":
                await asyncio.sleep(0.001)
        assert session.journal.backlog_bytes <= BACKLOG_BYTES

    of_a_session(tmp_path, act)


MB = b"x" * (1 << 20)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "a.mcptrace")
    yield journal
    journal.close()


def files(journal: Journal) -> list[int]:
    return [file.stat().st_size for file in journal.path.parent.rglob("*.part")]


def test_a_message_within_the_limit_is_kept_whole(journal: Journal) -> None:
    spool = Spooling(journal, 2 << 20, int).open("1-1")
    spool.write(MB)
    spool.write(MB)
    place = spool.close()
    assert (Path(place).stat().st_size, spool.why) == (2 << 20, "")


def test_an_endless_message_takes_no_more_than_the_limit_and_is_dropped(journal: Journal) -> None:
    spool = Spooling(journal, 3 << 20, int).open("1-1")
    for _ in range(10):
        spool.write(MB)
        assert sum(files(journal)) <= 3 << 20
    assert spool.close() == ""
    assert spool.why == "large messages may use up to 3 MB per session"
    assert (files(journal), journal.spooled_bytes) == ([], 0)


def test_the_limit_is_that_of_all_messages_of_a_session_together(journal: Journal) -> None:
    for name, kept in (("1-1", True), ("2-1", False)):  # of two connections
        spool = Spooling(journal, 3 << 20, int).open(name)
        spool.write(MB)
        spool.write(MB)
        assert bool(spool.close()) is kept
    assert files(journal) == [2 << 20]


def test_the_last_of_the_disk_stays_free(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100 << 20))
    spool = Spooling(journal, 1 << 40, lambda: 100 << 20).open("1-1")
    spool.write(MB)
    assert (spool.close(), spool.why) == ("", "less than 100 MB of free disk space")
    assert files(journal) == []


class Broken:
    """A file of a disk that is full."""

    def __init__(self, *, at: str) -> None:
        self.at = at
        self.closed = 0

    def write(self, _data: bytes) -> None:
        if self.at == "write":
            raise OSError

    def close(self) -> None:
        self.closed += 1
        if self.at == "close":
            raise OSError


@pytest.mark.parametrize("at", ["open", "write", "close"])
def test_a_message_whose_file_cannot_be_kept_has_none(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    place = tmp_path / "line.part"
    place.write_text("x")
    broken = Broken(at=at)

    def spool_file(name: str) -> Any:
        assert name == "1-1"
        if at == "open":
            raise OSError
        return broken, place

    monkeypatch.setattr(journal, "spool_file", spool_file)
    spool = Spooling(journal, 1 << 30, int).open("1-1")
    spool.write(b"abc")
    assert journal.spooled_bytes == (3 if at == "close" else 0)
    assert (spool.close(), journal.spooled_bytes, spool.why) == ("", 0, "")
    assert place.exists() is (at == "open")


def test_the_disk_is_looked_at_now_and_then(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[object] = []

    def usage(folder: object) -> SimpleNamespace:
        looks.append(folder)
        return SimpleNamespace(free=1 << 40)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    spool = Spooling(journal, 1 << 30, int).open("1-1")
    for size, count in ((1, 1), ((1 << 20) - 1, 1), (1, 2), (1, 2), (1 << 20, 3)):
        spool.write(b"x" * size)
        assert len(looks) == count
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: (_ for _ in ()).throw(OSError))
    spool.write(MB)
    assert spool.why == "", "what cannot be looked at is no objection"
    assert spool.close()


def words(session: Session, *lines: str) -> None:
    for line in lines:
        session.feed(BytesArrived("stderr", f"{line}\n".encode()), time.monotonic_ns())


def test_the_first_and_the_last_lines_of_a_process_are_kept(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        assert session.stderr_said == []
        words(session, *(f"a{number}" for number in range(3)))
        assert session.stderr_said == ["a0", "a1", "a2"]
        session.begin_life()
        assert session.stderr_said == []
        words(session, *(f"b{number}" for number in range(700)))
        said = session.stderr_said
        assert (said[:2], said[99:102], said[-1], len(said)) == (
            ["b0", "b1"], ["b99", "b200", "b201"], "b699", 600,
        )  # fmt: skip
        assert (session.stderr_lines, len(session.stderr_tail)) == (703, 500)
        words(session, "x" * 5000 + "\r")
        assert session.stderr_tail[-1] == "x" * 4096
        words(session, "end\r")
        assert session.stderr_tail[-1] == "end"

    of_a_session(tmp_path, act)


def test_what_a_process_wrote_after_its_last_message_tells_of_its_end(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        words(session, "starting")
        assert session.stderr_at_end == ["starting"]
        words(session, "Traceback of a call that got its response")
        come(session, notification("x") + b"\n")
        assert session.stderr_at_end == []
        words(session, "out of memory", "aborted")
        assert session.stderr_at_end == ["out of memory", "aborted"]
        session.begin_life()
        assert session.stderr_at_end == []

    of_a_session(tmp_path, act)


def test_secrets_that_it_was_started_with_are_in_no_row_of_ours(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        session.secrets = ("s3cret-value",)
        session.note("started with s3cret-value at http://u:pw@h/?token=abc")
        come(session, notification("s3cret-value") + b"\n")
        words(session, "s3cret-value")
        note, message, line = session.journal.records(1, 3)
        assert "s3cret-value" not in note.note and "pw@" not in note.note and note.kind == "lifecycle"
        assert b"s3cret-value" in message.raw and b"s3cret-value" in line.raw, "kept as it came"
        session.conversation.transport = "http"
        session.feed(ChannelOpened("post-1", 200, (("X-Echo", "a s3cret-value\udcff"),)), 5)
        head = session.journal.records(4, 4)[0]
        assert head.kind == "head" and b"s3cret-value" not in head.raw and b"x-echo: a " in head.raw.lower()

    of_a_session(tmp_path, act)


def test_a_step_keeps_its_message_whatever_is_masked_in_it(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        session.secrets = ("s3cret-value",)
        where = recorded("connected to {where}", where="https://u:pw@h/s3cret-value")
        session.feed(LifecycleStep("connected", where, {}), 5)
        note = session.journal.records(1, 1)[0].note
        assert isinstance(note, Recorded) and "s3cret" not in note and "pw@" not in note
        assert note.message.text == "connected to {where}" and "s3cret" not in str(note.message)

    of_a_session(tmp_path, act)


def test_a_session_is_in_the_file_from_its_beginning_to_its_end(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        [info] = session.journal.sessions()
        assert info.started_ns > 0 and info.ended_ns == 0
        session.info.server = "demo 1"
        session.update_info()
        assert session.journal.sessions()[0].server == "demo 1"
        session.end()
        assert session.journal.sessions()[0].ended_ns > 0

    of_a_session(tmp_path, act)


def test_without_a_transport_nothing_is_sent(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        with pytest.raises(ClosedError, match="not connected; connect first"):
            session.send(lambda _at, _number: pytest.fail("it was made"))
        session._set_paused(True)  # it died meanwhile

    of_a_session(tmp_path, act)


def test_what_is_sent_is_recorded_and_timed_after_it_was_made(tmp_path: Path) -> None:
    async def act(session: Session) -> None:
        session.transport = Pipe(True)  # type: ignore[assignment]
        before = now_ns()
        outgoing = session.send(lambda at, number: session.conversation.request("ping", {}, at, number))
        exchange = outgoing.exchange
        assert exchange is not None and exchange.sent_ns >= exchange.started_ns >= before
        assert session.journal.records(1, 1)[0].method == "ping"
        kept = session.journal.exchange(1)
        assert kept is not None and kept.status == "pending"
        exchange.status = "done"
        session.changed(exchange)
        changed = session.journal.exchange(1)
        assert changed is not None and changed.status == "done"

    of_a_session(tmp_path, act)


def test_who_listens_to_the_session_is_told_of_each_arrival(tmp_path: Path) -> None:
    heard: list[list[str]] = []

    async def act(session: Session) -> None:
        session.listeners.append(lambda records: heard.append([one.method for one in records]))
        come(session, notification("one") + b"\n" + notification("two") + b"\n")
        session.note("ours")

    of_a_session(tmp_path, act)
    assert heard == [["notifications/one", "notifications/two"]]
