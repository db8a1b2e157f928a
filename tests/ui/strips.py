"""Strips in a window of their own, for what tells something in the strips of a window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QPushButton, QVBoxLayout, QWidget

from inspector.ui.widgets.controls import Notice
from inspector.ui.widgets.notices import Notices
from tests.ui.parts import the

__all__ = ["Strips"]


class Strips(Notices):
    """`window` is the one they stand in; `roles` are those of the strips shown, in their order."""

    def __init__(self) -> None:
        self.window = QWidget()
        self.window.setLayout(QVBoxLayout())
        layout = self.window.layout()
        assert isinstance(layout, QBoxLayout)
        super().__init__(layout)
        self.roles: list[tuple[str, str]] = []
        self.window.show()

    def show(self, name: str, text: str, role: str = "error", place: QBoxLayout | None = None) -> Notice:
        self.roles.append((name, role))
        notice = super().show(name, text, role, place)
        QCoreApplication.sendPostedEvents(notice, QEvent.Type.MetaCall)  # its layout shows it a moment later
        return notice

    def text(self, name: str) -> str:
        """What a strip says; "" when there is none or it was closed."""
        shown = [one for one in self.window.findChildren(Notice, name) if one.isVisible()]
        return shown[-1].text() if shown else ""

    def buttons(self, name: str) -> list[str]:
        """The buttons of a strip that say something."""
        shown = [one for one in self.window.findChildren(Notice, name) if one.isVisible()]
        return [one.objectName() for one in shown[-1].findChildren(QPushButton)] if shown else []

    def press(self, button: str, strip: str) -> None:
        """Press a button of a strip."""
        [shown] = [one for one in self.window.findChildren(Notice, strip) if one.isVisible()]
        the(shown, QAbstractButton, button).click()
