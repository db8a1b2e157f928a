"""`WWW-Authenticate` read as RFC 9110 §11 writes it: several headers, several challenges in one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from inspector.translation import translate

__all__ = ["OURS", "Challenge", "chosen_challenge", "parse_challenges"]

OURS: Final = ("bearer", "dpop")
"""Schemes that an access token answers."""

_TOKEN: Final = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_SCHEME: Final = re.compile(rf"[\s,]*({_TOKEN})(?:[ \t]+|(?=,)|$)")
_PARAMETER: Final = re.compile(
    rf'[\s,]*({_TOKEN})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|([^\s,"=][^\s,]*)?)(?=[\s,]|$)', re.DOTALL
)
_TOKEN68: Final = re.compile(r"([A-Za-z0-9\-._~+/]+=*)[ \t]*(?=,|$)")


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge. parameters: names in lower case; the first of a name counts. token68: instead of them.

    problems: what is wrong with how it is written.
    """

    scheme: str
    parameters: dict[str, str] = field(default_factory=dict)
    token68: str = ""
    problems: tuple[str, ...] = ()


def parse_challenges(values: Iterable[str]) -> list[Challenge]:
    """All challenges of all header values, in order. Never raises: what cannot be read becomes a problem."""
    return [challenge for value in values for challenge in _of_one(value)]


def chosen_challenge(challenges: Iterable[Challenge]) -> Challenge | None:
    """The one an access token answers: what says most, DPoP before Bearer when both say the same."""
    ours = [one for one in challenges if one.scheme.lower() in OURS]
    return max(
        ours,
        key=lambda one: (len(_TELLING & one.parameters.keys()), one.scheme.lower() == "dpop"),
        default=None,
    )


_TELLING: Final = {"resource_metadata", "scope", "error"}


def _of_one(value: str) -> list[Challenge]:
    found: list[Challenge] = []
    at = 0
    while at < len(value) and value[at:].strip(" \t,\r\n"):
        scheme = _SCHEME.match(value, at)
        if not scheme:
            rest = value[at:].strip()
            if found:
                found[-1] = _with_problem(
                    found[-1], translate("Auth", "unreadable from {!r} on").format(rest[:40])
                )
            else:
                found.append(
                    Challenge("", problems=(translate("Auth", "not a challenge: {!r}").format(rest[:40]),))
                )
            break
        challenge, at = _parameters(value, scheme.end(), scheme[1])
        found.append(challenge)
    return found


def _parameters(value: str, at: int, scheme: str) -> tuple[Challenge, int]:
    alone = _TOKEN68.match(value, at)
    if alone and not _PARAMETER.match(value, at):
        return Challenge(scheme, token68=alone[1]), alone.end()
    given: dict[str, str] = {}
    problems: list[str] = []
    while parameter := _PARAMETER.match(value, at):
        name, quoted, plain = parameter[1].lower(), parameter[2], parameter[3]
        if quoted is None:
            text = plain or ""
            if re.search(rf"(?!{_TOKEN}).", text):
                problems.append(translate("Auth", "{} is not quoted").format(name))
        else:
            text = re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL)
            if not parameter[0].rstrip().endswith('"'):
                problems.append(translate("Auth", "{}: missing closing quotation mark").format(name))
        if name in given:
            problems.append(translate("Auth", "duplicate {}").format(name))
        given.setdefault(name, text)
        at = parameter.end()
    return Challenge(scheme, given, problems=tuple(problems)), at


def _with_problem(challenge: Challenge, text: str) -> Challenge:
    return Challenge(challenge.scheme, challenge.parameters, challenge.token68, (*challenge.problems, text))
