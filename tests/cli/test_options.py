"""The options that every verb understands arrive as they were typed, before or after the verb."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from inspector.cli.options import (
    Common,
    common_options,
    name_value_pairs,
    read_json_argument,
    read_text_argument,
    take_common,
    verb_first,
)
from inspector.errors import UsageError


def taken(*words: str, server: tuple[str, ...] | None = None) -> Common:
    """What a verb gets of these words."""

    @click.command()
    @common_options
    def verb(**values: Any) -> Common:
        common = take_common(values)
        assert values == {}
        return common

    made = verb.main(list(words), standalone_mode=False, obj=server)
    assert isinstance(made, Common)
    return made


def test_what_is_not_said_has_its_default() -> None:
    assert taken() == Common()


def test_every_option_arrives(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text('{"rules": []}')
    common = taken(
        *("--on", "demo", "--era", "legacy", "--transport", "sse", "-H", "A: 1", "--header", "B: 2"),
        *("-e", "C=3", "--cwd", "there", "--declare", "{}", "--client-info", "{}", "--meta", "a=1"),
        *("--timeout", "2.5", "--trace", "a.mcptrace", "--root", "x", "--root", "y", "--answer", str(rules)),
        *("--sign-in", "--json", "--strict", "--set", "D=4", "--yes", "--choice", "2"),
        server=("npx", "x"),
    )
    assert common.answer is not None
    assert (common.on, common.era, common.transport, common.header) == (
        "demo",
        "legacy",
        "sse",
        ("A: 1", "B: 2"),
    )
    assert (common.env, common.cwd, common.declare, common.client_info) == (("C=3",), "there", "{}", "{}")
    assert (common.meta, common.timeout, common.trace) == (("a=1",), 2.5, Path("a.mcptrace"))
    assert (common.root, common.set, common.choice, common.server) == (("x", "y"), ("D=4",), 2, ("npx", "x"))
    assert (common.sign_in, common.json, common.strict, common.yes) == (True, True, True, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--era", "what"), "unknown era or revision 'what'; use one of auto, modern, legacy, "),
        (("--timeout", "0"), "use a positive number of seconds"),
        (("--timeout", "1e7"), "use a positive number of seconds"),
        (("--answer", "no/such.json"), "cannot read no/such.json: No such file or directory"),
        (("--transport", "stdio"), "'stdio' is not one of"),
    ],
)
def test_an_option_that_cannot_be_is_refused(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        taken(*words)
    assert said in caught.value.message


def test_rules_that_are_none_are_refused_by_their_file(tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_text("[")
    with pytest.raises(UsageError, match=r"rules\.json"):
        taken("--answer", str(tmp_path / "rules.json"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], []),
        (["info", "--on", "demo"], ["info", "--on", "demo"]),
        (["--on", "demo", "info"], ["info", "--on", "demo"]),
        (["--json", "info"], ["info", "--json"]),
        (
            ["--on=demo", "--json", "-e", "A=1", "call", "x"],
            ["call", "--on=demo", "--json", "-e", "A=1", "x"],
        ),
        (["--help", "info"], ["--help", "info"]),
        (["--nonsense", "info"], ["--nonsense", "info"]),
    ],
)
def test_options_before_the_verb_go_behind_it(words: list[str], expected: list[str]) -> None:
    assert verb_first(words) == expected


@pytest.mark.parametrize("words", [["--json"], ["--on", "demo"], ["--on"]])
def test_options_without_a_verb_say_how_one_is_given(words: list[str]) -> None:
    with pytest.raises(click.UsageError) as caught:
        verb_first(words)
    assert caught.value.message == f"missing verb, for example: mcpdi info {' '.join(words)}"


def test_pairs_have_a_name_and_the_last_of_a_name_counts() -> None:
    assert name_value_pairs(("a=1", "b==", "c=", "a=2")) == {"a": "2", "b": "=", "c": ""}


@pytest.mark.parametrize(
    ("pair", "option", "said"),
    [
        ("a", "", "“a” is not NAME=VALUE; put a server's command after --"),
        ("=a", "", "“=a” is not NAME=VALUE; put a server's command after --"),
        ("a", "--set", "--set requires NAME=VALUE, not “a”; put a server's command after --"),
    ],
)
def test_a_word_that_is_no_pair_says_what_is_needed(pair: str, option: str, said: str) -> None:
    with pytest.raises(click.UsageError) as caught:
        name_value_pairs((pair,), option)
    assert caught.value.message == said


def test_a_text_comes_from_the_word_a_file_or_stdin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"\xff{")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"from stdin")))
    assert read_text_argument("é\udcff", "TEXT") == b"\xc3\xa9\xff"
    assert read_text_argument(f"@{tmp_path / 'a'}", "TEXT") == b"\xff{"
    assert read_text_argument("-", "TEXT") == b"from stdin"
    monkeypatch.setattr(sys, "stdin", None)
    refused = {
        "-": "TEXT: stdin is not available",
        "@none/such": "TEXT: cannot read none/such: No such file or directory",
    }
    for text, said in refused.items():
        with pytest.raises(click.UsageError) as caught:
            read_text_argument(text, "TEXT")
        assert caught.value.message == said


def test_json_stays_as_it_was_typed_and_what_is_none_is_refused(tmp_path: Path) -> None:
    assert read_json_argument('{"a": 1.10, "a": 2}', "--x") == b'{"a": 1.10, "a": 2}'
    (tmp_path / "a").write_bytes(b'"\xff"')
    for text in ("{", "", f"@{tmp_path / 'a'}"):
        with pytest.raises(click.UsageError) as caught:
            read_json_argument(text, "--x", "; quote it")
        assert caught.value.message.startswith("--x is not JSON: ")
        assert caught.value.message.endswith("; quote it")
