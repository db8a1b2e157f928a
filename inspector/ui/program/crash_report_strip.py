"""Tells the user of an error in this program: one strip, however often it was made, and its report."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from inspector.ui.crash_reports.crash_reports import CrashReporter, Kept
from inspector.ui.widgets.controls import Notice
from inspector.ui.widgets.notices import Notices
from inspector.ui.widgets.plain import tooltip

__all__ = ["CrashReportStrip"]

NAME: Final = "error_bar"


class CrashReportStrip(QObject):
    """front: the window that it stands in, with its strips; None: there is none to tell anything in.

    in_memory: whether the session's file cannot be written.
    """

    def __init__(
        self,
        crash_reporter: CrashReporter,
        front: Callable[[], tuple[QWidget, Notices] | None],
        in_memory: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._crash_reporter, self._front, self._in_memory = crash_reporter, front, in_memory
        self._window: QWidget | None = None
        self._strips: Notices | None = None
        self._shown: Kept | None = None
        self._notice: Notice | None = None
        self._ended = False
        crash_reporter.told.connect(self.tell)

    def end(self) -> None:
        """The windows close: show no more reports."""
        self._ended = True

    def tell(self) -> None:
        """Show the newest one, or count on where it is shown already."""
        front, newest = self._front(), self._crash_reporter.newest
        if front is None or newest is None or self._ended:
            return
        window, strips = front
        if self._notice is not None and newest is self._shown:
            self._notice.set_text(self._text(newest))  # one that was closed stays closed
            return
        if self._window is not window:
            if self._strips is not None:
                self._strips.hide(NAME)
            self._window, self._strips = window, strips
            window.destroyed.connect(self._window_gone)
        self._shown = newest
        self._notice = notice = strips.show(NAME, self._text(newest))
        notice.add_button("error_show", self.tr("Show report"), partial(self._show, newest))
        notice.add_button("error_copy", self.tr("Copy"), partial(_copy, newest.text))
        notice.add_close("error_close")
        notice.setToolTip(tooltip(newest.crash.title))

    def _text(self, kept: Kept) -> str:
        about = kept.crash.kind + (f": {kept.crash.said}" if kept.crash.said else "")
        if self._in_memory():
            text = self.tr(
                "An internal error occurred ({0}). What you typed is kept; the session is in "
                "memory only because its file cannot be written."
            )
            return text.format(about)
        if self._crash_reporter.count > 1:
            text = self.tr(
                "{1} internal errors occurred, the last one: {0}. Nothing you typed or recorded "
                "is lost; you can go on."
            )
            return text.format(about, self._crash_reporter.count)
        text = self.tr(
            "An internal error occurred ({0}). Nothing you typed or recorded is lost; you can go on."
        )
        return text.format(about)

    def _show(self, kept: Kept, *_checked: bool) -> None:
        from inspector.ui.crash_reports.report_dialog import ReportDialog  # few ever need it

        ReportDialog(kept.text, kept.path, self._window).open()

    def _window_gone(self, *_window: QObject) -> None:
        self._window = self._strips = self._shown = self._notice = None


def _copy(text: str, *_checked: bool) -> None:
    QGuiApplication.clipboard().setText(text)
