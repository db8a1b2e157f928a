"""Run `mcpdi` at a terminal: stdin and stderr are one, stdout is a pipe."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LIMIT_S = 60.0


class Dialogue:
    """What the user sees (`shown`) and types."""

    def __init__(self, *words: str, env: Mapping[str, str] | None = None) -> None:
        self.shown = ""
        self.stdout = ""
        self._place = 0
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "inspector", *words],
            stdin=slave,
            stderr=slave,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            start_new_session=True,
        )
        os.close(slave)

    def until(self, text: str) -> None:
        """Read until this text comes after what was waited for before."""
        deadline = time.monotonic() + LIMIT_S
        while (found := self.shown.find(text, self._place)) < 0:
            assert time.monotonic() < deadline, f"did not come: {text!r}\n{self.shown}"
            if not self._read(0.2) and self.process.poll() is not None:
                raise AssertionError(f"ended without {text!r}\n{self.shown}")
        self._place = found + len(text)

    def type(self, line: str) -> None:
        """A line and Return."""
        os.write(self._master, line.encode() + b"\n")

    def answer(self, prompt: str, line: str) -> None:
        """Wait for the prompt, then type."""
        self.until(prompt)
        self.type(line)

    def end(self) -> int:
        """Wait for the end; the exit code. `stdout` holds the answer then."""
        stdout, _ = self.process.communicate(timeout=LIMIT_S)
        self.stdout = stdout.decode()
        code = self.process.returncode
        while self._read(0):
            pass
        return code

    def close(self) -> None:
        """Whatever became of it, nothing is left."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(LIMIT_S)
        if self.process.stdout is not None:
            self.process.stdout.close()
        os.close(self._master)

    def _read(self, wait_s: float) -> bool:
        if not select.select([self._master], [], [], wait_s)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # nobody has the other end any more
            return False
        self.shown += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)
