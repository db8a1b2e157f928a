"""What a program did before it died is found by the next start, and what ran in order leaves nothing."""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.core.crash_reports import log
from inspector.core.crash_reports.log import CrashLog, left_behind

CRASH = """did first
did second
Fatal Python error: Segmentation fault

Thread 0x00007f01 (most recent call first):
  File "/somewhere/lib/threading.py", line 3 in wait
  Garbage-collecting
Current thread 0x00007f02 (most recent call first):
  File "/somewhere/lib/json.py", line 9 in loads
  File "{inspector}/core/clock.py", line 12 in Clock.now
  secret text that nobody writes
Extension modules: a.b, c (total: 2)
did after it
"""


@pytest.fixture(autouse=True)
def handler() -> Iterator[None]:
    """The one of pytest comes back."""
    enabled = faulthandler.is_enabled()
    yield
    if enabled:
        faulthandler.enable()


def logged(folder: Path) -> list[str]:
    return [path.read_text() for path in folder.glob("running-*.log")]


def crashed(folder: Path, text: str) -> Path:
    path = folder / "running-20260101-000000-1.log"
    path.write_text(text.replace("{inspector}", str(Path(log.__file__).parents[2])))
    os.utime(path, (86_400, 86_400))
    return path


def test_a_program_that_ends_in_order_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    kept = CrashLog(folder)
    kept.note("connected")
    kept.note("called")
    assert logged(folder) == ["did connected\ndid called\n"]
    assert faulthandler.is_enabled()
    assert left_behind(folder) == [] and logged(folder), "it runs"
    kept.close()
    kept.note("after")
    kept.close()
    assert not faulthandler.is_enabled()
    assert logged(folder) == [] and left_behind(folder) == []


def test_steps_of_days_do_not_fill_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "_LONGEST", 20)
    kept = CrashLog(tmp_path)
    for number in range(7):
        kept.note(f"step {number}")
    assert logged(tmp_path) == ["did step 6\n"]
    kept.close()


def test_a_folder_that_cannot_be_made_costs_nothing_but_the_log(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    kept = CrashLog(tmp_path / "file")
    kept.note("x")
    kept.close()


def test_a_crash_becomes_a_report_with_steps_place_and_stack(tmp_path: Path) -> None:
    path = crashed(tmp_path, CRASH)
    [report] = left_behind(tmp_path)
    text = report.read_text()
    assert text.startswith(
        "# Crash: Segmentation fault (inspector/core/clock.py:12 in Clock.now)\n\n1970-01-02 00:00:00 UTC\n"
    )
    assert "It happened in: the process\n" in text
    assert "## Done last\n\n- first\n- second\n" in text
    trace = text.split("```\n")[1].splitlines()
    assert trace == [
        "Fatal Python error: Segmentation fault",
        "Thread 0x00007f01 (most recent call first):",
        '  File "threading.py", line 3 in wait',
        "  Garbage-collecting",
        "Current thread 0x00007f02 (most recent call first):",
        '  File "json.py", line 9 in loads',
        '  File "inspector/core/clock.py", line 12 in Clock.now',
        "Extension modules: a.b, c (total: 2)",
    ]
    assert not path.exists() and left_behind(tmp_path) == []


def test_only_the_last_steps_are_told(tmp_path: Path) -> None:
    crashed(tmp_path, "".join(f"did {number}\n" for number in range(40)) + "Fatal Python error: Aborted\n")
    [report] = left_behind(tmp_path)
    text = report.read_text()
    assert text.startswith("# Crash: Aborted\n")
    assert "- 9\n" not in text and "- 10\n" in text and "- 39\n" in text


def test_a_program_that_was_killed_is_no_crash(tmp_path: Path) -> None:
    path = crashed(tmp_path, "did first\n")
    assert left_behind(tmp_path) == [] and not path.exists()
    assert list(tmp_path.glob("*.md")) == []
