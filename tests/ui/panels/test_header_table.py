"""Arguments that go out as headers too, while somebody types them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QTreeWidget
from pytestqt.qtbot import QtBot

from inspector.protocol.era.param_headers import ParamHeader
from inspector.ui.panels.header_table import HeaderTable
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip
from tests.ui.parts import the

pytestmark = pytest.mark.gui


def _header(name: str, value: str | None) -> ParamHeader:
    return ParamHeader(path=("where", name), header=f"Mcp-Param-{name}", value=value)


@pytest.fixture
def headers(qtbot: QtBot, qapp: QApplication) -> Iterator[HeaderTable]:
    theme.install(qapp, "light")
    made = HeaderTable("tool_headers")
    qtbot.addWidget(made)
    made.resize(500, 200)
    yield made
    theme.set_zoom(100)


def _table(headers: HeaderTable) -> QTreeWidget:
    return the(headers, QTreeWidget, "tool_headers")


def _cells(headers: HeaderTable) -> list[list[str]]:
    table = _table(headers)
    items = [table.topLevelItem(row) for row in range(table.topLevelItemCount())]
    return [[item.text(at) for at in range(3)] for item in items]


def test_without_headers_it_is_hidden(headers: HeaderTable) -> None:
    assert headers.isHidden()
    headers.show_rows([_header("a", "1")])
    assert headers.isVisible()
    headers.show_rows([])
    assert headers.isHidden() and _cells(headers) == []


def test_a_row_says_argument_header_and_what_is_sent(headers: HeaderTable) -> None:
    headers.show_rows([_header("a", "1"), _header("b", None), _header("c", "")])
    table = _table(headers)
    assert [table.headerItem().text(at) for at in range(3)] == ["Argument", "Header", "Sent value"]
    assert _cells(headers) == [
        ["where.a", "Mcp-Param-a", "1"],
        ["where.b", "Mcp-Param-b", "not sent"],
        ["where.c", "Mcp-Param-c", "(empty)"],
    ]
    assert [label.text() for label in headers.findChildren(QLabel)] == ["Also sent as headers"]


def test_what_is_not_sent_is_faint_and_all_can_be_read_in_full(headers: HeaderTable) -> None:
    headers.show_rows([_header("a", "1"), _header("b", None), _header("c", "")])
    items = [_table(headers).topLevelItem(row) for row in range(3)]
    colours = [theme.color(role) for role in ("text", "muted", "muted")]
    assert [item.foreground(2).color() for item in items] == colours
    assert [items[0].toolTip(at) for at in range(3)] == [
        tooltip(text) for text in ("where.a", "Mcp-Param-a", "1")
    ]


def test_while_somebody_types_only_the_texts_change(headers: HeaderTable) -> None:
    headers.show_rows([_header("a", "1"), _header("b", "2")])
    table = _table(headers)
    table.setCurrentItem(table.topLevelItem(1))
    headers.show_rows([_header("a", "1"), _header("b", "23")])
    assert _cells(headers)[1][2] == "23" and table.currentItem() is table.topLevelItem(1)
    headers.show_rows([_header("a", "1"), _header("b", "23"), _header("c", "4")])
    assert len(_cells(headers)) == 3


def test_it_is_as_high_as_its_rows_and_five_at_most(headers: HeaderTable) -> None:
    table, heights = _table(headers), []
    for count in (1, 4, 5, 9):
        headers.show_rows([_header(str(number), "1") for number in range(count)])
        line = table.sizeHintForRow(0)
        heights.append((table.height() - table.header().sizeHint().height() - 4) / line)
    assert heights == [1, 4, 5, 5]


def test_it_is_written_as_code_at_every_zoom(headers: HeaderTable) -> None:
    headers.show_rows([_header("a", "1")])
    before = _table(headers).height()
    theme.set_zoom(200)
    assert _table(headers).font() == theme.mono_font() and _table(headers).height() > before


def test_the_last_column_takes_the_room_and_the_others_what_they_need(headers: HeaderTable) -> None:
    headers.show_rows([_header("a", "1" * 500)])
    table = _table(headers)
    assert table.header().length() == table.viewport().width()
    assert table.columnWidth(1) >= table.sizeHintForColumn(1)
    assert table.columnWidth(0) == max(table.sizeHintForColumn(0), table.header().sectionSizeHint(0))
    assert table.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    assert not table.rootIsDecorated() and table.frameWidth() == 0 and table.uniformRowHeights()
    assert table.accessibleName() == "Arguments also sent as headers"
