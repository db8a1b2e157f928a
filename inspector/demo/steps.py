"""What a tool of the demo server may ask of the server while it runs, and how it ends.

These are msgspec structs, not dataclasses: `dataclasses` alone costs 20 ms of the demo server's start.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

__all__ = [
    "Announce",
    "Ask",
    "AskMany",
    "Log",
    "Pause",
    "Refusal",
    "Report",
    "StderrNote",
    "Step",
    "StepAnswer",
    "Steps",
    "Stopped",
    "ToolOutcome",
    "ToolProblem",
]


class Pause(msgspec.Struct, frozen=True):
    """Go on after so many seconds; the server serves others meanwhile."""

    seconds: float


class Report(msgspec.Struct, frozen=True):
    """Progress, sent when the request carried a progress token. `progress` must grow."""

    progress: float
    total: float
    message: str = ""


class Log(msgspec.Struct, frozen=True):
    """A log message, sent when the client's level lets it through. level: one of the eight of syslog."""

    level: str
    data: Any
    logger: str = "demo"


class Ask(msgspec.Struct, frozen=True):
    """A question to the client. The generator gets an `StepAnswer` back.

    `key` names the question within its call; `needs` is the client capability without which it cannot be
    asked. `first`: the answer is wanted before the call (legacy: error -32042, then a new call).
    """

    key: str
    method: str
    params: dict[str, Any]
    needs: dict[str, Any]
    first: bool = False


class AskMany(msgspec.Struct, frozen=True):
    """Several questions at once. The answer's `result` has that of each under its key."""

    asks: tuple[Ask, ...]


class Announce(msgspec.Struct, frozen=True):
    """Something changed that subscribers want to know. topic: tools | updated (with its uri)."""

    topic: str
    uri: str = ""


class StderrNote(msgspec.Struct, frozen=True):
    """A line for stderr."""

    text: str


class StepAnswer(msgspec.Struct, frozen=True):
    """What came back for a step: for an `Ask` its `result`, or the `error` of a client that refused."""

    result: dict[str, Any] = {}
    error: dict[str, Any] = {}


class ToolOutcome(msgspec.Struct, frozen=True):
    """The end of a tool call. `structured` None: there is none."""

    content: list[dict[str, Any]]
    structured: dict[str, Any] | None = None
    is_error: bool = False
    meta: dict[str, Any] = {}


Step = Pause | Report | Log | Ask | AskMany | Announce | StderrNote
Steps = Generator[Step, StepAnswer, ToolOutcome]


class ToolProblem(Exception):
    """The tool could not do it: a result with `isError`, which a model may read and correct."""


class Refusal(Exception):
    """A JSON-RPC error. `status`: what HTTP says with it (protocol.md 3.5); stdio has no use for it."""

    def __init__(self, code: int, message: str, data: Any = None, status: int = 200) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data
        self.status = status


class Stopped(Refusal):
    """The server gave the work up by itself: a task is then cancelled, a plain call an error."""
