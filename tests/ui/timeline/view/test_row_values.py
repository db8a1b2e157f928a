"""Values of messages in the columns of the timeline: read where they are, with their digits; HTTP codes."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from inspector.trace.journal import Journal
from inspector.ui.timeline.view import row_values
from inspector.ui.timeline.view.columns import COLUMNS, Columns
from inspector.ui.timeline.view.row_values import RowValues
from tests.conftest import Runner, Until
from tests.ui.column_bench import ColumnBench
from tests.ui.story import Story

pytestmark = pytest.mark.gui


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[ColumnBench]:
    made = ColumnBench(journal)
    yield made
    made.close()


def call(story: Story, arguments: str, result: object, *, size: int = 0) -> int:
    """A call with this result, and a notification with these arguments, as bytes on the wire."""
    exchange = story.ask()
    raw = json.dumps({"jsonrpc": "2.0", "id": exchange.number, "result": result, "pad": "x" * size})
    exchange.answer = story.part(exchange, "response", raw.encode(), role="answer", method=exchange.method)
    exchange.ended_ns, exchange.status, exchange.answer_size = story.now_ns, "done", len(raw)
    story.journal.touch(exchange)
    sent = '{"jsonrpc":"2.0","method":"x","params":{"arguments":' + arguments + "}}"
    return story.record("notification", sent.encode(), valid=True, direction="out")


def test_a_json_value_becomes_a_column_with_its_digits(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for arguments in ('{"id": 1.10}', '{"id": "주문 7"}', '{"id": {"a": [1,2]}}', '{"other": 1}'):
            call(story, arguments, {})
        bench.pane.mode.choose("messages")
        bench.pane.add_column("$.params.arguments.id")
        await until(lambda: bench.view.model().rowCount() == 12)
        place = len(COLUMNS)
        assert bench.pane.columns()[-2].title == "id"
        assert bench.texts(place)[2::3] == ["1.10", "주문 7", '{"a": [1,2]}', ""]

    arun(main())


def test_a_call_shows_the_value_of_its_request_else_of_its_answer(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.ask(target="echo")
        bench.pane.add_column("$.params.name")
        bench.pane.add_column("$.result.text")
        await until(lambda: bench.view.model().rowCount() == 1)
        place = len(COLUMNS)
        assert (bench.texts(place), bench.texts(place + 1)) == (["echo"], [""])
        story.answer(exchange, text="the answer")
        await until(lambda: bench.texts(place + 1) == ["the answer"])

    arun(main())


def test_a_value_of_a_large_message_comes_from_a_worker(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call(story, "{}", {"n": 12345678901234567890}, size=2_000_000)
        bench.pane.add_column("$.result.n")
        await until(lambda: bench.view.model().rowCount() == 2)
        await until(lambda: bench.texts(len(COLUMNS))[0] == "12345678901234567890")

    arun(main())


def test_the_http_status_of_a_call(bench: ColumnBench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        exchange = story.ask()
        story.part(exchange, "head", b"HTTP/1.1 401 Unauthorized\r\n\r\n")
        story.part(exchange, "head", b"HTTP/1.1 200 OK\r\n\r\n")
        story.answer(exchange)
        place = next(index for index, spec in enumerate(COLUMNS) if spec.key == "http")
        bench.header.show_column(place, shown=True)
        await until(lambda: bench.view.model().rowCount() == 1)
        await until(lambda: bench.texts(place) == ["401 → 200"])

    arun(main())


def test_a_value_that_comes_later_is_read_when_it_is_there(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.ask()
        bench.pane.add_column("$.result.text")
        await until(lambda: bench.view.model().rowCount() == 1)
        assert bench.texts(len(COLUMNS)) == [""]
        for text in ("one", "two"):
            story.answer(exchange, text=text)
            await until(lambda text=text: bench.texts(len(COLUMNS)) == [text])

    arun(main())


def test_columns_out_of_sight_are_not_read(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        values: RowValues = bench.view.model().values  # type: ignore[attr-defined]
        story.call("echo")
        bench.pane.add_column("$.params.name")
        bench.header.show_column(len(COLUMNS), shown=False)
        await until(lambda: bench.view.model().rowCount() == 1)
        bench.view.viewport().grab()
        assert values.text(1, "$.params.name") == ""
        bench.header.show_column(len(COLUMNS), shown=True)
        await until(lambda: bench.texts(len(COLUMNS)) == ["echo"])

    arun(main())


def test_http_codes_are_those_of_the_answers_in_the_order_they_came(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.ask()
        for direction, head in (
            ("out", b"POST /mcp HTTP/1.1\r\n\r\n"),
            ("in", b"HTTP/1.1 202 Accepted\r\n\r\n"),
            ("in", b"no status line"),
            ("in", b"HTTP/2 200\r\n\r\n"),
        ):
            story.part(exchange, "head", head, direction=direction)
        story.answer(exchange)
        story.call()
        place = next(index for index, spec in enumerate(COLUMNS) if spec.key == "http")
        bench.header.show_column(place, shown=True)
        await until(lambda: bench.view.model().rowCount() == 2)
        await until(lambda: bench.texts(place) == ["202 → 200", ""])

    arun(main())


def columns_of_names() -> Columns:
    """Those of the program and one of names."""
    made = Columns()
    made.append("$.params.name", "name")
    return made


def test_a_value_is_read_at_once_up_to_a_size_and_else_by_a_worker(
    bench: ColumnBench,
    story: Story,
    journal: Journal,
    arun: Runner,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        call = story.call("abc", text="x" * 500)
        row = journal.rows([call.number])[0]
        values = RowValues(journal, columns_of_names(), bench.pane)
        values.set_shown({"$.params.name"})
        for most, at_once in ((max(row.size, row.answer_size), "abc"), (row.size, "")):
            monkeypatch.setattr(row_values, "_AT_ONCE_BYTES", most)
            values.forget([row.number])
            values.want([row], calls=True)
            assert values.text(row.number, "$.params.name") == at_once
        told: list[None] = []
        values.changed.connect(lambda: told.append(None))
        await until(lambda: bool(told))
        assert values.text(row.number, "$.params.name") == "abc"
        values.forget([row.number])
        values.want([row], calls=False)
        assert values.text(row.number, "$.params.name") == "abc", "the size of its answer does not count"
        monkeypatch.setattr(row_values, "_AT_ONCE_S", -1.0)
        values.forget([row.number])
        values.want([row], calls=False)
        assert values.text(row.number, "$.params.name") == "", "there was no time left"
        await until(lambda: values.text(row.number, "$.params.name") == "abc")

    arun(main())


def test_no_more_values_are_kept_than_are_looked_at(
    bench: ColumnBench, story: Story, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [story.call(name).number for name in "abc"]
    rows = journal.rows(numbers)
    values = RowValues(journal, columns_of_names(), bench.pane)
    values.want(rows, calls=True)
    assert values.text(1, "$.params.name") == "", "no column shows one"
    values.set_shown({"$.params.name"})
    monkeypatch.setattr(row_values, "_KEPT", 2)
    values.want(rows[:2], calls=True)
    values.want(rows[2:], calls=True)
    assert [values.text(one, "$.params.name") for one in numbers] == ["a", "b", "c"]
    values.want(rows[:1], calls=True)
    assert [values.text(one, "$.params.name") for one in numbers] == ["a", "", ""]


def test_heads_that_are_not_in_the_file_yet_are_asked_for_when_they_are(
    bench: ColumnBench, story: Story, journal: Journal, arun: Runner, until: Until
) -> None:
    values = RowValues(journal, columns_of_names(), bench.pane)
    told: list[None] = []
    values.changed.connect(lambda: told.append(None))
    values.set_shown({"http"})
    told.clear()
    values.written(5)
    assert not told, "no row waits"
    row = journal.rows([story.ask().number])[0]
    assert journal.written < row.number
    values.want([row], calls=True)
    values.written(row.number)
    values.written(row.number)
    assert len(told) == 1
