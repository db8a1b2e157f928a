"""Where the command line writes: answers on stdout, everything else on stderr.

The one door: what is printed may be a server's text, so nothing here passes what a terminal would obey
(`inspector/printable.py`), and what is a line stays one.
"""

from __future__ import annotations

import os
import sys
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TextIO

from inspector.cli.exit_codes import ExitCode
from inspector.errors import Explanation
from inspector.printable import LINE_CHARS, PIPE_CHARS, on_one_line, printable, printable_data, shortened
from inspector.recorded import encode_json

__all__ = ["Output", "is_terminal", "not_utf_8", "silence"]


@dataclass(frozen=True, slots=True)
class Output:
    """json: stdout is for machines, and a failure is one line of JSON on stderr.

    declared: the client capabilities of the command line, for advice to declare more.
    """

    json: bool = False
    declared: dict[str, Any] = field(default_factory=dict)
    _hints: list[str] = field(default_factory=list)

    def answer(self, data: bytes | str) -> None:
        """What a program may read, and a line feed, on stdout, at once: exact, but for what a terminal obeys.

        Raises BrokenPipeError when the reader has gone.
        """
        self.piece((data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace")) + b"\n")

    def piece(self, data: bytes) -> None:
        """The same without a line feed."""
        if sys.stdout is None:  # closed by the parent process
            return
        if is_terminal(sys.stdout):
            data = printable_data(data)
        sys.stdout.flush()
        stream = getattr(sys.stdout, "buffer", None)
        if stream is None:  # a test's capture
            sys.stdout.write(data.decode("utf-8", "replace"))
        else:
            stream.write(data)
        sys.stdout.flush()

    def text(self, text: str) -> None:
        """Lines of an answer for people on stdout."""
        self.answer(printable(text))

    def line(self, text: str) -> None:
        """One line of an answer on stdout, whatever stands in it; a program gets more of it than a user."""
        self.answer(on_one_line(text, LINE_CHARS if is_terminal(sys.stdout) else PIPE_CHARS))

    def note(self, text: str) -> None:
        """One line for people on stderr; nothing with --json, where only errors are said."""
        if not self.json:
            _to_stderr(on_one_line(text))

    def hint(self, text: str) -> None:
        """A line for people on stderr; with --json a member of the line that says a failure."""
        self._hints.append(on_one_line(text))
        self.note(text)

    def quote(self, text: str) -> None:
        """Lines that a server says to the user, each marked as its own, on stderr."""
        if not self.json:
            _to_stderr("\n".join(f"  | {on_one_line(line)}" for line in text.splitlines() or [""]))

    def event(self, *lines: str, **members: Any) -> None:
        """What a script wants to know too: lines on stderr; with --json, the members that are set."""
        if self.json:
            self._members({key: value for key, value in members.items() if value})
        else:
            _to_stderr("\n".join(on_one_line(line) for line in lines))

    def prompt(self, text: str) -> None:
        """What a user is to answer on this line; no line feed."""
        _to_stderr(on_one_line(text), end="")

    def fail(self, code: ExitCode, kind: str, why: str | Explanation, **more: Any) -> int:
        """Say why on stderr and give the code back. `more` are members of the JSON line."""
        explanation = why if isinstance(why, Explanation) else Explanation(why)
        explanation = explanation.changed(_shortened_lines)
        if self.json:
            parts = {key: value for key, value in asdict(explanation).items() if value and key != "actions"}
            message = parts.pop("happened", kind)
            line = {"exit": code.value, "error": kind, "message": message, **parts, **more}
            if self._hints:
                line["hint"] = "; ".join(self._hints)
            self._members(line)
        elif isinstance(why, Explanation):  # a line of a server's must not pose as one of its parts
            shown = explanation.changed(_indented)
            _to_stderr(replace(shown, evidence=printable(explanation.evidence)).as_text())
        else:
            _to_stderr(explanation.happened)
        return code.value

    def _members(self, members: dict[str, Any]) -> None:
        _to_stderr(printable_data(encode_json(members)).decode())


def _shortened_lines(text: str) -> str:
    return "\n".join(shortened(line) for line in text.split("\n"))


def _indented(text: str) -> str:
    return printable(text).replace("\n", "\n  ")


def _to_stderr(text: str, end: str = "\n") -> None:
    if sys.stderr is None:  # closed by the parent process; print would turn to stdout
        return
    try:
        print(printable(text), file=sys.stderr, flush=True, end=end)
    except OSError:  # its reader has gone, or the disk is full: the exit code says it too
        silence(sys.stderr)


def not_utf_8(error: UnicodeEncodeError) -> str:
    """What is said of bytes of the command line that no JSON text can hold."""
    return f"an argument is not valid UTF-8: {error.object[:80]!a}"


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a user is at the other end. stream: None when it was closed by the parent process."""
    return stream is not None and stream.isatty()


def silence(stream: Any) -> None:
    """The reader of this stream has gone: keep Python's exit from failing on it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
