"""A program that is killed after somebody marked and noted: says when that was handed to the writer.

Usage: annotating_child.py FILE. Prints a line and waits to be killed.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from inspector.trace.annotations import ColourRule
from inspector.trace.journal import Journal
from tests.trace.samples import DEMO, notification


def main() -> None:
    journal = Journal.create(Path(sys.argv[1]))
    journal.add_session(DEMO)
    journal.append([notification(number) for number in range(1, 11)])
    journal.flush()
    journal.annotations.set_marked([3, 4], True)
    journal.annotations.set_note(4, "여기서 멈춤")
    journal.annotations.set_reference(2, True)
    journal.annotations.set_rules([ColourRule("slow", "duration > 1s", "red")])
    journal.sync()
    print("written", flush=True)
    time.sleep(60)


if __name__ == "__main__":
    main()
