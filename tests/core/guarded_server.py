"""An MCP server that wants a token, and the authorization server that gives it, in the loop of a test.

Legacy HTTP at /mcp; everything of OAuth at the same origin. What they do can be bent by their attributes.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qsl, urlsplit

import httpx

from inspector.core.auth.flow import Flow
from tests.transport.http_server import Asked, answer, serve

__all__ = ["Guarded", "Person", "guarded"]

HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "g", "version": "1"},
}


class Person:
    """An `Interaction`: signs in at once, unless told not to."""

    def __init__(self, willing: bool = True) -> None:
        self.willing = willing
        self.allowed: list[Flow] = []
        self.shown: list[str] = []
        self.strays = 0

    def stray(self) -> None:
        self.strays += 1

    async def allow(self, flow: Flow) -> bool:
        self.allowed.append(flow)
        return self.willing

    async def show(self, url: str) -> None:
        self.shown.append(url)
        async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
            await browser.get(url)


class Guarded:
    """Both servers. seen: what came, in words. tokens: good access tokens with their scopes."""

    def __init__(self) -> None:
        self.url = ""
        self.seen: list[str] = []
        self.mcp_headers: list[dict[str, str]] = []
        self.tokens: dict[str, set[str]] = {}
        self.refresh_tokens: set[str] = set()
        self.needs = {"tools/list": {"user"}}
        self.expires_in: int | None = 3600
        self.refreshing = True
        self.stubborn = False  # no scope is ever enough
        self.forgetful = False  # no token is known any more
        self.tools: list[dict[str, object]] = []
        self.closed: set[str] = set()  # methods that want a token; empty: all
        self._count = 0
        self._codes: dict[str, str] = {}

    @property
    def origin(self) -> str:
        """Of both."""
        return self.url.removesuffix("/mcp")

    def count(self, word: str) -> int:
        """How often that came."""
        return self.seen.count(word)

    def secrets(self) -> list[str]:
        """Everything that must not be found anywhere."""
        return [*self._given]

    async def respond(self, asked: Asked) -> None:
        verb, target, _ = asked.line.split()
        parts = urlsplit(target)
        name = parts.path.removeprefix("/.well-known/").strip("/")
        if parts.path == "/mcp":
            await self._mcp(asked, verb)
            return
        self.seen.append(name)
        document = getattr(self, "_" + name.replace("-", "_").replace("/", "_"), None)
        if document is None:
            asked.writer.write(answer(b"", "404 Not Found"))
            return
        document(asked, dict(parse_qsl(parts.query or asked.body.decode())))

    # -- the MCP server

    async def _mcp(self, asked: Asked, verb: str) -> None:
        message = json.loads(asked.body) if asked.body else {}
        method = message.get("method", verb)
        self.seen.append(method)
        self.mcp_headers.append({key.lower(): value for key, value in asked.headers})
        token = asked.header("authorization").removeprefix("Bearer ")
        scopes = None if self.forgetful else self.tokens.get(token)
        wanted = self.needs.get(method, set())
        if scopes is None and (not self.closed or method in self.closed):
            self._refuse(asked, "401 Unauthorized", 'error="invalid_token"' if token else 'scope="user"')
        elif (self.stubborn and wanted) or (scopes is not None and not wanted <= scopes):
            challenge = f'error="insufficient_scope", scope="{" ".join(sorted(wanted))}"'
            self._refuse(asked, "403 Forbidden", challenge)
        elif verb != "POST":
            asked.writer.write(answer(b"", "405 Method Not Allowed"))
        elif "id" not in message:
            asked.writer.write(answer(b"", "202 Accepted"))
        else:
            result = HELLO if method == "initialize" else {"tools": self.tools}
            reply = {"jsonrpc": "2.0", "id": message["id"], "result": result}
            if method == "server/discover":
                reply = {"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "no"}}
            asked.writer.write(answer(json.dumps(reply).encode(), content_type="application/json"))

    def _refuse(self, asked: Asked, status: str, more: str) -> None:
        where = f'resource_metadata="{self.origin}/.well-known/oauth-protected-resource/mcp"'
        asked.writer.write(answer(b"", status, www_authenticate=f"Bearer {more}, {where}"))

    # -- the authorization server

    def _oauth_protected_resource_mcp(self, asked: Asked, given: dict[str, str]) -> None:
        _json(asked, {"resource": self.url, "authorization_servers": [self.origin]})

    def _oauth_authorization_server(self, asked: Asked, given: dict[str, str]) -> None:
        paths = {
            "authorization": "authorize",
            "token": "token",
            "registration": "register",
            "revocation": "revoke",
        }
        document = {f"{name}_endpoint": f"{self.origin}/{path}" for name, path in paths.items()}
        known = {"issuer": self.origin, "code_challenge_methods_supported": ["S256"]}
        _json(
            asked,
            {**document, **known, "grant_types_supported": ["authorization_code", "client_credentials"]},
        )

    def _register(self, asked: Asked, given: dict[str, str]) -> None:
        sent = json.loads(asked.body)
        secret = self._new("s3cret-of-the-client")
        answered = {
            **sent,
            "client_id": "me",
            "client_secret": secret,
            "token_endpoint_auth_method": "client_secret_post",
        }
        _json(asked, answered, "201 Created")

    def _authorize(self, asked: Asked, given: dict[str, str]) -> None:
        code = self._new("c0de")
        self._codes[code] = given.get("scope", "user")
        where = f"{given['redirect_uri']}?code={code}&state={given['state']}"
        asked.writer.write(answer(b"", "302 Found", location=where))

    def _token(self, asked: Asked, given: dict[str, str]) -> None:
        grant = given["grant_type"]
        self.seen[-1] = f"token {grant}"
        if grant == "refresh_token" and given["refresh_token"] not in self.refresh_tokens:
            _json(asked, {"error": "invalid_grant"}, "400 Bad Request")
            return
        self.refresh_tokens.discard(given.get("refresh_token", ""))
        scope = self._codes.pop(given.get("code", ""), given.get("scope", "user"))
        token = {"access_token": self._new("acc3ss"), "token_type": "Bearer", "scope": scope}
        self.tokens[token["access_token"]] = set(scope.split())
        more: dict[str, object] = {}
        if self.refreshing and grant != "client_credentials":
            more["refresh_token"] = self._new("r3fresh")
            self.refresh_tokens.add(str(more["refresh_token"]))
        if self.expires_in is not None:
            more["expires_in"] = self.expires_in
        _json(asked, {**token, **more})

    def _revoke(self, asked: Asked, given: dict[str, str]) -> None:
        self.tokens.pop(given["token"], None)
        self.refresh_tokens.discard(given["token"])
        asked.writer.write(answer(b""))

    _given: tuple[str, ...] = ()

    def _new(self, word: str) -> str:
        self._count += 1
        made = f"{word}-{self._count}-of-{id(self)}"
        self._given = (*self._given, made)
        return made


def _json(asked: Asked, document: object, status: str = "200 OK") -> None:
    asked.writer.write(answer(json.dumps(document).encode(), status, content_type="application/json"))


@asynccontextmanager
async def guarded() -> AsyncIterator[Guarded]:
    """Serve it on this computer."""
    server = Guarded()

    async def respond(asked: Asked) -> None:
        await server.respond(asked)  # looked up each time: a test may bend it

    async with serve(respond) as url:
        server.url = url
        yield server
