"""Ways to fix a profile, as data, and carrying them out.

To add one: a kind in `_APPLY` with what it does to a profile.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from inspector.core.servers.profiles import Profile
from inspector.core.servers.starting import filled, secret_key
from inspector.core.storage.plain_files import config_folder
from inspector.core.storage.secret_references import secret_reference
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport import HttpTarget, StdioTarget

__all__ = ["ACTION_FIXES", "Applied", "Fix", "action_fix", "apply_fix"]


@dataclass(frozen=True, slots=True)
class Fix:
    """One way out. kind: of `_APPLY`, or sign_in, which is no change of the profile.

    words: for `launch`, what takes the place of the command; what follows the first goes before the
    arguments. name and value: of a variable or header, or the value alone. asks: what a user has to type as
    the value; secret: it goes into the store and the profile names only its place.
    """

    kind: str
    title: str
    words: tuple[str, ...] = ()
    name: str = ""
    value: str = ""
    asks: str = ""
    secret: bool = False


ACTION_FIXES: Final[dict[str, Fix]] = {
    "retry_legacy": Fix("era", QT_TRANSLATE_NOOP("Doctor", "Connect with the legacy era"), value="legacy"),
    "retry_modern": Fix("era", QT_TRANSLATE_NOOP("Doctor", "Connect with the modern era"), value="modern"),
    "retry_sse": Fix("transport", QT_TRANSLATE_NOOP("Doctor", "Connect with HTTP+SSE"), value="sse"),
    "retry_auto": Fix("transport", QT_TRANSLATE_NOOP("Doctor", "Detect the transport (auto)"), value="auto"),
    "sign_in": Fix("sign_in", QT_TRANSLATE_NOOP("Doctor", "Sign in")),
}
"""Action of an Explanation → the same as a fix, which `action_fix` gives."""


def action_fix(action: str) -> Fix:
    """The fix for one of ACTION_FIXES, in the language of the window."""
    fix = ACTION_FIXES[action]
    return replace(fix, title=translate("Doctor", fix.title))


@dataclass(frozen=True, slots=True)
class Applied:
    """The fixed profile, and secrets that have to be in the store before it connects, by key."""

    profile: Profile
    secrets: dict[str, str]


def apply_fix(profile: Profile, fix: Fix, typed: str = "", taken: Collection[str] = ()) -> Applied:
    """Carry it out. typed: what the user answered. taken: keys of secrets that others use.

    Raises OSError when a certificate cannot be written, KeyError for what is no change of a profile.
    """
    secrets: dict[str, str] = {}
    value = typed if fix.asks else fix.value
    if fix.kind == "fill":
        return Applied(*filled(profile, {fix.name: value}, taken))
    if fix.secret:
        place = secret_key(profile.name, fix.name)
        used = {key.casefold() for key in taken}
        while place.casefold() in used:
            place += "+"
        secrets[place], value = value, secret_reference(place)
        if fix.name.lower() == "authorization":
            scheme, blank, rest = secrets[place].partition(" ")
            if blank and rest:  # the scheme stays readable
                secrets[place], value = rest, f"{scheme} {value}"
    return Applied(_APPLY[fix.kind](profile, replace(fix, value=value)), secrets)


def _stdio(profile: Profile) -> StdioTarget:
    assert isinstance(profile.target, StdioTarget)
    return profile.target


def _http(profile: Profile) -> HttpTarget:
    assert isinstance(profile.target, HttpTarget)
    return profile.target


def _launch(profile: Profile, fix: Fix) -> Profile:
    target = _stdio(profile)
    command, *before = fix.words
    return replace(profile, target=replace(target, command=command, args=(*before, *target.args)))


def _variable(profile: Profile, fix: Fix) -> Profile:
    target = _stdio(profile)
    return replace(profile, target=replace(target, env={**target.env, fix.name: fix.value}))


def _environment(profile: Profile, fix: Fix) -> Profile:
    return replace(profile, target=replace(_stdio(profile), environment=fix.value))


def _folder(profile: Profile, fix: Fix) -> Profile:
    return replace(profile, target=replace(_stdio(profile), cwd=fix.value))


def _header(profile: Profile, fix: Fix) -> Profile:
    target = _http(profile)
    others = {name: text for name, text in target.headers.items() if name.lower() != fix.name.lower()}
    headers = {**others, fix.name: fix.value} if fix.value else others
    return replace(profile, target=replace(target, headers=headers))


def _url(profile: Profile, fix: Fix) -> Profile:
    """Another place gets no headers and no credentials that were meant for the first."""
    from inspector.core.auth.addresses import is_loopback, origin

    before = _http(profile)
    target = replace(before, url=fix.value)
    old, new = (origin(re.sub(r"^ws", "http", url)) for url in (before.url, fix.value))
    safe = new.startswith("https") or is_loopback(new)
    if old == new or (safe and old.partition("://")[2] == new.partition("://")[2]):
        return replace(profile, target=target)
    return replace(profile, target=replace(target, headers={}, client_cert="", client_key=""), auth=None)


def _proxy(profile: Profile, fix: Fix) -> Profile:
    return replace(profile, target=replace(_http(profile), proxy=fix.value))


def _verify(profile: Profile, fix: Fix) -> Profile:
    return replace(profile, target=replace(_http(profile), verify=fix.value != "false"))


def _trust(profile: Profile, fix: Fix) -> Profile:
    """value: the certificate as PEM; name: of the host. It is written beside the settings."""
    target = _http(profile)
    folder = config_folder() / "certificates"
    folder.mkdir(parents=True, exist_ok=True)
    host = re.sub(r"[^A-Za-z0-9.-]", "_", fix.name)[:80] or "server"
    path = folder / f"{host}-{hashlib.sha256(fix.value.encode()).hexdigest()[:12]}.pem"
    path.write_text(_beside(target, fix.value), encoding="ascii")
    return replace(profile, target=replace(target, verify=str(path)))


def _beside(target: HttpTarget, pem: str) -> str:
    """What the user trusted before for this server stays trusted."""
    if not isinstance(target.verify, str):
        return pem
    try:
        before = Path(target.verify).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return pem
    return pem if pem in before else f"{before.rstrip()}\n{pem}"


def _era(profile: Profile, fix: Fix) -> Profile:
    return replace(profile, era=fix.value)


def _transport(profile: Profile, fix: Fix) -> Profile:
    return replace(profile, transport=fix.value)


def _timeout(profile: Profile, fix: Fix) -> Profile:
    return replace(profile, timeout_s=float(fix.value))


_APPLY: Final[dict[str, Callable[[Profile, Fix], Profile]]] = {
    "launch": _launch,
    "variable": _variable,
    "environment": _environment,
    "folder": _folder,
    "header": _header,
    "url": _url,
    "proxy": _proxy,
    "verify": _verify,
    "trust": _trust,
    "era": _era,
    "transport": _transport,
    "timeout": _timeout,
}
