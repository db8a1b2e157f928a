"""Takes event streams of a legacy HTTP session up again when they end early.

A call's stream is taken up with a GET that names the last event, after the pause the server asked for
(2025-11-25: the server may close a stream on purpose and be polled). The listening stream is opened
again likewise. Source: MCP basic/transports, "Resumability and Redelivery"; protocol reference 3.4.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from inspector.core.client.session import Session
from inspector.core.clock import now_ns
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.listener import Dropped, Outgoing
from inspector.protocol.wire import Drop
from inspector.translation import recorded

__all__ = ["Streams"]

DEFAULT_RETRY_MS: Final = 1000
MOST_RETRY_MS: Final = 60_000
MOST_ATTEMPTS: Final = 5  # in a row that brought nothing
MOST_LISTENING: Final = 20  # more than ten minutes
STOOD_S: Final = 60.0  # a listening stream that stood for so long was of use, though it brought nothing
FORGOTTEN: Final = (400, 404)
LISTENING: Final = 0  # key of the listening stream; calls have the numbers of their exchanges


class Streams:
    """The timers of one session. Nothing is sent after `close`."""

    def __init__(self, session: Session, forgotten: Callable[[Dropped], None] | None = None) -> None:
        """forgotten: told of a listening stream whose session the server does not know any more."""
        self._session = session
        self._timers: dict[int, tuple[asyncio.TimerHandle, Dropped]] = {}
        self._closed = False
        self._attempts: dict[int, int] = {}
        self._listening = ""  # channel of the listening stream
        self._listened = False  # it was there once
        self._opened_s = 0.0  # when it was asked for, in the loop's time
        self._fresh = False  # the session took a forgotten one's place and has had none yet
        self._forgotten = forgotten
        self._given_up = False  # the listening stream

    def dropped(self, stream: Dropped) -> None:
        """A stream ended. Opened again after its pause, or given up with a word in the timeline."""
        if self._closed:
            return
        key = stream.exchange.number if stream.exchange is not None else LISTENING
        if key != LISTENING:
            self.retry(stream)
            return
        here, forgotten = stream.status == 200 and not stream.refused, stream.status in FORGOTTEN
        self._listened = self._listened or here
        if stream.channel != self._listening or not self._listened:
            return  # that of a session that is over; or the server offers none
        if stream.refused or (forgotten and self._fresh):  # what was just made is not forgotten
            self.leave(stream.status)
            return
        if here:
            self._fresh = False
            if asyncio.get_running_loop().time() - self._opened_s >= STOOD_S:
                self._attempts.pop(LISTENING, None)
        self.retry(stream, soon=forgotten)

    def retry(self, stream: Dropped, *, soon: bool = False) -> None:
        """Take a stream up again after its pause. soon: the server is there, so the pause does not grow."""
        if self._closed:
            return
        key = stream.exchange.number if stream.exchange is not None else LISTENING
        attempt = self._attempts[key] = 1 if stream.events else self._attempts.get(key, 0) + 1
        if attempt > (MOST_ATTEMPTS if key else MOST_LISTENING):
            self._give_up(stream)
            return
        retry_ms = DEFAULT_RETRY_MS if stream.retry_ms is None else stream.retry_ms
        if not key and not soon:  # a restart takes a while: do not ask all the time
            retry_ms *= 2 ** max(0, attempt - 2)
        retry_ms = min(retry_ms, MOST_RETRY_MS)
        which = recorded("the stream of #{key}", key=key) if key else recorded("the listening stream")
        note = recorded("{which} ended; resuming in {retry_ms} ms", which=which, retry_ms=retry_ms)
        if stream.last_event_id:
            note = recorded("{note} after event {event}", note=note, event=stream.last_event_id)
        self._session.note(note)
        loop = asyncio.get_running_loop()
        self._timers[key] = loop.call_later(retry_ms / 1000, self._open_again, key, stream), stream

    def listen(self) -> None:
        """Open the listening stream of a new session."""
        self._given_up = False
        self._open(Dropped(None, "", None, 0, 0, ""))

    @property
    def deaf(self) -> str:
        """waiting: the listening stream is to be taken up again; over: it is not; else empty."""
        if not self._listened:
            return ""
        if self._given_up or not (self._listening or LISTENING in self._timers):
            return "over"
        return "" if self._session.conversation.status_of(self._listening) == 200 else "waiting"

    @property
    def listens(self) -> bool:
        """Whether there is a listening stream, or one was asked for."""
        return bool(self._listening)

    def listens_on(self, channel: str) -> bool:
        """Whether that is the channel of the listening stream."""
        return bool(channel) and channel == self._listening

    def set_aside(self) -> None:
        """The listening stream was refused; the caller gets a new token and ends with `listen` or `leave`."""
        self._listening = ""

    def leave(self, status: int) -> None:
        """The listening stream was refused for good. status: HTTP's."""
        if self._listened:
            self._leave(recorded("listening stream rejected (HTTP {status}); not retried", status=status))

    def abandon(self) -> None:
        """The session is over, its streams with it: the calls that waited on one are lost."""
        for timer, stream in self._timers.values():
            timer.cancel()
            if stream.exchange is not None:
                detail = recorded("the session ended before the response arrived")
                self._session.conversation.give_up(stream.exchange, "lost", now_ns(), detail)
        self._timers.clear()
        listening, self._listening, self._fresh = self._listening, "", True
        if self._session.transport is not None and self._session.conversation.is_open(listening):
            self._session.send(lambda _at, _number: Outgoing((Drop(listening),), []))
        self._session.settle()

    def close(self) -> None:
        """Open nothing any more."""
        self._closed = True
        for timer, _ in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _open_again(self, key: int, stream: Dropped) -> None:
        del self._timers[key]
        if not key and stream.status in FORGOTTEN and self._forgotten is not None:
            self._forgotten(stream)
            return
        if stream.exchange is None or stream.exchange.status == "pending":
            self._open(stream)

    def _open(self, stream: Dropped) -> None:
        conversation = self._session.conversation
        era = conversation.era
        if self._session.transport is None or not isinstance(era, LegacyEra):
            return
        headers = era.listen_headers(stream.last_event_id)
        outgoing = self._session.send(lambda at, number: conversation.listen(headers, takes_up=stream))
        if stream.exchange is None:
            self._opened_s = asyncio.get_running_loop().time()
            self._listening = next(order.channel for order in outgoing.orders)

    def _give_up(self, stream: Dropped) -> None:
        conversation = self._session.conversation
        if stream.exchange is None:
            self._leave(
                recorded(
                    "the listening stream ended {most_listening} times without a message; not retried",
                    most_listening=MOST_LISTENING,
                )
            )
            return
        detail = recorded(
            "the stream ended {most_attempts} times without a response", most_attempts=MOST_ATTEMPTS
        )
        conversation.give_up(stream.exchange, "lost", now_ns(), detail)
        self._session.settle()

    def _leave(self, why: str) -> None:
        """The listening stream is not taken up again, unless a new session begins."""
        self._given_up = True
        self._attempts.pop(LISTENING, None)
        self._session.note(why)
