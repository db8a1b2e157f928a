"""Session files are merged."""

from __future__ import annotations

from pathlib import Path

from inspector.trace.journal import Journal
from tests.cli.run import mcpdi
from tests.trace.recorded import both


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
