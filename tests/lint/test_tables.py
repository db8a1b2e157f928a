"""A linter that learns what to ask finds the same as one that asks every rule about every record."""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.lint.linter import Linter
from inspector.lint.whole import RULES, WholeLinter
from inspector.protocol.records import Exchange, Finding, Record
from inspector.schema.problem import Problem
from tests.examples import examples, part
from tests.lint.dialogue import Dialogue, judged

SAMPLES = sorted({text for one in RULES.values() for text in (one.good, one.bad)})
_PROBLEMS: dict[tuple[bytes, str | None], list[Problem]] = {}


@cache
def played(text: str) -> Dialogue:
    return Dialogue(text)


class Session:
    """The records of dialogues one after the other, each with numbers of its own."""

    def __init__(self, transport: str, target: str) -> None:
        self.exchanges: dict[int, Exchange] = {}
        self.last = 0
        kinds = ((Linter, False), (Linter, True), (WholeLinter, False), (WholeLinter, True))
        self.linters = [kind(transport, target, self.exchanges.get, learns=learns) for kind, learns in kinds]

    def say(self, dialogue: Dialogue) -> None:
        """Every linter looks at the same; each two of a kind find the same."""
        start = self.last
        for number, exchange in dialogue.exchanges.items():
            self.exchanges[start + number] = msgspec.structs.replace(exchange, number=start + number)
        for record in dialogue.records:
            self.last = start + record.number
            exchange = start + record.exchange if record.exchange else 0
            later = msgspec.structs.replace(record, number=self.last, exchange=exchange)
            plain, learned, whole, whole_learned = (found(one, later) for one in self.linters)
            assert learned == plain, later
            assert whole_learned == whole, later


def found(linter: Linter, record: Record) -> Counter[Finding]:
    findings = linter.check(record)
    if isinstance(linter, WholeLinter):
        asked, linter.questions = linter.questions, []
        for one in asked:
            key = (msgspec.json.encode(one.question.schema), one.question.text)
            if key not in _PROBLEMS:
                _PROBLEMS[key] = judged(one.question)
            findings += one.findings(_PROBLEMS[key])
    return Counter(findings)


def test_every_sample_said_again_and_again() -> None:
    for text in part(SAMPLES):
        dialogue = played(text)
        session = Session(dialogue.transport, dialogue.target)
        for _ in range(3):
            session.say(dialogue)
        [plain, learned] = session.linters[2:]
        assert learned.judged == plain.judged


@given(st.data())
@settings(max_examples=examples(120))
def test_samples_one_after_the_other(data: st.DataObject) -> None:
    first = played(data.draw(st.sampled_from(SAMPLES)))
    alike = [text for text in SAMPLES if played(text).transport == first.transport]
    few = data.draw(st.lists(st.sampled_from(alike), min_size=1, max_size=8))
    session = Session(first.transport, first.target)
    for text in data.draw(st.lists(st.sampled_from(few), min_size=4, max_size=24)):
        session.say(played(text))


def test_a_list_that_came_before_asks_no_validator_again() -> None:
    tool = '{"name":"a","inputSchema":{"type":"object","properties":{"b":{"type":"text"}}}}'
    listed = f'{{"jsonrpc":"2.0","id":%d,"result":{{"tools":[{tool}]}}}}'
    dialogue = Dialogue("= 2025-11-25")
    dialogue.answered()  # of the handshake
    asked, said = [], []
    for number in range(1, 6):
        dialogue.findings.clear()
        dialogue.play(f'> {{"jsonrpc":"2.0","id":{number},"method":"tools/list"}}')
        dialogue.play("< " + listed % number)
        asked.append(len(dialogue.linter.questions))
        said.append(Counter(one.rule for one in [*dialogue.findings, *dialogue.answered()]))
    assert asked[0] and asked[:2] == [asked[0]] * 2 and asked[2:] == [0, 0, 0]
    assert said == [said[0]] * 5 and said[0]["TOOL-04"] == 1
