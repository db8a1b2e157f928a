"""The requests of a flow as they go out: the authorization URL and the bodies of the token endpoint."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from inspector.core.auth.assertions import client_assertion
from inspector.core.auth.ports import KnownClient
from inspector.core.servers.auth_settings import AuthSettings
from inspector.errors import UsageError
from inspector.protocol.wire import Headers
from inspector.translation import translate

__all__ = [
    "ASSERTION_TYPE",
    "EXCHANGE_GRANT",
    "ID_JAG",
    "JWT_GRANT",
    "authenticated",
    "authorization_url",
    "form_body",
]

ASSERTION_TYPE: Final = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
JWT_GRANT: Final = "urn:ietf:params:oauth:grant-type:jwt-bearer"
EXCHANGE_GRANT: Final = "urn:ietf:params:oauth:grant-type:token-exchange"
ID_JAG: Final = "urn:ietf:params:oauth:token-type:id-jag"


def authorization_url(endpoint: str, parameters: Mapping[str, str]) -> str:
    """The endpoint with the parameters; those it has itself stay, unless ours are called the same."""
    parts = urlsplit(endpoint)
    own = [(k, v) for k, v in parse_qsl(parts.query, keep_blank_values=True) if k not in parameters]
    query = urlencode(
        [*own, *((k, v) for k, v in parameters.items() if v)], quote_via=quote, errors="replace"
    )
    return urlunsplit(parts._replace(query=query, fragment=""))


def form_body(fields: Mapping[str, str]) -> bytes:
    """Fields as a form; empty ones are left out. Half a character, which a server may name, becomes `?`."""
    return urlencode({name: value for name, value in fields.items() if value}, errors="replace").encode()


def authenticated(
    fields: Mapping[str, str],
    client: KnownClient,
    audience: str,
    settings: AuthSettings,
    now: float,
) -> tuple[dict[str, str], Headers]:
    """The fields and headers by which that client authenticates. audience: of a signed assertion, the issuer.

    Raises UsageError: the private key cannot be used.
    """
    body = dict(fields)
    if client.client_id:
        body["client_id"] = client.client_id  # beside Basic as well: servers of the official SDKs want it
    if client.auth_method == "client_secret_basic":
        # RFC 6749 §2.3.1: both parts are form-encoded; a blank as %20, which every decoder understands
        pair = f"{quote(client.client_id, safe='')}:{quote(client.client_secret, safe='')}"
        return body, (("Authorization", "Basic " + base64.b64encode(pair.encode()).decode()),)
    if client.auth_method == "client_secret_post":
        body["client_secret"] = client.client_secret
    elif client.auth_method == "private_key_jwt":
        if not settings.private_key:
            raise UsageError(
                translate("Auth", "the client authenticates with a private key, but none is set")
            )
        body["client_assertion_type"] = ASSERTION_TYPE
        body["client_assertion"] = client_assertion(
            settings.private_key, settings.algorithm, client.client_id, audience, now, settings.key_id
        )
    return body, ()
