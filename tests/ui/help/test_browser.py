"""A page of the help as it is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QColor, QImage, QTextCursor, QTextTable
from PySide6.QtWidgets import QApplication

from inspector.ui.help import browser as module
from inspector.ui.help.book import BookPage
from inspector.ui.help.browser import HelpBrowser
from inspector.ui.widgets import theme

pytestmark = pytest.mark.gui
IMAGE = 2
TEXT = (
    "# Title\n\nFirst `code` words.\n\n<!-- not seen -->\n\n![gone](../images/gone.png)\n\n"
    '## <a id="table"></a>Table\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'
    + "filler\n\n" * 60
    + '### <a id="end"></a>End\n\nLast words, [out](https://x.example/) and [in](tools.md#a).\n'
)


@pytest.fixture
def browser(qapp: QApplication) -> Iterator[HelpBrowser]:
    theme.install(qapp, "light")
    made = HelpBrowser("help_page")
    made.resize(500, 300)
    made.show()
    yield made
    made.close()


def page(text: str = TEXT, name: str = "a") -> BookPage:
    return BookPage(name, "Title", text)


def top_line(browser: HelpBrowser) -> str:
    from PySide6.QtCore import QPoint

    return browser.cursorForPosition(QPoint(60, 16)).block().text()


def test_it_begins_at_its_top_or_at_one_of_its_places(browser: HelpBrowser) -> None:
    bar = browser.verticalScrollBar()
    browser.show_page(first := page())
    assert browser.anchors() == ["table", "end"] and bar.value() == 0
    assert "\N{WORD JOINER}" not in browser.toPlainText() and "not seen" not in browser.toPlainText()
    browser.show_page(first, "table")
    assert top_line(browser) == "Table"
    browser.go_to("unknown")
    assert top_line(browser) == "Table"
    browser.show_page(first)
    assert bar.value() == 0
    browser.show_page(first, "end")
    assert bar.value() == bar.maximum()
    browser.show_page(page('# Other\n\n## <a id="x"></a>X\n', "b"))
    assert browser.anchors() == ["x"] and bar.value() == 0


def test_headings_code_and_tables_are_dressed(browser: HelpBrowser) -> None:
    browser.show_page(page())
    document = browser.document()
    found = {}
    block = document.begin()
    while block.isValid():
        found[block.text()] = block.blockFormat()
        block = block.next()
    assert [found[name].topMargin() for name in ("Title", "Table", "End")] == [4, 18, 14]
    assert found["Title"].bottomMargin() == 4
    assert found["First code words."].lineHeight() == 125 and found["1"].lineHeight() != 125
    cursor = QTextCursor(document.find("code"))
    assert cursor.charFormat().background().color() == theme.color("alternate")
    assert cursor.charFormat().font().family() == theme.mono_font().family()
    cursor = QTextCursor(document.find("First"))
    assert cursor.charFormat().background().color() != theme.color("alternate")
    [table] = [one for one in document.rootFrame().childFrames() if isinstance(one, QTextTable)]
    form = table.format()
    assert form.border() == 0.5 and form.borderCollapse() and form.cellPadding() == 4
    assert form.width().rawValue() == 100 and form.headerRowCount() == 1
    assert form.borderBrush().color() == theme.color("border")


def test_links_are_told_as_they_are_written_and_those_out_of_here_are_named(browser: HelpBrowser) -> None:
    followed: list[str] = []
    browser.followed.connect(followed.append)
    browser.show_page(page())
    browser.anchorClicked.emit(QUrl("tools.md#a"))
    assert followed == ["tools.md#a"] and browser.anchors() == ["table", "end"]
    browser.highlighted.emit(QUrl("https://x.example/"))
    assert "https://x.example/" in browser.viewport().toolTip()
    browser.highlighted.emit(QUrl("tools.md#a"))
    assert browser.viewport().toolTip() == ""


def test_it_is_drawn_anew_in_another_theme(browser: HelpBrowser, qapp: QApplication) -> None:
    theme.notifier().changed.emit()
    assert browser.toPlainText() == ""
    browser.show_page(page())
    theme.install(qapp, "dark")
    cursor = QTextCursor(browser.document().find("code"))
    assert cursor.charFormat().background().color() == theme.color("alternate")
    theme.install(qapp, "light")


def test_a_picture_is_no_wider_than_its_room_and_never_larger_than_it_is(
    browser: HelpBrowser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, width in (("images/wide.png", 2000), ("images/small.png", 50), ("images/ko/small.png", 60)):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        image = QImage(width, 10, QImage.Format.Format_RGB32)
        image.fill(QColor("red"))
        image.save(str(path))
    monkeypatch.setattr(module, "resource", lambda _name: tmp_path)

    def width(name: str) -> int:
        found = browser.loadResource(IMAGE, QUrl(f"../images/{name}.png"))
        assert isinstance(found, QImage)
        return found.width()

    bar = browser.verticalScrollBar()
    side = 0 if bar.isVisible() else bar.sizeHint().width()
    assert width("small") == 50 and width("wide") == browser.viewport().width() - side - 40
    browser.resize(1500, 300)
    assert width("wide") == 860
    monkeypatch.setattr(module.language, "current", lambda: "ko")
    assert width("small") == 60 and width("wide") == 860, "the English one, where there is no other"
    browser.show_page(page("# T\n\n![a](../images/small.png)\n\n![b](../images/gone.png)\n\nend\n"))
    names = [
        at.fragment().charFormat().toImageFormat().name()
        for block in (browser.document().findBlockByNumber(n) for n in range(browser.document().blockCount()))
        if not (at := block.begin()).atEnd() and at.fragment().charFormat().isImageFormat()
    ]
    assert names == ["../images/small.png"], "one that was not made is left out"
    assert bytes(browser.loadResource(3, QUrl("../images/small.png")).data()) == b" "
