"""A user with a screen reader: calls a tool through AT-SPI alone, and prints what was met, as JSON.

Run by `test_screen_reader.py` with the Python of the system, which has the bindings. Arguments: the program.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 (the version is chosen before)

_LIMIT_S = 30.0
_MOST = 60  # children of one thing that are looked at


class Reader:
    """Looks for things by their id, which ends with the objectName of a widget."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._listener = Atspi.EventListener.new(self._hear)
        self._listener.register("object:announcement")
        self.root: Any = None

    def _hear(self, event: Any, *_more: object) -> None:
        self.said.append(str(event.any_data))

    def until(self, look: Callable[[], Any], what: str) -> Any:
        """What look finds, as soon as it finds something."""
        ends = time.monotonic() + _LIMIT_S
        while time.monotonic() < ends:
            while GLib.MainContext.default().iteration(False):
                pass
            try:
                if found := look():
                    return found
            except GLib.Error:  # it was there and is gone
                pass
            time.sleep(0.1)
        raise SystemExit(f"did not come: {what}")

    def program(self) -> Any:
        """The program among all that run."""
        desktop = Atspi.get_desktop(0)
        running = [desktop.get_child_at_index(place) for place in range(desktop.get_child_count())]
        return next((one for one in running if one and "MCP" in (one.get_name() or "")), None)

    def find(self, name: str, around: Any = None) -> Any:
        """The thing on the screen with this name."""
        around = around or self.root
        for place in range(min(around.get_child_count(), _MOST)):
            child = around.get_child_at_index(place)
            if child is None:
                continue
            if child.get_accessible_id().rpartition(".")[2] == name and _is_shown(child):
                return child
            if (found := self.find(name, child)) is not None:
                return found
        return None

    def wait_for(self, name: str) -> Any:
        """The same, as soon as it is there."""
        return self.until(lambda: self.find(name), name)

    def press(self, name: str) -> None:
        """Press a button."""
        button = self.wait_for(name)
        actions = [button.get_action_name(number) for number in range(button.get_n_actions())]
        button.do_action(actions.index("Press"))


def _is_shown(thing: Any) -> bool:
    return bool(thing.get_state_set().contains(Atspi.StateType.SHOWING))


def _rows(view: Any) -> list[Any]:
    return [view.get_child_at_index(place) for place in range(min(view.get_child_count(), _MOST))]


def _perform(reader: Reader) -> dict[str, Any]:
    reader.root = reader.until(reader.program, "the program")
    reader.press("try_demo")
    tools = reader.wait_for("tool_list")
    rows = reader.until(lambda: _rows(tools), "the tools")
    names = [row.get_name() for row in rows]
    about = rows[names.index("echo")].get_description()
    tools.get_selection_iface().select_child(names.index("echo"))
    field = reader.wait_for("field_message")
    line = reader.until(lambda: _text_in(field), "the field")
    line.get_editable_text_iface().set_text_contents("spoken")
    reader.press("run_button")
    state = reader.wait_for("result_view_state")
    reader.until(lambda: "ms" in state.get_name() or "µs" in state.get_name(), "the end of the call")
    reader.until(lambda: reader.said, "news of it")
    return {
        "tools": names,
        "about": about,
        "field": (line.get_name(), line.get_role_name()),
        "state": state.get_name(),
        "said": reader.said,
        "text": reader.wait_for("content_text_view").get_description(),
    }


def _text_in(around: Any) -> Any:
    """The thing itself, or what is in it, that is typed into."""
    if around.get_state_set().contains(Atspi.StateType.EDITABLE):
        return around
    return next((found for row in _rows(around) if (found := _text_in(row)) is not None), None)


def main() -> None:
    """Run the program named by the arguments, use it, end it."""
    reader = Reader()
    program = subprocess.Popen(sys.argv[1:])
    try:
        print(json.dumps(_perform(reader)))
    finally:
        program.terminate()
        program.wait(20)


main()
