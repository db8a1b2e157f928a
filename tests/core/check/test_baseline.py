"""A baseline accepts what it names, in every revision, and says what is gone."""

from __future__ import annotations

from pathlib import Path

from inspector.core.check.baseline import accept, baseline_of, read_baseline
from inspector.core.check.report import Report
from tests.core.check.test_written import judged


def test_a_finding_of_several_revisions_is_one_entry_that_accepts_them_all(tmp_path: Path) -> None:
    found = [judged(), judged(revision="2025-06-18"), judged("another")]
    path = tmp_path / "baseline.json"
    path.write_text(baseline_of(Report("it", findings=found)).replace('"reason": ""', '"reason": "known"'))
    entries = read_baseline(path)
    assert [one["message"] for one in entries] == ["it is wrong", "another"]
    report = Report("it", findings=found)
    accept(report, [*entries, entries[0], {"rule": "RPC-02", "message": "past", "reason": "known"}])
    assert report.findings == [] and len(report.accepted) == 3
    assert report.gone == ["RPC-02  past"]
    assert baseline_of(report) == path.read_text()
