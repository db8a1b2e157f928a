"""Values that a server proposes, in the forms of prompts and templates."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListView
from pytestqt.qtbot import QtBot

from inspector.core.client.answers import Answer, ServerInfo
from inspector.core.client.completion import Completion, prompt_reference, read_completion
from inspector.errors import UsageError
from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal
from inspector.ui.forms.completion import ArgumentCompletion
from inspector.ui.panels.completing import TIMEOUT_S, CompletingPanel
from inspector.ui.panels.prompts import PromptsPanel
from inspector.ui.widgets.completion_popup import CompletionPopup
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui
CONTROL = Qt.KeyboardModifier.ControlModifier

# Answers after `wait` seconds; without "completions" among its capabilities when asked to.
SERVER = """
import json, sys, threading, time
wait, capabilities = float(sys.argv[1]), json.loads(sys.argv[2])
lock = threading.Lock()
def say(message):
    with lock:
        print(json.dumps(message), flush=True)
def answer(message):
    method, result = message["method"], {}
    if method == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": capabilities,
                  "serverInfo": {"name": "slow", "version": "1"}}
    elif method == "prompts/list":
        result = {"prompts": [{"name": "p", "arguments": [{"name": "a"}, {"name": "b"}]}]}
    elif method == "completion/complete":
        time.sleep(wait)
        typed = message["params"]["argument"]["value"]
        result = {"completion": {"values": [typed + "1", typed + "2"], "total": 9}}
    elif method == "server/discover":
        return say({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "no"}})
    elif method.endswith("list"):
        result = {method.split("/")[0]: []}
    say({"jsonrpc": "2.0", "id": message["id"], "result": result})
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        threading.Thread(target=answer, args=(message,), daemon=True).start()
"""


async def _open(it: Live, panel: str, name: str) -> CompletingPanel:
    client = it.program.servers.client("demo")
    await it.until(lambda: client.catalog.templates and client.catalog.prompts, "the lists")
    shown = await _panel(it, panel)
    shown.open_item(panel, name)
    return shown


async def _slow(it: Live, wait_s: float, **capabilities: Any) -> CompletingPanel:
    declared = json.dumps({"prompts": {}, **capabilities})
    it.add("slow", sys.executable, "-c", SERVER, str(wait_s), declared)
    client = None

    def listed() -> bool:
        nonlocal client
        client = it.program.servers.client("slow")
        return client is not None and bool(client.catalog.prompts)

    await it.until(listed, "the prompts")
    return await _panel(it, "prompts")


async def _panel(it: Live, key: str) -> CompletingPanel:
    """The tab comes when the workspace has heard of the lists."""

    def there() -> bool:
        it.window.workspace.show_panel(key)
        return isinstance(it.window.workspace.current_panel(), CompletingPanel)

    await it.until(there, f"the tab {key}")
    shown = it.window.workspace.current_panel()
    assert isinstance(shown, CompletingPanel)
    return shown


async def _line(it: Live, name: str) -> QLineEdit:
    line = await it.find(QLineEdit, name)
    line.setFocus()
    return line


def _popup(it: Live) -> CompletionPopup | None:
    return next((one for one in it.window.findChildren(CompletionPopup) if one.isVisible()), None)


def _shown(it: Live) -> tuple[str, ...]:
    popup = _popup(it)
    return popup.values() if popup is not None else ()


def _asked(it: Live) -> list[Exchange]:
    journal = it.program.journal
    found = (journal.exchange(number) for number in range(1, journal.last + 1))
    return [one for one in found if one is not None and one.method == "completion/complete"]


def _params(it: Live, exchange: Exchange) -> dict[str, Any]:
    record = it.program.journal.record(exchange.number)
    assert record is not None
    params: dict[str, Any] = json.loads(record.raw)["params"]
    return params


def test_typing_proposes_and_the_keyboard_chooses(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            panel = await _open(it, "resources", "demo://file/{+path}{?lines}")
            line = await _line(it, "field_path")
            QTest.keyClicks(line, "src")
            await it.until(lambda: len(_shown(it)) == 3, "three files")
            assert len(_asked(it)) == 1  # three letters, one question
            popup = _popup(it)
            assert popup is not None
            assert popup.about.text() == "3 values"
            assert popup.current() is None
            QTest.keyClick(line, Qt.Key.Key_Down)
            QTest.keyClick(line, Qt.Key.Key_Down)
            QTest.keyClick(line, Qt.Key.Key_Up)
            QTest.keyClick(line, Qt.Key.Key_Up)  # round the end
            assert popup.current() == "src/shapes/square.py"
            QTest.keyClick(line, Qt.Key.Key_Return)
            assert _popup(it) is None
            assert line.text() == "src/shapes/square.py"
            assert json.loads(panel.form.text()) == {"path": "src/shapes/square.py"}
            assert line.hasFocus()
            uri = await it.find(QLineEdit, "resource_uri")
            assert uri.text() == "demo://file/src/shapes/square.py"
            asks = panel.form.findChild(ArgumentCompletion)
            assert asks is not None
            assert not asks._timer.isActive()  # else the list hides the next field

    arun(main())


def test_the_other_arguments_go_along(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.resize(1280, 800)  # the field is in sight, and there is room below it
            await it.start_demo()
            panel = await _open(it, "prompts", "review_code")
            panel.form.set_text('{"language": "Rust", "other": [1]}')
            line = await _line(it, "field_framework")
            QTest.keyClick(line, Qt.Key.Key_Space, CONTROL)
            await it.until(lambda: _shown(it) == ("axum", "bevy", "tokio"), "those of Rust")
            params = _params(it, _asked(it)[-1])
            assert params["ref"] == {"type": "ref/prompt", "name": "review_code"}
            assert params["argument"] == {"name": "framework", "value": ""}
            assert params["context"] == {"arguments": {"language": "Rust"}}
            popup = _popup(it)
            assert popup is not None
            view = popup.findChild(QListView, "completion_list")
            assert view is not None
            where = view.visualRect(view.model().index(1, 0)).center()
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
            assert line.text() == "bevy"
            assert line.hasFocus()

    arun(main())


def test_escape_closes_the_drop_down_and_nothing_else(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await _open(it, "prompts", "summarize")
            line = await _line(it, "field_style")
            QTest.keyClicks(line, "f")
            await it.until(lambda: _shown(it), "styles")
            QTest.keyClick(line, Qt.Key.Key_Escape)
            assert _popup(it) is None
            assert (line.text(), line.hasFocus()) == ("f", True)
            QTest.keyClick(line, Qt.Key.Key_Down)
            await it.until(lambda: _shown(it), "styles again")
            (await it.find(QLineEdit, "field_text")).setFocus()
            assert _popup(it) is None

    arun(main())


def test_a_question_out_of_date_is_cancelled_on_the_wire(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _slow(it, 0.4, completions={})
            line = await _line(it, "field_a")
            QTest.keyClicks(line, "x")
            await it.until(lambda: len(_asked(it)) == 1, "the first question")
            QTest.keyClicks(line, "y")
            await it.until(lambda: _shown(it) == ("xy1", "xy2"), "the values of the second")
            assert [one.status for one in _asked(it)] == ["cancelled", "done"]
            popup = _popup(it)
            assert popup is not None
            assert popup.about.text() == "2 of 9"
            journal = it.program.journal
            raws = [record.raw for record in journal.records(1, journal.last) if record.direction == "out"]
            assert any(b"notifications/cancelled" in raw for raw in raws)

    arun(main())


def test_a_server_that_declares_nothing_is_asked_on_ctrl_space_only(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _slow(it, 0)
            line = await _line(it, "field_a")
            assert not panel.offers_completion()
            QTest.keyClicks(line, "x")
            # A question is asked 150 ms after the last key; this timer was started later and runs longer.
            over = []
            QTimer.singleShot(300, lambda: over.append(True))
            await it.until(lambda: over, "the time after which a question would be asked")
            assert _asked(it) == []
            QTest.keyClick(line, Qt.Key.Key_Space, CONTROL)
            await it.until(lambda: _shown(it) == ("x1", "x2"), "the values")
            assert line.text() == "x"

    arun(main())


def test_a_refusal_is_told_to_who_asked_for_it(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            panel = await _open(it, "prompts", "summarize")
            panel.form.set_schema({"type": "object", "properties": {"unknown": {"type": "string"}}})
            line = await _line(it, "field_unknown")
            QTest.keyClick(line, Qt.Key.Key_Space, CONTROL)

            def told() -> bool:
                popup = _popup(it)
                return popup is not None and "-32602" in popup.about.text()

            await it.until(told, "the words of the server")
            QTest.keyClicks(line, "x")
            await it.until(lambda: len(_asked(it)) == 2 and _asked(it)[1].ended_ns, "the second refusal")
            await it.until(lambda: _popup(it) is None, "nothing while typing")

    arun(main())


def test_more_than_a_hundred_values_are_shown_and_named(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Answer(1, 2, json.dumps({"completion": {"values": ["v"] * 130, "total": 900}}).encode())

    async def propose(self: CompletingPanel, name: str, value: str) -> Completion:
        return read_completion(answer)

    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            monkeypatch.setattr(CompletingPanel, "propose", propose)
            await _open(it, "prompts", "summarize")
            QTest.keyClick(await _line(it, "field_style"), Qt.Key.Key_Space, CONTROL)
            await it.until(lambda: len(_shown(it)) == 130, "all of them")
            popup = _popup(it)
            assert popup is not None
            assert popup.about.text() == "130 of 900 · ⚠ 130 values received; at most 100 are allowed"

    arun(main())


# -- without the program -----------------------------------------------------------------------------------


@pytest.fixture
def panel(journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object) -> Iterator[PromptsPanel]:
    server = Offline(journal, tmp_path)
    server.lists("prompts", {"name": "p", "arguments": [{"name": "a"}, {"name": "b"}]})
    made = PromptsPanel(server.context)
    qtbot.addWidget(made)
    yield made
    server.close()


@pytest.mark.parametrize(
    ("typed", "others"),
    [('{"a": "x", "b": "y", "c": 5}', {"b": "y"}), ("{half", {}), ("[1]", {}), ('{"a": "x"}', {})],
)
def test_other_arguments_that_are_texts_go_along(
    panel: PromptsPanel, arun: Runner, monkeypatch: pytest.MonkeyPatch, typed: str, others: dict[str, str]
) -> None:
    asked: list[Any] = []

    async def complete(*what: Any, timeout_s: float) -> Completion:
        asked.append((*what, timeout_s))
        return Completion((), 0, False, Answer(1, 2, b"{}"))

    monkeypatch.setattr(panel.context.client, "complete", complete)
    panel.form.set_text(typed)
    arun(panel.propose("a", "x"))
    [(reference, name, value, given, timeout)] = asked
    assert reference == prompt_reference("p") and (name, value, given) == ("a", "x", others)
    assert timeout == TIMEOUT_S


def test_what_is_no_prompt_and_no_template_is_not_completed(
    panel: PromptsPanel, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel, "reference", lambda _key: None)
    with pytest.raises(UsageError, match="Only arguments of prompts and templates"):
        arun(panel.propose("a", "x"))


@pytest.mark.parametrize(
    ("state", "declared", "offers"),
    [
        ("connected", {"completions": {}}, True),
        ("closed", {"completions": {}}, False),
        ("connected", {}, False),
    ],
)
def test_completion_is_offered_while_connected_to_a_server_that_declares_it(
    panel: PromptsPanel, monkeypatch: pytest.MonkeyPatch, state: str, declared: dict[str, Any], offers: bool
) -> None:
    client = panel.context.client
    client.connection.info = ServerInfo("demo", "1", "", "legacy", "2025-11-25", declared, "", "")
    monkeypatch.setattr(type(client), "state", state)
    assert panel.offers_completion() is offers


def test_lines_of_another_prompt_are_completed_too(panel: PromptsPanel) -> None:
    adopted: list[str] = []
    panel._completion = SimpleNamespace(  # type: ignore[assignment]
        dismiss=lambda: adopted.append("dismiss"), adopt=lambda: adopted.append("adopt")
    )
    panel.show_item("p")
    assert adopted == ["dismiss", "adopt"]
    panel.refresh()
    assert adopted[2:] == ["adopt"]
