"""What the ladder shows for each scope, in step with the timeline, and what it exports."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog, QLabel

from inspector.trace.journal import Journal
from inspector.ui.analysis import ladder_pane, pictures
from inspector.ui.analysis.ladder_pane import LadderPane
from inspector.ui.widgets.controls import Switch
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


class Bench(TimelineBench):
    """A ladder beside a timeline."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.ladder = LadderPane(journal, self.feed, self.selection, self.pane)
        self.ladder.resize(900, 300)
        self.told: list[tuple[str, str]] = []
        self.ladder.told.connect(lambda text, role: self.told.append((text, role)))

    def scope(self, key: str) -> None:
        self.ladder._again.pause_ms = 0
        the(self.ladder, Switch, "ladder_scope").choose(key)

    def steps(self) -> list[int]:
        return [] if self.ladder.busy else list(self.ladder.model.numbers)

    def count(self) -> str:
        return the(self.ladder, QLabel, "ladder_count").text()

    def close(self) -> None:
        self.ladder.close()
        self.ladder.deleteLater()
        super().close()


@pytest.fixture
def bench(journal: Journal, qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(ladder_pane, "_PAUSE_MS", 0)
    made = Bench(journal)
    yield made
    made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def told(story: Story) -> None:
    """Records 1 to 7: echo and its answer, a line of stderr, sum and its answer, echo and its answer."""
    story.call()
    story.stderr("a line")
    story.call("sum")
    story.call()
    story.journal.sync()


def test_everything_is_drawn_when_somebody_looks_and_grows_with_the_session(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        await asyncio.sleep(0.02)
        assert bench.steps() == [], "nobody looks"
        bench.ladder.show()
        await until(lambda: bench.steps() == [1, 2, 3, 4, 5, 6, 7])
        assert bench.count() == "7 messages" and bench.ladder.view.at_end()
        assert [lane.title for lane in bench.ladder.model.lanes.all] == ["Client", "demo"]
        for _ in range(30):
            story.call()
        story.journal.sync()
        await until(lambda: len(bench.steps()) == 67)
        assert bench.ladder.view.at_end() and bench.count() == "67 messages"
        bench.ladder.view.verticalScrollBar().setValue(0)
        story.call()
        story.journal.sync()
        await until(lambda: len(bench.steps()) == 69)
        assert bench.ladder.view.verticalScrollBar().value() == 0, "who reads stays there"

    arun(main())


def test_shown_rows_are_drawn_with_all_messages_of_their_calls(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        bench.pane.filter.setText("target == sum")
        bench.ladder.show()
        await until(lambda: bench.steps() == [4, 5])
        bench.pane.filter.setText("target == nothing")
        await until(lambda: bench.steps() == [] and not bench.ladder.busy and bench.count() == "0 messages")
        assert bench.ladder.view.empty_text() == "No record matches the timeline filter."
        bench.pane.filter.setText("")
        await until(lambda: len(bench.steps()) == 7)

    arun(main())


def test_a_call_alone_follows_the_selection(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        told(story)
        bench.ladder.show()
        await until(lambda: len(bench.steps()) == 7)
        bench.scope("call")
        await until(lambda: bench.steps() == [] and not bench.ladder.busy and bench.count() == "0 messages")
        assert bench.ladder.view.empty_text().startswith("Select a record to ")
        bench.selection.select(4)
        await until(lambda: {4, 5} <= set(bench.steps()))
        assert bench.ladder.view.currentIndex().row() == bench.ladder.model.row_of(4)
        assert bench.ladder.view.delegate.exchange == 4
        bench.selection.select(7)
        await until(lambda: {6, 7} <= set(bench.steps()))
        assert bench.ladder.view.delegate.exchange == 6, "an answer belongs to its call"

    arun(main())


def test_chosen_rows_alone_follow_the_choice(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        told(story)
        bench.ladder.show()
        bench.scope("selected")
        await until(lambda: bench.shown() and not bench.ladder.busy)
        assert bench.ladder.view.empty_text().startswith("Select rows in the timeline")
        bench.pane.view.selectRow(0)
        await until(lambda: bench.steps() == [1, 2])
        bench.pane.view.selectAll()
        await until(lambda: len(bench.steps()) == 7)

    arun(main())


def test_only_the_newest_are_drawn_whatever_is_filtered(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(ladder_pane, "_NEWEST", 3)
        told(story)
        bench.pane.filter.setText("target == sum")
        bench.ladder.show()
        bench.scope("newest")
        await until(lambda: bench.steps() == [5, 6, 7])

    arun(main())


def test_the_selected_record_is_the_current_step_and_a_step_selects_its_record(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        bench.ladder.show()
        await until(lambda: len(bench.steps()) == 7)
        bench.selection.select(3)
        assert bench.ladder.view.currentIndex().row() == 2 and bench.ladder.view.delegate.exchange == 0
        bench.ladder.view.chosen.emit(6)
        assert bench.selection.record == 6 and bench.ladder.view.delegate.exchange == 6
        asked: list[bool] = []
        bench.ladder.asked_detail.connect(lambda: asked.append(True))
        bench.ladder.view.asked_detail.emit()
        assert asked == [True] and bench.ladder.focusProxy() is bench.ladder.view
        bench.ladder.hide()
        bench.selection.select(1)
        assert bench.ladder.view.currentIndex().row() == 5, "hidden it follows later"
        bench.ladder.show()
        await until(lambda: bench.ladder.view.currentIndex().row() == 0)

    arun(main())


def test_an_empty_session_says_what_to_do(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.ladder.show()
        await until(lambda: bench.count() == "0 messages" and not bench.ladder.busy)
        assert bench.ladder.view.empty_text().startswith("Nothing yet. ")
        bench.ladder.busy = True
        assert bench.ladder.view.empty_text() == "Collecting…"
        bench.ladder.busy = False

    arun(main())


def test_what_is_drawn_is_copied_and_saved_in_its_form(
    bench: Bench, story: Story, arun: Runner, until: Until, tmp_path: Path
) -> None:
    async def main() -> None:
        told(story)
        bench.ladder.show()
        await until(lambda: len(bench.steps()) == 7)
        the(bench.ladder, QAction, "ladder_copy_mermaid").trigger()
        await until(lambda: bench.told)
        assert bench.told.pop() == ("Copied 7 steps as Mermaid", "ok")
        text = QGuiApplication.clipboard().text()
        assert text.startswith("sequenceDiagram")
        forms = {"png": "ladder_save_png", "svg": "ladder_save_svg", "mmd": "ladder_save_mermaid"}
        for form, name in forms.items():
            the(bench.ladder, QAction, name).trigger()
            dialog = the(bench.ladder, QFileDialog, "ladder_save")
            assert dialog.defaultSuffix() == form and dialog.isVisible()
            assert dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
            assert [Path(one).name for one in dialog.selectedFiles()] == [f"ladder.{form}"]
            assert dialog.windowTitle() == "Save the ladder"
            path = tmp_path / f"out.{form}"
            dialog.fileSelected.emit(str(path))
            await until(lambda: bench.told)
            assert bench.told.pop() == (f"Saved: {path}", "ok")
            dialog.reject()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert (tmp_path / "out.mmd").read_text(encoding="utf-8") == text
        assert "<svg" in (tmp_path / "out.svg").read_text(encoding="utf-8")
        assert (
            QImage(str(tmp_path / "out.png")).width()
            == 2 * QSvgRenderer(str(tmp_path / "out.svg")).defaultSize().width()
        )
        bench.ladder.save("mmd", str(tmp_path / "no folder" / "a.mmd"))
        await until(lambda: bench.told)
        assert bench.told[0][0].startswith("Could not save: ") and bench.told[0][1] == "error"

    arun(main())


def test_what_an_export_leaves_out_is_said(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr("inspector.trace.ladder.export.MOST_STEPS", 5)
        monkeypatch.setattr(ladder_pane, "MOST_STEPS", 5)
        told(story)
        bench.ladder.show()
        await until(lambda: len(bench.steps()) == 7)
        the(bench.ladder, QAction, "ladder_copy_mermaid").trigger()
        await until(lambda: bench.told)
        assert bench.told == [("Copied 5 steps as Mermaid  (first 5; 2 not shown)", "ok")]

    arun(main())


def test_the_ladder_has_the_room_below_one_bar(bench: Bench) -> None:
    pane = bench.ladder
    pane.show()
    view, count = pane.view, the(pane, QLabel, "ladder_count")
    assert view.geometry().bottom() == pane.height() - 1 and view.width() == pane.width()
    height, top = view.height(), view.y()
    pane.resize(900, 400)
    assert (view.height(), view.y()) == (height + 100, top)
    assert pane.scope.mapTo(pane, pane.scope.rect().topLeft()).x() == 8
    assert pane.scope.geometry().right() < count.x() < pane.export.x()
    assert pane.focusProxy() is view
    names = [one.objectName() for one in pane.export.choices.actions()]
    assert names == [
        "ladder_copy_mermaid",
        "ladder_save_png",
        "ladder_save_svg",
        "ladder_save_mermaid",
        "ladder_print",
    ]


def test_a_ladder_that_is_too_long_for_a_png_says_what_to_do(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def main() -> None:
        monkeypatch.setattr(pictures, "_LONGEST", 200)
        told(story)
        bench.ladder.show()
        await until(lambda: len(bench.steps()) == 7)
        bench.ladder.save("png", str(tmp_path / "a.png"))
        await until(lambda: bench.told)
        why = "too long for a PNG; save as SVG or show fewer rows"
        assert bench.told == [(f"Could not save: {why}", "error")]
        assert not (tmp_path / "a.png").exists()

    arun(main())


def test_a_ladder_is_printed_on_as_many_pages_as_it_needs(
    bench: Bench, story: Story, arun: Runner, until: Until, tmp_path: Path
) -> None:
    async def main() -> None:
        for _ in range(40):
            story.call()
        story.journal.sync()
        bench.ladder.show()
        await until(lambda: len(bench.steps()) == 80)
        the(bench.ladder, QAction, "ladder_print").trigger()
        await until(lambda: bench.ladder.findChild(QPrintDialog))
        dialog = the(bench.ladder, QPrintDialog, "print_dialog")
        printer = dialog.printer()
        assert printer.docName() == "Ladder"
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / "ladder.pdf"))
        dialog.accepted.emit(printer)
        pdf = tmp_path / "ladder.pdf"
        await until(lambda: pdf.exists() and pdf.read_bytes().rstrip().endswith(b"%%EOF"))
        pages = re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())
        assert 2 <= len(pages) <= 4, "80 rows of 30 px on A4, the heads of the lanes on each"
        dialog.reject()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    arun(main())


def test_enter_on_a_step_asks_for_its_detail(bench: Bench) -> None:
    asked: list[None] = []
    bench.ladder.asked_detail.connect(lambda: asked.append(None))
    bench.ladder.view.asked_detail.emit()
    assert asked == [None]


def test_each_scope_without_steps_says_what_to_do(bench: Bench) -> None:
    words = []
    for key in ("call", "selected", "newest"):
        the(bench.ladder, Switch, "ladder_scope").choose(key)
        bench.ladder.busy = False
        words.append(bench.ladder.view.empty_text().split(":")[0])
    assert words[:2] == [
        "Select a record to see its call and what happened around it.",
        "Select rows in the timeline to draw their messages here.",
    ]
    assert words[2].startswith("Nothing yet. ")


def test_a_hidden_ladder_drops_what_is_being_collected(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        bench.ladder.show()
        await until(lambda: len(bench.steps()) == 7)
        turn = bench.ladder._turn
        bench.ladder.hide()
        assert bench.ladder._turn == turn + 1 and not bench.ladder._is_wanted(turn)
        assert bench.ladder._is_wanted(turn + 1)

    arun(main())
