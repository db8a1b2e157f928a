"""Why a server did not take what was sent with a request (HTTP 401): what it says, and what was sent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from inspector.core.auth.challenge import OURS, Challenge, parse_challenges
from inspector.protocol.secrets import SCHEMES
from inspector.protocol.wire import Headers
from inspector.translation import translate

__all__ = ["wanted_header", "why_not_let_in"]

_LONGEST: Final = 200
_KEY_HEADER: Final = re.compile(r"\b(x-(?:[a-z0-9]+-){0,3}(?:key|token)|api-key)\b", re.IGNORECASE)
"""What servers that take a key call its header, in their challenge or in the text of their answer."""


def wanted_header(challenge: Iterable[str], said: str) -> str:
    """The header for a key that the server names; "": none. said: what else its answer says."""
    texts = [said]
    for one in parse_challenges(challenge):
        texts += [one.scheme, *one.parameters.values()]
    found = _KEY_HEADER.search("\n".join(texts))
    return found[1] if found is not None else ""


def why_not_let_in(sent: Headers, challenge: Iterable[str], said: str) -> tuple[str, str] | None:
    """Cause and next step; None: nothing is known beside the status.

    sent: headers of the request that identify us. challenge: values of `WWW-Authenticate`. said: what else
    the answer says.
    """
    challenge = tuple(challenge)
    challenges, wanted = parse_challenges(challenge), wanted_header(challenge, said)
    names = {name.lower(): value.strip() for name, value in sent}
    if wanted and wanted.lower() not in names:
        return (
            translate("Auth", "the server requires a key in the header {}").format(wanted),
            translate("Auth", "Choose API key in this server's authorization, with the header {}.").format(
                wanted
            ),
        )
    authorization = names.get("authorization", "")
    scheme, _, rest = authorization.partition(" ")
    if authorization and not rest.strip() and scheme.lower() not in SCHEMES and _wants_token(challenges):
        return (
            translate("Auth", "the Authorization header has a key without the word Bearer before it"),
            translate("Auth", "Write the header as “Bearer KEY”."),
        )
    error = next((one.parameters["error"] for one in challenges if one.parameters.get("error")), "")
    described = next(filter(None, (one.parameters.get("error_description") for one in challenges)), "")
    if names and (error or authorization or wanted):
        why = ": ".join(filter(None, (error, described)))[:_LONGEST]
        cause = translate("Auth", "the credentials were rejected")
        if authorization:
            cause = translate("Auth", "the token was rejected")
        if why:
            cause = translate("Auth", "{cause} ({why})").format(cause=cause, why=why)
        return (
            cause,
            translate(
                "Auth",
                "It may have expired, been revoked, or belong to another server: sign in, or change it.",
            ),
        )
    return None


def _wants_token(challenges: list[Challenge]) -> bool:
    return not challenges or any(one.scheme.lower() in OURS for one in challenges)
