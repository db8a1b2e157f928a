"""What a server says about authorization: its documents, its refusal. Nothing is registered or opened."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from inspector.core.auth.addresses import refused, same_origin
from inspector.core.auth.challenge import Challenge, chosen_challenge, parse_challenges
from inspector.core.auth.fetching import Fetcher
from inspector.core.auth.metadata import (
    issuer_matches,
    resource_metadata_urls,
    resource_of,
    resource_problem,
    server_metadata_urls,
    server_of,
)
from inspector.core.auth.ports import FetchError, Request
from inspector.core.auth.rejection import wanted_header
from inspector.core.doctor.case import Case
from inspector.core.doctor.checks import CheckOutcome, Fact
from inspector.core.doctor.fixes import Fix, action_fix
from inspector.core.doctor.reaching import over_http
from inspector.core.doctor.requests import head_value
from inspector.core.doctor.trial import status_of
from inspector.translation import translate

__all__ = ["authorization", "documents"]


@dataclass(frozen=True, slots=True)
class _Document:
    """What came from one address. value: None when it is none."""

    url: str
    told: str
    value: dict[str, Any] | None = None


async def _document(fetch: Fetcher, url: str) -> _Document:
    try:
        response = await fetch(Request("GET", url, (("Accept", "application/json"),), step="doctor"))
    except FetchError as error:
        return _Document(url, str(error))
    told = f"{response.status} {response.reason}".rstrip()
    if response.status != 200:
        return _Document(url, told)
    try:
        value = json.loads(response.body)
    except (ValueError, RecursionError):
        return _Document(url, translate("Doctor", "{}, but not JSON").format(told))
    if not isinstance(value, dict):
        return _Document(url, translate("Doctor", "{}, but not a JSON object").format(told))
    return _Document(url, told, value)


def _challenge(case: Case) -> tuple[int, Challenge | None, list[str]]:
    """Status and challenge of the refusal, (0, None, []) without one."""
    heads = case.trial.heads if case.trial is not None else ()
    head = next((one for one in heads if status_of(one) in (401, 403)), None)
    if head is None:
        return 0, None, []
    values = head_value(head, "www-authenticate")
    return status_of(head), chosen_challenge(parse_challenges(values)), values


async def documents(case: Case) -> CheckOutcome:
    """Fetch them from the server's own origin, and those of the authorization server that it names."""
    url = over_http(case.http).url
    status, challenge, _ = _challenge(case)
    named = challenge.parameters.get("resource_metadata", "") if challenge else ""
    fetch = Fetcher(over_http(case.http), _ignore)
    seen: list[_Document] = []
    for place in resource_metadata_urls(url, named):
        reason = "" if same_origin(place, url) else refused(place, [url])
        seen.append(
            _Document(place, translate("Doctor", "not requested: {}").format(reason))
            if reason
            else await _document(fetch, place)
        )
        if seen[-1].value is not None:
            break
    metadata = resource_of(seen[-1].value) if seen and seen[-1].value is not None else None
    facts = [_fact(translate("Doctor", "From the server"), seen)]
    if metadata is None:
        if not status:
            return CheckOutcome(
                "ok", translate("Doctor", "None; the server requires no authorization."), tuple(facts)
            )
        return CheckOutcome(
            "warning",
            translate("Doctor", "None, although the server requires authorization."),
            tuple(facts),
            translate(
                "Doctor",
                "From 2025-06-18 on, a server must name its authorization server in "
                "/.well-known/oauth-protected-resource; otherwise clients have to guess.",
            ),
        )
    doubts = [translate("Doctor", "In the document, {}.").format(problem) for problem in metadata.problems]
    if problem := resource_problem(metadata.resource, url):
        doubts.append(
            translate("Doctor", "The server's document does not describe this server: {}.").format(problem)
        )
    if not metadata.authorization_servers:
        doubts.append(translate("Doctor", "It contains no authorization server."))
    facts.append(
        Fact(
            translate("Doctor", "Authorization servers"), ", ".join(metadata.authorization_servers) or "none"
        )
    )
    if metadata.authorization_servers:
        facts.append(await _of_issuer(fetch, metadata.authorization_servers[0], url, doubts))
    said = translate("Doctor", "Found at {}.").format(seen[-1].url)
    return CheckOutcome(
        "warning" if doubts else "ok", doubts[0] if doubts else said, tuple(facts), " ".join(doubts[1:])
    )


def _ignore() -> None:
    """Shown to no session."""


async def _of_issuer(fetch: Fetcher, issuer: str, url: str, doubts: list[str]) -> Fact:
    reason = refused(issuer, [url])
    if reason:
        doubts.append(
            translate("Doctor", "Authorization server {issuer} was not requested: {reason}.").format(
                issuer=issuer, reason=reason
            )
        )
        return Fact(
            translate("Doctor", "From the authorization server"),
            translate("Doctor", "{}: not requested").format(issuer),
        )
    seen: list[_Document] = []
    for place in server_metadata_urls(issuer):
        seen.append(await _document(fetch, place))
        if seen[-1].value is not None:
            break
    value = seen[-1].value if seen else None
    if value is None:
        doubts.append(translate("Doctor", "Authorization server {} has no metadata.").format(issuer))
    else:
        metadata = server_of(value)
        if not issuer_matches(metadata.issuer, issuer):
            doubts.append(
                translate("Doctor", "Its metadata has a different issuer ({}).").format(
                    metadata.issuer or translate("Doctor", "none")
                )
            )
        if "S256" not in (metadata.challenge_methods or ()):
            doubts.append(
                translate("Doctor", "It does not advertise PKCE with S256, and so must not be used.")
            )
    return _fact(translate("Doctor", "From the authorization server"), seen)


def _fact(name: str, seen: list[_Document]) -> Fact:
    return Fact(name, "\n".join(f"{one.url}: {one.told}" for one in seen))


async def authorization(case: Case) -> CheckOutcome:
    """The challenge, and whether we are signed in."""
    status, challenge, values = _challenge(case)
    facts = [Fact("WWW-Authenticate", value) for value in values]
    if challenge is not None:
        facts.append(Fact("scheme", challenge.scheme))
        facts += [Fact(name, text) for name, text in challenge.parameters.items()]
        facts += [Fact(translate("Doctor", "Malformed"), problem) for problem in challenge.problems]
    facts.append(Fact(translate("Doctor", "Sign-in"), await _state(case)))
    trial = case.trial
    if not status:
        return CheckOutcome("ok", translate("Doctor", "Not required."), tuple(facts))
    if trial is not None and trial.failure is None:
        return CheckOutcome(
            "ok", translate("Doctor", "Required (HTTP {}), and provided.").format(status), tuple(facts)
        )
    typed = Fix(
        "header",
        translate("Doctor", "Send an Authorization header"),
        name="Authorization",
        asks=translate("Doctor", "Bearer …"),
        secret=True,
    )
    if status == 403:
        return CheckOutcome(
            "failed",
            translate(
                "Doctor", "HTTP 403: the server rejects the request, whether or not you are signed in."
            ),
            tuple(facts),
            translate(
                "Doctor",
                "The token lacks a scope, or the server rejects the request's Host or Origin. "
                "For a local server, use a host name it allows.",
            ),
            (action_fix("sign_in"), typed),
        )
    failure = trial.failure if trial is not None else None
    said = translate("Doctor", "HTTP 401: the server requires authorization; no token was sent.")
    advice = translate("Doctor", "Sign in, or send the header the server requires.")
    if failure is not None and failure.cause:
        said, advice = translate("Doctor", "HTTP 401: {}.").format(failure.cause), failure.next_step
    if header := wanted_header(values, failure.evidence if failure is not None else ""):
        title = translate("Doctor", "Send the header {}").format(header)
        typed = Fix("header", title, name=header, asks=header, secret=True)
    return CheckOutcome(
        "failed",
        said,
        tuple(facts),
        advice,
        (action_fix("sign_in"), typed) if challenge is not None or not values else (typed,),
    )


async def _state(case: Case) -> str:
    """Whether a token is kept for this server; nothing of the token."""
    auth = case.profile.auth
    method = auth.method if auth is not None else "auto"
    if method not in ("auto",):
        return translate("Doctor", "from the settings: {}").format(method)
    if case.credentials is None:
        return translate("Doctor", "not signed in")
    from inspector.core.auth.store import server_key
    from inspector.errors import SecretsUnavailable

    try:
        kept = await case.credentials.kept()
    except SecretsUnavailable as error:
        return translate("Doctor", "unknown: {}").format(error)
    mine = [one for one in kept if (one.server, one.entry) == (server_key(case.http.url), case.profile.name)]
    if not mine:
        return translate("Doctor", "not signed in")
    return "; ".join(
        translate("Doctor", "signed in with {issuer}, scopes: {scope}").format(
            issuer=one.issuer, scope=one.scope
        )
        if one.scope
        else translate("Doctor", "signed in with {}").format(one.issuer)
        for one in mine
    )
