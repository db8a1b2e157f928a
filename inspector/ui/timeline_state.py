"""What of a timeline is kept from one start of the program to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspector.ui.timeline_pane import TimelinePane

__all__ = ["state_of", "take_over"]


def state_of(pane: TimelinePane) -> dict[str, Any]:
    """Plain JSON values."""
    header = pane.view.header
    return {
        "columns": header.saved_columns(),
        "own_widths": header.own_widths,
        "own_note": pane.column_actions.own_note,
        "mode": pane.mode.key(),
        "recent_filters": pane.bar.shelf.state(),
        "axis": pane.view.waterfall.mode,
        "time": pane.column_actions.time_mode,
        "colours": pane.rules.on,
        "overview": pane.stage.overview_wanted,
    }


def take_over(pane: TimelinePane, state: dict[str, Any]) -> None:
    """What is missing or broken stays as it is."""
    pane.view.header.restore_columns(state.get("columns"), bool(state.get("own_widths")))
    pane.column_actions.own_note = bool(state.get("own_note"))
    pane.show_notes()
    pane.bar.shelf.restore_state(state.get("recent_filters"))
    pane.mode.choose(str(state.get("mode", "")))
    pane.view.waterfall.set_mode(str(state.get("axis", "")))
    pane.column_actions.set_time(str(state.get("time", "")))
    pane.rules.set_on(state.get("colours") is not False)
    pane.stage.want_overview(state.get("overview") is not False)
