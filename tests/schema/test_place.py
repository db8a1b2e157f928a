"""Where a cursor stands in JSON that is being typed. | is the cursor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.schema.place import CursorPlace, open_brackets, place_at


def at(marked: str) -> CursorPlace:
    return place_at(marked.replace("|", ""), marked.index("|"))


@pytest.mark.parametrize(
    ("marked", "slot", "path"),
    [
        ("|", "value", ()),
        ("{|}", "key", ()),
        ('{"|', "key", ()),
        ('{"a|": 1}', "key", ()),
        ('{"a": |}', "value", ("a",)),
        ('{"a": "x|"}', "value", ("a",)),
        ('{"a": 1, |}', "key", ()),
        ('{"a": 1 |}', "none", ()),
        ('{"a": {"b": [1, {|}]}}', "key", ("a", "b", 1)),
        ('{"a": [1, |', "value", ("a", 1)),
        ("[|]", "value", (0,)),
        ('{"a: b": {"c": |', "value", ("a: b", "c")),
        ('{"{[": |', "value", ("{[",)),
        ("{key: {|", "key", ("key",)),
        ("{} |", "none", ()),
        ('{"a": 1 // |', "none", ()),
    ],
)
def test_the_place_is_known(marked: str, slot: str, path: tuple[str | int, ...]) -> None:
    found = at(marked)
    assert (found.slot, found.path if slot != "none" else ()) == (slot, path)


def test_members_before_and_behind_are_present() -> None:
    found = at('{"a": 1, | "b": {"inner": 2}, "c": "x"}')
    assert found.present == {"a": "1", "b": '{"inner": 2}', "c": '"x"'}
    assert found.comma


def test_what_is_replaced_is_the_token_under_the_cursor() -> None:
    text = '{"name": tru, "b": 1}'
    found = place_at(text, text.index("u,"))
    assert text[found.start : found.end] == "tru"
    assert found.typed == "tr"
    open_quote = at('{"na|, "b": 1}')
    assert (open_quote.start, open_quote.end, open_quote.typed) == (1, 4, "na")


def test_a_key_with_its_colon_is_told() -> None:
    assert at('{"na|me": 1}').colon
    assert not at('{"na|"}').colon


def test_brackets_can_be_read_on_from_a_known_line() -> None:
    text = '{\n"a": [\n{"b": 1},\n{\n'
    start = text.index('{"b"')
    known = open_brackets(text, start)
    assert open_brackets(text, len(text), start, known) == open_brackets(text, len(text))


@given(st.text(alphabet='{}[]:,"\\a1 \n', max_size=40), st.integers(0, 40))
def test_any_text_has_a_place_everywhere(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    found = place_at(text, offset)
    assert 0 <= found.start <= offset <= found.end <= len(text)
