"""The credentials of each request to a server: a token, bound to a key or not, or something static."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from inspector.core.auth.ports import Token
from inspector.core.auth.settings import AuthSettings
from inspector.protocol.wire import Headers

__all__ = ["Presenter", "static_presenter", "token_presenter"]


class Presenter(Protocol):
    """What is added to a request to the server."""

    def headers(self, method: str, url: str, body: bytes) -> Headers:
        """The headers for exactly this request."""

    def answered(self, status: int, headers: Headers) -> bool:
        """Told of each answer; True: the same request should be sent again once (a nonce was asked for)."""


def static_presenter(settings: AuthSettings) -> Presenter | None:
    """For bearer, basic and api_key; None: the method gets its credentials otherwise."""
    raise NotImplementedError


def token_presenter(token: Token, clock: Callable[[], float] = time.time) -> Presenter:
    """For a token of a flow: Bearer, or DPoP with a proof a request."""
    raise NotImplementedError
