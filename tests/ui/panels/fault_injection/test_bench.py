"""Deliberate faults beside the raw editor: choose, look, send, verdict; and all of them in a table."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QTableView, QToolButton
from pytestqt.qtbot import QtBot

from inspector.core.fault_injection.faults import FaultVerdict
from inspector.protocol.faults import PRESETS
from inspector.ui.panels.fault_injection import bench
from inspector.ui.panels.fault_injection.bench import VerdictStrip
from inspector.ui.panels.raw import RawPanel
from inspector.ui.session.selection import Selection
from inspector.ui.widgets import theme
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
            assert said.startswith("Complied (MUST). It refused with the error -32601")
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
        ("no answer", "No answer. So.", "pending"),
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
