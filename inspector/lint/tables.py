"""Which rules a record is held against: tables of those that may find something, and what they found before.

Most rules have nothing to say about most records, and asking each takes the longest part of the time. A
rule is a function of what it reads, so a first run through `Watched` tells what its word rests on:

- only on what all records of a table have in common (kind, method, direction …): silent now, silent always;
  the table forgets it;
- on no more than the body (params, result, error, and the params that it answers): said of the same body
  again, it is the same again. A body is remembered when it comes for the second time: lists are read again
  and again.

What reads more is run for every record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any, Final, NamedTuple, cast

from inspector.lint.rules import MOST, RULES, Check, Place, Question, Rule, page_in
from inspector.lint.seen import Seen, State
from inspector.protocol.methods import METHODS
from inspector.protocol.records import Finding, Record
from inspector.protocol.wire import PIPES

__all__ = ["QUICK", "Answer", "Ruled", "Said", "Tables"]

QUICK: Final = frozenset(("RPC", "STD", "HTTP", "LIM"))
"""Families of rules of envelope and transport: a window has them at once."""
_OF_DECLARATIONS: Final = frozenset(
    ("LIFE-06", "LIFE-06-subscribe", "CMP-03", "NTF-06", "NTF-11", "TOOL-25-capability", "TOOL-28")
)
"""They ask what the server declared, and have nothing to go by where that cannot be read."""
_FIXED: Final = {"stderr", *(name for pipe in PIPES.values() for name in (pipe.outgoing, pipe.incoming))}
"""Channels that are the same for many messages; of others each message has its own."""
_BODIES: Final = 256  # remembered, of a session
_LARGEST: Final = 256 << 10  # bytes of a body that is remembered
_MOST_BYTES: Final = 2 << 20  # of all of them
_MOST_ONCE: Final = 4096  # bodies that came once
_TABLES: Final = 1024

_TOKEN: Final = re.compile(rb'"progressToken":(?:"[^"\\\\]*"|-?\d+),?')

COMMON, BODY, MORE = range(3)  # what a rule's word rests on


class Answer:
    """A question about a body that is remembered, and what its answer came to; None: not yet known."""

    __slots__ = ("places", "question")

    def __init__(self, question: Question) -> None:
        self.question = question
        self.places: list[Place] | None = None


Said = str | Place | Question | Answer


class Ruled(NamedTuple):
    """A rule in a table, with what its findings have in common there."""

    check: Check
    rule: Rule
    severity: str
    page: str

    def finding(self, record: Record, found: str | Place) -> Finding:
        """What it says of a record."""
        message, pointer = (found.message, found.pointer) if isinstance(found, Place) else (found, "")
        return Finding(
            record.number,
            record.exchange,
            record.session,
            self.rule.name,
            self.severity,
            message,
            self.page,
            pointer,
        )


Pairs = list[tuple[Ruled, list[Said] | None]]
"""Rules with what they say; None: they have to be asked."""


class _Body(NamedTuple):
    """What the rules of a table say of one body, in their order, and its result decoded."""

    said: Pairs
    parts: tuple[bytes, ...]  # result, error, params, asked
    result: dict[str, Any]
    made: dict[Any, Any]

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(map(len, self.parts))


class _Table:
    """The rules for records that have much in common. names: of all, also of those that are forgotten."""

    def __init__(self, rules: list[Ruled], tables: Tables | None) -> None:
        self.names = {one.rule.name for one in rules}
        self._rules: Pairs = [(one, None) for one in rules]
        self._tables = tables  # where it learns
        self._fresh = tables is not None

    def said(self, seen: Seen) -> Pairs:
        """What to say of a record, and whom to ask."""
        if self._tables is None:
            return self._rules
        known = self._tables.known(self, seen)
        if self._fresh:
            self._fresh = False
            return self._sort_out(seen)
        return self._rules if known is None else known.said

    def _sort_out(self, seen: Seen) -> Pairs:
        """Run all, and keep those that may say something of other records of this table."""
        kept: Pairs = []
        spoken: Pairs = []
        for one, _ in self._rules:
            watched = Watched(seen)
            said: list[Said] = list(_bounded(one.check(cast(Seen, watched))))
            if said or watched.rests_on != COMMON:
                kept.append((one, None))
            if said:
                spoken.append((one, said))
        self._rules = kept
        return spoken

    def learn(self, seen: Seen) -> Pairs:
        """What is said of this body; it has to be said of this record too."""
        found: Pairs = []
        for one, _ in self._rules:
            watched = Watched(seen, only_looks=True)
            try:
                said = list(_bounded(one.check(cast(Seen, watched))))
            except _MoreError:
                found.append((one, None))
                continue
            if said:
                found.append((one, [Answer(it) if isinstance(it, Question) else it for it in said]))
        return found


class Tables:
    """The tables of one session, and the bodies that its linter remembers."""

    def __init__(self, state: State, *, whole: bool, learns: bool) -> None:
        self._state = state
        self._whole = whole
        self._learns = learns
        self._piped = state.transport in PIPES
        self._tables: dict[tuple[object, ...], _Table] = {}
        self._slow = _slow(state)
        self._once: dict[tuple[int, int], None] = {}
        self._bodies: dict[tuple[int, int], _Body] = {}
        self._bytes = 0

    def of(self, seen: Seen, agreed: str) -> _Table:
        """The rules for a record, but for those of authorization. agreed: the revision, "" before."""
        record = seen.record
        if not self._learns:
            return self._made(seen, agreed, None)
        if (slow := _slow(self._state)) != self._slow:  # what rules may take for common has changed
            self._slow = slow
            self._tables.clear()
            self._forget()
        key = (
            record.kind,
            record.method if record.method in METHODS else "",
            record.direction,
            record.role,
            record.channel if record.channel in _FIXED else "",
            (record.valid, not record.frame, not record.spool, not record.note, seen.readable, seen.named),
            (record.kind == "malformed" and seen.noise, agreed or seen.revision),
            tuple(map(bool, _filled(self._state))),
            () if self._piped else (seen.refuses, seen.is_body, seen.on_post, seen.asked, seen.over_sse),
        )
        table = self._tables.get(key)
        if table is None:
            if len(self._tables) >= _TABLES:
                self._tables.clear()
                self._forget()
            table = self._tables[key] = self._made(seen, agreed, self)
        return table

    def of_authorization(self, seen: Seen, agreed: str) -> _Table:
        """Those of authorization: few records have any."""
        return self._made(seen, agreed, None, of_auth=True)

    def known(self, table: _Table, seen: Seen) -> _Body | None:
        """What is remembered of the body of a record; learned when it comes for the second time."""
        if not seen.readable:
            return None
        message = seen.message
        asked = self._state.asked.get(seen.record.exchange, b"")
        if b"progressToken" in asked:  # each has its own, and none is of use once there is an answer
            asked = _TOKEN.sub(b"", asked)
        parts = (message.result, message.error, message.params, asked)
        key = (id(table), hash(parts))
        found = self._bodies.get(key)
        if found is not None:
            if found.parts != parts:
                return None
            seen.__dict__["result"] = found.result  # what was decoded before
            seen.made = found.made
            return found
        if key not in self._once:
            self._once[key] = None
            if len(self._once) > _MOST_ONCE:
                del self._once[next(iter(self._once))]
            return None
        found = _Body(table.learn(seen), parts, seen.result, seen.made)
        if 0 < found.size <= _LARGEST:
            self._bodies[key] = found
            self._bytes += found.size
        while len(self._bodies) > _BODIES or self._bytes > _MOST_BYTES:
            self._bytes -= self._bodies.pop(next(iter(self._bodies))).size
        return found

    def _forget(self) -> None:  # tables are told apart by identity
        self._once.clear()
        self._bodies.clear()
        self._bytes = 0

    def _made(self, seen: Seen, agreed: str, learner: Tables | None, *, of_auth: bool = False) -> _Table:
        record, piped = seen.record, self._piped
        method = record.method if record.method in METHODS else ""
        contents = seen.readable and record.role != "duplicate"  # of which not even the method is sure
        rules = []
        for one in RULES.values():
            if record.kind not in one.kinds or (one.methods and method not in one.methods):
                continue
            if (one.family == "AUT") != of_auth or not (self._whole or one.family in QUICK):
                continue
            # Envelope and transport are judged from the handshake on, contents with the answer that agrees.
            revision = agreed if of_auth or one.family in QUICK else agreed or seen.revision
            if not _holds(one, revision):
                continue
            if one.name in _OF_DECLARATIONS and not self._state.declares_well:
                continue
            if (seen.noise and not one.of_pipe) or (one.methods and not contents):
                continue
            rules.append(Ruled(one.check, one, one.severity_in(revision), page_in(one.page, revision, piped)))
        return _Table(rules, learner)


def _holds(one: Rule, revision: str) -> bool:
    return revision in one.revisions if revision else one.revisions == "ABCDE"


def _bounded(said: Iterable[str | Place | Question]) -> Iterator[str | Place | Question]:
    count = 0
    for found in said:
        if count > MOST:  # one more than is told: so that it is known that there are more
            return
        count += not isinstance(found, Question)
        yield found


# -- what a rule reads


_slow = attrgetter(
    "revision",
    "transport",
    "target",
    "capabilities",
    "client_capabilities",
    "session_id",
    "closed_ns",
    "told_to_end",
    "unprimed",
    "declares_well",
)
"""What seldom changes: when it does, all is learned anew. The dicts are replaced, never changed."""
_SLOW: Final = frozenset(
    ("revision", "transport", "target", "capabilities", "client_capabilities", "session_id")
) | {"closed_ns", "told_to_end", "unprimed", "modern"}
_CONTAINERS: Final = (
    *("heads", "posted", "resumed", "events", "event_ids", "streams_with_ids", "bodies"),
    *("cancelled", "server_ids", "broken_lines"),
)
_filled = attrgetter(*_CONTAINERS)
"""As long as one is empty, that is common to all records of a table."""

_FLAGS: Final = frozenset(("incoming", "named", "readable", "noise", "revision", "on_stream")) | {
    *("refuses", "is_body", "on_post", "asked", "over_sse"),
}
"""What a key of a table says, or follows from it."""
_BODIES_OF: Final = frozenset(
    ("params", "result", "parts", "asked_params", "knows_asked", "declared", "of_body")
)
_OF_HEADS: Final = frozenset(("response_head", "posted"))
_OF_EVENT: Final = frozenset(("event_fields", "event_id"))
_OF_RECORD: Final = frozenset(("kind", "direction", "role", "session", "valid"))
_IF_EMPTY: Final = frozenset(("frame", "spool", "note"))
_OF_BODY: Final = frozenset(
    ("params", "result", "error", "params_dict", "result_dict", "error_dict", "signs")
)


class _MoreError(Exception):
    """A rule wanted to read more than the body."""


class Watched:
    """A `Seen` that notes what a rule reads of it, of its record and of its state.

    only_looks: what rests on more than the body is not given.
    """

    def __init__(self, seen: Seen, *, only_looks: bool = False) -> None:
        self.seen = seen
        self.rests_on = COMMON
        self.only_looks = only_looks

    def rest(self, on: int) -> None:
        """Something was read."""
        if on == MORE and self.only_looks:
            raise _MoreError
        self.rests_on = max(self.rests_on, on)

    @property
    def record(self) -> _Record:
        """Of the record some members are common to all of a table."""
        return _Record(self)

    @property
    def state(self) -> _State:
        """What seldom changes is common too."""
        return _State(self)

    @property
    def message(self) -> _Message:
        """Of the message the body may be read."""
        return _Message(self)

    def __getattr__(self, name: str) -> Any:
        record = self.seen.record
        common = (
            name in _FLAGS
            or (name == "whole" and self.seen.readable)
            or (name == "parts" and record.direction != "in")
            or (name in _OF_HEADS and not (self.seen.state.heads or self.seen.state.posted))
            or (name in _OF_EVENT and not record.frame)
        )
        self.rest(COMMON if common else BODY if name in _BODIES_OF else MORE)
        return getattr(self.seen, name)


class _Part:
    def __init__(self, watched: Watched) -> None:
        self._watched = watched


class _Record(_Part):
    def __getattr__(self, name: str) -> Any:
        record = self._watched.seen.record
        value = getattr(record, name)
        common = name in _OF_RECORD or (name in _IF_EMPTY and not value)
        common = common or (name == "channel" and value in _FIXED) or (name == "method" and value in METHODS)
        self._watched.rest(COMMON if common else MORE)
        return value


class _State(_Part):
    def __getattr__(self, name: str) -> Any:
        value = getattr(self._watched.seen.state, name)
        common = name in _SLOW or (name in _CONTAINERS and not value)
        self._watched.rest(COMMON if common else MORE)
        return value


class _Message(_Part):
    def __getattr__(self, name: str) -> Any:
        self._watched.rest(BODY if name in _OF_BODY else MORE)
        return getattr(self._watched.seen.message, name)
