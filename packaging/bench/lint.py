"""Lint: records a second over session files, what it takes of a live flood, memory over a million records.

Each part runs in a process of its own, on traces of a server that is right (`_dialogues.py`). Processor time
is that of the process that judges; the worker of schemas comes on top of it in memory.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from _dialogues import KINDS, Recorded, cached_trace
from _measure import in_process, median, missed, row
from _sessions import repeat_session
from torture import FLOODER, connected

RECORDS = 10_000
MILLION = 1_000_000
SAMPLE = 2_000  # records on which every rule is asked, as it was before
FLOOD = 100_000
RUNS = 3
PLAN = (*(("offline", kind) for kind in KINDS), ("live", ""), ("memory", ""))


def linted(records: list[Any], exchanges: dict[int, Any], *, learns: bool) -> float:
    """Processor time of all rules over these records; nobody answers their questions but with yes."""
    from inspector.lint.whole import WholeLinter

    linter = WholeLinter("stdio", "x", exchanges.get, learns=learns)
    started = time.process_time()
    for record in records:
        linter.check(record)
        for asked in linter.questions:
            asked.findings([])
        linter.questions.clear()
    return time.process_time() - started


def offline(kind: str) -> None:
    """A whole check of a session file, and beside it the rules alone, with and without what they learn."""
    from inspector.core.check.check import check_session
    from inspector.trace.journal import Journal

    recorded, sample = Recorded(kind), []
    for some in recorded.records():
        sample += some
        if len(sample) >= SAMPLE:
            break
    before = len(sample) / linted(sample, recorded.exchanges, learns=False)
    after = len(sample) / linted(sample, recorded.exchanges, learns=True)
    row(f"{kind}: every rule asked about every record", before, "/s of processor time")
    row(f"{kind}: those asked that may find something", after, "/s of processor time")
    journal = Journal.open(cached_trace(kind, RECORDS))
    began, started = time.perf_counter(), time.process_time()
    report = asyncio.run(check_session(journal, kind))
    worked, took = time.process_time() - started, time.perf_counter() - began
    wrong = [one.rule for one in report.findings if one.severity != "info"]
    row(f"{kind}: a check of {RECORDS:,} records", RECORDS / worked, "/s of processor time", -20_000)
    row("  by the clock", RECORDS / took, "/s", None, " ".join(wrong))
    journal.close()


def memory() -> None:
    """A check of a million records."""
    from inspector.core.check.check import check_session
    from inspector.trace.journal import Journal

    small = cached_trace("mixed", RECORDS)
    path = small.with_name(f"million-{small.name}")
    if not path.exists():
        new = path.with_suffix(".new")
        new.write_bytes(small.read_bytes())
        repeat_session(new, MILLION)
        new.replace(path)
    journal = Journal.open(path)
    started = time.process_time()
    report = asyncio.run(check_session(journal, "million"))
    row(f"{report.records:,} records", report.records / (time.process_time() - started), "/s")
    for name, who in (("memory", resource.RUSAGE_SELF), ("memory of the worker", resource.RUSAGE_CHILDREN)):
        row(f"  {name}, most", resource.getrusage(who).ru_maxrss / 1024, "MB", 250)
    journal.close()


async def live(program: Any) -> None:
    """A flood into a window, with the checkers at work and without them, by turns."""
    from inspector.core.servers.profiles import Profile
    from inspector.transport import StdioTarget
    from inspector.ui.program.app import settle

    window = program.live_window()
    window.resize(1280, 800)
    window.show()
    await settle(program)
    profile = Profile("flood", StdioTarget(sys.executable, ("-c", FLOODER, str(FLOOD))), era="legacy")
    client = await connected(program, window, profile)
    rates: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(RUNS):
        for works in (False, True):
            for checker in program._checkers:
                checker.stop()
                checker._stopped = not works
                checker.wake()
            before, began = program.journal.last, time.perf_counter()
            await client.call_tool("flood", b"{}")
            rates[works].append((program.journal.last - before) / (time.perf_counter() - began))
            await asyncio.sleep(0.5)
    without, beside = median(rates[False]), median(rates[True])
    row(f"flood without lint, median of {RUNS}", without, "/s")
    row(f"flood with lint, median of {RUNS}", beside, "/s")
    row("  lint takes", 100 * (1 - beside / without), "%", 10)
    row("  judged by the quick rules meanwhile", program._checkers[0].checked, "")
    row("  judged by all rules meanwhile", program._checkers[1].checked, "")
    await client.close()


def part(name: str, kind: str) -> int:
    """One measured process."""
    if name != "live":
        offline(kind) if name == "offline" else memory()
        return int(missed())
    from inspector.core.servers.saved_servers import Profiles
    from inspector.core.storage.settings import Settings
    from inspector.ui.program.app import run_program
    from inspector.ui.session.window_state import WindowState

    async def perform(program: Any) -> int:
        await live(program)
        return int(missed())

    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder)
        settings = Settings(path=own / "s.json", theme="light", keep_sessions_days=0)
        return run_program(perform, settings, Profiles(own / "p.json"), WindowState(own / "w.json"))


def main() -> int:
    """`lint.py [PART ...]`: offline, live, memory; all without one."""
    if len(sys.argv) > 2 and sys.argv[1] == "part":
        return part(sys.argv[2], "".join(sys.argv[3:]))
    worst = 0
    for name, kind in PLAN:
        if name in sys.argv[1:] or len(sys.argv) == 1:
            print(f"  -- {name} {kind}".rstrip(), flush=True)
            worst = max(worst, in_process(__file__, "part", name, kind))
    return worst


if __name__ == "__main__":
    sys.exit(main())
