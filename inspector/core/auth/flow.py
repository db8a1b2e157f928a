"""One authorization, step by step: from the challenge of a server to a token for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from inspector.core.auth.plan import planned
from inspector.core.auth.ports import Authorize, Fetch, Store, Token
from inspector.core.auth.settings import AuthSettings
from inspector.core.auth.steps import Step

__all__ = ["Flow", "FlowInput", "refresh", "revoke"]


@dataclass(frozen=True, slots=True)
class FlowInput:
    """What a flow starts from.

    status, challenge: of the answer that asked for authorization: its `WWW-Authenticate` values as they came,
    in order; 0 and empty when a person starts it unasked. settings: with secrets filled in. revision: of the
    protocol, as far as known; "" else. redirect_uri: where the callback is awaited. former: the token that
    was not enough (403) or is over; its scopes are asked for again.
    """

    server_url: str
    settings: AuthSettings = field(default_factory=AuthSettings)
    revision: str = ""
    status: int = 0
    challenge: tuple[str, ...] = ()
    redirect_uri: str = ""
    former: Token | None = None


class Flow:
    """The steps of one authorization. Raises AuthorizationFailed (its `step` is the id) and nothing else.

    steps: for people, in order, replaced one by one; listeners are called with each that changed.
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
        self.steps: list[Step] = planned(given.settings.method)
        self.listeners: list[Callable[[Step], None]] = []
        self.token: Token | None = None

    async def run(self) -> Token:
        """Do what is left to do, to the end; the token is kept in the store as well."""
        raise NotImplementedError

    async def run_until(self, step_id: str) -> None:
        """Do what is left to do up to that step, that one included.

        `authorize` makes the URL and shows it to nobody; `callback` shows it and waits.
        """
        raise NotImplementedError

    async def repeat(self, step_id: str) -> None:
        """Do that step again with what is known now; the ones after it wait again."""
        raise NotImplementedError

    def change(self, **settings: Any) -> None:
        """Other settings (scopes, authorization_server...) for the steps that are done from now."""
        self.given = replace(self.given, settings=replace(self.given.settings, **settings))


async def refresh(token: Token, fetch: Fetch, store: Store, settings: AuthSettings) -> tuple[Token, Step]:
    """A new token of a refresh token, kept in the store. Raises AuthorizationFailed (step `refresh`)."""
    raise NotImplementedError


async def revoke(token: Token, fetch: Fetch, store: Store, settings: AuthSettings) -> Step:
    """End the tokens at the authorization server as far as it allows, and forget them here. Never raises."""
    raise NotImplementedError
