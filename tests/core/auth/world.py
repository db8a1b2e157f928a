"""An MCP server and its authorization server in this process: a table of documents that tests may bend."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

from inspector.core.auth.flow import Flow, FlowInput
from inspector.core.auth.ports import FetchError, KnownClient, Request, Response, Token
from inspector.core.auth.steps import FlowStep
from inspector.core.servers.auth_settings import AuthSettings

SERVER = "https://mcp.test/mcp"
AS = "https://as.test"
PRM = "https://mcp.test/.well-known/oauth-protected-resource/mcp"
METADATA = "https://as.test/.well-known/oauth-authorization-server"
REDIRECT = "http://127.0.0.1:45454/callback"
NOW = 1_800_000_000.0
CHALLENGE = f'Bearer resource_metadata="{PRM}"'
CODE = "code-of-the-browser"

Answer = Response | dict[str, Any] | str | Callable[[Request], Response]


def answer(document: Any, status: int = 200, **headers: str) -> Response:
    """A JSON answer."""
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Response(status, (("Content-Type", "application/json"), *named), json.dumps(document).encode())


class MemoryStore:
    """A store of a flow that lasts as long as a test."""

    def __init__(self) -> None:
        self.clients: dict[str, KnownClient] = {}
        self.tokens: dict[tuple[str, str], Token] = {}

    async def client(self, issuer: str) -> KnownClient | None:
        return self.clients.get(issuer)

    async def keep_client(self, issuer: str, client: KnownClient) -> None:
        self.clients[issuer] = client

    async def forget_client(self, issuer: str) -> None:
        self.clients.pop(issuer, None)

    async def keep_token(self, token: Token) -> None:
        self.tokens[token.issuer, token.server_url] = token

    async def forget_token(self, token: Token) -> None:
        self.tokens.pop((token.issuer, token.server_url), None)


class World:
    """Answers the requests of a flow. routes: URL → answer; documents are the ones behind them."""

    def __init__(self) -> None:
        self.prm: dict[str, Any] = {"resource": SERVER, "authorization_servers": [AS]}
        self.metadata: dict[str, Any] = {
            "issuer": AS,
            "authorization_endpoint": f"{AS}/authorize",
            "token_endpoint": f"{AS}/token",
            "registration_endpoint": f"{AS}/register",
            "revocation_endpoint": f"{AS}/revoke",
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
        }
        self.registration: dict[str, Any] = {"client_id": "registered-1"}
        self.token: dict[str, Any] = {"access_token": "access-1", "token_type": "Bearer", "expires_in": 3600}
        self.callback: dict[str, str] = {"code": CODE}
        self.routes: dict[str, Answer] = {PRM: self.prm, METADATA: self.metadata}
        self.requests: list[Request] = []
        self.shown: list[str] = []
        self.store = MemoryStore()
        self.routes[f"{AS}/register"] = lambda request: answer(self.registration, 201)
        self.routes[f"{AS}/token"] = lambda request: answer(self.token)

    async def fetch(self, request: Request) -> Response:
        """A Fetch."""
        self.requests.append(request)
        found = self.routes.get(request.url)
        if found is None:
            return answer({"error": "not found"}, 404)
        if isinstance(found, Response):
            return found
        if isinstance(found, str):
            raise FetchError(found)
        return answer(found) if isinstance(found, dict) else found(request)

    async def authorize(self, url: str, state: str) -> dict[str, str]:
        """An Authorize: a user who agrees."""
        self.shown.append(url)
        return {"state": state, **self.callback}

    def flow(
        self,
        challenge: str | None = CHALLENGE,
        status: int = 401,
        revision: str = "",
        former: Token | None = None,
        server_url: str = SERVER,
        **settings: Any,
    ) -> Flow:
        """A flow over this world."""
        given = FlowInput(
            server_url,
            AuthSettings(**settings),
            revision,
            status,
            () if challenge is None else (challenge,),
            REDIRECT,
            former,
        )
        return Flow(given, self.fetch, self.store, self.authorize, lambda: NOW)

    def asked(self) -> list[str]:
        """URLs of all requests."""
        return [request.url for request in self.requests]

    def form(self, url: str = f"{AS}/token") -> dict[str, str]:
        """The fields of the last form that was posted there."""
        last = next(request for request in reversed(self.requests) if request.url == url)
        return dict(parse_qsl(last.body.decode(), keep_blank_values=True))

    def headers(self, url: str = f"{AS}/token") -> dict[str, str]:
        """The headers of the last request there."""
        last = next(request for request in reversed(self.requests) if request.url == url)
        return dict(last.headers)

    def body(self, url: str = f"{AS}/register") -> dict[str, Any]:
        """The JSON that was posted there last."""
        last = next(request for request in reversed(self.requests) if request.url == url)
        found: dict[str, Any] = json.loads(last.body)
        return found

    def shown_parameters(self) -> dict[str, str]:
        """The parameters of the URL that the browser showed last."""
        return {name: values[0] for name, values in parse_qs(urlsplit(self.shown[-1]).query).items()}


def step(flow: Flow, step_id: str) -> FlowStep:
    """The step of that id."""
    return next(one for one in flow.steps if one.id == step_id)


def value(flow: Flow, step_id: str, name: str) -> str:
    """The text of a value of a step; empty when it is not shown."""
    return next((one.text for one in step(flow, step_id).values if one.name == name), "")


def s256(verifier: str) -> str:
    """The code challenge of a verifier, computed apart from the code under test."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def kept_token(**changed: Any) -> Token:
    """A token of this world."""
    fields: dict[str, Any] = {
        "access_token": "access-0",
        "server_url": SERVER,
        "issuer": AS,
        "client": KnownClient("me"),
        "resource": SERVER,
        "requested": "read",
        "scope": "read",
        "refresh_token": "refresh-0",
        "token_endpoint": f"{AS}/token",
        "revocation_endpoint": f"{AS}/revoke",
    }
    return Token(**{**fields, **changed})
