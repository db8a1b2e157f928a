"""Where the command line writes: answers on stdout, everything else on stderr."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict, dataclass, field
from typing import Any, TextIO

from inspector.cli.exit_codes import ExitCode
from inspector.errors import Explanation

__all__ = ["Output", "is_terminal", "silence"]


@dataclass(frozen=True, slots=True)
class Output:
    """json: stdout is for machines, and a failure is one line of JSON on stderr.

    declared: the client capabilities of the command line, for advice to declare more.
    """

    json: bool = False
    declared: dict[str, Any] = field(default_factory=dict)

    def answer(self, data: bytes) -> None:
        """Bytes and a line feed on stdout, at once. Raises BrokenPipeError when nobody reads any more."""
        if sys.stdout is None:  # closed by who started us
            return
        sys.stdout.flush()
        stream = getattr(sys.stdout, "buffer", None)
        if stream is None:  # a test's capture
            sys.stdout.write(data.decode("utf-8", "replace") + "\n")
        else:
            stream.write(data + b"\n")
        sys.stdout.flush()

    def text(self, text: str) -> None:
        """Text of an answer for people on stdout."""
        self.answer(text.encode("utf-8", "backslashreplace"))

    def note(self, text: str) -> None:
        """A line for people on stderr; nothing with --json, where only errors are said."""
        if not self.json:
            _to_stderr(text)

    def event(self, text: str, **members: Any) -> None:
        """What a script wants to know too: a line on stderr; with --json, the members that are set."""
        if self.json:
            import msgspec

            _to_stderr(msgspec.json.encode({key: value for key, value in members.items() if value}).decode())
        else:
            _to_stderr(text)

    def prompt(self, text: str) -> None:
        """What a person is to answer on this line; no line feed."""
        _to_stderr(text, end="")

    def fail(self, code: ExitCode, kind: str, why: str | Explanation, **more: Any) -> int:
        """Say why on stderr and give the code back. `more` are members of the JSON line."""
        explanation = why if isinstance(why, Explanation) else Explanation(why)
        if self.json:
            import msgspec

            parts = {key: value for key, value in asdict(explanation).items() if value and key != "actions"}
            message = parts.pop("happened", kind)
            line = {"exit": code.value, "error": kind, "message": message, **parts, **more}
            _to_stderr(msgspec.json.encode(line).decode())
        else:
            _to_stderr(explanation.as_text())
        return code.value


def _to_stderr(text: str, end: str = "\n") -> None:
    from inspector.render.terminal import safe_for_terminal

    if sys.stderr is None:  # closed by who started us; print would turn to stdout
        return
    try:
        print(safe_for_terminal(text), file=sys.stderr, flush=True, end=end)
    except OSError:  # nobody reads it any more, or the disk is full: the exit code says it too
        silence(sys.stderr)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is at the other end. stream: None when it was closed by who started us."""
    return stream is not None and stream.isatty()


def silence(stream: Any) -> None:
    """Nobody reads this stream any more: let Python's exit not trip over it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
