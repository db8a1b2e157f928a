"""The value under the mouse and the chosen one: its path, and its exact bytes in the text as it came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Signal

from inspector.render.places import Places
from inspector.render.tree import TreeNode
from inspector.ui.json.viewer.tree_view import JsonTreeView
from inspector.ui.loop.slices import Slices
from inspector.ui.text.big_text import BigText

__all__ = ["Spot", "SpotFinder"]

_AT_ONCE: Final = 256 * 1024  # bytes; more are read in slices before the first place is known
_TOKEN: Final = 4096  # bytes of a value that are handed on


@dataclass(frozen=True, slots=True)
class Spot:
    """A value of a document. start..end: its bytes as they came. shown: the same in the indented text.

    path is empty in what is no JSON; token has the first bytes of the value, as they came.
    """

    path: str
    kind: str
    start: int
    end: int
    shown: tuple[int, int]
    token: bytes


class SpotFinder(QObject):
    """Listens to a tree and a text of one document, and to what points at its bytes."""

    hovered = Signal(object)  # Spot, or None: the mouse is elsewhere
    selected = Signal(object)  # Spot
    menu_ready = Signal()  # `current` is what the menu was asked for

    def __init__(self, tree: JsonTreeView, text: BigText) -> None:
        super().__init__(tree)
        self._tree, self._text = tree, text
        self._source: bytes | bytearray = b""
        self._places: Places | None = None
        self._ready = False
        self._waiting: dict[str, Callable[[], None]] = {}
        self._slices = Slices(self)
        self._slices.finished.connect(self._read)
        self.hovering = False  # whether anybody wants to know what the mouse is over
        self.current: Spot | None = None
        tree.node_hovered.connect(self._hover)
        tree.node_chosen.connect(self._choose)
        tree.node_recalled.connect(self._recall)
        tree.menu_wanted.connect(self._menu)
        text.hovered_at.connect(self._hover_text)
        text.pressed_at.connect(self._press_text)

    def set_texts(self, source: bytes, shown: bytes | bytearray | None) -> None:
        """Another document. shown: its indented text; None: it is shown as it came."""
        self._slices.stop()
        self._waiting.clear()
        self._source, self.current = source, None
        self._places = None if shown is None else Places(source, shown)
        self._ready = shown is None or len(source) <= _AT_ONCE
        self._text.tint((0, 0), (0, 0))
        self._tree.set_hover(None)

    def hover_source(self, offset: int | None) -> None:
        """The mouse is over a byte as it came, somewhere else."""
        if offset is None:
            self._waiting.pop("hover", None)
            self._hover(None)
        else:
            self._when_read("hover", lambda: self._tree.locate(self._shown(offset), "hover"))

    def select_source(self, offset: int) -> None:
        """The user pressed on a byte as it came, somewhere else."""
        if self._places is None:
            self._text.scroll_to(offset)
            self._press_text(offset)
        else:
            self._when_read("select", lambda: self._reveal(self._shown(offset)))

    def forget_choice(self) -> None:
        """Nothing is chosen any more; emits nothing."""
        self.current = None
        self._tree.forget_choice()
        self._text.tint((0, 0), self._text.tints()[1])

    # -- inside ------------------------------------------------------------------------------------------

    def _reveal(self, offset: int) -> None:
        self._tree.locate(offset, "select")
        self._text.scroll_to(offset)

    def _shown(self, offset: int) -> int:
        return offset if self._places is None else self._places.to_shown(offset)

    def _when_read(self, purpose: str, then: Callable[[], None]) -> None:
        if self._ready:
            then()
            return
        self._waiting[purpose] = then
        if self._places is not None and not self._slices.running:
            self._slices.start(self._places.steps(), at_once=False)

    def _read(self, _result: object) -> None:
        self._ready = True
        waiting, self._waiting = self._waiting, {}
        for then in waiting.values():
            then()

    def _hover_text(self, offset: int | None) -> None:
        if offset is None:
            self._hover(None)
        elif self._places is not None and self.hovering:
            self._tree.locate(offset, "hover")

    def _press_text(self, offset: int) -> None:
        """In JSON the tree finds the value; what is none has only bytes."""
        if self._places is None and offset < len(self._source):
            self._text.tint((offset, offset + 1), (0, 0))
            self._select(Spot("", "", offset, offset + 1, (offset, offset + 1), b""))

    def _hover(self, node: TreeNode | None) -> None:
        self._tree.set_hover(node if self.hovering else None)
        if node is None or not self.hovering:
            self._waiting.pop("hover", None)
            self._text.tint(self._text.tints()[0], (0, 0))
            self.hovered.emit(None)
        else:
            self._when_read("hover", lambda: self._hovered(node))

    def _hovered(self, node: TreeNode) -> None:
        spot = self._spot(node)
        if spot is not None:
            over = (0, 0) if node.parent is None else spot.shown
            self._text.tint(self._text.tints()[0], over)
            self.hovered.emit(spot)

    def _choose(self, node: TreeNode) -> None:
        self._when_read("select", lambda: self._chosen(node))

    def _recall(self, node: TreeNode) -> None:
        """The text comes back to the same value; it is not moved by what the user does in it."""
        self._text.scroll_to(node.value)

    def _menu(self) -> None:
        self._when_read("menu", self.menu_ready.emit)

    def _chosen(self, node: TreeNode) -> None:
        spot = self._spot(node)
        if spot is not None:
            self._text.tint((0, 0) if node.parent is None else spot.shown, self._text.tints()[1])
            self._select(spot)

    def _select(self, spot: Spot) -> None:
        self.current = spot
        self.selected.emit(spot)

    def _spot(self, node: TreeNode) -> Spot | None:
        tree = self._tree.tree()
        if tree is None or self._places is None:
            return None
        start, end = self._places.source_range(node.value, node.end)
        token = bytes(self._source[start : min(end, start + _TOKEN)])
        return Spot(tree.path(node), node.kind, start, end, (node.value, node.end), token)
