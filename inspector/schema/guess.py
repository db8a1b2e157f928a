"""Which branch of a union a given value most likely is. Pure and bounded, on decoded values.

First what the branches say about a common property (`kind: "a"`), then which of them the value satisfies,
then which it misses least. This is no validation: the verdict about a value comes from the validator.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any, Final, Protocol

from inspector.schema.document import lexeme_of
from inspector.schema.kinds import Bounds, Kind, Option

__all__ = ["Branch", "guess_branch"]

_DEPTH: Final = 4
_STEPS: Final = 600
_LEAST_STEPS: Final = 30
_STEPS_OF_ALL: Final = 4_000
_TYPE, _VALUE, _MISSING, _UNKNOWN, _LIMIT = 1000, 300, 60, 3, 8


class Branch(Protocol):
    """What is asked of a field to compare it with a value; see `fields.Field`."""

    @property
    def kind(self) -> Kind: ...
    @property
    def key(self) -> str: ...
    @property
    def required(self) -> bool: ...
    @property
    def nullable(self) -> bool: ...
    @property
    def forbidden(self) -> bool: ...
    @property
    def bounds(self) -> Bounds: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def takes_more(self) -> bool: ...

    def tagged(self, value: Any) -> bool | None:
        """Whether a common property of all branches says that it is this one; None: it says nothing."""

    def accepts(self, value: Any, steps: int = ...) -> bool | None:
        """Whether the value satisfies it; None: not decided after that many steps."""

    def branches(self) -> Sequence[Branch]:
        """Of a union."""

    def properties(self) -> Sequence[Branch]:
        """The declared ones of an object."""

    def extra(self, key: str) -> Branch:
        """What an object says of a property that it does not declare."""

    def item(self, index: int) -> Branch:
        """What a list says of its item."""


def guess_branch(branches: Sequence[Branch], value: Any) -> int:
    """Number of the branch that a given value most likely is; the first one in a draw."""
    likely = list(range(len(branches)))
    if isinstance(value, dict) and len(branches) > 1:
        tags = [branch.tagged(value) for branch in branches]
        likely = [n for n in likely if tags[n]] or [n for n in likely if tags[n] is None] or likely
    if len(likely) < 2:
        return likely[0] if likely else 0
    steps = max(100, _STEPS_OF_ALL // len(likely))
    verdicts = {number: branches[number].accepts(value, steps) for number in likely}
    likely = [n for n in likely if verdicts[n]] or [n for n in likely if verdicts[n] is None] or likely
    if len(likely) == 1:
        return likely[0]
    # where nothing could be decided a close look would take as long again
    depth = 1 if verdicts[likely[0]] is None else _DEPTH
    budget = max(_LEAST_STEPS, _STEPS // len(likely))
    costs = {number: _Guess(budget).misfit(branches[number], value, depth) for number in likely}
    return min(likely, key=costs.__getitem__)


class _Guess:
    """How badly a value fits a field, with a budget of fields to look at."""

    def __init__(self, steps: int) -> None:
        self._steps = steps

    def misfit(self, field: Branch, value: Any, depth: int) -> int:
        """0: nothing speaks against it."""
        self._steps -= 1
        if self._steps < 0:
            return 0
        if field.forbidden:
            return _TYPE
        if value is None and (field.nullable or field.kind == "null"):
            return 0
        if field.kind in ("const", "enum"):
            lexeme = lexeme_of(value)
            return 0 if any(option.lexeme == lexeme for option in field.options) else _VALUE
        if field.kind == "union" and depth:
            branches = field.branches()
            # the ways through choices in choices multiply
            deeper = (max(0, depth - 2) if branch.kind == "union" else depth - 1 for branch in branches)
            return min(map(self.misfit, branches, repeat(value), deeper), default=0)
        if not _type_fits(field.kind, value):
            return _TYPE
        if depth == 0:
            return 0
        if isinstance(value, dict):
            return self._object_misfit(field, value, depth)
        if isinstance(value, list):
            items = enumerate(value[:5])
            return sum(self.misfit(field.item(number), item, depth - 1) for number, item in items) // 3
        return _limit_misfit(field, value)

    def _object_misfit(self, field: Branch, value: dict[str, Any], depth: int) -> int:
        cost = 0
        declared = {}
        for child in field.properties() if self._steps > 0 else ():
            self._steps -= 1
            declared[child.key] = child
            cost += _MISSING if child.required and child.key not in value else 0
        for key, inner in list(value.items())[:200]:
            if self._steps < 0:
                break
            child = declared.get(key) or field.extra(key)
            if child.forbidden:
                cost += _UNKNOWN * 10
                continue
            cost += self.misfit(child, inner, depth - 1) // 2
            cost += _UNKNOWN if key not in declared and not field.takes_more else 0
        return cost


_PYTHON_TYPES: Final[dict[Kind, tuple[type, ...]]] = {
    "string": (str,),
    "multiline": (str,),
    "number": (int, float),
    "integer": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "list": (list,),
    "tuple": (list,),
    "object": (dict,),
    "map": (dict,),
}


def _type_fits(kind: Kind, value: Any) -> bool:
    if isinstance(value, bool) and kind in ("number", "integer"):
        return False
    if isinstance(value, float) and kind == "integer":
        return value.is_integer()
    return isinstance(value, _PYTHON_TYPES.get(kind, (object,)))


def _limit_misfit(field: Branch, value: Any) -> int:
    bounds = field.bounds
    if isinstance(value, str):
        short = bounds.min_length is not None and len(value) < bounds.min_length
        long = bounds.max_length is not None and len(value) > bounds.max_length
        return _LIMIT if short or long else 0
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low = bounds.minimum is not None and value < float(bounds.minimum)
        high = bounds.maximum is not None and value > float(bounds.maximum)
        return _LIMIT if low or high else 0
    return 0
