"""The words of a row say what happened without a colour."""

from __future__ import annotations

import pytest

from inspector.trace.journal import Journal
from inspector.ui.timeline.view.cells import Cells, make_cells
from inspector.ui.timeline.view.columns import (
    DIRECTION,
    DURATION,
    KIND,
    METHOD,
    SIZE,
    STATUS,
    TARGET,
    TIME,
)
from tests.ui.story import START_NS, Story


def cells_of(journal: Journal, number: int, calls: bool = True) -> Cells:
    return make_cells(journal.rows([number])[0], calls, START_NS, {1: "demo"})


@pytest.mark.usefixtures("qapp")
class TestCells:
    def test_a_call_shows_how_it_ended(self, journal: Journal, story: Story) -> None:
        cells = cells_of(journal, story.call().number)
        assert cells.texts[KIND] == "call"
        assert cells.texts[TARGET] == "echo"
        assert cells.texts[STATUS] == "✓ ok"
        assert cells.texts[DURATION] == "99 ms"
        assert cells.texts[TIME] == "0.000 s"
        assert not cells.pending

    @pytest.mark.parametrize(
        ("status", "detail", "text"),
        [
            ("failed", "isError", "✗ tool error"),
            ("failed", "-32602 Unknown tool", "✗ -32602"),
            ("failed", "HTTP 500", "✗ error"),
            ("cancelled", "cancelled by us", "⊘ cancelled"),
            ("lost", "the connection closed", "✗ lost"),
            ("input_required", "", "? input"),
        ],
    )
    def test_every_end_has_a_glyph_and_a_word(
        self, journal: Journal, story: Story, status: str, detail: str, text: str
    ) -> None:
        assert cells_of(journal, story.call(status=status, detail=detail).number).texts[STATUS] == text

    @pytest.mark.parametrize(
        ("status", "detail", "text"),
        [
            ("done", "accept", "✓ answered"),
            ("done", "decline", "⊘ declined"),
            ("done", "cancel", "⊘ dismissed"),
            ("done", "", "✓ answered"),
            ("failed", "-32603 The client failed to answer", "✗ refused"),
            ("cancelled", "cancelled by the server: too late", "↩ withdrawn"),
            ("lost", "the connection closed", "↩ withdrawn"),
        ],
    )
    def test_a_question_of_the_server_says_what_became_of_it(
        self, journal: Journal, story: Story, status: str, detail: str, text: str
    ) -> None:
        asked = story.ask("elicitation/create", direction="in")
        story.answer(asked, status=status, detail=detail)
        assert cells_of(journal, asked.number).texts[STATUS] == text

    def test_a_pending_call_shows_its_progress(self, journal: Journal, story: Story) -> None:
        exchange = story.ask()
        assert cells_of(journal, exchange.number).texts[STATUS] == "◌ pending"
        exchange.progress, exchange.total = 4, 10
        journal.touch(exchange)
        cells = cells_of(journal, exchange.number)
        assert cells.texts[STATUS] == "◌ 40 %"
        assert cells.pending

    def test_progress_without_a_total_is_a_number(self, journal: Journal, story: Story) -> None:
        exchange = story.ask()
        exchange.progress = 7
        journal.touch(exchange)
        assert cells_of(journal, exchange.number).texts[STATUS] == "◌ 7 …"

    def test_stderr_runs_over_method_and_target(self, journal: Journal, story: Story) -> None:
        cells = cells_of(journal, story.stderr("Traceback"))
        assert cells.spans
        assert cells.texts[METHOD] == "Traceback"
        assert cells.texts[STATUS] == ""

    def test_colours_of_stderr_are_no_boxes_in_the_timeline(self, journal: Journal, story: Story) -> None:
        assert cells_of(journal, story.stderr("\x1b[31mred\x1b[0m")).texts[METHOD] == "red"

    def test_malformed_says_why_and_shows_its_bytes(self, journal: Journal, story: Story) -> None:
        cells = cells_of(journal, story.malformed(b"Listening on 3000", "not JSON at byte 0"))
        assert cells.texts[METHOD] == "not JSON at byte 0 │ Listening on 3000"
        assert cells.texts[STATUS] == "⚠ malformed"
        assert cells.ground == "error"

    def test_a_cut_line_says_so_with_its_whole_size(self, journal: Journal, story: Story) -> None:
        number = story.malformed(b"{", "200,000,000 bytes on one line", spool="cut.part", size=200_000_000)
        cells = cells_of(journal, number)
        assert cells.texts[STATUS] == "⚠ cut"
        assert cells.texts[SIZE] == "200.0 MB"

    def test_a_late_answer_is_a_warning(self, journal: Journal, story: Story) -> None:
        exchange = story.call(status="cancelled")
        cells = cells_of(journal, story.part(exchange, "response", role="late"))
        assert cells.texts[STATUS] == "⚠ late"
        assert cells.ground == "warning"

    def test_a_nested_request_points_the_other_way(self, journal: Journal, story: Story) -> None:
        outer = story.ask()
        inner = story.ask("sampling/createMessage", "", direction="in", role="nested", parent=outer.number)
        cells = cells_of(journal, inner.number)
        assert (cells.texts[KIND], cells.texts[DIRECTION]) == ("nested", "←")

    def test_a_notification_shows_what_it_carries(self, journal: Journal, story: Story) -> None:
        raw = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"hi"}}'
        number = story.record("notification", raw, method="notifications/message", role="log", valid=True)
        cells = cells_of(journal, number)
        assert cells.texts[TARGET] == '{"data":"hi"}'
        assert cells.texts[KIND] == "log"

    def test_a_finding_leaves_a_mark(self, journal: Journal, story: Story) -> None:
        number = story.stderr("x")
        story.finding(number, "warning")
        assert cells_of(journal, number).mark == "warning"
