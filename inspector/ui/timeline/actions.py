"""The timeline's part of the menus: what each action does, and which of them are checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup

from inspector.ui.timeline.pane import TimelinePane

__all__ = ["TimelineActions"]

_TIMES: Final = {
    "time_start": "start",
    "time_previous": "previous",
    "time_reference_row": "reference",
    "time_local": "local",
    "time_utc": "utc",
}


class TimelineActions(QObject):
    """Handlers for `build_menus`; then it keeps the check marks of what was built."""

    def __init__(self, pane: TimelinePane, parent: QObject) -> None:
        super().__init__(parent)
        self._pane = pane
        self._actions: Mapping[str, QAction] = {}

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Action → what it does."""
        pane, marks, going = self._pane, self._pane.marks, self._pane.going
        times = {key: partial(pane.column_actions.set_time, mode) for key, mode in _TIMES.items()}
        return {
            "go_to_record": going.ask_number,
            "next_in_exchange": going.next_of_exchange,
            "previous_in_exchange": going.previous_of_exchange,
            "next_row": going.next_row,
            "previous_row": going.previous_row,
            "first_row": pane.view.first_row,
            "last_row": pane.view.last_row,
            "mark": marks.toggle,
            "mark_shown": marks.mark_shown,
            "unmark_all": marks.unmark_all,
            "next_mark": marks.next,
            "previous_mark": marks.previous,
            "note": marks.edit_note,
            "time_reference": marks.toggle_reference,
            "next_reference": marks.next_reference,
            "previous_reference": marks.previous_reference,
            "columns": pane.column_actions.edit,
            "toggle_overview": pane.stage.toggle_overview,
            "colour_rows": pane.rules.toggle,
            "colour_rules": self._edit_colour_rules,
            **{key: _Plain(then) for key, then in times.items()},
        }

    def _edit_colour_rules(self) -> None:
        """All rules in a dialog."""
        from inspector.ui.timeline.colour_rules.dialog import ColourRulesDialog  # late: it is seldom opened

        ColourRulesDialog(self._pane.rules, self._pane).show()

    def follow(self, actions: Mapping[str, QAction]) -> None:
        """Keep these checked as things are."""
        self._actions = actions
        group = QActionGroup(self)
        for key in (*_TIMES, "colour_rows", "toggle_overview"):
            actions[key].setCheckable(True)
            if key in _TIMES:
                group.addAction(actions[key])
        self._pane.column_actions.changed.connect(self._check)
        self._pane.rules.changed.connect(self._check)
        self._pane.stage.overview_changed.connect(self._check)
        self._check()

    def _check(self) -> None:
        for key, mode in _TIMES.items():
            self._actions[key].setChecked(mode == self._pane.column_actions.time_mode)
        self._actions["colour_rows"].setChecked(self._pane.rules.on)
        self._actions["toggle_overview"].setChecked(self._pane.stage.overview_wanted)


class _Plain:
    """Calls without what the signal says (`checked`)."""

    def __init__(self, then: Callable[[], object]) -> None:
        self._then = then

    def __call__(self, *_anything: object) -> None:
        self._then()
