"""The steps that look at what the authorization server says: its endpoints, its protection of the code."""

from __future__ import annotations

import asyncio
from typing import Final

from inspector.core.auth.addresses import is_loopback, same_origin
from inspector.core.auth.assertions import ProofKey
from inspector.core.auth.requests import JWT_GRANT
from inspector.core.auth.work import FIX, StepFailed, StepOutcome, Work
from inspector.translation import in_english, translate

__all__ = ["endpoints", "pkce"]

_GRANTS: Final = {
    "client_credentials": "client_credentials",
    "enterprise": JWT_GRANT,
    "workload": JWT_GRANT,
}


async def endpoints(work: Work) -> StepOutcome:
    """See whether the endpoints may be used, and whether the server knows what we are going to ask."""
    known, method = work.known, work.settings.method
    needed = ["token_endpoint"]
    if method not in _GRANTS:
        needed.insert(0, "authorization_endpoint")
        _check_redirect(work)
    for name in needed:
        _check_endpoint(work, name, getattr(known.server, name))
    for name in ("registration_endpoint", "revocation_endpoint"):
        url = getattr(known.server, name)
        reason = work.refused(url) if url else ""
        if reason:
            work.warn(
                translate("Auth", "The {name} {url} is not used: {reason}.").format(
                    name=name, url=url, reason=reason
                )
            )
    grant = _GRANTS.get(method, "authorization_code")
    if known.server.grant_types is not None and grant not in known.server.grant_types:
        work.warn(translate("Auth", "It does not list the grant {}.").format(grant))
    if method == "client_credentials":
        _check_client_credentials(work)
    known.proof_key = await _proof_key(work)
    if known.proof_key:
        work.show("DPoP", translate("Auth", "a new {} key").format(known.proof_key.algorithm))
    return work.done(translate("Auth", "Yes."))


def _check_endpoint(work: Work, name: str, url: str) -> None:
    if not url:
        raise StepFailed(
            translate("Auth", "the authorization server has no {}.").format(name),
            next_step=translate("Auth", FIX),
        )
    work.show(name, url)
    reason = work.refused(url)
    if reason:
        raise StepFailed(
            translate("Auth", "the {name} is not used: {reason}.").format(name=name, reason=reason),
            next_step=translate("Auth", "If this is your own server, allow plain http in its settings.")
            if "plain http" in in_english(reason)
            else translate("Auth", FIX),
            evidence=url,
            fix="edit_server",
        )
    if not same_origin(url, work.known.issuer):
        work.show(translate("Auth", "different origin than the issuer"), url)


def _check_redirect(work: Work) -> None:
    uri = work.given.redirect_uri
    if uri and not (uri.startswith("https://") or is_loopback(uri)):
        raise StepFailed(
            translate("Auth", "redirect URI {} is neither https nor on this computer.").format(uri)
        )


def _check_client_credentials(work: Work) -> None:
    server = work.known.server
    if not {"private_key_jwt", "client_secret_basic"} & set(server.auth_methods or ()):
        work.warn(
            translate("Auth", "It should list private_key_jwt or client_secret_basic for client credentials.")
        )
    if "private_key_jwt" in (server.auth_methods or ()) and not server.auth_algorithms:
        work.warn(translate("Auth", "It should list the algorithms of private_key_jwt."))


async def _proof_key(work: Work) -> ProofKey | None:
    """A key when tokens are to be bound to one: a user says so, or the server does."""
    known, choice = work.known, work.settings.dpop
    former = work.given.former
    asked = known.challenge is not None and known.challenge.scheme.lower() == "dpop"
    required = known.metadata is not None and known.metadata.dpop_required
    if choice == "never" or not (choice == "always" or asked or required):
        if asked or required:
            work.warn(translate("Auth", "The server requires DPoP, but it is set to never."))
        return None
    if not known.server.dpop_algorithms:
        work.warn(translate("Auth", "The authorization server does not advertise DPoP."))
        if choice != "always":
            return None
    if former and former.dpop_key and former.issuer == known.issuer:
        return await asyncio.to_thread(ProofKey.from_pem, former.dpop_key, former.dpop_algorithm)
    listed = known.server.dpop_algorithms
    both = [one for one in listed if one in (known.metadata.dpop_algorithms if known.metadata else ())]
    key = await asyncio.to_thread(ProofKey.new, both or listed)  # an RSA key takes its time
    if key is None:
        work.warn(translate("Auth", "It supports no DPoP algorithm this program supports."))
    return key


async def pkce(work: Work) -> StepOutcome:
    """Refuse an authorization server that does not protect the code."""
    methods = work.known.server.challenge_methods
    work.show(
        "code_challenge_methods_supported",
        methods if methods is not None else translate("Auth", "(not specified)"),
    )
    if methods is not None and "S256" in methods:
        return work.done(translate("Auth", "S256 is supported and used."))
    if methods is None and (work.known.legacy or work.given.revision in ("2025-03-26", "2025-06-18")):
        work.warn(translate("Auth", "The authorization server does not advertise PKCE; S256 is used anyway."))
        return work.done(translate("Auth", "Not advertised."))
    if work.settings.proceed_without_pkce:
        if methods is None:
            work.warn(
                translate(
                    "Auth",
                    "The authorization server does not advertise PKCE; continuing, because the "
                    "settings allow it. S256 is sent anyway.",
                )
            )
        else:
            work.warn(
                translate(
                    "Auth",
                    "The authorization server does not support S256; continuing, because the "
                    "settings allow it. S256 is sent anyway.",
                )
            )
        return work.done(translate("Auth", "Not protected."))
    happened = translate("Auth", "the authorization server does not support S256.")
    if methods is None:
        happened = translate("Auth", "the authorization server does not advertise PKCE.")
    raise StepFailed(
        happened,
        cause=translate(
            "Auth",
            "Without PKCE, anyone could redeem a stolen code; clients must refuse to "
            "continue (code_challenge_methods_supported must list S256).",
        ),
        next_step=translate("Auth", "To continue for debugging, allow it in this server's settings."),
        fix="edit_server",
    )
