"""What a server brings without an end: where it is said that we stopped taking it."""

from __future__ import annotations

import msgspec
import pytest

from inspector.lint import Linter
from inspector.protocol.methods import LIST_ENDS
from tests.lint.dialogue import Dialogue

OPEN = '{"jsonrpc":"2.0"'


def found(text: str) -> list[tuple[str, str]]:
    return [(one.rule, one.severity) for one in Dialogue(text).findings if one.rule.startswith("LIM")]


@pytest.mark.parametrize(("longer", "is_said"), [(0, False), (70_000, True)])
def test_a_message_that_was_cut_is_said_with_its_size(longer: int, is_said: bool) -> None:
    text = f"limit 20\n<| {OPEN}{' ' * longer}"
    assert found(text) == ([("LIM-01", "info")] if is_said else [])
    if is_said:
        [finding] = [one for one in Dialogue(text).findings if one.rule == "LIM-01"]
        assert finding.message.startswith(
            "message of 70,016 bytes exceeds the setting “Maximum message size”"
        )


def test_a_cut_message_of_which_all_was_kept_is_said_too() -> None:
    assert found(f"limit 20\n<| {OPEN}{' ' * 20}") == [("LIM-01", "info")]


@pytest.mark.parametrize(
    ("note", "is_said"), [("not JSON", False), ("70,000 bytes are too many", False), (None, True)]
)
def test_what_was_cut_is_known_by_the_cut_and_not_by_its_size(note: str | None, is_said: bool) -> None:
    [cut] = [one for one in Dialogue(f"limit 20\n<| {OPEN}{' ' * 70_000}").records if one.kind == "malformed"]
    record = cut if note is None else msgspec.structs.replace(cut, note=note)
    rules = [one.rule for one in Linter("stdio", "", lambda _: None).check(record)]
    assert ("LIM-01" in rules) == is_said


@pytest.mark.parametrize(
    ("end", "rules"),
    [
        ("size", [("LIM-02", "info")]),
        ("cap", [("LIM-02", "info")]),
        ("loop", [("LIM-03", "warning")]),
    ],
)
def test_a_list_without_an_end_is_said_as_it_was_told(end: str, rules: list[tuple[str, str]]) -> None:
    text = f"o tools/list: {LIST_ENDS[end]} (page 17)"
    assert found(text) == rules
    [finding] = [one for one in Dialogue(text).findings if one.rule.startswith("LIM")]
    assert finding.message == text[2:]


def test_other_steps_are_no_limits() -> None:
    assert found("o tools/list: the server was slow") == []
    for end in LIST_ENDS.keys() - {"size", "cap", "loop"}:
        assert found(f"o tools/list: {LIST_ENDS[end]}") == []
