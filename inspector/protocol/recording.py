"""Make records: number them in turn and say what they are."""

from __future__ import annotations

from inspector.protocol.channels import Channel
from inspector.protocol.correlation import MessagePlace
from inspector.protocol.framing import Cut
from inspector.protocol.jsonrpc import Message
from inspector.protocol.records import Record
from inspector.translation import recorded

__all__ = ["Recorder"]


class Recorder:
    """Makes the records of one session. number: of the next one; the conversation sets it."""

    def __init__(self, session: int) -> None:
        self.session = session
        self.number = 0

    def message(
        self,
        message: Message,
        place: MessagePlace,
        direction: str,
        channel: Channel,
        raw: bytes,
        frame: bytes,
        size: int,
        at_ns: int,
        note: str = "",
    ) -> Record:
        """A message that was placed."""
        exchange = place.exchange
        number = self.number
        self.number += 1
        if exchange is not None:
            exchange.last = number
            exchange.records += number != exchange.number
        return Record(
            number,
            at_ns,
            self.session,
            direction,
            channel.name,
            message.kind,
            message.method or (exchange.method if exchange is not None else ""),
            message.id,
            exchange.number if exchange is not None else 0,
            place.role,
            size,
            raw,
            frame,
            message.valid,
            note or message.reason,
        )

    def plain(
        self,
        at_ns: int,
        direction: str,
        channel: Channel,
        kind: str,
        *,
        raw: bytes = b"",
        frame: bytes = b"",
        size: int = 0,
        note: str = "",
        spool: str = "",
    ) -> Record:
        """What is not a message: stderr, HTTP head, lifecycle, malformed."""
        number = self.number
        self.number += 1
        exchange = channel.exchange.number if channel.exchange is not None else 0
        return Record(
            number,
            at_ns,
            self.session,
            direction,
            channel.name,
            kind,
            exchange=exchange,
            size=size,
            raw=raw,
            frame=frame,
            note=note,
            spool=spool,
        )

    def unread(self, channel: Channel, raw: bytes, note: str, at_ns: int) -> Record:
        """Bytes that are no message, whatever they hold."""
        return self.plain(at_ns, "in", channel, "malformed", raw=raw, size=len(raw), note=note)

    def cut(self, channel: Channel, cut: Cut, at_ns: int) -> Record:
        """A message over the limit: its beginning, and where the whole is."""
        place = recorded("on one line") if channel.ending else recorded("in one message")
        where = (
            recorded("saved to a separate file")
            if cut.place
            else recorded("only the beginning could be saved")
        )
        if cut.why:
            where = recorded("only the beginning was saved: {why}", why=cut.why)
        note = recorded(
            "{total} bytes {place}: more than the limit, {where}",
            total=f"{cut.total:,}",
            place=place,
            where=where,
        )  # `was_cut` knows it by that
        kind = "stderr" if channel.name == "stderr" else "malformed"
        return self.plain(
            at_ns, "in", channel, kind, raw=cut.head, size=cut.total, note=note, spool=cut.place
        )
