"""Colours can be read in both palettes, icons follow the theme, zoom is bounded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetrics, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QTabWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.transfer.importers.found import Configuration
from inspector.ui.content.page import _Line
from inspector.ui.forms.form import Form
from inspector.ui.forms.parts import ErrorText, WarnText
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.servers.transfer.import_detail import ImportDetail
from inspector.ui.timeline.filter.edit import FilterEdit
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Link
from inspector.ui.widgets.icons import has_icon
from inspector.ui.widgets.own_colours import ColouredLabel
from inspector.ui.widgets.primary_button import PrimaryButton

BACKGROUNDS = ("background", "base", "alternate", "selection", "border")
TEXT_ROLES = [role for role in theme.ROLES if role not in BACKGROUNDS]


@pytest.fixture(autouse=True)
def installed(qapp: QApplication) -> Iterator[None]:
    theme.install(qapp, "light")
    yield
    theme.install(qapp, "light")


def luminance(color: QColor) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    """WCAG 2.2, "contrast ratio"."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("role", TEXT_ROLES)
def test_every_text_role_can_be_read_on_every_background(mode: str, role: str) -> None:
    theme.set_mode(mode)
    grounds = [theme.color(name) for name in BACKGROUNDS if name != "border"]
    grounds += [theme.tint("error"), theme.tint("warning"), theme.tint("accent")]
    grounds += [theme.ground(name) for name in (*theme.GROUNDS, "mark")]
    assert min(contrast(theme.color(role), ground) for ground in grounds) >= 4.5


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_palette_is_the_one_of_the_mode(mode: str, qapp: QApplication) -> None:
    theme.set_mode(mode)
    assert theme.is_dark() == (mode == "dark")
    assert qapp.palette().color(QPalette.ColorRole.Base) == theme.color("base")


def test_a_change_of_mode_is_told_once(qtbot: object) -> None:
    told: list[int] = []

    def hear() -> None:
        told.append(1)

    theme.notifier().changed.connect(hear)
    theme.set_mode("dark")
    theme.notifier().changed.disconnect(hear)
    assert told == [1]


class Deep(QLabel):
    """Counts how often its font is another one."""

    styled = 0

    def changeEvent(self, event: QEvent) -> None:
        self.styled += event.type() == QEvent.Type.FontChange
        super().changeEvent(event)


def all_styled(qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not theme.notifier().restyler.running)


def test_however_deep_a_widget_lies_a_zoom_styles_it_once(qtbot: QtBot) -> None:
    window = inner = QWidget()
    qtbot.addWidget(window)
    for _ in range(20):
        layout = QVBoxLayout(inner)
        inner = QWidget()
        layout.addWidget(inner)
    deep = Deep(inner)
    with qtbot.waitExposed(window):
        window.show()
    deep.styled = 0
    theme.zoom(1)
    assert deep.styled == 1


def test_an_unknown_mode_follows_the_system() -> None:
    theme.set_mode("sepia")
    assert theme.mode() == "system"


def test_zoom_is_bounded_and_goes_back(qapp: QApplication) -> None:
    normal, row = qapp.font().pointSizeF(), theme.row_height()
    for _ in range(40):
        theme.zoom(1)
    assert theme.zoom_level() == 200 and qapp.font().pointSizeF() == pytest.approx(2 * normal)
    assert theme.row_height() > row
    for _ in range(40):
        theme.zoom(-1)
    assert theme.zoom_level() == 75 and qapp.font().pointSizeF() == pytest.approx(0.75 * normal)
    theme.zoom(0)
    assert qapp.font().pointSizeF() == normal
    assert theme.row_height() == row


def test_an_icon_is_painted_in_the_colour_of_its_role_and_follows_the_theme() -> None:
    icon = theme.icon("play", "accent")
    for mode in ("light", "dark"):
        theme.set_mode(mode)
        image = icon.pixmap(QSize(32, 32)).toImage()
        assert image.pixelColor(14, 16) == theme.color("accent")


def test_an_unknown_icon_is_a_question_mark_and_no_error() -> None:
    assert not has_icon("mdi6.no-such-thing")
    assert has_icon("codicon.debug")
    assert not theme.icon("no.such.font").pixmap(QSize(16, 16)).isNull()


def test_qtawesome_itself_is_never_imported() -> None:
    theme.icon("play").pixmap(QSize(16, 16))
    assert "qtawesome" not in sys.modules


def test_qt_calls_that_return_nothing_keep_the_count_of_none(qapp: QApplication) -> None:
    """PySide6 6.12.0 on Python 3.11 loses a reference to None in each; the process then aborts."""
    thing = QObject()
    before = sys.getrefcount(None)
    for number in range(1000):
        thing.setObjectName(str(number))
    assert abs(sys.getrefcount(None) - before) < 50


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_ring_of_the_focus_and_the_main_button_stand_out(mode: str) -> None:
    theme.set_mode(mode)
    edit = QLineEdit()
    edit.ensurePolished()  # only then it asks for the palette of its class
    ring = edit.palette().color(QPalette.ColorRole.Highlight)
    assert contrast(ring, theme.color("background")) >= 3  # WCAG 1.4.11
    assert contrast(ring, edit.palette().color(QPalette.ColorRole.HighlightedText)) >= 4.5
    button = PrimaryButton("run_button", "")
    button.resize(80, 24)
    ground = button.grab().toImage().pixelColor(40, 12)
    assert contrast(ground, theme.color("base")) >= 4.5


SCHEMA = {
    "properties": {
        "short": {"type": "string", "maxLength": 2, "examples": ["one", "two"]},
        "long": {"type": "string", "minLength": 2},
        "n": {"type": "integer", "default": 3},
    },
    "required": ["short", "long"],
}


def page_of_everything() -> QWidget:
    """One of each kind that has colours of its own, with something to show."""
    page = QWidget()
    layout = QVBoxLayout(page)
    form, editor, detail = Form(), JsonEditor(), ImportDetail()
    form.set_schema(SCHEMA)
    form.set_text('{"short": "abc", "long": "x"}')
    editor.set_text('{"a": 1}')
    detail.show_entry(Configuration("cursor", None, problem="it is broken"))
    filters = [FilterEdit(f"filter_{number}") for number in range(3)]
    for one, text in zip(filters, ("", "is:error", "is:"), strict=True):
        one.setText(text)
        one.apply_now()
    kinds = (Link("link", "x"), ErrorText("x"), WarnText("x"), _Line(), ColouredLabel("x", "ok"))
    for widget in (*kinds, *filters, form, editor, detail):
        layout.addWidget(widget)
    return page


def colours_of(page: QWidget) -> list[tuple[str, str, list[str]]]:
    """Every colour of every widget, in the order in which they were made."""
    roles = [role for role in QPalette.ColorRole if role.name not in ("NColorRoles", "NoRole")]
    groups = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Disabled)
    return [
        (
            type(widget).__name__,
            widget.objectName(),
            [
                f"{role.name} {widget.palette().color(group, role).name()}"
                for group in groups
                for role in roles
            ],
        )
        for widget in [page, *page.findChildren(QWidget)]
    ]


@pytest.fixture
def shown(qtbot: QtBot) -> QTabWidget:
    """A window with two tabs; the first is shown."""
    tabs = QTabWidget()
    qtbot.addWidget(tabs)
    tabs.addTab(QWidget(), "empty")
    tabs.addTab(page_of_everything(), "everything")
    tabs.resize(600, 900)
    with qtbot.waitExposed(tabs):
        tabs.show()
    return tabs


def off_the_window(shown: QTabWidget) -> QWidget:
    page = shown.widget(1)
    shown.removeTab(1)
    page.setParent(None)
    return page


@pytest.mark.parametrize("off", ["before", "after", "a tab that is hidden", "never shown"])
def test_a_page_has_the_colours_of_a_new_one_wherever_it_was_while_the_theme_changed(
    off: str, shown: QTabWidget, qapp: QApplication, qtbot: QtBot
) -> None:
    if off != "never shown":
        shown.setCurrentIndex(1)
        qapp.processEvents()
        shown.setCurrentIndex(0)
    page = off_the_window(shown) if off == "before" else shown.widget(1)
    theme.set_mode("dark")
    qapp.processEvents()
    if off == "after":
        off_the_window(shown)
    if shown.count() == 1:
        shown.addTab(page, "everything")
    shown.setCurrentIndex(1)
    qapp.processEvents()
    shown.addTab(page_of_everything(), "new")
    shown.setCurrentIndex(2)
    all_styled(qtbot)
    old, new = colours_of(page), colours_of(shown.widget(2))
    assert len(old) == len(new)
    assert [both for both in zip(old, new, strict=True) if both[0] != both[1]] == []


def test_what_is_in_sight_is_styled_at_once_and_the_rest_soon(
    shown: QTabWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme.notifier().restyler, "_budget_s", 0)  # however fast the machine is
    hidden, seen = shown.widget(1).findChildren(QLabel)[0], QPushButton("x", shown.widget(0))
    seen.show()
    hidden.ensurePolished()
    points = seen.font().pointSizeF()
    theme.set_mode("dark")
    theme.set_zoom(200)
    assert seen.font().pointSizeF() == 2 * points
    assert seen.palette().color(QPalette.ColorRole.Button) == theme.color("base"), "as the sheet says"
    assert hidden.font().pointSizeF() < 2 * points
    all_styled(qtbot)
    assert hidden.font().pointSizeF() == 2 * points
    theme.set_zoom(100)


def test_what_comes_into_sight_before_its_turn_is_styled_as_it_does(
    shown: QTabWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown.setCurrentIndex(1)
    shown.setCurrentIndex(0)
    monkeypatch.setattr(theme.notifier().restyler, "_budget_s", 0)
    line = shown.widget(1).findChildren(QLineEdit)[0]
    before = line.palette().color(QPalette.ColorRole.Base)
    theme.set_mode("dark")
    assert line.palette().color(QPalette.ColorRole.Base) == before, "it is not seen"
    shown.setCurrentIndex(1)
    assert line.palette().color(QPalette.ColorRole.Base) == theme.color("base") != before
    all_styled(qtbot)


def test_a_colour_that_changed_since_the_theme_did_is_kept_off_the_window(shown: QTabWidget) -> None:
    shown.setCurrentIndex(1)
    page = shown.widget(1)
    label, line = page.findChildren(ColouredLabel)[0], page.findChild(FilterEdit, "filter_1")
    theme.set_mode("dark")
    label.set_role("pending")
    line.setText("is:")
    off_the_window(shown)
    shown.addTab(page, "everything")
    assert label.palette().color(QPalette.ColorRole.WindowText) == theme.color("pending")
    assert line.palette().color(QPalette.ColorRole.Base) == theme.tint("error", 0.12)


def test_only_what_follows_the_theme_gives_a_widget_a_palette() -> None:
    folder = Path(theme.__file__).parent.parent
    found = {file.name for file in folder.rglob("*.py") if ".setPalette(" in file.read_text("utf-8")}
    assert found == {"theme.py", "own_colours.py", "line_icons.py"}  # the last keeps what a line had


def test_zoom_goes_by_steps_of_the_list_also_from_between_them(qapp: QApplication) -> None:
    ahead, behind = theme.ZOOMS[theme.ZOOMS.index(100) + 1], theme.ZOOMS[theme.ZOOMS.index(100) - 1]
    seen = []
    for steps in (1, -1, -1, 1, 2, 0, -99, 99, 0):
        theme.zoom(steps)
        seen.append(theme.zoom_level())
    two = theme.ZOOMS[theme.ZOOMS.index(100) + 2]
    assert seen == [ahead, 100, behind, 100, two, 100, theme.ZOOMS[0], theme.ZOOMS[-1], 100]
    theme.set_zoom(103)
    theme.zoom(1)
    assert theme.zoom_level() == ahead
    theme.set_zoom(103)
    theme.zoom(-1)
    assert theme.zoom_level() == 100
    told: list[int] = []
    theme.notifier().resized.connect(lambda: told.append(theme.zoom_level()))
    theme.zoom(0)
    theme.set_mode("dark")
    assert told == [], "it is as large as before"
    theme.set_zoom(200)
    assert told == [200] and theme.px(10.4) == 21
    theme.set_zoom(100)
    theme.set_mode("light")


def test_the_desktop_is_followed_only_while_nobody_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    applied: list[str] = []
    monkeypatch.setattr(theme, "_apply", lambda: applied.append(theme.mode()))
    state = theme.notifier()
    for mode, applying, times in (("light", False, 0), ("system", True, 0), ("system", False, 1)):
        monkeypatch.setattr(state, "mode", mode)
        monkeypatch.setattr(state, "applying", applying)
        applied.clear()
        state.follow_system(Qt.ColorScheme.Dark)
        assert len(applied) == times, mode


def test_colours_are_mixed_and_grounds_known_by_name() -> None:
    black, white = QColor("#000000"), QColor("#ffffff")
    assert [theme.mix(black, white, share).red() for share in (0, 0.25, 1)] == [0, 64, 255]
    under, over = QColor(10, 20, 30), QColor(110, 220, 130)
    assert theme.mix(under, over, 0.1).getRgb() == (20, 40, 40, 255)
    theme.set_mode("light")
    assert theme.ground("mark").name() == "#e1e2e3" and theme.ground("none") == theme.color("base")
    assert theme.tint("error", 0) == theme.color("base") and theme.tint("error", 1) == theme.color("error")
    light = theme.frame().name(), theme.outline().name()
    theme.set_mode("dark")
    assert theme.ground("mark").name() == "#36383b" and theme.is_dark()
    assert theme.frame().name() == theme.mix(theme.color("muted"), theme.color("text"), 0.15).name()
    assert (theme.frame().name(), theme.outline().name()) != light
    theme.set_mode("light")
    assert theme.frame().name() == theme.mix(theme.color("border"), theme.color("muted"), 0.35).name()
    with pytest.raises(KeyError):
        theme.color("no role")


def test_what_is_off_is_faded_and_menus_have_a_frame_of_their_own(qapp: QApplication) -> None:
    theme.set_mode("light")
    palette, role = QApplication.palette(), QPalette.ColorRole
    off = QPalette.ColorGroup.Disabled
    faded = theme.mix(theme.color("background"), theme.color("muted"), 0.65)
    for target in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText, role.Link):
        assert palette.color(off, target) == faded != palette.color(target)
    assert palette.color(off, role.Accent) == theme.color("border")
    assert QApplication.palette("QMenu").color(role.Window) == theme.frame()
    assert QApplication.palette("QMenu").color(role.Highlight) == theme.color("selection")
    assert QApplication.palette("QLineEdit").color(role.Highlight) == theme.color("accent")
    image = theme.icon("play", "error").pixmap(16, 16, QIcon.Mode.Disabled).toImage()
    inks = {
        image.pixelColor(x, y).name() for x in range(16) for y in range(16) if image.pixelColor(x, y).alpha()
    }
    assert theme.mix(theme.color("background"), theme.color("error"), 0.4).name() in inks


def test_rows_and_letters_grow_with_the_text(qapp: QApplication) -> None:
    base = qapp.font().pointSizeF()
    assert theme.mono_font().pointSizeF() == base and theme.mono_font(3).pointSizeF() == base + 3
    assert theme.mono_font(-100).pointSizeF() == 5.0
    assert theme.row_height() >= 24
    large = qapp.font()
    large.setPointSizeF(40)
    assert theme.row_height(large) == QFontMetrics(large).height() + 8


def test_letters_of_one_width_are_as_large_as_the_others_and_never_too_small_to_read(
    qapp: QApplication,
) -> None:
    size = qapp.font().pointSizeF()
    assert theme.mono_font().pointSizeF() == pytest.approx(size)
    assert theme.mono_font(-1).pointSizeF() == pytest.approx(size - 1)
    assert theme.mono_font(2).pointSizeF() == pytest.approx(size + 2)
    assert theme.mono_font(-100).pointSizeF() == 5
    assert QFontInfo(theme.mono_font()).fixedPitch()
