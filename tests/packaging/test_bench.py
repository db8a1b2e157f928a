"""A benchmark that misses a target ends with 1."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.packaging.conftest import PACKAGING

BENCHES = sorted(path for path in (PACKAGING / "bench").glob("[!_]*.py") if "row(" in path.read_text())


@pytest.fixture
def measure() -> ModuleType:
    """A fresh `_measure`: what was missed is remembered in it."""
    spec = importlib.util.spec_from_file_location("measure", PACKAGING / "bench" / "_measure.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("value", "target", "missed"),
    [(5, None, False), (5, 5, False), (5.1, 5, True), (9, -10, True), (10, -10, False), (1, 0, True)],
)
def test_a_figure_beyond_its_target_is_missed(
    measure: ModuleType, capsys: pytest.CaptureFixture[str], value: float, target: float | None, missed: bool
) -> None:
    measure.row("a figure", value, "ms", target)
    assert ("MISSED" in capsys.readouterr().out) is missed
    measure.row("a good one", 1, "ms", 2)
    assert measure.missed() is missed


@pytest.mark.parametrize(
    ("ending", "code", "told"),
    [("sys.exit(0)", 0, False), ("sys.exit(1)", 1, False), ("os.kill(os.getpid(), 9)", 1, True)],
)
def test_a_part_that_dies_has_missed_what_it_was_to_show(
    measure: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str], ending: str, code: int, told: bool
) -> None:
    """A process that a signal ends has a negative code, which is less than 0."""
    script = tmp_path / "part.py"
    script.write_text(f"import os, sys\nassert sys.argv[1:] == ['look', '5']\n{ending}\n")
    assert measure.in_process(str(script), "look", "5") == code
    assert ("MISSED" in capfd.readouterr().out) is told


@pytest.mark.parametrize("path", BENCHES, ids=lambda path: path.stem)
def test_every_benchmark_says_by_its_exit_code_that_a_figure_missed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(r"return .*\bmissed\b", text)
