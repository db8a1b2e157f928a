"""Secrets that stand in a server's texts as they are: taken out, for a store to keep.

What is left is a reference, `${secret:server/<name>/<what>}`; put back where it stands, it makes the same
text. A value that names variables holds no secret itself and stays.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from inspector.core.servers.auth_settings import SECRET_FIELDS
from inspector.core.servers.profiles import Profile
from inspector.core.servers.starting import secret_key
from inspector.core.servers.variables import named_in, rewritten
from inspector.core.storage.secret_references import secret_reference
from inspector.protocol.secrets import PARAMETER, SCHEMES, Spot, is_secret_name, secret_words, with_spots
from inspector.transport import StdioTarget, Target

__all__ = ["without_literals"]

_NAME: Final = re.compile(r"token|key|secret|passw|passphrase|[-_]pass$|authorization|cookie", re.IGNORECASE)
_USER: Final = re.compile(r"(?<=://)([^/?#@\s:]*):([^/?#\s]+)@")
_TOKEN_AS_USER: Final = re.compile(r"(?<=://)(?=[^/?#@\s:]*\d)([^/?#@\s:]{16,})@")
_SHORTEST_WORD: Final = 8
"""Of an argument: `--auth none` and `--token-type jwt` are no secrets; a password has any length."""
_URL: Final = re.compile(r"[\w.+-]+://")


def without_literals(profile: Profile, taken: Collection[str] = ()) -> tuple[Profile, dict[str, str]]:
    """The profile with references in place of its secrets, and these by their keys in the store.

    taken: keys that others use; the new ones differ from them in more than case.

    Looked at: values of the environment and headers, arguments, the settings of authorization, answers to
    secret inputs, and what was kept of another client; in all of these, passwords and parameters of URLs.
    """
    work = _Taking(profile, taken)
    target = work.target(profile.target)
    inputs = tuple(
        replace(one, value=work.take(one.id, one.value), secret=True)
        if one.value and (one.secret or _holds_password(one.value))
        else one
        for one in profile.inputs
    )
    auth = profile.auth
    if auth is not None:
        given = {name: text for name in SECRET_FIELDS if (text := getattr(auth, name))}
        references: dict[str, Any] = {name: work.take(name, text) for name, text in given.items()}
        auth = replace(auth, **references)
    kept = {key: work.member(key, value) for key, value in profile.kept.items()}
    return replace(profile, target=target, inputs=inputs, auth=auth, kept=kept), work.secrets


class _Taking:
    """Takes secrets out of one profile; `secrets`: what was taken."""

    def __init__(self, profile: Profile, taken: Collection[str]) -> None:
        self._server = profile.name
        self._taken = {key.casefold() for key in taken}
        self._dialect = profile.variables
        self.secrets: dict[str, str] = {}

    def take(self, what: str, value: str) -> str:
        """The reference for a value; a value that names variables stays itself."""
        if named_in(StdioTarget("", (), {"x": value}), self._dialect):
            return value
        count, name = 1, what
        while self._is_another(key := secret_key(self._server, name), value):
            count += 1
            name = f"{what} {count}"
        self.secrets[key] = value
        return secret_reference(key)

    def _is_another(self, key: str, value: str) -> bool:
        return key.casefold() in self._taken or self.secrets.get(key, value) != value

    def target(self, target: Target) -> Target:
        """Every text of it."""
        if isinstance(target, StdioTarget):
            target = replace(target, args=self._words(target.args))
        else:
            target = replace(target, url=self.url(target.url), proxy=self.url(target.proxy))
        return rewritten(target, self._named)

    def _named(self, place: str, text: str) -> str:
        """A value whose name tells of a secret; a scheme such as Bearer stays before it."""
        kind, _, name = place.partition(".")
        if not name or not text:
            return text
        if not (_NAME.search(name) or is_secret_name(name)):
            return self.url(text)
        if kind == "headers":
            scheme, _, rest = text.partition(" ")
            if rest and scheme.lower() in SCHEMES:
                return f"{scheme} {self.take(name, rest)}"
        return self.take(name, text)

    def _words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            with_spots(word, [spot for spot in spots if _is_worth(word, spot)], self.take, self.url)
            for word, spots in secret_words(words)
        )

    def url(self, text: str) -> str:
        """A text without the passwords and secret parameters of the URLs in it."""
        if "://" not in text:
            return text
        text = _USER.sub(lambda found: f"{found[1]}:{self.take('password', found[2])}@", text)
        text = _TOKEN_AS_USER.sub(lambda found: f"{self.take('user', found[1])}@", text)
        return PARAMETER.sub(
            lambda found: (
                f"{found[1]}={self.take(found[1], found[2])}" if is_secret_name(found[1]) else found[0]
            ),
            text,
        )

    def member(self, name: str, value: Any) -> Any:
        """A member of what is kept, and what is in it. An address is no secret as a whole."""
        if isinstance(value, dict):
            return {key: self.member(str(key), item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.member(name, item) for item in value]
        if isinstance(value, str) and value and _NAME.search(name) and "://" not in value:
            return self.take(name, value)
        return self.url(value) if isinstance(value, str) else value


def _holds_password(text: str) -> bool:
    """An answer is a secret as a whole, or not at all."""
    return bool(_USER.search(text) or _TOKEN_AS_USER.search(text))


def _is_worth(word: str, spot: Spot) -> bool:
    """Whether the value of an option is one: no path, no address, nothing of a few letters."""
    text = word[spot.start : spot.end]
    is_long = len(text) >= _SHORTEST_WORD or "pass" in spot.name.lower()
    return is_long and not text.startswith(("/", "\\", ".", "~")) and not _URL.match(text)
