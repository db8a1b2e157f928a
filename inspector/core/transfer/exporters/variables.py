"""Variables of one dialect as another one writes them, and what is lost on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import DIALECTS, named_in, rewritten
from inspector.translation import translate
from inspector.transport import StdioTarget, Target

__all__ = ["Blank", "Rewriting"]

_ENV: Final = {
    "own": "${%s}",
    "claude": "${%s}",
    "cursor": "${env:%s}",
    "vscode": "${env:%s}",
    "windsurf": "${env:%s}",
    "gemini": "${%s}",
    "codex": "${env:%s}",
    "opencode": "{env:%s}",
    "continue": "${{ secrets.%s }}",
}
"""Dialect → a variable of the environment. `none` has none."""
_WITH_DEFAULT: Final = ("own", "claude")


@dataclass(frozen=True, slots=True)
class Blank:
    """What stands in place of a secret that was not written. text: as it stands; name: what it is taken from.

    fixed: the client takes it from a variable of that very name, for every server that lists it."""

    what: str
    name: str
    text: str
    kind: str  # asked (by the client) | variable | keyring | nothing
    fixed: bool = False

    def loss(self) -> str:
        """The sentence on it; empty where the client asks."""
        told = {"what": self.what, "name": self.name}
        if self.kind == "nothing":
            return translate(
                "Exporters", "The secret {what} is not written: replace <{name}> with it."
            ).format(**told)
        if self.fixed and self.kind == "variable":
            return translate(
                "Exporters",
                "The secret {what} is not written: it is read from the variable {name}, shared "
                "by every server that uses this name.",
            ).format(**told)
        if self.kind == "variable":
            return translate(
                "Exporters", "The secret {what} is not written: it is read from the variable {name}."
            ).format(**told)
        return ""


_SECRET: Final = re.compile(r"\$\{secret:([^}]+)\}")


@dataclass
class Rewriting:
    """One profile's texts for the dialect of a client. values: secrets to be written as they are, by key.

    losses: sentences, but for those on secrets: blanks, by their texts. asks: inputs that the client has to
    ask for (VS Code). kept: keys of secrets that are named only."""

    profile: Profile
    dialect: str
    values: Mapping[str, str]
    losses: list[str] = field(default_factory=list)
    blanks: dict[str, Blank] = field(default_factory=dict)
    asks: dict[str, Input] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    _taken: dict[str, str] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)

    def target(self) -> Target:
        """The target as the client reads it."""
        made = rewritten(self.profile.target, self._placed)
        self._doubt(made)
        return made

    def _placed(self, place: str, text: str) -> str:
        """Codex hands a variable on under its own name, and no other."""
        kind, _, name = place.partition(".")
        key = _SECRET.fullmatch(text)
        if key is None or (self.dialect, kind) != ("codex", "env") or key[1] in self.values:
            whole = text.removeprefix("Bearer ") if name.lower() == "authorization" else text
            return self.text(text, kind == "headers" and _VARIABLE(whole) is not None)
        self._keep(key[1])
        return self._blank(Blank(_told(key[1]), name, _ENV["codex"] % name, "variable", fixed=True))

    def text(self, text: str, handed: bool = False) -> str:
        """One text, in a single pass. handed: Codex takes the whole of it from a variable."""
        rules = DIALECTS[self.profile.variables]
        known = {one.key: one for one in self.profile.inputs}

        def put(match: re.Match[str]) -> str:
            named = rules.read(match)
            if named is None:
                return match[0]
            if named.kind == "secret":
                return self._secret(named.id, handed)
            asked = known.get(f"{named.kind}:{named.id}")
            if self.dialect == self.profile.variables:
                self._same(asked, named.id)
                return match[0]
            if asked is not None and asked.value is not None:
                return _SECRET.sub(lambda found: self._secret(found[1], handed), asked.value)
            return self._variable(named.kind, named.id, named.else_, match[0], asked)

        return re.sub(rules.pattern, put, text)

    def member(self, value: Any) -> Any:
        """A member that its own client said, with its secrets as they are written elsewhere in the entry."""
        if isinstance(value, dict):
            return {key: self.member(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.member(item) for item in value]
        return _SECRET.sub(lambda found: self._secret(found[1]), value) if isinstance(value, str) else value

    def _same(self, asked: Input | None, name: str) -> None:
        if asked is not None:
            if asked.kind == "input":
                self._ask(asked)
            if asked.value is not None:
                self._lose(
                    translate(
                        "Exporters",
                        "Your value for {} stays here; the other client looks it up or asks for it.",
                    ).format(name)
                )

    def _ask(self, asked: Input) -> str:
        self.asks[asked.id] = asked
        return self._blank(Blank(asked.id, asked.id, f"${{input:{asked.id}}}", "asked"))

    def _blank(self, blank: Blank) -> str:
        self.blanks[blank.text] = blank
        return blank.text

    def _keep(self, key: str) -> None:
        if key not in self.kept:
            self.kept.append(key)

    def _variable(self, kind: str, id_: str, else_: str | None, text: str, asked: Input | None) -> str:
        if kind == "input" and self.dialect in ("vscode", "own"):
            return self._ask(asked or Input(id_))
        if kind == "folder" and self.dialect in ("cursor", "vscode"):
            return f"${{{id_}}}"
        name = "HOME" if (kind, id_) == ("folder", "userHome") else id_
        if self.dialect not in _ENV or kind == "file" or (kind == "folder" and name != "HOME"):
            self._lose(translate("Exporters", "It does not expand {}: it is written as is.").format(text))
            return text
        if kind == "input":
            name = self._name(id_)
            self._lose(
                translate("Exporters", "It cannot prompt: {id} is read from the variable {name}.").format(
                    id=id_, name=name
                )
            )
        if else_:
            if self.dialect in _WITH_DEFAULT:
                return f"${{{name}:-{else_}}}"
            self._lose(
                translate("Exporters", "It has no setting for a default of {name} ({value}).").format(
                    name=name, value=else_
                )
            )
        return _ENV[self.dialect] % name

    def _secret(self, key: str, handed: bool = False) -> str:
        if (value := self.values.get(key)) is not None:
            return value
        self._keep(key)
        what = _told(key)
        if self.dialect == "vscode":
            return self._ask(
                Input(self._own(what, "-"), description=f"{what} ({self.profile.name})", secret=True)
            )
        name = self._name(what)
        if self.dialect in _ENV and (handed or self.dialect != "codex"):
            return self._blank(Blank(what, name, _ENV[self.dialect] % name, "variable"))
        return self._blank(Blank(what, name, f"<{name}>", "nothing"))

    def _name(self, what: str) -> str:
        """A variable for what this server needs: two servers must not share one."""
        name = self._own(what, "_").upper()
        name = f"_{name}" if name[:1].isdigit() else name
        self._names.add(name)
        return name

    def _own(self, what: str, joint: str) -> str:
        """The server's name and what it needs. What begins with that name has it already."""
        signs = re.compile(r"\W" if joint == "_" else r"[^\w-]", re.ASCII)
        server, said = signs.sub(joint, self.profile.name), signs.sub(joint, what)
        if not any(letter.isalnum() for letter in server):
            server = f"server{joint}{sha256(self.profile.name.encode()).hexdigest()[:6]}"
        own = said.casefold().startswith(f"{server}{joint}".casefold())
        name, count = said if own else f"{server}{joint}{said}", 1
        made = name
        while self._taken.setdefault(made.casefold(), what) != what:
            count += 1
            made = f"{name}{joint}{count}"
        return made

    def _doubt(self, made: Target) -> None:
        """What is plain text here and would be taken for a variable there."""
        if self.dialect == self.profile.variables:
            return
        before = {id_ for _, id_ in named_in(self.profile.target, self.profile.variables)}
        before |= {blank.name for blank in self.blanks.values()} | self._names | {"HOME"}
        for kind, id_ in named_in(made, self.dialect):
            if id_.removeprefix("secrets.") not in before and kind != "secret":
                self._lose(
                    translate(
                        "Exporters", "It would treat {} as a variable, although it is none here."
                    ).format(id_)
                )

    def _lose(self, text: str) -> None:
        if text not in self.losses:
            self.losses.append(text)

    def codex(self, target: Target) -> dict[str, object]:
        """Codex has no variables in texts but lists of their names: the members that say so."""
        if isinstance(target, StdioTarget):
            handed = [name for name, text in target.env.items() if text == f"${{env:{name}}}"]
            env = {name: text for name, text in target.env.items() if name not in handed}
            rest = [*target.args, *env.values()]
            members: dict[str, object] = {"env": env, "env_vars": handed}
        else:
            named = {name: found[1] for name, text in target.headers.items() if (found := _ALONE(text))}
            bearer = {
                name: found[1]
                for name, text in target.headers.items()
                if name.lower() == "authorization" and (found := _BEARER(text))
            }
            plain = {name: text for name, text in target.headers.items() if name not in named | bearer}
            rest = [target.url, *plain.values()]
            members = {"http_headers": plain, "env_http_headers": named}
            members["bearer_token_env_var"] = next(iter(bearer.values()), "")
        for text in rest:
            for found in re.findall(r"\$\{env:[^}]+\}", text):
                self._lose(
                    translate("Exporters", "It does not expand {} within text: it is written as is.").format(
                        found
                    )
                )
        return {key: value for key, value in members.items() if value}


_ALONE: Final = re.compile(r"\$\{env:([^}]+)\}").fullmatch
_VARIABLE: Final = re.compile(r"\$\{[^}]+\}").fullmatch
_BEARER: Final = re.compile(r"Bearer \$\{env:([^}]+)\}").fullmatch


def _told(key: str) -> str:
    return key.rpartition("/")[2]
