"""What a window tells: one of each name, as boxes over the content or in a place given."""

from __future__ import annotations

from PySide6.QtWidgets import QBoxLayout

from inspector.ui.widgets.controls import Notice
from inspector.ui.widgets.toasts import Toast

__all__ = ["Notices"]


class Notices:
    """Shows them and takes them away. place: where those stand that are given no other; boxes: as boxes."""

    def __init__(self, place: QBoxLayout, *, boxes: bool = True) -> None:
        self._place, self._boxes = place, boxes
        self._shown: dict[str, Notice] = {}

    def show(self, name: str, text: str, role: str = "error", place: QBoxLayout | None = None) -> Notice:
        """A box that stays until it is closed, good news until it is read; one of the same name is replaced.

        place: there it is a small strip.
        """
        self.hide(name)
        toast = Toast(name, role) if place is None and self._boxes else None
        notice = self._shown[name] = toast or Notice(name, role, small=place is not None)
        notice.set_text(text)
        (place or self._place).addWidget(notice)
        if toast is not None:
            toast.show()  # it waits for its place
            if role == "ok":
                toast.leave_when_read()
        return notice

    def hide(self, name: str) -> None:
        """Take one away."""
        if (old := self._shown.pop(name, None)) is not None:
            old.hide()
            old.deleteLater()
