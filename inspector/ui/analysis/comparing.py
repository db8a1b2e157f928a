"""Opens the comparison of two rows beside them, and remembers for each target what is not worth a look."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from inspector.core.client.pinned_calls import compared
from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal
from inspector.trace.previous import previous_call
from inspector.trace.rows import Row
from inspector.ui.locale.locale_text import duration_text
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.session.window_state import WindowState
from inspector.ui.timeline.view.cells import translated
from inspector.ui.timeline.view.menu import RowActions

if TYPE_CHECKING:
    from inspector.ui.analysis.compare_pane import ComparePane, Side

__all__ = ["Beside", "Comparing"]

_KEY: Final = "compare_ignored"
_MOST: Final = 200  # targets remembered


class Beside(Protocol):
    """Where a comparison is shown."""

    def open_beside(self, name: str, title: str, pane: QWidget) -> None:
        """Show a pane as a tab of its own, in the place of the one of that name."""


class Comparing(QObject):
    """Belongs to the window that shows the journal."""

    def __init__(
        self, journal: Journal, state: WindowState, actions: RowActions, bench: Beside, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._journal, self._state, self._actions, self._bench = journal, state, actions, bench
        self._shown: tuple[ComparePane, str, str] | None = None  # the last, its target and facts
        actions.compare_wanted.connect(self.compare)
        actions.previous_wanted.connect(self.compare_with_previous)

    def compare(self, left: int, right: int) -> None:
        """Open the comparison of two records, or of the calls that they open."""
        self.compare_across((self._journal, left), (self._journal, right))

    def compare_across(
        self, left: tuple[Journal, int], right: tuple[Journal, int], names: tuple[str, str] = ("", "")
    ) -> None:
        """Open the comparison of records of two journals, or of the calls that they open.

        names: of the journals, to stand before the titles.
        """
        first, second = (journal.rows([number]) for journal, number in (left, right))
        if not first or not second:
            return
        target = _target(second[0])
        one, other = self._side(left[0], first[0]), self._side(right[0], second[0])
        one, other = (
            replace(side, title=f"{name}: {side.title}") if name else side
            for side, name in zip((one, other), names, strict=True)
        )
        self.compare_sides(one, other, target)

    def compare_sides(
        self, left: Side, right: Side, target: str, facts: str = "", ignored: str | None = None
    ) -> None:
        """Open the comparison of two sides. target: for what the same may be ignored the next time."""
        from inspector.ui.analysis.compare_pane import ComparePane

        pane = ComparePane(left, right, self._ignored(target) if ignored is None else ignored, facts)
        pane.ignored.connect(partial(self.remember, target))
        self._shown = pane, target, facts
        self._bench.open_beside("compare", self.tr("Compare"), pane)

    def memory(self) -> Any:
        """What is compared, for the window that takes the place of this one."""
        if self._shown is None or not isValid(self._shown[0]):
            return None
        pane, target, facts = self._shown
        return *pane.sides, target, facts, pane.ignore.text()

    def resume(self, memory: Any) -> None:
        """Compare again what `memory` gave."""
        if memory is not None:
            self.compare_sides(*memory)

    async def compare_calls(self, left: int, right: int, facts: str = "", ignore: Sequence[str] = ()) -> None:
        """Open the comparison of the same call made twice; what looks like ids and times does not count.

        facts: what is to be known of both, a line above them. ignore: paths beside the usual ones.
        """
        first, second = self._journal.rows([left]), self._journal.rows([right])
        if not first or not second:
            return
        sides = (
            self._side(self._journal, first[0], named=True),
            self._side(self._journal, second[0], named=True),
        )
        target = _target(second[0])
        ignored = self._known().get(target)
        if ignored is None:
            answers = [side.parts.get("answer", b"") for side in sides]
            _, paths = await offload(compared, *answers)
            ignored = ", ".join(dict.fromkeys((*paths, *ignore)))
        self.compare_sides(*sides, target, facts, ignored)

    def compare_with_previous(self, number: int) -> None:
        """Open the comparison with the call of the same thing before."""
        spawn(self, self._compare_with_previous(number), "compare with the previous call")

    async def _compare_with_previous(self, number: int) -> None:
        self._journal.flush()
        await offload(self._journal.wait_written)  # the call before may have ended a moment ago
        before = await offload(previous_call, self._journal, number)
        if before:
            self.compare(before, number)
        else:
            text = self.tr("There is no earlier call to compare with #{}. Select two rows to compare them.")
            self._actions.said.emit("warning", text.format(number))

    def remember(self, target: str, ignored: str) -> None:
        """What may differ between calls of this target."""
        known = self._known()
        known.pop(target, None)
        known[target] = ignored  # the newest are the last
        self._state.set_text(_KEY, json.dumps(dict(list(known.items())[-_MOST:]), ensure_ascii=False))

    def _ignored(self, target: str) -> str:
        from inspector.render.diff_noise import ALWAYS

        return self._known().get(target, ", ".join(ALWAYS))

    def _known(self) -> dict[str, str]:
        try:
            found = json.loads(self._state.text(_KEY) or "{}")
        except ValueError:
            return {}
        return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}

    def _side(self, journal: Journal, row: Row, named: bool = False) -> Side:
        """named: the title says of which server it is."""
        from inspector.ui.analysis.compare_pane import Side

        exchange = journal.exchange(row.number) if row.opens else None
        if exchange is None:
            return Side(
                f"#{row.number} {row.method or translated(row.kind)}", {"message": _raw(journal, row.number)}
            )
        parts = {"request": _raw(journal, row.number)}
        if exchange.answer:
            parts["answer"] = _raw(journal, exchange.answer)
        cut = any(one.spool for one in journal.rows([exchange.number, exchange.answer]))
        name = f"{_name_of(journal, exchange.session)} " if named else ""
        return Side(
            self.tr("{} (cut)").format(name + _title(exchange)) if cut else name + _title(exchange),
            {**parts, "message": parts["request"]},
        )


def _name_of(journal: Journal, session: int) -> str:
    return next((one.name for one in journal.sessions() if one.number == session), "")


def _raw(journal: Journal, number: int) -> bytes:
    record = journal.record(number)
    return record.raw if record is not None else b""


def _target(row: Row) -> str:
    return f"{row.method} {row.target}".strip() or row.kind


def _title(exchange: Exchange) -> str:
    parts = [f"#{exchange.number}", exchange.target or exchange.method]
    if exchange.duration_ns:
        parts.append(f"({duration_text(exchange.duration_ns)})")
    return " ".join(parts)
