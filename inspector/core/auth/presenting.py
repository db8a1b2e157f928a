"""The credentials of each request to a server: a token, bound to a key or not, or something static."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from typing import Final, Protocol

from inspector.core.auth.addresses import same_origin
from inspector.core.auth.assertions import ProofKey
from inspector.core.auth.challenge import parse_challenges
from inspector.core.auth.ports import Token
from inspector.core.servers.auth_settings import AuthSettings
from inspector.protocol.wire import Headers

__all__ = ["Presenter", "static_presenter", "token_presenter"]

DEFAULT_KEY_HEADER: Final = "X-API-Key"


class Presenter(Protocol):
    """What is added to a request to the server."""

    def headers(self, method: str, url: str, body: bytes) -> Headers:
        """The headers for exactly this request."""

    def answered(self, status: int, headers: Headers) -> bool:
        """Told of each answer; True: the same request should be sent again once (a nonce was asked for)."""


class _Static:
    def __init__(self, server_url: str, name: str, value: str) -> None:
        self._server_url = server_url
        self._headers: Headers = ((name, value),)

    def headers(self, method: str, url: str, body: bytes) -> Headers:
        return self._headers if same_origin(url, self._server_url) else ()

    def answered(self, status: int, headers: Headers) -> bool:
        return False


class _Bound:
    """A token that only the holder of its key can use (RFC 9449 §7)."""

    def __init__(self, token: Token, clock: Callable[[], float]) -> None:
        self._token, self._clock = token, clock
        self._key = ProofKey.from_pem(token.dpop_key, token.dpop_algorithm)
        self._nonce = ""

    def headers(self, method: str, url: str, body: bytes) -> Headers:
        if not same_origin(url, self._token.server_url):
            return ()
        access = self._token.access_token
        proof = self._key.proof(method, url, self._clock(), self._nonce, access, body)
        return (("Authorization", f"DPoP {access}"), ("DPoP", proof))

    def answered(self, status: int, headers: Headers) -> bool:
        nonce = next((value for name, value in headers if name.lower() == "dpop-nonce"), "")
        fresh = bool(nonce) and nonce != self._nonce
        self._nonce = nonce or self._nonce
        if status != 401 or not fresh:
            return False
        challenges = parse_challenges(v for name, v in headers if name.lower() == "www-authenticate")
        return any(one.parameters.get("error") == "use_dpop_nonce" for one in challenges)


def static_presenter(settings: AuthSettings, server_url: str) -> Presenter | None:
    """For bearer, basic and api_key; None: the method gets its credentials otherwise."""
    if settings.method == "bearer":
        return _Static(server_url, "Authorization", f"Bearer {settings.token.strip()}")
    if settings.method == "api_key":
        return _Static(server_url, settings.header_name or DEFAULT_KEY_HEADER, settings.token.strip())
    if settings.method == "basic":
        pair = base64.b64encode(f"{settings.username}:{settings.password}".encode()).decode()
        return _Static(server_url, "Authorization", f"Basic {pair}")
    return None


def token_presenter(token: Token, clock: Callable[[], float] = time.time) -> Presenter:
    """For a token of a flow: Bearer, or DPoP with a proof a request; to its server's origin alone."""
    if token.dpop_key:
        return _Bound(token, clock)
    return _Static(token.server_url, "Authorization", f"Bearer {token.access_token}")
