"""Deliberate faults beside the raw editor: choose, look, send, verdict; and all of them in a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTableView, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.fault_injection.faults import FaultVerdict
from inspector.errors import ClosedError
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.faults import PRESETS, Preset, Situation
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.panels.fault_injection import bench
from inspector.ui.panels.fault_injection.bench import FaultBench, VerdictStrip
from inspector.ui.panels.raw import RawPanel
from inspector.ui.panels.raw_headers import RawHeaders
from inspector.ui.session.selection import Selection
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import column
from tests.conftest import Until
from tests.ui.live import Live, live
from tests.ui.parts import the
from tests.ui.strokes import strokes

Runner = Callable[[Coroutine[Any, Any, Any]], Any]


async def _faults(it: Live) -> RawPanel:
    await it.start_demo()
    it.window.workspace.show_panel("raw")
    panel = it.window.workspace.current_panel()
    assert isinstance(panel, RawPanel)
    (await it.find(QToolButton, "raw_faults")).click()
    return panel


async def _verdict(it: Live, panel: RawPanel) -> str:
    await it.click("raw_send")
    await it.until(lambda: not panel.bench.strip.isHidden() and not panel._busy, "a verdict")
    return panel.bench.strip.text()


def _marks(panel: RawPanel) -> dict[str, str]:
    """Fault → how it is marked in the list, for those that were judged."""
    model = panel.bench.list.list.view.model()
    items = [model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(model.rowCount())]
    return {item.key: item.badges[0][0] for item in items if item.badges and len(item.badges[0][0]) == 1}


@pytest.mark.gui
def test_a_fault_is_found_looked_at_sent_and_judged(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _faults(it)
            box = await it.find(QLineEdit, "fault_filter")
            QTest.keyClicks(box, "unknown method")
            panel.bench.list.list.select_first()
            panel.bench.list.select("unknown-method")
            assert '"inspector/no-such-method"' in panel.editor.text()
            first = panel.editor.text()
            said = await _verdict(it, panel)
            assert said.startswith("Complied (MUST). It rejected it with error -32601")
            assert _marks(panel) == {"unknown-method": "✓"}
            assert panel.editor.text() != first, "the next one takes a new id"
            link = await it.find(QPushButton, "fault_record_0")
            link.click()
            record = it.program.journal.record(it.window.selection.record)
            assert record.kind == "error"

    arun(main())


@pytest.mark.gui
def test_bytes_that_are_no_text_are_shown_as_escapes_and_sent_as_they_are(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _faults(it)
            panel.bench.list.select("invalid-utf8")
            assert panel.editor.is_exact() and "\\xff\\xfe" in panel.editor.text()
            before = it.program.journal.last
            await _verdict(it, panel)
            journal = it.program.journal
            since = journal.records(before + 1, journal.last)  # lists may still be on their way
            assert [record.direction for record in since if b"\xff\xfe" in record.raw] == ["out"]
            panel.bench.list.select("crlf")
            assert panel.editor.exact_bytes().endswith(b"}\r\n")

    arun(main())


@pytest.mark.gui
def test_a_fault_that_was_edited_is_sent_without_verdict(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _faults(it)
            panel.bench.list.select("unknown-method")
            panel.editor.set_text(panel.editor.text().replace("no-such", "mine"))
            before = it.program.journal.last
            await it.click("raw_send")
            call = await it.ended_call(before, "inspector/mine-method")
            assert call.status == "failed"
            assert panel.bench.strip.isHidden()

    arun(main())


@pytest.mark.gui
def test_what_does_not_apply_here_says_why(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _faults(it)
            text = panel.editor.text()
            panel.bench.list.select("http-origin")
            assert "only over Streamable HTTP" in panel.bench.list._requires.text()
            assert panel.editor.text() == text and not panel.bench.armed()
            assert not panel._headers.isVisible(), "a pipe has no headers"

    arun(main())


@pytest.mark.gui
def test_all_faults_run_into_a_table_that_can_be_copied(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = tuple(PRESETS[key] for key in ("unknown-method", "crlf", "huge-number"))
    monkeypatch.setattr(bench, "applicable", lambda _situation: few)

    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _faults(it)
            await it.click("fault_run_all")
            table = await it.find(QTableView, "fault_table")
            await it.until(lambda: table.model().rowCount() == 3 and not panel._busy, "three verdicts")
            assert table.model().index(0, 0).data() == "✓ complied"
            assert _marks(panel) == dict.fromkeys(("unknown-method", "crlf", "huge-number"), "✓")
            table.selectRow(1)
            assert it.window.selection.record == panel.bench.table.verdicts[1].records[0]
            (await it.find(QToolButton, "fault_copy")).click()
            text = QGuiApplication.clipboard().text()
            assert "| ✓ | complied | MUST | CRLF line end |" in text and "3 complied" in text
            (await it.find(QToolButton, "fault_table_close")).click()
            assert panel.editor.isVisible()
            (await it.find(QToolButton, "fault_show_table")).click()
            assert table.isVisible()

    arun(main())


@pytest.mark.gui
def test_a_sweep_can_be_cancelled(arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = tuple(PRESETS["cancelled-unknown"] for _ in range(50))
    monkeypatch.setattr(bench, "applicable", lambda _situation: many)

    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _faults(it)
            await it.click("fault_run_all")
            await it.until(lambda: panel.bench.table.verdicts, "a first verdict")
            await it.click("fault_cancel")
            await it.until(lambda: not panel._busy, "the end")
            assert len(panel.bench.table.verdicts) < 50
            assert panel.bench.table._state.text().startswith("Cancelled.")
            assert panel.send_button.isEnabled()

    arun(main())


pytestmark = pytest.mark.gui


@pytest.fixture
def strip(qtbot: QtBot) -> VerdictStrip:
    made = VerdictStrip(Selection())
    qtbot.addWidget(made)
    made.resize(600, 40)
    return made


def _of_a_fault(word: str = "complied", **fields: Any) -> FaultVerdict:
    return FaultVerdict(
        "crlf", word, "So.", **{"records": (4, 5), "level": "none", "survived": True, **fields}
    )


def _links(strip: VerdictStrip) -> list[str]:
    links = [the(strip, QPushButton, f"fault_record_{place}") for place in range(3)]
    return [link.text() for link in links if not link.isHidden()]


def _colour(strip: VerdictStrip) -> str:
    return next(stroke.colour for stroke in strokes(strip) if stroke.rect.width() == theme.px(3))


def test_it_is_not_there_before_a_fault_is_sent(strip: VerdictStrip) -> None:
    assert strip.isHidden()


def test_while_the_answer_is_awaited_it_names_the_fault_and_links_to_nothing(strip: VerdictStrip) -> None:
    strip.show_verdict(_of_a_fault())
    strip.hide()
    strip.wait("CRLF line end")
    assert not strip.isHidden()
    assert strip.text() == "Sent: CRLF line end. Waiting for a response…"
    assert _links(strip) == [] and _colour(strip) == theme.color("pending").name()


@pytest.mark.parametrize(
    ("word", "said", "role"),
    [
        ("complied", "Complied. So.", "ok"),
        ("not complied", "Not complied. So.", "error"),
        ("no answer", "No response. So.", "pending"),
        ("undecided", "Undecided. So.", "warning"),
    ],
)
def test_every_verdict_has_its_word_and_colour(strip: VerdictStrip, word: str, said: str, role: str) -> None:
    strip.show_verdict(_of_a_fault(word))
    assert strip.text() == said and _colour(strip) == theme.color(role).name()


@pytest.mark.parametrize(("level", "said"), [("must", " (MUST)"), ("should", " (SHOULD)"), ("none", "")])
def test_it_says_how_strict_the_rule_is(strip: VerdictStrip, level: str, said: str) -> None:
    strip.show_verdict(_of_a_fault(level=level))
    assert strip.text() == f"Complied{said}. So."


def test_its_links_select_the_records_that_it_stands_on(qtbot: QtBot) -> None:
    selection = Selection()
    strip = VerdictStrip(selection)
    qtbot.addWidget(strip)
    strip.show_verdict(_of_a_fault(records=(4, 5, 6, 7)))
    assert _links(strip) == ["#4", "#5", "#6"]
    told = QSignalSpy(selection.changed)
    for place in range(3):
        the(strip, QPushButton, f"fault_record_{place}").click()
    assert [told.at(at)[0] for at in range(told.count())] == [4, 5, 6]
    strip.show_verdict(_of_a_fault(records=(8,)))
    assert _links(strip) == ["#8"]


def test_where_nothing_came_the_link_leads_to_what_was_sent(strip: VerdictStrip) -> None:
    strip.show_verdict(_of_a_fault("no answer", records=(), sent=3))
    assert _links(strip) == ["#3"]
    strip.show_verdict(_of_a_fault("no answer", records=(), sent=0))
    assert _links(strip) == []


def test_what_could_not_be_sent_is_an_error(strip: VerdictStrip) -> None:
    strip.fail("demo is not connected")
    assert not strip.isHidden() and strip.text() == "demo is not connected"
    assert _links(strip) == [] and _colour(strip) == theme.color("error").name()


def test_it_can_be_closed(strip: VerdictStrip) -> None:
    strip.fail("no")
    the(strip, QToolButton, "fault_verdict_close").click()
    assert strip.isHidden()


# -- the bench by itself -----------------------------------------------------------------------------------


class Bench:
    """A bench with a client whose situation is that of the test."""

    def __init__(self, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.situation = Situation(LegacyEra(), "http")
        monkeypatch.setattr(bench, "situation_of", lambda _client: self.situation)
        self.client = SimpleNamespace(state="connected", session=object(), info=None, transport="http")
        who: Any = self.client
        self.parent = QWidget()
        qtbot.addWidget(self.parent)
        self.selection = Selection()
        self.editor, self.headers = JsonEditor(exact_switch=True), RawHeaders("raw_headers")
        self.bench = FaultBench(who, self.selection, self.editor, self.headers, self.parent)
        parts = (self.bench.list, self.bench.strip, self.bench.table, self.editor, self.headers)
        self.parent.setLayout(column(*parts))
        self.parent.show()
        self.busy: list[bool] = []
        self.tables: list[bool] = []
        self.sent: list[int] = []
        self.bench.busy.connect(self.busy.append)
        self.bench.table_wanted.connect(self.tables.append)
        self.bench.sent.connect(self.sent.append)


@pytest.fixture
def alone(qtbot: QtBot, qloop: object, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(qtbot, monkeypatch)


def test_all_faults_are_run_only_where_there_is_a_connection_and_no_run(alone: Bench) -> None:
    run = alone.bench.list.all_button
    for state, able in (("closed", False), ("connected", True), ("failed", False)):
        alone.client.state = state
        alone.bench.refresh()
        assert run.isEnabled() is able
    alone.bench.run_all()
    assert alone.busy == [] and alone.tables == [], "there is no connection"


def test_what_applies_is_said_anew_while_the_list_is_seen(alone: Bench) -> None:
    alone.bench.refresh()
    alone.bench.list.select("http-origin")
    assert "Does not apply" not in alone.bench.list._requires.text()
    alone.situation = Situation(LegacyEra(), "stdio")
    alone.bench.list.hide()
    alone.bench.refresh()
    assert "Does not apply" not in alone.bench.list._requires.text()
    alone.bench.list.show()
    alone.bench.refresh()
    assert "Does not apply" in alone.bench.list._requires.text()


def test_a_fault_is_armed_until_somebody_touches_it(alone: Bench) -> None:
    wanted = QSignalSpy(alone.bench.headers_wanted)
    alone.bench.strip.fail("old")
    alone.bench.arm("unknown-method")
    assert alone.bench.armed() and alone.bench.strip.isHidden() and alone.tables == [False]
    assert "\n  " in alone.editor.text() and not alone.editor.is_exact(), "it is shown in lines"
    assert wanted.count() == 0 and alone.headers.toPlainText() == ""
    alone.editor.set_text(alone.editor.text() + " ")
    assert not alone.bench.armed()
    alone.bench.arm("http-origin")
    assert alone.bench.armed() and wanted.count() == 1 and "Origin:" in alone.headers.toPlainText()
    alone.headers.set_text("X: 1")
    assert not alone.bench.armed()
    text = alone.editor.text()
    alone.client.session = None
    alone.bench.arm("unknown-method")
    assert not alone.bench.armed() and alone.editor.text() == text


def test_a_fault_whose_bytes_are_its_point_is_shown_exactly(alone: Bench) -> None:
    alone.situation = Situation(LegacyEra(), "stdio")
    for key, exact in (("crlf", True), ("unknown-method", False)):
        alone.bench.arm(key)
        assert alone.editor.is_exact() is exact and alone.bench.armed()


def test_what_could_not_be_sent_says_why_and_another_can_be_tried(
    alone: Bench, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_what: object) -> FaultVerdict:
        assert alone.bench.strip.text().startswith("Sent: ")
        raise ClosedError("demo is not connected")

    monkeypatch.setattr(bench, "perform", refuse)
    arun(alone.bench.fire())
    assert alone.busy == [], "none is armed"
    alone.bench.arm("unknown-method")
    arun(alone.bench.fire())
    assert alone.busy == [True, False] and alone.sent == []
    assert "not connected" in alone.bench.strip.text()


@pytest.mark.parametrize(("state", "armed"), [("connected", True), ("closed", False)])
def test_a_verdict_marks_its_fault_and_arms_the_next_try(
    alone: Bench, arun: Runner, monkeypatch: pytest.MonkeyPatch, state: str, armed: bool
) -> None:
    async def judge(_client: object, preset: Preset, _shots: object) -> FaultVerdict:
        alone.client.state = state
        alone.situation = replace(alone.situation, free=7_000_000)
        return FaultVerdict(preset.key, "complied", "So.", (4,), "must", True, sent=3)

    monkeypatch.setattr(bench, "perform", judge)
    alone.bench.refresh()
    alone.bench.arm("unknown-method")
    arun(alone.bench.fire())
    assert (alone.sent, alone.busy) == ([3], [True, False])
    assert alone.bench.strip.text() == "Complied (MUST). So." and not alone.bench.strip.isHidden()
    assert ("7000000" in alone.editor.text()) is armed, "with ids that are not used up"
    assert alone.bench.list._verdicts["unknown-method"].sent == 3


def test_a_run_that_cannot_go_on_says_why_and_leaves_what_it_found(
    alone: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = FaultVerdict("crlf", "no answer", "So.", (), "none", True, sent=9)

    async def some(*_what: object) -> AsyncIterator[FaultVerdict]:
        yield found
        raise ClosedError("it ended")

    async def there(_client: object) -> None: ...

    async def main() -> None:
        monkeypatch.setattr(bench, "ready", there)
        monkeypatch.setattr(bench, "sweep", some)
        alone.bench.strip.fail("old")
        alone.bench.run_all()
        alone.bench.run_all()  # it runs already
        await until(lambda: alone.busy == [True, False])

    arun(main())
    state = the(alone.bench.table, QLabel, "fault_table_state").text()
    assert state.startswith("Stopped: ") and "1 faults" in state and alone.bench.table.verdicts == (found,)
    assert alone.bench.strip.isHidden() and alone.tables == [True] and alone.bench.list.all_button.isEnabled()
    assert the(alone.bench.list, QToolButton, "fault_show_table").isVisible()
    alone.bench.table.table.selectRow(0)
    assert alone.selection.record == 9, "nothing came, so what was sent is shown"
    alone.bench.list.table_wanted.emit()
    alone.bench.table.closed.emit()
    assert alone.tables == [True, True, False]
    alone.bench.table.copied.emit()
    assert "CRLF line end" in QGuiApplication.clipboard().text()


def test_leaving_the_table_ends_the_run(
    alone: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def forever(_client: object) -> None:
        await asyncio.Event().wait()

    async def main() -> None:
        monkeypatch.setattr(bench, "ready", forever)
        alone.bench.run_all()
        await until(lambda: alone.busy == [True])
        assert not alone.bench.list.all_button.isEnabled()
        alone.bench.arm("unknown-method")
        assert alone.tables == [True], "the table stays while they run"
        alone.bench.table.closed.emit()
        await until(lambda: alone.busy == [True, False])
        assert alone.bench.table._state.text().startswith("Cancelled.")
        assert alone.bench.list.all_button.isEnabled()

    arun(main())
