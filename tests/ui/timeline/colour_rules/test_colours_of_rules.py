"""Rules of colour: those that are kept, those that pass, the switch, and the user's own file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.trace.annotations import ColourRule
from inspector.trace.journal import Journal
from inspector.ui.loop import saving
from inspector.ui.timeline.colour_rules.rules import ColourRules
from inspector.ui.timeline.view.row_colours import first_rules
from inspector.ui.widgets import theme
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui

GROUNDS = list(theme.GROUNDS)
OWN = (ColourRule("mine", "is:error", GROUNDS[0]), ColourRule("off", "is:call", GROUNDS[1], enabled=False))


class Bench(TimelineBench):
    """The rules of a timeline, and what they say."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.rules: ColourRules = self.pane.rules
        self.changed: list[bool] = []
        self.said: list[str] = []
        self.rules.changed.connect(lambda: self.changed.append(True))
        self.rules.said.connect(self.said.append)


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()


def written(path: Path, rules: object) -> Path:
    path.write_text(json.dumps({"rules": rules, "more": 1}), encoding="utf-8")
    return path


def kept(path: Path) -> object:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_first_rules_count_until_somebody_makes_others(bench: Bench) -> None:
    assert bench.rules.rules == tuple(first_rules()) and bench.rules.on
    bench.rules.set_rules(OWN)
    assert bench.rules.rules == OWN
    bench.rules.reset()
    assert bench.rules.rules == tuple(first_rules())


def test_one_switch_turns_all_colours_off_and_on_again(bench: Bench) -> None:
    bench.rules.toggle()
    assert not bench.rules.on and bench.changed == [True]
    bench.rules.toggle()
    assert bench.rules.on and bench.changed == [True, True]
    bench.rules.set_on(False)
    assert not bench.rules.on and len(bench.changed) == 3


def test_the_rule_of_a_value_comes_first_in_a_free_colour_and_turns_the_colours_on(
    bench: Bench,
) -> None:
    bench.rules.set_rules([ColourRule("a", "is:call", GROUNDS[0])])
    bench.rules.set_on(False)
    bench.rules.add("target == echo")
    bench.rules.add("target == sum")
    assert bench.rules.on
    assert [(one.filter, one.name, one.colour) for one in bench.rules.rules[:2]] == [
        ("target == sum", "target == sum", GROUNDS[2]),
        ("target == echo", "target == echo", GROUNDS[1]),
    ]
    bench.rules.add("target == echo")
    assert [one.filter for one in bench.rules.rules[:2]] == ["target == echo", "target == sum"], (
        "asked first now"
    )
    assert bench.rules.rules[0].colour == GROUNDS[1]
    assert bench.rules.rules[2].name == "a", "the others stay"
    for number in range(len(GROUNDS)):
        bench.rules.add(f"number == {number}")
    assert bench.rules.rules[0].colour == GROUNDS[0], "when all are used the first one is used again"


def test_rules_of_the_person_count_for_new_sessions(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "colours.json"
    rules = [
        {"name": one.name, "filter": one.filter, "colour": one.colour, "enabled": one.enabled} for one in OWN
    ]
    bench.rules.set_home(written(path, rules))
    assert bench.rules.rules == OWN and bench.rules.notes == []
    bench.rules.set_home(None)
    assert bench.rules.rules == OWN


@pytest.mark.parametrize("text", ["{}", '{"rules": 5}', "no json"])
def test_a_file_without_rules_leaves_the_first_ones(bench: Bench, tmp_path: Path, text: str) -> None:
    path = tmp_path / "colours.json"
    path.write_text(text, encoding="utf-8")
    bench.rules.set_home(path)
    assert bench.rules.rules == tuple(first_rules())
    assert bool(bench.rules.notes) == (text != "{}")
    assert all(str(path) in note for note in bench.rules.notes)


def test_rules_are_kept_for_new_sessions_beside_what_else_is_in_the_file(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, bool]] = []
    monkeypatch.setattr(saving, "save", lambda thing, _told, at_once: asked.append((thing, at_once)))
    bench.rules.set_rules(OWN)
    bench.rules.keep_as_default()
    assert asked == [], "there is no place for them"
    path = written(tmp_path / "colours.json", [])
    bench.rules.set_home(path)
    bench.rules.set_rules(OWN)
    bench.rules.keep_as_default()
    assert asked == [(bench.rules, True)]
    bench.rules.writing().now()
    found = kept(path)
    assert isinstance(found, dict) and found["more"] == 1
    assert [rule["name"] for rule in found["rules"]] == ["mine", "off"] and bench.rules.notes == []


def test_rules_of_a_newer_version_are_put_aside_and_told_of(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "save", lambda *_what, **_how: None)
    path = written(tmp_path / "colours.json", [{"only": "newer"}])
    bench.rules.set_home(path)
    bench.rules.set_rules(OWN)
    bench.rules.keep_as_default()
    bench.rules.writing().now()
    assert len(bench.rules.notes) == 1
    aside = [
        one for one in tmp_path.iterdir() if one != path and "newer" in one.read_text("utf-8", "replace")
    ]
    assert aside, "nothing of it is lost"
    found = kept(path)
    assert isinstance(found, dict) and "more" not in found and len(found["rules"]) == 2


def test_what_cannot_be_kept_is_said_and_success_is_not(bench: Bench) -> None:
    bench.rules._saved("")
    assert bench.said == []
    bench.rules._saved("the disk is full")
    assert bench.said == ["The rules could not be saved for new sessions: the disk is full"]
