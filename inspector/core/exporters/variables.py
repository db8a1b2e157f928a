"""Variables of one dialect as another one writes them, and what is lost on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from inspector.core.inputs import Input
from inspector.core.profiles import Profile
from inspector.core.variables import DIALECTS, named_in, rewritten
from inspector.translation import translate
from inspector.transport import StdioTarget, Target

__all__ = ["Rewriting"]

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
_SECRET: Final = re.compile(r"\$\{secret:([^}]+)\}")


@dataclass
class Rewriting:
    """One profile's texts for the dialect of a client. values: secrets to be written as they are, by key.

    losses: sentences; unwritten: those of them about secrets. asks: inputs that the client has to ask for
    (VS Code). kept: keys of secrets that are named only. written: (kind, id) of the variables that were
    written."""

    profile: Profile
    dialect: str
    values: Mapping[str, str]
    losses: list[str] = field(default_factory=list)
    unwritten: set[str] = field(default_factory=set)
    asks: dict[str, Input] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)

    def target(self) -> Target:
        """The target as the client reads it."""
        made = rewritten(self.profile.target, lambda place, text: self.text(text))
        self._doubt(made)
        return made

    def text(self, text: str) -> str:
        """One text, in a single pass."""
        rules = DIALECTS[self.profile.variables]
        known = {one.key: one for one in self.profile.inputs}

        def put(match: re.Match[str]) -> str:
            named = rules.read(match)
            if named is None:
                return match[0]
            if named.kind == "secret":
                return self._secret(named.id)
            asked = known.get(f"{named.kind}:{named.id}")
            if self.dialect == self.profile.variables:
                self._same(asked, named.id)
                return match[0]
            if asked is not None and asked.value is not None:
                return _SECRET.sub(lambda found: self._secret(found[1]), asked.value)
            return self._variable(named.kind, named.id, named.else_, match[0], asked)

        return re.sub(rules.pattern, put, text)

    def _same(self, asked: Input | None, name: str) -> None:
        if asked is not None:
            if asked.kind == "input":
                self.asks[asked.id] = asked
            if asked.value is not None:
                self._lose(
                    translate(
                        "Exporters",
                        "Your answer for {} stays here: it is looked up or asked for again there.",
                    ).format(name)
                )

    def _variable(self, kind: str, id_: str, else_: str | None, text: str, asked: Input | None) -> str:
        if kind == "input" and self.dialect in ("vscode", "own"):
            self.asks[id_] = asked or Input(id_)
            return f"${{input:{id_}}}"
        if kind == "folder" and self.dialect in ("cursor", "vscode"):
            return f"${{{id_}}}"
        name = "HOME" if (kind, id_) == ("folder", "userHome") else id_
        if self.dialect not in _ENV or kind == "file" or (kind == "folder" and name != "HOME"):
            self._lose(
                translate("Exporters", "It does not know {}: that stands there as it is written.").format(
                    text
                )
            )
            return text
        if kind == "input":
            name = _variable_name(id_)
            self._lose(
                translate("Exporters", "It asks for nothing: {id} is taken from the variable {name}.").format(
                    id=id_, name=name
                )
            )
        if else_:
            if self.dialect in _WITH_DEFAULT:
                return f"${{{name}:-{else_}}}"
            self._lose(
                translate(
                    "Exporters", "The value of {name} where it is not set ({value}) cannot be said."
                ).format(name=name, value=else_)
            )
        return _ENV[self.dialect] % name

    def _secret(self, key: str) -> str:
        if (value := self.values.get(key)) is not None:
            return value
        if key not in self.kept:
            self.kept.append(key)
        what = key.rpartition("/")[2]
        if self.dialect == "vscode":
            id_ = re.sub(r"[^\w-]", "-", what)
            self.asks[id_] = Input(id_, description=what, secret=True)
            return f"${{input:{id_}}}"
        name = _variable_name(what)
        loss = translate(
            "Exporters", "The secret {what} is not written: put it in place of <{name}>."
        ).format(what=what, name=name)
        if self.dialect in _ENV:
            loss = translate(
                "Exporters", "The secret {what} is not written: it is taken from the variable {name}."
            ).format(what=what, name=name)
        self.unwritten.add(loss)
        self._lose(loss)
        return _ENV[self.dialect] % name if self.dialect in _ENV else f"<{name}>"

    def _doubt(self, made: Target) -> None:
        """What is plain text here and would be taken for a variable there."""
        if self.dialect == self.profile.variables:
            return
        before = {id_ for _, id_ in named_in(self.profile.target, self.profile.variables)}
        before |= {_variable_name(id_.rpartition("/")[2]) for id_ in before} | set(self.asks) | {"HOME"}
        for kind, id_ in named_in(made, self.dialect):
            if id_.removeprefix("secrets.") not in before and kind != "secret":
                self._lose(
                    translate("Exporters", "It takes {} for a variable, which it is not here.").format(id_)
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
                    translate(
                        "Exporters", "It does not know {} within a text: that stands there as it is written."
                    ).format(found)
                )
        return {key: value for key, value in members.items() if value}


_ALONE: Final = re.compile(r"\$\{env:([^}]+)\}").fullmatch
_BEARER: Final = re.compile(r"Bearer \$\{env:([^}]+)\}").fullmatch


def _variable_name(text: str) -> str:
    name = re.sub(r"\W", "_", text, flags=re.ASCII)
    name = f"_{name}" if name[:1].isdigit() or not name else name
    return name if name == text else name.upper()
