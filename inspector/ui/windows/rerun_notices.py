"""One strip after a restart because of changed files: what the pinned calls gave, and how it differs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject
from PySide6.QtWidgets import QMenu, QPushButton

from inspector.core.client.pinned_calls import VERDICTS, Rerun
from inspector.ui.analysis.comparing import Comparing
from inspector.ui.loop.tasks import spawn
from inspector.ui.servers.servers import Servers
from inspector.ui.servers.supervisor import ServerSupervisor
from inspector.ui.session.selection import Selection
from inspector.ui.widgets.controls import Marked
from inspector.ui.widgets.notices import Notices
from inspector.ui.widgets.plain import menu_text

__all__ = ["RerunNotices"]

_NAME: Final = "reruns_notice"
_WORDS: Final[dict[str, Marked]] = {
    "broke": QT_TRANSLATE_NOOP("RerunNotices", "{} broke"),
    "changed": QT_TRANSLATE_NOOP("RerunNotices", "{} changed"),
    "mended": QT_TRANSLATE_NOOP("RerunNotices", "{} fixed"),
    "same": QT_TRANSLATE_NOOP("RerunNotices", "{} same"),
    "first": QT_TRANSLATE_NOOP("RerunNotices", "{} new"),
    "skipped": QT_TRANSLATE_NOOP("RerunNotices", "{} skipped (destructive)"),
}
_ROLES: Final = {"broke": "error", "changed": "warning", "mended": "warning"}
_SHOWN: Final = ("broke", "changed", "mended")


class RerunNotices(QObject):
    """Tells it in strips, and shows the answers beside each other or in the timeline."""

    def __init__(
        self,
        servers: Servers,
        supervisor: ServerSupervisor,
        comparing: Comparing,
        selection: Selection,
        strips: Notices,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._servers, self._comparing, self._selection = servers, comparing, selection
        self._strips = strips
        supervisor.ran.connect(self.tell)

    def tell(self, name: str, files: Sequence[Path], reruns: list[Rerun]) -> None:
        """Say what happened; the strip of the restart before goes."""
        server = self._servers.get(name)
        because = self._because(files)
        if server is None or server.state != "connected":
            text = self.tr("{0} no longer starts since {1} changed.").format(name, because)
            notice = self._strips.show(_NAME, text, "error")
            notice.add_button("reruns_select", self.tr("Show"), partial(self._servers.select, name))
            notice.add_close("reruns_close")
            return
        text = self.tr("{0} was restarted: {1} changed.").format(name, because)
        worst = reruns[0].verdict if reruns else "same"
        if reruns:
            pinned = self.tr("Pinned calls: {}.").format(_counted(reruns))
            text = f"{text} {pinned}"
        notice = self._strips.show(_NAME, text, _ROLES.get(worst, "ok"))
        differing = [one for one in reruns if one.verdict in _SHOWN and one.after]
        if len(differing) == 1:
            notice.add_button("reruns_show", self.tr("Show"), partial(self._show, differing[0]))
        elif differing:
            shown = self.tr("Show")
            button = notice.add_button("reruns_show", shown, partial(self._show, differing[0]))
            button.setMenu(self._menu(button, differing))  # a press opens it and does nothing else
        notice.add_close("reruns_close")

    def _because(self, files: Sequence[Path]) -> str:
        files = sorted(files, key=lambda file: not file.exists())  # an editor's own come and go
        first = files[0].name if files else self.tr("a file")
        return self.tr("{0} and {1} more").format(first, len(files) - 1) if len(files) > 1 else first

    def _menu(self, button: QPushButton, reruns: list[Rerun]) -> QMenu:
        menu = QMenu(button)
        menu.setObjectName("reruns_menu")
        for place, one in enumerate(reruns):
            words = _tr(_WORDS[one.verdict]).format(one.title)
            action = menu.addAction(menu_text(words))
            action.setData(place)
            action.triggered.connect(partial(self._show, one))
        return menu

    def _show(self, rerun: Rerun, _checked: bool = False) -> None:
        """The two answers side by side; without an earlier one, the call in the timeline."""
        if rerun.before:
            work = self._comparing.compare_calls(rerun.before, rerun.after)
            spawn(self, work, f"compare #{rerun.before} and #{rerun.after}")
        else:
            self._selection.select(rerun.after)


def _counted(reruns: list[Rerun]) -> str:
    found = [one.verdict for one in reruns]
    return ", ".join(_tr(_WORDS[one]).format(found.count(one)) for one in VERDICTS if one in found)


def _tr(text: Marked) -> str:
    return QCoreApplication.translate("RerunNotices", text)
