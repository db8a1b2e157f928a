"""A configuration is read in any of its formats; a mistake in it is said with its line and column."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.transfer.importers.formats import EMPTY, LIMIT_BYTES, looks_like, read_document

READ = [
    ("json", '{"a": 1}', {"a": 1}),
    ("json", "\ufeff{}", {}),
    ("json", '{"a": 1,}', {"a": 1}),
    ("json", '{"a": [1, 2,\n],\n}', {"a": [1, 2]}),
    ("json", '// c\n{ /* "}" */ "a": "//, }", // ,]\n}', {"a": "//, }"}),
    ("json", '{\r\n "a": 1\r\n}\r\n', {"a": 1}),
    ("json", '"a": {"b": 1}', {"a": {"b": 1}}),
    ("json", '"a": 1,\n"b": 2', {"a": 1, "b": 2}),
    ("json", '"a": {"b": 1}}', {"a": {"b": 1}}),
    ("json", '{"a": "\\"//x"}', {"a": '"//x'}),
    ("toml", '[mcp_servers.x]\ncommand = "y"\n', {"mcp_servers": {"x": {"command": "y"}}}),
    ("toml", '# c\n\n[mcp_servers."a b"]\r\nargs = []\r\n', {"mcp_servers": {"a b": {"args": []}}}),
    ("toml", 'command = "npx"', {"command": "npx"}),
    ("yaml", "mcpServers:\n  - name: x\n", {"mcpServers": [{"name": "x"}]}),
    ("yaml", "# c\n---\na:\n  b: {type: stdio, on: yes}\n", {"a": {"b": {"type": "stdio", "on": "yes"}}}),
    ("yaml", "- name: x\n  args: [-y, 8080]\n", [{"name": "x", "args": ["-y", 8080]}]),
]  # fmt: skip


@pytest.mark.parametrize(("form", "text", "value"), READ)
def test_a_text_is_read_whichever_way_it_comes(form: str, text: str, value: object) -> None:
    for data in (text, text.encode(), b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16")):
        found = read_document(data)
        assert (found.format, found.value, found.problem) == (form, value, "")


MISTAKES = [
    ("{'a': 1}", 1, 2, "straight double quotes"),
    ('{\n "a": x\n}', 2, 7, "expected a value"),
    ('// c\n{"a": 1 "b": 2}', 2, 9, "expected a comma"),
    ('"a": x', 1, 6, "expected a value"),
    ('{"a": "C:\\folder"}', 1, 8, "Write a backslash twice"),
    ('{"a": "x\\y"}', 1, 9, "Backslashes must be doubled"),
    ('{"a": [1', 1, 9, "]} is missing"),
    ('x: 1\n[a\n', 3, 1, "line 3, column 1"),
    ("a:\n\t- b\n", 2, 1, "cannot start any token"),
    ("a: 1\na: 2\n", 2, 1, "duplicate key"),
    ("a: !!python/object/apply:os.system [x]\n", 1, 4, "could not determine a constructor"),
    ('[a]\nb = \n', 2, 5, "Invalid value"),
    ('[a]\nb = 1\nb = 2\n', 3, 6, "overwrite"),
    ('[a]\nb = "x', 2, 7, "line 2"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "words"), MISTAKES)
def test_a_mistake_has_its_line_and_column(text: str, line: int, column: int, words: str) -> None:
    ending = ".yaml" if text.startswith("x: 1") else ""
    for given_text in (text, text.replace("\n", "\r\n")):
        found = read_document(given_text, ending)
        assert (found.value, found.line, found.column) == (None, line, column)
        assert words in found.problem


def test_a_file_name_says_more_than_the_beginning() -> None:
    assert read_document("a: 1", ".json").problem.startswith("This is not JSON")
    assert read_document('{"a": 1}', ".yaml").value == {"a": 1}
    assert read_document("[1]", ".JSONC").value == [1]


def test_nothing_and_too_much_are_said() -> None:
    assert read_document(b"").problem == read_document("\ufeff \n").problem == EMPTY
    large = b'{"a": "' + b"x" * (5 << 20) + b'"}'
    assert "It is 5.0 MB" in read_document(large).problem
    assert read_document(b" " * (LIMIT_BYTES - 2) + b"{}").value == {}
    assert "not UTF-8 text (byte 2)" in read_document(b'{"\xff": 1}').problem


HOSTILE = {
    "aliases": "a: &a [1,1,1,1,1,1,1,1,1]\n"
    + "".join(f"b{n}: &b{n} [{','.join([f'*b{n - 1}' if n else '*a'] * 9)}]\n" for n in range(12)),
    "itself": "a: &a [*a]\n",
    "braces": "{" * 100_000,
    "brackets": "[" * 100_000,
    "flow": "a: " + "[" * 5_000,
    "objects": '{"a":' * 2_000 + "1" + "}" * 2_000,
    "tables": "[" + ".".join("a" * 3_000) + "]\n",
    "comment": "/*" * 50_000,
    "quotes": '"' * 100_001,
    "backslashes": '{"' + "\\" * 100_001,
    "digits": '{"a": ' + "9" * 10_000 + "}",
    "commas": "{" + "," * 200_000,
    "date": "a: 2024-99-99\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_would_never_end_is_a_problem_soon(text: str) -> None:
    started = time.thread_time()
    assert read_document(text).problem
    assert time.thread_time() - started < 5


@pytest.mark.parametrize(
    "text",
    ["npx -y x", "https://h/mcp", "FOO=bar cmd", 'FOO="a b" cmd', "[::1]:3000/mcp", "localhost:3000",
     "C:\\x y", "cd /x && y", "env A=b x", "# only a comment", "docker run -e A:b x", "", "./x --a=b"],
)  # fmt: skip
def test_a_line_is_no_document(text: str) -> None:
    assert looks_like(text) == ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON, st.sampled_from(["", "// c\n", "/* , } */", "\n\n"]), st.booleans())
def test_comments_and_last_commas_change_no_value(value: object, comment: str, indented: bool) -> None:
    text = json.dumps({"a": value}, indent=2 if indented else None, ensure_ascii=False)
    dressed = comment + text[:-1].rstrip() + "," + comment + "}" + comment.rstrip("\n")
    assert read_document(dressed, ".jsonc").value == {"a": value}


@given(st.text(max_size=80), st.sampled_from(["", ".json", ".yaml", ".toml"]))
def test_no_text_is_an_exception(text: str, ending: str) -> None:
    found = read_document(text, ending)
    assert found.value is not None or found.problem or found.format


@given(st.binary(max_size=60))
def test_no_bytes_are_an_exception(data: bytes) -> None:
    read_document(data)
