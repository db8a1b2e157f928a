"""packaging/mutate.py: which changes are made, which tests are asked, what counts as caught."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent.parent
MODULE: Final = Path("inspector/size.py")
SOURCE: Final = b'''
def size(value: int | None, scale=2) -> int:
    """A text with 1 == 2 in it."""
    if value is not None and value > 3:
        note(tr("larger == {}", 4), [1 - 0])
    return value
'''


@pytest.fixture
def mutate(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    sys.modules.pop("mutate", None)
    import mutate

    return mutate


def results(mutate: ModuleType) -> list[str]:
    """The module with each of its changes."""
    return [one.applied(SOURCE).decode() for one in mutate.changes_of(MODULE, SOURCE)["size"]]


@pytest.mark.parametrize(
    "line",
    [
        "    if value is None and value > 3:",
        "    if value is not None or value > 3:",
        "    if value is not None and value >= 3:",
        "    if value is not None and value > (4):",
        "    if (not (value is not None and value > 3)):",
        "        pass",
        '        note([1 - 0], tr("larger == {}", 4))',
        '        note(tr("larger == {}", 4), [1 + 0])',
        "    return None",
    ],
)
def test_each_kind_of_change_is_made(mutate: ModuleType, line: str) -> None:
    assert [text for text in results(mutate) if line in text.splitlines()]


def test_texts_annotations_and_docstrings_stay_as_they_are(mutate: ModuleType) -> None:
    for text in results(mutate):
        assert "def size(value: int | None, scale=2) -> int:" in text
        assert '"""A text with 1 == 2 in it."""' in text
        assert 'tr("larger == {}", 4)' in text or "        pass\n" in text


def test_the_tests_of_a_module_are_its_mirror_first_and_those_that_import_it(mutate: ModuleType) -> None:
    module = Path("inspector/trace/scan.py")
    tests = {
        "tests/a/test_other.py": {"inspector.trace.scan"},
        "tests/trace/test_scan.py": set(),
        "tests/trace/helper.py": {"inspector.trace.scan"},
        "tests/trace/test_journal.py": {"inspector.trace.journal"},
    }
    assert mutate.tests_of(module, tests, {}) == ["tests/trace/test_scan.py", "tests/a/test_other.py"]


def test_a_module_that_no_test_knows_is_tested_by_those_of_its_users(
    mutate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_journal.py").write_text("", encoding="utf-8")
    program = {"inspector/trace/journal.py": {"inspector.trace.blob"}}
    tests: dict[str, set[str]] = {"tests/test_journal.py": {"inspector.trace.journal"}}
    assert mutate.tests_of(Path("inspector/trace/blob.py"), tests, program) == ["tests/test_journal.py"]


def test_a_change_that_a_test_notices_is_caught_and_another_survives(
    mutate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in {
        "pyproject.toml": "[tool.pytest.ini_options]\nmarkers = ['build: none']\n",
        "inspector/__init__.py": "",
        "inspector/known.py": "def larger(a, b):\n    return a > b\n",
        "inspector/unknown.py": "def smaller(a, b):\n    return a < b\n",
        "tests/__init__.py": "",
        "tests/test_known.py": "from inspector.known import larger\n\n\n"
        "def test_larger():\n    assert larger(2, 1) and not larger(1, 1) and larger(1, 2) is False\n",
    }.items():
        file = tmp_path / "main" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(mutate, "ROOT", tmp_path / "main")
    code = mutate.mutate(["--seed", "1", "--count", "2", "--jobs", "1"], sys.executable)
    lines = capsys.readouterr().out.splitlines()
    assert sorted(line.split()[0] for line in lines[:2]) == ["caught", "survived"]
    assert any(line.startswith("survived  inspector/unknown.py") for line in lines)
    assert code == 1


def test_what_no_test_knows_is_asked_of_those_who_know_its_users(mutate: ModuleType) -> None:
    program = {
        "inspector/ui/tree.py": {"inspector.ui.leaf"},
        "inspector/ui/page.py": {"inspector.ui.tree"},
    }
    tests = {"tests/ui/test_page.py": set[str](), "tests/ui/test_other.py": set[str]()}
    assert mutate.tests_of(Path("inspector/ui/leaf.py"), tests, program) == ["tests/ui/test_page.py"]


def test_what_is_in_the_window_is_held_to_the_rules_of_the_house_last(mutate: ModuleType) -> None:
    rules = "tests/ui/test_house_rules.py"
    tests = {rules: {"inspector.ui.row"}, "tests/ui/test_row.py": set[str]()}
    assert mutate.tests_of(Path("inspector/ui/row.py"), tests, {}) == ["tests/ui/test_row.py", rules]
    assert mutate.tests_of(Path("inspector/core/row.py"), tests, {}) == []
