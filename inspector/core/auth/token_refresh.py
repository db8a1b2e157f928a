"""What happens to a token later: refreshed, revoked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

from inspector.core.auth.assertions import ProofKey
from inspector.core.auth.metadata import ServerMetadata
from inspector.core.auth.plan import named_step
from inspector.core.auth.ports import Fetch, Request, Store, Token
from inspector.core.auth.requests import authenticated, form_body
from inspector.core.auth.steps import FlowStep
from inspector.core.auth.tokens import ask_token_endpoint, token_of
from inspector.core.auth.work import (
    FlowInput,
    Known,
    StepFailed,
    StepOutcome,
    Talk,
    Work,
    failed,
    object_of,
    shortened,
)
from inspector.core.servers.auth_settings import AuthSettings
from inspector.errors import UsageError
from inspector.translation import composed, translate

__all__ = ["refresh", "revoke"]


async def refresh(
    token: Token,
    fetch: Fetch,
    store: Store,
    settings: AuthSettings,
    clock: Callable[[], float] = time.time,
) -> tuple[Token, FlowStep]:
    """A new token of a refresh token, kept in the store. Raises AuthorizationFailed (step `refresh`).

    What the answer leaves out (refresh token, scope) stays as it was.
    """
    step, talk = named_step("refresh"), Talk("refresh", fetch)
    work = _work(talk, token, store, settings, clock)
    try:
        if token.dpop_key:
            key = await asyncio.to_thread(ProofKey.from_pem, token.dpop_key, token.dpop_algorithm)
            work.known.proof_key = key
        found = await _refreshed(work, token)
    except (StepFailed, UsageError) as problem:
        step = replace(step, state="failed", exchanges=tuple(talk.exchanges))
        error = problem if isinstance(problem, StepFailed) else StepFailed(composed("{}.", problem))
        raise failed(error, token.server_url, step) from None
    rotated = found.refresh_token != token.refresh_token
    if not rotated and token.client.auth_method == "none" and not token.dpop_key:
        work.warn(
            translate(
                "Auth", "The refresh token was not rotated; that of a public client should change each time."
            )
        )
    await store.keep_token(found)
    outcome = work.done(translate("Auth", "Received a new token."))
    return found, _ended(work, step, outcome)


async def _refreshed(work: Work, token: Token) -> Token:
    if not token.refresh_token or not token.token_endpoint:
        raise StepFailed(
            translate("Auth", "there is no refresh token."),
            next_step=translate("Auth", "Sign in again."),
            fix="sign_in",
        )
    fields = {
        "grant_type": "refresh_token",
        "refresh_token": token.refresh_token,
        "resource": token.resource,
    }
    answer = await ask_token_endpoint(work, token.token_endpoint, fields, token.client, token.issuer)
    return token_of(work, answer, token)


async def revoke(
    token: Token,
    fetch: Fetch,
    store: Store,
    settings: AuthSettings,
    clock: Callable[[], float] = time.time,
) -> FlowStep:
    """End the tokens at the authorization server as far as it allows, and forget them here. Never raises."""
    work = _work(Talk("revocation", fetch), token, store, settings, clock)
    if not token.revocation_endpoint or work.refused(token.revocation_endpoint):
        outcome = work.done(
            translate("Auth", "The authorization server offers no revocation; the token is deleted locally.")
        )
    else:
        # the refresh token first: it is what would make new ones
        for kind in ("refresh_token", "access_token"):
            if text := getattr(token, kind):
                await _revoke_one(work, token, text, kind)
        outcome = work.done(
            translate("Auth", "Deleted locally.")
            if work.warnings
            else translate("Auth", "Revoked and deleted locally.")
        )
    await store.forget_token(token)
    return _ended(work, named_step("revocation"), outcome)


def _ended(work: Work, step: FlowStep, outcome: StepOutcome) -> FlowStep:
    return replace(
        step,
        state=outcome.state,
        exchanges=tuple(work.talk.exchanges),
        values=tuple(work.values),
        verdict=outcome.verdict,
    )


async def _revoke_one(work: Work, token: Token, text: str, kind: str) -> None:
    try:
        fields, headers = await asyncio.to_thread(
            authenticated,
            {"token": text, "token_type_hint": kind},
            token.client,
            token.issuer,
            work.settings,
            work.now,
        )
    except UsageError as error:
        work.warn(translate("Auth", "Not revoked: {}.").format(error))
        return
    headers = (("Content-Type", "application/x-www-form-urlencoded"), *headers)
    response = await work.talk.send(Request("POST", token.revocation_endpoint, headers, form_body(fields)))
    if response is None or response.status != 200:
        answer = (
            translate("Auth", "HTTP {}").format(response.status)
            if response
            else work.talk.exchanges[-1].error
        )
        said = (object_of(response.body) or {}).get("error") if response else None
        if isinstance(said, str):
            answer = composed("{}, {}", answer, shortened(said, 60))
        if kind == "refresh_token":
            work.warn(translate("Auth", "The refresh token was not revoked: {}.").format(answer))
        else:
            work.warn(translate("Auth", "The access token was not revoked: {}.").format(answer))


def _work(
    talk: Talk,
    token: Token,
    store: Store,
    settings: AuthSettings,
    clock: Callable[[], float],
) -> Work:
    known = Known(
        issuer=token.issuer,
        resource=token.resource,
        client=token.client,
        scopes=token.requested,
        server=ServerMetadata(
            token.issuer,
            token_endpoint=token.token_endpoint,
            revocation_endpoint=token.revocation_endpoint,
        ),
    )
    return Work(FlowInput(token.server_url, settings), known, talk, store, clock())
