"""A condition says exactly what was clicked, with every digit."""

from __future__ import annotations

import pytest

from inspector.ui.detail.value_menu import condition_of
from inspector.ui.json.viewer.spots import Spot


def spot(token: bytes, kind: str = "number", path: str = "$.a", end: int = 0) -> Spot:
    return Spot(path, kind, 0, end or len(token), (0, 0), token)


@pytest.mark.parametrize(
    ("value", "condition"),
    [
        (spot(b"1.10"), "$.a == 1.10"),
        (spot(b"123456789012345678901234567890"), "$.a == 123456789012345678901234567890"),
        (spot(b'"a\\"b\\u00e9"', "string"), '$.a == "a\\"bé"'),
        (spot(b"null", "null", '$["odd key"][2]'), '$["odd key"][2] == null'),
        (spot(b'{"b":1}', "object"), "$.a exists"),
        (spot(b'"\xff"', "string"), "$.a exists"),
        (spot(b'"\\ud800"', "string"), "$.a exists"),
        (spot(b"1" * 4096, end=5000), "$.a exists"),
        (spot(b"1", path="$"), ""),
        (spot(b"1", path=""), ""),
    ],
)
def test_the_condition_of_a_value(value: Spot, condition: str) -> None:
    assert condition_of(value) == condition


@pytest.mark.parametrize("escape", ["\\n", "\\u00e9", "\\\\", '\\"', "\\ud83d\\ude00"])
@pytest.mark.parametrize("before", range(60, 90))
def test_a_long_text_is_looked_for_by_its_beginning(escape: str, before: int) -> None:
    token = ('"' + "x" * before + escape * 3 + "y" * 400 + '"').encode()
    condition = condition_of(spot(token, "string"))
    assert condition.startswith('$.a contains "xxx')
    assert len(condition) < 120
    assert "\\u" not in condition
    condition.encode()
