"""A notice in the top bar when a server asks for an input and the Inputs are out of sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from inspector.ui.locale.right_to_left import isolated
from inspector.ui.servers.servers import Servers
from inspector.ui.widgets.notices import Notices

__all__ = ["InputNotice"]


class InputNotice(QObject):
    """Tells, and leaves the focus and the panes where they are. `panel_wanted`: the inputs of the selected
    server are to be shown."""

    panel_wanted = Signal(str)

    def __init__(
        self,
        servers: Servers,
        notices: Notices,
        place: QBoxLayout,
        sees: Callable[[str], bool],
        parent: QWidget,
    ) -> None:
        """place: of the word. sees: whether a panel of the selected server can be read."""
        super().__init__(parent)
        self._servers, self._notices, self._place = servers, notices, place
        self._sees, self._parent = sees, parent
        self._asking = ""  # the server that the notice names
        self._servers.asked.connect(self._asked)
        self._servers.changed.connect(self._changed)

    def _asked(self, name: str, _number: int) -> None:
        if not self._parent.isActiveWindow():
            QApplication.alert(self._parent)
        if self._sees_inputs(name):
            return
        text = self.tr("{} needs your input").format(isolated(name))
        notice = self._notices.show("inputs_notice", text, "pending", self._place)
        self._asking = name
        notice.add_button("inputs_show", self.tr("Show"), partial(self._show_inputs, name))
        notice.add_close("inputs_notice_close")

    def _sees_inputs(self, name: str) -> bool:
        return self._servers.current == name and self._sees("inputs")

    def look(self, *_anything: object) -> None:
        """Another pane is in front: no word is needed where the question is in sight."""
        if self._sees_inputs(self._asking):
            self._notices.hide("inputs_notice")

    def _changed(self) -> None:
        servers = (self._servers.get(name) for name in self._servers.names())
        if not any(server.inbox.waiting for server in servers if server is not None):
            self._notices.hide("inputs_notice")

    def _show_inputs(self, name: str, *_checked: bool) -> None:
        self._servers.select(name)
        self.panel_wanted.emit("inputs")
        self._notices.hide("inputs_notice")
