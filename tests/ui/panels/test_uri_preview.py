"""The URI that a template makes of what is typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.uri_template import template_of
from inspector.ui.panels.uri_preview import UriLine, UriPreview
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip
from tests.ui.parts import the

pytestmark = pytest.mark.gui


@pytest.fixture
def preview(qtbot: QtBot, qapp: QApplication) -> Iterator[UriPreview]:
    theme.install(qapp, "light")
    made = UriPreview()
    qtbot.addWidget(made)
    made.resize(400, 60)
    made.show_template(template_of("demo://{place}/a"))
    yield made
    theme.set_zoom(100)


def _line(preview: UriPreview) -> UriLine:
    return the(preview, UriLine, "resource_uri")


def test_what_is_typed_becomes_a_uri(preview: UriPreview) -> None:
    preview.show_arguments('{"place": "a b"}')
    assert _line(preview).text() == "demo://a%20b/a"
    assert _line(preview).toolTip() == tooltip("demo://a%20b/a")
    assert _line(preview).accessibleName() == "The URI that is read"


def test_what_is_no_object_is_said_in_its_place(preview: UriPreview) -> None:
    preview.show_arguments("[1]")
    assert _line(preview).text() == "The arguments must be a JSON object."


def test_it_is_hidden_for_what_is_no_template(qtbot: QtBot) -> None:
    preview = UriPreview()
    qtbot.addWidget(preview)
    assert preview.isHidden()
    preview.show_template(None)
    preview.show_arguments("{}")
    assert preview.isHidden() and _line(preview).text() == ""
    preview.show_template(template_of("demo://{a}"))
    assert preview.isVisible()
    preview.show_template(None)
    assert preview.isHidden()


def test_a_malformed_template_is_told_and_a_sound_one_takes_that_back(preview: UriPreview) -> None:
    notice = the(preview, QWidget, "resource_template_note")
    assert not notice.isVisible()
    preview.show_template(template_of("demo://{place"))
    assert notice.isVisible()
    assert notice.accessibleName().startswith("This template is malformed: ")
    preview.show_template(template_of("demo://{place}"))
    assert not notice.isVisible() and notice.accessibleName() == ""


def test_a_uri_is_shown_from_its_beginning_and_where_somebody_reads_it_stays(preview: UriPreview) -> None:
    line = _line(preview)
    long = "demo://" + "x" * 500
    line.show_uri(long)
    assert line.cursorPosition() == 0 and line.isReadOnly()
    line.setCursorPosition(300)
    line.show_uri(long)
    assert line.cursorPosition() == 300
    line.show_uri(long + "y")
    assert line.cursorPosition() == 0


def test_it_is_written_as_code_flush_with_what_is_around_it(preview: UriPreview) -> None:
    line = _line(preview)
    for percent in (100, 200):
        theme.set_zoom(percent)
        assert line.font() == theme.mono_font(-1)
    assert not line.hasFrame() and line.textMargins().left() == -2
    assert "transparent" in line.styleSheet()


def test_a_line_of_its_own_is_called_uri(qtbot: QtBot) -> None:
    line = UriLine("mine")
    qtbot.addWidget(line)
    assert (line.objectName(), line.accessibleName()) == ("mine", "URI")


def test_the_line_takes_the_room_beside_its_label(preview: UriPreview) -> None:
    label = next(one for one in preview.findChildren(QLabel) if one.text() == "URI")
    width = _line(preview).width()
    preview.resize(600, 60)
    assert _line(preview).width() == width + 200 and label.width() == label.sizeHint().width()
