"""One real connection, made to see what comes of it, with everything that was said on the way.

It is the connection of every other day: `Client` over a journal of its own that is thrown away.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from inspector.core.client.client import Client
from inspector.errors import ConnectError, Explanation, InspectorError
from inspector.protocol.records import Exchange, Record
from inspector.trace.journal import Journal
from inspector.translation import shown, translate
from inspector.transport import StdioTarget

if TYPE_CHECKING:
    from inspector.core.auth.store import Credentials
    from inspector.core.client.answers import ServerInfo
    from inspector.core.servers.profiles import Profile
    from inspector.core.servers.variables import Lookup
    from inspector.core.storage.settings import Settings

__all__ = ["Attempt", "Trial", "make_trial"]

_MOST_RECORDS: Final = 400
_MOST_BYTES: Final = 4000  # of one record
_CLOSE_S: Final = 0.5
_ENDED: Final = re.compile(r"server exited, (.+ s after start)")  # by itself: else it says "after closing"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One thing that was asked to find the era. status: of HTTP, 0 without one; verdict: in words."""

    asked: str
    status: int
    verdict: str
    took_ns: int


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of it. failure: None when it connected. Times: nanoseconds after the start.

    heads: the first lines and headers of HTTP answers. lines: what came on stdout (or in bodies), noise
    included. stderr: of its first life, when it was started twice. ended: how the process ended by itself,
    "" when it did not. steps: what else happened.
    """

    failure: Explanation | None
    info: ServerInfo | None
    attempts: tuple[Attempt, ...]
    lines: tuple[Record, ...]
    stderr: tuple[str, ...]
    heads: tuple[Record, ...]
    ended: str
    started_ns: int
    first_ns: int  # of the first byte on stdout or of the first head, 0: none
    took_ns: int
    refused: bool  # 401 or 403
    steps: tuple[str, ...]


async def make_trial(
    profile: Profile, settings: Settings, lookup: Lookup, credentials: Credentials | None, limit_s: float
) -> Trial:
    """Connect once and close again. limit_s: for one answer. Never raises for what the server does."""
    journal = Journal.create()
    try:
        limited = replace(profile, timeout_s=min(profile.timeout_s, limit_s))
        client = Client(limited, journal, settings=settings, credentials=credentials)
        client.lookup = lookup
        failure: Explanation | None = None
        try:
            await client.connect()
        except ConnectError as error:
            failure = client.failure or error.explanation
        except InspectorError as error:
            failure = Explanation(str(error))
        finally:
            info = client.info
            with contextlib.suppress(InspectorError):
                await client.close(_CLOSE_S)
        return _gathered(journal, client, failure, info)
    finally:
        journal.close()


def _gathered(
    journal: Journal,
    client: Client,
    failure: Explanation | None,
    info: ServerInfo | None,
) -> Trial:
    records = journal.records(1, min(journal.last, _MOST_RECORDS), _MOST_BYTES)
    stdio = isinstance(client.profile.target, StdioTarget)
    again = [one.number for one in records if one.kind == "lifecycle" and one.note.startswith("started ")][1:]
    first_life = [one for one in records if not again or one.number < again[0]]
    stderr = (one.raw for one in first_life if one.kind == "stderr")
    ours = [one for one in records if one.direction == "in" and not one.channel.startswith("auth-")]
    lines = tuple(one for one in ours if one.kind not in ("head", "stderr", "lifecycle"))
    heads = tuple(one for one in ours if one.kind == "head")
    started = next((one.at_ns for one in records if one.kind == "lifecycle"), 0) if stdio else 0
    started = started or next((one.at_ns for one in records), 0)
    first = lines if stdio else heads
    exchanges = [journal.exchange(one.number) for one in records if one.direction == "out" and one.method]
    attempts = tuple(
        _attempt(one, heads)
        for one in exchanges
        if one is not None and one.method in ("server/discover", "initialize")
    )
    steps = tuple(one.note for one in records if one.kind == "lifecycle" and one.note)
    ended = (found[1] for step in steps if (found := _ENDED.match(step)))
    opened = (
        one for one in records if one.direction == "out" and one.kind == "head" and one.channel == "sse"
    )
    attempts += tuple(_stream(one, heads) for one in opened if one.raw.startswith(b"GET "))
    return Trial(
        failure,
        info,
        attempts,
        lines,
        tuple(line.decode("utf-8", "replace").rstrip() for line in stderr),
        heads,
        next(ended, ""),
        started,
        first[0].at_ns - started if first else 0,
        records[-1].at_ns - started if records else 0,
        (failure is not None and "sign_in" in failure.actions) or _is_refusal(heads),
        steps,
    )


def _attempt(exchange: Exchange, heads: tuple[Record, ...]) -> Attempt:
    head = next((one for one in heads if one.channel == exchange.channel), None)
    status = status_of(head)
    words: Any = {
        "done": translate("Doctor", "responded"),
        "failed": shown(exchange.detail) or translate("Doctor", "an error"),
        "cancelled": shown(exchange.detail) or translate("Doctor", "timed out"),
        "lost": shown(exchange.detail) or translate("Doctor", "no response"),
        "pending": translate("Doctor", "no response"),
    }
    took = exchange.ended_ns - exchange.started_ns if exchange.ended_ns else 0
    return Attempt(exchange.method, status, words.get(exchange.status, exchange.status), took)


def _stream(asked: Record, heads: tuple[Record, ...]) -> Attempt:
    """The stream of HTTP+SSE, which is no request of JSON-RPC."""
    head = next((one for one in heads if one.channel == asked.channel and one.number > asked.number), None)
    status = status_of(head)
    is_stream = head is not None and b"text/event-stream" in head.raw.lower()
    verdict = (
        translate("Doctor", "an event stream")
        if is_stream
        else translate("Doctor", "no stream: HTTP {}").format(status)
        if status
        else translate("Doctor", "no response")
    )
    return Attempt("GET (HTTP+SSE)", status, verdict, head.at_ns - asked.at_ns if head is not None else 0)


def status_of(head: Record | None) -> int:
    """The status in the head of an HTTP answer; 0 when there is none."""
    words = head.raw.split(None, 2) if head is not None else []
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


def _is_refusal(heads: tuple[Record, ...]) -> bool:
    return any(status_of(head) in (401, 403) for head in heads)
