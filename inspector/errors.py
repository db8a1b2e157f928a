"""Every exception this program raises on purpose.

InspectorError                 base; never raised itself
├── LocalError                 we (or the user) asked for something impossible
│   ├── UsageError             a value typed by a user cannot be used (exit code 2)
│   │   ├── DamagedError       a session file of which a part may be readable all the same
│   │   └── ExcludedTool       a tool that must not be called here: its schema is wrong about headers
│   ├── SecretsUnavailable     the place for secrets is locked, refuses, or is not there
│   └── ClosedError            the connection was closed before or while asking
├── ConnectError               no connection, or it broke (exit code 4)
│   ├── AuthorizationNeeded    the server answered 401 or 403 (exit code 3)
│   │   └── AuthorizationFailed  a step of the authorization failed (exit code 3)
│   └── ErrorAnswer            a list could not be fetched: a JSON-RPC error came (exit code 7)
└── TimeoutExpired             no answer within the time a user allowed (exit code 4)

What a *server* does wrong is never an exception: it is a `Malformed` message or a finding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from inspector.translation import composed, shown, translate, with_values

__all__ = [
    "AuthorizationFailed",
    "AuthorizationNeeded",
    "ClosedError",
    "ConnectError",
    "DamagedError",
    "ErrorAnswer",
    "ExcludedTool",
    "Explanation",
    "InspectorError",
    "LocalError",
    "SecretsUnavailable",
    "TimeoutExpired",
    "UsageError",
]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a user is told about a failure: four plain sentences and the buttons to offer.

    `actions` are names from a fixed set: show_stderr, edit_server, retry, retry_legacy, retry_modern,
    retry_sse, retry_auto, declare, fill_in, sign_in, install_hint. `evidence` is shown in monospace: stderr,
    body of an answer, a PATH. requires: client capabilities that the action declare adds to what the server
    is told. asks: keys of the values that the action fill_in asks for (`core.servers.starting.asked_of`).
    """

    happened: str
    tried: str = ""
    cause: str = ""
    next_step: str = ""
    actions: tuple[str, ...] = ()
    evidence: str = ""
    requires: dict[str, Any] = field(default_factory=dict)
    asks: tuple[str, ...] = ()

    def retranslated(self) -> Explanation:
        """The same in the language of now."""
        return self.changed(shown)

    def changed(self, by: Callable[[str], str]) -> Explanation:
        """The same with other texts."""
        return replace(
            self,
            happened=by(self.happened),
            tried=by(self.tried),
            cause=by(self.cause),
            next_step=by(self.next_step),
            evidence=by(self.evidence),
        )

    def as_text(self) -> str:
        """All parts as lines, for a terminal."""
        parts = [
            self.happened,
            self.tried and translate("Errors", "Tried: {}").format(self.tried),
            self.cause and translate("Errors", "Likely cause: {}").format(self.cause),
            self.next_step and translate("Errors", "Next step: {}").format(self.next_step),
            self.evidence and "\n".join(f"  | {line}" for line in self.evidence.splitlines()),
        ]
        return "\n".join(part for part in parts if part)


class InspectorError(Exception):
    """Base of all errors of this program. `str(error)` is one sentence a user can act on."""


class LocalError(InspectorError):
    """We asked our own code for something impossible."""


class UsageError(LocalError):
    """A value typed by a user cannot be used; the text says what to type instead."""


class DamagedError(UsageError):
    """A session file cannot be read as it is; `trace.salvage` takes out what can be read."""


class SecretsUnavailable(LocalError):
    """Secrets cannot be read or kept now; the text says why and what a user can do."""


class ExcludedTool(UsageError):
    """A tool that a client must not use here: its schema is wrong about headers (modern HTTP)."""


class ClosedError(LocalError):
    """The connection is closed; nothing can be sent."""


class ConnectError(InspectorError):
    """No connection could be made, or it broke. Carries the whole explanation."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(explanation.happened)
        self.explanation = explanation

    def hide(self, masked: Callable[[str], str]) -> None:
        """Take secrets out of what it says. masked: a text → the same without them."""
        self.explanation = self.explanation.changed(partial(with_values, by=masked))
        self.args = (self.explanation.happened,)


class AuthorizationNeeded(ConnectError):
    """The server wants authorization (HTTP 401 or 403)."""


class AuthorizationFailed(AuthorizationNeeded):
    """A step of an authorization failed. `step`: its id. The explanation names it in words.

    code: the `error` of the authorization server, "" when it said none."""

    def __init__(self, explanation: Explanation, step: str, code: str = "") -> None:
        super().__init__(explanation)
        self.step, self.code = step, code


class ErrorAnswer(ConnectError):
    """The server answered with a JSON-RPC error where a result is needed. `error`: its JSON text."""

    def __init__(self, explanation: Explanation, error: bytes) -> None:
        super().__init__(explanation)
        self.error = error


class TimeoutExpired(InspectorError):
    """No answer in time. `timeout_s` is what was allowed. stderr: the last lines of a server's process.

    held: why nothing is read from the server, when we are the cause.
    """

    def __init__(self, what: str, timeout_s: float, stderr: str = "", held: str = "") -> None:
        words = translate("Errors", "no response to {what} within {s:g} s; try a longer timeout")
        super().__init__(words.format(what=what, s=timeout_s))
        self.timeout_s = timeout_s
        cause = translate("Errors", "The server is slow or stuck.")
        if stderr:
            cause = translate("Errors", "The server is slow or stuck; its last lines on stderr are below.")
        next_step = translate("Errors", "Increase the timeout, or find out what the server is waiting for.")
        if held:
            cause, next_step = composed("{:sentence}", held), translate("Errors", "Free some disk space.")
        self.explanation = Explanation(
            translate("Errors", "No response to {what} within {s:g} s.").format(what=what, s=timeout_s),
            cause=cause,
            next_step=next_step,
            evidence=stderr,
        )
