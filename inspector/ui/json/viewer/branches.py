"""Which branches of a document are open, remembered by kind of document and by path, not by document."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from inspector.render.tree import Way

__all__ = ["BranchMemory", "Branches"]

_KINDS: Final = 200  # documents of so many kinds are remembered,
_WAYS: Final = 300  # and of each so many branches; the oldest are forgotten


class Branches:
    """Of one kind of document: what the user opened and shut by hand, and which value was chosen."""

    def __init__(self) -> None:
        self._open: OrderedDict[Way, bool] = OrderedDict()
        self.chosen: Way = ()

    def note(self, way: Way, opened: bool) -> None:
        """The user opened or shut a branch."""
        self._open.pop(way, None)
        self._open[way] = opened
        while len(self._open) > _WAYS:
            self._open.popitem(last=False)

    def ways(self) -> list[tuple[Way, bool]]:
        """What to open and to shut, parents before their children."""
        return sorted(self._open.items(), key=_depth)


class BranchMemory:
    """The branches of every kind of document that was looked at."""

    def __init__(self) -> None:
        self._kinds: OrderedDict[str, Branches] = OrderedDict()

    def of(self, kind: str) -> Branches:
        """Those of a kind; they may be changed."""
        found = self._kinds.pop(kind, None) or Branches()
        self._kinds[kind] = found
        while len(self._kinds) > _KINDS:
            self._kinds.popitem(last=False)
        return found


def _depth(item: tuple[Way, bool]) -> int:
    return len(item[0])
