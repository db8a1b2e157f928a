"""A word about a question that nobody looks at, and when it goes."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout

from inspector.ui.windows import input_notice
from inspector.ui.windows.input_notice import InputNotice
from tests.ui.strips import Strips

pytestmark = pytest.mark.gui
STRIP = "inputs_notice"


class Servers(QObject):
    """Two servers; a test says what waits in them."""

    asked = Signal(str, int)
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.current = "a"
        self.waiting: dict[str, list[int]] = {"a": [], "b": []}

    def names(self) -> list[str]:
        return [*self.waiting, "gone"]

    def get(self, name: str) -> Any:
        if name not in self.waiting:
            return None
        return SimpleNamespace(inbox=SimpleNamespace(waiting=self.waiting[name]))

    def select(self, name: str) -> None:
        self.current = name

    def ask(self, name: str) -> None:
        self.waiting[name].append(1)
        self.asked.emit(name, 1)


class Bench:
    def __init__(self) -> None:
        self.strips, self.servers = Strips(), Servers()
        self.place = QHBoxLayout()
        self.strips.window.layout().addLayout(self.place)  # type: ignore[union-attr]
        self.panel = "tools"
        servers: Any = self.servers
        self.notice = InputNotice(
            servers, self.strips, self.place, lambda key: self.panel == key, self.strips.window
        )
        self.wanted: list[str] = []
        self.notice.panel_wanted.connect(self.wanted.append)

    def text(self) -> str:
        return self.strips.text(STRIP)


@pytest.fixture
def bench(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    made = Bench()
    yield made
    made.strips.window.close()


def test_who_looks_at_the_inputs_of_that_server_is_told_nothing(bench: Bench) -> None:
    bench.panel = "inputs"
    bench.servers.ask("a")
    assert bench.text() == ""
    bench.servers.ask("b")
    assert "b" in bench.text() and bench.text().endswith("needs your input")
    assert bench.strips.roles == [(STRIP, "pending")] and bench.place.count() == 1
    bench.panel = "tools"
    bench.servers.ask("a")
    assert "a" in bench.text().removesuffix("needs your input")


def test_its_button_leads_to_the_question(bench: Bench) -> None:
    bench.servers.ask("b")
    assert bench.strips.buttons(STRIP) == ["inputs_show"]
    bench.strips.press("inputs_show", STRIP)
    assert bench.servers.current == "b" and bench.wanted == ["inputs"] and bench.text() == ""
    bench.servers.ask("b")
    bench.strips.press("inputs_notice_close", STRIP)
    assert bench.text() == "" and bench.wanted == ["inputs"]


def test_it_goes_when_the_question_is_seen_or_nothing_waits_any_more(bench: Bench) -> None:
    bench.servers.ask("a")
    bench.notice.look()
    assert bench.text(), "another panel is in front"
    bench.panel = "inputs"
    bench.notice.look()
    assert bench.text() == ""
    bench.panel = "tools"
    bench.servers.ask("a"), bench.servers.ask("b")
    bench.servers.waiting["b"].clear()
    bench.servers.changed.emit()
    assert bench.text(), "the other one waits still"
    bench.servers.waiting["a"].clear()
    bench.servers.changed.emit()
    assert bench.text() == ""


@pytest.mark.parametrize("active", [True, False])
def test_a_window_that_is_not_in_front_calls_for_attention(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, active: bool
) -> None:
    called: list[object] = []
    monkeypatch.setattr(input_notice.QApplication, "alert", called.append)
    monkeypatch.setattr(bench.strips.window, "isActiveWindow", lambda: active)
    bench.panel = "inputs"
    bench.servers.ask("a")
    assert called == ([] if active else [bench.strips.window])
    assert QApplication.instance() is not None
