"""Under the form of a resource: subscribe to it, and how often it changed since."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.errors import ClosedError
from inspector.ui.panels.subscriptions.subscribe_bar import SubscribeBar
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import column
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.strokes import strokes

pytestmark = pytest.mark.gui

URI = "demo://a"


class _Server:
    def __init__(self) -> None:
        self.state = "connected"
        self.offers_resources = True
        self.states: dict[str, str] = {}
        self.updates: dict[str, int] = {}
        self.updated: set[str] = set()
        self.trouble = ""
        self.asked: list[tuple[str, str]] = []
        self.hold: asyncio.Event | None = None

    @property
    def subscriptions(self) -> _Server:
        return self

    @property
    def catalog(self) -> _Server:
        return self

    def state_of(self, uri: str) -> str:
        return self.states.get(uri, "")

    async def subscribe(self, uri: str) -> None:
        self.asked.append(("subscribe", uri))
        await self._answer(uri, "open")

    async def unsubscribe(self, uri: str) -> None:
        self.asked.append(("unsubscribe", uri))
        await self._answer(uri, "")

    async def _answer(self, uri: str, state: str) -> None:
        if self.hold is not None:
            await self.hold.wait()
        if self.trouble:
            raise ClosedError(self.trouble)
        self.states[uri] = state


class _Bench:
    def __init__(self, qtbot: QtBot) -> None:
        self.server = _Server()
        client: Any = self.server
        self.window = QWidget()
        self.bar = SubscribeBar(client)
        self.window.setLayout(column(self.bar))
        qtbot.addWidget(self.window)
        self.window.resize(500, 60)
        self.window.show()
        self.bar.show_uri(URI)

    @property
    def button(self) -> QPushButton:
        return the(self.bar, QPushButton, "resource_subscribe")

    @property
    def said(self) -> QLabel:
        return the(self.bar, QLabel, "resource_subscription")


@pytest.fixture
def bench(qtbot: QtBot, qapp: QApplication) -> _Bench:
    theme.install(qapp, "light")
    return _Bench(qtbot)


def test_it_is_there_where_it_is_offered_or_was_used(bench: _Bench) -> None:
    assert bench.bar.isVisible()
    bench.server.offers_resources = False
    bench.bar.refresh()
    assert not bench.bar.isVisible()
    bench.server.states[URI] = "lost"
    bench.bar.refresh()
    assert bench.bar.isVisible()
    bench.server.offers_resources = True
    bench.bar.show_uri("")
    assert not bench.bar.isVisible()


def test_a_bar_without_a_place_does_not_become_a_window(qtbot: QtBot) -> None:
    client: Any = _Server()
    bar = SubscribeBar(client)
    qtbot.addWidget(bar)
    bar.show_uri(URI)
    assert not bar.isVisible()


@pytest.mark.parametrize(
    ("state", "button", "said"),
    [
        ("", ("Subscribe", False, True), ""),
        ("opening", ("Subscribed", True, False), "◌ opening"),
        ("open", ("Subscribed", True, True), ""),
        ("lost", ("Subscribe", False, True), "⚠ lost"),
        ("refused", ("Subscribe", False, True), "✗ rejected"),
    ],
)
def test_the_button_shows_the_state(
    bench: _Bench, state: str, button: tuple[str, bool, bool], said: str
) -> None:
    bench.server.states[URI] = state
    bench.bar.refresh()
    assert (bench.button.text(), bench.button.isChecked(), bench.button.isEnabled()) == button
    assert bench.said.text() == said
    bench.server.state = "failed"
    bench.bar.refresh()
    assert not bench.button.isEnabled()


def test_updates_are_counted_and_a_change_since_the_last_reading_stands_out(bench: _Bench) -> None:
    bench.server.states[URI] = "open"
    for count, said in ((1, "1 update"), (2, "2 updates")):
        bench.server.updates[URI] = count
        bench.bar.refresh()
        assert bench.said.text() == said
        assert strokes(bench.said)[0].colour == theme.color("muted").name()
    bench.server.updated.add(URI)
    bench.bar.refresh()
    assert bench.said.text() == "2 updates · ● updated, read again"
    assert strokes(bench.said)[0].colour == theme.color("accent").name()


def test_a_click_subscribes_and_another_one_takes_it_back(bench: _Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.button.click()
        await until(lambda: bench.button.text() == "Subscribed")
        bench.button.click()
        await until(lambda: bench.button.text() == "Subscribe")
        assert bench.server.asked == [("subscribe", URI), ("unsubscribe", URI)]

    arun(main())


def test_a_button_that_was_pressed_shows_what_is_and_not_what_is_wanted(
    bench: _Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.server.hold = asyncio.Event()
        bench.button.click()
        assert not bench.button.isChecked()
        bench.server.hold.set()
        await until(bench.button.isChecked)

    arun(main())


def test_what_went_wrong_is_said_until_the_next_try_or_another_resource(
    bench: _Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.server.trouble = "it cannot"
        bench.button.click()
        await until(lambda: bench.said.text() == "it cannot")
        assert strokes(bench.said)[0].colour == theme.color("error").name()
        bench.bar.show_uri(URI)
        assert bench.said.text() == "it cannot"
        bench.bar.show_uri("demo://b")
        assert bench.said.text() == ""
        bench.server.trouble = ""
        bench.bar.show_uri(URI)
        bench.button.click()
        await until(bench.button.isChecked)
        assert bench.said.text() == ""

    arun(main())


def test_trouble_with_a_resource_is_not_said_of_the_next_one(
    bench: _Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        hold = bench.server.hold = asyncio.Event()
        bench.server.trouble = "it cannot"
        bench.button.click()
        await until(lambda: bench.server.asked)
        bench.bar.show_uri("demo://b")
        hold.set()
        for _ in range(3):
            await asyncio.sleep(0)
        assert bench.said.text() == ""

    arun(main())


def test_the_words_take_the_room_beside_the_button(bench: _Bench) -> None:
    width = bench.said.width()
    bench.window.resize(700, 60)
    assert bench.said.width() == width + 200
    assert (
        bench.button.toolTip() == "Get notified when this resource changes"
        and not bench.button.icon().isNull()
    )
