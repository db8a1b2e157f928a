"""The words of a row say what happened without a colour."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from inspector.trace.journal import Journal
from inspector.trace.rows import Row
from inspector.ui.timeline.view.cells import Cells, make_cells
from inspector.ui.timeline.view.columns import (
    DIRECTION,
    DURATION,
    KIND,
    METHOD,
    NUMBER,
    SERVER,
    SIZE,
    STATUS,
    TARGET,
    TIME,
)
from tests.ui.story import START_NS, Story


def cells_of(journal: Journal, number: int, calls: bool = True) -> Cells:
    return make_cells(journal.rows([number])[0], calls, START_NS, {1: "demo"})


def row_cells(calls: bool = True, **fields: Any) -> Cells:
    """The cells of request 7 of ours that opens an exchange, with other fields."""
    row = Row(7, START_NS, 1, "out", "stdin", "request", "tools/call", "7", 7, "", 0, True, "", "")
    return make_cells(msgspec.structs.replace(row, **fields), calls, START_NS, {1: "demo"})


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

    def test_a_lost_call_has_no_duration(self, journal: Journal, story: Story) -> None:
        assert cells_of(journal, story.call().number).texts[DURATION]
        lost = story.call(status="lost", detail="the connection closed")
        assert cells_of(journal, lost.number).texts[DURATION] == ""

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

    def test_a_subscription_counts_its_events(self) -> None:
        said = [
            row_cells(method="subscriptions/listen", status=status, progress=count).texts[STATUS]
            for status, count in (("pending", 0), ("pending", 1), ("done", 2), ("failed", 3), ("pending", -1))
        ]
        assert said == ["● 0 events", "● 1 event", "✓ 2 events", "✗ error", "◌ pending"]
        assert row_cells(method="subscriptions/listen", status="pending", progress=0).status_role == "ok"
        assert row_cells(status="pending", progress=0).texts[STATUS] == "◌ 0 …"

    @pytest.mark.parametrize(
        ("method", "detail", "said"),
        [
            ("tools/call", "task t1 · working", "✓ task working"),
            ("tools/call", "task t1 · input_required", "✓ task input"),
            ("tools/call", "working", "✓ ok"),
            ("tasks/get", "completed", "✓ completed"),
            ("tasks/get", "", "✓ ok"),
        ],
    )
    def test_a_call_that_became_a_task_says_how_the_task_is(
        self, method: str, detail: str, said: str
    ) -> None:
        assert row_cells(method=method, status="done", detail=detail).texts[STATUS] == said

    def test_progress_goes_to_100_percent_and_needs_a_total(self) -> None:
        said = [
            row_cells(status="pending", progress=done, total=total).texts[STATUS]
            for done, total in ((1, 3), (12, 10), (5, 0), (0, 4))
        ]
        assert said == ["◌ 33 %", "◌ 100 %", "◌ 5 …", "◌ 0 %"]

    def test_an_answer_says_what_it_is_and_an_error_its_code(self) -> None:
        def said(kind: str, **fields: Any) -> tuple[str, str, str]:
            cells = row_cells(kind=kind, number=8, **fields)
            return cells.texts[STATUS], cells.status_role, cells.ground

        assert said("response", status="done") == ("✓ ok", "ok", "")
        assert said("response", status="failed", detail="isError") == ("✗ tool error", "error", "error")
        assert said("error", status="failed", detail="-32601 No such") == ("✗ -32601", "error", "error")
        assert said("error", detail="Gone") == ("✗ error", "error", "error")
        assert said("stderr") == ("", "muted", "")
        assert row_cells(status="strange").texts[STATUS] == "· strange"
        assert row_cells(status="strange").status_role == "muted"

    def test_the_kind_says_call_retry_or_nested(self) -> None:
        def kind(calls: bool = True, **fields: Any) -> tuple[str, str]:
            cells = row_cells(calls, **fields)
            return cells.texts[KIND], cells.kind_role

        assert kind() == ("call", "text")
        assert kind(calls=False) == ("request", "text")
        assert kind(direction="in") == ("request", "text")
        assert kind(role="retry") == ("retry", "text")
        assert kind(parent=3) == ("nested", "server")
        assert kind(parent=3, exchange=3, role="retry") == ("retry", "text")
        assert kind(kind="notification", role="event") == ("event", "muted")
        assert kind(kind="notification", role="answer") == ("notification", "muted")
        assert kind(kind="malformed") == ("malformed", "error")
        assert [kind(kind=one)[1] for one in ("stderr", "lifecycle", "head", "response")] == [
            "muted",
            "muted",
            "muted",
            "text",
        ]

    def test_what_is_no_message_shows_its_own_words(self) -> None:
        def words(kind: str, note: str, preview: str) -> tuple[str, str, bool]:
            cells = row_cells(kind=kind, note=note, preview=preview, method="m", exchange=0)
            return cells.texts[METHOD], cells.method_role, cells.spans

        assert words("lifecycle", "connected", "{}") == ("connected", "muted", True)
        assert words("lifecycle", "", "{}") == ("{}", "muted", True)
        assert words("head", "no", "POST /mcp") == ("POST /mcp", "muted", True)
        assert words("malformed", "not JSON", "") == ("not JSON", "error", True)
        assert words("stderr", "no", "␛[1mbold") == ("bold", "text", True)
        assert words("response", "no", "{}") == ("m", "text", False)
        assert row_cells(kind="stderr", target="x", exchange=0).texts[TARGET] == ""

    @pytest.mark.parametrize(
        ("preview", "size", "target", "role"),
        [
            ('{"params":{"a":1}}', 18, '{"a":1}', "muted"),
            ('{"params":{"a":1}}', 20, '{"a":1}', "muted"),
            ('{"params":{"a":1}}', 21, '{"a":1}}', "muted"),
            ('{"result" : [1]} ', 17, "[1]", "muted"),
            ('{"id":1}', 8, "", "muted"),
        ],
    )
    def test_what_a_message_carries_is_shown_without_the_brace_around_it(
        self, preview: str, size: int, target: str, role: str
    ) -> None:
        cells = row_cells(kind="notification", preview=preview, size=size, exchange=0, target="no")
        assert (cells.texts[TARGET], cells.target_role) == (target, role)

    def test_a_notice_of_a_change_names_what_changed_and_an_answer_what_it_is_of(self) -> None:
        changed = "notifications/resources/updated"
        preview = '{"params":{"uri" : "file:///a","x":1}}'
        assert row_cells(kind="notification", method=changed, exchange=0, preview=preview).texts[TARGET] == (
            "file:///a"
        )
        lists = "notifications/tools/list_changed"
        cells = row_cells(kind="notification", method=lists, exchange=0, preview='{"params":{}}')
        assert (cells.texts[TARGET], cells.target_role) == ("", "text")
        assert row_cells(kind="response", number=8, target="echo").texts[TARGET] == "echo"
        assert row_cells(kind="error", number=8, target="echo").texts[TARGET] == "echo"
        bare = row_cells(kind="response", number=8, target="", preview='{"result":{}}', size=13)
        assert (bare.texts[TARGET], bare.target_role) == ("{}", "muted")

    def test_a_row_counts_what_it_stands_for(self) -> None:
        row = {"size": 10, "answer_size": 2000, "ended_ns": 5, "duration_ns": 3_000_000}
        call, message = row_cells(**row), row_cells(False, **row)
        assert (call.texts[SIZE], message.texts[SIZE]) == ("2.0 kB", "10 B")
        assert call.texts[DURATION] == message.texts[DURATION] == "3.0 ms"
        part = row_cells(number=8, **row)
        assert (part.texts[SIZE], part.texts[DURATION], part.pending) == ("10 B", "", False)
        assert row_cells(size=0).texts[SIZE] == "" and row_cells(duration_ns=5).texts[DURATION] == ""
        assert (call.texts[NUMBER], call.texts[SERVER]) == ("7", "demo")
        assert row_cells(session=2).texts[SERVER] == "" and row_cells(direction="x").texts[DIRECTION] == "·"
        assert [row_cells(severity=one).mark for one in ("error", "warning", "info", "")] == [
            "error",
            "warning",
            "",
            "",
        ]
        assert row_cells(status="pending").pending and not row_cells(number=8, status="pending").pending
