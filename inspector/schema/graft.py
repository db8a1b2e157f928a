"""Change the tree of a scanned text in one place without scanning or copying the rest.

What stands before the change is shared with the old tree; what stands after it is moved by the difference in
length, but only when it is looked at. So a key typed into a text of megabytes costs what is on the way
from the root to the change. The old tree stays as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar, overload

from inspector.schema.scan import DocumentError, Member, Path, ScanNode, scan

__all__ = ["grafted", "moved", "with_fewer", "with_new"]

_Child = TypeVar("_Child", Member, ScanNode)
_DEEPEST: Final = 12


class _Later(Sequence[_Child]):
    """Children of a container: before `first` as they were, `new` at `first`, behind it moved by `by`."""

    __slots__ = ("by", "depth", "first", "made", "new", "old")

    def __init__(self, old: Sequence[_Child], first: int, new: _Child | None, by: int) -> None:
        self.depth: int = old.depth + 1 if isinstance(old, _Later) else 0
        if self.depth > _DEEPEST:
            old, self.depth = list(old), 0
        self.old: Sequence[_Child] = old
        self.first = first
        self.new: _Child | None = new
        self.by = by
        self.made: dict[int, _Child] = {}

    def __len__(self) -> int:
        return len(self.old)

    @overload
    def __getitem__(self, place: int) -> _Child: ...

    @overload
    def __getitem__(self, place: slice) -> list[_Child]: ...

    def __getitem__(self, place: int | slice) -> _Child | list[_Child]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self.old)))]
        place = place + len(self.old) if place < 0 else place
        if place < self.first or not self.by:
            return self.new if place == self.first and self.new is not None else self.old[place]
        if place == self.first and self.new is not None:
            return self.new
        child = self.made.get(place)
        if child is None:
            child = self.made[place] = moved(self.old[place], self.by)
        return child


def moved(child: _Child, by: int) -> _Child:
    """The same value, its place further on by so many characters."""
    if isinstance(child, Member):
        return Member(child.key, child.start + by, child.key_end + by, moved(child.node, by))
    node = ScanNode(child.kind, child.start + by, child.end + by)
    if child.members:
        node.members, node.index = _all_moved(child.members, by), child.index
    elif child.items:
        node.items = _all_moved(child.items, by)
    return node


def with_new(parent: ScanNode, place: int, tokens: str, start: int, by: int) -> ScanNode | None:
    """A container with more children before child `place`. tokens: their text, with commas between.

    start: where that text begins in the new one. None: the text is no children of such a container.
    """
    opening, closing = ("{", "}") if parent.kind == "object" else ("[", "]")
    try:
        grown = scan(opening + tokens + closing)
    except DocumentError:
        return None
    if parent.kind == "object":
        members = [*parent.members[:place], *(moved(one, start - 1) for one in grown.members)]
        members += [moved(member, by) for member in parent.members[place:]]
        return _with_members(parent, members, by)
    items = [*parent.items[:place], *(moved(one, start - 1) for one in grown.items)]
    items += [moved(item, by) for item in parent.items[place:]]
    return ScanNode(parent.kind, parent.start, parent.end + by, items=items)


def with_fewer(parent: ScanNode, number: int, by: int) -> ScanNode:
    """A container without one of its children."""
    if parent.kind == "object":
        later = (moved(member, by) for member in parent.members[number + 1 :])
        return _with_members(parent, [*parent.members[:number], *later], by)
    items = [*parent.items[:number], *(moved(item, by) for item in parent.items[number + 1 :])]
    return ScanNode(parent.kind, parent.start, parent.end + by, items=items)


def _with_members(parent: ScanNode, members: list[Member], by: int) -> ScanNode:
    index = {member.key: number for number, member in enumerate(members)}
    return ScanNode(parent.kind, parent.start, parent.end + by, members=members, index=index)


def grafted(root: ScanNode, path: Path, new: ScanNode, by: int) -> ScanNode:
    """The tree with another node at the path, which must be there; what follows is moved by `by`."""
    around: list[tuple[ScanNode, int]] = []
    node = root
    for step in path:
        number = step if isinstance(step, int) else node.index[step]
        around.append((node, number))
        node = node.children()[number] if isinstance(step, int) else node.members[number].node
    for parent, number in reversed(around):
        made = ScanNode(parent.kind, parent.start, parent.end + by)
        if parent.kind == "object":
            old = parent.members[number]
            made.members = _replaced(parent.members, number, Member(old.key, old.start, old.key_end, new), by)
            made.index = parent.index
        else:
            made.items = _replaced(parent.items, number, new, by)
        new = made
    return new


def _replaced(children: Sequence[_Child], number: int, new: _Child, by: int) -> Sequence[_Child]:
    """Typing goes on at one place: then what was moved before is moved a little more, not once again."""
    if isinstance(children, _Later) and children.first == number and children.new is not None:
        return _Later(children.old, number, new, children.by + by)
    return _Later(children, number, new, by)


def _all_moved(children: Sequence[_Child], by: int) -> Sequence[_Child]:
    if isinstance(children, _Later) and children.first == 0 and children.new is None:
        return _Later(children.old, 0, None, children.by + by)
    return _Later(children, 0, None, by)
