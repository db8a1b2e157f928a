"""Recordings of other programs are imported and used like sessions."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.run import mcpdi


def test_export_and_import_give_the_same_lines(session: Path, tmp_path: Path) -> None:
    out, back = tmp_path / "a.jsonl", tmp_path / "back.mcptrace"
    assert mcpdi("export", str(session), str(out)).returncode == 0
    done = mcpdi("import", str(out), str(back))
    assert done.returncode == 0, done.stderr
    assert "records, read as JSON Lines from this program" in done.stderr
    shown = [mcpdi("show", str(file)).stdout for file in (session, back, out)]
    assert shown[0] == shown[1] == shown[2] != ""


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


def test_what_can_be_imported_can_be_counted_and_drawn(session: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    mcpdi("export", str(session), str(out))
    for verb in ("stats", "ladder"):
        assert mcpdi(verb, str(out)).stdout == mcpdi(verb, str(session)).stdout != ""
