"""Filters on a generated session of 1,000,000 mixed records: first matches, all matches, memory.

Beside the time stands its ratio to one scan of the file: reading all bodies once through SQLite, on one
thread, and looking at nothing. Where other programs run, the processor time (of both threads together)
says more. `filters.py RECORDS` measures another size.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from _measure import median, missed, row, rss_mb
from _sessions import cached_session

if TYPE_CHECKING:
    from inspector.trace.journal import Journal

RECORDS = 1_000_000
FIRST_S = 0.1
COLUMN_S, BYTES_S = 0.3, 3.0
RUNS = 3
MEMORY_MB = 250
MARKS = 5_000

ON_COLUMNS = (
    'method == "tools/call"', "duration > 100ms", 'server == "files"', "is:error", 'target ~ "^get_"',
    'method ~ "^(tools|prompts)/.*t"', "status in {failed, cancelled} and not kind == head", "is:finding",
    "is:marked", "size in {1kB..2kB}",
)  # fmt: skip
ON_BYTES = (
    "$.params.arguments.orderId == 7", '$.params.name == "get_order"', "$.id == 4242", "Lovelace",
    '"Zoë Müller"', "東京", "not invoice", "is:error and currency", "nothing_like_this_anywhere",
)  # fmt: skip


def scan_seconds(path: Path) -> float:
    """One reading of all bodies."""
    from inspector.trace.journal import Journal

    journal = Journal.open(path)
    connection = journal.reader()
    best = 1e9
    for _ in range(RUNS):
        started = time.perf_counter()
        connection.execute("SELECT count(*) FROM body WHERE raw = x'00'").fetchone()
        best = min(best, time.perf_counter() - started)
    connection.close()
    journal.close()
    return best


def completion_seconds(journal: Journal, field: str, prefix: str) -> float:
    """Values or paths seen in the session."""
    from inspector.trace.query.seen import seen

    connection = journal.reader()
    started = time.perf_counter()
    found = seen(connection, field, prefix)
    took = time.perf_counter() - started
    assert found
    connection.close()
    return took


def ask(journal: Journal, mode: str, text: str, once: float, target: float) -> tuple[float, int]:
    """Run a filter, print what it took: (seconds to the first match, number of matches)."""
    from inspector.trace.query.language import compile_filter

    where = compile_filter(text)
    firsts, wholes, cpus = [], [], []
    count = 0
    for _ in range(RUNS):
        started, worked = time.perf_counter(), time.process_time()
        count, seen = 0, 0.0
        for _upto, numbers in journal.scan(mode, where, 1, journal.last, bool):
            if numbers and not count:
                seen = time.perf_counter() - started
            count += len(numbers)
        wholes.append(time.perf_counter() - started)
        cpus.append(time.process_time() - worked)
        firsts.append(seen)
    whole, first = median(wholes), median(firsts)
    ratio = f"{whole / once:.1f} scans, cpu {median(cpus):.2f} s"
    beside = f"first after {first * 1000:.0f} ms, {count:,} rows, {ratio}"
    row(f"{mode}: {text}", whole, "s", target, beside)
    return first, count


def main() -> int:
    records = int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS
    path = cached_session(records)
    from inspector.trace.journal import Journal

    once = scan_seconds(path)
    print(f"{records:,} records, {path.stat().st_size / 1e6:,.0f} MB, the median of {RUNS} runs")
    row("one scan of all bodies", once, "s")
    journal = Journal.open(path)
    marks = range(1, records, max(1, records // MARKS))
    journal.annotations.set_marked(marks, True)
    worst = 0.0
    for mode in ("calls", "messages"):
        for texts, target in ((ON_COLUMNS, COLUMN_S), (ON_BYTES, BYTES_S)):
            for text in texts:
                first, count = ask(journal, mode, text, once, target)
                if count > records / 1000:  # a rare match comes when it is reached
                    worst = max(worst, first)
    journal.annotations.set_marked(marks, False)  # the file is kept for the next time
    row("first matches, of filters with one row in a thousand", worst, "s", FIRST_S)
    for field, prefix in (("target", ""), ("target", "get"), ("$", "$.par"), ("$.params.name", "")):
        row(f"completion: {field} {prefix}", completion_seconds(journal, field, prefix), "s", FIRST_S)
    row("memory of the process", rss_mb(), "MB", MEMORY_MB)
    journal.close()
    return int(missed())


if __name__ == "__main__":
    sys.exit(main())
