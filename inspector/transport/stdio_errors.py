"""Plain words for what goes wrong with a child process: it cannot start, or it ends at once."""

from __future__ import annotations

import errno
import os
import re
import shlex
from collections.abc import Iterable, Mapping
from typing import Final

from inspector.errors import Explanation
from inspector.printable import without_escapes
from inspector.translation import composed, joined, shown, translate
from inspector.transport import StdioTarget
from inspector.transport.environment import find_command, search_folders
from inspector.transport.stdio_clues import (
    BROAD_CLUES,
    CLUES,
    INSTALL,
    NO_VARIABLE,
    NO_VARIABLES,
    PAGES,
    SIGNALS,
    Clue,
)

__all__ = ["explain_exit", "explain_start_failure", "install_page", "missing_variables", "similar_programs"]

HEAD_LINES: Final = 12  # what went wrong is often said first, and a trace follows
TAIL_LINES: Final = 12
_LINE_CHARS: Final = 1_000
"""Of a line that is searched for a cause. All that is kept, two million characters, would take seconds, and
the loop waits for it."""


def explain_start_failure(
    target: StdioTarget, environment: Mapping[str, str], error: Exception
) -> Explanation:
    """Why the child could not be started. error: what Popen raised."""
    tried = _command_line(target.command, target.args)
    if target.cwd and not os.path.isdir(target.cwd):
        happened = translate("Connect", "The working directory {} does not exist.").format(target.cwd)
        if os.path.exists(target.cwd):
            happened = translate("Connect", "The working directory {} is a file, not a folder.").format(
                target.cwd
            )
        return Explanation(
            happened,
            translate("Connect", "start {} in that folder").format(tried),
            next_step=translate("Connect", "Correct this server's working directory, or leave it empty."),
            actions=("edit_server", "retry"),
        )
    number = error.errno if isinstance(error, OSError) else None
    program = find_command(target.command, environment, target.cwd)
    if program is None:
        place = os.path.join(target.cwd, target.command)
        if "/" in target.command and os.path.exists(place):
            return _not_executable(target, place, tried)
        return _not_found(target, environment, tried)
    if number == errno.ENOENT:
        return _no_interpreter(program, tried)
    if number in (errno.EACCES, errno.EPERM):
        return _not_executable(target, program, tried)
    causes = {
        errno.ENOEXEC: translate(
            "Connect", "the file is neither a program for this system nor a script with an interpreter line"
        ),
        errno.E2BIG: translate("Connect", "arguments and environment variables are too long together"),
        errno.EMFILE: translate("Connect", "this program has too many files open"),
        errno.ENOMEM: translate("Connect", "out of memory"),
    }
    return Explanation(
        translate("Connect", "{command} could not be started: {error}.").format(
            command=target.command, error=_reason(error)
        ),
        translate("Connect", "start {}").format(tried),
        causes.get(number or 0, ""),
        translate("Connect", "Correct this server's command line."),
        ("edit_server", "retry"),
    )


def _not_found(target: StdioTarget, environment: Mapping[str, str], tried: str) -> Explanation:
    command = target.command
    if not command.strip():
        return Explanation(
            translate("Connect", "The command is empty."),
            next_step=translate("Connect", "Enter a command."),
            actions=("edit_server",),
        )
    first = command.split()[0]
    if first != command and find_command(first, environment, target.cwd):
        return Explanation(
            translate("Connect", "There is no command {!r}.").format(command),
            translate("Connect", "start {}").format(tried),
            translate(
                "Connect",
                "the whole command line was entered as the command: arguments go in their own list",
            ),
            translate("Connect", "Put {} in the command and the rest in the arguments.").format(first),
            ("edit_server", "retry"),
        )
    if os.sep in command or "/" in command:
        place = os.path.abspath(os.path.join(target.cwd, command))
        near = similar_programs(os.path.basename(command), [os.path.dirname(place)])
        return Explanation(
            translate("Connect", "{} does not exist.").format(place),
            translate("Connect", "start {}").format(tried),
            translate("Connect", "did you mean {}?").format(_either(near))
            if near
            else translate("Connect", "the path is wrong, or the file was moved"),
            translate("Connect", "Correct this server's command."),
            ("edit_server", "retry"),
        )
    folders = search_folders(environment)
    cause = translate("Connect", "the program is not installed, or its folder is not on PATH")
    actions: tuple[str, ...] = ("edit_server", "retry")
    next_step = translate("Connect", "Install it, use its full path, or add its folder to PATH.")
    install = INSTALL.get(_plain_name(command))
    near = similar_programs(command, folders)
    if install:
        said = translate("Connect", install)
        next_step = translate("Connect", "{}, or use the full path.").format(composed("{:capital}", said))
        actions = ("install_hint", *actions)
    if near:
        cause = translate(
            "Connect", "the program is not installed, or its folder is not on PATH; did you mean {}?"
        ).format(_either(near))
    return Explanation(
        translate("Connect", "The command {!r} was not found.").format(command),
        translate("Connect", "start {tried}; looked for {command} in {count} folders of PATH").format(
            tried=tried, command=command, count=len(folders)
        ),
        cause,
        next_step,
        actions,
        joined("\n", (_folder_line(folder) for folder in folders)),
    )


def _not_executable(target: StdioTarget, program: str, tried: str) -> Explanation:
    if os.path.isdir(program):
        happened, next_step = (
            translate("Connect", "{} is a folder, not a program.").format(program),
            translate("Connect", "Use a program inside it."),
        )
    else:
        happened = translate("Connect", "{} is not executable.").format(program)
        interpreter = {
            ".py": "python3",
            ".js": "node",
            ".mjs": "node",
            ".ts": translate("Connect", "npx tsx"),
            ".sh": "sh",
        }
        runner = interpreter.get(os.path.splitext(program)[1])
        next_step = translate("Connect", "Make it executable: chmod +x {}").format(shlex.quote(program))
        if runner:
            next_step = translate(
                "Connect", "Run it with its interpreter: {runner} {command}. Or: chmod +x {program}"
            ).format(runner=runner, command=target.command, program=program)
    return Explanation(
        happened,
        translate("Connect", "start {}").format(tried),
        translate("Connect", "the file has no execute permission, or its disk does not allow programs"),
        next_step,
        ("edit_server", "retry"),
    )


def _no_interpreter(program: str, tried: str) -> Explanation:
    """The file is there and yet ENOENT: what its first line names is missing."""
    first = b""
    try:
        with open(program, "rb") as file:
            first = file.readline(200)
    except OSError:
        pass
    named = first[2:].decode("utf-8", "replace").strip() if first.startswith(b"#!") else ""
    return Explanation(
        translate("Connect", "{} could not be started: its interpreter is missing.").format(program),
        translate("Connect", "start {}").format(tried),
        translate("Connect", "its first line names {}, which does not exist").format(named)
        if named
        else translate("Connect", "its loader or a library is missing"),
        translate("Connect", "Install that interpreter, or correct the first line of the script."),
        ("edit_server", "retry"),
        first.decode("utf-8", "replace").strip() if named else "",
    )


# -- it started, and ended before it answered ----------------------------------------------------------


def explain_exit(command: str, exit_text: str, stderr: Iterable[str]) -> Explanation:
    """The server ended before it answered.

    command: the command line as shown; exit_text: "exit code 17" or "killed by SIGKILL" (StdioTransport's);
    stderr: its lines, without line ends.
    """
    lines = [line for line in map(without_escapes, stderr) if line.strip()]
    ends = _both_ends(lines)
    searched = [line[:_LINE_CHARS] for line in ends]
    cause, next_step = (
        _clue(CLUES, searched)
        or _missing(searched)
        or _clue(BROAD_CLUES, searched)
        or _by_exit(exit_text, bool(lines))
    )
    return Explanation(
        translate("Connect", "The server exited before it responded ({}).").format(
            shown(exit_text) or translate("Connect", "no exit code")
        ),
        translate("Connect", "start {} and speak MCP over stdin and stdout").format(command),
        cause,
        next_step,
        ("show_stderr", "edit_server", "retry"),
        "\n".join(ends),
    )


def _both_ends(lines: list[str]) -> list[str]:
    left_out = len(lines) - HEAD_LINES - TAIL_LINES
    if left_out <= 0:
        return lines
    between = translate("Connect", "… {} more lines …").format(left_out)
    return [*lines[:HEAD_LINES], between, *lines[-TAIL_LINES:]]


def _clue(clues: Iterable[Clue], lines: Iterable[str]) -> tuple[str, str] | None:
    text = "\n".join(lines)
    for clue in clues:
        if match := re.search(clue.pattern, text, re.MULTILINE):
            groups = match.groups() or ("",)
            return (
                translate("Connect", clue.cause).format(*groups),
                translate("Connect", clue.next_step).format(*groups),
            )
    return None


_WANTED: Final = re.compile(
    r"(?i)\b(?:require[sd]?|missing|not set|unset|must be set|(?:please|must|to) set|need(?:s|ed)?|provide|"
    r"not (?:found|defined|provided|configured)|undefined|empty)\b|^\W*(?:error\W+)?set\b"
)
_SURE: Final = re.compile(
    r"(?i:\b(?:env|environ|environment|variables?|not set|unset|must be set|(?:please|must|to) set)\b|"
    r"^\W*(?:error\W+)?set\b|\bmissing:)|\b[Mm]issing [A-Z][A-Z0-9_]+\b|"
    r"\b[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|UR[LI]|DSN| is| are)\b"
)
"""Tables, symbols and capabilities are required and not found as well."""
_VARIABLE: Final = re.compile(
    r"(?<![\w.])(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z][A-Z0-9]*(?:KEY|TOKEN|SECRET|PASSWORD|URL|DSN))\b"
    r"(?!\.\d|\s+\d)"  # NODE_MODULE_VERSION 115, CXXABI_1.3.13
)
_LISTED: Final = re.compile(r"\s*[-*•]?\s*([A-Z][A-Z0-9_]{2,})\b")
_NO_VARIABLES: Final = re.compile(
    r"E[A-Z]+|GLIBC\w*|ERR_\w+|HTTP_\d+|SIG[A-Z]+|E_\w+|CAP_\w+|(?:INVALID|MISSING|UNKNOWN|EXPIRED)_\w+"
)
"""Names of errors and of capabilities look the same."""


def missing_variables(lines: Iterable[str]) -> list[str]:
    """The environment variables that a server says it misses, each once: in one line, or listed below it."""
    found: dict[str, None] = {}
    listing = False
    for line in lines:
        listed = _LISTED.match(line) if listing else None
        said = _WANTED.search(line) and _SURE.search(line)
        names = _VARIABLE.findall(line) if said else [listed[1]] if listed else []
        found |= dict.fromkeys(name for name in names if not _NO_VARIABLES.fullmatch(name))
        listing = (listing and listed is not None) or (
            line.rstrip().endswith(":") and bool(re.search(r"(?i)variable|environment|\benv\b", line))
        )
    return list(found)


def _missing(lines: list[str]) -> tuple[str, str] | None:
    """A traceback names many things; what is missing stands by itself."""
    names = missing_variables(lines)
    if not names:
        return None
    cause = NO_VARIABLE if len(names) == 1 else NO_VARIABLES
    listed = ", ".join(names)
    return (
        translate("Connect", cause).format(listed),
        translate("Connect", "Set {0} in this server's environment.").format(listed),
    )


def install_page(command: str) -> str:
    """Where the makers of a command say how to install it; "" when it is not known."""
    return PAGES.get(_plain_name(command), "")


def _plain_name(command: str) -> str:
    return command.lower().removesuffix(".exe").removesuffix(".cmd")


def _by_exit(exit_text: str, wrote: bool) -> tuple[str, str]:
    name = exit_text.removeprefix("killed by ")
    if name in SIGNALS:
        return translate("Connect", SIGNALS[name]), translate(
            "Connect", "Run the command in a terminal to see its output."
        )
    if exit_text == "exit code 0":
        return (
            translate(
                "Connect",
                "it is not an MCP server on stdio, or it needs an argument to become one (often `stdio`)",
            ),
            translate(
                "Connect", "Check the arguments; to use a server that listens on a port, connect to its URL."
            ),
        )
    if exit_text == "exit code 127":
        return translate("Connect", "a command it runs does not exist"), translate(
            "Connect", "Check what the command starts, and check PATH."
        )
    said = translate("Connect", "its stderr says why") if wrote else translate("Connect", "stderr is empty")
    return said, translate("Connect", "Run the command in a terminal to see its output.")


# -- words ---------------------------------------------------------------------------------------------


def _command_line(command: str, args: Iterable[str]) -> str:
    return shlex.join((command, *args))


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return str(error)


def _folder_line(folder: str) -> str:
    return folder if os.path.isdir(folder) else translate("Connect", "{} (does not exist)").format(folder)


def similar_programs(command: str, folders: Iterable[str]) -> list[str]:
    """Programs in these folders whose name is nearly the command, best first, at most three."""
    import difflib  # here: needed on failure only, and the command line starts without it

    names: set[str] = set()
    for folder in folders:
        try:
            names.update(os.listdir(folder))
        except OSError:  # no such folder, or not ours to read
            continue
    return difflib.get_close_matches(command, sorted(names), n=3, cutoff=0.75)


def _either(names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return translate("Connect", "{} or {}").format(", ".join(names[:-1]), names[-1])
