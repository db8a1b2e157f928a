"""One authorization, step by step: from the challenge of a server to a token for it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

from inspector.core.auth import browsing, discovery, endpoint_checks, enterprise, tokens
from inspector.core.auth.plan import planned
from inspector.core.auth.ports import Authorize, Fetch, Store, Token
from inspector.core.auth.steps import FlowStep
from inspector.core.auth.token_refresh import refresh, revoke
from inspector.core.auth.work import FlowInput, Known, StepFailed, StepOutcome, Talk, Work, failed
from inspector.errors import AuthorizationFailed, UsageError
from inspector.translation import composed, joined

__all__ = ["Flow", "FlowInput", "refresh", "revoke"]

_DONE: Final = ("ok", "warning", "skipped")
_DOING: Final[dict[str, Callable[[Work], Awaitable[StepOutcome]]]] = {
    "challenge": discovery.challenge,
    "resource_metadata": discovery.resource_metadata,
    "resource": discovery.resource,
    "server_metadata": discovery.server_metadata,
    "endpoints": endpoint_checks.endpoints,
    "pkce": endpoint_checks.pkce,
    "scopes": browsing.scopes,
    "identity": browsing.identity,
    "authorize": browsing.authorize,
    "callback": browsing.callback,
    "identity_assertion": enterprise.identity_assertion,
    "token": tokens.token,
}


class Flow:
    """The steps of one authorization. Raises AuthorizationFailed (its `step` is the id) and nothing else.

    steps: for people, in order, replaced one by one; listeners are called with each that changed. Only one
    of run, run_until and repeat at a time. A step that failed is done again by the next of them.
    """

    def __init__(
        self,
        given: FlowInput,
        fetch: Fetch,
        store: Store,
        authorize: Authorize | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.given = given
        self.steps: list[FlowStep] = planned(given.settings.method)
        self.listeners: list[Callable[[FlowStep], None]] = []
        self._known = Known()
        self._fetch, self._store, self._authorize, self._clock = fetch, store, authorize, clock

    @property
    def token(self) -> Token | None:
        """What the last step gave; None: it was not reached."""
        return self._known.token

    @property
    def authorization_url(self) -> str:
        """What is opened in the browser; empty before the step `authorize`."""
        return self._known.authorization_url

    @property
    def metadata_url(self) -> str:
        """Where the server's challenge says its metadata is; empty where it does not say."""
        challenge = self._known.challenge
        return challenge.parameters.get("resource_metadata", "") if challenge else ""

    @property
    def issuer(self) -> str:
        """The authorization server that was chosen; empty before the step `resource`."""
        return self._known.issuer

    async def run(self) -> Token:
        """Do what is left to do, to the end; the token is kept in the store as well."""
        await self.run_until(self.steps[-1].id)
        assert self._known.token is not None
        return self._known.token

    async def run_until(self, step_id: str) -> None:
        """Do what is left to do up to that step, that one included.

        `authorize` makes the URL without showing it; `callback` shows it and waits.
        """
        try:
            await self._do_up_to(step_id)
        except AuthorizationFailed:
            if not self._known.asks_too_much:
                raise
            # Once: a client that was just registered for all that is wanted is refused for good.
            self._known.asks_too_much = False
            await self.repeat("identity")
            await self._do_up_to(step_id)

    async def repeat(self, step_id: str) -> None:
        """Do that step again with what is known now; the ones after it wait again.

        The steps before it are done if they are not. `identity` registers anew where it registers.
        """
        index = self._index(step_id)
        if index:
            await self.run_until(self.steps[index - 1].id)
        for later in range(index + 1, len(self.steps)):
            if self.steps[later].state != "waiting":
                self._replace(later, _waiting(self.steps[later]))
        await self._do(index, again=True)

    async def _do_up_to(self, step_id: str) -> None:
        for index in range(self._index(step_id) + 1):
            if self.steps[index].state not in _DONE:
                await self._do(index, again=False)

    def change(self, **settings: Any) -> None:
        """Other settings (scopes, authorization_server...) for the steps that are done from now."""
        self.given = replace(self.given, settings=replace(self.given.settings, **settings))

    def remark(self, text: str) -> None:
        """Say something of the step that runs, until it ends."""
        for index, step in enumerate(self.steps):
            if step.state == "running":
                self._replace(index, replace(step, verdict=text))

    def _index(self, step_id: str) -> int:
        return next(index for index, step in enumerate(self.steps) if step.id == step_id)

    def _replace(self, index: int, step: FlowStep) -> None:
        self.steps[index] = step
        for listener in tuple(self.listeners):
            listener(step)

    async def _do(self, index: int, again: bool) -> None:
        waiting = _waiting(self.steps[index])
        talk = Talk(waiting.id, self._fetch, lambda: self._replace(index, self._seen(index, work, "running")))
        work = Work(self.given, self._known, talk, self._store, self._clock(), self._authorize, again)
        self._replace(index, replace(waiting, state="running"))
        try:
            outcome = await _DOING[waiting.id](work)
        except (StepFailed, UsageError) as problem:
            error = problem if isinstance(problem, StepFailed) else StepFailed(composed("{}.", problem))
            told = composed("{:capital}", joined(" ", filter(None, (error.happened, error.cause))))
            step = self._seen(index, work, "failed", told)
            self._replace(index, step)
            raise failed(error, self.given.server_url, step) from None
        except BaseException:
            self._replace(index, waiting)  # given up, not failed
            raise
        self._replace(index, self._seen(index, work, outcome.state, outcome.verdict))

    def _seen(self, index: int, work: Work, state: Any, verdict: str = "") -> FlowStep:
        return replace(
            self.steps[index],
            state=state,
            exchanges=tuple(work.talk.exchanges),
            values=tuple(work.values),
            verdict=verdict,
        )


def _waiting(step: FlowStep) -> FlowStep:
    return FlowStep(step.id, step.title, step.rule)
