"""What a user says about the authorization of one server: the entry key `auth` in servers.json."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Final

from inspector.errors import UsageError
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = [
    "DPOP_CHOICES",
    "EXTENSIONS",
    "METHODS",
    "SECRET_FIELDS",
    "TOKEN_AUTH_METHODS",
    "AuthSettings",
    "auth_from_entry",
    "entry_of_auth",
]

METHODS: Final = (
    "auto", "none", "bearer", "basic", "api_key", "client_credentials", "enterprise", "workload",
)  # fmt: skip
"""auto: sign in with the browser when the server asks; none: never; the rest needs no user."""
EXTENSIONS: Final = {
    "client_credentials": "io.modelcontextprotocol/oauth-client-credentials",
    "enterprise": "io.modelcontextprotocol/enterprise-managed-authorization",
}
"""Method → the extension that a client declares which authorizes so."""
DPOP_CHOICES: Final = ("auto", "always", "never")
TOKEN_AUTH_METHODS: Final = ("client_secret_basic", "client_secret_post", "none", "private_key_jwt")
SECRET_FIELDS: Final = (
    "token", "password", "client_secret", "private_key", "idp_client_secret", "subject_token",
)  # fmt: skip
"""Fields that are kept as `${secret:KEY}` only."""


@dataclass(frozen=True, slots=True)
class AuthSettings:
    """How to authorize with one server. Empty texts: found out, or not used by the method.

    token: bearer or API key as it is; header_name: of the API key. username, password: basic.
    client_id, client_secret: registered beforehand, with authorization_server when that is set.
    authorization_server: the issuer to use when the server names several, or none. scopes: asked for instead
    of what the server says, blanks between. client_metadata_url: a hosted client id metadata document.
    redirect_uri: with which the client is registered, when its port must not be a random one.
    token_endpoint_auth_method: one of TOKEN_AUTH_METHODS. private_key: PEM or JWK; algorithm: of its
    signatures, ES256, RS256... idp_*: the identity provider of the enterprise method. subject_token: what
    is shown there (enterprise) or the platform's JWT (workload). proceed_without_pkce: go on although the
    authorization server does not say that it knows PKCE. register: allow dynamic registration. allow_http:
    go on although an endpoint is plain http to another computer.
    """

    method: str = "auto"
    token: str = field(default="", repr=False)
    header_name: str = ""
    username: str = ""
    password: str = field(default="", repr=False)
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    scopes: str = ""
    token_endpoint_auth_method: str = ""
    client_metadata_url: str = ""
    redirect_uri: str = ""
    authorization_server: str = ""
    private_key: str = field(default="", repr=False)
    algorithm: str = ""
    key_id: str = ""
    idp_issuer: str = ""
    idp_token_endpoint: str = ""
    idp_client_id: str = ""
    idp_client_secret: str = field(default="", repr=False)
    subject_token: str = field(default="", repr=False)
    subject_token_type: str = ""
    dpop: str = "auto"
    proceed_without_pkce: bool = False
    register: bool = True
    allow_http: bool = False

    @property
    def needs_user(self) -> bool:
        """Whether getting a token takes a user at a browser."""
        return self.method == "auto"


_CHOICES: Final = {
    "method": METHODS,
    "dpop": DPOP_CHOICES,
    "token_endpoint_auth_method": ("", *TOKEN_AUTH_METHODS),
}


def auth_from_entry(entry: Any) -> AuthSettings:
    """The settings of an entry's `auth`. Raises UsageError; keys that we do not know are left alone."""
    if not isinstance(entry, dict):
        raise UsageError(translate("Auth", '"auth" must be an object'))
    given: dict[str, Any] = {}
    for member in fields(AuthSettings):
        if member.name not in entry:
            continue
        value = entry[member.name]
        if member.name == "scopes" and isinstance(value, list):
            value = " ".join(str(one) for one in value)
        if type(value) is not type(member.default):
            words = translate("Auth", _WRONG[type(member.default)])
            raise UsageError(words.format(member.name))
        choices = _CHOICES.get(member.name)
        if choices and value not in choices:
            raise UsageError(
                translate("Auth", '"auth": "{member}" must be one of {value}').format(
                    member=member.name, value=", ".join(filter(None, choices))
                )
            )
        given[member.name] = value
    return AuthSettings(**given)


_WRONG: Final = {
    str: QT_TRANSLATE_NOOP("Auth", '"auth": "{}" must be a string'),
    bool: QT_TRANSLATE_NOOP("Auth", '"auth": "{}" must be true or false'),
}


def entry_of_auth(settings: AuthSettings) -> dict[str, Any]:
    """The entry of these settings: only what differs from nothing said, and always the method."""
    said = {member.name: getattr(settings, member.name) for member in fields(AuthSettings)}
    plain = {member.name: member.default for member in fields(AuthSettings) if member.default is not MISSING}
    return {name: value for name, value in said.items() if name == "method" or value != plain[name]}
