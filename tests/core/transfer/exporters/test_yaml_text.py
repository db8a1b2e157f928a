"""Single members of a YAML text change, to the byte, and the rest stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.core.transfer.exporters.yaml_text import drop_yaml, put_yaml
from inspector.errors import UsageError


@pytest.mark.parametrize(
    ("text", "path", "value", "made"),
    [
        ("", ("a", "b"), 1, "a:\n  b: 1\n"),
        ("# only\r\n\r\n", ("a",), {"b": {"c": "x y"}}, '# only\r\n\r\na:\r\n  b:\r\n    c: "x y"\r\n'),
        ("a: 1\n", ("b",), "yes", 'a: 1\nb: "yes"\n'),
        ("a: 1", ("b",), {"c": 1}, "a: 1\nb:\n  c: 1"),
        ("a: 1 # one\nb: 2\n", ("a",), "two", "a: two # one\nb: 2\n"),
        (
            "a:\n  b: 1\n# after\nc: 3\n",
            ("a", "d"),
            {"e": []},
            "a:\n  b: 1\n  d:\n    e: []\n# after\nc: 3\n",
        ),
        ("a:\n    b: 1\n", ("a",), {"x": 1, "y": {"z": 2}}, 'a:\n  x: 1\n  "y":\n    z: 2\n'),
        ("a:\n    b: 1\nc: 2\n", ("a",), [1], "a: [1]\nc: 2\n"),
        ("a: 5 # n\nc: 2\n", ("a",), {"x": 1}, "a: # n\n  x: 1\nc: 2\n"),
        ("a: {b: 1}\n", ("a", "c"), {"d": "é"}, 'a: {b: 1, c: {"d": "é"}}\n'),
        ("a: {}\n", ("a", "c"), 1, "a: {c: 1}\n"),
        ("a: {b: 1}\n", ("a",), {"c": 2}, 'a: {"c": 2}\n'),
        ("a:\nb: 1\n", ("a", "c"), 1, "a:\n  c: 1\nb: 1\n"),
        ("a: ~ # nothing\nb: 1\n", ("a", "c", "d"), 1, "a: # nothing\n  c:\n    d: 1\nb: 1\n"),
        ("a: null\n", ("a",), 3, "a: 3\n"),
        ("a:\n", ("a",), 3, "a: 3\n"),
        (
            "a:\n- name: x\n  b: 1\n- name: y\n  b: 2\n",
            ("a", "y", "b"),
            3,
            "a:\n- name: x\n  b: 1\n- name: y\n  b: 3\n",
        ),
        (
            "a:\n- name: x\n",
            ("a", "z"),
            {"name": "z", "b": {"c": 1}},
            "a:\n- name: x\n- name: z\n  b:\n    c: 1\n",
        ),
        ("a: [{name: x}]\n", ("a", "z"), {"name": "z"}, 'a: [{name: x}, {"name": "z"}]\n'),
        ("a: []\n", ("a", "z"), {"name": "z"}, 'a: [{"name": "z"}]\n'),
        ('"a:b": 1\n', ("a:b",), 2, '"a:b": 2\n'),
        ("'a:b':\n  c: 1\n", ("a:b",), {"d": 1}, "'a:b':\n  d: 1\n"),
        ("a: 1\r\nb: 2\r\n", ("c", "d"), 1, "a: 1\r\nb: 2\r\nc:\r\n  d: 1\r\n"),
        ("", ("k",), "plain", "k: plain\n"),
        ("", ("k",), "true", 'k: "true"\n'),
        ("", ("k",), "No", 'k: "No"\n'),
        ("", ("k",), "a b", 'k: "a b"\n'),
        ("", ("k",), "1", 'k: "1"\n'),
        ("", ("k",), "", 'k: ""\n'),
        ("", ("k",), "./x", "k: ./x\n"),
        ("", ("k",), "@a", 'k: "@a"\n'),
        ("", ("k",), "서", 'k: "서"\n'),
        ("", ("k",), "\u2028\x85", 'k: "\\u2028\\u0085"\n'),
        ("", ("k",), None, "k: null\n"),
        ("", ("k",), False, "k: false\n"),
        ("", ("k",), ["a", {"b": 1}], 'k: ["a", {"b": 1}]\n'),
        ("", ("k",), {}, "k: {}\n"),
        ("", ("k",), "x@1", "k: x@1\n"),
    ],
)
def test_a_member_is_set_and_the_rest_stays(text: str, path: tuple[str, ...], value: Any, made: str) -> None:
    assert put_yaml(text, path, value) == made


@pytest.mark.parametrize(
    ("text", "path", "made"),
    [
        ("a: 1\nb: 2\n", ("a",), "b: 2\n"),
        ("a: 1\nb: 2\n", ("b",), "a: 1\n"),
        ("a: 1\nb: 2", ("b",), "a: 1\n"),
        ("a: {b: 1, c: 2}\n", ("a", "b"), "a: {c: 2}\n"),
        ("a:\n  b: 1\nc: 2\n", ("a", "b"), "a: {}\nc: 2\n"),
        ("a: 1\n", ("a",), ""),
        ("a:\n- name: x\nb: 1\n", ("a", "x"), "a: []\nb: 1\n"),
        ("a:\n- name: x\n- name: y\nb: 1\n", ("a", "x"), "a:\n- name: y\nb: 1\n"),
        ("a: 1\n", ("b",), "a: 1\n"),
        ("a: 1\n", ("a", "b"), "a: 1\n"),
        ("", ("b",), ""),
    ],
)
def test_a_member_goes_with_its_lines(text: str, path: tuple[str, ...], made: str) -> None:
    assert drop_yaml(text, path) == made


@pytest.mark.parametrize(
    ("change", "text", "path", "why"),
    [
        (put_yaml, "a: 1\n", ("a", "b"), "a is not an object"),
        (put_yaml, "5\n", ("a", "b"), "it is not an object"),
        (put_yaml, "x: &k {a: 1}\nb: *k\n", ("b", "c"), "its servers use aliases"),
    ],
)
def test_a_text_that_cannot_be_changed_says_why(
    change: Callable[[str, tuple[str, ...], Any], str], text: str, path: tuple[str, ...], why: str
) -> None:
    with pytest.raises(UsageError) as caught:
        change(text, path, 1)
    assert str(caught.value) == f"cannot change the file: {why}"
