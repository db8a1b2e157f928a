"""A session as lanes, steps and bars, and what is made of them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.trace.ladder import export
from inspector.trace.ladder.export import Ladder, collect, to_mermaid, to_svg
from inspector.trace.ladder.ladder import Lanes, marks, spans, step_of
from inspector.trace.ladder.scope import around, every, newest, of_rows, present
from inspector.trace.text_columns import cut
from tests.ui.story import Story


@pytest.fixture
def story(tmp_path: Path) -> Iterator[Story]:
    journal = Journal.create(tmp_path / "session.mcptrace")
    yield Story(journal)
    journal.close()


def yes() -> bool:
    return True


def told(story: Story) -> Journal:
    story.journal.sync()
    return story.journal


def elicitation(story: Story) -> None:
    """A call during which the server asks a user: records 1 to 4."""
    outer = story.ask(target="ask_person")
    asked = story.ask("elicitation/create", "", direction="in", channel="stdout", parent=outer.number)
    story.answer(asked)
    story.answer(outer)


def everything(journal: Journal) -> array[int]:
    with closing(journal.reader()) as connection:
        return every(connection, 1, journal.last, yes)


def test_a_call_goes_to_its_server_and_its_answer_comes_back(story: Story) -> None:
    story.answer(story.ask())
    ladder = collect(told(story), everything(story.journal))
    assert [lane.title for lane in ladder.lanes.all] == ["Client", "demo"]
    assert [(step.shape, step.tone) for step in ladder.steps] == [("request", "client"), ("answer", "ok")]


@pytest.mark.parametrize(
    ("method", "status", "detail", "text"),
    [
        ("elicitation/create", "done", "decline", "⊘ declined 99 ms"),
        ("elicitation/create", "done", "cancel", "⊘ dismissed 99 ms"),
        ("sampling/createMessage", "done", "", "✓ answered 99 ms"),
    ],
)
def test_an_answered_question_says_what_became_of_it(
    story: Story, method: str, status: str, detail: str, text: str
) -> None:
    asked = story.ask(method, "", direction="in", channel="stdout")
    story.answer(asked, status=status, detail=detail)
    said = collect(told(story), everything(story.journal)).steps[-1]
    assert said.text.startswith(text) and not said.is_error


def test_a_refused_question_says_so_and_with_what_error(story: Story) -> None:
    asked = story.ask("sampling/createMessage", "", direction="in", channel="stdout")
    asked.status, asked.detail = "failed", "-1 User rejected sampling request"
    asked.answer = story.part(asked, "error", b"{}", role="answer", method=asked.method, direction="out")
    story.journal.touch(asked)
    said = collect(told(story), everything(story.journal)).steps[-1]
    assert said.text.startswith("✗ refused -1 User rejected sampling request")


def test_a_question_that_the_server_took_back_is_withdrawn(story: Story) -> None:
    asked = story.ask("elicitation/create", "", direction="in", channel="stdout")
    asked.status, asked.detail = "cancelled", "cancelled by the server: never mind"
    raw = b'{"params":{"reason":"never mind"}}'
    fields = {"role": "cancel", "method": "notifications/cancelled", "direction": "in"}
    story.part(asked, "notification", raw, **fields)
    said = collect(told(story), everything(story.journal)).steps[-1]
    assert said.text == "↩ notifications/cancelled (withdrawn) never mind"


def test_a_question_that_was_open_when_the_connection_ended_is_withdrawn(story: Story) -> None:
    asked = story.ask("elicitation/create", "", direction="in", channel="stdout")
    story.give_up(asked, "lost")
    call = story.ask()
    story.give_up(call, "lost")
    steps = collect(told(story), everything(story.journal)).steps
    assert [step.text for step in steps] == [
        "↩ elicitation/create (withdrawn)",
        f"✗ {call.method} {call.target} (lost)",
    ]


def test_a_next_round_says_what_became_of_the_questions(story: Story) -> None:
    call = story.ask()
    story.part(call, "request", b"{}", role="retry", method=call.method, note="decline, answered")
    said = collect(told(story), everything(story.journal)).steps[-1]
    assert said.text.endswith("(declined, answered)")


def test_a_question_to_a_person_goes_on_to_the_lane_of_the_person(story: Story) -> None:
    elicitation(story)
    story.record("lifecycle", direction="", note="exited")
    ladder = collect(told(story), everything(story.journal))
    assert [lane.kind for lane in ladder.lanes.all] == ["user", "client", "server"]
    assert [step.user for step in ladder.steps] == ["", "asked", "told", "", ""]


def test_bars_show_what_is_open_and_stand_side_by_side(story: Story) -> None:
    one, two = story.ask(), story.ask()
    story.answer(two)
    story.answer(one)
    pending = story.ask()
    with closing(told(story).reader()) as connection:
        beside = marks(spans(connection, 1, 5), range(1, 6))
    assert [(mark.span.number, mark.level, mark.part) for mark in beside[2]] == [
        (one.number, 0, "runs"),
        (two.number, 1, "begins"),
    ]
    assert [mark.part for mark in beside[3]] == ["runs", "ends"]
    assert [(mark.span.number, mark.level) for mark in beside[5]] == [(pending.number, -1)]


def test_a_bar_has_the_same_place_on_every_page(story: Story) -> None:
    one, two = story.ask(), story.ask()
    story.answer(one)
    three = story.ask()
    story.answer(two)
    story.answer(three)
    with closing(told(story).reader()) as connection:
        whole = marks(spans(connection, 1, 6), range(1, 7))
        for number in range(1, 7):
            assert marks(spans(connection, number, number), [number])[number] == whole[number]


def test_a_connection_that_is_not_shown_has_no_bars(story: Story) -> None:
    story.journal.add_session(SessionInfo(2, "other", "stdio", "other"))
    story.answer(story.ask())
    other = story.ask(session=2)
    other.session = 2
    story.part(other, "notification", session=2)
    ladder = collect(told(story), [2])
    assert [lane.title for lane in ladder.lanes.all] == ["Client", "demo"]
    [mark] = ladder.bars[2]
    assert ladder.lanes.answerer(mark.span) == 1
    with closing(story.journal.reader()) as connection:
        assert [ladder.lanes.answerer(span) for span in spans(connection, 1, 4)] == [1, -1]


def test_what_went_wrong_has_a_glyph_and_a_tone(story: Story) -> None:
    failed = story.ask()
    story.answer(failed, "failed", "-32601 no such tool")
    tool = story.ask()
    story.answer(tool, "done", "isError")
    story.record("malformed", b"{", note="not JSON")
    steps = {row.number: step_of(row) for row in told(story).rows([1, 2, 3, 4, 5])}
    assert steps[4].text.startswith("✗ tool error") and steps[4].is_error
    assert steps[5].text == "⚠ malformed not JSON" and steps[5].shape == "note" and steps[5].is_error


def test_rows_of_calls_bring_their_messages_along(story: Story) -> None:
    first = story.ask()
    story.ask()
    story.part(first, "notification", b'{"params":{"progress":3,"total":10}}', role="progress")
    story.part(first, "head")
    story.answer(first)
    journal = told(story)
    with closing(journal.reader()) as connection:
        assert list(of_rows(connection, [1], True, yes)) == [1, 3, 5]
        assert list(of_rows(connection, [1, 3], False, yes)) == [1, 3]
        assert list(newest(connection, 2)) == [3, 5]
    assert step_of(journal.rows([3])[0]).text == "progress 3/10"


def test_a_call_is_shown_from_its_outermost_call_on_with_what_is_around_it(story: Story) -> None:
    for _ in range(20):
        story.record("notification", b"{}")
    elicitation(story)
    for _ in range(20):
        story.record("notification", b"{}")
    with closing(told(story).reader()) as connection:
        assert list(around(connection, 22)) == list(range(9, 37))
        assert list(around(connection, 999)) == []
        assert present(connection, [22], story.journal.sessions()).user
        assert not present(connection, [1], story.journal.sessions()).user


def test_servers_of_the_same_name_share_a_lane() -> None:
    sessions = [SessionInfo(n, name, "stdio", "") for n, name in ((1, "a"), (2, "b"), (3, "a"))]
    lanes = Lanes(sessions, user=False, names=("P", "C"))
    assert [lane.title for lane in lanes.all] == ["C", "a", "b"]
    assert lanes.server(3) == lanes.server(1) == 1


def test_svg_is_well_formed_whatever_a_server_sends(story: Story) -> None:
    story.answer(story.ask(target='<script>&"\x00\x1b 한국어'), "failed", "]]> \ud7ff\x07")
    drawn = ET.fromstring(to_svg(collect(told(story), everything(story.journal))))
    texts = "".join(drawn.itertext())
    assert "<script>&" in texts and "한국어" in texts
    assert not [one for one in drawn.iter() if one.tag.endswith("script")]


def test_mermaid_gets_no_syntax_from_a_server(story: Story) -> None:
    evil = 'x;\nL1->>L0: gotcha\n%%{init}%% #9829; <b> "end" - : '
    story.answer(story.ask(target=evil))
    lines = to_mermaid(collect(told(story), everything(story.journal))).splitlines()
    assert [line.split(":")[0].strip() for line in lines[3:]] == [
        "L0->>L1",
        "activate L1",
        "L1-->>L0",
        "deactivate L1",
    ]
    for line in lines[3:]:
        text = line.partition(":")[2]
        assert not set('<>%{}"') & set(text)
        assert all(part.rstrip("0123456789")[-1:] == "#" for part in text.split(";")[:-1])


def test_mermaid_closes_no_bar_that_it_did_not_open(story: Story) -> None:
    story.answer(story.ask())
    text = to_mermaid(collect(told(story), [2]))
    assert "activate" not in text and "L1-->>L0" in text


def test_signs_that_nobody_sees_are_dots_in_mermaid(story: Story) -> None:
    story.journal.update_session(SessionInfo(1, "a\n\u202eb\x1b\x00c", "stdio", "x"))
    story.call()
    text = to_mermaid(collect(told(story), everything(story.journal)))
    assert " as a··b··c\n" in text


def question(story: Story, monkeypatch: pytest.MonkeyPatch) -> Ladder:
    """A call that asks a user, a note eleven seconds later, and two records that are too many."""
    monkeypatch.setattr(export, "MOST_STEPS", 5)
    elicitation(story)
    story.now_ns += 11_000_000_000
    for _ in range(3):
        story.record("lifecycle", direction="", note="exited " + "and said much " * 10)
    return collect(told(story), everything(story.journal))


def test_a_picture_has_everything_at_its_place(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = ET.fromstring(to_svg(question(story, monkeypatch)))
    name = "{http://www.w3.org/2000/svg}"
    assert [drawn.get(key) for key in ("width", "height", "viewBox")] == ["938", "248", "0 0 938 248"]

    def of(kind: str, *keys: str) -> list[str]:
        return [" ".join(one.get(key, "-") for key in keys) for one in drawn.iter(name + kind)]

    labels = [
        f"{place} {one.text}"
        for place, one in zip(of("text", "x", "y", "text-anchor"), drawn.iter(f"{name}text"), strict=True)
    ]
    said = "exited " + "and said much " * 10
    assert labels == [
        "168 25 middle User", "418 25 middle Client", "668 25 middle demo",
        "44 67 end 1", "104 67 end 0.000 s", "432 59 start tools/call ask_person",
        "44 97 end 2", "104 97 end 0.100 s", "432 89 start elicitation/create",
        "44 127 end 3", "104 127 end 0.200 s", "432 119 start ✓ answered 99 ms 53 B",
        "44 157 end 4", "104 157 end 0.300 s", "432 149 start ✓ result 299 ms 53 B",
        "44 187 end 5", "104 187 end 11.400 s", "104 173 end ⋮ 11.10 s",
        f"683 186 start {cut(said, 42)}",
        "12 232 start 2 later records omitted",
    ]  # fmt: skip
    assert of("line", "x1", "y1", "x2", "y2", "stroke-dasharray") == [
        "168 36 168 236 -", "418 36 418 236 -", "668 36 668 236 -",
        "418 64 662 64 -",
        "668 94 424 94 -", "418 94 174 94 -",
        "418 124 662 124 5 3", "168 124 412 124 5 3",
        "668 154 424 154 5 3",
    ]  # fmt: skip
    assert of("polygon", "points")[:2] == ["667,64 660,60 660,68", "419,94 426,90 426,98"]
    assert of("rect", "x", "y", "width", "height") == [
        "- - 938 248",
        "108 8 120 26", "358 8 120 26", "608 8 120 26",
        "664 64 8 10",
        "664 74 8 30", "414 94 8 10",
        "664 104 8 30", "414 104 8 20",
        "664 134 8 20",
        "676 173 262 19",
    ]  # fmt: skip
    titles = [one.text for one in drawn.iter(f"{name}title")]
    assert titles[:2] == ["#1 tools/call ask_person", "#2 elicitation/create"]


def test_a_question_in_mermaid_goes_by_the_lane_of_the_user(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = to_mermaid(question(story, monkeypatch)).splitlines()
    note = lines.pop(-2)
    assert lines == [
        "sequenceDiagram",
        "    actor L0 as User",
        "    participant L1 as Client",
        "    participant L2 as demo",
        "    L1->>L2: #35;1 tools/call ask_person",
        "    activate L2",
        "    L2->>L1: #35;2 elicitation/create",
        "    activate L1",
        "    L1->>L0: #35;2 elicitation/create",
        "    L0->>L1: #35;3 ✓ answered 99 ms 53 B",
        "    L1-->>L2: #35;3 ✓ answered 99 ms 53 B",
        "    deactivate L1",
        "    L2-->>L1: #35;4 ✓ result 299 ms 53 B",
        "    deactivate L2",
        "    Note over L1: 11.10 s later",
        "    Note over L1: 2 later records omitted",
    ]
    assert note.startswith("    Note over L2: #35;5 exited and said much")
    assert len(note) == len("    Note over L2: #35;5 ") + 90
