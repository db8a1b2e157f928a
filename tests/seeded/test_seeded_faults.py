"""The check names every seeded fault by its rule, says nothing else beside, and nothing to a clean server.

A spread sample of the cases; all of them with `dev.py test --all`. `python -m tests.seeded.measure` prints
what is wrong with which.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from inspector.core.check.report import rule_table
from tests.examples import ALL
from tests.seeded.faults import FAULTS, UNSEEN
from tests.seeded.measure import Case, Measure, Outcome, base, cases

SAMPLE: Final = 37  # a prime: the sample goes through revisions, transports and families alike


def outcomes(chosen: list[Case], folder: Path) -> list[Outcome]:
    with Measure(folder) as measure:
        return list(measure.run(chosen))


def test_a_clean_server_has_no_error_and_no_warning(tmp_path: Path) -> None:
    clean = [Case(None, letter, transport) for letter in "ABCDE" for transport in ("stdio", "http")]
    found = outcomes(clean, tmp_path)
    assert {
        str(one.case): [(it.rule, it.message) for it in one.foreign] for one in found if one.foreign
    } == {}
    assert [str(one.case) for one in found if one.ended] == []


def test_each_fault_is_named_by_its_rule_and_no_other(tmp_path: Path) -> None:
    wrong = {
        str(one.case): (one.named, [(it.rule, it.message) for it in one.foreign])
        for one in outcomes(cases() if ALL else cases()[::SAMPLE], tmp_path)
        if not one.right
    }
    print("\n".join(f"{case}: {what}" for case, what in wrong.items()))  # with pytest -s
    assert wrong == {}


def test_every_rule_of_the_reference_has_a_fault_or_a_reason(shared: Path) -> None:
    text = (shared / "protocol.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| ([A-Z]+-\d+) \|", text, re.MULTILINE))
    assert listed - {base(one.rule) for one in FAULTS.values()} == set(UNSEEN)


def test_every_fault_names_a_rule_that_exists() -> None:
    known = {base(one["id"]) for one in rule_table()}
    assert {one.rule for one in FAULTS.values()} <= known
