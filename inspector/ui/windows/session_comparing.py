"""Compares the session of a window with a session file, and does what a user wants of the differences."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject
from shiboken6 import isValid

from inspector.core.comparison.calls import CallPair
from inspector.core.comparison.offers import Offer
from inspector.core.comparison.sessions import SessionComparison, compare_sessions
from inspector.errors import ClosedError, InspectorError, UsageError
from inspector.trace import storage
from inspector.trace.journal import Journal
from inspector.ui.analysis.compare_pane import Side
from inspector.ui.analysis.sessions_model import Trees, trees_of
from inspector.ui.analysis.sessions_pane import SessionsPane
from inspector.ui.locale.locale_text import number_text
from inspector.ui.loop.tasks import spawn
from inspector.ui.windows.long_work import LongWork
from inspector.ui.windows.records_window import RecordsWindow

if TYPE_CHECKING:
    from inspector.ui.windows.session_window import SessionWindow

__all__ = ["SessionComparing"]

_Sides = tuple[tuple[str, Journal], tuple[str, Journal]]


class _Files(Protocol):
    """What this needs of `SessionFiles`."""

    def title_of(self, window: RecordsWindow) -> str:
        """What the session of a window is called."""

    def open_window(self, path: Path) -> SessionWindow | None:
        """A file in a window of its own."""


class SessionComparing(QObject):
    """One comparison; the file stays open as long as its tab. The older session is on the left."""

    def __init__(self, files: _Files, window: RecordsWindow) -> None:
        super().__init__(window)
        self.window = window
        self._files = files
        self._path = Path()
        self._other: Journal | None = None
        self._opened: SessionWindow | None = None  # to show rows of the file
        self._sides: _Sides | None = None
        self._shown: SessionsPane | None = None

    async def compare_with(self, path: Path) -> None:
        """Compare, and show what was found. What cannot be read is explained."""
        with ExitStack() as stack:
            if storage.may_be_recording(path):
                self._tell(
                    self.tr("{} is not a session file. Import it, then save it as one.").format(path.name)
                )
                return
            try:
                other = Journal.open(path)
            except UsageError as error:
                self._tell(str(error))
                return
            stack.callback(other.close)
            self._path, self._other = path, other
            mine = (self._files.title_of(self.window), self.window.journal)
            its = (path.name if path.name != mine[0] else str(path), other)
            self._sides = (its, mine) if _started(other) <= _started(self.window.journal) else (mine, its)
            if await self._compare():
                assert self._shown is not None
                self._shown.destroyed.connect(_Closing(stack.pop_all()).close)

    async def _compare(self) -> bool:
        """Whether it is shown; if not it was stopped, or is explained."""
        assert self._sides is not None
        (left, first), (right, second) = self._sides
        self.window.journal.flush()
        text = self.tr("Comparing with {}…").format(self._path.name)
        work = LongWork(self.window.strips, self.window, "sessions_progress", text, number_text)
        try:
            found = await work.run(_compared, first, second, (left, right), work.told)
        except ClosedError:
            return False
        except InspectorError as error:
            self._tell(str(error))
            return False
        if found is None:
            return False
        self._show(*found, (left, right))
        return True

    def _show(self, found: SessionComparison, trees: Trees, titles: tuple[str, str]) -> None:
        if self._shown is None:
            shown = self._shown = SessionsPane()
            shown.pair_wanted.connect(self._compare_calls)
            shown.offer_wanted.connect(self._compare_offers)
            shown.row_wanted.connect(self._show_row)
            shown.swap_wanted.connect(self._swap)
            shown.destroyed.connect(self.deleteLater)
        self._shown.show_comparison(found, trees, titles)
        self.window.bench.open_beside("sessions", self.tr("Sessions"), self._shown)

    def _tell(self, text: str) -> None:
        self.window.show_notice("compare_trouble", text, "warning").add_close("compare_trouble_close")

    # -- what a user wants of the differences ----------------------------------------------------------

    def _swap(self) -> None:
        if self._sides is not None and self._shown is not None:
            self._sides = self._sides[1], self._sides[0]
            spawn(self._shown, self._compare(), "compare with a session")

    def _compare_calls(self, pair: CallPair) -> None:
        assert self._sides is not None and self._shown is not None
        (left, first), (right, second) = self._sides
        sides = (first, pair.left.number), (second, pair.right.number)
        self.window.comparing.compare_across(*sides, (left, right))

    def _compare_offers(self, offer: Offer) -> None:
        assert self._sides is not None and self._shown is not None
        (left, _), (right, _) = self._sides
        self.window.comparing.compare_sides(
            Side(f"{left}: {offer.name}", {"message": offer.left or b"null"}),
            Side(f"{right}: {offer.name}", {"message": offer.right or b"null"}),
            f"{offer.kind} {offer.name}",
        )

    def _show_row(self, side: int, number: int) -> None:
        assert self._sides is not None
        journal = self._sides[side - 1][1]
        window: RecordsWindow | None = self.window
        if journal is self._other:
            if self._opened is None or not isValid(self._opened) or not self._opened.isVisible():
                self._opened = self._files.open_window(self._path)
            window = self._opened
        if window is not None:
            window.selection.select(number)
            window.raise_()
            window.activateWindow()


class _Closing:
    """Lets the file go with the window. Names no object of Qt, so that it keeps nothing alive."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack

    def close(self, *_window: object) -> None:
        self._stack.close()


def _compared(
    left: Journal, right: Journal, titles: tuple[str, str], told: Callable[[int], bool]
) -> tuple[SessionComparison, Trees] | None:
    """In a worker thread."""
    found = compare_sessions(left, right, told)
    return (found, trees_of(found, titles)) if found is not None else None


def _started(journal: Journal) -> int:
    return min((info.started_ns for info in journal.sessions()), default=0)
