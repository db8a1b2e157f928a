"""Figures of calls and messages, exact and grown step by step."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from inspector.trace.statistics import statistics
from inspector.trace.statistics.outline import OutlineNode, lines_of, outline_of_calls, outline_of_messages
from inspector.trace.statistics.series import BINS, MOST_DOTS, Bin, Dot, Series, series
from inspector.trace.statistics.statistics import Group, Key, Messages, Sort, Statistics, Summary, summarise
from inspector.trace.statistics.text import as_columns, as_csv, as_json, as_markdown
from tests.ui.story import MS, Story

COUNTS = ("count", "errors", "lost", "cancelled", "pending")
ECHO = Key("demo", "out", "tools/call", "echo")


@pytest.fixture
def story(tmp_path: Path) -> Iterator[Story]:
    journal = Journal.create(tmp_path / "session.mcptrace")
    yield Story(journal)
    journal.close()


def yes() -> bool:
    return True


def grown(counted: Statistics | Messages, story: Story) -> None:
    story.journal.sync()
    for _ in counted.update(story.journal, story.journal.written, yes):
        pass


def counted(story: Story, words: str = "") -> Statistics:
    figures = Statistics(compile_filter(words) if words else None)
    grown(figures, story)
    return figures


def test_calls_are_counted_by_how_they_ended(story: Story) -> None:
    story.answer(story.ask())
    story.answer(story.ask(), "failed", "-32000 no")
    story.answer(story.ask(), "done", "isError")
    story.answer(story.ask(), "cancelled")
    story.answer(story.ask(), "lost")
    story.ask()
    figures = summarise([counted(story).groups()[ECHO]])
    assert (figures.count, figures.errors, figures.cancelled, figures.lost, figures.pending) == (
        6,
        2,
        1,
        1,
        1,
    )
    assert figures.least == figures.most == 99 * MS


def test_percentiles_are_the_nearest_rank_of_all_values(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(7)
    values = [chance.randrange(10**9) for _ in range(1000)]
    monkeypatch.setattr(statistics, "_SORTED", 64)
    figures = summarise(
        [Group(count=400, durations=array("q", values[:400])), Group(durations=array("q", values[400:]))]
    )
    ordered = sorted(values)
    assert (figures.least, figures.p50, figures.p95, figures.p99, figures.most) == (
        ordered[0], ordered[499], ordered[949], ordered[989], ordered[-1],
    )  # fmt: skip
    assert summarise([Group()]).p50 == -1


def test_a_growing_session_counts_an_open_call_once(story: Story) -> None:
    call = story.ask()
    figures = counted(story)
    assert figures.groups()[ECHO].pending == 1
    story.answer(call)
    story.ask("tools/list", "")
    grown(figures, story)
    group = figures.groups()[ECHO]
    assert (group.count, group.pending, len(group.durations)) == (1, 0, 1)
    grown(figures, story)
    assert figures.groups()[ECHO].count == 1
    assert figures.groups()[Key("demo", "out", "tools/list", "")].pending == 1


@pytest.mark.parametrize("words", ["", "target == echo"])
def test_a_call_whose_request_is_written_before_its_exchange_is_counted(story: Story, words: str) -> None:
    story.answer(story.ask())
    number = story.record("request", b"{}", exchange=3, method="tools/call", valid=True)
    figures = counted(story, words)
    assert figures.groups()[ECHO].count == 1
    call = Exchange(number, 1, "out", "tools/call", "echo", status="done", ended_ns=5 * MS, answer=4)
    story.journal.touch(call)
    grown(figures, story)
    assert figures.groups()[ECHO].count == 2
    grown(figures, story)
    assert figures.groups()[ECHO].count == 2


def test_a_call_that_passes_the_filter_only_when_it_ends_is_counted(story: Story) -> None:
    call = story.ask()
    figures = counted(story, "is:error")
    assert not figures.groups()
    story.answer(call, "failed", "-1 no")
    grown(figures, story)
    assert figures.groups()[ECHO].errors == 1


def test_strides_give_the_same_figures_and_a_worker_can_be_stopped(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(10):
        story.answer(story.ask())
    whole = summarise([counted(story).groups()[ECHO]])
    monkeypatch.setattr(statistics, "STRIDE", 3)
    assert summarise([counted(story).groups()[ECHO]]) == whole
    stopped = Statistics()
    shares = list(stopped.update(story.journal, 20, lambda: stopped.checked < 6))
    assert shares == [3 / 20, 6 / 20]
    assert stopped.groups()[ECHO].count == 3


def test_a_filter_counts_only_what_passes(story: Story) -> None:
    story.answer(story.ask(target="echo"))
    story.answer(story.ask(target="add"))
    assert [key.target for key in counted(story, 'target == "add"').groups()] == ["add"]


def test_many_targets_share_a_line(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "MOST_TARGETS", 2)
    for target in ("a", "b", "c", "d"):
        story.answer(story.ask("resources/read", target))
    groups = counted(story).groups()
    assert sorted((key.target, key.others, group.count) for key, group in groups.items()) == [
        ("", True, 2),
        ("a", False, 1),
        ("b", False, 1),
    ]


def walk(nodes: list[OutlineNode]) -> Iterator[OutlineNode]:
    for node in nodes:
        yield node
        yield from walk(node.children)


def test_every_figure_has_a_filter_that_finds_what_it_counts(story: Story) -> None:
    story.answer(story.ask(target='ec"ho'))
    story.answer(story.ask(target='ec"ho'), "failed", "-1 no")
    story.answer(story.ask("ping", ""))
    story.answer(story.ask("ping", "", direction="in"))
    story.ask("tools/list", "")
    asked = story.answer_later(story.ask("tools/list", ""), "input_required")
    story.part(asked, "request", role="retry", method="tools/list", direction="out")
    for status in ("cancelled", "lost", "lost"):
        story.give_up(story.ask(target='ec"ho'), status)
    groups = counted(story).groups()
    seen = 0
    for node in walk(outline_of_calls(groups, "All")):
        own = [groups[key] for key in node.keys]
        durations = sorted(took for group in own for took in group.durations)
        sums = [sum(getattr(group, name) for group in own) for name in COUNTS]
        slow = [sum(took >= one for took in durations) for one in node.orders[5:10] if one >= 0]
        for figure, count in zip(node.figures, [*sums, *(slow or [0] * 5), 0, 0], strict=True):
            assert bool(figure.condition) == bool(count), (node.path, figure)
            for mode in ("calls", "messages") if figure.condition else ():
                found = story.journal.visible(mode, 1, 99, compile_filter(figure.condition))
                assert len(found) == count, (node.path, mode, figure.condition)
                seen += 1
    assert seen > 60


def test_what_no_filter_can_say_is_no_link(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "MOST_TARGETS", 3)
    for target in ("a", "m" * 5000, "n\0l", "other", "others"):
        story.answer(story.ask("resources/read", target))
    lines = [node for node in walk(outline_of_calls(counted(story).groups(), "All")) if len(node.path) == 3]
    linked = {node.name: {bool(figure.condition) for figure in node.figures[:1]} for node in lines}
    assert linked == {"a": {True}, "m" * 5000: {False}, "n\0l": {False}, "(other targets)": {False}}
    assert [node.condition for node in lines if node.name != "a"] == ["", "", ""]


def test_messages_are_counted_by_kind_and_found_by_filter(story: Story) -> None:
    story.answer(story.ask())
    story.record("notification", b"{}", method="notifications/message")
    messages = Messages()
    grown(messages, story)
    grown(messages, story)
    nodes = list(walk(outline_of_messages(messages.counts)))
    assert nodes[0].orders[0] == 3
    for node in nodes:
        found = story.journal.visible("messages", 1, 99, compile_filter(node.condition))
        assert len(found) == node.orders[0], node.condition


def test_a_series_has_dots_for_few_calls_and_bands_for_many() -> None:
    few = series(
        [Group(durations=array("q", [5, 7]), started=array("q", [0, 10**9]), numbers=array("q", [1, 3]))]
    )
    assert few is not None
    assert [dot.number for dot in few.dots] == [1, 3]
    assert sum(one.count for one in few.bins if one is not None) == 2
    many = range(MOST_DOTS + 1)
    band = series([Group(durations=array("q", many), started=array("q", many), numbers=array("q", many))])
    assert band is not None and not band.dots
    assert band.bins[0] is not None and band.bins[0].p50 == MOST_DOTS // 2 and band.most == MOST_DOTS
    assert series([Group()]) is None


def test_lost_and_cancelled_calls_have_columns_of_their_own(story: Story) -> None:
    for status in ("lost", "lost", "cancelled"):
        story.give_up(story.ask(), status)
    lines = [(key, summarise([group])) for key, group in counted(story).groups().items()]
    assert as_columns(lines)[1].split()[3:8] == ["3", "0", "2", "1", "0"]
    heads, row = as_csv(lines).splitlines()
    shown = dict(zip(heads.split(","), row.split(","), strict=True))
    assert (shown["count"], shown["errors"], shown["lost"], shown["cancelled"]) == ("3", "0", "2", "1")
    assert "| lost | cancelled |" in as_markdown(lines)


def test_a_call_that_a_killed_program_left_pending_counts_as_lost(story: Story, tmp_path: Path) -> None:
    story.ask()
    story.journal.sync()
    story.journal.save_as(tmp_path / "killed.mcptrace")
    journal = Journal.open(tmp_path / "killed.mcptrace")
    figures = Statistics()
    for _ in figures.update(journal, journal.last, yes):
        pass
    [node] = outline_of_calls(figures.groups(), "All")
    assert [figure.text for figure in node.figures[:5]] == ["1", "", "1", "", ""]
    assert list(journal.visible("calls", 1, 99, compile_filter(node.figures[2].condition))) == [1]
    journal.close()


def test_a_call_that_waits_in_a_file_that_is_still_recorded_is_pending() -> None:
    recording = Journal.create()
    Story(recording).ask()
    recording.sync()
    journal = Journal.open(recording.path)
    figures = Statistics()
    for _ in figures.update(journal, journal.last, yes):
        pass
    [group] = figures.groups().values()
    assert (group.pending, group.lost) == (1, 0)
    journal.close()
    recording.close()


def test_tables_of_text_keep_their_cells(story: Story) -> None:
    story.answer(story.ask(target="a|b,\nc"))
    lines = [(key, summarise([group])) for key, group in counted(story).groups().items()]
    assert as_csv(lines).splitlines()[1:][0].startswith('demo,out,tools/call,"a|b,')
    [_, _, row] = as_markdown(lines).splitlines()
    assert row.count("|") - row.count("\\|") == 16


def test_a_group_as_json_has_its_numbers_and_no_time_that_there_is_not() -> None:
    key, figures = Key("s", "in", "m", "t"), Summary(9, 1, 2, 3, 4, 50, 60, 1_500_000, 2, 3, 4, 5_000_000)
    counts = {"count": 9, "errors": 1, "lost": 3, "cancelled": 2, "pending": 4}
    counts |= {"bytes_out": 50, "bytes_in": 60}
    who = {"server": "s", "direction": "in", "method": "m"}
    assert as_json((key, figures)) == {
        **who, "target": "t", **counts,
        "min_ms": 1.5, "p50_ms": 2e-6, "p95_ms": 3e-6, "p99_ms": 4e-6, "max_ms": 5.0,
    }  # fmt: skip
    none = replace(figures, least=-1, p50=-1, p95=-1, p99=-1, most=-1)
    assert as_json((replace(key, target="", others=True), none)) == {**who, "others": True, **counts}
    assert as_json((key, replace(none, least=0))) == {**who, "target": "t", **counts, "min_ms": 0.0}


def test_the_lines_of_an_outline_are_its_groups() -> None:
    figures = Summary(*([0] * 12))
    keys = [Key("s", "out", "m", target) for target in "abc"]
    leaves = [OutlineNode(("s", "m", key.target), "", keys=(key,), summary=figures) for key in keys]
    outline = [
        OutlineNode(
            ("s",), "", children=[OutlineNode(("s", "m"), "", children=leaves[:2], keys=tuple(keys[:2]))]
        ),
        leaves[2],
        OutlineNode(("x",), "", keys=(keys[0],)),
        OutlineNode(("y",), "", keys=tuple(keys[:2]), summary=figures),
    ]
    assert lines_of(outline) == [(key, figures) for key in keys]


def test_a_series_has_stretches_of_one_length_from_the_first_call_on() -> None:
    second = 10**9
    groups = [
        Group(
            durations=array("q", [5, 9]), started=array("q", [second, 3 * second]), numbers=array("q", [1, 4])
        ),
        Group(),
        Group(durations=array("q", [7]), started=array("q", [second + 1]), numbers=array("q", [2])),
    ]
    found = series(groups)
    assert found is not None
    length = 2 * second // BINS + 1
    assert (found.first_ns, found.bin_ns, len(found.bins)) == (second, length, BINS)
    assert found.bins[0] == Bin(2, 5, 7, 7) and found.bins[-1] == Bin(1, 9, 9, 9)
    assert not any(found.bins[1:-1])
    assert found.dots == (Dot(second, 5, 1), Dot(3 * second, 9, 4), Dot(second + 1, 7, 2))
    assert (found.least, found.most, found.last_ns) == (5, 9, second + length * BINS)
    short = series([Group(durations=array("q", [5]), started=array("q", [3]), numbers=array("q", [1]))])
    assert short == Series(3, 1_000_000, (Bin(1, 5, 5, 5),), (Dot(3, 5, 1),))
    assert Series(0, 1, (None, Bin(2, 4, 8, 9)), ()).least == 4
    assert (Series(0, 1, (None,), ()).least, Series(0, 1, (None,), ()).most) == (0, 0)


def test_a_stretch_has_its_median_and_the_nearest_rank_of_95_percent() -> None:
    values = array("q", range(1, 21))
    found = series([Group(durations=values, started=array("q", [0] * 20), numbers=values)])
    assert found is not None and found.bins == (Bin(20, 10, 19, 20),)


def test_as_many_calls_as_are_seen_one_by_one_are_dots() -> None:
    many = array("q", range(MOST_DOTS))
    found = series([Group(durations=many, started=many, numbers=many)])
    assert found is not None and len(found.dots) == MOST_DOTS


def test_the_outline_of_messages_goes_from_servers_to_kinds_to_methods() -> None:
    counts = {
        Sort("s", "out", "request", "ping"): (3, 300),
        Sort("s", "out", "request", "tools/call"): (997, 1_000),
        Sort("s", "", "lifecycle", ""): (1, 0),
        Sort("t", "in", "notification", "n"): (1, 7),
    }
    nodes = list(walk(outline_of_messages(counts)))
    assert [(node.path, [figure.text for figure in node.figures]) for node in nodes] == [
        (("s",), ["1,001", "100%", "1.3 kB"]),
        (("s", "lifecycle"), ["1", "<1%", "0 B"]),
        (("s", "→ request"), ["1,000", "100%", "1.3 kB"]),
        (("s", "→ request", "ping"), ["3", "<1%", "300 B"]),
        (("s", "→ request", "tools/call"), ["997", "100%", "1.0 kB"]),
        (("t",), ["1", "<1%", "7 B"]),
        (("t", "← notification"), ["1", "<1%", "7 B"]),
        (("t", "← notification", "n"), ["1", "<1%", "7 B"]),
    ]
    assert nodes[3].name == "ping" and nodes[3].orders == (3, 3 / 1002, 300)
    assert (
        nodes[3].condition
        == 'server == "s" and kind == "request" and direction == "out" and method == "ping"'
    )


def test_several_servers_have_a_line_above_them_and_one_has_none() -> None:
    def group(errors: int) -> Group:
        return Group(count=4, errors=errors, durations=array("q", [2_000_000]), started=array("q", [1]))

    one = {Key("s", "out", "m", ""): group(1), Key("s", "in", "m", ""): group(0)}
    [node] = outline_of_calls(one, "All")
    assert [(child.name, len(child.children)) for child in node.children] == [("← m", 0), ("m", 0)]
    assert [child.condition.rpartition(" and ")[2] for child in node.children] == [
        'direction == "in"',
        'direction == "out"',
    ]
    assert [figure.text for figure in node.figures[:3]] == ["8", "1 (12%)", ""]
    assert [figure.tone for figure in node.figures[:3]] == ["", "error", ""]
    every, *rest = outline_of_calls({**one, Key("t", "out", "m", "x"): group(0)}, "All")
    assert (every.path, every.condition, len(every.keys)) == (("All",), "is:call", 3)
    assert every.figures[0].condition == "is:call" and every.figures[0].text == "12"
    assert [one.name for one in rest] == ["s", "t"]
    assert [leaf.path for leaf in rest[1].children[0].children] == [("t", "m", "x")]
