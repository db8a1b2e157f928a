"""Start the child process of a stdio target.

Apart from `stdio.py` and free of asyncio, so that the command line can start a server first and import the
modules that will talk to it while the server starts up.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.transport import StdioTarget
from inspector.transport.environment import child_environment, find_command, start_folder
from inspector.transport.process_tree import KILL, ProcessTree, start_options

__all__ = ["Started", "spawn", "started_early"]


@dataclass(frozen=True, slots=True)
class Started:
    """A running child. at_ns: `time.monotonic_ns()` after its start."""

    process: subprocess.Popen[bytes]
    program: str  # the file that runs
    environment: dict[str, str]
    at_ns: int


# The one child that is started but not yet taken, with the very target it belongs to.
_waiting: list[tuple[StdioTarget, Started]] = []


@contextlib.contextmanager
def started_early(target: StdioTarget) -> Iterator[None]:
    """Start the child now; the first `spawn(target)` inside takes it over. One that was not taken is killed.

    A child that cannot be started is left to `spawn`, whose caller explains why.
    """
    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
        _waiting.append((target, _start(target)))
    try:
        yield
    finally:
        while _waiting:
            with _waiting.pop()[1].process as process:  # its end closes the pipes and waits
                ProcessTree(process.pid).end(KILL)


def spawn(target: StdioTarget) -> Started:
    """Start the child, or take the one started early. Raises OSError, ValueError or SubprocessError."""
    if _waiting and _waiting[0][0] is target:
        return _waiting.pop()[1]
    return _start(target)


def _start(target: StdioTarget) -> Started:
    environment = child_environment(target)
    folder = start_folder(target)
    program = find_command(target.command, environment, folder) or target.command
    process: subprocess.Popen[bytes] = subprocess.Popen(  # type: ignore[call-overload]  # options differ by platform
        # As a shell does: run the file that was found, under the name that was typed.
        [program if os.name == "nt" else target.command, *target.args],
        executable=program,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=target.cwd or folder or None,
        env=environment,
        **start_options(),
    )
    return Started(process, program, environment, time.monotonic_ns())
