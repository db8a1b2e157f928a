"""SEC-10: definitions that are no longer those that were approved (a rug pull).

What a user approved is what was pinned before a check, else what the server listed first in this session.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import islice
from typing import Any, ClassVar, Final

from inspector.lint.excerpts import excerpt
from inspector.lint.parts import list_of
from inspector.lint.rules import Place, rule
from inspector.lint.seen import Memory, Seen, keep, remembers
from inspector.schema.document import pointer_of
from inspector.translation import recorded

__all__ = ["Approved", "Definitions"]

Definitions = Mapping[str, Mapping[str, str]]
"""What is defined ("tools/add") → its members → the beginning of the SHA-256 of each."""

PAGE: Final = "server/tools#security-considerations"
_READ: Final = {
    "tools": ("title", "description", "inputSchema", "outputSchema", "annotations"),
    "prompts": ("title", "description", "arguments"),
}
"""Members that a user or a model reads."""
_METHODS: Final = {"tools/list": "tools", "prompts/list": "prompts"}
_SAID: Final = ("initialize", "server/discover")
_MOST: Final = 20
_DIGITS: Final = 16


def _digest(value: Any) -> str:
    try:
        text = json.dumps(value, sort_keys=True)
    except RecursionError:
        return ""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:_DIGITS]


def _defined(seen: Seen) -> Iterator[tuple[str, dict[str, str], str]]:
    """What a message defines: the name, a digest of each member, and the place."""
    method = seen.record.method
    if method in _SAID and isinstance(text := seen.result.get("instructions"), str):
        yield "server", {"instructions": _digest(text)}, "/result"
    kind = _METHODS.get(method, "")
    for place, item in enumerate(list_of(seen.result.get(kind)) if kind else ()):
        if isinstance(item, dict) and isinstance(name := item.get("name"), str):
            members = {one: _digest(item[one]) for one in _READ[kind] if one in item}
            yield f"{kind}/{name}", members, f"/result/{kind}/{place}"


@remembers
class Approved(Memory):
    """The definitions that were approved, and those that the server listed last."""

    kinds: ClassVar[tuple[str, ...]] = ("response", "notification", "lifecycle")

    def __init__(self) -> None:
        self.pinned: Definitions | None = None
        self.listed: dict[str, dict[str, str]] = {}
        self.told: dict[str, bool] = {}  # kinds of whose change the server told since they were listed
        self._of: Seen | None = None
        self._defined: list[tuple[str, dict[str, str], str]] = []

    def defined(self, seen: Seen) -> list[tuple[str, dict[str, str], str]]:
        """What a message defines; the rules share one look at it."""
        if self._of is not seen:
            self._of, self._defined = seen, list(_defined(seen)) if seen.incoming else []
        return self._defined

    def remember(self, seen: Seen) -> None:
        """Keep what was listed; another process may define something else."""
        record = seen.record
        if record.kind == "lifecycle":
            if record.channel == "started":
                self.listed, self.told = {}, {}
        elif record.kind == "notification":
            kind = record.method.removeprefix("notifications/").removesuffix("/list_changed")
            if seen.incoming and kind in _READ:
                self.told[kind] = True
        elif (record.method in _METHODS or record.method in _SAID) and seen.readable:
            for name, members, _ in self.defined(seen):
                keep(self.listed, name, members)
            if not seen.result.get("nextCursor"):
                self.told.pop(_METHODS.get(record.method, ""), None)
            self._of, self._defined = None, []


def _changed(seen: Seen, before: Definitions) -> Iterator[tuple[str, str, str]]:
    """Name, member and place of what is not as it was; older revisions leave members out."""
    for name, members, at in seen.state.of(Approved).defined(seen):
        known = before.get(name, members)
        for member, digest in members.items():
            if known.get(member) != digest:
                yield name.partition("/")[2] or name, member, at + pointer_of((member,))


def _listing(description: str, number: int = 1) -> str:
    tool = f'{{"name":"add","description":"{description}","inputSchema":{{"type":"object"}}}}'
    ask = f'> {{"jsonrpc":"2.0","id":{number},"method":"tools/list","params":{{}}}}\n'
    return f'{ask}< {{"jsonrpc":"2.0","id":{number},"result":{{"tools":[{tool}]}}}}\n'


_D: Final = '= 2025-11-25 {"tools":{"listChanged":true}}\n'
_TOLD: Final = '< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n'


@rule(
    "SEC-10",
    "warning",
    PAGE,
    sentence="A definition that changes after it was approved is not what the user agreed to.",
    fix="Keep the texts of a session; tell of a change by list_changed, and give a changed tool a new name.",
    kinds=("response",),
    methods=(*_METHODS, *_SAID),
    good=_D + _listing("Adds.") + _listing("Adds.", 2),
    bad=_D + _listing("Adds.") + _listing("Adds two numbers.", 2),
)
def definitions_stay_as_approved(seen: Seen) -> Iterator[Place]:
    """What is listed is what was pinned, or what was listed before in silence."""
    approved = seen.state.of(Approved)
    if approved.pinned is not None:
        for name, member, at in islice(_changed(seen, approved.pinned), _MOST):
            said = recorded("{member} of {name} is not what was pinned", member=member, name=excerpt(name))
            yield Place(said, at)
        new = [(name, at) for name, _, at in approved.defined(seen) if name not in approved.pinned]
        for name, at in new[:_MOST]:
            yield Place(recorded("{name} was not there when the server was pinned", name=excerpt(name)), at)
    elif _METHODS.get(seen.record.method) not in approved.told:
        for name, member, at in islice(_changed(seen, approved.listed), _MOST):
            said = recorded(
                "{member} of {name} changed since it was listed before, and no list_changed told of it",
                member=member,
                name=excerpt(name),
            )
            yield Place(said, at)


@rule(
    "SEC-10-told",
    "info",
    PAGE,
    sentence="A definition that changes after it was approved is not what the user agreed to.",
    fix="Have the user approve the tool again where its text changes.",
    kinds=("response",),
    methods=tuple(_METHODS),
    good=_D + _listing("Adds.") + _TOLD + _listing("Adds.", 2),
    bad=_D + _listing("Adds.") + _TOLD + _listing("Adds two numbers.", 2),
)
def changes_are_looked_at(seen: Seen) -> Iterator[Place]:
    """A definition whose change was announced is told of all the same."""
    approved = seen.state.of(Approved)
    if approved.pinned is None and _METHODS.get(seen.record.method) in approved.told:
        for name, member, at in islice(_changed(seen, approved.listed), _MOST):
            said = recorded(
                "{member} of {name} changed since it was listed before", member=member, name=excerpt(name)
            )
            yield Place(said, at)
