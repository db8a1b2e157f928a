"""The figures of the forms on a sample of each corpus; `packaging/dev.py bench forms` runs all cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.areas import JsonFieldEditor
from tests.examples import ALL
from tests.forms import report
from tests.forms.corpora import CORPORA, Case, Sources, cases_of
from tests.forms.desk import Desk
from tests.forms.measures import Outcome, measures
from tests.forms.runner import Figure, Plan, run


@pytest.fixture
def desk(qtbot: QtBot) -> Any:
    found = Desk()
    yield found
    found.clear()


def case(schema: Any, text: str, valid: bool | None = True) -> Case:
    return Case("C1", "own", {"type": "object", "properties": {"v": schema}}, text, valid)


# -- a measure is able to fail --------------------------------------------------------------------------


def test_a_value_in_a_widget_of_its_type_counts_and_json_text_does_not(desk: Desk) -> None:
    typed = measures()["M3"].run
    good = typed(desk, case({"type": "string"}, '{"v": "a", "w": [1, {}]}'))
    assert isinstance(good, Outcome) and (good.got, good.of, good.why) == (3, 3, "")
    other = case({"type": "array"}, '{"v": [1, 2]}')
    row = desk.opened(other).form.row("/v")
    assert row is not None
    row.host.force(JsonFieldEditor)
    bad = typed(desk, other)
    assert isinstance(bad, Outcome) and (bad.got, bad.of) == (0, 2) and "JSON text" in bad.why


def test_a_widget_that_shows_another_value_does_not_count(desk: Desk) -> None:
    one = case({"type": "string"}, '{"v": "a"}')
    row = desk.opened(one).form.row("/v")
    assert row is not None
    row.host.editor.line.setText("b")  # type: ignore[attr-defined]  # a text is shown in a line
    found = measures()["M3"].run(desk, one)
    assert isinstance(found, Outcome) and found.got == 0 and "shows 'b'" in found.why


def test_a_text_that_changes_and_an_error_at_a_valid_value_are_found(desk: Desk) -> None:
    one = case({"type": "string"}, '{"v":  "a"}')
    opened = desk.opened(one)
    assert measures()["FULL"].run(desk, one).got == 1  # type: ignore[union-attr]
    opened.form.set_text('{"v": "a"}')
    assert measures()["M2"].run(desk, one).got == 0  # type: ignore[union-attr]
    two = case({"type": "string", "maxLength": 1}, '{"v": "ab"}')
    assert measures()["M4"].run(desk, two).got == 0  # type: ignore[union-attr]


def test_a_fault_of_the_form_is_a_result(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.ui.forms.form.Form.set_text", lambda *_: 1 / 0)
    found = measures()["M1"].run(desk, case({}, "{}"))
    assert isinstance(found, Outcome) and found.got == 0 and "ZeroDivisionError" in found.why


def test_a_text_that_should_not_stand_at_a_row_is_found_as_one_that_is_missing(desk: Desk) -> None:
    said = {"type": "string", "title": "Name", "default": "x", "deprecated": True, "readOnly": True}
    tool = {"type": "object", "properties": {"v": said}}
    for keyword, value in list(said.items())[1:]:
        wrong: Any = [{"location": "", "keyword": keyword, "expected": {}}]
        right: Any = [{"location": "", "keyword": keyword, "expected": {"#": value}}]
        of_both = [
            measures()["M9"].run(desk, Case("C4", "own", tool, '{"v": "a"}', None, n)) for n in (wrong, right)
        ]
        assert [one.got for one in of_both if isinstance(one, Outcome)] == [0, 1], keyword


def test_what_is_not_decided_is_told_with_its_reason() -> None:
    figure = Figure(measures()["M6"], "C1", {"a": Outcome(1)}, left_out=0, not_taken=3)
    figure.undecided["that both validators call valid"] += 2
    told = "\n".join(report.lines([figure], 3))
    assert "3 not taken" in told and "2 undecided" in told
    assert "undecided: 2 that both validators call valid" in told


def test_a_figure_without_all_its_cases_is_missed() -> None:
    whole, part = (
        Figure(measures()["M2"], "C1", {"a": Outcome(1)}),
        Figure(measures()["M11"], "C6", left_out=4),
    )
    assert whole.is_met and not part.is_met
    whole.left_out = 1
    assert not whole.is_met
    assert sum("MISSED" in line for line in report.lines([whole, part], 0)) == 2


def test_times_of_a_few_cases_are_told_one_by_one() -> None:
    figure = Figure(measures()["M11 both"], "S", {"20 KB": Outcome(5, 0, "median 4.0, p95 5.0 ms")})
    assert any("20 KB: median 4.0, p95 5.0 ms" in line for line in report.lines([figure], 0))


def test_what_was_simulated_of_others_is_called_so() -> None:
    for measure in measures().values():
        for rival in measure.rivals.values():
            measured, _, simulated = rival.partition("simulated: ")
            assert rival.startswith("measured: ")
            assert not any(name in measured for name in ("official Inspector", "MCPJam")), simulated


# -- corpora --------------------------------------------------------------------------------------------


def test_files_of_any_shape_are_read(tmp_path: Path) -> None:
    cases = tmp_path / "cases.json"
    odd: list[Any] = [1, {"name": "a"}, {"schema": True, "pos": [{"data": 5}, 3], "neg": "none", "x": {}}]
    odd += [{"name": None, "schema": {"type": "nonsense"}, "pos": [{"name": 7, "data": {"b": "HUGE"}}]}]
    cases.write_text("\ufeff" + json.dumps(odd).replace('"HUGE"', "1e400"), encoding="utf-8")
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "a.json").write_text('{"tools": [{"name": "t"}, 5], "more": null}')
    (tmp_path / "tools" / "b.json").write_text("[")
    (tmp_path / "tools" / "folder.json").mkdir()
    tool = '{"name": "t", "inputSchema": {"type": "object"}}'
    (tmp_path / "tools" / "list.json").write_text(f"[{tool}]")
    (tmp_path / "tools" / "answer.json").write_text(f'{{"result": {{"tools": [{tool}]}}}}')
    sources = Sources(tmp_path, cases, tmp_path / "tools")
    of_files = [one.text for one in cases_of("C2", sources) if not one.name.startswith("own")]
    assert of_files == ["5", '{"b": 1e400}']
    assert {one.name.partition(":")[0] for one in cases_of("C6", sources)} == {
        "headers",
        "list",
        "answer",
        "own",
    }
    assert all(cases_of(corpus, sources) == () for corpus in ("C1", "C3", "C4"))


@pytest.mark.skipif(not Sources().suite.is_dir(), reason="the JSON Schema Test Suite is not beside this")
def test_the_corpora_have_the_cases_they_should() -> None:
    counts = {corpus: len(cases_of(corpus, Sources())) for corpus in CORPORA}
    assert counts["C1"] >= 1238 and counts["C5"] >= 25 and all(counts.values())
    assert '"$ref"' in json.dumps([one.schema for one in cases_of("C1", Sources())])


# -- running --------------------------------------------------------------------------------------------


def test_a_process_that_dies_costs_one_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = tmp_path / "cases.json"
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    pos = [{"name": f"n{number}", "data": {"a": "x" * number}} for number in range(3)]
    cases.write_text(json.dumps([{"name": "s", "schema": schema, "pos": pos}]))
    figures = run(Plan(Sources(tmp_path, cases, tmp_path), ("M2",), ("C2",)), processes=1)
    assert sum(name.startswith("s: n") for figure in figures for name in figure.outcomes) == 3
    assert report.as_json(figures, -1)[0]["value"] == 100.0
    assert any("met" in line for line in report.lines(figures, 3))


SPARSER = 1 if ALL else 4
"""Of the large corpora, whose forms take the longest."""


@pytest.mark.parametrize(
    ("corpus", "every"), [("C1", 9 * SPARSER), ("C2", 25 * SPARSER), ("C3", 30), ("C4", 1), ("C6", 120)]
)
def test_a_sample_reaches_the_targets(desk: Desk, corpus: str, every: int) -> None:
    plan = Plan(Sources(), (), (corpus,), every)
    cases = cases_of(corpus, plan.sources)[::every]
    if not cases:
        pytest.skip("the files of this corpus are not beside the repository")
    chosen = [one for one in measures().values() if corpus in one.targets and not one.in_ms]
    found: dict[str, list[Outcome]] = {measure.key: [] for measure in chosen}
    for one in cases:
        for measure in chosen:
            if measure.takes(one) and isinstance(outcome := measure.run(desk, one), Outcome):
                found[measure.key].append(outcome)
    for measure in chosen:
        outcomes = found[measure.key]
        target = measure.targets[corpus]
        bad = [outcome.why for outcome in outcomes if outcome.got < outcome.of]
        assert measure.total(outcomes) >= target, (measure.key, measure.total(outcomes), bad[:5])
