"""Compare two JSON documents by their structure: what was added, removed, changed or moved, and where.

Numbers are compared by their digits, duplicate keys one after the other, the order of keys is noted and
means nothing. What is no JSON is compared line by line. The result is a tree in which both documents can
be read: all children with a left side give the left one, all with a right side the right one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from inspector.protocol.json_path import Step
from inspector.render.alignment import aligned, increasing
from inspector.render.diff_tree import ABSENT, Comparison, Pair, Value
from inspector.render.json_paths import PathPatterns, State
from inspector.translation import translate

__all__ = ["compare"]

_NAMES: Final = ("id", "name", "uri", "key", "uriTemplate", "uuid")  # members that tell elements apart
_SHARE: Final = 0.5  # of the elements have to have a partner by name
_OPENING: Final = ("{", "[")
_BOM: Final = b"\xef\xbb\xbf"


def compare(left: bytes, right: bytes, ignore: Iterable[str] = ()) -> Comparison:
    """Compare two documents. ignore: JSON paths with `*` and `..`. Raises UsageError for a bad path."""
    patterns = PathPatterns(ignore)
    try:
        first, second = _read(left), _read(right)
        comparer = _Comparer(patterns)
        root = comparer.pair(first, second, patterns.start, None, None)
        return Comparison(root, "", comparer.reordered)
    except json.JSONDecodeError as error:
        reason = translate("Render", "not JSON at line {}, column {}").format(error.lineno, error.colno)
    except (ValueError, UnicodeDecodeError) as error:
        reason = str(error)
    except RecursionError:
        reason = translate("Render", "nested too deeply")
    root = _Comparer(PathPatterns(())).pair(_lines(left), _lines(right), frozenset(), None, None)
    return Comparison(root, reason, 0)


# -- reading -----------------------------------------------------------------------------------------


def _members(pairs: list[tuple[str, Value]]) -> tuple[tuple[str, Value], ...]:
    # Not `tuple` itself: a function of Python lets other threads have their turn.
    return tuple(pairs)


def _digits(text: str) -> bytes:
    return text.encode()


def _refuse(name: str) -> Value:
    raise ValueError(translate("Render", "{} is not JSON").format(name))


_decoder: Final = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=_digits,
    parse_float=_digits,
    parse_constant=_refuse,
)


def _read(data: bytes) -> Value:
    return _decoder.decode(data.removeprefix(_BOM).decode("utf-8"))


def _lines(data: bytes) -> list[str]:
    return data.decode("utf-8", "backslashreplace").splitlines()


# -- comparing ---------------------------------------------------------------------------------------


class _Comparer:
    def __init__(self, patterns: PathPatterns) -> None:
        self._below = patterns.below
        self.reordered = 0

    def pair(
        self, left: Value, right: Value, state: State, left_step: Step | None, right_step: Step | None
    ) -> Pair:
        """What stands at a place of both sides."""
        made = Pair("same", left, right, left_step, right_step)
        if left == right:
            return made
        if isinstance(left, tuple) and isinstance(right, tuple):
            made.adopt(self._objects(left, right, state))
        elif isinstance(left, list) and isinstance(right, list):
            made.adopt(self._arrays(left, right, state))
        elif (
            isinstance(left, str) and isinstance(right, str) and (inside := self._inside(left, right, state))
        ):
            made.embedded = True
            made.adopt(inside)
        else:
            made.kind = "changed"
            return made
        if any(child.kind not in ("same", "ignored") for child in made.children):
            made.kind = "inside"
        elif any(child.kind == "ignored" or child.children for child in made.children):
            made.kind = "ignored" if made.embedded else "same"
        elif made.embedded:
            made.kind, made.embedded, made.children = "changed", False, []  # only its spaces are other ones
        else:
            made.children = []
        return made

    def _inside(self, left: str, right: str, state: State) -> list[Pair]:
        """What two texts differ in when both hold JSON or lines: tools answer with both. Else nothing."""
        if left[:1] in _OPENING and right[:1] in _OPENING:
            with suppress(ValueError):
                mine, other = _decoder.decode(left), _decoder.decode(right)
                if _kind(mine) == _kind(other):
                    return self.pair(mine, other, state, None, None).children
        if "\n" in left and "\n" in right:
            return self.pair(left.splitlines(), right.splitlines(), state, None, None).children
        return []

    def _objects(
        self, left: Sequence[tuple[str, Value]], right: Sequence[tuple[str, Value]], state: State
    ) -> list[Pair]:
        """Members of the left in their order, those that only the right has where they stand there."""
        mine, others = _numbered(left), _numbered(right)
        self._note_order(mine, others)
        made: list[Pair] = []
        after: dict[tuple[str, int] | None, list[Pair]] = {}
        before: tuple[str, int] | None = None
        for key, value in others.items():
            if key in mine:
                before = key
            else:
                after.setdefault(before, []).append(self._alone("added", ABSENT, value, state, key[0]))
        made += after.pop(None, [])
        for key, value in mine.items():
            if key in others:
                made.append(self._both(value, others[key], state, key[0], key[0]))
            else:
                made.append(self._alone("removed", value, ABSENT, state, key[0]))
            made += after.pop(key, [])
        return made

    def _note_order(self, mine: Iterable[object], others: Iterable[object]) -> None:
        here, there = list(mine), list(others)
        common = set(here) & set(there)
        if [key for key in here if key in common] != [key for key in there if key in common]:
            self.reordered += 1

    def _both(self, left: Value, right: Value, state: State, mine: Step, other: Step) -> Pair:
        below = self._below(state, mine)
        if below is None:
            return Pair("same" if left == right else "ignored", left, right, mine, other)
        return self.pair(left, right, below, mine, other)

    def _alone(self, kind: str, left: Value, right: Value, state: State, step: Step) -> Pair:
        ignored = self._below(state, step) is None
        return Pair(
            "ignored" if ignored else kind,
            left,
            right,
            None if left is ABSENT else step,
            None if right is ABSENT else step,
        )

    def _arrays(self, left: list[Value], right: list[Value], state: State) -> list[Pair]:
        pairs, moved = self._match(left, right, state)
        arrived = {there: here for here, there in moved.items()}
        made: list[Pair] = []
        here = there = 0
        for mine, other in [*pairs, (len(left), len(right))]:
            for place in range(here, mine):
                gone = self._alone("removed", left[place], ABSENT, state, place)
                made.append(_as_moved(gone, moved.get(place, -1)))
            for place in range(there, other):
                new = self._alone("added", ABSENT, right[place], state, place)
                made.append(_as_moved(new, arrived.get(place, -1)))
            if mine < len(left):
                made.append(self._both(left[mine], right[other], state, mine, other))
            here, there = mine + 1, other + 1
        return made

    def _match(
        self, left: list[Value], right: list[Value], state: State
    ) -> tuple[list[tuple[int, int]], dict[int, int]]:
        """Places that belong together in ascending order, and left → right of what moved unchanged."""
        first, rest = _common_ends(left, right)  # quick, and mostly nearly all
        here, there = left[first : len(left) - rest], right[first : len(right) - rest]
        mine = [self._digest(value, self._below(state, first + n)) for n, value in enumerate(here)]
        others = [self._digest(value, self._below(state, first + n)) for n, value in enumerate(there)]
        pairs = self._by_name(here, there, state)
        by_name = pairs is not None
        pairs = aligned(mine, others) if pairs is None else pairs
        moved = _moved(mine, others, pairs)
        if not by_name:
            pairs = _with_gaps(here, there, pairs, moved)
        ends = zip(range(len(left) - rest, len(left)), range(len(right) - rest, len(right)), strict=True)
        middle = [(one + first, other + first) for one, other in pairs]
        whole = [*((n, n) for n in range(first)), *middle, *ends]
        return whole, {one + first: other + first for one, other in moved.items()}

    def _by_name(self, left: list[Value], right: list[Value], state: State) -> list[tuple[int, int]] | None:
        """Objects that have the same id, name …; None when they are not told apart by one."""
        inside = self._below(state, 0)
        names = [name for name in _NAMES if inside is not None and self._below(inside, name) is not None]
        mine, others = _named(left, names), _named(right, names)
        places = {name: place for place, name in enumerate(others)}
        common = [(place, places[name]) for place, name in enumerate(mine) if name in places]
        if len(common) < _SHARE * min(len(left), len(right)) or not common:
            return None
        return [common[place] for place in increasing([pair[1] for pair in common])]

    def _digest(self, value: Value, state: State | None) -> int:
        """The same number for what is the same but for the order of keys and what is ignored.

        Nothing is kept: only what differs is looked at again one level further down, and to let go of a
        million kept numbers would hold all threads for 150 ms.
        """
        if state is None:
            return 0
        if isinstance(value, tuple):
            below = ((key, item, self._below(state, key[0])) for key, item in _numbered(value).items())
            members = ((key, self._digest(item, inner)) for key, item, inner in below if inner is not None)
            return hash(frozenset(members))
        if isinstance(value, list):
            items = enumerate(value)
            return hash(tuple(self._digest(item, self._below(state, place)) for place, item in items))
        return hash((type(value), value))


def _common_ends(left: list[Value], right: list[Value]) -> tuple[int, int]:
    """How many elements at the beginning and at the end are the same."""
    most = min(len(left), len(right))
    first = next((n for n in range(most) if left[n] != right[n]), most)
    most -= first
    return first, next((n for n in range(most) if left[-1 - n] != right[-1 - n]), most)


def _numbered(members: Sequence[tuple[str, Value]]) -> dict[tuple[str, int], Value]:
    """(key, how often it was there before) → value: duplicate keys stay apart."""
    found: dict[tuple[str, int], Value] = {}
    for key, value in members:
        count = 0
        while (key, count) in found:
            count += 1
        found[key, count] = value
    return found


def _named(values: list[Value], names: list[str]) -> list[Value]:
    """What tells the elements apart, when all are objects that have it and no two are alike; else nothing."""
    if all(isinstance(value, tuple) for value in values):
        for name in names:
            found = [dict(value).get(name) for value in values]
            if all(isinstance(one, (str, bytes)) for one in found) and len(set(found)) == len(found):
                return [(name, one) for one in found]
    return []


def _as_moved(pair: Pair, other: int) -> Pair:
    if other >= 0 and pair.kind != "ignored":
        pair.kind, pair.other = "moved", other
    return pair


def _moved(mine: list[int], others: list[int], pairs: list[tuple[int, int]]) -> dict[int, int]:
    """Elements without a partner that stand unchanged elsewhere, one for one."""
    taken, given = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
    free: dict[int, list[int]] = {}
    for place, digest in enumerate(others):
        if place not in given:
            free.setdefault(digest, []).append(place)
    moved: dict[int, int] = {}
    for place, digest in enumerate(mine):
        if place not in taken and (there := free.get(digest)):
            moved[place] = there.pop(0)
    return moved


def _with_gaps(
    left: list[Value], right: list[Value], pairs: list[tuple[int, int]], moved: dict[int, int]
) -> list[tuple[int, int]]:
    """Between what is the same, elements of the same kind are taken for one that changed."""
    arrived = set(moved.values())
    found: list[tuple[int, int]] = []
    here = there = 0
    for mine, other in [*pairs, (len(left), len(right))]:
        gone = [place for place in range(here, mine) if place not in moved]
        new = [place for place in range(there, other) if place not in arrived]
        found += [
            (one, another)
            for one, another in zip(gone, new, strict=False)
            if _kind(left[one]) == _kind(right[another])
        ]
        if mine < len(left):
            found.append((mine, other))
        here, there = mine + 1, other + 1
    return found


def _kind(value: Value) -> type:
    return list if isinstance(value, list) else tuple if isinstance(value, tuple) else object
