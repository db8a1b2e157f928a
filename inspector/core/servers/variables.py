"""Variables in the texts of a server, as each client spells them, resolved when the server starts.

One pass, never twice, never a shell: what a value brings in is not looked at again. Every dialect knows
`${secret:KEY}`, for the importers put secrets into the store and leave that reference. What a dialect does
not know stays as it was written.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from inspector.core.servers.inputs import Input
from inspector.protocol.secrets import is_secret_name
from inspector.transport import StdioTarget, Target
from inspector.transport.environment import PASSPHRASE

__all__ = ["DIALECTS", "Lookup", "Missing", "Resolved", "named_in", "resolve", "rewritten", "texts_of"]


@dataclass(frozen=True, slots=True)
class Missing:
    """A variable without a value. what: as a user is asked for it. places: `args`, `env.TOKEN`, `url`…"""

    what: Input
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolved:
    """target: with values in place; what is missing stays as it was written.

    secrets: values out of the store, and of variables whose names tell of a secret, that are now in the
    target's texts; they must not be kept or shown."""

    target: Target
    missing: tuple[Missing, ...] = ()
    secrets: tuple[str, ...] = ()


def _no_secrets(key: str) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where values come from. inputs: those of the profile. secrets: of a store, by key.

    folders: userHome, workspaceFolder, HOME, __dirname … as a dialect calls them."""

    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    inputs: tuple[Input, ...] = ()
    secrets: Callable[[str], str | None] = _no_secrets
    folders: Mapping[str, str] = field(default_factory=dict)
    windows: bool = os.name == "nt"

    def variable(self, name: str) -> str | None:
        """Of the environment; names differ in nothing but case on Windows. What opens our own secrets is no
        server's business."""
        if name.upper() == PASSPHRASE:
            return None
        if not self.windows:
            return self.environ.get(name)
        wanted = name.upper()
        return next((value for key, value in self.environ.items() if key.upper() == wanted), None)


@dataclass(frozen=True, slots=True)
class _Named:
    """What a variable in a text means. else_: its value when it is not set; None: it is missing then.

    alone_only: it counts only where it is the whole value, or follows a scheme such as Bearer."""

    kind: str
    id: str
    else_: str | None = None
    alone_only: bool = False


_Reader = Callable[[re.Match[str]], _Named | None]

_LEAST_SECRET: Final = 8
"""Characters of a variable's value: `USE_TOKEN=true` would make every other `true` unreadable."""

_SECRET: Final = r"\$\{secret:(?P<secret>[^}]+)\}"
_BRACED: Final = r"\$\{(?P<name>[A-Za-z_]\w*)(?::-(?P<else>[^}]*))?\}"
_PREFIXED: Final = r"\$\{(?P<kind>env|input):(?P<id>[^}]+)\}"
_FOLDERS: Final = "userHome|workspaceFolder|workspaceFolderBasename|pathSeparator|/"
_FOLDER: Final = r"\$\{(?P<folder>" + _FOLDERS + r")\}"


def _read(match: re.Match[str]) -> _Named | None:
    """The named groups that the patterns share."""
    found = match.groupdict()
    if (key := found.get("secret")) is not None:
        return _Named("secret", key)
    if (name := found.get("name")) is not None:
        return _Named("env", name, found.get("else"))
    if (id_ := found.get("id")) is not None:
        return _Named(found["kind"], id_)
    if (folder := found.get("folder")) is not None:
        return _Named("folder", folder)
    return None


def _gemini(match: re.Match[str]) -> _Named | None:
    if match["secret"] is not None:
        return _Named("secret", match["secret"])
    return _Named("env", match["a"] or match["b"] or match["c"], "")  # unset is empty there


def _codex(match: re.Match[str]) -> _Named | None:
    found = _read(match)
    return replace(found, alone_only=True) if found is not None and found.kind == "env" else found


def _continue(match: re.Match[str]) -> _Named | None:
    return _Named("secret", match["secret"]) if match["secret"] else _Named("input", f"secrets.{match['id']}")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one client spells variables, and what they mean. windows: only there.

    Patterns are compiled when they are needed: most servers name no variables."""

    pattern: str
    read: _Reader = _read
    windows: str = ""


def _pattern(*parts: str) -> str:
    return "|".join((_SECRET, *parts))


_GEMINI: Final = (r"\$\{(?P<a>[A-Za-z_]\w*)\}", r"\$(?P<b>[A-Za-z_]\w*)")
DIALECTS: Final[dict[str, Dialect]] = {
    "own": Dialect(_pattern(_PREFIXED, _BRACED)),
    "none": Dialect(_pattern()),
    "claude": Dialect(_pattern(_BRACED)),
    "cursor": Dialect(_pattern(r"\$\{(?P<kind>env):(?P<id>[^}]+)\}", _FOLDER)),
    "vscode": Dialect(_pattern(_PREFIXED, _FOLDER)),
    "windsurf": Dialect(_pattern(r"\$\{(?P<kind>env):(?P<id>[^}]+)\}")),
    "continue": Dialect(_pattern(r"\$\{\{\s*secrets\.(?P<id>[\w.-]+)\s*\}\}"), _continue),
    "gemini": Dialect(
        _pattern(*_GEMINI, r"(?!)(?P<c>)"), _gemini, _pattern(*_GEMINI, r"%(?P<c>[A-Za-z_]\w*)%")
    ),
    "codex": Dialect(_pattern(r"\$\{(?P<kind>env):(?P<id>[^}]+)\}"), _codex),
    "opencode": Dialect(_pattern(r"\{(?P<kind>env|file):(?P<id>[^}]+)\}")),
}
"""Name in a profile (`inputs.DIALECT_NAMES`) → the rules."""

_ALONE: Final = r"(?i:(?:Bearer|Basic|Token) )?\$\{env:[^}]+\}"


def resolve(target: Target, dialect: str, lookup: Lookup) -> Resolved:
    """The target with its variables replaced by the rules of the dialect (a key of DIALECTS)."""
    work = _Work(DIALECTS[dialect], dialect, lookup)
    made = rewritten(work.handed_on(target), work.text)
    missing = tuple(Missing(what, tuple(dict.fromkeys(places))) for what, places in work.missing.values())
    return Resolved(made, missing, tuple(dict.fromkeys(work.secrets)))


def rewritten(target: Target, change: Callable[[str, str], str]) -> Target:
    """The target with every text that may hold variables changed: (place, text) → text."""
    if isinstance(target, StdioTarget):
        return replace(
            target,
            command=change("command", target.command),
            args=tuple(change("args", word) for word in target.args),
            env={name: change(f"env.{name}", text) for name, text in target.env.items()},
            cwd=change("cwd", target.cwd),
        )
    return replace(
        target,
        url=change("url", target.url),
        headers={name: change(f"headers.{name}", text) for name, text in target.headers.items()},
        proxy=change("proxy", target.proxy),
        client_cert=change("client_cert", target.client_cert),
        client_key=change("client_key", target.client_key),
    )


def texts_of(target: Target) -> list[tuple[str, str]]:
    """(place, text) of everything in a target that may hold variables."""
    found: list[tuple[str, str]] = []

    def note(place: str, text: str) -> str:
        found.append((place, text))
        return text

    rewritten(target, note)
    return found


def named_in(target: Target, dialect: str) -> tuple[tuple[str, str], ...]:
    """(kind, id) of every variable that the target's texts name, in order, once each."""
    rules = DIALECTS[dialect]
    found: dict[tuple[str, str], None] = {}
    for place, text in texts_of(target):
        if not any(sign in text for sign in "${%"):
            continue
        for match in re.finditer(rules.pattern, text):
            named = rules.read(match)
            if named is not None and _counts(named, place, text):
                found[named.kind, named.id] = None
    return tuple(found)


def _counts(named: _Named, place: str, text: str) -> bool:
    """Codex has no variables in texts, only values that are taken from one: `${env:X}` as the whole value."""
    return not named.alone_only or (
        place.startswith(("env.", "headers.")) and bool(re.fullmatch(_ALONE, text))
    )


class _Work:
    """One pass over one target; gathers what is missing and which secrets came in."""

    def __init__(self, rules: Dialect, dialect: str, lookup: Lookup) -> None:
        self._rules = rules
        self._dialect = dialect
        self._pattern = re.compile((rules.windows if lookup.windows else "") or rules.pattern)
        self._lookup = lookup
        self._inputs = {one.key: one for one in lookup.inputs}
        self.missing: dict[str, tuple[Input, list[str]]] = {}
        self.secrets: list[str] = []

    def text(self, place: str, text: str) -> str:
        """One text."""
        return self._pattern.sub(lambda match: self._value(match, place), text)

    def handed_on(self, target: Target) -> Target:
        """Codex hands on what is set (`env_vars`) and nothing where it is not."""
        if self._dialect != "codex" or not isinstance(target, StdioTarget):
            return target
        env = {
            name: text
            for name, text in target.env.items()
            if text != f"${{env:{name}}}" or self._look_up(_Named("env", name)) is not None
        }
        return replace(target, env=env)

    def _value(self, match: re.Match[str], place: str) -> str:
        named = self._rules.read(match)
        if named is None or not _counts(named, place, match.string):
            return match[0]
        found = self._look_up(named)
        if found is None:
            found = named.else_
        elif named.kind in ("env", "input") and len(found) >= _LEAST_SECRET and is_secret_name(named.id):
            self.secrets.append(found)
        if found is None:
            self._miss(named, place)
            return match[0]
        return found

    def _look_up(self, named: _Named) -> str | None:
        if named.kind == "secret":
            return self._secret(named.id)
        asked = self._inputs.get(f"{named.kind}:{named.id}")
        if asked is not None and asked.value is not None:
            return self._answer(asked.value)
        if named.kind == "env":
            return self._environment_of(named)
        if named.kind == "folder":
            return self._folder(named.id)
        return None

    def _environment_of(self, named: _Named) -> str | None:
        value = self._lookup.variable(named.id)
        if not value and named.else_ is not None:  # `:-` as in a shell: empty counts as unset
            return None
        return self._lookup.folders.get(named.id) if value is None and self._dialect == "own" else value

    def _folder(self, name: str) -> str | None:
        if name in ("/", "pathSeparator"):
            return "\\" if self._lookup.windows else "/"
        if name == "workspaceFolderBasename":
            whole = self._look_up(_Named("folder", "workspaceFolder"))
            return re.split(r"[\\/]", whole.rstrip("\\/"))[-1] if whole is not None else None
        return self._lookup.folders.get(name)

    def _answer(self, value: str) -> str | None:
        """What a user gave stays as it is; only our own reference of a secret is followed."""
        if reference := re.fullmatch(_SECRET, value):
            return self._secret(reference["secret"])
        return value

    def _secret(self, key: str) -> str | None:
        value = self._lookup.secrets(key)
        if value:
            self.secrets.append(value)
        return value

    def _miss(self, named: _Named, place: str) -> None:
        key = f"{named.kind}:{named.id}"
        what = self._inputs.get(key) or _asked(named)
        self.missing.setdefault(key, (what, []))[1].append(place)


def _asked(named: _Named) -> Input:
    secret = named.kind in ("secret", "file") or (
        named.kind != "folder" and (is_secret_name(named.id) or named.id.startswith("secrets."))
    )
    return Input(named.id, named.kind, secret=secret)
