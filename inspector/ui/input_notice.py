"""A word in the top bar when a server asks for an input that nobody is looking at."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from inspector.ui.main_window import MainWindow

from inspector.ui.reading import isolated

__all__ = ["InputNotice"]


class InputNotice(QObject):
    """Tells, and leaves the focus and the panes where they are."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._servers = window.servers
        self._asking = ""  # the server that the notice names
        self._servers.asked.connect(self._asked)
        self._servers.touched.connect(self._touched)

    def _asked(self, name: str, _number: int) -> None:
        if not self._window.isActiveWindow():
            QApplication.alert(self._window)
        if self._sees_inputs(name):
            return
        text = self.tr("{} asks for an input").format(isolated(name))
        notice = self._window.show_notice("inputs_notice", text, "pending", self._window.top_bar.notices)
        self._asking = name
        notice.add_button("inputs_show", self.tr("Show"), partial(self._show_inputs, name))
        notice.add_close("inputs_notice_close")

    def _sees_inputs(self, name: str) -> bool:
        workspace = self._window.workspace
        return workspace is not None and self._servers.current == name and workspace.current_key() == "inputs"

    def look(self, *_anything: object) -> None:
        """Another pane is in front: who is where the question is needs no word about it."""
        if self._sees_inputs(self._asking):
            self._window.hide_notice("inputs_notice")

    def _touched(self, _name: str) -> None:
        servers = (self._servers.get(name) for name in self._servers.names())
        if not any(server.inbox.waiting for server in servers if server is not None):
            self._window.hide_notice("inputs_notice")

    def _show_inputs(self, name: str, *_checked: bool) -> None:
        self._servers.select(name)
        if self._window.workspace is not None:
            self._window.workspace.show_panel("inputs")
        self._window.hide_notice("inputs_notice")
