"""The steps that find the authorization server of a server: challenge, metadata of both sides."""

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
from inspector.core.auth.steps import CHOSEN_NAME, OFFERED_NAME, HttpExchange
from inspector.core.auth.work import FIX, StepFailed, StepOutcome, Work
from inspector.translation import composed, joined, translate

__all__ = ["challenge", "resource", "resource_metadata", "server_metadata"]

_STRICT: Final = ("2025-11-25", "2026-07-28")
"""Revisions in which there is nothing to fall back upon."""
_NO_RESOURCE: Final = ("", "2024-11-05", "2025-03-26")
_ID_JAG_PROFILE: Final = ID_JAG.replace("token-type", "grant-profile")
OFFERED: Final = 20


async def challenge(work: Work) -> StepOutcome:
    """Read what the server's answer says about authorization."""
    given = work.given
    for value in given.challenge:
        work.show("WWW-Authenticate", value)
    if not given.status:
        return StepOutcome(translate("Auth", "Started manually; no request was rejected."), "skipped")
    challenges = parse_challenges(given.challenge)
    chosen = work.known.challenge = chosen_challenge(challenges)
    if chosen is None:
        if challenges:
            nothing = translate("Auth", "unreadable content")
            work.warn(
                translate("Auth", "It only contains {}.").format(
                    joined(", ", (one.scheme or nothing for one in challenges))
                )
            )
        else:
            work.warn(
                translate("Auth", "It has no WWW-Authenticate header, so it does not say where to authorize.")
            )
        return work.done(translate("Auth", "The server responded {}.").format(given.status))
    work.show("scheme", chosen.scheme)
    for name, text in chosen.parameters.items():
        work.show(name, text)
    for problem in (problem for one in challenges for problem in one.problems):
        work.warn(translate("Auth", "Malformed: {}.").format(problem))
    if given.status == 403:
        missing = [n for n in ("error", "scope", "resource_metadata") if n not in chosen.parameters]
        if missing:
            work.warn(
                translate("Auth", "A 403 for missing scopes should name {}.").format(", ".join(missing))
            )
    if "offline_access" in chosen.parameters.get("scope", "").split():
        work.warn(
            translate(
                "Auth",
                "It asks for offline_access, which only concerns the client and the authorization server.",
            )
        )
    if _wants_scopes(work):
        return work.done(translate("Auth", "The server requires more scopes than the token has."))
    return work.done(translate("Auth", "The server requires an access token."))


def _wants_scopes(work: Work) -> bool:
    found = work.known.challenge
    if found is None or work.given.status != 403:
        return False
    return found.parameters.get("error") == "insufficient_scope"


async def resource_metadata(work: Work) -> StepOutcome:
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
            work.warn(translate("Auth", "In the document, {}.").format(problem))
        if "offline_access" in (metadata.scopes or ()):
            work.warn(translate("Auth", "It lists offline_access, which is not a scope of a resource."))
        if named and url != named:
            work.warn(translate("Auth", "There is none at the address the server names."))
        if known.challenge and not named and work.given.revision == "2025-06-18":
            work.warn(translate("Auth", "The challenge should have named this address (resource_metadata)."))
        return work.done(translate("Auth", "Found at {}.").format(url))
    return _without_metadata(work)


def _refuses(work: Work, url: str, server_url: str) -> bool:
    own = same_origin(url, server_url)
    reason = malformed(url) if own else work.refused(url)
    if reason:
        work.warn(translate("Auth", "{url} was not requested: {reason}.").format(url=url, reason=reason))
    elif not own:
        work.show(translate("Auth", "different origin"), url)
    return bool(reason)


def _without_metadata(work: Work) -> StepOutcome:
    exchanges = work.talk.exchanges
    if exchanges and all(one.response is None for one in exchanges):
        raise StepFailed(
            translate("Auth", "the server is not responding."),
            cause=exchanges[-1].error,
            next_step=translate("Auth", "Check that it is running and reachable, then try again."),
            fix="retry",
        )
    if work.settings.authorization_server:
        work.warn(translate("Auth", "The server has none; using the authorization server from the settings."))
        return work.done(translate("Auth", "Not found."))
    if work.given.revision in _STRICT:
        raise StepFailed(
            translate("Auth", "the server does not say which authorization server it trusts."),
            cause=translate(
                "Auth", "A server of {} must publish protected resource metadata (RFC 9728)."
            ).format(work.given.revision),
            next_step=translate(
                "Auth", "Set the authorization server in this server's settings, if you know it."
            ),
            evidence=_tried(exchanges),
            fix="edit_server",
        )
    work.known.legacy = True
    work.warn(
        translate(
            "Auth",
            "The server has none. As in 2025-03-26, the server itself is used as the authorization server.",
        )
    )
    return work.done(translate("Auth", "Not found."))


def _tried(exchanges: list[HttpExchange]) -> str:
    lines = (composed("{}: {}", one.request.url, one.verdict) for one in exchanges)
    return joined("\n", lines)


async def resource(work: Work) -> StepOutcome:
    """See whether the metadata is this server's, and choose the authorization server."""
    known, server_url, wanted = work.known, work.given.server_url, work.settings.authorization_server
    work.show(translate("Auth", "server"), canonical(server_url))
    metadata = known.metadata
    if metadata is None:
        known.issuer = origin(server_url) if known.legacy else wanted
        known.resource = _own_resource(work)
        work.show(translate("Auth", CHOSEN_NAME), known.issuer)
        return StepOutcome(translate("Auth", "There is no metadata to compare."), "skipped")
    work.show("resource", metadata.resource)
    _see_whose(metadata.resource, server_url)
    known.resource = metadata.resource
    offered = metadata.authorization_servers
    for one in offered[:OFFERED]:
        work.show(translate("Auth", OFFERED_NAME), one)
    if wanted and offered and wanted not in offered:
        raise StepFailed(
            translate("Auth", "the server names different authorization servers than its settings here."),
            cause=translate("Auth", "Credentials for one authorization server are never sent to another."),
            next_step=translate(
                "Auth", "If the server has moved, change or clear the authorization server in its settings."
            ),
            evidence=translate("Auth", "settings: {wanted}\nserver:   {offered}").format(
                wanted=wanted, offered=" ".join(offered)
            ),
            fix="edit_server",
        )
    if not offered and not wanted:
        raise StepFailed(
            translate("Auth", "the metadata contains no authorization server."),
            next_step=translate("Auth", "Set it in this server's settings, if you know it."),
            evidence=translate("Auth", "authorization_servers is missing or empty"),
            fix="edit_server",
        )
    known.issuer = wanted or offered[0]
    reason = malformed(wanted) if wanted else work.refused(known.issuer)
    if reason:
        raise StepFailed(
            translate("Auth", "authorization server {issuer} is not used: {reason}.").format(
                issuer=known.issuer, reason=reason
            ),
            next_step=translate("Auth", "If this is intended, set it in this server's settings."),
            fix="edit_server",
        )
    work.show(translate("Auth", CHOSEN_NAME), known.issuer)
    if not offered:
        work.warn(
            translate(
                "Auth", "The metadata contains no authorization server; using the one from the settings."
            )
        )
    if len(offered) > 1 and not wanted:
        return work.done(
            translate("Auth", "Yes. Using the first of {} authorization servers.").format(len(offered))
        )
    return work.done(translate("Auth", "Yes."))


def _see_whose(resource: str, server_url: str) -> None:
    """Raises StepFailed when the metadata is another server's."""
    problem = resource_problem(resource, server_url)
    if problem:
        raise StepFailed(
            translate("Auth", "the metadata does not belong to this server: {}.").format(problem),
            cause=translate(
                "Auth", "A server that claims another resource could collect tokens meant for it."
            ),
            next_step=translate("Auth", FIX),
            evidence=translate("Auth", "resource: {resource}\nserver:   {server_url}").format(
                resource=resource or translate("Auth", "(none)"), server_url=canonical(server_url)
            ),
        )


def _own_resource(work: Work) -> str:
    if work.known.legacy and work.given.revision in _NO_RESOURCE:
        return ""
    return canonical(work.given.server_url)


async def server_metadata(work: Work) -> StepOutcome:
    """Fetch the metadata of the authorization server from the first place that has its own."""
    known = work.known
    lies: list[str] = []
    for url in server_metadata_urls(known.issuer):
        document = await work.talk.document(url, work.protocol_headers())
        if document is None:
            continue
        found = server_of(document)
        if not issuer_matches(found.issuer, known.issuer) and not _legacy_issuer(work, found.issuer):
            work.talk.remark(
                translate("Auth", "its issuer is {}: discarded").format(
                    found.issuer or translate("Auth", "missing")
                )
            )
            lies.append(
                translate("Auth", "{url}: issuer {issuer}").format(
                    url=url, issuer=found.issuer or translate("Auth", "(none)")
                )
            )
            continue
        return _found_server(work, found, document, url)
    if lies:
        raise StepFailed(
            translate("Auth", "the authorization server uses a different issuer."),
            cause=translate(
                "Auth",
                "Its metadata must have the issuer {}, character for character; other documents "
                "are not used (RFC 8414 §3.3).",
            ).format(known.issuer),
            next_step=translate("Auth", FIX),
            evidence=joined("\n", lies),
        )
    if known.legacy:
        known.server = legacy_server(work.given.server_url)
        _show_server(work, known.server)
        work.warn(translate("Auth", "None found: using the default paths of 2025-03-26."))
        return work.done(translate("Auth", "Not found."))
    raise StepFailed(
        translate("Auth", "the authorization server {} has no metadata.").format(known.issuer),
        cause=translate(
            "Auth", "It must be at one of the addresses below (RFC 8414 or OpenID Connect Discovery)."
        ),
        next_step=translate(
            "Auth", "Check that the authorization server is running, and that its address is correct."
        ),
        evidence=_tried(work.talk.exchanges),
        fix="retry",
    )


def _legacy_issuer(work: Work, issuer: str) -> bool:
    """2025-03-26 compares nothing; a name of the same origin is then let through."""
    return work.known.legacy and same_origin(issuer, work.known.issuer)


def _found_server(work: Work, found: ServerMetadata, document: dict[str, Any], url: str) -> StepOutcome:
    known = work.known
    known.server = found
    if known.legacy and found.issuer != known.issuer:
        work.warn(translate("Auth", "Its issuer should be {}.").format(known.issuer))
    known.issuer = found.issuer
    _show_server(work, found)
    for problem in found.problems:
        work.warn(translate("Auth", "In the document, {}.").format(problem))
    if OPENID in url and work.given.revision == "2025-06-18":
        work.warn(translate("Auth", "Clients of 2025-06-18 only look at the RFC 8414 address."))
    if work.settings.method == "enterprise" and _ID_JAG_PROFILE not in found.grant_profiles:
        work.warn(
            translate(
                "Auth",
                "It does not advertise support for identity assertions "
                "(authorization_grant_profiles_supported).",
            )
        )
    if document.get("registration_endpoint") and not found.metadata_documents:
        work.show(
            translate("Auth", "note"),
            translate("Auth", "It supports dynamic registration, but no client ID metadata documents."),
        )
    return work.done(translate("Auth", "Found at {}; its issuer matches.").format(url))


def _show_server(work: Work, server: ServerMetadata) -> None:
    work.show("issuer", server.issuer)
    for name, url in server.endpoints.items():
        work.show(name, url)
    work.show("scopes_supported", server.scopes)
    work.show("grant_types_supported", server.grant_types)
    work.show("token_endpoint_auth_methods_supported", server.auth_methods)
    work.show("code_challenge_methods_supported", server.challenge_methods)
    work.show("dpop_signing_alg_values_supported", server.dpop_algorithms)
