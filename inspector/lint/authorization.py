"""AUT-*: what a server and its authorization server say on the way to an access token.

The records are the 401 or 403 of a request, and the heads and bodies of channels `auth-N`, their secrets
masked. Most of them come before a revision is agreed on: `WholeLinter` has them wait. What stands on no wire
that is recorded has no rule here: see `REMAINING` of `core/check/probes.py`.
Source: protocol reference 6 and 8.12.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, Final
from urllib.parse import SplitResult, urlsplit

from inspector.lint.excerpts import excerpt
from inspector.lint.rules import rule
from inspector.lint.seen import Memory, Seen, State, dict_of, keep, remembers
from inspector.protocol import jsonrpc
from inspector.protocol.era.declared import META
from inspector.protocol.methods import LETTERS
from inspector.protocol.records import Record
from inspector.protocol.wire import AUTH
from inspector.translation import recorded

__all__ = ["Authorization", "is_of_authorization", "provisional"]

PAGE: Final = "basic/authorization"
_DISCOVERY: Final = f"{PAGE}#authorization-server-discovery"
_SECURITY: Final = "basic/authorization/security-considerations"
_RESOURCE: Final = "/.well-known/oauth-protected-resource"
_OAUTH: Final = "/.well-known/oauth-authorization-server"
_OPENID: Final = "/.well-known/openid-configuration"
_PORTS: Final = {"http": 80, "https": 443}
_LONGEST: Final = 256 * 1024  # bytes of a document
_MOST: Final = 20
_REFUSED: Final = re.compile(rb"\S+ 40[13]\b")
_SAID: Final = re.compile(r'(?<!\w)([A-Za-z_]\w*+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))')
_KINDS: Final = ("head", "lifecycle")


@remembers
class Authorization(Memory):
    """How far a flow is. What is kept of one flow goes with the next refusal."""

    kinds: ClassVar[tuple[str, ...]] = ("request",)

    def __init__(self) -> None:
        self.asked = ""  # the latest revision that we asked for
        self.told = ""  # the revision that our requests for metadata name
        self.published = False  # the server has metadata of a protected resource
        self.scopes: dict[str, tuple[int, frozenset[str]]] = {}  # call → its first challenge with a scope
        self.begin()

    def begin(self) -> None:
        """Forget the flow."""
        self.urls: dict[str, str] = {}  # channel → what is asked on it
        self.status: dict[str, int] = {}
        self.named = ""  # resource_metadata of the challenge
        self.has_resource = False
        self.issuers: tuple[str, ...] = ()
        self.has_server = False

    def remember(self, seen: Seen) -> None:
        """Keep the revision that we ask for."""
        if seen.record.direction != "out" or not seen.readable:
            return
        named = dict_of(seen.params.get("_meta")).get(META + "protocolVersion")
        version = seen.params.get("protocolVersion") if seen.record.method == "initialize" else named
        self.asked = LETTERS.get(version, self.asked) if isinstance(version, str) else self.asked

    def look(self, record: Record) -> None:
        """Before its rules run: what tells the revision."""
        if record.kind == "head" and record.direction == "out":
            version = _lines(record).get("mcp-protocol-version", [""])[-1]
            self.told = LETTERS.get(version, self.told)
        elif record.kind == "lifecycle" and record.direction == "in":
            self.published = self.published or "authorization_servers" in _document(record)

    def follow(self, seen: Seen) -> None:
        """After its rules ran: what later records are judged by."""
        record = seen.record
        if not record.channel.startswith(AUTH):
            self.begin()
            said = challenge(seen)
            self.named = said.get("resource_metadata", "")
            if seen.head.status == 403 and (scopes := frozenset(said.get("scope", "").split())):
                call = _call(seen)
                keep(self.scopes, call, self.scopes.get(call, (record.number, scopes)))
        elif record.direction == "out":
            if record.kind == "head":
                keep(self.urls, record.channel, _url(record))
        elif record.kind == "head":
            keep(self.status, record.channel, seen.head.status)
        elif resource := resource_document(seen):
            self.has_resource = True
            servers = resource.get("authorization_servers")
            texts = [one for one in servers if isinstance(one, str)] if isinstance(servers, list) else []
            self.issuers = tuple(texts[:_MOST])
        elif server_document(seen):
            self.has_server = True


def is_of_authorization(record: Record) -> bool:
    """The rules of this module look at it."""
    if record.channel.startswith(AUTH):
        return record.kind in _KINDS
    return record.kind == "head" and record.direction == "in" and bool(_REFUSED.match(record.raw))


def provisional(state: State) -> str:
    """The revision to judge by while none is agreed on; empty: wait.

    Our own requests name one where the user insists on it. A server that publishes metadata of a protected
    resource is one of 2025-06-18 at least; what a later one adds is judged when it was agreed on.
    """
    known = state.of(Authorization)
    if known.told:
        return known.told
    return "" if not known.published else "D" if known.asked in ("D", "E") else known.asked or "C"


def _url(record: Record) -> str:
    words = record.raw[:8192].split(b"\r\n", 1)[0].split(b" ")
    return words[1].decode("utf-8", "replace") if len(words) > 1 else ""


def _lines(record: Record) -> dict[str, list[str]]:
    """The headers of a head; one may come several times."""
    found: dict[str, list[str]] = {}
    for line in record.raw.decode("utf-8", "replace").split("\r\n")[1:]:
        name, _, value = line.partition(":")
        found.setdefault(name.strip().lower(), []).append(value.strip())
    return found


def challenge(seen: Seen) -> dict[str, str]:
    """The parameters of the challenge that an access token answers, and its scheme; {}: there is none."""
    for value in _lines(seen.record).get("www-authenticate", []):
        found = re.search(r"(?:^|[\s,])(bearer|dpop)(?=[\s,]|$)", value, re.IGNORECASE)
        if found:
            pairs = _SAID.findall(value[found.end() :])
            said = {name.lower(): re.sub(r"\\(.)", r"\1", quoted) or plain for name, quoted, plain in pairs}
            return said | {"scheme": found[1].lower()}
    return {}


def _call(seen: Seen) -> str:
    """The method and target that a refusal is about."""
    posted = seen.posted
    exchange = seen.exchange_of(posted.exchange) if posted is not None else None
    return f"{posted.method} {exchange.target if exchange else ''}" if posted is not None else ""


def _document(record: Record) -> dict[str, Any]:
    return dict_of(jsonrpc.decode(record.raw)) if len(record.raw) <= _LONGEST else {}


def _asked(seen: Seen) -> str:
    return seen.state.of(Authorization).urls.get(seen.record.channel, "")


def resource_document(seen: Seen) -> dict[str, Any]:
    """The metadata of the protected resource, when this is its body; else {}."""
    known, url = seen.state.of(Authorization), _asked(seen)
    if not _is_body(seen) or not (_RESOURCE in url or (url and url == known.named)):
        return {}
    return _document(seen.record)


def server_document(seen: Seen) -> dict[str, Any]:
    """The metadata of the authorization server, when this is its body; else {}."""
    url = _asked(seen)
    return _document(seen.record) if _is_body(seen) and (_OAUTH in url or _OPENID in url) else {}


def _is_body(seen: Seen) -> bool:
    record = seen.record
    if record.kind != "lifecycle" or record.direction != "in" or not record.channel.startswith(AUTH):
        return False
    return seen.state.of(Authorization).status.get(record.channel) == 200


def _fails(seen: Seen) -> bool:
    """Nothing is found at this place: another status, or no JSON object. A 5xx proves nothing."""
    record = seen.record
    if record.direction != "in" or not record.channel.startswith(AUTH):
        return False
    if record.kind == "head":
        return seen.head.status != 200 and seen.head.status < 500
    return _is_body(seen) and not _document(record)


def _parts(url: object) -> SplitResult | None:
    if not isinstance(url, str):
        return None
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.scheme in _PORTS and parts.hostname else None


def _origin(parts: SplitResult) -> tuple[str, str, int]:
    return parts.scheme, parts.hostname or "", parts.port or _PORTS[parts.scheme]


def _base(parts: SplitResult) -> str:
    return f"{parts.scheme}://{parts.netloc}"


def _places(issuer: str) -> list[str]:
    """Where the metadata of an issuer may be, in the order of the specification."""
    parts = _parts(issuer)
    if parts is None:
        return []
    base, path = _base(parts), parts.path.rstrip("/")
    places = [f"{base}{_OAUTH}{path}", f"{base}{_OPENID}{path}"]
    return [*places, f"{base}{path}{_OPENID}"] if path else places


# -- pieces of the samples

_D: Final = "http https://x.example/mcp\n= 2025-11-25\n"
_C: Final = _D.replace("2025-11-25", "2025-06-18")
_E: Final = _D.replace("2025-11-25", "2026-07-28")
_ASK: Final = '> {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
_META: Final = "https://x.example" + _RESOURCE
_401: Final = _ASK + f'u 401 Bearer resource_metadata="{_META}/mcp"\n'
_PRM: Final = '{"resource":"https://x.example/mcp","authorization_servers":["https://as.example"]}'
_AS: Final = (
    '{"issuer":"https://as.example","authorization_endpoint":"https://as.example/authorize",'
    '"token_endpoint":"https://as.example/token","code_challenge_methods_supported":["S256"],'
    '"client_id_metadata_document_supported":true,"authorization_response_iss_parameter_supported":true}'
)


def _found(resource: str = _PRM, server: str = _AS) -> str:
    text = _401 + f"a GET {_META}/mcp 200 {resource}\n"
    return text + (f"a GET https://as.example{_OAUTH} 200 {server}\n" if server else "")


@rule(
    "AUT-01",
    "error",
    PAGE,
    sentence="MCP servers MUST use WWW-Authenticate when returning a 401 to name the resource metadata URL.",
    fix='Send WWW-Authenticate: Bearer resource_metadata="URL" with the 401.',
    revisions="C",
    kinds=("head",),
    good=_C + _401,
    bad=_C + _ASK + "u 401 Bearer",
)
def refusals_lead_on(seen: Seen) -> Iterator[str]:
    """A 401 says where the metadata is."""
    return _leads_nowhere(seen)


@rule(
    "AUT-01-well-known",
    "info",
    PAGE,
    sentence="Servers name the metadata in WWW-Authenticate or serve it at the well-known URL.",
    fix='Send WWW-Authenticate: Bearer resource_metadata="URL" with the 401.',
    revisions="DE",
    kinds=("head",),
    good=_D + _401,
    bad=_D + _ASK + "u 401 Bearer",
)
def refusals_may_lead_on(seen: Seen) -> Iterator[str]:
    """A 401 best says where the metadata is."""
    return _leads_nowhere(seen)


def _leads_nowhere(seen: Seen) -> Iterator[str]:
    if seen.head.status == 401 and seen.record.channel.startswith("post-"):
        if not challenge(seen).get("resource_metadata"):
            yield recorded("the 401 has no WWW-Authenticate with resource_metadata")


@rule(
    "AUT-02",
    "error",
    _DISCOVERY,
    sentence="MCP servers MUST implement OAuth 2.0 Protected Resource Metadata (RFC 9728).",
    fix="Serve the document at /.well-known/oauth-protected-resource followed by the path of the server.",
    revisions="CDE",
    kinds=_KINDS,
    good=_D + _ASK + f"u 401 Bearer\na GET {_META}/mcp 404 \na GET {_META} 200 {_PRM}",
    bad=_D + _ASK + f"u 401 Bearer\na GET {_META}/mcp 404 \na GET {_META} 404 ",
)
def resource_is_described(seen: Seen) -> Iterator[str]:
    """The metadata of the resource is in one of its places."""
    known, target = seen.state.of(Authorization), _parts(seen.state.target)
    if target is None or known.has_resource or not _fails(seen):
        return
    if _asked(seen) == _base(target) + _RESOURCE:  # the last place that is tried
        yield recorded("no metadata of the protected resource was found, at none of its places")


@rule(
    "AUT-03",
    "error",
    _DISCOVERY,
    sentence="The metadata MUST list at least one authorization server and be that of this resource.",
    fix="List the issuers in authorization_servers, and set resource to the URL that clients connect to.",
    revisions="CDE",
    kinds=("lifecycle",),
    good=_D + _found(),
    bad=_D + _found(_PRM.replace("x.example/mcp", "y.example/mcp"), ""),
)
def resource_is_this_one(seen: Seen) -> Iterator[str]:
    """The metadata is this server's, and names who may issue tokens."""
    document = resource_document(seen)
    if not document:
        return
    servers, resource = document.get("authorization_servers"), document.get("resource")
    if not isinstance(servers, list) or not any(isinstance(one, str) and one for one in servers):
        yield recorded("authorization_servers is missing or empty")
    target, parts = _parts(seen.state.target), _parts(resource)
    if target is None:
        return
    path = parts.path.rstrip("/") if parts else ""
    mine = parts is not None and _origin(parts) == _origin(target) and not parts.fragment
    if not mine or not (target.path.rstrip("/") + "/").startswith(path + "/"):
        yield recorded(
            "resource is {resource}, which is not the server at {target}",
            resource=excerpt(resource),
            target=excerpt(f"{_base(target)}{target.path}"),
        )


@rule(
    "AUT-04",
    "error",
    _DISCOVERY,
    sentence="Authorization servers MUST provide OAuth 2.0 or OpenID Connect metadata at a well-known URL.",
    fix="Serve the document at /.well-known/oauth-authorization-server, before the path of the issuer.",
    revisions="CDE",
    kinds=_KINDS,
    good=_D + _found(),
    bad=_D
    + _found(server="")
    + f"a GET https://as.example{_OAUTH} 404 \na GET https://as.example{_OPENID} 404 ",
)
def authorization_server_is_described(seen: Seen) -> Iterator[str]:
    """The metadata of the authorization server is in one of its places."""
    known, url = seen.state.of(Authorization), _asked(seen)
    if known.has_resource and not known.has_server and _fails(seen):
        issuer = next((one for one in known.issuers if _places(one)[-1:] == [url]), "")
        if issuer:
            yield recorded(
                "no metadata of the authorization server {issuer} was found, at none of its places",
                issuer=excerpt(issuer),
            )


@rule(
    "AUT-05",
    "error",
    _DISCOVERY,
    sentence="RFC 8414, 3.3: the issuer in the metadata MUST be identical to the one the URL was made of.",
    fix="Write the issuer with the same characters in the metadata of both servers.",
    revisions="CDE",
    kinds=("lifecycle",),
    good=_D + _found(),
    bad=_D + _found(server=_AS.replace("as.example", "as.example/", 1)),
)
def issuer_is_itself(seen: Seen) -> Iterator[str]:
    """Metadata is that of the issuer that was asked for."""
    document, url = server_document(seen), _asked(seen)
    if not document:
        return
    known = seen.state.of(Authorization)
    wanted = [one for one in known.issuers if url in _places(one)]
    if wanted and document.get("issuer") not in wanted:
        yield recorded(
            "the issuer is {said}, the one used is {used}",
            said=excerpt(document.get("issuer")),
            used=excerpt(wanted[0]),
        )


@rule(
    "AUT-06",
    "error",
    _SECURITY,
    sentence="Clients MUST refuse to go on where code_challenge_methods_supported is absent.",
    fix='Add "code_challenge_methods_supported": ["S256"] to the metadata of the authorization server.',
    revisions="DE",
    kinds=("lifecycle",),
    good=_D + _found(),
    bad=_D + _found(server=_AS.replace('"S256"', '"plain"')),
)
def codes_are_protected(seen: Seen) -> Iterator[str]:
    """The authorization server says that it does PKCE with S256."""
    document = server_document(seen)
    methods = document.get("code_challenge_methods_supported")
    if "authorization_endpoint" in document and not (isinstance(methods, list) and "S256" in methods):
        yield recorded(
            "code_challenge_methods_supported is {methods}, without S256",
            methods=excerpt(", ".join(excerpt(one) for one in methods[:5]))
            if isinstance(methods, list)
            else excerpt(methods),
        )


@rule(
    "AUT-07",
    "error",
    _SECURITY,
    sentence="All authorization server endpoints MUST be served over HTTPS.",
    fix="Name https URLs; only an authorization server on this computer may do without.",
    revisions="BCDE",
    kinds=("lifecycle",),
    good=_D + _found(),
    bad=_D + _found(server=_AS.replace("https://as.example/token", "http://as.example/token")),
)
def endpoints_are_encrypted(seen: Seen) -> Iterator[str]:
    """Codes and tokens go over TLS."""
    servers = resource_document(seen).get("authorization_servers")
    named = [("authorization_servers", one) for one in (servers if isinstance(servers, list) else ())[:_MOST]]
    named += [pair for pair in server_document(seen).items() if pair[0].endswith("_endpoint")]
    for name, url in islice(named, 4 * _MOST):
        parts = _parts(url)
        local = parts is not None and _is_local(parts.hostname or "")
        if parts is None or (parts.scheme != "https" and not local):
            yield recorded("{name} is {url}, no https URL", name=excerpt(name), url=excerpt(url))


def _is_local(host: str) -> bool:
    return host in ("localhost", "::1") or host.endswith(".localhost") or host.startswith("127.")


@rule(
    "AUT-09",
    "info",
    PAGE,
    sentence="Authorization servers that send iss (RFC 9207) let clients tell them apart.",
    fix="Send iss with every authorization response, and advertise it in the metadata.",
    revisions="E",
    kinds=("lifecycle",),
    good=_E + _found(),
    bad=_E + _found(server=_AS.replace("_iss_", "_isx_")),
)
def responses_say_whose_they_are(seen: Seen) -> Iterator[str]:
    """The authorization server says that its responses name it."""
    document = server_document(seen)
    if document and document.get("authorization_response_iss_parameter_supported") is not True:
        yield recorded("the authorization server does not advertise iss in its responses")


@rule(
    "AUT-10",
    "warning",
    f"{PAGE}#refresh-tokens",
    sentence="Servers SHOULD NOT include offline_access in the challenge's scope or in scopes_supported.",
    fix="Leave offline_access out; clients ask the authorization server for it by themselves.",
    revisions="E",
    kinds=_KINDS,
    good=_E + _found(),
    bad=_E + _ASK + 'u 401 Bearer scope="read offline_access"',
)
def scopes_are_of_the_resource(seen: Seen) -> Iterator[str]:
    """offline_access is no scope of a resource."""
    if seen.record.kind == "head":
        scopes: object = challenge(seen).get("scope", "").split() if seen.incoming else []
    else:
        scopes = resource_document(seen).get("scopes_supported")
    if isinstance(scopes, list) and "offline_access" in scopes:
        yield recorded("offline_access is asked for; it is not a scope of a resource")


@rule(
    "AUT-11",
    "warning",
    PAGE,
    sentence="A 403 for missing scopes SHOULD carry error, scope and resource_metadata in WWW-Authenticate.",
    fix='Send Bearer error="insufficient_scope", scope="…", resource_metadata="URL" with the 403.',
    revisions="DE",
    kinds=("head",),
    good=_D + _ASK + f'u 403 Bearer error="insufficient_scope", scope="write", resource_metadata="{_META}"',
    bad=_D + _ASK + 'u 403 Bearer error="insufficient_scope"',
)
def missing_scopes_are_named(seen: Seen) -> Iterator[str]:
    """Who lacks a scope learns which."""
    said = challenge(seen) if seen.head.status == 403 and not seen.record.channel.startswith(AUTH) else {}
    missing = [name for name in ("error", "scope", "resource_metadata") if not said.get(name)]
    if said and missing and said.get("error", "insufficient_scope") == "insufficient_scope":
        yield recorded("the 403 does not name {missing}", missing=", ".join(missing))


_SCOPED: Final = f'u 403 Bearer error="insufficient_scope", resource_metadata="{_META}", scope='
_AGAIN: Final = _ASK.replace('"id":1', '"id":2')


@rule(
    "AUT-12",
    "warning",
    f"{PAGE}#scope-challenge-handling",
    sentence="Servers SHOULD name all scopes that an operation needs in one challenge.",
    fix="Name every scope of the operation in the first challenge.",
    revisions="DE",
    kinds=("head",),
    good=_D + _ASK + _SCOPED + '"read write"\n' + _AGAIN + _SCOPED + '"write"',
    bad=_D + _ASK + _SCOPED + '"read"\n' + _AGAIN + _SCOPED + '"admin"',
)
def scopes_are_named_at_once(seen: Seen) -> Iterator[str]:
    """Who got the scope of a challenge is not asked for yet another by the same call."""
    if seen.record.channel.startswith(AUTH) or seen.head.status != 403:
        return
    number, before = seen.state.of(Authorization).scopes.get(_call(seen), (0, frozenset()))
    more = set(challenge(seen).get("scope", "").split()) - before
    if more and number and number < seen.record.number:
        scopes = excerpt(" ".join(sorted(more)))
        yield recorded("a second challenge for the same call asks for the scope {scopes} too", scopes=scopes)


@rule(
    "AUT-16",
    "info",
    f"{PAGE}#client-registration",
    sentence="Dynamic Client Registration is deprecated; Client ID Metadata Documents SHOULD be supported.",
    fix="Support client ids that are URLs, and set client_id_metadata_document_supported to true.",
    revisions="E",
    kinds=("lifecycle",),
    good=_E + _found(),
    bad=_E + _found(server=_AS.replace("true", "false", 1)),
)
def clients_can_register(seen: Seen) -> Iterator[str]:
    """A client that is not registered can introduce itself."""
    document = server_document(seen)
    if not document or document.get("client_id_metadata_document_supported") is True:
        return
    if document.get("registration_endpoint"):
        yield recorded(
            "the authorization server only offers Dynamic Client Registration, which is deprecated"
        )
    else:
        yield recorded("the authorization server only takes clients that were registered by hand")


@rule(
    "AUT-17",
    "error",
    "extensions/auth/oauth-client-credentials",
    sentence="RFC 8414, 2: the signing algorithms MUST be listed where private_key_jwt is an auth method.",
    fix="Add token_endpoint_auth_signing_alg_values_supported, for example with ES256, to the metadata.",
    revisions="CDE",
    kinds=("lifecycle",),
    good=_D + _found(),
    bad=_D
    + _found(server=_AS.replace("{", '{"token_endpoint_auth_methods_supported":["private_key_jwt"],', 1)),
)
def algorithms_are_named(seen: Seen) -> Iterator[str]:
    """Who takes signed assertions says how to sign them."""
    document = server_document(seen)
    methods = document.get("token_endpoint_auth_methods_supported")
    if isinstance(methods, list) and "private_key_jwt" in methods:
        if not document.get("token_endpoint_auth_signing_alg_values_supported"):
            yield recorded("private_key_jwt is supported, but no signing algorithm is listed")
