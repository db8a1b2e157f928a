"""A program that is killed in the middle of a flood: appends for ever, and says what it appended when.

Usage: flooding_child.py FILE. Prints "NUMBER WRITTEN NS" after each frame is appended: the last record, the
last that is told to be in the file, and the processor time so far, which a busy machine does not stretch.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from inspector.trace.journal import Journal
from tests.trace.samples import DEMO, call, notification, request

FRAME_S = 0.016
RECORDS = 600  # a frame


def main() -> None:
    journal = Journal.create(Path(sys.argv[1]))
    journal.add_session(DEMO)
    while True:
        began = time.monotonic()
        first = journal.next_number()
        records = [notification(number, b"%d" % number) for number in range(first + 1, first + RECORDS)]
        journal.append([request(first, b"%d" % first), *records])
        journal.touch(call(first))
        print(journal.last, journal.written, time.process_time_ns(), flush=True)
        journal.flush()
        time.sleep(max(0.0, began + FRAME_S - time.monotonic()))


if __name__ == "__main__":
    main()
