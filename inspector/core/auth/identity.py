"""The client registration: made beforehand, by a metadata document, or made now."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from inspector.core.auth.metadata import ServerMetadata
from inspector.core.auth.ports import KnownClient
from inspector.core.servers.auth_settings import TOKEN_AUTH_METHODS, AuthSettings
from inspector.translation import translate

__all__ = [
    "CLIENT_NAME",
    "document_problem",
    "from_document",
    "pre_registered",
    "registered_client",
    "registration_body",
    "still_good",
]

CLIENT_NAME: Final = "MCP Desktop Inspector"
_WITH_SECRET: Final = ("client_secret_basic", "client_secret_post")


def pre_registered(settings: AuthSettings, server: ServerMetadata) -> KnownClient:
    """The client of the settings, authenticating as it can and the server allows."""
    method = settings.token_endpoint_auth_method or _own_method(settings, server)
    return KnownClient(settings.client_id, settings.client_secret, method)


def _own_method(settings: AuthSettings, server: ServerMetadata) -> str:
    allowed = server.auth_methods
    if settings.private_key and (not settings.client_secret or "private_key_jwt" in (allowed or ())):
        return "private_key_jwt"
    if settings.client_secret:
        return next((one for one in _WITH_SECRET if allowed and one in allowed), "client_secret_basic")
    return "none"


def document_problem(url: str) -> str:
    """Why that URL cannot be a client id metadata document; empty: it can."""
    parts = urlsplit(url)
    if parts.scheme.lower() != "https" or not parts.hostname:
        return translate("Auth", "not an https URL")
    if parts.path in ("", "/"):
        return translate("Auth", "has no path")
    if parts.fragment or parts.username is not None:
        return translate("Auth", "has a fragment or a user name")
    if any(segment in (".", "..") for segment in parts.path.split("/")):
        return translate("Auth", "has . or .. in its path")
    return ""


def from_document(settings: AuthSettings, server: ServerMetadata) -> KnownClient:
    """The client whose id is the URL of its metadata document: public, or with a key of its own."""
    signs = settings.private_key and "private_key_jwt" in (server.auth_methods or ())
    method = "private_key_jwt" if signs else "none"
    return KnownClient(settings.client_metadata_url, "", method, "metadata_document")


def registration_body(server: ServerMetadata, redirect_uri: str, scopes: str, dpop: bool) -> dict[str, Any]:
    """What we register with (RFC 7591): a native program that wants to be able to refresh."""
    body: dict[str, Any] = {
        "client_name": CLIENT_NAME,
        "redirect_uris": [redirect_uri],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": _asked_method(server),
        "application_type": "native",
    }
    if scopes:
        body["scope"] = scopes
    if dpop:
        body["dpop_bound_access_tokens"] = True
    return body


def _asked_method(server: ServerMetadata) -> str:
    """Public, as a program on a user's computer is; else what the server names first and we can do."""
    listed = server.auth_methods or ()
    if not listed or "none" in listed:
        return "none"
    return next((one for one in listed if one in _WITH_SECRET), "none")


def registered_client(
    answer: dict[str, Any], sent: dict[str, Any], server: ServerMetadata
) -> tuple[KnownClient | None, str]:
    """The client of a registration's answer, and why it cannot be used (then None)."""
    client_id, secret = answer.get("client_id"), answer.get("client_secret")
    if not isinstance(client_id, str) or not client_id:
        return None, translate("Auth", "has no client_id")
    secret = secret if isinstance(secret, str) else ""
    method = answer.get("token_endpoint_auth_method")
    if not isinstance(method, str):
        asked = str(sent["token_endpoint_auth_method"])
        agreed = asked in (server.auth_methods or ()) or not secret
        method = asked if agreed else "client_secret_basic"  # the default of RFC 7591 §2
    if method not in TOKEN_AUTH_METHODS or method == "private_key_jwt":
        return None, translate("Auth", "requires {} at the token endpoint, which was not requested").format(
            method
        )
    if method in _WITH_SECRET and not secret:
        return None, translate("Auth", "requires {} at the token endpoint, but provides no secret").format(
            method
        )
    expires = answer.get("client_secret_expires_at")
    uris = answer.get("redirect_uris")
    scope = answer.get("scope")
    client = KnownClient(
        client_id,
        secret,
        method,
        "registered",
        tuple(str(one) for one in uris) if isinstance(uris, list) and uris else tuple(sent["redirect_uris"]),
        float(expires) if secret and isinstance(expires, int | float) and 0 < expires < 10**11 else 0,
        scope if isinstance(scope, str) else "",
    )
    return client, ""


def still_good(client: KnownClient, redirect_uri: str, now: float) -> str:
    """Why a client registered before is not used again; empty: it is.

    That it was registered for fewer scopes is no reason: the authorization server says so if it minds.
    """
    if client.expires_at and now >= client.expires_at - 60:
        return translate("Auth", "its secret has expired")
    if redirect_uri not in client.redirect_uris:
        return translate("Auth", "registered with a different redirect URI")
    return ""
