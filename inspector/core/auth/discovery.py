"""The steps that find out who authorizes for a server: challenge, metadata of both sides."""

from __future__ import annotations

from typing import Any, Final

from inspector.core.auth.addresses import canonical, malformed, origin, same_origin
from inspector.core.auth.challenge import chosen_challenge, parse_challenges
from inspector.core.auth.metadata import (
    OPENID,
    ServerMetadata,
    issuer_matches,
    legacy_server,
    resource_metadata_urls,
    resource_of,
    resource_problem,
    server_metadata_urls,
    server_of,
)
from inspector.core.auth.requests import ID_JAG
from inspector.core.auth.steps import Exchange
from inspector.core.auth.work import FIX, Outcome, StepFailed, Work

__all__ = ["challenge", "resource", "resource_metadata", "server_metadata"]

_STRICT: Final = ("2025-11-25", "2026-07-28")
"""Revisions in which there is nothing to fall back upon."""
_NO_RESOURCE: Final = ("", "2024-11-05", "2025-03-26")
_ID_JAG_PROFILE: Final = ID_JAG.replace("token-type", "grant-profile")
OFFERED: Final = 20


async def challenge(work: Work) -> Outcome:
    """Read what the server's answer says about authorization."""
    given = work.given
    for value in given.challenge:
        work.show("WWW-Authenticate", value)
    if not given.status:
        return Outcome("Nothing was refused: a person starts this.", "skipped")
    challenges = parse_challenges(given.challenge)
    chosen = work.known.challenge = chosen_challenge(challenges)
    if chosen is None:
        work.warn(
            f"It names only {', '.join(one.scheme or 'something unreadable' for one in challenges)}."
            if challenges
            else "It has no WWW-Authenticate header, so it does not say where to authorize."
        )
        return work.done(f"The server answered {given.status}.")
    work.show("scheme", chosen.scheme)
    for name, text in chosen.parameters.items():
        work.show(name, text)
    for problem in (problem for one in challenges for problem in one.problems):
        work.warn(f"Written wrongly: {problem}.")
    if given.status == 403:
        missing = [n for n in ("error", "scope", "resource_metadata") if n not in chosen.parameters]
        if missing:
            work.warn(f"A 403 for want of scopes should name {', '.join(missing)}.")
    if "offline_access" in chosen.parameters.get("scope", "").split():
        work.warn("It asks for offline_access, which is between us and the authorization server.")
    what = "wants more scopes than the token has" if _wants_scopes(work) else "wants an access token"
    return work.done(f"The server {what}.")


def _wants_scopes(work: Work) -> bool:
    found = work.known.challenge
    if found is None or work.given.status != 403:
        return False
    return found.parameters.get("error") == "insufficient_scope"


async def resource_metadata(work: Work) -> Outcome:
    """Fetch the protected resource metadata from the first place that has it."""
    known, server_url = work.known, work.given.server_url
    known.metadata, known.legacy = None, False
    named = known.challenge.parameters.get("resource_metadata", "") if known.challenge else ""
    for url in resource_metadata_urls(server_url, named):
        if url == named and _refuses(work, url, server_url):
            continue
        document = await work.talk.document(url, work.protocol_headers())
        if document is None:
            continue
        metadata = known.metadata = resource_of(document)
        work.show("resource", metadata.resource)
        work.show("authorization_servers", metadata.authorization_servers)
        work.show("scopes_supported", metadata.scopes)
        for problem in metadata.problems:
            work.warn(f"In the document, {problem}.")
        if "offline_access" in (metadata.scopes or ()):
            work.warn("It lists offline_access, which is no scope of a resource.")
        if named and url != named:
            work.warn("The place that the server names has none.")
        if known.challenge and not named and work.given.revision == "2025-06-18":
            work.warn("The challenge should have named this place (resource_metadata).")
        return work.done(f"Found at {url}.")
    return _without_metadata(work)


def _refuses(work: Work, url: str, server_url: str) -> bool:
    own = same_origin(url, server_url)
    reason = malformed(url) if own else work.refused(url)
    if reason:
        work.warn(f"{url} was not asked: {reason}.")
    elif not own:
        work.show("of another origin", url)
    return bool(reason)


def _without_metadata(work: Work) -> Outcome:
    exchanges = work.talk.exchanges
    if exchanges and all(one.response is None for one in exchanges):
        raise StepFailed(
            "the server does not answer.",
            cause=exchanges[-1].error,
            next_step="See whether it runs and can be reached from here, then try again.",
            fix="retry",
        )
    if work.settings.authorization_server:
        work.warn("The server has none; the authorization server of the settings is used.")
        return work.done("Not found.")
    if work.given.revision in _STRICT:
        raise StepFailed(
            "the server says nowhere which authorization server it trusts.",
            cause=f"A server of {work.given.revision} must publish protected resource metadata (RFC 9728).",
            next_step="Name the authorization server in the settings of this server, if you know it.",
            evidence=_tried(exchanges),
            fix="edit_server",
        )
    work.known.legacy = True
    work.warn(
        "The server has none. As in 2025-03-26, the server itself is taken for the authorization server."
    )
    return work.done("Not found.")


def _tried(exchanges: list[Exchange]) -> str:
    return "\n".join(f"{one.request.url}: {one.verdict}" for one in exchanges)


async def resource(work: Work) -> Outcome:
    """See whether the metadata is this server's, and choose the authorization server."""
    known, server_url, wanted = work.known, work.given.server_url, work.settings.authorization_server
    work.show("server", canonical(server_url))
    metadata = known.metadata
    if metadata is None:
        known.issuer = origin(server_url) if known.legacy else wanted
        known.resource = _own_resource(work)
        work.show("authorization server", known.issuer)
        return Outcome("There is no metadata to compare with.", "skipped")
    work.show("resource", metadata.resource)
    problem = resource_problem(metadata.resource, server_url)
    if problem:
        raise StepFailed(
            f"the metadata is not this server's: {problem}.",
            cause="Whoever answers for another resource could collect tokens that are meant for it.",
            next_step=FIX,
            evidence=f"resource: {metadata.resource or '(none)'}\nserver:   {canonical(server_url)}",
        )
    known.resource = metadata.resource
    offered = metadata.authorization_servers
    for one in offered[:OFFERED]:
        work.show("authorization server offered", one)
    if wanted and offered and wanted not in offered:
        raise StepFailed(
            "the server names other authorization servers than its settings here do.",
            cause="What belongs to one authorization server is never shown to another.",
            next_step="If the server has moved, change or empty the authorization server in its settings.",
            evidence=f"settings: {wanted}\nserver:   {' '.join(offered)}",
            fix="edit_server",
        )
    if not offered and not wanted:
        raise StepFailed(
            "the metadata names no authorization server.",
            next_step="Name it in the settings of this server, if you know it.",
            evidence="authorization_servers is missing or empty",
            fix="edit_server",
        )
    known.issuer = wanted or offered[0]
    reason = malformed(wanted) if wanted else work.refused(known.issuer)
    if reason:
        raise StepFailed(
            f"the authorization server {known.issuer} is not used: {reason}.",
            next_step="If that is meant so, name it in the settings of this server yourself.",
            fix="edit_server",
        )
    work.show("authorization server", known.issuer)
    if not offered:
        work.warn("The metadata names no authorization server; the one of the settings is used.")
    if len(offered) > 1 and not wanted:
        return work.done(f"It is. Of {len(offered)} authorization servers the first is taken.")
    return work.done("It is.")


def _own_resource(work: Work) -> str:
    if work.known.legacy and work.given.revision in _NO_RESOURCE:
        return ""
    return canonical(work.given.server_url)


async def server_metadata(work: Work) -> Outcome:
    """Fetch the metadata of the authorization server from the first place that has its own."""
    known = work.known
    lies: list[str] = []
    for url in server_metadata_urls(known.issuer):
        document = await work.talk.document(url, work.protocol_headers())
        if document is None:
            continue
        found = server_of(document)
        if not issuer_matches(found.issuer, known.issuer) and not _legacy_issuer(work, found.issuer):
            work.talk.remark(f"its issuer is {found.issuer or 'missing'}: discarded")
            lies.append(f"{url}: issuer {found.issuer or '(none)'}")
            continue
        return _found_server(work, found, document, url)
    if lies:
        raise StepFailed(
            "the authorization server calls itself by another name.",
            cause=f"Its metadata must have the issuer {known.issuer}, character for character; documents of "
            "others are not used (RFC 8414 §3.3).",
            next_step=FIX,
            evidence="\n".join(lies),
        )
    if known.legacy:
        known.server = legacy_server(work.given.server_url)
        _show_server(work, known.server)
        work.warn("There is none: the default paths of 2025-03-26 are used.")
        return work.done("Not found.")
    raise StepFailed(
        f"the authorization server {known.issuer} has no metadata.",
        cause="It must be at one of the places below (RFC 8414 or OpenID Connect Discovery).",
        next_step="See whether the authorization server runs, and whether its name is right.",
        evidence=_tried(work.talk.exchanges),
        fix="retry",
    )


def _legacy_issuer(work: Work, issuer: str) -> bool:
    """2025-03-26 compares nothing; a name of the same origin is then let through."""
    return work.known.legacy and same_origin(issuer, work.known.issuer)


def _found_server(work: Work, found: ServerMetadata, document: dict[str, Any], url: str) -> Outcome:
    known = work.known
    known.server = found
    if known.legacy and found.issuer != known.issuer:
        work.warn(f"Its issuer should be {known.issuer}.")
    known.issuer = found.issuer
    _show_server(work, found)
    for problem in found.problems:
        work.warn(f"In the document, {problem}.")
    if OPENID in url and work.given.revision == "2025-06-18":
        work.warn("Clients of 2025-06-18 look only at the place of RFC 8414.")
    if work.settings.method == "enterprise" and _ID_JAG_PROFILE not in found.grant_profiles:
        work.warn(
            "It does not say that it takes identity assertions (authorization_grant_profiles_supported)."
        )
    if document.get("registration_endpoint") and not found.metadata_documents:
        work.show("note", "It knows dynamic registration and no client id metadata documents.")
    return work.done(f"Found at {url}; its issuer is the one used.")


def _show_server(work: Work, server: ServerMetadata) -> None:
    work.show("issuer", server.issuer)
    for name, url in server.endpoints.items():
        work.show(name, url)
    work.show("scopes_supported", server.scopes)
    work.show("grant_types_supported", server.grant_types)
    work.show("token_endpoint_auth_methods_supported", server.auth_methods)
    work.show("code_challenge_methods_supported", server.challenge_methods)
    work.show("dpop_signing_alg_values_supported", server.dpop_algorithms)
