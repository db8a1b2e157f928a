"""The guided tour as a table: what each step says, what it points at, and how it knows that it was done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QPlainTextEdit, QTabWidget, QWidget

from inspector.ui.servers.servers import Servers
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.widgets.controls import Marked, MenuButton

__all__ = ["DEMO", "STEPS", "TourStage", "TourStep", "demo_ready"]

DEMO: Final = "demo"

Done = Callable[["TourStage"], bool]
Act = Callable[["TourStage"], str]


@dataclass(frozen=True, slots=True)
class TourStage:
    """What the tour looks at and brings to the front. sees: whether a panel can be read.

    reveal: brings a pane into sight. place_of_panel: number of its tab, -1 when it has none.
    adding: the box in which a server is added.
    """

    window: QWidget
    servers: Servers
    selection: Selection
    timeline: TimelinePane
    reveal: Callable[[str], None]
    adding: QWidget
    sees: Callable[[str], bool]
    show_panel: Callable[[str], None]
    place_of_panel: Callable[[str], int]
    connect_demo: Callable[[], None]
    focus: Callable[[QWidget], object]


@dataclass(frozen=True, slots=True)
class TourStep:
    """targets: names of widgets; the first one that can be seen is pointed at. panel, pane: brought to the
    front before. tab: key of the panel whose title is meant. done: whether the user has done it; None:
    there is nothing to do. already: the text where it was done before. act: does it on “Next”
    instead, because what comes would be empty without it; its answer is the step that comes then, "" is this
    one until it is done.
    """

    key: str
    title: Marked
    text: Marked
    targets: tuple[str, ...]
    done: Done | None = None
    panel: str = ""
    pane: str = ""
    tab: str = ""
    already: Marked = ""
    act: Act | None = None


def demo_ready(stage: TourStage) -> bool:
    """Whether the demo server is selected, connected and has told its tools."""
    client = stage.servers.client(DEMO)
    return (
        client is not None
        and stage.servers.current == DEMO
        and client.state == "connected"
        and client.catalog.fetched("tools")
    )


def _filled(stage: TourStage) -> bool:
    form = _seen(stage, "tool_form")
    if form is None:
        return False
    lines = (line.text() for line in form.findChildren(QLineEdit) if line.isVisible())
    areas = (area.toPlainText() for area in form.findChildren(QPlainTextEdit) if area.isVisible())
    return any(lines) or any(areas)


def _connect(stage: TourStage) -> str:
    stage.connect_demo()
    return ""


def _fill_in(stage: TourStage) -> str:
    button = _seen(stage, "tool_form_fill")
    sample = button.choices.findChild(QAction, "fill_sample") if isinstance(button, MenuButton) else None
    if sample is not None:
        sample.trigger()
    return "run"


def _run(stage: TourStage) -> str:
    """Press Run, or go to where what it misses is had."""
    if not demo_ready(stage):
        return "connect"
    button = _seen(stage, "run_button")
    if not isinstance(button, QAbstractButton):
        return "tool"
    cancel = _seen(stage, "cancel_button")
    if cancel is None:  # else it runs already
        button.click()
    return ""


def _select_last_row(stage: TourStage) -> str:
    stage.timeline.view.last_row()
    return "detail"


def _answered(stage: TourStage) -> bool:
    return _seen(stage, "result_view_record") is not None


def _row_selected(stage: TourStage) -> bool:
    return stage.selection.record != 0


def _bytes_shown(stage: TourStage) -> bool:
    tabs = stage.window.findChild(QTabWidget, "detail_tabs")
    page = tabs.currentWidget() if tabs is not None and tabs.isVisible() else None
    return page is not None and page.objectName() == "detail_bytes"


def _filtered(stage: TourStage) -> bool:
    return bool(stage.timeline.bar.shelf.line.text().strip())


def _findings_shown(stage: TourStage) -> bool:
    return stage.sees("findings")


def _adding(stage: TourStage) -> bool:
    return stage.adding.isVisible()


def _seen(stage: TourStage, name: str) -> QWidget | None:
    found = stage.window.findChildren(QWidget, name)
    return next((widget for widget in found if widget.isVisible() and widget.isEnabled()), None)


STEPS: Final = (
    TourStep(
        "connect",
        QT_TRANSLATE_NOOP("Tour", "A server to try things on"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "A small demo server is bundled. It runs on this computer and needs no "
            "network.\nPress “Try the demo server”.",
        ),
        ("try_demo", "server_switcher"),
        demo_ready,
        already=QT_TRANSLATE_NOOP(
            "Tour",
            "A small demo server is bundled. It runs on this computer and needs no "
            "network.\nIt is connected already.",
        ),
        act=_connect,
    ),
    TourStep(
        "tool",
        QT_TRANSLATE_NOOP("Tour", "Choose a tool"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "A tool is something the server can do; all of them are listed here.\n"
            "Begin with “echo”: it answers with what you send. Look at others if you like.\n"
            "F6 brings the keyboard from the window back to here.",
        ),
        ("tool_list", "workspace_tabs"),
        panel="tools",
    ),
    TourStep(
        "fill",
        QT_TRANSLATE_NOOP("Tour", "Fill in its form"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "The form is made from what the server says about the tool's arguments.\n"
            "Type something into its first field.",
        ),
        ("tool_form", "workspace_tabs"),
        _filled,
        panel="tools",
        act=_fill_in,
    ),
    TourStep(
        "run",
        QT_TRANSLATE_NOOP("Tour", "Run it"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "Nothing has been sent so far. Press “Run”, or Ctrl+Enter, and the tool is called.",
        ),
        ("run_button", "workspace_tabs"),
        _answered,
        panel="tools",
        already=QT_TRANSLATE_NOOP(
            "Tour",
            "“Run”, or Ctrl+Enter, has called the tool already. Press it as often as you like.",
        ),
        act=_run,
    ),
    TourStep(
        "result",
        QT_TRANSLATE_NOOP("Tour", "The result"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "This is what the tool answered, shown as it is meant. The switches above it show the same as "
            "JSON, exactly as it came.",
        ),
        ("result_view", "workspace_tabs"),
        panel="tools",
    ),
    TourStep(
        "timeline",
        QT_TRANSLATE_NOOP("Tour", "Everything that was said"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "The timeline keeps every message of all servers: the newest is at the end.\n"
            "Click the row of your call, “tools/call”.",
        ),
        ("timeline",),
        _row_selected,
        pane="timeline",
        act=_select_last_row,
    ),
    TourStep(
        "detail",
        QT_TRANSLATE_NOOP("Tour", "Down to the bytes"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "Here are request and response of the row, with times and headers.\n"
            "Choose the tab “Bytes” to see what really went over the line.",
        ),
        ("detail_tabs", "detail", "timeline"),
        _bytes_shown,
        pane="detail",
    ),
    TourStep(
        "filter",
        QT_TRANSLATE_NOOP("Tour", "Find what you look for"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "The filter leaves only the rows that you want. It proposes what can be written, and F1 in it "
            "explains the rest.\nType “echo”. Esc clears it again.",
        ),
        ("timeline_filter", "timeline"),
        _filtered,
        pane="timeline",
    ),
    TourStep(
        "findings",
        QT_TRANSLATE_NOOP("Tour", "What a server gets wrong"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "Every message is checked against the rules of the protocol. Violations are "
            "listed under “Findings”, with the page of the rule.\nChoose that tab.",
        ),
        ("drawer_tabs",),
        _findings_shown,
        tab="findings",
    ),
    TourStep(
        "add",
        QT_TRANSLATE_NOOP("Tour", "Now your own"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "Add your own server here: paste a command, a URL, or the JSON of another program. "
            "F1 explains the place where you are, at any time.",
        ),
        ("add_server", "server_list", "server_switcher"),
        _adding,
        pane="servers",
    ),
)
