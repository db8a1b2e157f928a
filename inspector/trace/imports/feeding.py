"""Feed what another program recorded through the same conversation as a live connection.

So an imported session has the same records, exchanges and roles as one of our own; only the times, and the
bytes where the file kept them, are those of the file.
"""

from __future__ import annotations

from inspector.protocol.conversation import Conversation
from inspector.protocol.jsonrpc import Message
from inspector.protocol.listener import Dropped
from inspector.protocol.recording import Recorder
from inspector.protocol.records import Exchange, Record, SessionInfo
from inspector.protocol.wire import Arrival, BytesArrived, LifecycleStep, Send
from inspector.trace.journal import Journal
from inspector.translation import recorded

__all__ = ["Feeding"]

UNANSWERED = recorded("the file ends without a response")
SYNC_BYTES = 16 << 20


class _Names:
    """What a server said of itself in an answer: its revision and its name."""

    def __init__(self) -> None:
        self.revision = self.server = ""

    def finished(self, exchange: Exchange, message: Message | None, status: int) -> None:
        """Look into the answers of the opening."""
        if message is None or b'"serverInfo"' not in message.result:
            return
        result = message.result_dict()
        info, revision = result.get("serverInfo"), result.get("protocolVersion")
        if isinstance(info, dict):
            self.server = f"{info.get('name', '')} {info.get('version', '')}".strip()
        if isinstance(revision, str):
            self.revision = revision

    def late(self, exchange: Exchange, message: Message) -> None:
        """Nothing to do."""

    def progressed(self, exchange: Exchange) -> None:
        """Nothing to do."""

    def asked(self, exchange: Exchange, message: Message) -> None:
        """Nothing to do."""

    def notified(self, message: Message) -> None:
        """Nothing to do."""

    def dropped(self, stream: Dropped) -> None:
        """Nothing to do."""

    def broken_off(self, channel: str, error: str) -> None:
        """Nothing to do."""

    def stepped(self, step: LifecycleStep) -> None:
        """Nothing to do."""


class Feeding:
    """One connection of an imported file. Times are ns since the epoch."""

    def __init__(self, journal: Journal, name: str, transport: str, target: str, started_ns: int) -> None:
        self.info = SessionInfo(journal.next_session(), name, transport, target, started_ns)
        self.last_ns = started_ns
        self._journal = journal
        self._names = _Names()
        self._conversation = Conversation(self.info.number, transport, self._names)
        journal.add_session(self.info)

    def arrive(self, arrival: Arrival, at_ns: int) -> None:
        """Something came."""
        self._keep(self._conversation.receive(arrival, at_ns, self._journal.next_number()), at_ns)

    def came(self, data: bytes, at_ns: int) -> None:
        """A whole message of the server, over a pipe."""
        pipe = self._conversation.pipe
        assert pipe is not None
        if pipe.ending:  # a line break between tokens would end the line
            data = data.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n"
        self.arrive(BytesArrived(pipe.incoming, data, ends=not pipe.ending), at_ns)

    def went(self, data: bytes, at_ns: int) -> str:
        """A whole message of the client; the channel on which its answer comes."""
        outgoing = self._conversation.raw(data, at_ns, self._journal.next_number())
        self._keep(outgoing.records, at_ns)
        return next((order.channel for order in outgoing.orders if isinstance(order, Send)), "")

    def listens(self, verb: str) -> str:
        """A request of the client without a body; its channel."""
        outgoing = self._conversation.listen((), verb)
        return next((getattr(order, "channel", "") for order in outgoing.orders), "")

    def note(self, text: str, at_ns: int) -> None:
        """A step that the file tells of."""
        self.add("lifecycle", b"", text, at_ns)

    def stderr(self, line: bytes, at_ns: int) -> None:
        """A line of the server's stderr."""
        self.arrive(BytesArrived("stderr", line + b"\n"), at_ns)

    def add(self, kind: str, raw: bytes, note: str, at_ns: int, direction: str = "") -> None:
        """A record that is no message: malformed, lifecycle."""
        number = self._journal.next_number()
        record = Record(
            number, at_ns, self.info.number, direction, "", kind, size=len(raw), raw=raw, note=note
        )
        self._keep([record], at_ns)

    def told(self, message: Message, direction: str, raw: bytes, note: str, at_ns: int) -> None:
        """A message of which the file has the envelope, but not the bytes."""
        conversation, recorder = self._conversation, Recorder(self.info.number)
        recorder.number = self._journal.next_number()
        place = conversation.correlation.place(message, direction, recorder.number, at_ns, len(raw))
        record = Record(
            recorder.number, at_ns, self.info.number, direction, "", message.kind,
            message.method or (place.exchange.method if place.exchange is not None else ""), message.id,
            place.exchange.number if place.exchange is not None else 0, place.role, len(raw), raw, note=note,
        )  # fmt: skip
        if place.exchange is not None:
            place.exchange.last = recorder.number
            place.exchange.records += recorder.number != place.exchange.number
            conversation.touched.append(place.exchange)
        self._keep([record], at_ns)

    def end(self, ended_ns: int = 0) -> None:
        """The file holds no more of this connection."""
        conversation = self._conversation
        ended_ns = max(ended_ns, self.last_ns)
        for direction in ("out", "in"):
            for exchange in conversation.correlation.pending(direction):
                if conversation.correlation.end(exchange, "lost", ended_ns, UNANSWERED):
                    conversation.touched.append(exchange)
        self.info.ended_ns = ended_ns
        self._keep([], ended_ns)
        self._journal.update_session(self.info)

    def _keep(self, records: list[Record], at_ns: int) -> None:
        self.last_ns = max(self.last_ns, at_ns)
        self._journal.append(records)
        for exchange in self._conversation.touched:
            self._journal.touch(exchange)
        self._conversation.touched.clear()
        names, info = self._names, self.info
        if (names.revision, names.server) != (info.revision, info.server):
            info.revision, info.server = names.revision, names.server
            self._journal.update_session(info)
        if self._journal.backlog_bytes > SYNC_BYTES:
            self._journal.sync()
