"""Another language while the program runs: each window is made anew and goes on where the old one was.

The servers, their connections and the records belong to the program and notice nothing. What would be lost
with a window, a dialog that is being filled in or a call that runs, is waited for, and a strip says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from inspector.ui.locale import language
from inspector.ui.loop.tasks import under_way
from inspector.ui.widgets.overlay import Overlay
from inspector.ui.windows.records_window import RecordsWindow

__all__ = ["LanguageSwitch"]

_LOOK_MS: Final = 250
_NOTICE: Final = "language_waits"
_MISSING: Final = "language_missing"
_COMPILE: Final = "python3 packaging/dev.py translations --compile"
_CHOICE: Final = "setting_language"
_FOLLOWING: Final = ("preferences", "help_window")
"""Windows that follow by themselves, or are opened again."""
_PASSING: Final = (Qt.WindowType.Popup, Qt.WindowType.ToolTip, Qt.WindowType.SplashScreen)


class LanguageHost(Protocol):
    """What this needs of the program."""

    windows: list[RecordsWindow]

    def remake(self, window: RecordsWindow) -> RecordsWindow:
        """A new window in the place of an old one, which is hidden and goes."""

    def say(self, name: str, text: str, role: str = "warning") -> None:
        """Tell one sentence in the window in front."""

    def open_preferences(self) -> QWidget:
        """Show the settings."""


class LanguageSwitch(QObject):
    """`wish` a language; it comes as soon as nothing is lost by it."""

    def __init__(self, host: LanguageHost, parent: QObject) -> None:
        super().__init__(parent)
        self._host = host
        self._wanted = ""
        self._said = ""
        self._missed: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)

    def wish(self, wanted: str) -> None:
        """wanted: a code of a language, or `system`."""
        self._wanted = wanted
        QTimer.singleShot(0, self, self._look)  # the sender may be a widget that goes

    def look_for_texts(self, window: RecordsWindow) -> None:
        """Say in a new window, once, that its language is not there; only a checkout can lack it."""
        code = language.current()
        if language.is_missing() and code not in self._missed:
            self._missed.add(code)
            text = self.tr(
                "The {0} translation is not compiled yet, so this is English. Run “{1}” and restart."
            )
            said = text.format(language.LANGUAGES[code], _COMPILE)
            window.show_notice(_MISSING, said, "warning").add_close(f"{_MISSING}_close")

    @property
    def waits(self) -> bool:
        """Whether something is to end first."""
        return self._timer.isActive()

    def _look(self) -> None:
        if language.chosen(self._wanted) == language.current() or not self._host.windows:
            self._stop()
        elif trouble := self._trouble():
            self._tell(trouble)
            self._timer.start()
        else:
            self._stop()
            self._switch()

    def _stop(self) -> None:
        self._timer.stop()
        self._said = ""
        for window in self._host.windows:
            window.hide_notice(_NOTICE)

    def _tell(self, trouble: str) -> None:
        if trouble != self._said:
            self._said = trouble
            self._host.say(_NOTICE, trouble, "pending")

    def _trouble(self) -> str:
        """What is waited for, in a sentence; "" for nothing."""
        for window in _open_windows(self._host.windows):
            text = self.tr("The language changes once this is closed: {}")
            return text.format(window.windowTitle() or window.accessibleName())
        if under_way([part for window in self._host.windows for part in window.parts()]):
            return self.tr("The language changes once running calls have ended.")
        return ""

    def _switch(self) -> None:
        focus = QApplication.focusWidget()
        focused = focus.objectName() if focus is not None else ""
        front = next((one for one in self._host.windows if one.isActiveWindow()), self._host.windows[0])
        settings = [one for one in _tops() if one.objectName() == "preferences"]
        left = [(window, window.memory()) for window in self._host.windows]
        language.install(self._wanted)
        for old, memory in left:
            new = self._host.remake(old)
            new.resume(memory)
            if old is front:
                new.activateWindow()
                if focused and (target := new.findChild(QWidget, focused)) is not None:
                    target.setFocus()
        for dialog in settings:
            place = dialog.geometry()
            dialog.close()
            again = self._host.open_preferences()
            again.setGeometry(place)
            again.activateWindow()  # it was chosen there
            if (target := again.findChild(QWidget, _CHOICE)) is not None:
                target.setFocus()


def _tops() -> list[QWidget]:
    return [top for top in QApplication.topLevelWidgets() if top.isVisible()]


def _open_windows(ours: Iterable[RecordsWindow]) -> list[QWidget]:
    """Windows and panes over windows that a user may have something in."""
    found = [
        top
        for top in _tops()
        if top.windowType() not in _PASSING
        and not isinstance(top, RecordsWindow)
        and top.objectName() not in _FOLLOWING
    ]
    for window in ours:
        found += [one for one in window.findChildren(Overlay) if one.isVisible()]
        found += window.findChildren(QWidget, "sessions_pane")  # a file is open for it
    return found
