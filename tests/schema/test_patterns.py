"""Patterns of a server: ECMA-262, found anywhere in the text, never for long."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.schema.patterns import matches


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("", "", True),
        (".*", "a\nb", True),
        ("b", "abc", True),
        ("^b", "abc", False),
        ("^ab", "abc", True),
        ("bc$", "abc", True),
        ("^abc$", "abc", True),
        ("^abc$", "abc\n", False),
        (r"^a\.b$", "a.b", True),
        (r"^a\.b$", "axb", False),
        ("a.b", "axb", True),
        ("^x-", "x-y", True),
        (r"^\d+$", "12", True),
        (r"^\d+$", "١٢", False),
        (r"^\p{L}+$", "żółć", True),
        ("^(?!foo)[a-z]+$", "foobar", False),
        ("^(?!foo)[a-z]+$", "barfoo", True),
        (r"^(a)\1$", "aa", True),
        ("(", "a", None),
        ("a" * 6000, "a", None),
        ("[b-z]", "a" * 30_000, None),
        ("[a-z]", "\ud800", None),
    ],
)
def test_a_pattern_is_found_in_the_text_or_not_decided(pattern: str, text: str, found: bool | None) -> None:
    assert matches(pattern, text) is found


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a)*$", "(x+x+)+y", r"^(?=a)(a|aa)*\1$", "(.*){50}c"])
def test_a_pattern_made_to_hang_does_not(pattern: str) -> None:
    assert matches(pattern, "a" * 5_000 + "!") in (False, None)
    assert matches(pattern, "x" * 5_000) in (False, None)


@pytest.mark.parametrize(
    "pattern",
    [
        "[ab]*a[ab]{12000}c",  # a pattern of half a megabyte at each character: seconds
        "[ab]*a[ab]{400}c",
        "(?!x).*(?=[ab]*a[ab]{500}c)z",  # a search at each of so many steps: minutes
    ],
)
def test_a_large_pattern_is_not_tried_on_a_long_text(pattern: str) -> None:
    assert matches(pattern, "ab" * 9_000) is None


@given(st.text(st.sampled_from(r"ab.*+?()[]{}^$|\d1,")), st.text())
def test_no_pattern_raises(pattern: str, text: str) -> None:
    assert matches(pattern, text) in (True, False, None)


def test_fields_of_plain_patterns_do_without_the_validator() -> None:
    code = (
        "import sys; from inspector.schema.fields import build_fields\n"
        "f = build_fields({'type': 'object', 'patternProperties': {'^x-': {'type': 'string'}}})\n"
        "assert f.extra('x-a').kind == 'string'\n"
        "sys.exit('jsonschema_rs' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
