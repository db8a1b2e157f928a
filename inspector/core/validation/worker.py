"""The process that checks values: JSON frames on stdin, JSON frames on stdout, ends at the end of stdin.

A frame is four bytes of length (big endian) and that many bytes of JSON. First it says {"ready": true}. Asked
{"key", "text" (null: the schema itself is in question), "formats" (whether they count), "schema" (only the
first time a key is used), "official" (with a schema: it is only the name of one), "forget" (with a schema:
whether those known so far are used no more), "give" (whether the schema itself is wanted)} it answers
{"problems": [the fields of each Problem], "given": the schema}, in turn; before that {"valid": false} as
soon as it is known. Asked {"lint" (path of a session file), "sessions" ([number, transport, target] each),
"after", "until"} it answers {"findings": those of the next records after "after", "checked": the last that
was judged}; it begins at the first record.
Started as the program itself with `--validation-worker` (validation.py).
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from contextlib import suppress
from dataclasses import astuple
from functools import partial
from typing import Any, BinaryIO, Final

from inspector.core.memory_limit import limit_memory
from inspector.recorded import message_as_json
from inspector.schema.check import Checker
from inspector.schema.official import Shape, official_schema
from inspector.schema.problem import Problem
from inspector.translation import Translated

__all__ = ["main"]

_STACK_BYTES: Final = 64 << 20  # a deep value needs stack in the validator's own code
_MEMORY_BYTES: Final = 320 << 20  # an exponential schema takes what there is, until the machine suffers
_ALARM_S: Final = 10.0  # ends us if the parent that should have killed us is gone


def main() -> None:
    """Serve until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is for the program, which closes us
    limit_memory(_MEMORY_BYTES)
    threading.stack_size(_STACK_BYTES)
    worker = threading.Thread(target=_serve, args=(sys.stdin.buffer, sys.stdout.buffer), name="validation")
    worker.start()
    worker.join()


def _serve(source: BinaryIO, sink: BinaryIO) -> None:
    checker = Checker()
    schemas: dict[int, bytes] = {}
    slices: Any = None
    _send(sink, {"ready": True})
    while True:
        head = source.read(4)
        body = source.read(int.from_bytes(head, "big")) if len(head) == 4 else b""
        if not body:
            return
        asked: dict[str, Any] = json.loads(body)
        if "lint" in asked:
            slices = _judge(sink, slices, checker, **asked)
            continue
        if "schema" in asked:
            if asked["forget"]:
                schemas.clear()
            given = asked["schema"].encode("utf-8", "surrogatepass")
            schemas[asked["key"]] = (
                official_schema(Shape(*json.loads(given))) if asked.get("official") else given
            )
        _alarm(_ALARM_S)
        schema = schemas.get(asked["key"], b"true")
        if asked["text"] is None:
            found = checker.faults(schema)
        else:
            invalid = partial(_send, sink, {"valid": False})
            found = checker.check(schema, asked["text"], asked["formats"], invalid)
        _alarm(0.0)
        given = schema.decode() if asked.get("give") else ""
        _send(sink, {"problems": [_members(problem) for problem in found], "given": given})


def _judge(
    sink: BinaryIO, slices: Any, checker: Checker, lint: str, sessions: list[Any], after: int, until: int
) -> Any:
    from inspector.core.validation.slices import Slices  # here: only a window with servers asks

    if slices is None or slices.path != lint:
        slices = Slices(lint, checker)
    _alarm(_ALARM_S)
    findings = slices.judge(sessions, after, until)
    _alarm(0.0)
    _send(sink, {"findings": findings, "checked": slices.checked})
    return slices


def _members(problem: Problem) -> tuple[Any, ...]:
    """As JSON takes it: the sentence with the message it was made of, for the language of the window."""
    pointer, message, *others = astuple(problem)
    said = message_as_json(message.message) if isinstance(message, Translated) else None
    return pointer, message, said, *others


def _send(sink: BinaryIO, answer: dict[str, Any]) -> None:
    body = json.dumps(answer).encode()
    with suppress(BrokenPipeError):
        sink.write(len(body).to_bytes(4, "big") + body)
        sink.flush()


def _alarm(seconds: float) -> None:
    """SIGALRM has no handler here: the kernel ends the process even while the validator holds everything."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    main()
