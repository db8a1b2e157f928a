"""Where two documents differ first, and whether only ids and times do."""

from __future__ import annotations

import pytest

from inspector.render.first_difference import FirstDifference, first_difference
from inspector.render.json_paths import PathPatterns


@pytest.mark.parametrize(
    ("left", "right", "found"),
    [
        ('{"a": 1, "b": 2}', '{"b": 2, "a": 1}', None),
        ('{"a": {"b": [1, 2]}}', '{"a": {"b": [1, 3]}}', FirstDifference("$.a.b[1]", "2", "3")),
        ("[1, 2]", "[1]", FirstDifference("$[1]", "2", "")),
        ('{"a": 1}', '{"a": "1"}', FirstDifference("$.a", "1", '"1"')),
        ('{"a": 1}', '{"a": true}', FirstDifference("$.a", "1", "true")),
        ('{"t": "{\\"x\\": 1}"}', '{"t": "{\\"x\\": 2}"}', FirstDifference("$.t.x", "1", "2")),
        ('{"t": "{x"}', '{"t": "{y"}', FirstDifference("$.t", '"{x"', '"{y"')),
        ('{"id": 1, "n": 1}', '{"id": 2, "n": 2}', FirstDifference("$.n", "1", "2")),
        ('{"id": 1}', '{"id": 2}', FirstDifference("$.id", "1", "2", noise=True)),
        ('{"at": 1}', "{}", FirstDifference("$.at", "1", "")),
        ('"\\ud800"', '"x"', FirstDifference("$", "'\\ud800'", '"x"')),
    ],
)
def test_the_first_difference_that_counts_is_found(
    left: str, right: str, found: FirstDifference | None
) -> None:
    assert first_difference(left.encode(), right.encode(), PathPatterns(())) == found


def test_what_is_ignored_does_not_count_even_the_place_itself() -> None:
    one, other = b'{"a": 1, "b": 1}', b'{"a": 2, "b": 2}'
    found = first_difference(one, other, PathPatterns(["$.result.a"]), ("result",))
    assert found == FirstDifference("$.result.b", "1", "2")
    assert first_difference(one, other, PathPatterns(["$.result"]), ("result",)) is None


def test_a_long_value_is_cut_and_a_large_document_compared_by_its_bytes() -> None:
    found = first_difference(b'"%s"' % (b"x" * 999), b'"y"', PathPatterns(()))
    assert found is not None and len(found.left) == 201
    large = first_difference(b'"%s"' % (b"x" * (9 << 20)), b'"y"', PathPatterns(()), ("result",))
    assert large == FirstDifference("$.result", "", "")
