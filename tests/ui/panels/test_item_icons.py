"""Icons in a list: shown when a user wants them, fetched only from hosts they allowed."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.panels.item_icons import ItemIcons
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.widgets import theme
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.strokes import strokes

pytestmark = pytest.mark.gui


def _picture(colour: Qt.GlobalColor) -> str:
    image, buffer = QImage(8, 8, QImage.Format.Format_RGB32), QBuffer()
    image.fill(colour)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return "data:image/png;base64," + base64.b64encode(buffer.data().data()).decode()


HOME = "https://icons.example.com"


class _Bench:
    def __init__(self, qtbot: QtBot) -> None:
        self.list = ItemList("tool_list", "tool_filter", "Filter", "None.")
        self.list.set_items([Item("a", "a"), Item("b", "b")])
        self.entries: dict[str, dict[str, Any]] = {"a": {}, "b": {}}
        self.icons = ItemIcons("tools", self.list, lambda: self.entries, "https://example.com")
        qtbot.addWidget(self.list)
        qtbot.addWidget(self.icons.bar)
        self.list.resize(300, 200)
        self.list.show()

    def give(self, key: str, *icons: dict[str, Any]) -> None:
        self.entries[key] = {"icons": list(icons)}
        self.icons.refresh()

    @property
    def button(self) -> QToolButton:
        return the(self.list, QToolButton, "tools_show_icons")

    @property
    def question(self) -> QWidget:
        return the(self.list, QWidget, "tools_icons_question")

    def drawn(self) -> dict[str, str]:
        """Key of a row → colour of the middle of its icon."""
        model, found = self.list.view.model(), {}
        for row in range(model.rowCount()):
            picture = model.index(row, 0).data(Qt.ItemDataRole.DecorationRole)
            if picture is not None and not picture.isNull():
                image = picture.toImage()
                found["ab"[row]] = image.pixelColor(image.width() // 2, image.height() // 2).name()
        return found


@pytest.fixture
def bench(qtbot: QtBot, qapp: QApplication, qloop: object) -> _Bench:
    theme.install(qapp, "light")
    return _Bench(qtbot)


def test_the_button_is_there_where_something_has_icons(bench: _Bench) -> None:
    assert not bench.button.isVisible()
    bench.give("a", {"src": _picture(Qt.GlobalColor.red)})
    assert bench.button.isVisible() and not bench.button.isChecked()
    bench.entries = {}
    bench.icons.refresh()
    assert not bench.button.isVisible()


def test_icons_are_drawn_when_a_person_wants_them(bench: _Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.give("a", {"src": _picture(Qt.GlobalColor.red)})
        assert bench.drawn() == {}
        bench.button.click()
        await until(lambda: bench.drawn() == {"a": "#ff0000"})
        assert not bench.question.isVisible(), "nothing is fetched for it"
        bench.button.click()
        assert bench.drawn() == {}

    arun(main())


def test_icons_that_come_later_are_drawn_too(bench: _Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.give("a", {"src": _picture(Qt.GlobalColor.red)})
        bench.button.click()
        bench.give("b", {"src": _picture(Qt.GlobalColor.blue)})
        await until(lambda: bench.drawn() == {"a": "#ff0000", "b": "#0000ff"})

    arun(main())


def test_another_theme_has_another_icon(
    bench: _Bench, arun: Runner, until: Until, qapp: QApplication
) -> None:
    async def main() -> None:
        bench.give(
            "a",
            {"src": _picture(Qt.GlobalColor.red), "theme": "light"},
            {"src": _picture(Qt.GlobalColor.blue), "theme": "dark"},
        )
        bench.button.click()
        await until(lambda: bench.drawn() == {"a": "#ff0000"})
        theme.install(qapp, "dark")
        bench.button.click()
        bench.button.click()
        await until(lambda: bench.drawn() == {"a": "#0000ff"})
        theme.install(qapp, "light")
        assert bench.drawn() == {"a": "#ff0000"}

    arun(main())


def test_hosts_are_asked_about_once_each_and_where_they_are(bench: _Bench) -> None:
    bench.give("a", {"src": f"{HOME}/a.png"})
    bench.give("b", {"src": f"{HOME}/b.png"})
    assert not bench.question.isVisible()
    bench.button.click()
    assert bench.question.isVisible()
    [said] = [one for one in bench.question.findChildren(QLabel) if one.text()]
    assert said.text() == "Icons come from icons.example.com" and said.wordWrap()
    assert said.textFormat() == Qt.TextFormat.PlainText
    assert "That is not the server's host." in bench.question.accessibleName()
    assert "icons.example.com" in bench.question.toolTip()


def test_a_no_holds_until_icons_are_asked_for_again(bench: _Bench) -> None:
    bench.give("a", {"src": f"{HOME}/a.png"})
    bench.button.click()
    the(bench.list, QToolButton, "tools_icons_refuse").click()
    assert not bench.question.isVisible()
    bench.icons.refresh()
    assert not bench.question.isVisible()
    bench.button.click()
    assert not bench.question.isVisible()
    bench.button.click()
    assert bench.question.isVisible()


def test_a_yes_fetches_from_that_host(
    bench: _Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inspector.render.icon_data import IconData
    from inspector.ui.content import icon_store

    fetched: list[str] = []

    async def load(icon: Any) -> IconData:
        fetched.append(icon.src)
        return IconData(problem="there is nothing")

    monkeypatch.setattr(icon_store, "load_icon", load)

    async def main() -> None:
        bench.give("a", {"src": f"{HOME}/a.png"})
        bench.button.click()
        assert fetched == []
        the(bench.list, QPushButton, "tools_icons_allow").click()
        await until(lambda: fetched == [f"{HOME}/a.png"])
        assert not bench.question.isVisible() and bench.drawn() == {}

    arun(main())


def test_the_question_has_the_colour_of_what_waits(bench: _Bench) -> None:
    bench.give("a", {"src": f"{HOME}/a.png"})
    bench.button.click()
    ground, edge = [one for one in strokes(bench.question) if one.how == "fill"]
    assert ground.rect.toRect() == bench.question.rect()
    assert (edge.rect.x(), edge.rect.width(), edge.rect.height()) == (0, 3, bench.question.height())
    assert edge.colour == theme.color("pending").name()
    assert ground.colour == theme.tint("pending", 0.12).name()


def test_the_chosen_thing_has_its_icons_in_a_bar(bench: _Bench) -> None:
    bench.give("a", {"src": f"{HOME}/a.png"})
    bench.icons.show_item("a")
    assert not bench.icons.bar.isHidden()
    bench.icons.show_item("b")
    assert bench.icons.bar.isHidden()
    bench.icons.show_item("gone")
    assert bench.icons.bar.isHidden()
