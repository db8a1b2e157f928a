"""The steps at the token endpoint: a token for a code, for ourselves, for an assertion."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Final

from inspector.core.auth.addresses import canonical
from inspector.core.auth.assertions import decoded_jwt
from inspector.core.auth.ports import KnownClient, Request, Response, Token
from inspector.core.auth.requests import JWT_GRANT, authenticated, form_body
from inspector.core.auth.work import StepFailed, StepOutcome, Work, object_of
from inspector.errors import UsageError
from inspector.translation import QT_TRANSLATE_NOOP, composed, translate

__all__ = ["ask_token_endpoint", "refused_answer", "show_jwt", "token", "token_of"]

_FORM: Final = ("Content-Type", "application/x-www-form-urlencoded")
_SHOWN_CLAIMS: Final = ("iss", "aud", "scope", "scp", "client_id", "exp")


async def token(work: Work) -> StepOutcome:
    """Ask for the access token, by the grant of the method."""
    known = work.known
    fields = {**_GRANT_FIELDS.get(work.settings.method, _code_fields)(work), "resource": known.resource}
    answer = await ask_token_endpoint(work, known.server.token_endpoint, fields, known.client, known.issuer)
    known.token = token_of(work, answer, None)
    known.code = ""  # good once
    await work.store.keep_token(known.token)
    return work.done(translate("Auth", "Received a {} token.").format(known.token.type))


def _code_fields(work: Work) -> dict[str, str]:
    known = work.known
    if not known.code:
        raise StepFailed(
            translate("Auth", "the code was already used; codes can be used only once."),
            next_step=translate("Auth", "Sign in again."),
            fix="sign_in",
        )
    return {
        "grant_type": "authorization_code",
        "code": known.code,
        "redirect_uri": work.given.redirect_uri,
        "code_verifier": known.verifier,
    }


def _client_fields(work: Work) -> dict[str, str]:
    return {"grant_type": "client_credentials", "scope": work.known.scopes}


def _assertion_fields(work: Work) -> dict[str, str]:
    assertion = work.known.assertion if work.settings.method == "enterprise" else work.settings.subject_token
    if not assertion:
        raise StepFailed(
            translate("Auth", "there is no platform token to present."),
            next_step=translate("Auth", "Enter it as subject token in this server's settings."),
            fix="edit_server",
        )
    return {"grant_type": JWT_GRANT, "assertion": assertion, "scope": work.known.scopes}


_GRANT_FIELDS: Final = {
    "client_credentials": _client_fields,
    "enterprise": _assertion_fields,
    "workload": _assertion_fields,
}


async def ask_token_endpoint(
    work: Work,
    url: str,
    fields: dict[str, str],
    client: KnownClient,
    audience: str,
    bound: bool = True,
) -> dict[str, Any]:
    """The answer of a token endpoint; asked again when it wants a nonce. bound: with the proof key."""
    response = await _ask(work, url, fields, client, audience, bound)
    if bound and response is not None and _wants_nonce(work, response):
        work.talk.remark(translate("Auth", "requires a nonce in the DPoP proof: sent again with it"))
        response = await _ask(work, url, fields, client, audience, bound)
    answer = object_of(response.body) if response else None
    if response is None or response.status != 200 or answer is None or "error" in answer:
        raise await refused_answer(work, response, answer, client)
    return answer


async def _ask(
    work: Work, url: str, fields: dict[str, str], client: KnownClient, audience: str, bound: bool
) -> Response | None:
    try:
        # in a thread: a signature takes a library that is slow to load
        form, headers = await asyncio.to_thread(
            authenticated, fields, client, audience, work.settings, work.now
        )
    except UsageError as error:
        raise StepFailed(
            composed("{}.", error),
            next_step=translate("Auth", "Correct it in the settings."),
            fix="edit_server",
        ) from None
    headers = (_FORM, ("Accept", "application/json"), *headers)
    key = work.known.proof_key
    if bound and key:
        headers = (*headers, ("DPoP", key.proof("POST", url, work.now, work.known.nonce)))
    return await work.talk.send(Request("POST", url, headers, form_body(form)))


def _wants_nonce(work: Work, response: Response) -> bool:
    nonce = response.header("dpop-nonce")
    answer = object_of(response.body) or {}
    work.known.nonce = nonce or work.known.nonce
    return bool(nonce) and response.status in (400, 401) and answer.get("error") == "use_dpop_nonce"


async def refused_answer(
    work: Work, response: Response | None, answer: dict[str, Any] | None, client: KnownClient
) -> StepFailed:
    """Why there is no token. A client that the server does not know any more is forgotten."""
    error = answer.get("error") if answer else None
    if error == "invalid_client" and client.kind == "registered":
        await work.store.forget_client(work.known.issuer)
    if not isinstance(error, str):
        happened = translate("Auth", "the token endpoint sent no usable response.")
        if response and 300 <= response.status < 400:
            happened = translate(
                "Auth", "the response ({}) is not a token but a redirect, which is not followed."
            ).format(response.status)
        elif response:
            happened = translate(
                "Auth", "the response ({}) is not a token: a JSON object with access_token is expected."
            ).format(response.status)
        return StepFailed(
            happened,
            next_step=translate(
                "Auth",
                "Try again; if it keeps failing, report it to the operator of the authorization server.",
            ),
            evidence=work.evidence(),
            fix="retry",
        )
    assert answer is not None
    description = answer.get("error_description")
    return StepFailed(
        translate("Auth", "the token endpoint returned {}.").format(error),
        cause=description if isinstance(description, str) else "",
        next_step=translate("Auth", _NEXT.get(error, _NEXT_ELSE)),
        evidence=work.evidence(),
        fix="sign_in" if error == "invalid_grant" and work.interactive else "edit_server",
        code=error,
    )


_NEXT_ELSE: Final = QT_TRANSLATE_NOOP("Auth", "Try again, or change this server's settings.")
_NEXT: Final = {
    "invalid_client": QT_TRANSLATE_NOOP(
        "Auth", "Check the client ID, its secret or key, and its authentication method."
    ),
    "invalid_grant": QT_TRANSLATE_NOOP(
        "Auth", "The credential has expired, was already used or is not for this client: sign in again."
    ),
    "invalid_scope": QT_TRANSLATE_NOOP("Auth", "Request other scopes in this server's settings."),
    "unauthorized_client": QT_TRANSLATE_NOOP(
        "Auth", "This client is not allowed to use this grant; the operator of the server can allow it."
    ),
    "invalid_target": QT_TRANSLATE_NOOP(
        "Auth", "The authorization server does not know this MCP server as a resource."
    ),
    "unsupported_grant_type": QT_TRANSLATE_NOOP(
        "Auth", "The authorization server does not support this; choose another method."
    ),
}


def token_of(work: Work, answer: dict[str, Any], before: Token | None) -> Token:
    """The token of an answer, shown and judged. before: what is refreshed; it stays where nothing is said."""
    known = work.known
    access = answer.get("access_token")
    if not isinstance(access, str) or not access:
        raise StepFailed(translate("Auth", "the response has no access_token."), evidence=work.evidence())
    if any(not " " <= character <= "~" for character in access):
        raise StepFailed(
            translate("Auth", "the access_token contains characters that are not allowed in a header.")
        )
    said = answer.get("token_type")
    kind = said if isinstance(said, str) else ""
    if not kind:
        work.warn(translate("Auth", "The token_type is missing; Bearer is assumed."))
    requested = known.scopes if before is None else before.requested
    scope = _scope(work, answer.get("scope"))
    found = Token(
        access_token=access,
        server_url=canonical(work.given.server_url),
        issuer=known.issuer,
        client=known.client,
        resource=known.resource,
        type=_kind(work, kind),
        scope=scope if scope is not None else (before.scope if before else requested),
        requested=requested,
        expires_at=_expiry(work, answer.get("expires_in")),
        refresh_token=_text(answer, "refresh_token") or (before.refresh_token if before else ""),
        id_token=_text(answer, "id_token") or (before.id_token if before else ""),
        token_endpoint=known.server.token_endpoint,
        revocation_endpoint=known.server.revocation_endpoint,
    )
    if known.proof_key and found.type == "DPoP":
        key = known.proof_key
        found = replace(found, dpop_key=key.pem(), dpop_algorithm=key.algorithm)
    _show_token(work, found)
    return found


def _kind(work: Work, said: str) -> str:
    """Bearer or DPoP, as it must be presented."""
    bound = work.known.proof_key is not None
    if said.lower() == "dpop" and bound:
        return "DPoP"
    if said and said.lower() not in ("bearer", "dpop"):
        raise StepFailed(
            translate("Auth", "unknown token type: {}.").format(said),
            evidence=work.evidence(),
        )
    if said.lower() == "dpop":
        raise StepFailed(
            translate("Auth", "the token is bound to a key, but no key was presented."),
            evidence=work.evidence(),
        )
    if bound:
        metadata = work.known.metadata
        if work.settings.dpop == "always" or (metadata is not None and metadata.dpop_required):
            raise StepFailed(
                translate("Auth", "the token is bound to a different key."),
                cause=translate("Auth", "DPoP was requested, but the token is not bound to a key."),
                next_step=translate(
                    "Auth",
                    "Report it to the operator of the authorization server, or turn off DPoP in the "
                    "settings.",
                ),
                fix="edit_server",
            )
        work.warn(translate("Auth", "It is not bound to this program's key, although a proof was sent."))
    return "Bearer"


def _scope(work: Work, said: Any) -> str | None:
    if isinstance(said, list) and all(isinstance(one, str) for one in said):
        work.warn(translate("Auth", "scope is a list; it should be a space-separated string."))
        return " ".join(said)
    return said if isinstance(said, str) else None


def _expiry(work: Work, seconds: Any) -> float:
    if isinstance(seconds, str) and seconds.strip().isascii() and seconds.strip().isdigit():
        work.warn(translate("Auth", "expires_in is a string; it should be a number."))
        seconds = int(seconds.strip()[:12])
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        return 0
    if not 0 < seconds < 10**10:
        work.warn(translate("Auth", "expires_in is {}.").format(seconds))
        return 0
    return work.now + seconds


def _text(answer: dict[str, Any], name: str) -> str:
    value = answer.get(name)
    return value if isinstance(value, str) else ""


def _show_token(work: Work, found: Token) -> None:
    work.show("access_token", found.access_token, secret=True)
    work.show("token_type", found.type)
    work.show(
        translate("Auth", "expires in"),
        f"{found.expires_at - work.now:.0f} s" if found.expires_at else translate("Auth", "not specified"),
    )
    work.show("scope", found.scope)
    work.show("refresh_token", found.refresh_token, secret=True)
    lacking = sorted(set(found.requested.split()) - set(found.scope.split()) - {"offline_access"})
    if lacking:
        work.warn(translate("Auth", "Not granted: {}.").format(" ".join(lacking)))
    claims = show_jwt(work, found.access_token)
    audience = claims.get("aud") if claims else None
    if audience is not None and work.known.resource:
        listed = audience if isinstance(audience, list) else [audience]
        if work.known.resource not in listed:
            work.warn(
                translate(
                    "Auth",
                    "It is a JWT whose audience (aud) is not this server: the server should reject it.",
                )
            )


def show_jwt(work: Work, text: str) -> dict[str, Any] | None:
    """Show what a JWT says, unverified; its claims. None: the text is none."""
    decoded = decoded_jwt(text)
    if decoded is None:
        return None
    header, claims = decoded
    if header.get("typ"):
        work.show(translate("Auth", "JWT typ"), header["typ"])
    for name in _SHOWN_CLAIMS:
        claim = claims.get(name)
        work.show(
            translate("Auth", "JWT {}").format(name),
            tuple(str(one) for one in claim) if isinstance(claim, list) else claim,
        )
    work.show(translate("Auth", "JWT claims"), claims, secret=True)
    return claims
