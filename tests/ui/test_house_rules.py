"""The rules of the house, held in every place of the program: distances, names, labels, plain text."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.doctor.checks import Check, Fact
from inspector.core.doctor.fixes import Fix
from inspector.errors import Explanation
from inspector.render import (
    Audio,
    Blob,
    ContentNote,
    EmbeddedResource,
    Error,
    Json,
    Markdown,
    Rendering,
    ResourceLink,
    Text,
)
from inspector.ui.content.page import ContentView
from inspector.ui.content.remarks import Remark, Remarks
from inspector.ui.crash_reports.report_dialog import ReportDialog
from inspector.ui.forms.form import Form
from inspector.ui.help.book import HelpBook
from inspector.ui.help.window import HelpWindow
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.servers.doctor.row import CheckRow
from inspector.ui.text.clamped import Clamped
from inspector.ui.widgets import accessible, theme, zoom
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import EmptyState, Heading, MenuButton, Notice, column, row
from inspector.ui.widgets.failure_view import FailureView
from tests.conftest import ROOT, Runner
from tests.ui.alike import at_rest, unlike
from tests.ui.form_driving import tool
from tests.ui.heard import faults
from tests.ui.house import breaches, off_the_grid, widgets_of
from tests.ui.live import live
from tests.ui.places import dialogs, places

pytestmark = pytest.mark.gui
LOUD: Final = "<b>loud</b>"


@pytest.fixture(autouse=True)
def taught(qapp: QApplication) -> Iterator[None]:
    theme.install(qapp, "light")
    accessible.install()
    yield
    theme.set_zoom(100)


def test_every_place_keeps_the_rules_of_the_house(arun: Runner, tmp_path: Path) -> None:
    told: dict[str, str] = {}

    async def walk() -> None:
        async with live(tmp_path) as it:
            for part in (places(it), dialogs(it, tmp_path)):
                async for name, window in part:
                    for fault in (*breaches(window), *faults(window)):
                        told.setdefault(fault, name)
            theme.set_zoom(200)
            for widget in widgets_of(it.window):
                for fault in off_the_grid(widget, 2):
                    told.setdefault(fault, "at 200 %")

    arun(walk())
    assert not told, "\n".join(f"{name}: {fault}" for fault, name in told.items())


def _every_kind() -> dict[str, Any]:
    """One field of each kind, and words that look like HTML wherever a server has words."""
    about = {"title": LOUD, "description": LOUD}
    text = {"type": "string", **about}
    kinds: dict[str, Any] = {
        "line": {**text, "minLength": 2, "maxLength": 9, "examples": [LOUD]},
        "long": {**text, "maxLength": 4000},
        "secret": {**text, "format": "password"},
        "day": {**text, "format": "date-time"},
        "colour": {**text, "format": "color"},
        "file": {**text, "contentEncoding": "base64"},
        "pattern": {**text, "pattern": LOUD},
        "number": {"type": "integer", "minimum": 1, "maximum": 9, **about},
        "share": {"type": "number", "default": 0.5, **about},
        "flag": {"type": "boolean", "default": True, **about},
        "few": {"enum": ["a", LOUD], **about},
        "many": {"enum": [f"{LOUD} {number}" for number in range(40)], **about},
        "ticks": {"type": "array", "items": {"enum": ["a", "b", LOUD]}, "uniqueItems": True, **about},
        "list": {"type": "array", "items": text, "maxItems": 4, **about},
        "fixed": {"const": LOUD, **about},
        "old": {**text, "deprecated": True},
        "union": {"oneOf": [text, {"type": "object", "properties": {"inner": text}, "title": LOUD}], **about},
        "any": about,
        "part": {"type": "object", "properties": {"inner": text, LOUD: text}, **about},
        "free": {"type": "object", "additionalProperties": text, **about},
    }
    return tool(kinds, required=("line", "number", "part"))


_VALUES: Final = {
    "line": LOUD,
    "long": f"{LOUD}\n" * 3,
    "day": "yesterday",
    "number": "many",
    "many": LOUD,
    "ticks": ["a", LOUD],
    "list": [LOUD, 2, "three"],
    "union": {"inner": LOUD},
    "any": {LOUD: [1, {"a": LOUD}]},
    "part": {"inner": LOUD, "more": LOUD},
    "free": {LOUD: LOUD, "b": 2},
    LOUD: LOUD,
}


def _shown_form(qtbot: QtBot, text: str | None) -> tuple[QDialog, Form]:
    window, form = QDialog(), Form()
    qtbot.addWidget(window)
    window.setObjectName("window")
    form.setObjectName("tool_form")
    window.setLayout(column(form))
    form.set_schema(_every_kind())
    if text is not None:
        form.set_text(text)
    window.resize(500, 6000)  # all of it is made
    window.show()
    return window, form


@pytest.mark.parametrize("text", [None, json.dumps(_VALUES), "[1"], ids=["empty", "full of faults", "broken"])
def test_every_kind_of_field_keeps_them_in_every_state(qtbot: QtBot, text: str | None) -> None:
    window, form = _shown_form(qtbot, text)
    assert _broken(window) == ""
    for one, _kind in list(form.rows()):
        if (row_of_it := form.row(one)) is not None and row_of_it.is_section:
            row_of_it.unfold()
    assert _broken(window) == ""
    theme.set_zoom(200)
    stale = [fault for widget in widgets_of(window) for fault in off_the_grid(widget, 2)]
    assert "\n".join(stale) == ""


def _answers(qtbot: QtBot, *columns: JsonViewer) -> QDialog:
    """What a server can answer with, the editor of JSON, and our own words about both."""
    window = QDialog()
    qtbot.addWidget(window)
    editor, broken, text = JsonEditor(exact_switch=True), JsonViewer(), JsonViewer()
    editor.set_text('{"a": [1, "x",],\n "b": null}')
    broken.set_bytes(b"[1,,]")
    viewers = [text, *columns]
    for viewer in viewers:
        viewer.set_bytes(b'{"a": [{"n": 1, "s": "x"}, {"n": 12345678901234567890}], "b": {"c": null}}')
    shown, failure, remarks = ContentView(), _failure(), Remarks("remarks")
    shown.show_renderings(_PARTS)
    remarks.show_remarks((Remark("good", "ok"), Remark("bad", "error", ("a", "b"))))
    words = Clamped("words")
    words.set_text("Words with a [link](http://x).\n\n* one\n* two\n* three\n* four")
    notice, button = Notice("notice", "ok", small=True), MenuButton("menu", "Menu", "Hint", "play")
    notice.set_text("saved")
    small = (Chip("chip", "ok"), Heading("Head", 3), button, EmptyState("empty", "hint"), notice)
    high = ((editor, 160), (broken, 120), *((one, 200) for one in viewers), (shown, 1700), (words, 120))
    for widget, height in high:
        zoom.follow(widget.setFixedHeight, height)
    window.setLayout(column(editor, broken, *viewers, shown, words, failure, remarks, *small))
    window.resize(800, 4000)
    window.show()
    clean = editor.findChild(QToolButton, "json_editor_clean")
    qtbot.waitUntil(lambda: all(one.is_ready() for one in (broken, *viewers)) and clean.isVisible())
    qtbot.waitUntil(lambda: all(one.mode() != "text" for one in columns))
    qtbot.waitUntil(lambda: not shown._slices.running)  # every block of the list is there
    return window


_PARTS: Final[list[Rendering]] = [
    *(
        ContentNote("head", "heading"),
        ContentNote("note"),
        ContentNote("warning", "warning"),
        Text("some text\n" * 30),
    ),
    Markdown("# Title\n`code` and\n\n```\nx\n```\n| a |\n|---|\n| b |"),
    *(Json(b'{"a": [1, 2, {"b": null}]}'), Audio(b"abc", "audio/wav"), Blob(b"\x00abc" * 20, "x/y")),
    ResourceLink("file:///x", "name", "title", "about it", "text/plain", 12),
    *(Error("-32000", "message", b'{"a": 1}'), EmbeddedResource("file:///y", "text/plain", Text("inner"))),
]


_DARK, _LARGE = partial(theme.set_mode, "dark"), partial(theme.set_zoom, 150)


@pytest.mark.parametrize(
    ("what", "change"),
    [("form", _DARK), ("form", _LARGE), ("answers", _LARGE), ("answers and columns", _DARK)],
)
def test_what_lived_through_a_change_looks_as_if_it_were_made_after_it(
    qtbot: QtBot, what: str, change: partial[None]
) -> None:
    def made() -> QDialog:
        if what == "form":
            return _shown_form(qtbot, json.dumps(_VALUES))[0]
        modes = ("tree", "table") if "columns" in what else ()  # at another zoom they keep what a user made
        return _answers(qtbot, *(JsonViewer(mode=mode) for mode in modes))

    old = made()
    at_rest()
    change()
    at_rest()
    new = made()
    old.resize(new.size())
    at_rest()
    assert "\n".join(unlike(old, new)) == ""


def _broken(window: QWidget) -> str:
    for _ in range(5):
        QApplication.processEvents()
    heard = (one for one in faults(window) if not one.startswith("no objectName") or "“field_" not in one)
    return "\n".join((*breaches(window), *heard))  # a field is called by its place in the value


def _failure() -> QWidget:
    view = FailureView()
    view.show_explanation(Explanation(LOUD, LOUD, LOUD, LOUD, ("retry", "show_stderr"), LOUD))
    return view


def _check() -> QWidget:
    fixes = (Fix("launch", LOUD, ("a",)), Fix("header", LOUD, name="a", asks=LOUD, secret=True))
    facts = (Fact("Seen", LOUD), Fact("Output", f"{LOUD}\n{LOUD}"))
    made = CheckRow(Check("launch", "Launch", "failed", LOUD, facts, LOUD, fixes, 1_000_000))
    made.unfold()
    return made


def _help() -> QWidget:
    made = HelpWindow(HelpBook("en"))
    made.open_page("index")
    return made


@pytest.mark.parametrize("make", [_failure, _check, _help, lambda: ReportDialog(LOUD, Path(LOUD))])
def test_what_is_seldom_seen_keeps_them_too(qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    window = make()
    qtbot.addWidget(window)
    window.resize(700, 500)
    with qtbot.waitExposed(window):
        window.show()
    assert _broken(window) == ""


def test_what_breaks_a_rule_is_found(qtbot: QtBot) -> None:
    window, layout, form, grid = QWidget(), QVBoxLayout(), QFormLayout(), QGridLayout()
    qtbot.addWidget(window)
    window.setLayout(layout)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(7)
    form.addRow(QLabel("Name"), QLineEdit())
    grid.addWidget(QLabel("Server"), 0, 0)
    grid.addWidget(QComboBox(), 0, 1)
    for inner in (form, grid, row(QLabel(LOUD), margins=(0, 3, 0, 0))):
        layout.addLayout(inner)
    for inner in (form, grid):
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setHorizontalSpacing(4)
        inner.setVerticalSpacing(4)
    lost = QPushButton("Lost", window)
    lost.setToolTip(f"{LOUD} from elsewhere")
    sign = QToolButton()
    sign.setIcon(theme.icon("close", "muted"))
    sign.setIconSize(sign.iconSize() * 2)
    layout.addWidget(sign)
    window.show()
    found = "\n".join(breaches(window))
    for words in (
        *("spacing of (7,) px", "margins of (0, 3, 0, 0) px", "in no layout: QPushButton"),
        *("label “Name” leads to no field", "label “Server” leads to no field"),
        *(f"text that Qt may take for HTML “{LOUD}”", f"tooltip that Qt may take for HTML “{LOUD} from"),
        "icon of",
    ):
        assert words in found
    assert len(found.splitlines()) == 8


# -- events and constructors -------------------------------------------------------------------------------

_PASSED_ON: Final = frozenset({
    "__init__", "event", "viewportEvent", "childEvent", "changeEvent", "showEvent", "hideEvent", "closeEvent",
    "resizeEvent", "focusInEvent", "focusOutEvent", "leaveEvent", "keyPressEvent",
})  # fmt: skip
_ALONE: Final = {
    "LiveServers.__init__": "its class above is a protocol",
    "BigText.resizeEvent": "it scrolls by itself",
    "BigText.keyPressEvent": "it scrolls by itself",
    "HexView.resizeEvent": "it scrolls by itself",
}
"""Not mouse and paint events: who takes a click or paints does so alone."""


def test_what_a_class_hears_its_class_above_hears_too() -> None:
    kept_to_itself = set()
    for file in sorted((ROOT / "inspector" / "ui").rglob("*.py")):
        for part in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(part, ast.ClassDef) and part.bases:
                methods = (one for one in part.body if isinstance(one, ast.FunctionDef))
                heard = (one for one in methods if one.name in _PASSED_ON)
                kept_to_itself |= {f"{part.name}.{one.name}" for one in heard if not _goes_on(one)}
    assert kept_to_itself == _ALONE.keys()


def _goes_on(method: ast.FunctionDef) -> bool:
    own = (one.func for one in ast.walk(method) if isinstance(one, ast.Call))
    return any(isinstance(one, ast.Attribute) and one.attr == method.name and _is_super(one) for one in own)


def _is_super(one: ast.Attribute) -> bool:
    return ast.unparse(one.value) == "super()"
