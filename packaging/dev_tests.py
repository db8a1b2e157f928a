"""The tests side by side: one pytest process a group of files, as many at once as serve the machine.

Those that start servers wait most of their time, so there are two processes more than there are cores. A
process that crashes or hangs fails by name and takes no other group along; the workers of pytest-xdist wait
for each other for ever when one of them dies. The closing lines are those of one pytest.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

__all__ = ["Result", "groups_of", "left_out", "quick_groups_of", "run", "tests_of_changes"]

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
SLOW = ("packaging", "conformance", "real", "forms")
"""Folders that take minutes go first and stay whole: what they build or start is shared within a process."""
LONG = ("ui", "cli", "core")
"""Folders of tests that open windows and start programs come next, and the short ones fill up the end."""
GROUP = 32
"""Files a group: a process takes two seconds to start, and with fewer a crash or a hang is found sooner."""
SHORT_GROUP = 52
"""Files a group at the end: few enough that the last one does not run alone for long."""
MOST_CHANGED = 40
"""Files of tests of what was changed in a quick run: so that a quick run stays one."""
SILENCE_S = 900.0
"""A group that prints nothing for so long hangs; no test of ours is silent for a third of it."""
SLOWEST = 10
OUTCOMES = ("passed", "failed", "errors", "skipped")


@dataclass
class Result:
    """What came of one group. times: test → seconds, set-up and tear-down included."""

    files: list[str]
    output: str = ""
    code: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    times: dict[str, float] = field(default_factory=dict)

    @property
    def failed(self) -> bool:
        """Whether the run as a whole fails by it; 5 is pytest's "nothing collected"."""
        return self.code not in (0, 5)


def groups_of(tests: Path) -> list[list[str]]:
    """All files of tests, in groups: the slow folders first, each whole, then the rest folder by folder."""
    files = sorted(path.relative_to(tests.parent).as_posix() for path in tests.rglob("test_*.py"))
    slow = [_in(files, tests, name) for name in SLOW]
    long = [file for name in LONG for file in _in(files, tests, name)]
    rest = sorted(set(files).difference(long, *slow))
    return [group for group in slow if group] + _cut(long, GROUP) + _cut(rest, SHORT_GROUP)


def quick_groups_of(tests: Path, changed: list[str]) -> tuple[list[list[str]], list[str]]:
    """The groups of a quick run, and the files of slow and long folders that it leaves out.

    changed: the tests of what was changed, what is most about it first.
    """
    files = [file for group in groups_of(tests) for file in group]
    skipped = {file for name in (*SLOW, *LONG) for file in _in(files, tests, name)}
    about = [file for file in changed if file in skipped][:MOST_CHANGED]
    short = [file for file in files if file not in skipped]
    left_out = [file for file in files if file in skipped.difference(about)]
    return _cut(about, GROUP // 2) + _cut(short, SHORT_GROUP), left_out


def tests_of_changes(root: Path) -> list[str]:
    """The tests of what is not committed, or of the last commit when all is; none where there is no git."""
    import mutate as modules

    changed = _git(root, "diff", "--name-only", "HEAD") + _git(
        root, "ls-files", "--others", "--exclude-standard"
    )
    changed = changed or _git(root, "diff", "--name-only", "HEAD~1")
    tests, program = (modules.imports_of(root, name) for name in ("tests", "inspector"))
    found = [file for file in changed if file in tests and Path(file).name.startswith("test_")]
    for file in changed:
        if file in program:
            found += modules.tests_of(Path(file), tests, program)
    return list(dict.fromkeys(found))


def left_out(files: list[str]) -> list[str]:
    """The lines that tell what a quick run leaves out."""
    counts = Counter(file.split("/")[1] for file in files)
    lines = ["left out of this quick run (without --quick everything runs):"]
    return [*lines, *(f"{count:8}  files of {name}" for name, count in counts.most_common())]


def _in(files: list[str], tests: Path, name: str) -> list[str]:
    return [file for file in files if file.startswith(f"{tests.name}/{name}/")]


def _cut(files: list[str], most: int) -> list[list[str]]:
    """As few groups as can be, all of one size."""
    size = -(-len(files) // -(-len(files) // most)) if files else most
    return [files[at : at + size] for at in range(0, len(files), size)]


def _git(root: Path, *words: str) -> list[str]:
    """The lines that git answers; none when it is not there, or this is no checkout."""
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    except OSError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def run(python: str, options: list[str], groups: list[list[str]], jobs: int) -> int:
    """Run the groups, `jobs` at once; print what failed and one summary. The exit code."""
    started = time.monotonic()
    ended = threading.Event()
    with tempfile.TemporaryDirectory(prefix="mcpdi-tests-") as folder, ThreadPoolExecutor(jobs) as pool:
        reports = (Path(folder) / f"{number}.xml" for number in range(len(groups)))
        pairs = zip(groups, reports, strict=True)
        work = [pool.submit(_run_group, python, options, *pair, ended) for pair in pairs]
        try:
            results = [_told(done.result(), at, len(groups)) for at, done in enumerate(as_completed(work), 1)]
        except BaseException:  # Ctrl+C above all: it reaches this thread and none of the processes
            ended.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    print("\n".join(summary(results, time.monotonic() - started)), flush=True)
    return 1 if any(result.failed for result in results) else 0


def summary(results: list[Result], seconds: float) -> list[str]:
    """The lines at the end: time a package, the slowest tests, what failed, pytest's own closing line."""
    times = {test: took for result in results for test, took in result.times.items()}
    packages: Counter[str] = Counter()
    for test, took in times.items():
        packages[_package(test)] += took
    counts: Counter[str] = Counter()
    for result in results:
        counts += result.counts
    lines = ["", "seconds a package:"]
    lines += [f"{took:8.1f}  {name}" for name, took in packages.most_common()]
    lines += ["", f"the {SLOWEST} slowest tests:"]
    lines += [f"{took:8.1f}  {test}" for test, took in Counter(times).most_common(SLOWEST)]
    broken = [result for result in results if result.failed]
    if broken:
        lines += ["", "failed:", *(line for result in broken for line in _failures(result))]
    outcome = _counted(counts) or "no tests ran"
    return [*lines, "", f"{'=' * 20} {outcome} in {seconds:.2f}s {'=' * 20}"]


def _counted(counts: Counter[str]) -> str:
    """As pytest says it: `3 passed, 1 error`."""
    texts = (f"{counts[name]} {name}" for name in OUTCOMES if counts[name])
    return ", ".join("1 error" if text == "1 errors" else text for text in texts)


def _failures(result: Result) -> list[str]:
    named = re.findall(r"^(?:FAILED|ERROR) .*$", result.output, re.MULTILINE)
    return named or [f"ended with {result.code} among: {' '.join(result.files)}"]


def _package(test: str) -> str:
    return "/".join(test.split("::")[0].split("/")[1:3][:-1]) or "tests"


def _told(result: Result, number: int, of: int) -> Result:
    """Print one line for a group as it ends, and all that it printed when it failed."""
    counted = _counted(result.counts) or "nothing"
    files = f"{result.files[0]} … {len(result.files)} files"
    print(f"[{number}/{of}] {files}: {counted}", flush=True)
    if result.failed:
        print(result.output, flush=True)
    return result


def _run_group(
    python: str, options: list[str], files: list[str], report: Path, ended: threading.Event
) -> Result:
    command = [python, "-m", "pytest", "-q", f"--junit-xml={report}", *options, *files]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=output, start_new_session=True)
        _wait(process, output.fileno(), ended)
        output.seek(0)
        text = output.read().decode(errors="replace")
    result = Result(files, text, process.returncode)
    if report.exists():
        read_report(result, report.read_bytes())
    if process.returncode < 0 or not report.exists():
        result.counts["errors"] += 1
        result.code = result.code or 1
        result.output += f"\nthe process ended with {process.returncode} before its tests did\n"
    return result


def _wait(process: subprocess.Popen[bytes], output: int, ended: threading.Event) -> None:
    """Wait for the end; a process that is silent for too long is killed, with all that it started.

    ended: the whole run is over, and so is this process.
    """
    size, heard = 0, time.monotonic()
    while process.poll() is None:
        time.sleep(0.1)
        grown = os.fstat(output).st_size
        if grown != size:
            size, heard = grown, time.monotonic()
        if ended.is_set() or time.monotonic() - heard > SILENCE_S:
            _kill(process)
            return


def _kill(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def read_report(result: Result, report: bytes) -> None:
    """Take counts and times from a report of pytest (JUnit XML)."""
    for case in ElementTree.fromstring(report).iter("testcase"):
        file = _file(case.get("classname", ""), result.files)
        result.times[f"{file}::{case.get('name', '')}"] = float(case.get("time", 0))
        result.counts[_outcome(child.tag for child in case)] += 1


def _outcome(tags: Iterable[str]) -> str:
    found = set(tags)
    if "error" in found:
        return "errors"
    return "failed" if "failure" in found else "skipped" if "skipped" in found else "passed"


def _file(classname: str, files: list[str]) -> str:
    """`tests.ui.test_tabs.TestTabs` → `tests/ui/test_tabs.py`."""
    path = classname.replace(".", "/")
    return next((file for file in files if f"{path}/".startswith(f"{file.removesuffix('.py')}/")), path)
