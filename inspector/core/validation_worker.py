"""The process that checks values: JSON frames on stdin, JSON frames on stdout, ends at the end of stdin.

A frame is four bytes of length (big endian) and that many bytes of JSON. First it says {"ready": true}. Asked
{"key", "text", "schema" (only the first time a key is used)} it answers {"problems": [[pointer, message,
keyword], …]}, in turn.
Started as `python -m inspector.core.validation_worker`, or by a frozen program with `--validation-worker`.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from contextlib import suppress
from typing import Any, BinaryIO, Final

from inspector.schema.check import Checker

__all__ = ["main"]

_STACK_BYTES: Final = 64 << 20  # a deep value needs stack in the validator's own code
_MEMORY_BYTES: Final = 2 << 30
_ALARM_S: Final = 10.0  # ends us if the one who should have killed us is gone


def main() -> None:
    """Serve until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is for the program, which closes us
    _limit_memory()
    threading.stack_size(_STACK_BYTES)
    worker = threading.Thread(target=_serve, args=(sys.stdin.buffer, sys.stdout.buffer), name="validation")
    worker.start()
    worker.join()


def _serve(source: BinaryIO, sink: BinaryIO) -> None:
    checker = Checker()
    schemas: dict[int, bytes] = {}
    _send(sink, {"ready": True})
    while True:
        head = source.read(4)
        body = source.read(int.from_bytes(head, "big")) if len(head) == 4 else b""
        if not body:
            return
        asked: dict[str, Any] = json.loads(body)
        if "schema" in asked:
            schemas[asked["key"]] = asked["schema"].encode("utf-8", "surrogatepass")
        _alarm(_ALARM_S)
        found = checker.check(schemas.get(asked["key"], b"true"), asked["text"])
        _alarm(0.0)
        problems = [[problem.pointer, problem.message, problem.keyword] for problem in found]
        _send(sink, {"problems": problems})


def _send(sink: BinaryIO, answer: dict[str, Any]) -> None:
    body = json.dumps(answer).encode()
    with suppress(BrokenPipeError):
        sink.write(len(body).to_bytes(4, "big") + body)
        sink.flush()


def _alarm(seconds: float) -> None:
    """SIGALRM has no handler here: the kernel ends the process even while the validator holds everything."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _limit_memory() -> None:
    """An exponential schema takes memory until the machine suffers; better this process dies."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(ValueError, OSError):  # a stricter limit of the system stays
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))


if __name__ == "__main__":
    main()
