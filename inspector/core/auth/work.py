"""What the functions of the steps share: what is known so far, the sending of requests, failing."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from inspector.core.auth.addresses import malformed, refused, same_origin
from inspector.core.auth.assertions import ProofKey
from inspector.core.auth.challenge import Challenge
from inspector.core.auth.masking import masked_body, masked_url_fields
from inspector.core.auth.metadata import ResourceMetadata, ServerMetadata
from inspector.core.auth.plan import PLANS
from inspector.core.auth.ports import (
    BODY_LIMIT,
    Authorize,
    Fetch,
    FetchError,
    KnownClient,
    Request,
    Response,
    Store,
    Token,
)
from inspector.core.auth.steps import FlowStep, HttpExchange, State, Value
from inspector.core.servers.auth_settings import AuthSettings
from inspector.errors import AuthorizationFailed, Explanation
from inspector.protocol.wire import Headers
from inspector.translation import QT_TRANSLATE_NOOP, composed, joined, translate

__all__ = [
    "FIX",
    "FlowInput",
    "Known",
    "StepFailed",
    "StepOutcome",
    "Talk",
    "Work",
    "failed",
    "object_of",
    "shortened",
]

FIX: Final = QT_TRANSLATE_NOOP("Auth", "Report it to the operator of the server; no setting here can fix it.")
REDIRECTS: Final = 3
SHOWN: Final = 600
VERDICT: Final = 2_000
VALUE: Final = 16_384
"""Characters of evidence, of a verdict and of a value that are shown: a server may write as it likes."""
VALUES: Final = 200


@dataclass(frozen=True, slots=True)
class FlowInput:
    """What a flow starts from.

    status, challenge: of the answer that asked for authorization: its `WWW-Authenticate` values as they came,
    in order; 0 and empty when a user starts it unasked. settings: with secrets filled in. revision: the one
    spoken with the server, or the one a user insists on; "" as long as it is not known. redirect_uri: where
    the callback is awaited. former: the token that was not enough (403) or is over; its scopes are asked for
    again.
    """

    server_url: str
    settings: AuthSettings = field(default_factory=AuthSettings)
    revision: str = ""
    status: int = 0
    challenge: tuple[str, ...] = ()
    redirect_uri: str = ""
    former: Token | None = None


@dataclass(slots=True)
class Known:
    """What a flow has found out so far. Each step fills in its part."""

    challenge: Challenge | None = None
    metadata: ResourceMetadata | None = None
    legacy: bool = False
    issuer: str = ""
    resource: str = ""
    server: ServerMetadata = field(default_factory=lambda: ServerMetadata(""))
    scopes: str = ""
    client: KnownClient = field(default_factory=lambda: KnownClient(""))
    just_registered: bool = False
    """The client was registered by this flow's last `identity`, which asked for all the scopes."""
    asks_too_much: bool = False
    """The client was registered for fewer scopes, and the authorization server insists on that."""
    verifier: str = ""
    state: str = ""
    authorization_url: str = ""
    code: str = ""
    assertion: str = ""
    proof_key: ProofKey | None = None
    nonce: str = ""
    token: Token | None = None


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """How a step ended: what it means, in sentences."""

    verdict: str
    state: State = "ok"


class StepFailed(Exception):
    """A step cannot go on. Becomes the Explanation of AuthorizationFailed. code: what the server calls it."""

    def __init__(
        self,
        happened: str,
        cause: str = "",
        next_step: str = "",
        evidence: str = "",
        fix: str = "",
        code: str = "",
    ) -> None:
        super().__init__(happened)
        self.happened, self.cause, self.next_step, self.evidence = happened, cause, next_step, evidence
        self.fix, self.code = fix, code


class Talk:
    """Sends the requests of one step and remembers them for people."""

    def __init__(self, step_id: str, fetch: Fetch, changed: Callable[[], None] = lambda: None) -> None:
        self.exchanges: list[HttpExchange] = []
        self._step_id = step_id
        self._fetch = fetch
        self._changed = changed

    async def send(self, request: Request) -> Response | None:
        """Send it once. None: no answer, or one beyond the limit; `exchanges` says why."""
        request = replace(request, step=self._step_id)
        self.exchanges.append(HttpExchange(request))
        self._changed()
        try:
            response = await self._fetch(request)
        except FetchError as error:
            self.exchanges[-1] = HttpExchange(request, error=str(error))
            self._changed()
            return None
        if len(response.body) > BODY_LIMIT:
            cut = replace(response, body=response.body[:BODY_LIMIT])
            self.exchanges[-1] = HttpExchange(
                request, cut, error=translate("Auth", "the response exceeds the maximum length")
            )
            self._changed()
            return None
        self.exchanges[-1] = HttpExchange(request, response)
        self._changed()
        return response

    async def document(self, url: str, headers: Headers = ()) -> dict[str, Any] | None:
        """A JSON object fetched with GET; redirects are followed within one origin. None: none there."""
        for _ in range(REDIRECTS + 1):
            response = await self.send(Request("GET", url, (("Accept", "application/json"), *headers)))
            if response is None:
                self.remark(translate("Auth", "no response: {}").format(self.exchanges[-1].error))
                return None
            if response.status not in (301, 302, 303, 307, 308):
                break
            target = urljoin(url, response.header("location"))
            if malformed(target) or not same_origin(url, target):
                self.remark(translate("Auth", "redirects to another origin: not followed"))
                return None
            self.remark(translate("Auth", "redirects within its origin: followed"))
            url = target
        else:
            self.remark(translate("Auth", "endless redirects"))
            return None
        if response.status != 200:
            self.remark(translate("Auth", "not found ({})").format(response.status))
            return None
        found = object_of(response.body)
        self.remark(
            translate("Auth", "found") if found is not None else translate("Auth", "not a JSON object")
        )
        return found

    def remark(self, text: str) -> None:
        """Say what is made of the last exchange."""
        self.exchanges[-1] = replace(self.exchanges[-1], verdict=text)
        self._changed()


class Work:
    """Everything a step works with. values: what it shows."""

    def __init__(
        self,
        given: FlowInput,
        known: Known,
        talk: Talk,
        store: Store,
        now: float,
        authorize: Authorize | None = None,
        again: bool = False,
    ) -> None:
        self.given, self.known, self.talk, self.store = given, known, talk, store
        self.now, self.authorize, self.again = now, authorize, again
        self.values: list[Value] = []
        self.warnings: list[str] = []

    @property
    def settings(self) -> AuthSettings:
        """What the user says."""
        return self.given.settings

    @property
    def interactive(self) -> bool:
        """Whether a user signs in at a browser: not for the methods that have steps of their own."""
        return self.settings.method not in PLANS or self.settings.needs_user

    def show(self, name: str, text: object, secret: bool = False) -> None:
        """Add a value for people; an empty one is left out."""
        if text not in ("", None, ()) and len(self.values) < VALUES:
            shown = joined(" ", text) if isinstance(text, tuple) else str(text)
            self.values.append(Value(name, shortened(shown, VALUE), secret))

    def warn(self, text: str) -> None:
        """Note something wrong that does not stop the flow."""
        self.warnings.append(text)

    def done(self, verdict: str) -> StepOutcome:
        """The end of the step: fine, or with the warnings."""
        told = shortened(joined(" ", (verdict, *self.warnings)), VERDICT)
        return StepOutcome(told, "warning" if self.warnings else "ok")

    def refused(self, url: str) -> str:
        """Why a URL that the server or its authorization server named is not used; empty: it may be."""
        trusted = (self.given.server_url, self.settings.authorization_server)
        return refused(url, trusted, self.settings.allow_http)

    def protocol_headers(self) -> Headers:
        """The header of 2025-03-26 on metadata requests, when the revision is known."""
        return (("MCP-Protocol-Version", self.given.revision),) if self.given.revision else ()

    def evidence(self) -> str:
        """The last answer without its secrets, for an explanation."""
        if not self.talk.exchanges or self.talk.exchanges[-1].response is None:
            return self.talk.exchanges[-1].error if self.talk.exchanges else ""
        response = self.talk.exchanges[-1].response
        text = masked_body(response.body, response.header("content-type")).decode(errors="replace")
        return f"HTTP {response.status} {response.reason}".rstrip() + (
            "\n" + shortened(text, SHOWN) if text else ""
        )


def object_of(body: bytes) -> dict[str, Any] | None:
    """The JSON object of a body; None: it is something else, or has half characters, which cannot be sent."""
    try:
        found = json.loads(body)
        if b"\\u" in body:
            json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def shortened(text: str, limit: int) -> str:
    """The text, or its beginning and how much there was."""
    return (
        text
        if len(text) <= limit
        else translate("Auth", "{text}… ({count} characters)").format(
            text=composed(f"{{:.{limit}}}", text), count=len(text)
        )
    )


def failed(error: StepFailed, server_url: str, step: FlowStep) -> AuthorizationFailed:
    """The exception that a flow raises: it names the step."""
    actions = tuple(dict.fromkeys(action for action in (error.fix, "edit_server", "retry") if action))
    why = shortened(error.happened, SHOWN)
    explanation = Explanation(
        translate("Auth", "Authorization with {netloc} failed at “{title}”: {why}").format(
            netloc=urlsplit(server_url).netloc, title=step.title, why=why
        ),
        tried=_tried(step),
        cause=shortened(error.cause, SHOWN),
        next_step=error.next_step,
        actions=actions,
        evidence=error.evidence,
    )
    return AuthorizationFailed(explanation, step.id, error.code)


def _tried(step: FlowStep) -> str:
    """The last request, and where it is written what should have come of it."""
    request = step.request
    if request is None:
        return translate("Auth", "what {} requires").format(step.rule)
    return composed("{} {} ({})", request.method, masked_url_fields(request.url), step.rule)
