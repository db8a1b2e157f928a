"""The text of a filter is cut where a reader would cut it, and each token knows its place."""

from __future__ import annotations

import pytest

from inspector.trace.query.tokens import FilterError, tokenize

CUT = {
    "": "",
    "a": "word a",
    "a\u00a0b": "word a|word b",
    '  method == "tools/call" ': "word method|op ==|string tools/call",
    "'it''s' \"a\\\"b\\n\\q\\\\\"": 'string it|string s|string a"b\n\\q\\',
    "'a\\'b'x": "string a'b|word x",
    "a && b || !c": "word a|word and|word b|word or|word not|word c",
    "a!b": "word a|word not|word b",
    "a&b|c": "word a&b|c",
    "size>=10": "word size|op >=|word 10",
    "a <= b < c != d = e ~ f": "word a|op <=|word b|op <|word c|op !=|word d|op =|word e|op ~|word f",
    "(a or b)and c,d": "( (|word a|word or|word b|) )|word and|word c|, ,|word d",
    "method:tools/call": "word method|op :|word tools/call",
    "method :x": "word method|word :x",
    "is:error": "word is|op :|word error",
    "$.a:1": 'path $."a"|op :|word 1',
    "foo:bar": "word foo:bar",
    "method ~ ^get_a!b=c": "word method|op ~|word ^get_a!b=c",
    "method == a=b&&c": "word method|op ==|word a=b|word and|word c",
    "method contains a=b": "word method|word contains|word a=b",
    "$.x CONTAINS a=b": 'path $."x"|word CONTAINS|word a=b',
    "nofield contains a=b": "word nofield|word contains|word a|op =|word b",
    "contains a=b": "word contains|word a|op =|word b",
    "method exists a=b": "word method|word exists|word a|op =|word b",
    "method in {a=b, c:d,e}": "word method|word in|{ {|word a=b|, ,|word c:d|, ,|word e|} }",
    "{a} , b=c": "{ {|word a|} }|, ,|word b|op =|word c",
    "a, b=c": "word a|, ,|word b|op =|word c",
    "$.a.b[0]['x y'][-1]": 'path $."a"."b"[0]."x y"[#-1]',
    '$["a b"].c': 'path $."a b"."c"',
    "$ == 1": "path $|op ==|word 1",
    "$[0]": "path $[0]",
    "$x": "word $x",
}


@pytest.mark.parametrize(("text", "tokens"), CUT.items(), ids=list(CUT))
def test_a_filter_is_cut_into_tokens(text: str, tokens: str) -> None:
    *found, end = tokenize(text)
    assert "|".join(f"{one.kind} {one.text}" for one in found) == tokens
    assert (end.kind, end.column, end.end) == ("end", len(text), len(text))


@pytest.mark.parametrize("text", [text for text in CUT if text])
def test_tokens_stand_where_they_say_and_between_them_is_only_space(text: str) -> None:
    tokens = tokenize(text)
    place = 0
    for token in tokens:
        assert text[place : token.column].strip() == ""
        place = token.end
    for token in tokens[:-1]:
        if token.kind == "word" and token.text not in ("and", "or", "not"):
            assert text[token.column : token.end] == token.text


def test_a_path_knows_its_names() -> None:
    assert tokenize("$.a[0]['b c'][\"d\"]")[0].keys == ("a", "b c", "d")


@pytest.mark.parametrize(
    ("text", "column", "why"),
    [
        ('a "open', 2, 'missing closing "'),
        ("'a\\'", 0, "missing closing '"),
        ("$.", 1, "expected a name or an index in the JSON path, such as $.params.name or"),
        ("a $.b[x]", 5, "expected a name or an index in the JSON path"),
        ('$.b["a\\"b"]', 3, "names with a quote or backslash are not supported"),
        ("ab\0", 2, "the character U+0000 cannot be searched for"),
        ("\ud800", 0, "the character U+D800 cannot be searched for"),
    ],
)
def test_what_cannot_be_cut_says_where_and_why(text: str, column: int, why: str) -> None:
    with pytest.raises(FilterError) as caught:
        tokenize(text)
    assert caught.value.column == column and str(caught.value).startswith(why)
