"""Metadata of protected resources (RFC 9728) and authorization servers (RFC 8414, OpenID Connect)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from inspector.core.auth.addresses import origin, path_of, same_origin
from inspector.translation import translate

__all__ = [
    "OPENID",
    "ResourceMetadata",
    "ServerMetadata",
    "issuer_matches",
    "legacy_server",
    "resource_metadata_urls",
    "resource_of",
    "resource_problem",
    "server_metadata_urls",
    "server_of",
]

_RESOURCE: Final = "/.well-known/oauth-protected-resource"
_OAUTH: Final = "/.well-known/oauth-authorization-server"
OPENID: Final = "/.well-known/openid-configuration"


@dataclass(frozen=True, slots=True)
class ResourceMetadata:
    """What a server says about itself. scopes None: it does not say. problems: fields of the wrong kind."""

    resource: str
    authorization_servers: tuple[str, ...]
    scopes: tuple[str, ...] | None = None
    dpop_required: bool = False
    dpop_algorithms: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ServerMetadata:
    """What an authorization server says about itself. None for a list: it does not say."""

    issuer: str
    authorization_endpoint: str = ""
    token_endpoint: str = ""
    registration_endpoint: str = ""
    revocation_endpoint: str = ""
    scopes: tuple[str, ...] | None = None
    grant_types: tuple[str, ...] | None = None
    auth_methods: tuple[str, ...] | None = None
    auth_algorithms: tuple[str, ...] | None = None
    challenge_methods: tuple[str, ...] | None = None
    dpop_algorithms: tuple[str, ...] = ()
    grant_profiles: tuple[str, ...] = ()
    metadata_documents: bool = False
    iss_advertised: bool = False
    problems: tuple[str, ...] = ()
    endpoints: dict[str, str] = field(default_factory=dict)


def resource_metadata_urls(server_url: str, named: str = "") -> list[str]:
    """Where to look, in order: what the challenge names, the place of the path, the place of the origin."""
    path = path_of(server_url)
    base = origin(server_url)
    urls = [named, f"{base}{_RESOURCE}{path}", f"{base}{_RESOURCE}"]
    return list(dict.fromkeys(url for url in urls if url))


def server_metadata_urls(issuer: str) -> list[str]:
    """Where to look for the metadata of an issuer, in the order of the specification."""
    base, path = origin(issuer), path_of(issuer)
    if not path:
        return [f"{base}{_OAUTH}", f"{base}{OPENID}"]
    return [f"{base}{_OAUTH}{path}", f"{base}{OPENID}{path}", f"{base}{path}{OPENID}"]


def resource_of(document: dict[str, Any]) -> ResourceMetadata:
    """The metadata of a document; what is of the wrong kind is left out and named in problems."""
    read = _Reader(document)
    return ResourceMetadata(
        resource=read.text("resource"),
        authorization_servers=read.texts("authorization_servers") or (),
        scopes=read.texts("scopes_supported"),
        dpop_required=read.flag("dpop_bound_access_tokens_required"),
        dpop_algorithms=read.texts("dpop_signing_alg_values_supported") or (),
        problems=tuple(read.problems),
    )


def server_of(document: dict[str, Any]) -> ServerMetadata:
    """The metadata of a document; what is of the wrong kind is left out and named in problems."""
    read = _Reader(document)
    return ServerMetadata(
        issuer=read.text("issuer"),
        authorization_endpoint=read.text("authorization_endpoint"),
        token_endpoint=read.text("token_endpoint"),
        registration_endpoint=read.text("registration_endpoint"),
        revocation_endpoint=read.text("revocation_endpoint"),
        scopes=read.texts("scopes_supported"),
        grant_types=read.texts("grant_types_supported"),
        auth_methods=read.texts("token_endpoint_auth_methods_supported"),
        auth_algorithms=read.texts("token_endpoint_auth_signing_alg_values_supported"),
        challenge_methods=read.texts("code_challenge_methods_supported"),
        dpop_algorithms=read.texts("dpop_signing_alg_values_supported") or (),
        grant_profiles=read.texts("authorization_grant_profiles_supported") or (),
        metadata_documents=read.flag("client_id_metadata_document_supported"),
        iss_advertised=read.flag("authorization_response_iss_parameter_supported"),
        problems=tuple(read.problems),
        endpoints={
            key: value
            for key, value in document.items()
            if key.endswith("_endpoint") and isinstance(value, str)
        },
    )


def legacy_server(server_url: str) -> ServerMetadata:
    """The default paths of 2025-03-26, on the origin of the server itself."""
    base = origin(server_url)
    return server_of(
        {
            "issuer": base,
            "authorization_endpoint": f"{base}/authorize",
            "token_endpoint": f"{base}/token",
            "registration_endpoint": f"{base}/register",
        }
    )


def resource_problem(resource: str, server_url: str) -> str:
    """Why that `resource` is not the server's; empty: it is.

    Same origin, and the same path or one above it: the metadata of a whole host may speak for its parts.
    """
    if not resource:
        return translate("Auth", "does not say which resource it describes")
    if not same_origin(resource, server_url):
        return translate("Auth", "describes a different origin")
    parts = urlsplit(resource)
    if parts.fragment:
        return translate("Auth", "its resource has a fragment")
    if parts.query and parts.query != urlsplit(server_url).query:
        return translate("Auth", "describes a different query")
    above, path = path_of(resource), path_of(server_url)
    if path != above and not path.startswith(above + "/"):
        return translate("Auth", "describes a different path")
    return ""


def issuer_matches(said: str, used: str) -> bool:
    """Character for character (RFC 8414 §3.3): no slash more or less, no other case."""
    return said == used


class _Reader:
    """Takes fields of a document by kind and remembers what was not of it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self.problems: list[str] = []

    def text(self, name: str) -> str:
        value = self._document.get(name)
        if value is None or isinstance(value, str):
            return value or ""
        self.problems.append(translate("Auth", "{} is not a string").format(name))
        return ""

    def texts(self, name: str) -> tuple[str, ...] | None:
        value = self._document.get(name)
        if value is None:
            return None
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(value)
        self.problems.append(translate("Auth", "{} is not a list of strings").format(name))
        return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else None

    def flag(self, name: str) -> bool:
        value = self._document.get(name)
        if value is not None and not isinstance(value, bool):
            self.problems.append(translate("Auth", "{} is not a boolean").format(name))
        return value is True
