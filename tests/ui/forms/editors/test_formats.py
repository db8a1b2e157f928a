"""Texts that are made or chosen: UUIDs and colours, with what is remarked about them."""

from __future__ import annotations

import uuid

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QColorDialog, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.formats import ColourEditor, UuidEditor, colour_of
from inspector.ui.widgets import theme
from tests.ui.form_driving import find, notes, shown_form, tool, value


def test_a_uuid_is_made_by_its_button_and_of_either_version_by_its_menu(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"i": {"type": "string", "format": "uuid"}}))
    row, button = form.row("/i"), find(form, QToolButton, "i_generate")
    assert row is not None and isinstance(row.host.editor, UuidEditor)
    random, timed = button.menu().actions()
    seen = set()
    for act, version in ((button.click, 4), (random.trigger, 4), (timed.trigger, 7), (timed.trigger, 7)):
        act()
        made = uuid.UUID(value(form)["i"])
        assert (made.version or int(str(made)[14], 16)) == version and notes(form, "i") == f"v{version}"
        seen.add(made)
    assert len(seen) == 4 and find(form, QLineEdit, "i").isUndoAvailable()


@pytest.mark.parametrize(("text", "said"), [("", ""), ("no", "not a UUID"), ("0" * 36, "not a UUID")])
def test_what_is_no_uuid_is_remarked(qtbot: QtBot, text: str, said: str) -> None:
    form = shown_form(qtbot, tool({"i": {"type": "string", "format": "uuid"}}), f'{{"i": "{text}"}}')
    assert notes(form, "i") == said


@pytest.mark.parametrize(
    ("text", "rgba"),
    [
        ("#123", (17, 34, 51, 255)), ("#1234", (17, 34, 51, 68)), ("#112233", (17, 34, 51, 255)),
        ("#11223380", (17, 34, 51, 128)), (" Red ", (255, 0, 0, 255)), ("#12345", None), ("rgb(1,2,3)", None),
        ("nocolour", None), ("", None), ("#ggg", None),
    ],
)  # fmt: skip
def test_a_colour_is_read_as_css_writes_it(text: str, rgba: tuple[int, ...] | None) -> None:
    found = colour_of(text)
    assert (found.getRgb() if found is not None else None) == rgba


def test_the_swatch_shows_the_colour_or_that_there_is_none(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    form = shown_form(qtbot, tool({"c": {"type": "string", "format": "color"}}), '{"c": "#00ff00"}')
    swatch = find(form, QToolButton, "c_swatch")
    middle = swatch.width() // 2, swatch.height() // 2

    def ink() -> str:
        return swatch.grab().toImage().pixelColor(*middle).name()

    assert ink() == "#00ff00" and swatch.width() == 34 and notes(form, "c") == ""
    form.set_text('{"c": "nothing"}')
    assert ink() not in ("#00ff00", theme.color("base").name()), "it is crossed out"
    assert notes(form, "c") == "not a CSS colour"
    form.set_text('{"c": "rgb(1,2,3)"}')
    assert notes(form, "c") == "", "it may be one that is not known here"


@pytest.mark.parametrize(
    ("now", "chosen", "sent", "alpha"),
    [
        ("", QColor(1, 2, 3), "#010203", False),
        ("#00ff0080", QColor(1, 2, 3, 128), "#01020380", True),
        ("#00ff00", QColor(1, 2, 3, 255), "#010203", False),
    ],
)
def test_a_colour_is_chosen_in_the_dialog(
    qtbot: QtBot, now: str, chosen: QColor, sent: str, alpha: bool
) -> None:
    form = shown_form(qtbot, tool({"c": {"type": "string", "format": "color"}}), f'{{"c": "{now}"}}')
    row = form.row("/c")
    assert row is not None and isinstance(row.host.editor, ColourEditor)
    find(form, QToolButton, "c_swatch").click()
    dialog = row.host.editor.findChild(QColorDialog, "colour_dialog")
    assert dialog is not None and dialog.isVisible()
    assert dialog.currentColor() == (colour_of(now) or QColor(Qt.GlobalColor.white))
    assert dialog.testOption(QColorDialog.ColorDialogOption.ShowAlphaChannel) is alpha
    dialog.colorSelected.emit(chosen)
    dialog.close()
    assert value(form) == {"c": sent}
