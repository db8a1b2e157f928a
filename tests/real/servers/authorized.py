"""An MCP server that wants a token, on the official SDK: python authorized.py PORT [ISSUER].

Without ISSUER it is its own authorization server, that of the SDK: registration, PKCE, rotation, revocation;
the page of the user agrees at once. With ISSUER it takes the JWTs of that one, for itself alone.
Calls of the tool `write` in 2026-07-28 want the scope `write`.

Run by the Python of an environment that has the SDK; nothing here is imported by the tests.
"""

from __future__ import annotations

import secrets
import sys
import time
from typing import Any

import jwt
import uvicorn
from mcp.server import MCPServer
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    RefreshToken,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken

port = int(sys.argv[1])
base = f"http://127.0.0.1:{port}"
issuer = (*sys.argv, "")[2] or base
resource = f"{base}/mcp"


class Provider:
    """Grants whatever is asked for, and remembers it."""

    def __init__(self) -> None:
        self.clients: dict[str, OAuthClientInformationFull] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.access: dict[str, AccessToken] = {}
        self.refreshing: dict[str, RefreshToken] = {}

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        self.clients[str(client_info.client_id)] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        code = secrets.token_urlsafe(24)
        self.codes[code] = AuthorizationCode(
            code=code,
            client_id=str(client.client_id),
            scopes=params.scopes or [],
            expires_at=time.time() + 60,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
        )
        return construct_redirect_uri(str(params.redirect_uri), code=code, state=params.state, iss=issuer)

    async def load_authorization_code(self, client: Any, authorization_code: str) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        del self.codes[authorization_code.code]
        return self._issue(
            str(client.client_id), authorization_code.scopes, str(authorization_code.resource or "")
        )

    async def load_refresh_token(self, client: Any, refresh_token: str) -> RefreshToken | None:
        return self.refreshing.get(refresh_token)

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        del self.refreshing[refresh_token.token]
        return self._issue(str(client.client_id), scopes, resource)

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.access.get(token)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        self.access = {k: v for k, v in self.access.items() if v.client_id != token.client_id}
        self.refreshing = {k: v for k, v in self.refreshing.items() if v.client_id != token.client_id}

    def _issue(self, client_id: str, scopes: list[str], meant_for: str) -> OAuthToken:
        access, renew = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self.access[access] = AccessToken(
            token=access,
            client_id=client_id,
            scopes=scopes,
            expires_at=int(time.time()) + 3600,
            resource=meant_for,
        )
        self.refreshing[renew] = RefreshToken(token=renew, client_id=client_id, scopes=scopes)
        return OAuthToken(access_token=access, expires_in=3600, scope=" ".join(scopes), refresh_token=renew)


class Verifier:
    """Takes the JWTs of the issuer that are meant for this server."""

    def __init__(self) -> None:
        self.keys = jwt.PyJWKClient(f"{issuer}/jwks")

    async def verify_token(self, token: str) -> AccessToken | None:
        try:
            key = self.keys.get_signing_key_from_jwt(token)
            claims = jwt.decode(token, key, algorithms=["RS256"], audience=resource, issuer=issuer)
        except jwt.PyJWTError:
            return None
        return AccessToken(
            token=token,
            client_id=claims["client_id"],
            scopes=str(claims.get("scope", "")).split(),
            expires_at=claims["exp"],
            resource=resource,
        )


own = issuer == base
settings = AuthSettings(
    issuer_url=issuer,
    resource_server_url=resource,
    required_scopes=["read"],
    validate_token_resource=True,
    client_registration_options=ClientRegistrationOptions(enabled=own, valid_scopes=["read", "write"]),
    revocation_options=RevocationOptions(enabled=own),
)
given: dict[str, Any] = {"auth_server_provider": Provider()} if own else {"token_verifier": Verifier()}
server = MCPServer("authorized", auth=settings, **given)


@server.tool()
def echo(message: str) -> str:
    """Say it again."""
    return f"Echo: {message}"


@server.tool()
def write() -> str:
    """Do what takes more than reading."""
    return "written"


class StepUp:
    """Refuses calls of `write` with a token that only reads."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope.get("headers") or ())
        token = headers.get(b"authorization", b"").partition(b" ")[2].decode()
        known = await verifier(token) if token else None
        if headers.get(b"mcp-name") == b"write" and known and "write" not in known.scopes:
            challenge = (
                'Bearer error="insufficient_scope", scope="write", '
                f'resource_metadata="{base}/.well-known/oauth-protected-resource/mcp"'
            )
            await send(
                {
                    "type": "http.response.start",
                    "status": 403,
                    "headers": [(b"www-authenticate", challenge.encode())],
                }
            )
            await send({"type": "http.response.body", "body": b""})
            return
        await self.app(scope, receive, send)


verifier = given["auth_server_provider"].load_access_token if own else given["token_verifier"].verify_token

if __name__ == "__main__":
    uvicorn.run(StepUp(server.streamable_http_app()), host="127.0.0.1", port=port, log_level="error")
