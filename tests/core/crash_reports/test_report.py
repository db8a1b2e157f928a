"""A report holds what helps, nothing of the user, and is kept where only they can read it."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest

from inspector import __version__
from inspector.core.crash_reports import report
from inspector.core.crash_reports.crash_reports import ProgramError
from inspector.core.crash_reports.report import redacted, report_text, write_report

ERROR = ProgramError("ValueError", "a.py:1 in f", "invalid", "the trace", "slot", at=86_400)


def test_a_report_says_what_where_when_and_what_was_done() -> None:
    text = report_text(ERROR, {"Theme": "dark", "Screen": ""}, ["opened"], ["QWidget: odd"], count=3)
    head, program = text.split("## Program\n\n")
    assert head == (
        "# ValueError: invalid (a.py:1 in f)\n\n1970-01-02 00:00:00 UTC; 3 times so far\n\n"
        "It happened in: slot\n\n```\nthe trace\n```\n\n"
    )
    assert f"- Version: {__version__}\n- Python: 3." in program and "- System: " in program
    assert "- Theme: dark\n" in program and "Screen" not in program
    assert program.endswith("\n\n## Done last\n\n- opened\n\n## What Qt said\n\n- QWidget: odd\n")


def test_what_there_is_nothing_of_is_not_in_it() -> None:
    text = report_text(ProgramError("ValueError", "", "", "t", "", at=0))
    assert text.startswith("# ValueError\n\n1970-01-01 00:00:00 UTC\n\n```\n")
    assert "times so far" not in text and "Done last" not in text and "Qt" not in text


def test_folders_addresses_and_secrets_of_the_user_are_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/srv/ada")
    monkeypatch.setenv("USERPROFILE", "/srv/ada")
    text = redacted(
        'open "/srv/ada/x", /srv/ada, /srv/adaptive/x for ada@example.org token=sk-abcdefghijklmnop1'
    )
    assert text.startswith('open "~/x", ~, /srv/adaptive/x for ')
    assert "ada@example.org" not in text and "sk-abcdefghijklmnop1" not in text


@pytest.mark.skipif(os.name == "nt", reason="there are no such modes on Windows")
def test_a_report_is_for_its_owner_and_two_of_a_second_are_two(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    one, two = write_report("one\n", folder), write_report("two\n", folder)
    assert one is not None and two is not None
    assert (one.read_text(), two.read_text()) == ("one\n", "two\n")
    assert stat.S_IMODE(one.stat().st_mode) == 0o600 and stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_newest_reports_are_kept(tmp_path: Path) -> None:
    for number in range(22):
        (tmp_path / f"2000-{number:02}.md").write_text("")
    (tmp_path / "1999.txt").write_text("")
    made = write_report("new", tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert made is not None
    assert names == ["1999.txt", *(f"2000-{number:02}.md" for number in range(3, 22)), made.name]


def test_a_folder_that_cannot_be_written_has_another_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "file").touch()
    made = write_report("text", tmp_path / "file")
    assert made is not None and made.parent == tmp_path / "mcp-desktop-inspector-reports"
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    assert write_report("text", tmp_path / "file") is None


def test_reports_are_beside_the_sessions() -> None:
    assert report.reports_folder().parts[-2:] == ("mcp-desktop-inspector", "reports")


def test_the_newest_twenty_are_kept_whatever_was_there_before(tmp_path: Path) -> None:
    for number in range(19):
        (tmp_path / f"2000-{number:02}.md").write_text("")
    write_report("new", tmp_path)
    assert len(list(tmp_path.iterdir())) == 20
    write_report("newer", tmp_path)
    assert not (tmp_path / "2000-00.md").exists() and (tmp_path / "2000-01.md").exists()


def test_reports_of_one_second_are_numbered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report.time, "strftime", lambda _form: "2026-11-22-083000")
    names = [path.name for _ in range(3) if (path := write_report("text", tmp_path))]
    stem = f"2026-11-22-083000-{os.getpid()}"
    assert names == [f"{stem}.md", f"{stem}-2.md", f"{stem}-3.md"]
