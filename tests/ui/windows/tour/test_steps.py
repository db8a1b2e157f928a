"""The steps of the tour: how each knows that it was done, and what it does for who presses Next."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from inspector.ui.widgets.controls import MenuButton
from inspector.ui.windows.tour.steps import STEPS, TourStage, TourStep, demo_ready

pytestmark = pytest.mark.gui
BY_KEY = {step.key: step for step in STEPS}


class Bench:
    """A window with the widgets that a test names, and the rest as it says."""

    def __init__(self) -> None:
        self.window = QWidget()
        self.window.setLayout(QVBoxLayout())
        self.did: list[str] = []
        self.client: Any = SimpleNamespace(
            state="connected", catalog=SimpleNamespace(fetched=lambda kind: kind == "tools")
        )
        self.servers: Any = SimpleNamespace(current="demo", client=lambda name: self.clients.get(name))
        self.clients = {"demo": self.client}
        self.line = QLineEdit()
        shelf = SimpleNamespace(line=self.line)
        view = SimpleNamespace(last_row=lambda: self.did.append("last row"))
        self.selection: Any = SimpleNamespace(record=0)
        self.panel = "tools"
        self.adding = QWidget(self.window)
        self.adding.hide()
        timeline: Any = SimpleNamespace(view=view, bar=SimpleNamespace(shelf=shelf))
        self.stage = TourStage(
            window=self.window,
            servers=self.servers,
            selection=self.selection,
            timeline=timeline,
            reveal=lambda _pane: None,
            adding=self.adding,
            sees=lambda key: self.panel == key,
            show_panel=self.did.append,
            place_of_panel=lambda _key: -1,
            connect_demo=lambda: self.did.append("connect"),
            focus=lambda _widget: None,
        )
        self.window.show()

    def put(self, widget: QWidget, name: str) -> Any:
        widget.setObjectName(name)
        layout = self.window.layout()
        assert layout is not None
        layout.addWidget(widget)
        widget.show()
        return widget

    def done(self, key: str) -> bool:
        step: TourStep = BY_KEY[key]
        assert step.done is not None
        return step.done(self.stage)

    def act(self, key: str) -> str:
        step: TourStep = BY_KEY[key]
        assert step.act is not None
        return step.act(self.stage)


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    made = Bench()
    yield made
    made.line.deleteLater()
    made.window.close()


def test_the_demo_is_ready_when_it_is_selected_connected_and_has_told_its_tools(bench: Bench) -> None:
    assert demo_ready(bench.stage) and bench.done("connect")
    bench.servers.current = "other"
    assert not demo_ready(bench.stage)
    bench.servers.current = "demo"
    bench.client.state = "connecting"
    assert not demo_ready(bench.stage)
    bench.client.state = "connected"
    bench.client.catalog.fetched = lambda kind: kind != "tools"
    assert not demo_ready(bench.stage)
    bench.clients.clear()
    assert not demo_ready(bench.stage)
    assert bench.act("connect") == "" and bench.did == ["connect"]


@pytest.mark.parametrize("field", [QLineEdit, QPlainTextEdit])
def test_a_form_is_filled_in_when_something_is_typed_that_can_be_seen(
    bench: Bench, field: type[QLineEdit | QPlainTextEdit]
) -> None:
    assert not bench.done("fill")
    form = bench.put(QWidget(), "tool_form")
    typed = field(form)
    typed.show()
    assert not bench.done("fill")
    typed.insertPlainText("x") if isinstance(typed, QPlainTextEdit) else typed.insert("x")
    assert bench.done("fill")
    typed.hide()
    assert not bench.done("fill")


def test_next_fills_in_an_example_where_there_is_one(bench: Bench) -> None:
    assert bench.act("fill") == "run"
    button = bench.put(MenuButton("tool_form_fill", "Fill in", "Fill in"), "tool_form_fill")
    assert bench.act("fill") == "run"
    sample = button.choices.addAction("Sample")
    sample.setObjectName("fill_sample")
    sample.triggered.connect(lambda: bench.did.append("sample"))
    assert bench.act("fill") == "run" and bench.did == ["sample"]


def test_next_runs_the_tool_or_leads_to_what_is_missing(bench: Bench) -> None:
    assert bench.act("run") == "tool", "no tool is chosen"
    button = bench.put(QPushButton(), "run_button")
    button.clicked.connect(lambda: bench.did.append("run"))
    assert bench.act("run") == "" and bench.did == ["run"]
    cancel = bench.put(QPushButton(), "cancel_button")
    assert bench.act("run") == "" and bench.did == ["run"], "it runs already"
    cancel.hide()
    button.setEnabled(False)
    assert bench.act("run") == "tool"
    bench.client.state = "closed"
    assert bench.act("run") == "connect"


def test_the_rest_is_seen_in_the_window(bench: Bench) -> None:
    assert not bench.done("run")
    bench.put(QCheckBox(), "result_view_record")
    assert bench.done("run")
    assert not bench.done("timeline")
    bench.selection.record = 3
    assert bench.done("timeline")
    assert bench.act("timeline") == "detail" and bench.did == ["last row"]
    assert not bench.done("detail")
    tabs = bench.put(QTabWidget(), "detail_tabs")
    assert not bench.done("detail")
    for name in ("detail_sides", "detail_bytes"):
        page = QWidget()
        page.setObjectName(name)
        tabs.addTab(page, name)
    assert not bench.done("detail")
    tabs.setCurrentIndex(1)
    assert bench.done("detail")
    tabs.hide()
    assert not bench.done("detail")
    bench.line.setText("  ")
    assert not bench.done("filter")
    bench.line.setText("echo")
    assert bench.done("filter")
    assert not bench.done("findings")
    bench.panel = "findings"
    assert bench.done("findings")
    assert not bench.done("add")
    bench.adding.show()
    assert bench.done("add")
