"""How the era is found: a table of what to do next, told of answers and of timeouts.

`Negotiation` does no I/O. The driver performs the `Attempt` it is given, classifies nothing, and hands
the outcome back to `next`. Every attempt with its outcome is kept, so that a failure can show them side
by side. Source: protocol reference sections 2.2 (stdio) and 2.3 (HTTP).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from inspector.protocol.jsonrpc import Message
from inspector.protocol.methods import (
    LATEST_LEGACY,
    LATEST_MODERN,
    LEGACY_REVISIONS,
    MODERN_REVISIONS,
)
from inspector.translation import composed, recorded

__all__ = ["STEPS", "Attempt", "AttemptOutcome", "Negotiation", "NegotiationResult", "newest"]

UNSUPPORTED_VERSION: Final = -32022
_CALLED: Final = {"probe": "server/discover", "initialize": "initialize", "sse": recorded("the SSE stream")}
MODERN_CODES: Final = (UNSUPPORTED_VERSION, -32021, -32020)
_SSE_STATUSES: Final = (400, 404, 405)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One thing to try. step: probe | initialize | sse. respawn: start the process anew first."""

    step: str
    revision: str = ""
    respawn: bool = False


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """How an attempt ended.

    kind: answer (`message` is a response or an error) | timeout | closed (the process or stream ended)
    | unreadable (it answered, but in no JSON) | http (a status without a readable JSON-RPC answer)
    | unreachable (no HTTP response at all).
    """

    kind: str
    message: Message | None = None
    status: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class NegotiationResult:
    """The end. era: modern | legacy | "" (failed). reason: "era decided because ..." or why it failed."""

    era: str
    revision: str = ""
    result: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    outcome: AttemptOutcome | None = None


STEPS: Final[dict[tuple[str, str], str]] = {
    ("probe", "discovered"): "modern",
    ("probe", "only-legacy"): "initialize",
    ("probe", "unsupported-mutual"): "probe-again",
    ("probe", "unsupported-legacy"): "initialize",
    ("probe", "unsupported-unknown"): "fail",
    ("probe", "modern-error"): "fail",
    ("probe", "error"): "initialize",
    ("probe", "timeout"): "initialize",
    ("probe", "closed"): "respawn",
    ("probe", "unreadable"): "initialize",
    ("probe", "http"): "initialize",
    ("probe", "refused"): "fail",
    ("probe", "unreachable"): "fail",
    ("initialize", "agreed"): "legacy",
    ("initialize", "unknown-version"): "fail",
    ("initialize", "unsupported-mutual"): "probe-again",
    ("initialize", "offers-legacy"): "initialize-again",
    ("initialize", "http"): "sse",
    ("initialize", "error"): "fail",
    ("initialize", "timeout"): "fail",
    ("initialize", "closed"): "fail",
    ("initialize", "unreadable"): "fail",
    ("initialize", "refused"): "fail",
    ("initialize", "unreachable"): "fail",
    ("sse", "agreed"): "initialize",
    ("sse", "http"): "fail",
    ("sse", "timeout"): "fail",
    ("sse", "closed"): "fail",
    ("sse", "refused"): "fail",
    ("sse", "unreachable"): "fail",
}
"""(what was tried, what came) → what to do. A test walks every pair."""


class Negotiation:
    """era: auto | modern | legacy | a revision. transport: auto | http | sse | stdio."""

    def __init__(self, era: str = "auto", transport: str = "stdio") -> None:
        self._pinned_modern = era == "modern" or era in MODERN_REVISIONS
        self._legacy = era == "legacy" or era in LEGACY_REVISIONS
        self._revision = era if era in LEGACY_REVISIONS else LATEST_LEGACY
        self._may_use_sse = transport == "auto"
        self._transport = transport
        self._probed_again = False
        self._offered_again = False
        self._asked = (
            recorded("the {era} era", era=era)
            if era in ("modern", "legacy")
            else recorded("revision {era}", era=era)
        )
        self._why_legacy = recorded("{asked} was requested", asked=self._asked) if self._legacy else ""
        self.history: list[tuple[Attempt, AttemptOutcome]] = []

    def first(self) -> Attempt:
        """What to try first."""
        if self._transport == "sse":
            self._why_legacy = self._why_legacy or recorded("HTTP+SSE exists in the legacy era only")
            return Attempt("sse")
        if self._legacy:
            return Attempt("initialize", self._revision)
        return Attempt("probe", LATEST_MODERN)

    def next(self, attempt: Attempt, outcome: AttemptOutcome) -> Attempt | NegotiationResult:
        """What to do after this attempt ended like that."""
        self.history.append((attempt, outcome))
        label = _classify(attempt.step, outcome)
        action = STEPS[(attempt.step, label)]
        if action in ("initialize", "respawn") and self._pinned_modern:
            return self._fail(
                outcome,
                recorded(
                    "{asked} was requested, but server/discover got {outcome}",
                    asked=self._asked,
                    outcome=_words(outcome),
                ),
            )
        if attempt.step == "probe" and action in ("initialize", "respawn"):
            self._why_legacy = recorded("server/discover got {outcome}", outcome=_words(outcome))
        return _ACTIONS[action](self, attempt, outcome)

    # -- actions

    def _modern(self, attempt: Attempt, outcome: AttemptOutcome) -> NegotiationResult:
        result = _result(outcome)
        revision = newest(result.get("supportedVersions"), MODERN_REVISIONS) or attempt.revision
        reason = recorded("server/discover responded and offers {revision}", revision=revision)
        return NegotiationResult("modern", revision, result, reason, outcome)

    def _adopt(self, attempt: Attempt, outcome: AttemptOutcome) -> NegotiationResult:
        result = _result(outcome)
        reason = recorded("initialize agreed on {protocolversion}", protocolversion=result["protocolVersion"])
        if self._why_legacy:
            reason = composed("{}; {}", reason, self._why_legacy)
        return NegotiationResult("legacy", result["protocolVersion"], result, reason, outcome)

    def _initialize(self, attempt: Attempt, outcome: AttemptOutcome) -> Attempt:
        return Attempt("initialize", self._revision)

    def _respawn(self, attempt: Attempt, outcome: AttemptOutcome) -> Attempt:
        return Attempt("initialize", self._revision, respawn=True)

    def _probe_again(self, attempt: Attempt, outcome: AttemptOutcome) -> Attempt | NegotiationResult:
        if self._probed_again or self._legacy:
            return self._fail(outcome, _got(attempt, outcome))
        self._probed_again = True
        return Attempt("probe", newest(_supported(outcome), MODERN_REVISIONS))

    def _initialize_again(self, attempt: Attempt, outcome: AttemptOutcome) -> Attempt | NegotiationResult:
        if self._offered_again:
            return self._fail(
                outcome, recorded("initialize was rejected twice: {outcome}", outcome=_words(outcome))
            )
        self._offered_again = True
        self._revision = newest(_supported(outcome), LEGACY_REVISIONS)
        return Attempt("initialize", self._revision)

    def _sse(self, attempt: Attempt, outcome: AttemptOutcome) -> Attempt | NegotiationResult:
        if not self._may_use_sse or (outcome.status and outcome.status not in _SSE_STATUSES):
            return self._fail(outcome, recorded("initialize got {outcome}", outcome=_words(outcome)))
        self._may_use_sse = False
        return Attempt("sse")

    def _give_up(self, attempt: Attempt, outcome: AttemptOutcome) -> NegotiationResult:
        if attempt.step == "sse" and len(self.history) > 1:
            outcome = self.history[-2][1]  # what the address said to initialize tells a user more
        return self._fail(outcome, _got(attempt, self.history[-1][1]))

    def _fail(self, outcome: AttemptOutcome, reason: str) -> NegotiationResult:
        return NegotiationResult("", reason=reason, outcome=outcome)


_Action = Callable[[Negotiation, Attempt, AttemptOutcome], "Attempt | NegotiationResult"]

_ACTIONS: Final[dict[str, _Action]] = {
    "modern": Negotiation._modern,
    "legacy": Negotiation._adopt,
    "initialize": Negotiation._initialize,
    "respawn": Negotiation._respawn,
    "probe-again": Negotiation._probe_again,
    "initialize-again": Negotiation._initialize_again,
    "sse": Negotiation._sse,
    "fail": Negotiation._give_up,
}


def _classify(step: str, outcome: AttemptOutcome) -> str:
    """The label under which `STEPS` knows this outcome."""
    if outcome.kind != "answer" or outcome.message is None:
        if outcome.kind == "http" and (outcome.status in (401, 403, 429) or outcome.status >= 500):
            return "refused"
        if outcome.kind == "http" and step == "initialize" and 200 <= outcome.status < 300:
            return "error"
        return "agreed" if step == "sse" and outcome.kind == "answer" else outcome.kind
    if outcome.message.kind == "response":
        return _classify_result(step, _result(outcome))
    return _classify_error(step, outcome)


def _classify_result(step: str, result: dict[str, Any]) -> str:
    if step == "probe":
        return "discovered" if newest(result.get("supportedVersions"), MODERN_REVISIONS) else "only-legacy"
    if step == "sse":
        return "agreed"
    version = result.get("protocolVersion")
    return "agreed" if version in LEGACY_REVISIONS else "unknown-version"


def _classify_error(step: str, outcome: AttemptOutcome) -> str:
    assert outcome.message is not None
    code = outcome.message.error_dict().get("code")
    supported = _supported(outcome)
    if code == UNSUPPORTED_VERSION:
        if newest(supported, MODERN_REVISIONS):
            return "unsupported-mutual"
        if step == "probe":
            return "unsupported-legacy" if newest(supported, LEGACY_REVISIONS) else "unsupported-unknown"
    if step == "probe" and code in MODERN_CODES:
        return "modern-error"
    if step == "initialize" and newest(supported, LEGACY_REVISIONS):
        return "offers-legacy"
    # "400, 404 or 405 and the body is not a recognised modern error": the address may be an old SSE one.
    # A server that says -32601 speaks JSON-RPC here, so SSE is not tried (2.3, step 2).
    if step == "initialize" and outcome.status in _SSE_STATUSES and code not in (*MODERN_CODES, -32601):
        return "http"
    return "error"


def _result(outcome: AttemptOutcome) -> dict[str, Any]:
    return outcome.message.result_dict() if outcome.message else {}


def _supported(outcome: AttemptOutcome) -> Any:
    data = outcome.message.error_dict().get("data") if outcome.message else None
    return data.get("supported") if isinstance(data, dict) else None


def newest(offered: Any, known: tuple[str, ...]) -> str:
    """The newest revision that both sides know; empty: none."""
    mutual = [one for one in offered if one in known] if isinstance(offered, list) else []
    return max(mutual, default="")


def _got(attempt: Attempt, outcome: AttemptOutcome) -> str:
    return recorded("{asked} got {outcome}", asked=_CALLED[attempt.step], outcome=_words(outcome))


def _words(outcome: AttemptOutcome) -> str:
    """The outcome as a user reads it."""
    message = outcome.message
    if outcome.kind == "answer" and message is not None:
        if message.kind == "error":
            error = message.error_dict()
            words = recorded(
                "error {code} ({message})",
                code=error.get("code", "?"),
                message=error.get("message", recorded("no message")),
            )
            supported = _supported(outcome)
            if isinstance(supported, list) and supported:
                return recorded("{words}; it supports {all}", words=words, all=", ".join(map(str, supported)))
            return words
        version = message.result_dict().get("protocolVersion")
        return (
            recorded("unknown revision {version}", version=repr(version))
            if version
            else recorded("a result without a known revision")
        )
    if outcome.kind == "unreadable":
        return outcome.text
    if outcome.kind == "closed":
        return recorded(
            "no response: {outcome}", outcome=outcome.text or recorded("the connection was closed")
        )
    words = {
        "timeout": recorded("timed out"),
        "http": recorded("HTTP status {status}", status=outcome.status)
        if outcome.status
        else recorded("unreadable response"),
        "unreachable": recorded("connection failed"),
    }[outcome.kind]
    return composed("{} ({})", words, outcome.text) if outcome.text else words
