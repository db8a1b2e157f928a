"""Which branches are remembered, of how many documents, and what is forgotten."""

from __future__ import annotations

import pytest

from inspector.ui.json.viewer import branches
from inspector.ui.json.viewer.branches import Branches, BranchMemory


def test_branches_are_given_parents_first_and_the_last_word_counts() -> None:
    made = Branches()
    for way, opened in ((("a", "b"), True), (("a",), True), (("a", "b"), False)):
        made.note(way, opened)
    assert made.ways() == [(("a",), True), (("a", "b"), False)] and made.chosen == ()


def test_the_branches_that_were_touched_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "_WAYS", 2)
    made = Branches()
    for name in ("a", "b", "a", "c"):
        made.note((name,), True)
    assert sorted(way for way, _ in made.ways()) == [("a",), ("c",)]


def test_documents_of_one_kind_share_their_branches_and_old_kinds_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(branches, "_KINDS", 2)
    memory = BranchMemory()
    first, second = memory.of("one"), memory.of("two")
    assert memory.of("one") is first and first is not second
    memory.of("three")
    assert memory.of("one") is first, "two was looked at longer ago"
    assert memory.of("two") is not second
