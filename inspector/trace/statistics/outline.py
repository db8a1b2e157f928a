"""Figures of a session as an outline: server, then method, then target; each figure with its filter.

Made in a worker thread; a window and a test only read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.trace.files import duration_text, size_text
from inspector.trace.query.language import MAX_CHARS
from inspector.trace.query.text import quoted
from inspector.trace.statistics.statistics import Group, Key, Sort, Summary, summarise
from inspector.trace.statistics.text import OTHERS, Line, label
from inspector.translation import translate

__all__ = [
    "Figure",
    "OutlineNode",
    "lines_of",
    "outline_of_calls",
    "outline_of_messages",
]

_ARROWS: Final = {"out": "→ ", "in": "← ", "": ""}
_CALLS: Final = "is:call"
_OPEN: Final = "status in {pending, input_required}"
_KEPT: Final = 0.005  # a smaller share is said as less than that


@dataclass(frozen=True, slots=True)
class Figure:
    """One cell. condition: the filter that shows what it counts, "": none. tone: role of the theme."""

    text: str
    condition: str = ""
    tone: str = ""


@dataclass(slots=True)
class OutlineNode:
    """One line. path: its names from the root on. condition: the filter that shows all of it, "": none can.

    orders: what its figures are sorted by. summary: of calls; a line of messages has none.
    """

    path: tuple[str, ...]
    condition: str
    orders: tuple[float, ...] = ()
    children: list[OutlineNode] = field(default_factory=list)
    keys: tuple[Key, ...] = ()
    summary: Summary | None = None
    _figures: tuple[Figure, ...] = ()

    @property
    def name(self) -> str:
        """What stands in its first cell."""
        return self.path[-1]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Its other cells, made when they are looked at: there may be thousands of lines."""
        if not self._figures:
            self._figures = tuple(
                _figures_of_messages(self) if self.summary is None else _figures_of_calls(self)
            )
        return self._figures


_NOTHING: Final = Figure("")


def outline_of_calls(groups: Mapping[Key, Group], everything: str) -> list[OutlineNode]:
    """Servers with their methods and targets. everything: name of the line over several servers.

    The condition of a figure selects exactly the calls that it counts, in rows of either mode.
    """
    servers: dict[str, dict[tuple[str, str], list[Key]]] = {}
    for key in sorted(groups):
        servers.setdefault(key.server, {}).setdefault((key.method, key.direction), []).append(key)
    found = [_server(name, methods, groups) for name, methods in servers.items()]
    if len(found) > 1:
        every = OutlineNode((everything,), _CALLS, keys=tuple(groups))
        found.insert(0, _filled(every, groups))
    return found


def _server(
    name: str, methods: Mapping[tuple[str, str], list[Key]], groups: Mapping[Key, Group]
) -> OutlineNode:
    own = f"server == {quoted(name)}"
    node = OutlineNode((name,), own, keys=tuple(key for keys in methods.values() for key in keys))
    for (method, direction), keys in methods.items():
        both = ("in" if direction == "out" else "out") in {way for one, way in methods if one == method}
        condition = f"{own} and method == {quoted(method)}"
        if both:
            condition += f" and direction == {quoted(direction)}"
        child = OutlineNode((name, label(keys[0])), condition, keys=tuple(keys))
        if len(keys) > 1 or keys[0].target:
            child.children = [_target(child, key, groups) for key in keys]
        node.children.append(_filled(child, groups))
    return _filled(node, groups)


def _target(parent: OutlineNode, key: Key, groups: Mapping[Key, Group]) -> OutlineNode:
    name = translate("Trace", OTHERS) if key.others else key.target
    # The other targets are too many to be named, and some are longer than a filter may be.
    condition = "" if key.others else f"{parent.condition} and target == {quoted(key.target)}"
    return _filled(OutlineNode((*parent.path, name), condition, keys=(key,)), groups)


def _filled(node: OutlineNode, groups: Mapping[Key, Group]) -> OutlineNode:
    found = node.summary = summarise([groups[key] for key in node.keys])
    share = found.errors / found.count if found.count else 0.0
    times = (found.least, found.p50, found.p95, found.p99, found.most)
    node.orders = (
        found.count, share, found.lost, found.cancelled, found.pending,
        *times, found.bytes_out, found.bytes_in,
    )  # fmt: skip
    if len(node.condition) > _LONGEST or "\0" in node.condition:
        node.condition = ""
    return node


_LONGEST: Final = MAX_CHARS - 400  # what figures and a stretch of the chart add to it has room


def _figures_of_calls(node: OutlineNode) -> Iterator[Figure]:
    count, share, lost, cancelled, pending, *times, size_out, size_in = node.orders
    calls = node.condition if node.condition in ("", _CALLS) else f"{node.condition} and {_CALLS}"

    def figure(text: str, condition: str, tone: str = "") -> Figure:
        return Figure(text, f"{calls} and {condition}" if calls else "", tone)

    yield Figure(f"{count:,}", calls)
    errors = node.summary.errors if node.summary is not None else 0
    yield figure(f"{errors:,} ({_percent(share)})", "is:error", "error") if errors else _NOTHING
    yield figure(f"{lost:,}", "is:lost", "error") if lost else _NOTHING
    yield figure(f"{cancelled:,}", "is:cancelled", "warning") if cancelled else _NOTHING
    yield figure(f"{pending:,}", _OPEN, "pending") if pending else _NOTHING
    for value in map(int, times):
        took = f"is:answered and duration >= {value}ns"
        yield figure(duration_text(value), took) if value >= 0 else _NOTHING
    yield Figure(size_text(int(size_out)))
    yield Figure(size_text(int(size_in)))


def _percent(share: float) -> str:
    return f"{share:.0%}" if share >= _KEPT else "<1%"


def lines_of(nodes: Iterable[OutlineNode]) -> list[Line]:
    """The innermost lines, for a table of text."""
    found: list[Line] = []
    for node in nodes:
        if node.children:
            found.extend(lines_of(node.children))
        elif len(node.keys) == 1 and node.summary is not None:
            found.append((node.keys[0], node.summary))
    return found


def outline_of_messages(counts: Mapping[Sort, tuple[int, int]]) -> list[OutlineNode]:
    """Servers with the kinds of their messages and their methods."""
    total = sum(count for count, _ in counts.values())
    found: dict[tuple[str, ...], OutlineNode] = {}
    sums: dict[tuple[str, ...], tuple[int, int]] = {}
    for sort, (count, size) in sorted(counts.items()):
        for path, condition in _levels(sort):
            if path not in found:
                found[path] = OutlineNode(path, condition)
                if len(path) > 1:
                    found[path[:-1]].children.append(found[path])
            before = sums.get(path, (0, 0))
            sums[path] = before[0] + count, before[1] + size
    for path, node in found.items():
        count, size = sums[path]
        node.orders = count, count / max(1, total), size
    return [node for path, node in found.items() if len(path) == 1]


def _figures_of_messages(node: OutlineNode) -> Iterator[Figure]:
    count, share, size = node.orders
    yield Figure(f"{count:,}", node.condition)
    yield Figure(_percent(share))
    yield Figure(size_text(int(size)))


def _levels(sort: Sort) -> Sequence[tuple[tuple[str, ...], str]]:
    server = f"server == {quoted(sort.server)}"
    kind = f"{server} and kind == {quoted(sort.kind)} and direction == {quoted(sort.direction)}"
    named = _ARROWS.get(sort.direction, "") + sort.kind
    levels = [((sort.server,), server), ((sort.server, named), kind)]
    if sort.method:
        levels.append(((sort.server, named, sort.method), f"{kind} and method == {quoted(sort.method)}"))
    return levels
