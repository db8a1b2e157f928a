"""What a server is to tell of: boxes, URIs and task ids, and one request or several."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.errors import ClosedError
from inspector.protocol.subscribing import Filter
from inspector.ui.panels.subscriptions.new_subscription import NewSubscription
from tests.conftest import Runner, Until
from tests.ui.parts import the

pytestmark = pytest.mark.gui


class _Server:
    """A server that takes every subscription, or refuses when told to."""

    def __init__(self, modern: bool = True) -> None:
        self.modern = modern
        self.state = "connected"
        self.all: list[Any] = []
        self.refuses = ""
        self.lists: tuple[str, ...] = ("tools",)

    @property
    def subscriptions(self) -> _Server:
        return self

    def offered(self) -> Filter:
        return Filter(self.lists)

    def open(self, wanted: Filter) -> Any:
        if self.refuses:
            raise ClosedError(self.refuses)
        self.all.append(wanted)
        return wanted

    async def subscribe(self, uri: str) -> str:
        if self.refuses == uri:
            raise ClosedError(f"not {uri}")
        self.all.append(uri)
        return "open"


class _Bench:
    def __init__(self, qtbot: QtBot, modern: bool = True) -> None:
        self.server = _Server(modern)
        client: Any = self.server
        self.form = NewSubscription(client)
        qtbot.addWidget(self.form)
        self.form.show()
        self.opened = QSignalSpy(self.form.opened)

    def tick(self, kind: str) -> None:
        the(self.form, QCheckBox, f"subscribe_{kind}").click()

    def type(self, kind: str, text: str) -> None:
        the(self.form, QPlainTextEdit, f"subscribe_{kind}").setPlainText(text)

    def go(self) -> None:
        the(self.form, QPushButton, "subscribe_button").click()

    def trouble(self) -> str:
        notice: Any = the(self.form, QWidget, "subscribe_trouble")
        return str(notice.text()) if notice.isVisible() else ""

    def seen(self) -> set[str]:
        parts = [*self.form.findChildren(QCheckBox), *self.form.findChildren(QPlainTextEdit)]
        return {part.objectName().removeprefix("subscribe_") for part in parts if part.isVisible()}


@pytest.fixture
def bench(qtbot: QtBot) -> _Bench:
    return _Bench(qtbot)


@pytest.fixture
def legacy(qtbot: QtBot) -> _Bench:
    return _Bench(qtbot, modern=False)


def test_a_modern_server_tells_of_lists_resources_and_tasks(bench: _Bench) -> None:
    assert bench.seen() == {"tools", "prompts", "resources", "uris", "tasks"}
    assert [box.text() for box in bench.form.findChildren(QCheckBox)] == [
        "Tools list", "Prompts list", "Resources list",
    ]  # fmt: skip
    assert "One subscriptions/listen with all of this:" in [
        one.text() for one in bench.form.findChildren(QLabel)
    ]


def test_a_legacy_server_tells_of_resources_only(legacy: _Bench) -> None:
    assert legacy.seen() == {"uris"}
    said = "One resources/subscribe per URI; list changes are sent anyway:"
    assert said in [one.text() for one in legacy.form.findChildren(QLabel)]


def test_another_connection_may_be_of_the_other_kind(legacy: _Bench) -> None:
    legacy.server.modern = True
    legacy.form.refresh()
    assert legacy.seen() == {"tools", "prompts", "resources", "uris", "tasks"}


def test_a_box_says_whether_the_server_tells_of_it(bench: _Bench) -> None:
    said = {kind: the(bench.form, QCheckBox, f"subscribe_{kind}").toolTip() for kind in ("tools", "prompts")}
    assert said["tools"] == "declared by the server"
    assert said["prompts"].startswith("not declared by the server")


def test_what_is_ticked_and_typed_is_wanted(bench: _Bench) -> None:
    bench.tick("resources")
    bench.tick("tools")
    bench.type("uris", " demo://a \n\n  \ndemo://b\ndemo://a")
    bench.type("tasks", "t1\n")
    assert bench.form.wanted() == Filter(("tools", "resources"), ("demo://a", "demo://b"), ("t1",))
    bench.go()
    assert bench.server.all == [bench.form.wanted()] and bench.opened.at(0) == [bench.form.wanted()]


def test_nothing_wanted_is_said_and_asks_for_nothing(bench: _Bench) -> None:
    bench.go()
    assert bench.trouble() == "Choose or enter what to subscribe to."
    assert bench.server.all == [] and bench.opened.count() == 0


@pytest.mark.parametrize("change", ["tools", "uris", "tasks"])
def test_a_complaint_goes_when_somebody_changes_something(bench: _Bench, change: str) -> None:
    bench.go()
    assert bench.trouble()
    if change == "tools":
        bench.tick(change)
    else:
        bench.type(change, "x")
    assert bench.trouble() == ""


def test_what_cannot_be_opened_is_said(bench: _Bench) -> None:
    bench.server.refuses = "the connection is gone"
    bench.tick("tools")
    bench.go()
    assert bench.trouble() == "the connection is gone" and bench.opened.count() == 0
    bench.server.refuses = ""
    bench.go()
    assert bench.trouble() == "" and bench.opened.count() == 1


def test_a_legacy_server_is_asked_uri_by_uri(legacy: _Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        legacy.type("uris", "demo://a\ndemo://b")
        legacy.go()
        await until(lambda: legacy.opened.count() == 1)
        assert legacy.server.all == ["demo://a", "demo://b"] and legacy.opened.at(0) == ["demo://b"]

    arun(main())


def test_a_uri_that_is_refused_is_said(legacy: _Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        legacy.server.refuses = "demo://b"
        legacy.type("uris", "demo://a\ndemo://b")
        legacy.go()
        await until(legacy.trouble)
        assert legacy.trouble() == "not demo://b" and legacy.opened.count() == 0

    arun(main())


def test_only_a_connected_server_can_be_asked(bench: _Bench) -> None:
    button = the(bench.form, QPushButton, "subscribe_button")
    assert button.isEnabled()
    bench.server.state = "failed"
    bench.form.refresh()
    assert not button.isEnabled()


def test_escape_and_cancel_close_it(bench: _Bench) -> None:
    closed = QSignalSpy(bench.form.closed)
    QTest.keyClick(bench.form, Qt.Key.Key_A)
    assert closed.count() == 0
    QTest.keyClick(bench.form, Qt.Key.Key_Escape)
    assert closed.count() == 1
    the(bench.form, QPushButton, "subscribe_cancel").click()
    assert closed.count() == 2


@pytest.mark.parametrize("modern", [True, False])
def test_typing_begins_with_what_is_there(qtbot: QtBot, modern: bool) -> None:
    bench = _Bench(qtbot, modern)
    bench.form.activateWindow()
    qtbot.waitUntil(bench.form.isActiveWindow)
    bench.form.focus_first()
    part: QWidget = (
        the(bench.form, QCheckBox, "subscribe_tools")
        if modern
        else the(bench.form, QPlainTextEdit, "subscribe_uris")
    )
    qtbot.waitUntil(part.hasFocus)


def test_three_lines_of_uris_are_in_sight_and_tab_goes_on(bench: _Bench, qtbot: QtBot) -> None:
    for name, hint in (("uris", "Resource URIs, one per line"), ("tasks", "Task IDs, one per line")):
        lines = the(bench.form, QPlainTextEdit, f"subscribe_{name}")
        assert lines.accessibleName() == lines.placeholderText() == hint
        assert lines.tabChangesFocus() and lines.property("outlined") is True
        assert lines.height() == 3 * lines.fontMetrics().lineSpacing() + 14


def test_uris_get_twice_the_room_of_task_ids(bench: _Bench) -> None:
    uris, tasks = (the(bench.form, QPlainTextEdit, f"subscribe_{name}") for name in ("uris", "tasks"))
    bench.form.resize(1500, 300)
    assert abs(uris.width() - 2 * tasks.width()) <= 2
