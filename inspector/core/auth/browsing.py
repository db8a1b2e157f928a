"""The steps with the user: scopes, client registration, the authorization request, the callback."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from inspector.core.auth.identity import (
    document_problem,
    from_document,
    pre_registered,
    registered_client,
    registration_body,
    still_good,
)
from inspector.core.auth.pkce import challenge_of, new_state, new_verifier
from inspector.core.auth.ports import FetchError, KnownClient, Request
from inspector.core.auth.requests import authorization_url
from inspector.core.auth.work import StepFailed, StepOutcome, Work, object_of
from inspector.translation import QT_TRANSLATE_NOOP, composed, translate

__all__ = ["authorize", "callback", "identity", "scopes"]

_BY_HAND: Final = QT_TRANSLATE_NOOP(
    "Auth", "Register a client there manually and enter its client ID in this server's settings."
)


async def scopes(work: Work) -> StepOutcome:
    """Choose the scopes: a user's, else the challenge's, else the metadata's, else none."""
    known, former = work.known, work.given.former
    challenged = known.challenge.parameters.get("scope", "") if known.challenge else ""
    listed = known.metadata.scopes if known.metadata else None
    if work.settings.scopes:
        wanted, source = work.settings.scopes.split(), translate("Auth", "Scopes from the settings.")
        wanted = _union(wanted, challenged.split() if work.given.status == 403 else ())
    elif challenged:
        wanted, source = challenged.split(), translate("Auth", "Scopes from the challenge.")
    elif listed:
        wanted, source = list(listed), translate("Auth", "Scopes from the server's metadata.")
    else:
        wanted, source = [], translate("Auth", "No scopes: none are specified.")
    # What a user sets is asked for as it is, unless the server wants more than that.
    keeps = former is not None and former.issuer == known.issuer
    keeps = keeps and (not work.settings.scopes or work.given.status == 403)
    before = former.requested.split() if former and keeps else []
    if wanted or before:
        added = [one for one in wanted if one not in before]
        wanted = _union(before, wanted)
        work.show(translate("Auth", "requested before"), " ".join(before))
        work.show(translate("Auth", "new"), " ".join(added) if before else "")
    if not work.settings.scopes:
        wanted = _with_offline_access(work, wanted)
    known.scopes = " ".join(wanted)
    work.show("scope", known.scopes)
    if known.server.scopes is not None and (unknown := sorted(set(wanted) - set(known.server.scopes))):
        work.show(translate("Auth", "not listed by the authorization server"), " ".join(unknown))
    return work.done(source)


def _with_offline_access(work: Work, wanted: list[str]) -> list[str]:
    """It is between us and the authorization server: asked for where that lists it and a user signs in."""
    others = [one for one in wanted if one != "offline_access"]
    listed = "offline_access" in (work.known.server.scopes or ())
    return [*others, "offline_access"] if others and listed and work.interactive else others


def _union(one: Iterable[str], other: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*one, *other]))


async def identity(work: Work) -> StepOutcome:
    """Find the client registration for this authorization server, in the order of the specification."""
    method = work.settings.method
    work.known.just_registered = False
    if work.settings.client_id:
        _check_moved(work)
        return _use(
            work, pre_registered(work.settings, work.known.server), translate("Auth", "pre-registered")
        )
    if method == "workload":
        work.known.client = KnownClient("", kind="workload")
        return work.done(
            translate("Auth", "The platform's token identifies this client; no client ID is needed.")
        )
    if method == "client_credentials":
        raise StepFailed(
            translate("Auth", "client credentials require a pre-registered client."),
            next_step=translate(
                "Auth", "Enter its client ID, and its secret or private key, in this server's settings."
            ),
            fix="edit_server",
        )
    return await _found_identity(work)


def _check_moved(work: Work) -> None:
    """A client that a user registered is known to one authorization server, and its secret is for that."""
    client_id, former, issuer = work.settings.client_id, work.given.former, work.known.issuer
    if work.settings.authorization_server or former is None or former.client.client_id != client_id:
        return
    if former.issuer != issuer:
        raise StepFailed(
            translate("Auth", "the server now names a different authorization server."),
            cause=translate(
                "Auth", "The client {client_id} is registered at {issuer}, not at {other}."
            ).format(client_id=client_id, issuer=former.issuer, other=issuer),
            next_step=translate(
                "Auth", "If the server has moved, register there and change the client ID in its settings."
            ),
            fix="edit_server",
        )


async def _found_identity(work: Work) -> StepOutcome:
    known = work.known
    kept = await work.store.client(known.issuer)
    if kept and kept.kind == "pre_registered":
        return _use(work, kept, translate("Auth", "pre-registered"))
    url = work.settings.client_metadata_url
    if url and known.server.metadata_documents:
        problem = document_problem(url)
        if problem:
            raise StepFailed(
                translate("Auth", "{url} is not a client ID metadata document: {problem}.").format(
                    url=url, problem=problem
                ),
                next_step=translate("Auth", "Correct its URL in the settings."),
                fix="edit_server",
            )
        return _use(
            work,
            from_document(work.settings, known.server),
            translate("Auth", "client ID metadata document"),
        )
    if url:
        work.show(
            translate("Auth", "note"),
            translate("Auth", "The authorization server does not support client ID metadata documents."),
        )
    if work.settings.method == "enterprise":
        raise _no_client(work, translate("Auth", "It must know this client in advance."))
    if kept and not work.again:
        reason = still_good(kept, work.given.redirect_uri, work.now)
        if not reason:
            return _use(work, kept, translate("Auth", "registered here before"))
        work.show(translate("Auth", "not used again"), composed("{}: {}", kept.client_id, reason))
    endpoint = known.server.registration_endpoint
    if (not endpoint or work.refused(endpoint)) and known.server.metadata_documents and not url:
        raise _no_client(
            work,
            translate(
                "Auth",
                "It does not offer registration: it reads client information from a document on the web.",
            ),
            translate(
                "Auth",
                "Publish a client ID metadata document and enter its URL in this server's "
                "settings, or register a client manually and enter its client ID.",
            ),
        )
    if not endpoint or work.refused(endpoint):
        raise _no_client(work, translate("Auth", "It does not offer registration."))
    if not work.settings.register:
        raise _no_client(
            work, translate("Auth", "It offers dynamic registration, which the settings do not allow.")
        )
    return await _register(work, endpoint)


def _no_client(work: Work, why: str, next_step: str = "") -> StepFailed:
    return StepFailed(
        translate("Auth", "the authorization server {} does not know this client.").format(work.known.issuer),
        cause=why,
        next_step=next_step or translate("Auth", _BY_HAND),
        fix="edit_server",
    )


def _use(work: Work, client: KnownClient, words: str) -> StepOutcome:
    work.known.client = client
    work.show("client_id", client.client_id)
    work.show("client_secret", client.client_secret, secret=True)
    work.show("token_endpoint_auth_method", client.auth_method)
    _check_method(work)
    if client.kind == "pre_registered" and not work.settings.authorization_server:
        work.show(
            translate("Auth", "note"),
            translate(
                "Auth", "No authorization server is set: the client ID is sent to any that the server names."
            ),
        )
    return work.done(translate("Auth", "Using {}.").format(words))


async def _register(work: Work, endpoint: str) -> StepOutcome:
    known = work.known
    dpop = known.proof_key is not None and work.settings.dpop == "always"
    sent = registration_body(known.server, work.given.redirect_uri, known.scopes, dpop)
    headers = (("Content-Type", "application/json"), ("Accept", "application/json"))
    body = json.dumps(sent).encode()
    response = await work.talk.send(Request("POST", endpoint, headers, body))
    answer = object_of(response.body) if response else None
    if response is None or response.status not in (200, 201) or answer is None:
        raise StepFailed(
            translate("Auth", "the authorization server rejected the registration."),
            cause=_said(answer) or translate("Auth", "Its response is below."),
            next_step=translate("Auth", _BY_HAND),
            evidence=work.evidence(),
            fix="edit_server",
        )
    client, problem = registered_client(answer, sent, known.server)
    if client is None:
        raise StepFailed(
            translate("Auth", "the registration cannot be used: {}.").format(problem),
            next_step=translate("Auth", _BY_HAND),
            evidence=work.evidence(),
        )
    if response.status == 200:
        work.warn(translate("Auth", "The response to a registration must be 201."))
    if work.given.redirect_uri not in client.redirect_uris:
        work.warn(translate("Auth", "It registered a different redirect URI."))
    known.just_registered = True
    await work.store.keep_client(known.issuer, client)
    return _use(work, client, translate("Auth", "registered now (RFC 7591)"))


def _said(answer: dict[str, object] | None) -> str:
    """error and error_description of an answer, as one sentence."""
    if not answer or not isinstance(answer.get("error"), str):
        return ""
    description = answer.get("error_description")
    said = translate("Auth", "It says {}").format(answer["error"])
    return composed("{}: {}.", said, description) if isinstance(description, str) else composed("{}.", said)


def _check_method(work: Work) -> None:
    client, allowed = work.known.client, work.known.server.auth_methods
    if allowed is not None and client.client_id and client.auth_method not in allowed:
        work.warn(translate("Auth", "The authorization server does not list {}.").format(client.auth_method))


async def authorize(work: Work) -> StepOutcome:
    """Make the authorization request. Nothing is sent: the next step shows it to the user."""
    known = work.known
    known.verifier, known.state = new_verifier(), new_state()
    parameters = {
        "response_type": "code",
        "client_id": known.client.client_id,
        "redirect_uri": work.given.redirect_uri,
        "state": known.state,
        "code_challenge": challenge_of(known.verifier),
        "code_challenge_method": "S256",
        "scope": known.scopes,
        "resource": known.resource,
        "prompt": "consent" if "offline_access" in known.scopes.split() else "",
        "dpop_jkt": known.proof_key.thumbprint() if known.proof_key else "",
    }
    known.authorization_url = authorization_url(known.server.authorization_endpoint, parameters)
    work.show("URL", known.authorization_url, secret=True)
    for name, text in parameters.items():
        work.show(name, text, secret=name == "state")
    work.show("code_verifier", known.verifier, secret=True)
    work.show(translate("Auth", "expected issuer"), known.issuer)
    return work.done(translate("Auth", "Ready to open in the browser."))


async def callback(work: Work) -> StepOutcome:
    """Show the request to the user and check what comes back."""
    known = work.known
    if work.authorize is None:
        raise StepFailed(
            translate("Auth", "sign-in in a browser is required."),
            next_step=translate("Auth", "Sign in from the app window."),
            fix="sign_in",
        )
    try:
        came = await work.authorize(known.authorization_url, known.state)
    except FetchError as error:
        raise StepFailed(
            translate("Auth", "no response from the browser: {}").format(error),
            next_step=translate("Auth", "Sign in again."),
            fix="sign_in",
        ) from None
    if came.get("state") != known.state:
        raise StepFailed(
            translate("Auth", "the response does not match this request: its state differs."),
            cause=translate("Auth", "It may come from an earlier attempt, or from someone injecting a code."),
            next_step=translate("Auth", "Sign in again."),
            fix="sign_in",
        )
    _check_issuer(work, came)
    if "error" in came:
        if came["error"] == "invalid_scope" and _was_registered_for_less(work):
            await work.store.forget_client(known.issuer)
            known.asks_too_much = True
        for name in ("error", "error_description", "error_uri"):
            work.show(name, came.get(name, ""))
        raise StepFailed(
            translate("Auth", "the authorization server returned {}.").format(came["error"]),
            cause=came.get("error_description", ""),
            next_step=translate(
                "Auth", "Sign in again, or change the scopes or the client in this server's settings."
            ),
            fix="sign_in",
        )
    known.code = came.get("code", "")
    if not known.code:
        raise StepFailed(
            translate("Auth", "the response contains neither a code nor an error."),
            next_step=translate("Auth", "Sign in again."),
        )
    work.show("code", known.code, secret=True)
    work.show("iss", came.get("iss", ""))
    return work.done(
        translate("Auth", "State and issuer match.")
        if "iss" in came
        else translate("Auth", "The state matches.")
    )


def _was_registered_for_less(work: Work) -> bool:
    """Whether a new registration may help: not when it was just made, and granted less (RFC 7591)."""
    client, wanted = work.known.client, set(work.known.scopes.split())
    if work.known.just_registered:
        return False
    return client.kind == "registered" and bool(client.scope) and not wanted <= set(client.scope.split())


def _check_issuer(work: Work, came: dict[str, str]) -> None:
    """RFC 9207: compared as texts. On a mismatch nothing else of the answer is used or shown."""
    known, said = work.known, came.get("iss")
    if said is None:
        if known.server.iss_advertised:
            raise StepFailed(
                translate("Auth", "the response does not say which authorization server it comes from."),
                cause=translate(
                    "Auth",
                    "The authorization server advertises that every response includes it (iss, RFC 9207).",
                ),
                next_step=translate(
                    "Auth",
                    "The response is discarded. Report this to the operator of the authorization server.",
                ),
            )
        return
    if said != known.issuer:
        work.show("iss", said)
        work.show(translate("Auth", "expected issuer"), known.issuer)
        raise StepFailed(
            translate("Auth", "the response comes from a different authorization server."),
            cause=translate(
                "Auth",
                "Its iss must equal the issuer, character for character (RFC 9207); this may be an attack.",
            ),
            next_step=translate("Auth", "The response is discarded."),
            evidence=translate("Auth", "iss:      {said}\nexpected: {issuer}").format(
                said=said, issuer=known.issuer
            ),
        )
    if not known.server.iss_advertised:
        work.warn(translate("Auth", "It sends iss without advertising it."))
