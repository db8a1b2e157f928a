"""Which page of the help belongs to what has the keyboard: by the name of a widget, else by its class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QTabWidget, QWidget

from inspector.ui.help.book import FIRST

__all__ = ["PAGES_OF_CLASSES", "PAGES_OF_NAMES", "page_of"]

PAGES_OF_NAMES: Final = {
    "raw_editor": "raw",
    "welcome": "welcome",
    "session_tabs": "session-files",
    "declare_page": "declare",
}
"""Object name → page, where the class is used in other places too."""

PAGES_OF_CLASSES: Final = {
    # panels
    "ToolsPanel": "tools",
    "ResourcesPanel": "resources",
    "PromptsPanel": "prompts",
    "TasksPanel": "tasks",
    "SubscriptionsPanel": "subscriptions",
    "InputsPanel": "inputs",
    "RawPanel": "raw",
    "ServerPanel": "server",
    "CheckPanel": "check",
    "AuthorizationPanel": "authorization",
    "ConsolePanel": "console",
    "FindingsPanel": "findings",
    "FindingsTable": "findings",
    # parts of panels
    "Form": "forms",
    "JsonEditor": "json-editor",
    "ResultView": "result-viewer",
    "JsonViewer": "result-viewer",
    "LargeJson": "result-viewer",
    "ValueOverlay": "forms",
    "ContentDialog": "forms",
    "DatePage": "forms",
    # panes
    "ServerList": "servers",
    "TimelinePane": "timeline",
    "FilterShelf": "filter",
    "FilterEdit": "filter",
    "HighlightBar": "timeline",
    "DetailPane": "detail",
    "LadderPane": "ladder",
    "StatisticsPane": "statistics",
    # dialogs, windows and what floats over them
    "About": FIRST,
    "AddColumn": "timeline",
    "ColourRulesDialog": "timeline",
    "ColumnsDialog": "timeline",
    "SaveFilter": "filter",
    "FilterManager": "filter",
    "FilterHelp": "filter",
    "AddServerOverlay": "servers",
    "DoctorPage": "doctor",
    "EditServer": "edit-server",
    "DeclarePage": "declare",
    "IdentityPage": "declare",
    "AuthPage": "authorization",
    "ExportDialog": "export",
    "ExportServer": "export-server",
    "FillIn": "servers",
    "ImportServers": "import-servers",
    "MergeDialog": "session-files",
    "OfferDialog": "bundles",
    "PassphraseDialog": "settings",
    "Preferences": "settings",
    "Palette": "palette",
    "ShortcutsOverlay": "palette",
    "ComparePane": "compare",
    "SessionsPane": "compare",
    "RecordWindow": "detail",
    "ReportDialog": "recovery",
    "Welcome": "welcome",
    "SessionWindow": "session-files",
    "MainWindow": FIRST,
    "RecordsWindow": FIRST,
}
"""Class → page. The nearest widget that has one counts, from the one with the keyboard outwards."""


def page_of(widget: QWidget | None) -> str:
    """The page of a widget; the first page where nothing has one."""
    inside: QWidget | None = None
    while widget is not None:
        page = _of_middle(widget) or _own(widget) or _of_tabs(widget, inside)
        if page:
            return page
        widget, inside = widget.parentWidget(), widget
    return FIRST


def _own(widget: QWidget) -> str:
    name = PAGES_OF_NAMES.get(widget.objectName(), "")
    classes = (PAGES_OF_CLASSES.get(kind.__name__, "") for kind in type(widget).__mro__)
    return name or next((page for page in classes if page), "")


def _of_middle(widget: QWidget) -> str:
    """What belongs to no pane, like the bar at the top, has the page of the work, or of the rows alone."""
    if not isinstance(widget, QMainWindow):
        return ""
    storeys = widget.findChild(QSplitter, "bench_storeys")
    parts = [widget.centralWidget()] if storeys is None else map(storeys.widget, range(storeys.count()))
    shown = (one for part in parts for one in _within(part) if one.isVisible())
    return next((page for one in shown if (page := _own(one))), "")


def _of_tabs(widget: QWidget, inside: QWidget | None) -> str:
    """On the titles of tabs it is the page of the one in front."""
    if widget.objectName() == "drawer_tabs":
        pages = widget.window().findChild(QStackedWidget, "drawer_pages")
        front: QWidget | None = pages.currentWidget() if pages is not None else None
    elif isinstance(widget, QTabWidget) and inside is widget.tabBar():
        front = widget.currentWidget() if widget.count() else widget
    else:
        return ""
    return next((page for one in _within(front) if one is not widget and (page := _own(one))), "")


def _within(widget: QWidget | None) -> Iterator[QWidget]:
    """It, then what is in it, the outer ones first."""
    level = [widget] if widget is not None else []
    while level:
        yield from level
        level = [child for one in level for child in one.children() if isinstance(child, QWidget)]
