"""Session files are exported whole, in part and without secrets."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.cli.verbs.export import FORMATS
from inspector.trace.export import EXPORTS
from inspector.trace.journal import Journal
from tests.cli.run import mcpdi
from tests.trace.recorded import over_stdio


def test_every_format_of_the_table_can_be_named() -> None:
    assert {*FORMATS} == {*EXPORTS, "mcptrace"}


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
