"""What goes wrong with session files is explained, and what they replace is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import mcpdi


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["export", "A", "x.doc"], "has no known extension"),
        (["import", "README.md", "x.mcptrace"], "unknown file type: README.md"),
        (["show", "README.md"], "supported are session files"),
        (["merge", "A", "x.mcptrace"], "at least two session files"),
        (["export", "missing.mcptrace", "x.har"], "cannot read missing"),
        (["export", "A", "-", "--format", "mcptrace"], "cannot be written to stdout"),
        (["export", "A", "A"], "one of the input files"),
        (["export", "A", "A", "--redact"], "one of the input files"),
        (["merge", "A", "A", "A"], "one of the input files"),
        (["merge", "A", "A", "OTHER"], "is not a session file"),
        (["export", "A", "OTHER", "--format", "mcptrace"], "is not a session file"),
        (["import", "A", "x.mcptrace"], "there is nothing to import"),
        (["diff", "A", "#3"], "choose a record of the session file"),
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


def test_what_replaces_an_older_file_says_so(session: Path, tmp_path: Path) -> None:
    out, report = tmp_path / "b.mcptrace", tmp_path / "b.md"
    verbs = (
        ("export", str(session), str(out)),
        ("export", str(session), str(out), "--marked"),
        ("export", str(session), str(report)),
        ("merge", str(session), str(session), str(out)),
        ("ping", "--on", "demo", "--trace", str(out)),
    )
    said = [("replacing an older one of" in mcpdi(*words).stderr) for words in verbs]
    assert said == [False, True, False, True, True]
