"""The checks of conftest are checks only if they can fail."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests import conftest
from tests.conftest import Runner


def test_the_home_of_a_test_is_not_the_persons() -> None:
    assert "mcpdi-test-home-" in str(Path.home())


def test_a_child_left_running_is_found_and_killed() -> None:
    before = set(psutil.pids())
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    found = conftest._ours(set(psutil.pids()) - before)
    child.kill()
    child.wait()
    assert [process.pid for process in found] == [child.pid]


@pytest.mark.skipif(sys.platform == "win32", reason="orphans are re-parented on POSIX only")
def test_an_orphan_is_found_by_its_mark() -> None:
    before = set(psutil.pids())
    sleeper = "[sys.executable, '-c', 'import time; time.sleep(60)']"
    start = f"import subprocess, sys; print(subprocess.Popen({sleeper}, stdout=-3).pid)"
    command = [sys.executable, "-W", "ignore", "-c", start]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    orphan = int(output.stdout)
    found = [process.pid for process in conftest._ours(set(psutil.pids()) - before)]
    psutil.Process(orphan).kill()
    assert found == [orphan]


def test_a_coroutine_runs_on_the_loop_of_qt(arun: Runner) -> None:
    async def main() -> str:
        return os.environ["QT_QPA_PLATFORM"]

    assert arun(main()) == "offscreen"


def test_no_coroutine_runs_the_loop_of_qt_inside_that_of_qasync() -> None:
    """The next turn of qasync then waits for ever, now and then: `await` a turn instead."""
    found = []
    texts = [path.read_text(encoding="utf-8") for path in (conftest.ROOT / "tests").rglob("*.py")]
    for text in texts:
        for test in ast.parse(text).body if "processEvents" in text else []:
            if "asyncio.run(" not in ast.unparse(test):
                inner = [node for node in ast.walk(test) if isinstance(node, ast.AsyncFunctionDef)]
                found += [node.name for node in inner if "processEvents" in ast.unparse(node)]
    assert found == []
