"""The step of the enterprise method at the identity provider: it vouches for the user."""

from __future__ import annotations

from typing import Final

from inspector.core.auth.addresses import refused
from inspector.core.auth.metadata import ServerMetadata, server_metadata_urls, server_of
from inspector.core.auth.ports import KnownClient
from inspector.core.auth.requests import EXCHANGE_GRANT, ID_JAG
from inspector.core.auth.tokens import ask_token_endpoint, show_jwt
from inspector.core.auth.work import StepFailed, StepOutcome, Work
from inspector.translation import translate

__all__ = ["identity_assertion"]

_ID_TOKEN: Final = "urn:ietf:params:oauth:token-type:id_token"


async def identity_assertion(work: Work) -> StepOutcome:
    """Have the enterprise's identity provider vouch for the user (RFC 8693): an ID-JAG for the server."""
    known, settings = work.known, work.settings
    if not settings.subject_token:
        raise StepFailed(
            translate("Auth", "the identity provider needs to know who you are."),
            next_step=translate("Auth", "Enter your ID token as subject token in this server's settings."),
            fix="edit_server",
        )
    provider = await _provider(work)
    fields = {
        "grant_type": EXCHANGE_GRANT,
        "requested_token_type": ID_JAG,
        "audience": known.issuer,
        "resource": known.resource,
        "scope": known.scopes,
        "subject_token": settings.subject_token,
        "subject_token_type": settings.subject_token_type or _ID_TOKEN,
    }
    method = "none"
    if settings.idp_client_secret:
        listed = provider.auth_methods
        post = listed is not None and "client_secret_basic" not in listed and "client_secret_post" in listed
        method = "client_secret_post" if post else "client_secret_basic"
    client = KnownClient(settings.idp_client_id, settings.idp_client_secret, method)
    answer = await ask_token_endpoint(
        work, provider.token_endpoint, fields, client, provider.issuer, bound=False
    )
    assertion = answer.get("access_token")
    if not isinstance(assertion, str) or answer.get("issued_token_type") != ID_JAG:
        raise StepFailed(
            translate("Auth", "the identity provider did not return an identity assertion."),
            cause=translate("Auth", "issued_token_type is {issued_token_type}; {id_jag} is required.").format(
                issued_token_type=answer.get("issued_token_type") or translate("Auth", "missing"),
                id_jag=ID_JAG,
            ),
            evidence=work.evidence(),
        )
    known.assertion = assertion
    work.show(translate("Auth", "identity assertion"), assertion, secret=True)
    show_jwt(work, assertion)
    if str(answer.get("token_type")).upper() != "N_A":
        work.warn(translate("Auth", "Its token_type should be N_A: the assertion is not an access token."))
    return work.done(translate("Auth", "Received an identity assertion for the authorization server."))


async def _provider(work: Work) -> ServerMetadata:
    settings = work.settings
    if settings.idp_token_endpoint:
        _check_provider(work, settings.idp_token_endpoint)
        return ServerMetadata(settings.idp_issuer, token_endpoint=settings.idp_token_endpoint)
    if not settings.idp_issuer:
        raise StepFailed(
            translate("Auth", "the identity provider is not set."),
            next_step=translate("Auth", "Enter its issuer or its token endpoint in this server's settings."),
            fix="edit_server",
        )
    _check_provider(work, settings.idp_issuer)
    for url in reversed(server_metadata_urls(settings.idp_issuer)):
        document = await work.talk.document(url)
        if document is None:
            continue
        found = server_of(document)
        if found.issuer == settings.idp_issuer and found.token_endpoint:
            _check_provider(work, found.token_endpoint)
            return found
        work.talk.remark(
            translate("Auth", "its issuer is {}: discarded").format(
                found.issuer or translate("Auth", "missing")
            )
        )
    raise StepFailed(
        translate("Auth", "identity provider {} has no metadata.").format(settings.idp_issuer),
        next_step=translate("Auth", "Check its address, or enter its token endpoint in the settings."),
        fix="edit_server",
    )


def _check_provider(work: Work, url: str) -> None:
    """Who the user is goes there: never in the clear, and only where the user's provider is."""
    settings = work.settings
    reason = refused(url, (settings.idp_issuer, settings.idp_token_endpoint), settings.allow_http)
    if reason:
        raise StepFailed(
            translate("Auth", "the identity provider at {url} is not used: {reason}.").format(
                url=url, reason=reason
            ),
            next_step=translate("Auth", "Check its issuer and token endpoint in this server's settings."),
            fix="edit_server",
        )
