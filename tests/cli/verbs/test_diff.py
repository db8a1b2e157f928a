"""`mcpdi diff`: records of session files and JSON files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest

from inspector.cli.output import Output
from inspector.cli.verbs.diff import _document, _record, _same_record
from inspector.trace.journal import Journal
from tests.cli.run import mcpdi
from tests.core.comparison.samples import new_session, old_session
from tests.trace.samples import answer, call, end, request


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, int, int]:
    """A session file and the numbers of two calls in it."""
    folder = tmp_path_factory.mktemp("diff")
    numbers = []
    for name, text in (("a", "one"), ("b", "two")):
        done = mcpdi("call", "echo", f"message={text}", "--on", "demo", "--trace", str(folder / name))
        assert done.returncode == 0
        journal = Journal.open(folder / name)
        calls = [
            r.number for r in journal.records(1, journal.last) if r.method == "tools/call" and not r.role
        ]
        numbers.append(calls[0])
        journal.close()
    return str(folder), numbers[0], numbers[1]


def test_answers_of_two_calls_differ_and_the_exit_code_says_so(session: tuple[str, int, int]) -> None:
    folder, left, right = session
    done = mcpdi("diff", f"{folder}/a#{left}", f"{folder}/b#{right}")
    assert done.returncode == 1
    assert '~ $.result.content[0].text: "one" → "two"' in done.stdout.replace("Echo: ", "")
    assert "changed" in done.stderr


def test_what_is_ignored_makes_them_the_same(session: tuple[str, int, int]) -> None:
    folder, left, right = session
    done = mcpdi(
        "diff", f"{folder}/a#{left}", f"{folder}/b#{right}", "-i", "text", "-i", "$..structuredContent"
    )
    assert (done.returncode, done.stdout) == (0, "")
    asked = mcpdi("diff", f"{folder}/a#{left}", f"{folder}/b#{right}", "--request", "--json")
    assert [json.loads(line)["path"] for line in asked.stdout.splitlines()] == ["$.params.arguments.message"]


def test_the_second_place_may_be_a_number_of_the_same_file(session: tuple[str, int, int]) -> None:
    folder, left, _ = session
    done = mcpdi("diff", f"{folder}/a#{left}", f"#{left}")
    assert (done.returncode, done.stdout) == (0, "")


def test_two_numbers_of_one_call_are_said_to_be_the_same_record(session: tuple[str, int, int]) -> None:
    folder, left, _ = session
    with closing(Journal.open(Path(folder) / "a")) as journal:
        call = journal.exchange(left)
        assert call is not None
        answer = call.answer
    done = mcpdi("diff", f"{folder}/a#{left}", f"#{answer}")
    assert f"both sides are record #{answer}: both numbers belong to one call" in done.stderr
    assert f"both sides are record #{answer}\n" in mcpdi("diff", f"{folder}/a#{answer}", f"#{answer}").stderr
    assert "both sides" not in mcpdi("diff", f"{folder}/a#{left}", f"#{answer}", "--request").stderr
    other = mcpdi("diff", f"{folder}/a#{left}", f"{folder}/b#{left}", "-i", "$.result")
    assert other.returncode == 0 and "both sides" not in other.stderr


def test_files_are_compared_and_a_patch_is_json(tmp_path: Path) -> None:
    (tmp_path / "l.json").write_text('{"a": [1, 2], "b": 1.10}')
    (tmp_path / "r.json").write_text('{"a": [2], "b": 1.1}')
    files = (str(tmp_path / "l.json"), str(tmp_path / "r.json"))
    patch = mcpdi("diff", *files, "--format", "patch")
    assert json.loads(patch.stdout) == [
        {"op": "remove", "path": "/a/0"},
        {"op": "replace", "path": "/b", "value": 1.1},
    ]
    assert "| ~ | `$.b` | `1.10` | `1.1` |" in mcpdi("diff", *files, "--format", "markdown").stdout


def test_what_was_sent_is_shown_as_commands_and_calls_as_a_table(session: tuple[str, int, int]) -> None:
    folder, _, _ = session
    calls = ("--filter", 'method == "tools/call"')
    command = mcpdi("show", f"{folder}/a", *calls, "--as", "command").stdout.splitlines()
    assert command[0].startswith('mcpdi call echo --args \'{"message": "one"}\' --')
    assert len(command) == 1
    assert mcpdi("show", f"{folder}/a", *calls, "--as", "markdown").stdout.count("| echo |") == 1
    curl = mcpdi("show", f"{folder}/a", *calls, "--as", "curl")
    assert "was not sent over HTTP" in curl.stderr


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("nothing.json", "x"), "cannot read"),
        (("{a}#9999", "{a}#1"), "there is no record #9999"),
        (("{a}#1", "{a}#1", "--ignore", "$["), "is not a valid path"),
    ],
)
def test_trouble_has_exit_code_2(session: tuple[str, int, int], words: tuple[str, ...], wanted: str) -> None:
    done = mcpdi("diff", *(word.replace("{a}", f"{session[0]}/a") for word in words))
    assert done.returncode == 2
    assert wanted in done.stderr


def test_two_numbers_of_one_record_are_told_apart_from_two_of_one_call() -> None:
    assert _same_record("a#3", "a#3", "#3") == "both sides are record #3"
    assert _same_record("a#1", "a#3", "#3") == (
        "both sides are record #3: both numbers belong to one call; use --request to compare the requests"
    )


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """An answered call, and one that waits."""
    with closing(Journal.create(tmp_path / "a.mcptrace")) as made:
        made.append([request(1, b'{"q": 1}'), answer(2, 1, b'{"r": 1}'), request(3, b'{"q": 2}')])
        made.touch(end(call(1), 2, 1))
        made.touch(call(3))
        yield made


@pytest.mark.parametrize(
    ("number", "asked", "title", "data"),
    [
        (1, False, "#2", b'{"r": 1}'),
        (1, True, "#1", b'{"q": 1}'),
        (2, False, "#2", b'{"r": 1}'),
        (2, True, "#2", b'{"r": 1}'),
        (3, True, "#3", b'{"q": 2}'),
    ],
)
def test_of_a_call_the_answer_is_meant_unless_the_request_is_asked_for(
    journal: Journal, number: int, asked: bool, title: str, data: bytes
) -> None:
    found = _record(journal, Path("f"), number, asked)
    assert (found.title, found.data, found.record) == (title, data, (Path("f"), int(title[1:])))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (3, "#3 has no response; use --request to compare the requests"),
        (4, "there is no record #4; the last one is #3"),
        (0, "there is no record #0; the last one is #3"),
    ],
)
def test_a_record_that_is_not_there_is_named(journal: Journal, number: int, said: str) -> None:
    with pytest.raises(click.UsageError) as caught:
        _record(journal, Path("f"), number, False)
    assert str(caught.value) == said


def test_a_file_whose_name_has_a_number_sign_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "a#1").write_text("{}")
    found = _document(str(tmp_path / "a#1"), False, Output())
    assert (found.title, found.data, found.record) == ("a#1", b"{}", None)


def test_a_session_file_needs_a_number(journal: Journal, tmp_path: Path) -> None:
    journal.sync()
    with pytest.raises(click.UsageError, match=r"choose a record of the session file: .*#NUMBER"):
        _document(str(tmp_path / "a.mcptrace"), False, Output())


def test_two_session_files_are_compared_as_wholes(tmp_path: Path) -> None:
    old, new = (str(made(tmp_path / name)) for made, name in ((old_session, "old"), (new_session, "new")))
    done = mcpdi("diff", old, new)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == '~ server serverInfo: $.version: "1.0" → "1.1"'
    assert lines[-1] == "+ fresh (#17): only in new"
    assert "offers: 1 added, 1 removed, 2 changed; calls: 5 in both" in done.stderr
    same = mcpdi("diff", old, old)
    assert (same.returncode, same.stdout) == (0, "")
    objects = [json.loads(line) for line in mcpdi("diff", old, new, "--json").stdout.splitlines()]
    assert objects[-1]["kind"] == "summary" and objects[-1]["only"] == [1, 1]
    assert mcpdi("diff", old, new, "--all").stdout.count("createdAt") == 1


def test_sessions_as_wholes_have_no_request_and_no_patch(tmp_path: Path) -> None:
    old = str(old_session(tmp_path / "old"))
    for more in (("--request",), ("--format", "patch")):
        done = mcpdi("diff", old, old, *more)
        assert done.returncode == 2 and "are for two records or JSON files" in done.stderr
    (tmp_path / "x.json").write_text("{}")
    assert "choose a record of the session file" in mcpdi("diff", old, str(tmp_path / "x.json")).stderr
