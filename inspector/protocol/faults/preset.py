"""What a deliberate fault is: what goes out, what the revision asks of the server, how it is judged.

A preset is a row of a table. Its builder makes exact bytes from a `Situation`; its duties say, revision by
revision, what the server has to do and hold the judge of what came. Nothing here does I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from inspector.protocol.era import Era
from inspector.protocol.faults.heard import Heard
from inspector.protocol.faults.shot import Shot
from inspector.protocol.methods import DATES, LETTERS
from inspector.translation import recorded

__all__ = [
    "BROKEN",
    "COMPLIED",
    "SILENT",
    "UNDECIDED",
    "WORDS",
    "Build",
    "Duty",
    "InputQuestion",
    "Judge",
    "Preset",
    "Ruling",
    "Situation",
    "encoded",
]

COMPLIED: Final = recorded("complied")
BROKEN: Final = recorded("not complied")
SILENT: Final = recorded("no answer")
UNDECIDED: Final = recorded("undecided")
WORDS: Final = (COMPLIED, BROKEN, SILENT, UNDECIDED)
"""The verdicts. "no answer": nothing came, and nothing obliged the server to answer. "undecided": what came
is neither required nor forbidden."""

_LISTS: Final = (("tools", "tools/list"), ("resources", "resources/list"), ("prompts", "prompts/list"))


@dataclass(frozen=True, slots=True)
class InputQuestion:
    """A result that asked for input (MRTR) and can be answered wrongly on purpose."""

    method: str
    params: dict[str, Any]  # of the request that was answered so
    keys: tuple[str, ...]  # of inputRequests
    state: str | None  # requestState


@dataclass(frozen=True, slots=True)
class Situation:
    """What a builder may use of the connection. free: this id and the 99 after it were never used."""

    era: Era
    transport: str  # stdio | http | sse | websocket
    free: int = 9_000_001
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    session_id: str = ""
    tool: str = ""  # one with a required argument
    harmless: tuple[str, dict[str, Any]] = ("", {})  # a request with a name or URI that changes nothing
    question: InputQuestion | None = None
    authorized: bool = False  # our requests carry an access token

    @property
    def letter(self) -> str:
        """The revision as one letter, A to E; empty for an unknown one."""
        return LETTERS.get(self.era.revision, "")

    @property
    def http(self) -> bool:
        """Whether each message is an HTTP request that is answered for itself."""
        return self.transport == "http"

    def asking(self) -> str:
        """The method of a request that every such server can answer and that changes nothing."""
        for capability, method in _LISTS:
            if capability in self.capabilities:
                return method
        return "server/discover" if self.letter == "E" else "ping"

    def id(self, offset: int = 0) -> int:
        """An id that was never used."""
        return self.free + offset

    def request(self, method: str = "", params: Mapping[str, Any] | None = None, offset: int = 0) -> Message:
        """A request as this era wants it, with a free id."""
        asked = method or self.asking()
        dressed = self.era.dress(asked, dict(params or {}), None)
        message: Message = {"jsonrpc": "2.0", "id": self.id(offset), "method": asked}
        return {**message, "params": dressed} if dressed else message

    def shot(self, message: Any, **options: Any) -> Shot:
        """A message as bytes, with its id."""
        identifier = message.get("id") if isinstance(message, dict) else None
        options.setdefault("ids", (encoded(identifier).decode(),) if identifier is not None else ())
        return Shot(encoded(message), **options)


Message = dict[str, Any]


def encoded(value: Any) -> bytes:
    """As JSON on one line."""
    return msgspec.json.encode(value)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a judge says. level: other than that of the duty, where something else was broken."""

    word: str
    sentence: str
    records: tuple[int, ...] = ()
    level: str = ""


Judge = Callable[["Situation", Heard], Ruling]
Build = Callable[[Situation], tuple[Shot, ...]]


@dataclass(frozen=True, slots=True)
class Duty:
    """What some revisions ask of the server. level: must | should | none (nothing is prescribed).

    page: of the specification, relative to /specification/<revision>/.
    """

    revisions: str
    level: str
    text: str
    page: str
    judge: Judge


@dataclass(frozen=True, slots=True)
class Preset:
    """One deliberate fault."""

    key: str
    group: str
    title: str
    sends: str  # one sentence
    build: Build
    duties: tuple[Duty, ...]
    transports: tuple[str, ...] = ()  # none: all
    needs: Callable[[Situation], str] | None = None  # why it cannot be sent now; "" when it can
    bare: bool = False  # on a connection of its own, without handshake
    patience_s: float = 5.0  # how long an answer may take
    slow: bool = False  # it takes that long to read

    @property
    def revisions(self) -> str:
        """Letters of the revisions that it is for."""
        return "".join(sorted({letter for duty in self.duties for letter in duty.revisions}))

    def duty(self, situation: Situation) -> Duty | None:
        """What this revision asks; None when it says nothing of such a thing."""
        return next((one for one in self.duties if situation.letter in one.revisions), None)

    def why_not(self, situation: Situation) -> str:
        """Why it does not apply to this connection, as part of a sentence; "" when it does."""
        if not situation.letter or self.duty(situation) is None:
            return recorded("only for revision {revisions}", revisions=_shown(self.revisions))
        if self.transports and situation.transport not in self.transports:
            return recorded(
                "only over {transports}", transports=" or ".join(_NAMES[one] for one in self.transports)
            )
        return self.needs(situation) if self.needs is not None else ""


_NAMES: Final = {"stdio": "stdio", "http": "Streamable HTTP", "sse": "HTTP+SSE", "websocket": "WebSocket"}


def _shown(letters: str) -> str:
    dates = [DATES[letter] for letter in letters]
    if len(dates) > 2 and letters in "ABCDE":
        return f"{dates[0]} to {dates[-1]}"
    return " and ".join(dates)
