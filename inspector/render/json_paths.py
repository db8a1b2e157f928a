"""Patterns of paths into a JSON document, such as `$..id` and `$.items[*].at`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Final

from inspector.errors import UsageError
from inspector.protocol.json_path import Step
from inspector.translation import translate

__all__ = ["PathPatterns", "State"]

State = frozenset[tuple[int, int]]

_PART: Final = re.compile(
    r"""(?P<deep>\.\.)?(?:
        (?P<dot>\.)?(?P<name>[^\s.\[\]'",*]+) | \.?(?P<star>\*)
      | \[\s*(?:(?P<index>\d+)|(?P<any>\*)|(?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))\s*\]
    )""",
    re.VERBOSE,
)


class PathPatterns:
    """Tells while walking down a document which values the patterns mean.

    A pattern is a JSON path in which `*` stands for any key or index and `..` for any number of levels. A
    path without `$` may begin anywhere: `id` is `$..id`. Raises UsageError for what cannot be read.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self._patterns = [_parsed(text) for text in patterns if text.strip()]
        self._memory: dict[tuple[State, Step], State | None] = {}
        self.start: State = frozenset((number, 0) for number in range(len(self._patterns)))

    def below(self, state: State, step: Step) -> State | None:
        """The state one level further down; None: this value is meant by a pattern."""
        if not state:
            return state
        known = (state, step)
        if known not in self._memory:
            self._memory[known] = self._advance(state, step)
        return self._memory[known]

    def _advance(self, state: State, step: Step) -> State | None:
        found: set[tuple[int, int]] = set()
        for number, place in state:
            pattern = self._patterns[number]
            deep, wanted = pattern[place]
            if deep:
                found.add((number, place))
            if wanted is None or (wanted == step and isinstance(wanted, int) == isinstance(step, int)):
                if place + 1 == len(pattern):
                    return None
                found.add((number, place + 1))
        return frozenset(found)


def _parsed(text: str) -> Sequence[tuple[bool, Step | None]]:
    """(whether any number of levels may come before, the key or index; None: any)."""
    rest = text.strip()
    anywhere = not rest.startswith("$")
    at = 0 if anywhere else 1
    parts: list[tuple[bool, Step | None]] = []
    while at < len(rest):
        found = _PART.match(rest, at)
        if found is None or (found["name"] and not (found["dot"] or found["deep"] or at == 0)):
            raise UsageError(
                translate("Render", "“{text}” is not a valid path: error at character {at}").format(
                    text=text.strip(), at=at + 1
                )
            )
        deep = bool(found["deep"]) or (anywhere and not parts)
        parts.append((deep, _wanted(found)))
        at = found.end()
    if not parts:
        raise UsageError(
            translate("Render", "“{}” is the whole document; select a value in it, such as $.id").format(
                text.strip()
            )
        )
    return parts


def _wanted(found: re.Match[str]) -> Step | None:
    if found["index"]:
        return int(found["index"])
    if found["quoted"]:
        inner = found["quoted"]
        if inner[0] == "'":
            inner = '"' + inner[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'
        try:
            return str(json.loads(inner))
        except ValueError:
            return inner[1:-1]
    return found["name"]
