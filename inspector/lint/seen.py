"""A record as the rules see it, and what has to be remembered between records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

import msgspec

from inspector.protocol import jsonrpc
from inspector.protocol.era.declared import META
from inspector.protocol.jsonrpc import Message, dict_of
from inspector.protocol.methods import LETTERS, MODERN_REVISIONS
from inspector.protocol.records import Exchange, Record
from inspector.protocol.salvage import BOM, LOG_LINE
from inspector.protocol.wire import PIPES

if TYPE_CHECKING:
    from functools import cached_property as made_once

    from inspector.lint.parts import Part
else:

    class made_once:
        """`functools.cached_property`, without the lock that it has until Python 3.12."""

        def __init__(self, make: Callable[[Any], Any]) -> None:
            self._make, self._name = make, make.__name__

        def __get__(self, one: Any, _: object) -> Any:
            value = one.__dict__[self._name] = self._make(one)
            return value


__all__ = [
    "TRAILING",
    "Head",
    "Memory",
    "Seen",
    "State",
    "dict_of",
    "keep",
    "keep_all",
    "remembers",
]

_WHOLE_LIMIT: Final = 1 << 20  # bytes; larger messages are not read again
_DECODE_LIMIT: Final = 256 * 1024  # members of larger messages are not looked at for repeated names
REMEMBERED: Final = 4096  # channels, ids, messages of one session; older ones are judged no more
TRAILING: Final = "JSON followed by more text"
_FOR_ALL: Final = {pipe.outgoing for pipe in PIPES.values()}
_PARAMS_LIMIT: Final = 16 * 1024  # bytes of a request whose params are kept until its answer
_EVENT_LIMIT: Final = 16 * 1024  # bytes of an event, at either end
_BROKEN_LINES: Final = 1000  # of a message printed over several lines
_BROKEN_LINE: Final = 4096  # bytes of one of them


class Head:
    """The HTTP response head of one channel, with what was posted on it."""

    def __init__(self, raw: bytes) -> None:
        first, *lines = raw.decode("utf-8", "replace").split("\r\n")
        words = first.split(" ", 2)
        self.status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        pairs = (line.partition(":") for line in lines)
        self.headers = {name.strip().lower(): value.strip() for name, _, value in pairs}

    @property
    def content_type(self) -> str:
        """Media type in lower case, without parameters."""
        return self.headers.get("content-type", "").split(";")[0].strip().lower()


class Memory:
    """What the rules of one subject remember of a session, beside the `State` that all share.

    It sees every record of its kinds after the rules did. What it keeps is bounded by `keep`.
    """

    kinds: ClassVar[tuple[str, ...]] = ()

    def remember(self, seen: Seen) -> None:
        """Keep what later records are judged by."""
        raise NotImplementedError


_MEMORIES: Final[list[type[Memory]]] = []
_Key = TypeVar("_Key")
_Made = TypeVar("_Made")
_OneMemory = TypeVar("_OneMemory", bound=Memory)


def remembers(memory: type[_OneMemory]) -> type[_OneMemory]:
    """Register a memory: every session gets one, `seen.state.of(Memory)`."""
    _MEMORIES.append(memory)
    return memory


class State:
    """What the linter remembers of one session."""

    def __init__(self, transport: str, target: str, *, memories: bool = False) -> None:
        self.transport = transport
        self.target = target
        self.whole = memories  # the rules of content are there too
        self.revision = ""  # letter, once agreed
        self.capabilities: dict[str, Any] = {}
        self.declares_well = True  # else LIFE-01 or LIFE-08 tells, and what depends on them is open
        self.server_ids: dict[str, bool] = {}
        self.open: dict[str, Record] = {}  # our requests without an answer, by id; no bytes
        self.notified_last = ""  # method of our last notification, while nothing came since
        self.broken_lines: list[bytes] = []  # malformed lines in a row
        self.posted: dict[str, Record] = {}  # channel → the record sent on it, no bytes
        self.heads: dict[str, Head] = {}  # channel → its response head
        self.answered_at: dict[str, int] = {}  # channel → time of the answer on it
        self.events: dict[str, int] = {}  # channel → events so far
        self.event_ids: dict[str, str] = {}  # SSE id → channel
        self.streams_with_ids: dict[str, bool] = {}  # channels on which an event had an id
        self.unprimed = False  # a stream of a POST had no first event to resume from
        self.bodies: dict[int, str] = {}  # hash of a message with an id → channel, legacy streams
        self.unnamed: dict[int, bool] = {}  # exchanges that an error without an id was taken to answer
        self.session_id = ""
        self.cancelled: dict[int, int] = {}  # exchange → when we cancelled it
        self.resumed: dict[str, bool] = {}  # channels that take up another stream
        self.closed_ns = 0  # when we closed the server's stdin: since then it is to end; 0: it is open
        self.told_to_end = False  # by a signal
        self.client_capabilities: dict[str, Any] = {}  # declared by initialize
        self.asked: dict[int, bytes] = {}  # exchange that waits → params of our request, if short
        self.said: dict[tuple[str, ...], bool] = {}  # what was found once and is not said again
        self._memories: dict[type[Memory], Memory] = {one: one() for one in _MEMORIES} if memories else {}
        self._by_kind: dict[str, list[Memory]] = {}
        for memory in self._memories.values():
            for kind in memory.kinds:
                self._by_kind.setdefault(kind, []).append(memory)

    def of(self, memory: type[_OneMemory]) -> _OneMemory:
        """What the rules of one subject remember of this session."""
        found = self._memories[memory]
        assert isinstance(found, memory)
        return found

    @property
    def modern(self) -> bool:
        """The modern era was agreed on."""
        return self.revision == "E"

    def remember(self, seen: Seen) -> None:
        """Keep what later records are judged by."""
        for memory in self._by_kind.get(seen.record.kind, ()):
            memory.remember(seen)
        record = seen.record
        if record.kind == "lifecycle":
            self._remember_process(record)
        if record.kind == "head":
            if record.direction == "in":
                keep(self.heads, record.channel, seen.head)
            elif "last-event-id" in seen.head.headers:
                keep(self.resumed, record.channel, True)
            return
        if record.direction == "out":
            self._remember_ours(seen)
        elif record.direction == "in":
            self._remember_theirs(seen)

    def _remember_process(self, record: Record) -> None:
        if record.channel == "started":  # what another process was asked is nothing to this one
            self.open, self.broken_lines, self.closed_ns, self.told_to_end = {}, [], 0, False
        elif record.channel == "stdin-closed":
            self.closed_ns = record.at_ns
        elif record.channel in ("terminated", "killed"):
            self.told_to_end = True

    def _remember_ours(self, seen: Seen) -> None:
        record = seen.record
        short = msgspec.structs.replace(record, raw=b"", frame=b"")
        if record.channel not in _FOR_ALL:  # its end says nothing about one request
            keep(self.posted, record.channel, short)
        if record.kind == "request":
            keep(self.open, record.id, short)
            if len(record.raw) <= _PARAMS_LIMIT:
                keep(self.asked, record.exchange, seen.message.params)
            if record.method == "initialize":
                self.client_capabilities = dict_of(seen.params.get("capabilities"))
        if record.role == "cancel":
            keep(self.cancelled, record.exchange, record.at_ns)
        self.notified_last = record.method if record.kind == "notification" else ""

    def _remember_theirs(self, seen: Seen) -> None:
        record = seen.record
        if record.frame:
            self._remember_event(seen)
        if record.kind == "stderr":
            return
        if record.kind == "malformed":  # a text or number can be a line of a message that has several
            short = len(record.raw) <= _BROKEN_LINE
            self.broken_lines = [*self.broken_lines[-_BROKEN_LINES:], record.raw] if short else []
        else:
            self.broken_lines = []
        if record.kind == "request":
            keep(self.server_ids, record.id, True)
        if record.kind in ("response", "error"):
            self.open.pop(record.id, None)
            self.asked.pop(record.exchange, None)
            if record.kind == "error" and record.id in ("", "null") and record.exchange:
                keep(self.unnamed, record.exchange, True)
            keep(self.answered_at, record.channel, record.at_ns)
            self._learn_revision(seen)
        elif record.role == "answer":  # one that cannot be read
            self.open.pop(record.id, None)
            keep(self.answered_at, record.channel, record.at_ns)
        if seen.on_stream and record.id and record.kind != "lifecycle":
            keep(self.bodies, hash(record.raw), self.bodies.get(hash(record.raw), record.channel))
        self.notified_last = ""

    def _remember_event(self, seen: Seen) -> None:
        record = seen.record
        # Before the revision is known nothing is judged, so nothing may count as told of.
        if self.revision and record.kind != "lifecycle" and record.channel.startswith("post-"):
            self.unprimed = self.unprimed or not self.events.get(record.channel)
        keep(self.events, record.channel, self.events.get(record.channel, 0) + 1)
        if seen.event_id:
            keep(self.event_ids, seen.event_id, self.event_ids.get(seen.event_id, record.channel))
            keep(self.streams_with_ids, record.channel, True)

    def _learn_revision(self, seen: Seen) -> None:
        record = seen.record
        if record.kind != "response" or record.method not in ("initialize", "server/discover"):
            return
        result = seen.message.result_dict()
        if record.method == "initialize":
            self.revision = _agreed_in(record, result)
            head = self.heads.get(record.channel)
            self.session_id = head.headers.get("mcp-session-id", "") if head else ""
        else:
            self.revision = _agreed_in(record, result) or self.revision
        capabilities = result.get("capabilities")
        self.capabilities = capabilities if isinstance(capabilities, dict) else {}
        self.declares_well = isinstance(capabilities, dict)


def _agreed_in(record: Record, result: dict[str, Any]) -> str:
    """The letter of the revision that an answer agrees on; empty in every other."""
    if record.direction != "in" or record.kind != "response":
        return ""
    if record.method == "initialize":
        return LETTERS.get(str(result.get("protocolVersion")), "")
    versions = result.get("supportedVersions") if record.method == "server/discover" else None
    known = isinstance(versions, list) and any(version in MODERN_REVISIONS for version in versions)
    return "E" if known else ""


def keep(memory: dict[Any, Any], key: Any, value: Any) -> None:
    """Remember, and forget the oldest of very many; the streams that stay open (`sse`, `get-1`) are kept."""
    memory[key] = value
    if len(memory) > REMEMBERED:
        oldest = list(islice(memory, 8))
        streams = [one for one in oldest if isinstance(one, str) and one.startswith(("sse", "get-"))]
        del memory[next((one for one in oldest if one not in streams), oldest[0])]


def keep_all(memory: dict[_Key, _Made], values: dict[_Key, _Made]) -> None:
    """Remember many at once."""
    if len(memory) + len(values) <= REMEMBERED:
        memory.update(values)
        return
    for key, value in values.items():
        keep(memory, key, value)


class Seen:
    """One record for the rules; what is costly is made when asked for."""

    def __init__(self, record: Record, state: State, exchange_of: Callable[[int], Exchange | None]) -> None:
        self.record = record
        self.state = state
        self._exchange_of = exchange_of
        self.made: dict[Any, Any] = {}

    def of_body(self, make: Callable[[Seen], _Made]) -> _Made:
        """What `make` makes of params and result alone; of a body that comes again it is there already."""
        if make not in self.made:
            self.made[make] = make(self)
        made: _Made = self.made[make]
        return made

    def exchange_of(self, number: int) -> Exchange | None:
        """An exchange by its number, 0: none."""
        return self._exchange_of(number) if number else None

    @property
    def named(self) -> bool:
        """It has an id, which is not null."""
        return self.record.id not in ("", "null")

    @property
    def incoming(self) -> bool:
        """It came from the server."""
        return self.record.direction == "in"

    @property
    def whole(self) -> bool:
        """Not cut: its raw bytes are all there. Of a blank line there are none but its end."""
        return not self.record.spool and (bool(self.record.raw) or self.record.size <= 1)

    @property
    def readable(self) -> bool:
        """`params` and `result` are what came; they are empty where the message is too large to be read."""
        return bool(self.record.raw) and len(self.record.raw) <= _WHOLE_LIMIT and self.record.valid

    @made_once
    def noise(self) -> bool:
        """A line on stdout that was never meant as a message: of a logger, a banner, a blank one."""
        record = self.record
        if record.kind != "malformed" or record.channel != "stdout" or record.role:
            return False
        if record.valid:
            return record.note == LOG_LINE
        text = record.raw.removeprefix(BOM).lstrip()
        return text[:1] not in (b"{", b"[") or b'"jsonrpc"' not in text

    def first(self, *what: str) -> bool:
        """Whether this is found for the first time in the session: of what every message has, one tells."""
        known = what in self.state.said
        keep(self.state.said, what, True)
        return not known

    @property
    def on_stream(self) -> bool:
        """It came as an SSE event."""
        return bool(self.record.frame) and self.record.channel not in ("stdout", "stderr")

    @made_once
    def revision(self) -> str:
        """The letter of the revision in use; for the answer that agrees on it, the one that it names."""
        return self.state.revision or _agreed_in(self.record, self.result)

    @made_once
    def message(self) -> Message:
        """The record read again; of one without its bytes what the journal knows."""
        record = self.record
        if len(record.raw) <= _WHOLE_LIMIT and record.raw:
            return jsonrpc.parse(record.raw)
        method = record.method if record.kind in ("request", "notification") else ""
        result = b"{}" if record.kind == "response" else b""
        return Message(record.kind, record.id, method, result=result, valid=record.valid)

    @made_once
    def members(self) -> list[tuple[str, Any]]:
        """Top-level members in their order, repeated names included; [] when not a readable object.

        Where any page may come, what is no message has none.
        """
        self.repeated: list[str] = []
        if self.record.kind == "malformed" and self.is_page:
            return []
        if not self.record.valid or len(self.record.raw) > _DECODE_LIMIT:
            return []
        raw = self.record.raw
        try:
            value = msgspec.json.decode(raw)
            if msgspec.json.encode(value) == raw:  # nothing stands in it twice: that would be lost
                return list(value.items()) if isinstance(value, dict) else []
        except (ValueError, RecursionError):
            pass
        try:
            pairs = json.loads(raw, object_pairs_hook=self._object)
        except (ValueError, RecursionError):
            return []
        return pairs.pairs if isinstance(pairs, _Pairs) else []

    @made_once
    def params(self) -> dict[str, Any]:
        """params of this request or notification; {} where there are none."""
        return self.message.params_dict()

    @made_once
    def result(self) -> dict[str, Any]:
        """result of this response; {} where there is none."""
        return self.message.result_dict()

    @made_once
    def asked_params(self) -> dict[str, Any]:
        """Of an answer: the params of our request; {} where they were long, or are not known."""
        return dict_of(jsonrpc.decode(self.state.asked.get(self.record.exchange, b"null")))

    @property
    def knows_asked(self) -> bool:
        """`asked_params` are those of our request, and not only unknown."""
        return self.record.exchange in self.state.asked

    @made_once
    def parts(self) -> tuple[Part, ...]:
        """The objects of this message of the server that the schema describes."""
        record = self.record
        from inspector.lint.parts import parts_of  # here: only the rules of content ask

        return parts_of(record.kind, record.method, self.params, self.result) if self.incoming else ()

    @property
    def declared(self) -> dict[str, Any]:
        """The capabilities that the client declared: for the session, in the modern era for the request."""
        if not self.state.modern:
            return self.state.client_capabilities
        params = self.params if self.record.direction == "out" else self.asked_params
        return dict_of(dict_of(params.get("_meta")).get(META + "clientCapabilities"))

    @property
    def repeated_names(self) -> list[str]:
        """Member names that stand twice in one object, anywhere in the message."""
        _ = self.members
        return self.repeated

    @made_once
    def top(self) -> dict[str, Any]:
        """Top-level members; the last of repeated names wins."""
        return dict(self.members)

    @made_once
    def exchange(self) -> Exchange | None:
        """The exchange it belongs to."""
        return self.exchange_of(self.record.exchange)

    @made_once
    def head(self) -> Head:
        """A head record read."""
        return Head(self.record.raw)

    @property
    def response_head(self) -> Head | None:
        """The response head of this record's channel."""
        return self.state.heads.get(self.record.channel)

    @property
    def posted(self) -> Record | None:
        """What we sent on this record's channel."""
        return self.state.posted.get(self.record.channel)

    @property
    def on_post(self) -> bool:
        """It came on the answer to one of our POSTs, in a transport where that answer is the message."""
        posted = self.posted is not None and self.record.channel.startswith("post-")
        return self.incoming and posted and not self.over_sse

    @property
    def over_sse(self) -> bool:
        """HTTP+SSE: POSTs are only accepted, every answer comes on the one stream."""
        return "sse" in self.state.heads and self.state.heads["sse"].status == 200

    @property
    def is_body(self) -> bool:
        """It is the JSON body of the answer to one of our POSTs."""
        head = self.response_head
        return self.on_post and head is not None and head.content_type == "application/json"

    @property
    def refuses(self) -> bool:
        """It came with an HTTP error status."""
        return self.response_head is not None and self.response_head.status >= 400

    @property
    def is_page(self) -> bool:
        """It stands where an HTTP server may send any page, or where other rules forbid any: an error status,
        202, the answer to a GET that is no stream."""
        head = self.response_head
        if head is None:
            return False
        of_get = self.record.channel.startswith("get-") and head.content_type != "text/event-stream"
        return head.status >= 400 or head.status == 202 or of_get

    @property
    def is_its_own_answer(self) -> bool:
        """A request was already answered, but by an error without an id: that belonged to something else."""
        return self.record.role == "duplicate" and self.record.exchange in self.state.unnamed

    @property
    def id_is_legal(self) -> bool:
        """The id is null, a string or an integer."""
        text = self.record.id
        return text in ("", "null") or text[0] == '"' or text.lstrip("-").isdigit()

    @property
    def asked(self) -> bool:
        """What we sent on its channel was a request."""
        return self.posted is not None and self.posted.kind == "request"

    @made_once
    def event_fields(self) -> dict[str, str]:
        """Fields of the SSE event around this record."""
        fields: dict[str, str] = {}
        if self.record.channel in ("stdout", "stderr"):
            return fields
        frame = self.record.frame
        if len(frame) > _EVENT_LIMIT:  # one event may be millions of lines; its fields stand around them
            frame = frame[:_EVENT_LIMIT] + frame[-_EVENT_LIMIT:]
        for line in frame.decode("utf-8", "replace").splitlines():
            name, _, value = line.partition(":")
            if name:
                fields[name] = value.removeprefix(" ")
        return fields

    @property
    def event_id(self) -> str:
        """The SSE event's id; empty when it has none."""
        return self.event_fields.get("id", "")

    def _object(self, pairs: list[tuple[str, Any]]) -> _Pairs:
        names = [name for name, _ in pairs]
        if len(set(names)) != len(names):
            self.repeated.extend(sorted(name for name, count in Counter(names).items() if count > 1))
        return _Pairs(pairs)


class _Pairs(dict[str, Any]):
    """A decoded object that still knows its members in order."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs
