"""Session files are exported, imported, merged and shown from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from inspector.cli.export import FORMATS
from inspector.trace.export import EXPORTS
from inspector.trace.journal import Journal
from tests.cli.run import mcpdi
from tests.trace.recorded import both, over_stdio


@pytest.fixture
def session(tmp_path: Path) -> Path:
    both(tmp_path / "a.mcptrace").close()
    return tmp_path / "a.mcptrace"


def test_every_format_of_the_table_can_be_named() -> None:
    assert {*FORMATS} == {*EXPORTS, "mcptrace"}


def test_export_and_import_give_the_same_lines(session: Path, tmp_path: Path) -> None:
    out, back = tmp_path / "a.jsonl", tmp_path / "back.mcptrace"
    assert mcpdi("export", str(session), str(out)).returncode == 0
    done = mcpdi("import", str(out), str(back))
    assert done.returncode == 0, done.stderr
    assert "records, read as JSON Lines of this program" in done.stderr
    shown = [mcpdi("show", str(file)).stdout for file in (session, back, out)]
    assert shown[0] == shown[1] == shown[2] != ""


def test_a_part_goes_to_stdout_by_filter_marks_and_whole_calls(session: Path) -> None:
    def numbers(*words: str) -> list[int]:
        done = mcpdi("export", str(session), "-", "--format", "jsonl", *words)
        assert done.returncode == 0, done.stderr
        return [json.loads(line)["number"] for line in done.stdout.splitlines()[1:]]

    assert numbers("--marked") == [3]
    assert numbers("--marked", "--whole") == [3, 4, 5, 6, 7]
    assert numbers("--filter", 'kind == "stderr"') == [12]
    assert numbers("--filter", "number < 3 or number == 3", "--marked") == [3]


def test_evidence_is_cut_out_as_a_session_file(session: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.mcptrace"
    done = mcpdi("export", str(session), str(cut), "--filter", 'target == "ask_model"', "--whole")
    assert (done.returncode, done.stderr.endswith("cut.mcptrace (5 records)\n")) == (0, True)
    shown = [json.loads(line) for line in mcpdi("show", str(cut), "--json").stdout.splitlines()]
    assert [one["kind"] for one in shown] == ["request", "notification", "request", "response", "response"]
    clean = tmp_path / "clean.mcptrace"
    assert mcpdi("export", str(session), str(clean), "--marked", "--redact").returncode == 0
    assert len(mcpdi("show", str(clean)).stdout.splitlines()) == 1


def test_lines_without_their_calls_are_put_together_from_the_messages(session: Path, tmp_path: Path) -> None:
    lines = mcpdi("export", str(session), "-", "--format", "jsonl").stdout.splitlines()
    whole = tmp_path / "whole.jsonl"
    whole.write_text("\n".join(lines), "utf-8")
    counted = [re.sub(r" +[\d.]+ .?s", "", line) for line in mcpdi("stats", str(whole)).stdout.splitlines()]
    for left_out in ({"call"}, {"call", "exchange", "role", "method", "id", "valid"}):
        documents = [json.loads(line) for line in lines]
        bare = tmp_path / "bare.jsonl"
        bare.write_text(
            "\n".join(
                json.dumps({name: one[name] for name in one if name not in left_out}) for one in documents
            ),
            "utf-8",
        )
        shown = mcpdi("stats", str(bare)).stdout.splitlines()
        assert [re.sub(r" +[\d.]+ .?s", "", line) for line in shown] == counted


def test_redaction_has_a_preview_that_masks_and_reaches_every_format(tmp_path: Path) -> None:
    path = tmp_path / "s.mcptrace"
    journal = Journal.create(path)
    over_stdio(journal)
    from tests.trace.samples import notification

    raw = b'{"password":"hunter2-horse","pin":"4711-0815"}'
    journal.append([notification(journal.next_number(), raw)])
    journal.close()
    preview = mcpdi("export", str(path), "-", "--format", "md", "--preview", "--redact-key", "pin")
    assert "$.password" in preview.stdout
    assert "hunter2" not in preview.stdout
    assert "2 replacements of 2 secrets" in preview.stderr
    clean = tmp_path / "clean.mcptrace"
    assert mcpdi("export", str(path), str(clean), "--redact", "--redact-key", "pin").returncode == 0
    assert b"hunter2" not in clean.read_bytes()
    assert b"4711" not in clean.read_bytes()
    assert "«password-1»" in mcpdi("show", str(clean)).stdout


def test_merge_shifts_and_counts(session: Path, tmp_path: Path) -> None:
    other, out = tmp_path / "b.mcptrace", tmp_path / "out.mcptrace"
    both(other).close()
    done = mcpdi("merge", str(session), str(other), str(out), "--shift", "0", "--shift", "1.5")
    assert done.returncode == 0, done.stderr
    merged = Journal.open(out)
    half = merged.last // 2
    assert {record.session for record in merged.records(1, half)} == {1, 2}
    assert merged.records(half + 1, half + 1)[0].at_ns - merged.records(1, 1)[0].at_ns == 1_500_000_000
    merged.close()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["export", "A", "x.doc"], "does not tell the format"),
        (["import", "README.md", "x.mcptrace"], "cannot tell what README.md is"),
        (["show", "README.md"], "what can be opened: session files"),
        (["merge", "A", "x.mcptrace"], "two session files or more"),
        (["export", "missing.mcptrace", "x.har"], "cannot read missing"),
        (["export", "A", "-", "--format", "mcptrace"], "cannot go to stdout"),
        (["export", "A", "A"], "one of the files that are read"),
        (["export", "A", "A", "--redact"], "one of the files that are read"),
        (["merge", "A", "A", "A"], "one of the files that are read"),
        (["merge", "A", "A", "OTHER"], "is not a session file"),
        (["export", "A", "OTHER", "--format", "mcptrace"], "is not a session file"),
        (["import", "A", "x.mcptrace"], "there is nothing to import"),
        (["diff", "A", "#3"], "say which record of the session file"),
    ],
)
def test_mistakes_are_explained_with_exit_code_2(
    session: Path, tmp_path: Path, words: list[str], message: str
) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("important")
    before = session.read_bytes()
    places = {"A": str(session), "OTHER": str(other)}
    done = mcpdi(*(places.get(word, word) for word in words))
    assert done.returncode == 2
    assert message in done.stderr
    assert (session.read_bytes(), other.read_text()) == (before, "important")


def test_what_can_be_imported_can_be_counted_and_drawn(session: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    mcpdi("export", str(session), str(out))
    for verb in ("stats", "ladder"):
        assert mcpdi(verb, str(out)).stdout == mcpdi(verb, str(session)).stdout != ""


def test_show_ends_like_grep_when_it_is_told_to(session: Path) -> None:
    def code(*words: str) -> int:
        return mcpdi("show", str(session), *words).returncode

    assert code("--filter", "is:error", "--exit-code") == 0
    assert code("--filter", "number == 999", "--exit-code") == 1
    assert code("--filter", "number == 999") == 0
    assert code("--filter", "number ==", "--exit-code") == 2


def test_a_name_that_is_not_in_the_session_is_said_on_stderr(session: Path) -> None:
    shown = mcpdi("show", str(session), "--filter", "tool == brokn")
    assert (shown.returncode, shown.stdout) == (0, "")
    assert "--filter: no tool 'brokn' was listed or called so far; did you mean broken?" in shown.stderr


def test_nothing_to_show_says_of_what(session: Path) -> None:
    shown = mcpdi("show", str(session), "--as", "curl", "--filter", "server == demo")
    assert shown.stderr.endswith("no record that can be written as curl passes the filter\n")
    assert mcpdi("ladder", str(session), "--filter", "number == 999").stderr == "no call passes the filter\n"


def test_help_of_export_says_what_becomes_of_what() -> None:
    text = mcpdi("export", "--help").stdout
    for words in (
        "stdio://SERVER/METHOD",
        "traceparent",
        "_webSocketMessages",
        "apostrophe",
        "lengths",
        *(one.suffix for one in EXPORTS.values()),
    ):
        assert words in text
    for words in ("``", "`", ".py", "Redactor", "──"):
        assert words not in text, "words for who reads the code"


def test_what_replaces_an_older_file_says_so(session: Path, tmp_path: Path) -> None:
    out, report = tmp_path / "b.mcptrace", tmp_path / "b.md"
    verbs = (
        ("export", str(session), str(out)),
        ("export", str(session), str(out), "--marked"),
        ("export", str(session), str(report)),
        ("merge", str(session), str(session), str(out)),
        ("ping", "--on", "demo", "--trace", str(out)),
    )
    said = [("in the place of an older one of" in mcpdi(*words).stderr) for words in verbs]
    assert said == [False, True, False, True, True]
