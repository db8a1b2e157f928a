"""One request carries its own `_meta` and headers; a refusal for want of a capability is mended."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.client.answers import NO_EXTRAS
from inspector.errors import UsageError
from inspector.protocol.era.declared import META, Spoken
from inspector.protocol.jsonrpc import parse
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.panels.calling.calling import CallingPanel
from inspector.ui.panels.calling.options import OptionValues, RequestOptions
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import MenuButton
from tests.servers import free_port
from tests.ui.live import Live, live
from tests.ui.parts import the

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui

SPOKEN = Spoken("initialize", "2026-07-28", {"roots": {}}, {"name": "n"})


@pytest.fixture
def options(qtbot: QtBot) -> RequestOptions:
    widget = RequestOptions("form", 60.0)
    qtbot.addWidget(widget)
    widget.set_connection("http", SPOKEN)
    return widget


def typed(options: RequestOptions, meta: str = "", headers: str = "") -> RequestOptions:
    options.set_values(OptionValues(60.0, meta, headers))
    return options


def test_nothing_typed_is_nothing_sent(options: RequestOptions) -> None:
    assert options.extras() is NO_EXTRAS and options.are_default()


def test_the_editor_is_made_when_somebody_looks_or_there_is_something_in_it(
    options: RequestOptions, qtbot: QtBot
) -> None:
    typed(options, headers="X-One: 1")
    assert options.values().headers and options.findChildren(JsonEditor) == []
    with qtbot.waitExposed(options):
        options.show()
    [editor] = options.findChildren(JsonEditor)
    with qtbot.waitSignal(options.changed):
        editor.set_text('{"a": 1}')
    assert options.values().meta == '{"a": 1}' and editor.objectName() == "form_meta"
    other = RequestOptions("form", 60.0)
    qtbot.addWidget(other)
    assert typed(other, '{"a": 1}').extras().meta == {"a": 1}


def test_what_is_typed_is_what_the_request_carries(options: RequestOptions) -> None:
    extras = typed(options, '{"a": {"b": [1]}}', "X-One: 1\n\nX-Two:  a: b ").extras()
    assert extras.meta == {"a": {"b": [1]}}
    assert extras.headers == (("X-One", "1"), ("X-Two", "a: b"))
    assert not options.are_default()


@pytest.mark.parametrize(
    ("meta", "headers", "words"),
    [
        ('{"a": ', "", "not JSON.*Line 1"),
        ("[1]", "", "must be a JSON object"),
        ("", "no colon", "not a header"),
        ("", "na me: x", "not a header"),
    ],
)
def test_what_is_mistyped_is_said_and_kept(
    options: RequestOptions, meta: str, headers: str, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        typed(options, meta, headers).extras()
    assert options.values() == OptionValues(60.0, meta, headers)


def test_pipes_carry_no_headers(options: RequestOptions) -> None:
    typed(options, "", "X-One: 1").set_connection("stdio", SPOKEN)
    assert options.extras() is NO_EXTRAS and options.are_default()
    assert options.values().headers == "X-One: 1"


def test_templates_insert_what_is_sent_now(options: RequestOptions) -> None:
    for name in ("capabilities", "revision", "log_level"):
        options.insert(name)
    assert json.loads(options.values().meta) == {
        META + "clientCapabilities": {"roots": {}},
        META + "protocolVersion": "2026-07-28",
        META + "logLevel": "debug",
    }


def test_options_are_words_of_a_command_line(options: RequestOptions) -> None:
    typed(options, '{"a": 1}', "X-One: 1")
    assert options.command_words() == ["--meta", '{"a":1}', "--header", "X-One: 1"]
    assert typed(options, "{", "X-One: 1").command_words() == []


def test_a_template_leaves_what_is_mistyped_and_what_is_there(options: RequestOptions) -> None:
    typed(options, "{").insert("token")
    assert options.values().meta == "{"
    typed(options, '{"progressToken": 5}').insert("token")
    assert json.loads(options.values().meta) == {"progressToken": 5}


def _request(it: Live, number: int) -> dict[str, Any]:
    record = it.program.journal.record(number)
    assert record is not None
    return parse(record.raw).params_dict()


def test_where_an_answer_comes_from_can_be_chosen_once_it_is_offered(options: RequestOptions) -> None:
    options.show()
    where = the(options, QComboBox, "form_cache")
    assert not where.isVisible() and options.from_cache() is None
    options.offer_cache()
    assert where.isVisible()
    for place, wanted in enumerate((None, False, True)):
        where.setCurrentIndex(place)
        assert options.from_cache() is wanted
        assert options.are_default() == (place == 0)


def test_whatever_is_typed_is_told(options: RequestOptions, qtbot: QtBot) -> None:
    told = QSignalSpy(options.changed)
    timeout = the(options, QDoubleSpinBox, "form_timeout")
    assert (timeout.decimals(), timeout.suffix(), timeout.minimum(), timeout.maximum()) == (
        1,
        " s",
        0.1,
        86_400,
    )
    timeout.setValue(2.5)
    assert told.count() == 1 and options.timeout_s() == 2.5 and not options.are_default()
    the(options, QPlainTextEdit, "form_headers").setPlainText("X: 1")
    assert told.count() == 2
    the(options, QComboBox, "form_cache").setCurrentIndex(1)
    assert told.count() == 3
    options.set_values(options.values())
    assert told.count() == 3, "nothing is another"
    options.set_values(None)
    assert options.values() == OptionValues(60.0) and options.are_default()
    typed(options, " \n ")
    assert options.are_default() and options.extras() is NO_EXTRAS, "blanks are nothing"


def test_the_menu_inserts_each_member_and_says_its_name(options: RequestOptions) -> None:
    menu = the(options, QToolButton, "form_insert")
    assert isinstance(menu, MenuButton)
    actions = {one.objectName(): one for one in menu.choices.actions()}
    names = ("capabilities", "client_info", "revision", "log_level", "token", "trace")
    assert list(actions) == [f"insert_{name}" for name in names]
    assert actions["insert_client_info"].toolTip() == META + "clientInfo"
    for action in actions.values():
        action.trigger()
    meta = json.loads(options.values().meta)
    assert meta[META + "clientInfo"] == {"name": "n"} and meta["progressToken"] == "my-token"
    assert meta["traceparent"].startswith("00-") and len(meta) == 6
    bare = json.loads(typed(options, "{}").values().meta or "{}")
    options.set_connection("http", Spoken())
    options.insert("capabilities")
    assert bare == {} and json.loads(options.values().meta) == {META + "clientCapabilities": {}}


def test_the_extra_meta_has_some_lines_and_no_more_at_every_zoom(
    options: RequestOptions, qtbot: QtBot, qapp: QApplication
) -> None:
    theme.install(qapp, "light")
    options.resize(500, 600)
    with qtbot.waitExposed(options):
        options.show()
    [editor] = options.findChildren(JsonEditor)
    assert editor.edit.property("outlined")
    try:
        for percent in (100, 200):
            theme.set_zoom(percent)
            line = the(options, QPlainTextEdit, "form_headers").fontMetrics().lineSpacing()
            assert editor.edit.minimumHeight() == 2 * line + 12
            assert 6 * line < editor.maximumHeight() < 9 * line
            assert editor.minimumWidth() == 120 * percent // 100
    finally:
        theme.set_zoom(100)


def test_the_time_limit_is_small_and_the_menu_stands_at_the_edge(
    options: RequestOptions, qtbot: QtBot
) -> None:
    options.resize(500, 300)
    with qtbot.waitExposed(options):
        options.show()
    timeout, menu = the(options, QDoubleSpinBox, "form_timeout"), the(options, QToolButton, "form_insert")
    width, right = timeout.width(), options.width() - menu.geometry().right()
    options.resize(800, 300)
    QApplication.processEvents()
    assert timeout.width() == width == timeout.sizeHint().width()
    assert options.width() - menu.geometry().right() == right <= 4
    headers = the(options, QPlainTextEdit, "form_headers")
    high = headers.height()
    options.offer_cache()
    QApplication.processEvents()
    assert headers.height() < high, "the choice needs a line"


def test_options_go_out_with_the_call_and_are_remembered_for_the_tool(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.fill("hello")
            (await it.find(QToolButton, "tool_form_options")).click()
            editor = await it.find(JsonEditor, "tool_form_meta")
            editor.set_text('{"com.example/a": 1}')
            call = await it.run_tool()
            assert _request(it, call.number)["_meta"]["com.example/a"] == 1
            button = await it.find(QToolButton, "tool_form_options")
            assert button.text() == "Options · changed"
            await it.choose("add")
            assert editor.text() == "" and button.text() == "Options"
            await it.choose("echo")
            assert editor.text() == '{"com.example/a": 1}'

    arun(main())


def test_a_call_with_mistyped_options_is_not_sent_and_says_why(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.fill("hello")
            (await it.find(QToolButton, "tool_form_options")).click()
            (await it.find(JsonEditor, "tool_form_meta")).set_text("{")
            before = it.program.journal.last
            await it.click("run_button")
            state = await it.find(QLabel, "result_view_state")
            await it.until(lambda: "not sent" in state.text(), "the refusal")
            assert not it.calls(before)  # the other lists may still be coming

    arun(main())


def test_a_capability_that_a_call_requires_is_declared_with_one_click(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, declare_elicitation=False) as it:
            await it.start_demo()
            client = it.program.servers.client("demo")
            assert client is not None
            await it.choose("ask_person")
            call = await it.run_tool()
            assert call.status == "failed"
            button = await it.find(QPushButton, "result_view_declare")
            assert button.accessibleName() == "Declare elicitation.form and try again"
            before = it.program.journal.last
            await it.click("result_view_declare")
            await it.until(lambda: it.program.servers.get("demo").inbox.waiting, "the question")
            assert "elicitation" in client.spoken.capabilities and "roots" in client.spoken.capabilities
            assert it.program.servers.client("demo") is client and it.program.journal.last > before
            await it.until(lambda: not _notices(it), "the strip is gone")

    arun(main())


def _notices(it: Live) -> list[QWidget]:
    panel = it.window.workspace.current_panel()
    assert isinstance(panel, CallingPanel)
    return [one for one in panel.findChildren(QWidget, "result_view_missing") if one.isVisible()]


@pytest.fixture
def demo_http(start_server: Callable[..., Any]) -> str:
    port = free_port()
    words = (sys.executable, "-m", "inspector", "demo-server", "--transport", "http", "--port", str(port))
    start_server(words, port)
    return f"http://127.0.0.1:{port}/mcp"


def _head(it: Live, request: int) -> str:
    """The HTTP head that the message with this number went out with."""
    journal = it.program.journal
    sent = journal.record(request)
    assert sent is not None
    for number in range(1, journal.last + 1):
        record = journal.record(number)
        if record is not None and (record.kind, record.direction) == ("head", "out"):
            if record.channel == sent.channel:
                return record.raw.decode().lower()
    raise AssertionError("no head")


def test_extra_headers_go_out_with_a_call_and_with_a_raw_message(
    arun: Runner, tmp_path: Path, demo_http: str
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("far", demo_http)
            await it.connected("far")
            await it.choose("no_arguments")
            (await it.find(QToolButton, "tool_form_options")).click()
            (await it.find(QPlainTextEdit, "tool_form_headers")).setPlainText("X-One: 1\nUser-Agent: mine")
            call = await it.run_tool()
            head = _head(it, call.number)
            assert "x-one: 1" in head and "user-agent: mine" in head and head.count("user-agent") == 1
            it.window.workspace.show_panel("raw")
            (await it.find(QToolButton, "raw_headers_button")).click()
            lines = await it.find(QPlainTextEdit, "raw_headers")
            lines.setPlainText("X-Two: 2")
            before = it.program.journal.last
            await it.click("raw_send")
            call = await it.ended_call(before, "tools/list")
            assert "x-two: 2" in _head(it, call.number)
            lines.setPlainText("no header")
            before = it.program.journal.last
            await it.click("raw_send")
            state = await it.find(QLabel, "raw_result_state")
            await it.until(lambda: "not sent" in state.text(), "the refusal")
            journal = it.program.journal
            later = [journal.record(number) for number in range(before + 1, journal.last + 1)]
            assert not [one for one in later if one is not None and one.kind == "request"]

    arun(main())
