"""Every action of the program with its menu and its keys. The menus, the palette and the help read this."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from inspector.ui.keyboard.key_words import key_text, sequences
from inspector.ui.loop import breadcrumbs
from inspector.ui.session.focus_editing import EDITING, FocusEditing
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Marked

__all__ = ["ACTIONS", "MENUS", "TABS", "ActionSpec", "action_text", "build_menus", "show_keys"]


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """key: handler and object name. keys: as QKeySequence reads them. separator: a line above it.

    sub: title of the submenu it stands in.
    """

    key: str
    menu: str
    text: Marked
    keys: tuple[str, ...] = ()
    icon: str = ""
    separator: bool = False
    sub: Marked = ""


MENUS: Final[tuple[tuple[str, Marked], ...]] = (
    ("file", QT_TRANSLATE_NOOP("Actions", "&File")),
    ("edit", QT_TRANSLATE_NOOP("Actions", "&Edit")),
    ("view", QT_TRANSLATE_NOOP("Actions", "&View")),
    ("server", QT_TRANSLATE_NOOP("Actions", "&Server")),
    ("go", QT_TRANSLATE_NOOP("Actions", "&Go")),
    ("help", QT_TRANSLATE_NOOP("Actions", "&Help")),
)

TABS: Final = range(1, 11)
"""Places of tabs that have a key: Alt+1 … Alt+9, and Alt+0 for the tenth."""

_TABS_MENU: Final[Marked] = QT_TRANSLATE_NOOP("Actions", "Tabs")
_PANES_MENU: Final[Marked] = QT_TRANSLATE_NOOP("Actions", "Panes")
_THEME_MENU: Final[Marked] = QT_TRANSLATE_NOOP("Actions", "Theme")
_ZOOM_MENU: Final[Marked] = QT_TRANSLATE_NOOP("Actions", "Zoom")
_COLOURS_MENU: Final[Marked] = QT_TRANSLATE_NOOP("Actions", "Row colours")
_TIME_MENU: Final[Marked] = QT_TRANSLATE_NOOP("Actions", "Time column")

ACTIONS: Final = (
    ActionSpec(
        "add_server_action", "file", QT_TRANSLATE_NOOP("Actions", "Add a server…"), ("Ctrl+N",), "plus"
    ),
    ActionSpec(
        "add_offer_action",
        "file",
        QT_TRANSLATE_NOOP("Actions", "Add from a bundle or server.json…"),
        (),
        "package-variant-closed",
    ),
    ActionSpec(
        "import_servers_action", "file", QT_TRANSLATE_NOOP("Actions", "Import servers…"), (), "import"
    ),
    ActionSpec("try_demo_action", "file", QT_TRANSLATE_NOOP("Actions", "Try the demo server"), (), "play"),
    ActionSpec(
        "open_session_action",
        "file",
        QT_TRANSLATE_NOOP("Actions", "Open session file…"),
        ("Ctrl+O",),
        "folder-open-outline",
        True,
    ),
    ActionSpec("recent_sessions", "file", QT_TRANSLATE_NOOP("Actions", "Recent sessions")),
    ActionSpec("import_session", "file", QT_TRANSLATE_NOOP("Actions", "Import a recording…"), (), "import"),
    ActionSpec(
        "save_session_action",
        "file",
        QT_TRANSLATE_NOOP("Actions", "Save session as…"),
        ("Ctrl+S",),
        "content-save-outline",
    ),
    ActionSpec(
        "export_session", "file", QT_TRANSLATE_NOOP("Actions", "Export…"), ("Ctrl+Shift+S",), "export"
    ),
    ActionSpec("merge_sessions", "file", QT_TRANSLATE_NOOP("Actions", "Merge with…"), (), "source-merge"),
    ActionSpec(
        "compare_sessions",
        "file",
        QT_TRANSLATE_NOOP("Actions", "Compare with session…"),
        (),
        "compare-horizontal",
    ),
    ActionSpec(
        "live_window", "file", QT_TRANSLATE_NOOP("Actions", "Live servers"), (), "server-outline", True
    ),
    ActionSpec("close_window", "file", QT_TRANSLATE_NOOP("Actions", "Close window"), ("Ctrl+W",), "", True),
    ActionSpec("quit", "file", QT_TRANSLATE_NOOP("Actions", "Quit"), ("Ctrl+Q",)),
    ActionSpec("undo", "edit", QT_TRANSLATE_NOOP("Actions", "Undo"), ("Ctrl+Z",), "undo"),
    ActionSpec("redo", "edit", QT_TRANSLATE_NOOP("Actions", "Redo"), ("Ctrl+Shift+Z",), "redo"),
    ActionSpec("cut", "edit", QT_TRANSLATE_NOOP("Actions", "Cut"), ("Ctrl+X",), "content-cut", True),
    ActionSpec("copy", "edit", QT_TRANSLATE_NOOP("Actions", "Copy"), ("Ctrl+C",), "content-copy"),
    ActionSpec("paste", "edit", QT_TRANSLATE_NOOP("Actions", "Paste"), ("Ctrl+V",), "content-paste"),
    ActionSpec("select_all", "edit", QT_TRANSLATE_NOOP("Actions", "Select all"), ("Ctrl+A",), "select-all"),
    ActionSpec("find", "edit", QT_TRANSLATE_NOOP("Actions", "Find…"), ("Ctrl+F",), "", True),
    ActionSpec(
        "filter_panel", "edit", QT_TRANSLATE_NOOP("Actions", "Filter the list"), ("Ctrl+Alt+J",), "magnify"
    ),
    ActionSpec(
        "filter_timeline",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Filter the timeline"),
        ("Ctrl+L",),
        "filter-outline",
    ),
    ActionSpec(
        "apply_column",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Show selected value as column"),
        ("Ctrl+Shift+I",),
        "",
        True,
    ),
    ActionSpec(
        "send_again", "edit", QT_TRANSLATE_NOOP("Actions", "Send again"), ("Ctrl+Shift+R",), "repeat", True
    ),
    ActionSpec(
        "edit_and_send",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Edit and send…"),
        ("Ctrl+Shift+E",),
        "pencil-outline",
    ),
    ActionSpec(
        "compare_rows",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Compare rows"),
        ("Ctrl+Shift+C",),
        "compare-horizontal",
    ),
    ActionSpec(
        "highlight_timeline",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Find and highlight in the timeline"),
        ("Ctrl+Shift+L",),
        "marker",
    ),
    ActionSpec("next_highlight", "edit", QT_TRANSLATE_NOOP("Actions", "Next match"), ("F3",)),
    ActionSpec("previous_highlight", "edit", QT_TRANSLATE_NOOP("Actions", "Previous match"), ("Shift+F3",)),
    ActionSpec(
        "mark",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Mark or unmark"),
        ("Ctrl+M",),
        "bookmark-outline",
        True,
    ),
    ActionSpec("mark_shown", "edit", QT_TRANSLATE_NOOP("Actions", "Mark all shown"), ("Ctrl+Shift+A",)),
    ActionSpec("unmark_all", "edit", QT_TRANSLATE_NOOP("Actions", "Unmark all"), ("Ctrl+Alt+M",)),
    ActionSpec(
        "note", "edit", QT_TRANSLATE_NOOP("Actions", "Note…"), ("Ctrl+Alt+C",), "comment-text-outline"
    ),
    ActionSpec(
        "time_reference",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Set or clear time reference"),
        ("Ctrl+T",),
        "clock-outline",
    ),
    ActionSpec(
        "settings", "edit", QT_TRANSLATE_NOOP("Actions", "Settings…"), ("Ctrl+Alt+S",), "cog-outline", True
    ),
    ActionSpec("view_run", "view", QT_TRANSLATE_NOOP("Actions", "Run view"), ("Ctrl+1",), "play"),
    ActionSpec(
        "view_traffic", "view", QT_TRANSLATE_NOOP("Actions", "Traffic view"), ("Ctrl+2",), "swap-vertical"
    ),
    ActionSpec(
        "fold_drawer", "view", QT_TRANSLATE_NOOP("Actions", "Fold or open the drawer"), ("Ctrl+J",), "", True
    ),
    ActionSpec(
        "turn_detail",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Detail below or beside the rows"),
        sub=_PANES_MENU,
    ),
    ActionSpec(
        "enlarge_pane",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Maximise or restore pane"),
        ("Ctrl+Shift+M",),
        sub=_PANES_MENU,
    ),
    ActionSpec("toggle_servers", "view", QT_TRANSLATE_NOOP("Actions", "Show or hide the servers")),
    ActionSpec(
        "theme_system",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Theme: System"),
        (),
        "theme-light-dark",
        True,
        sub=_THEME_MENU,
    ),
    ActionSpec(
        "theme_light",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Theme: Light"),
        (),
        "white-balance-sunny",
        sub=_THEME_MENU,
    ),
    ActionSpec(
        "theme_dark",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Theme: Dark"),
        (),
        "weather-night",
        sub=_THEME_MENU,
    ),
    ActionSpec(
        "zoom_in",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Zoom in"),
        ("Ctrl++", "Ctrl+="),
        "magnify-plus-outline",
        sub=_ZOOM_MENU,
    ),
    ActionSpec(
        "zoom_out",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Zoom out"),
        ("Ctrl+-",),
        "magnify-minus-outline",
        sub=_ZOOM_MENU,
    ),
    ActionSpec(
        "zoom_reset", "view", QT_TRANSLATE_NOOP("Actions", "Normal size"), ("Ctrl+0",), sub=_ZOOM_MENU
    ),
    ActionSpec(
        "show_ladder",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Sequence ladder"),
        ("F9",),
        "swap-horizontal",
        True,
    ),
    ActionSpec(
        "show_statistics",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Statistics"),
        ("F12",),
        "chart-box-outline",
    ),
    ActionSpec("toggle_overview", "view", QT_TRANSLATE_NOOP("Actions", "Overview of the timeline")),
    ActionSpec("reset_layout", "view", QT_TRANSLATE_NOOP("Actions", "Reset layout"), sub=_PANES_MENU),
    ActionSpec(
        "pane_wider",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Make pane wider"),
        ("Alt+Shift+Right",),
        sub=_PANES_MENU,
    ),
    ActionSpec(
        "pane_narrower",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Make pane narrower"),
        ("Alt+Shift+Left",),
        sub=_PANES_MENU,
    ),
    ActionSpec(
        "pane_taller",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Make pane taller"),
        ("Alt+Shift+Down",),
        sub=_PANES_MENU,
    ),
    ActionSpec(
        "pane_lower",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Make pane shorter"),
        ("Alt+Shift+Up",),
        sub=_PANES_MENU,
    ),
    ActionSpec("time_start", "view", QT_TRANSLATE_NOOP("Actions", "Since start"), (), "", True, _TIME_MENU),
    ActionSpec(
        "time_previous",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Since previous row"),
        sub=_TIME_MENU,
    ),
    ActionSpec(
        "time_reference_row",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Since time reference"),
        sub=_TIME_MENU,
    ),
    ActionSpec("time_local", "view", QT_TRANSLATE_NOOP("Actions", "Time of day"), sub=_TIME_MENU),
    ActionSpec("time_utc", "view", QT_TRANSLATE_NOOP("Actions", "Date and time, UTC"), sub=_TIME_MENU),
    ActionSpec("columns", "view", QT_TRANSLATE_NOOP("Actions", "Columns…"), (), "table-column"),
    ActionSpec("colour_rows", "view", QT_TRANSLATE_NOOP("Actions", "Colour rows"), sub=_COLOURS_MENU),
    ActionSpec(
        "colour_rules",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Colour rules…"),
        (),
        "palette-outline",
        sub=_COLOURS_MENU,
    ),
    ActionSpec("connect", "server", QT_TRANSLATE_NOOP("Actions", "Connect"), ("Ctrl+Shift+K",), "connection"),
    ActionSpec("disconnect", "server", QT_TRANSLATE_NOOP("Actions", "Disconnect"), ("Ctrl+Shift+D",)),
    ActionSpec(
        "restart", "server", QT_TRANSLATE_NOOP("Actions", "Restart or reconnect"), ("Ctrl+R",), "restart"
    ),
    ActionSpec(
        "run", "server", QT_TRANSLATE_NOOP("Actions", "Run"), ("Ctrl+Return", "Ctrl+Enter"), "play", True
    ),
    ActionSpec(
        "twin_call",
        "server",
        QT_TRANSLATE_NOOP("Actions", "Run on another server and compare…"),
        ("Ctrl+Alt+Return", "Ctrl+Alt+Enter"),
        "compare-horizontal",
    ),
    ActionSpec(
        "edit_server_action",
        "server",
        QT_TRANSLATE_NOOP("Actions", "Edit server…"),
        ("Ctrl+E",),
        "pencil-outline",
        True,
    ),
    ActionSpec(
        "diagnose_server", "server", QT_TRANSLATE_NOOP("Actions", "Diagnose server…"), (), "stethoscope"
    ),
    ActionSpec(
        "check_server", "server", QT_TRANSLATE_NOOP("Actions", "Check server…"), (), "check-decagram-outline"
    ),
    ActionSpec(
        "sign_in", "server", QT_TRANSLATE_NOOP("Actions", "Sign in…"), (), "shield-account-outline", True
    ),
    ActionSpec("sign_out", "server", QT_TRANSLATE_NOOP("Actions", "Sign out")),
    ActionSpec(
        "search_servers",
        "server",
        QT_TRANSLATE_NOOP("Actions", "Search the servers"),
        ("Ctrl+Shift+J",),
        "magnify",
        True,
    ),
    ActionSpec("next_server", "server", QT_TRANSLATE_NOOP("Actions", "Next server"), ("Ctrl+PgDown",)),
    ActionSpec("previous_server", "server", QT_TRANSLATE_NOOP("Actions", "Previous server"), ("Ctrl+PgUp",)),
    ActionSpec("palette", "go", QT_TRANSLATE_NOOP("Actions", "Search or run…"), ("Ctrl+K",), "magnify"),
    ActionSpec("next_pane", "go", QT_TRANSLATE_NOOP("Actions", "Next pane"), ("F6",), "", True),
    ActionSpec("previous_pane", "go", QT_TRANSLATE_NOOP("Actions", "Previous pane"), ("Shift+F6",)),
    *(
        ActionSpec(
            f"tab_{n}", "go", QT_TRANSLATE_NOOP("Actions", "Tab"), (f"Alt+{n % 10}",), "", n == 1, _TABS_MENU
        )
        for n in TABS
    ),
    ActionSpec("go_to_record", "go", QT_TRANSLATE_NOOP("Actions", "Go to record…"), ("Ctrl+G",), "", True),
    ActionSpec("next_row", "go", QT_TRANSLATE_NOOP("Actions", "Next row"), ("F8", "Ctrl+Down")),
    ActionSpec("previous_row", "go", QT_TRANSLATE_NOOP("Actions", "Previous row"), ("F7", "Ctrl+Up")),
    ActionSpec("history_back", "go", QT_TRANSLATE_NOOP("Actions", "Back to previous record"), ("Alt+Left",)),
    ActionSpec(
        "history_forward", "go", QT_TRANSLATE_NOOP("Actions", "Forward to next record"), ("Alt+Right",)
    ),
    ActionSpec(
        "record_window",
        "go",
        QT_TRANSLATE_NOOP("Actions", "Open in new window"),
        ("Shift+Return", "Shift+Enter"),
    ),
    ActionSpec(
        "next_in_exchange", "go", QT_TRANSLATE_NOOP("Actions", "Next message of this call"), ("Ctrl+.",)
    ),
    ActionSpec(
        "previous_in_exchange",
        "go",
        QT_TRANSLATE_NOOP("Actions", "Previous message of this call"),
        ("Ctrl+,",),
    ),
    ActionSpec("first_row", "go", QT_TRANSLATE_NOOP("Actions", "First row"), ("Ctrl+Home",)),
    ActionSpec("last_row", "go", QT_TRANSLATE_NOOP("Actions", "Last row"), ("Ctrl+End",)),
    ActionSpec("next_mark", "go", QT_TRANSLATE_NOOP("Actions", "Next mark"), ("Ctrl+Shift+N",), "", True),
    ActionSpec("previous_mark", "go", QT_TRANSLATE_NOOP("Actions", "Previous mark"), ("Ctrl+Shift+B",)),
    ActionSpec("next_reference", "go", QT_TRANSLATE_NOOP("Actions", "Next time reference"), ("Ctrl+Alt+N",)),
    ActionSpec(
        "previous_reference", "go", QT_TRANSLATE_NOOP("Actions", "Previous time reference"), ("Ctrl+Alt+B",)
    ),
    ActionSpec("help", "help", QT_TRANSLATE_NOOP("Actions", "Help"), ("F1",), "help-circle-outline"),
    ActionSpec("user_guide", "help", QT_TRANSLATE_NOOP("Actions", "User guide"), (), "book-open-outline"),
    ActionSpec("whats_this", "help", QT_TRANSLATE_NOOP("Actions", "What's this?"), ("Shift+F1",)),
    ActionSpec("choose_whats_this", "help", QT_TRANSLATE_NOOP("Actions", "What's this? (click a control)")),
    ActionSpec("tour", "help", QT_TRANSLATE_NOOP("Actions", "Guided tour"), (), "map-marker-path"),
    ActionSpec(
        "shortcuts",
        "help",
        QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"),
        ("Ctrl+F1",),
        "keyboard-outline",
        True,
    ),
    ActionSpec(
        "filter_language",
        "help",
        QT_TRANSLATE_NOOP("Actions", "The filter language"),
        (),
        "filter-outline",
    ),
    ActionSpec("about", "help", QT_TRANSLATE_NOOP("Actions", "About")),
)
"""An action without a handler in a window is not shown there: no dead ends."""


def action_text(spec: ActionSpec) -> str:
    """What the action is called; the tabs by their number."""
    text = QCoreApplication.translate("Actions", spec.text)
    return f"{text} {spec.key.removeprefix('tab_')}" if spec.key.startswith("tab_") else text


def build_menus(window: QMainWindow, handlers: Mapping[str, Callable[[], object]]) -> dict[str, QAction]:
    """Menus of a window; key → action. Only actions that have a handler, and those of the focused widget."""
    editing = FocusEditing(window)
    handlers = {**editing.handlers(), **handlers}
    bar = window.menuBar()
    zoom.menu_icons(bar)
    menus: dict[str, QMenu] = {}
    actions: dict[str, QAction] = {}
    for key, title in MENUS:
        if any(spec.menu == key and spec.key in handlers for spec in ACTIONS):
            menus[key] = bar.addMenu(QCoreApplication.translate("Actions", title))
            menus[key].setObjectName(f"menu_{key}")
    subs: dict[str, QMenu] = {}
    for spec in ACTIONS:
        if spec.key not in handlers:
            continue
        menu = menus[spec.menu]
        if spec.separator and not menu.isEmpty():
            menu.addSeparator()
        if spec.sub:
            if spec.sub not in subs:
                subs[spec.sub] = menu.addMenu(QCoreApplication.translate("Actions", spec.sub))
            menu = subs[spec.sub]
        action = menu.addAction(action_text(spec))
        action.setObjectName(f"action_{spec.key}")
        action.setShortcuts(sequences(spec.keys))
        if spec.key in EDITING:  # shown only: the key is that of the widget with the keyboard
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        if spec.icon:
            action.setIcon(theme.icon(spec.icon))
        action.triggered.connect(partial(_noted, spec.key))
        action.triggered.connect(handlers[spec.key])
        actions[spec.key] = action
    editing.follow(menus["edit"], actions)
    return actions


def show_keys(menu: QMenu) -> None:
    """Write the keys of the menu bar beside the entries of another menu that do the same; shown only."""
    keys = {spec.key: spec.keys[0] for spec in ACTIONS if spec.keys}
    for entry in menu.findChildren(QAction):
        if entry.objectName() in keys:
            entry.setText(f"{entry.text()}\t{key_text(keys[entry.objectName()])}")


def _noted(key: str, *_checked: bool) -> None:
    breadcrumbs.note("action", key)
