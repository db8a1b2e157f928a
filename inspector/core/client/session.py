"""One connection's door to the journal: arrivals in, records kept, orders out.

`feed` is a plain function without `await`; so nothing can come between an arrival and its record.
A message of many megabytes is read in a thread: reading 50 MB on the loop takes 130 ms. Until it is read
everything that comes after it waits, so the order of records stays that of arrivals.
A transport that brings more than 8 ms of work in 16 ms is paused for the rest of them: memory and the
window's frame rate stay bounded under a flood.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import structs

from inspector.core.client.large_message_thread import thread
from inspector.core.clock import OFFSET_NS, now_ns
from inspector.core.storage.settings import Settings
from inspector.errors import ClosedError
from inspector.protocol.conversation import Conversation
from inspector.protocol.framing import Spool
from inspector.protocol.jsonrpc import Message, parse
from inspector.protocol.listener import Listener, Outgoing
from inspector.protocol.records import Exchange, Record, SessionInfo
from inspector.protocol.secrets import masked_url, masked_values
from inspector.protocol.wire import Arrival
from inspector.trace.journal import Journal
from inspector.translation import as_recorded, recorded, translate, with_values
from inspector.transport import Transport

__all__ = ["Session", "Spooling"]

BUDGET_NS: Final = 8_000_000  # of parsing in a stretch; then the transport is paused until the next
STRETCH_NS: Final = 16_000_000
LEAST_PAUSE_NS: Final = 2_000_000
HAND_ON_S: Final = 0.016  # a transaction for each arrival took the GIL for as long as the call itself
BACKLOG_BYTES: Final = 8 << 20  # waiting for the writer
STDERR_LINES: Final = 500
STDERR_HEAD: Final = 100  # lines from the start of a process
STDERR_BYTES: Final = 4096  # of one line; the whole is in the journal

WRITTEN_BY_US: Final = ("head", "lifecycle")  # kinds of records: a message is kept as it was

Build = Callable[[int, int], Outgoing]
"""(at_ns, number) → what goes out."""
LOOK_BYTES: Final = 1 << 20  # of a long message written until the disk is looked at again


class Spooling:
    """The spooled messages of a session file: at most most_bytes, and floor_bytes of the disk stay free.

    A server decides how much it sends; it must not decide how much of the disk that takes.
    """

    def __init__(self, journal: Journal, most_bytes: int, floor_bytes: Callable[[], int]) -> None:
        """floor_bytes: asked before each look, for the setting may change."""
        self.journal, self.most_bytes, self.floor_bytes = journal, most_bytes, floor_bytes

    def open(self, name: str) -> Spool:
        """A file for one message, made when its first bytes come."""
        return _FileSpool(self, lambda: self.journal.spool_file(name))

    def objection(self, path: Path, size: int) -> str:
        """Why no more bytes may be written to this file; empty when they may."""
        if self.journal.spooled_bytes + size > self.most_bytes:
            limit = f"{self.most_bytes >> 20:,}"
            return recorded("large messages may use up to {limit} MB per session", limit=limit)
        with suppress(OSError):
            floor = self.floor_bytes()
            if shutil.disk_usage(path.parent).free - size < floor:
                limit = f"{floor >> 20:,}"
                return recorded("less than {limit} MB of free disk space", limit=limit)
        return ""


class _FileSpool:
    """A cut message's file. What may not be kept is dropped whole: the message's beginning is kept anyway."""

    def __init__(self, spooling: Spooling, make: Callable[[], tuple[BinaryIO, Path]]) -> None:
        self._spooling = spooling
        self._file: BinaryIO | None = None
        self._place = self.why = ""
        self._size = 0
        self._unlooked = LOOK_BYTES
        with suppress(OSError):
            self._file, path = make()
            self._place = str(path)

    def write(self, data: bytes) -> None:
        if self._file is None:
            return
        self._unlooked += len(data)
        if self._unlooked >= LOOK_BYTES:
            self._unlooked = 0
            self.why = self._spooling.objection(Path(self._place), len(data))
        if self.why:
            self._drop()
            return
        try:
            self._file.write(data)
        except OSError:
            self._drop()
            return
        self._size += len(data)
        self._spooling.journal.spooled_bytes += len(data)

    def close(self) -> str:
        try:
            if self._file is not None:
                self._file.close()
        except OSError:
            self._drop()
        return self._place

    def _drop(self) -> None:
        file, self._file = self._file, None
        with suppress(OSError):
            if file is not None:
                file.close()
        with suppress(OSError):
            Path(self._place).unlink()
        self._place = ""
        self._spooling.journal.spooled_bytes -= self._size
        self._size = 0


class Session:
    """Feeds one conversation into the journal and carries its orders to a transport."""

    def __init__(
        self, info: SessionInfo, journal: Journal, listener: Listener, settings: Settings | None = None
    ) -> None:
        settings = settings or Settings()
        spooling = Spooling(journal, settings.spool_limit_mb << 20, settings.floor_bytes)
        self.info = info
        self.journal = journal
        self.transport: Transport | None = None
        self.stderr_tail: deque[str] = deque(maxlen=STDERR_LINES)
        self.stderr_lines = 0
        self._stderr_life: list[str] = []  # the first lines of the process that runs, or ran last
        self._lines_before = 0  # of those that ran before it
        self._lines_told = 0  # until its last message
        self.secrets: tuple[str, ...] = ()  # it was started with them; nothing kept may hold one
        self.listeners: list[Callable[[list[Record]], None]] = []  # told of what each arrival became
        self.conversation = Conversation(
            info.number,
            info.transport,
            listener,
            limit_bytes=settings.line_limit_mb << 20,
            open_spool=lambda: spooling.open(f"{info.number}-{journal.next_number()}"),
        )
        self.conversation.aside = True
        self._reading: Future[Message] | None = None  # of `conversation.unread`
        self._waiting: deque[tuple[Arrival, int]] = deque()  # came meanwhile
        self._was_read = asyncio.Event()  # a large message was read
        self._began_ns = 0  # of the stretch
        self._spent_ns = 0  # in it
        self._pause: asyncio.TimerHandle | None = None  # the transport is paused until then
        self._handing_on: asyncio.TimerHandle | None = None
        info.started_ns = now_ns()
        journal.add_session(info)

    def feed(self, arrival: Arrival, at_ns: int) -> None:
        """Take an arrival. at_ns: `time.monotonic_ns()` when it came."""
        if self.behind:
            self._waiting.append((arrival, at_ns))
            return
        now = time.monotonic_ns()
        if now - self._began_ns > STRETCH_NS:
            self._began_ns, self._spent_ns = now, 0
        self._take(partial(self.conversation.receive, arrival, at_ns + OFFSET_NS))
        if self.conversation.more is not None:
            self._catch_up()
        self._ease()

    def _take(self, receive: Callable[[int], list[Record]]) -> None:
        started_ns = time.monotonic_ns()
        records = receive(self.journal.next_number())
        if self.secrets and records and records[0].kind in WRITTEN_BY_US:
            records = [self._without_secrets(record) for record in records]
        self._keep(records)
        for listener in self.listeners:
            listener(records)
        self._spent_ns += time.monotonic_ns() - started_ns
        if self.conversation.unread is not None:
            self._reading = thread().submit(parse, self.conversation.unread.raw)
            self._reading.add_done_callback(partial(_tell, asyncio.get_running_loop(), self._read))

    def _ease(self) -> None:
        """Pause a transport that brings more than there is time for."""
        if self._pause is None and (
            self.behind or self._spent_ns > BUDGET_NS or self.journal.backlog_bytes > BACKLOG_BYTES
        ):
            self._set_paused(True)
            left_ns = max(LEAST_PAUSE_NS, self._began_ns + STRETCH_NS - time.monotonic_ns())
            self._pause = asyncio.get_running_loop().call_later(left_ns / 1e9, self._after_pause)

    def _after_pause(self) -> None:
        """Go on with what waits, and with the transport unless that is still too much."""
        self._pause = None
        self._began_ns, self._spent_ns = time.monotonic_ns(), 0
        if self.journal.backlog_bytes <= BACKLOG_BYTES:
            self._catch_up()
        self._ease()
        if self._pause is None:
            self._set_paused(False)

    def _read(self, reading: Future[Message]) -> None:
        """A large message was read: go on with it, and with what came after it."""
        if reading is not self._reading:
            return  # the end of the connection did not wait for this turn
        self._reading = None
        self._take(partial(self.conversation.go_on, reading.result()))
        self._catch_up()
        self._ease()
        self._was_read.set()

    def _catch_up(self, budget_ns: int = BUDGET_NS) -> None:
        """Take what waits, in its order, for as long as the budget lasts; after the pause it goes on."""
        conversation = self.conversation
        while self._reading is None and self._spent_ns <= budget_ns:
            if conversation.more is not None:
                self._take(conversation.receive_more)
            elif self._waiting:
                arrival, at_ns = self._waiting.popleft()
                self._take(partial(conversation.receive, arrival, at_ns + OFFSET_NS))
            else:
                return

    @property
    def behind(self) -> bool:
        """Whether something came that is not a record yet."""
        return bool(self._waiting) or self._reading is not None or self.conversation.more is not None

    def send(self, build: Build) -> Outgoing:
        """Make, record and carry out what goes out. Raises ClosedError when there is no transport."""
        if self.transport is None:
            raise ClosedError(translate("Core", "not connected; connect first"))
        outgoing = build(now_ns(), self.journal.next_number())
        sent_ns = now_ns()
        for order in outgoing.orders:
            if self.transport.carry_out(order):
                self.conversation.left_at_once()
        exchange = outgoing.exchange
        if self.conversation.pipe is not None and exchange is not None:
            if exchange.direction == "out" and exchange.status == "pending":
                exchange.sent_ns = sent_ns  # what encoding took is not the server's time
        self._keep(outgoing.records)
        return outgoing

    def note(self, text: str) -> None:
        """A lifecycle row of our own; in English, whatever language its text was made in."""

        def masked(part: str) -> str:
            return masked_values(masked_url(part), self.secrets)

        number, note = self.journal.next_number(), with_values(as_recorded(text), masked)
        self._keep([Record(number, now_ns(), self.info.number, "", "", "lifecycle", note=note)])

    def changed(self, exchange: Exchange) -> None:
        """An exchange changed outside of an arrival."""
        self.journal.touch(exchange)
        self._hand_on()

    def update_info(self) -> None:
        """`info` changed."""
        self.journal.update_session(self.info)
        self._hand_on()

    async def caught_up(self) -> None:
        """Wait until all that came is recorded; no pause is waited for."""
        while self.behind:
            if self._reading is not None:
                self._was_read.clear()
                await self._was_read.wait()
            self._spent_ns = 0
            self._catch_up()
            self.journal.flush()
            await asyncio.sleep(0)

    def end(self) -> None:
        """The connection is over; nothing is fed after this."""
        while self.behind:
            if self._reading is not None:
                self._read(self._reading)
            self._catch_up(sys.maxsize)
        self._was_read.set()
        self.info.ended_ns = now_ns()
        self.update_info()
        if self._pause is not None:
            self._pause.cancel()
            self._pause = None
        self.settle()
        self._flush()

    def settle(self) -> None:
        """Hand on exchanges that changed while nothing was fed."""
        self._keep([])

    def _without_secrets(self, record: Record) -> Record:
        """A head or a row of our own as it may be kept: the user's secrets may stand anywhere in it."""
        raw = masked_values(record.raw.decode("utf-8", "surrogateescape"), self.secrets)
        note = with_values(record.note, partial(masked_values, secrets=self.secrets))
        return structs.replace(record, raw=raw.encode("utf-8", "surrogateescape"), note=note)

    def _keep(self, records: list[Record]) -> None:
        if records:
            self.journal.append(records)
            if records[0].kind == "stderr" or records[-1].kind == "stderr":
                self._keep_stderr(records)
            elif any(record.direction == "in" and record.valid for record in records):
                self._lines_told = self.stderr_lines
        touched = self.conversation.touched
        if touched:
            for exchange in touched:
                self.journal.touch(exchange)
            touched.clear()
        self._hand_on()

    def _hand_on(self) -> None:
        """Write all that comes within a frame in one transaction, unless a listener for changes does that."""
        if self.journal.on_change is None and self._handing_on is None:
            self._handing_on = asyncio.get_running_loop().call_later(HAND_ON_S, self._flush)

    def _flush(self) -> None:
        if self._handing_on is not None:
            self._handing_on.cancel()
            self._handing_on = None
        self.journal.flush()

    def _keep_stderr(self, records: list[Record]) -> None:
        for record in records:
            if record.kind == "stderr":
                line = record.raw[:STDERR_BYTES].decode("utf-8", "replace").rstrip("\r")
                self.stderr_tail.append(line)
                if len(self._stderr_life) < STDERR_HEAD:
                    self._stderr_life.append(line)
                self.stderr_lines += 1

    def begin_life(self) -> None:
        """Another process is started: what the one before it said is not its own."""
        self._stderr_life.clear()
        self._lines_before = self.stderr_lines

    @property
    def stderr_said(self) -> list[str]:
        """What the process that runs, or ran last, wrote to stderr: its first lines, and its last."""
        count = self.stderr_lines - self._lines_before
        after = min(count - len(self._stderr_life), len(self.stderr_tail))
        return [*self._stderr_life, *(list(self.stderr_tail)[-after:] if after > 0 else [])]

    @property
    def stderr_at_end(self) -> list[str]:
        """What the process wrote to stderr after its last message: a traceback of an answered call is no news
        of how it ended."""
        said = self.stderr_said
        count = self.stderr_lines - max(self._lines_before, self._lines_told)
        return said[max(0, len(said) - count) :]

    def _set_paused(self, paused: bool) -> None:
        change = getattr(self.transport, "pause" if paused else "resume", None)
        if change is not None:  # it did not die meanwhile
            change()


def _tell(
    loop: asyncio.AbstractEventLoop, read: Callable[[Future[Message]], None], reading: Future[Message]
) -> None:
    with suppress(RuntimeError):  # the loop was closed; `end` has read it
        loop.call_soon_threadsafe(read, reading)
