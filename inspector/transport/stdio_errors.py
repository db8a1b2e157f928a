"""Plain words for what goes wrong with a child process: it cannot start, or it ends at once."""

from __future__ import annotations

import errno
import os
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from inspector.errors import Explanation
from inspector.transport import StdioTarget
from inspector.transport.environment import find_command, search_folders

__all__ = ["explain_exit", "explain_start_failure", "similar_programs"]

TAIL_LINES: Final = 12

# Command → what to install. Shown when the command is not on PATH.
INSTALL: Final[dict[str, str]] = {
    "npx": "npx comes with Node.js: install Node.js 20 or newer (nodejs.org, or your package manager)",
    "npm": "npm comes with Node.js: install Node.js 20 or newer (nodejs.org, or your package manager)",
    "node": "install Node.js 20 or newer (nodejs.org, or your package manager)",
    "uvx": "uvx comes with uv: install uv (docs.astral.sh/uv)",
    "uv": "install uv (docs.astral.sh/uv)",
    "python": "install Python 3; on many systems the command is python3",
    "python3": "install Python 3 (python.org, or your package manager)",
    "docker": "install Docker and start it (docs.docker.com)",
    "deno": "install Deno (deno.com)",
    "bun": "install Bun (bun.sh)",
    "bunx": "bunx comes with Bun: install Bun (bun.sh)",
    "pipx": "install pipx (pipx.pypa.io)",
    "dotnet": "install the .NET SDK (dotnet.microsoft.com)",
    "java": "install a Java runtime, version 17 or newer",
    "go": "install Go (go.dev)",
    "cargo": "install Rust (rustup.rs)",
}


def explain_start_failure(
    target: StdioTarget, environment: Mapping[str, str], error: Exception
) -> Explanation:
    """Why the child could not be started. error: what Popen raised."""
    tried = _command_line(target.command, target.args)
    if target.cwd and not os.path.isdir(target.cwd):
        kind = "is a file, not a folder" if os.path.exists(target.cwd) else "does not exist"
        return Explanation(
            f"The working folder {target.cwd} {kind}.",
            f"start {tried} in that folder",
            next_step="Correct the working folder of this server, or leave it empty.",
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
        errno.ENOEXEC: "the file is neither a program of this system nor a script that names its interpreter",
        errno.E2BIG: "the arguments and environment variables together are too long",
        errno.EMFILE: "this program has too many files open",
        errno.ENOMEM: "there is not enough memory",
    }
    return Explanation(
        f"{target.command} could not be started: {_reason(error)}.",
        f"start {tried}",
        causes.get(number or 0, ""),
        "Correct the command line of this server.",
        ("edit_server", "retry"),
    )


def _not_found(target: StdioTarget, environment: Mapping[str, str], tried: str) -> Explanation:
    command = target.command
    if not command.strip():
        return Explanation("The command is empty.", next_step="Type a command.", actions=("edit_server",))
    first = command.split()[0]
    if first != command and find_command(first, environment, target.cwd):
        return Explanation(
            f"There is no command {command!r}.",
            f"start {tried}",
            "the whole command line was given as the command: arguments belong in a list of their own",
            f"Put {first} into the command and the rest into the arguments.",
            ("edit_server", "retry"),
        )
    if os.sep in command or "/" in command:
        place = os.path.abspath(os.path.join(target.cwd, command))
        near = similar_programs(os.path.basename(command), [os.path.dirname(place)])
        return Explanation(
            f"There is no file {place}.",
            f"start {tried}",
            f"did you mean {_either(near)}?" if near else "the path has a mistake, or the file was moved",
            "Correct the command of this server.",
            ("edit_server", "retry"),
        )
    folders = search_folders(environment)
    cause = "the program is not installed, or its folder is not on PATH"
    actions: tuple[str, ...] = ("edit_server", "retry")
    next_step = "Install it, give its full path, or add its folder to PATH."
    install = INSTALL.get(command.lower().removesuffix(".exe").removesuffix(".cmd"))
    near = similar_programs(command, folders)
    if install:
        next_step = f"{install[0].upper()}{install[1:]}, or give the full path."
        actions = ("install_hint", *actions)
    if near:
        cause += f"; did you mean {_either(near)}?"
    return Explanation(
        f"The command {command!r} was not found.",
        f"start {tried}; looked for {command} in {len(folders)} folders of PATH",
        cause,
        next_step,
        actions,
        "\n".join(_folder_line(folder) for folder in folders),
    )


def _not_executable(target: StdioTarget, program: str, tried: str) -> Explanation:
    if os.path.isdir(program):
        happened, next_step = f"{program} is a folder, not a program.", "Name the program inside it."
    else:
        happened = f"{program} may not be executed."
        interpreter = {".py": "python3", ".js": "node", ".mjs": "node", ".ts": "npx tsx", ".sh": "sh"}
        runner = interpreter.get(os.path.splitext(program)[1])
        next_step = f"Make it executable: chmod +x {shlex.quote(program)}"
        if runner:
            next_step = f"Run it with its interpreter: {runner} {target.command}. Or: chmod +x {program}"
    return Explanation(
        happened,
        f"start {tried}",
        "the file has no permission to run, or its disk does not allow programs",
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
        f"{program} could not be started: its interpreter is missing.",
        f"start {tried}",
        f"its first line names {named}, which is not there"
        if named
        else "its loader or a library is missing",
        "Install that interpreter, or correct the first line of the script.",
        ("edit_server", "retry"),
        first.decode("utf-8", "replace").strip() if named else "",
    )


# -- it started, and ended before it answered ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Clue:
    """A pattern in stderr, and what it usually means. {0} is the first group."""

    pattern: str
    cause: str
    next_step: str


# The first that matches counts: the special before the general.
CLUES: Final = (
    _Clue(
        r"No module named ['\"]?([\w.]+)",
        "the Python module {0} is not installed in the Python that was started",
        "Install it there, or start the Python of the right virtual environment by its full path.",
    ),
    _Clue(
        r"Cannot find (?:module|package) ['\"]([^'\"]+)",
        "Node.js does not find {0}: it is not installed, or the path is wrong",
        "Run npm install in the folder of the server, or correct the path.",
    ),
    _Clue(
        r"(?:npm (?:ERR!|error)).*(?:E404|404 Not Found)",
        "npm does not know this package: the name or the version has a mistake",
        "Correct the package name.",
    ),
    _Clue(
        r"npm (?:ERR!|error).*(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED)",
        "npm could not reach its registry",
        "Check the network and the proxy settings, then try again.",
    ),
    _Clue(
        r"could not determine executable to run",
        "the npm package has no command, so npx cannot run it",
        "Check the package name: many servers are published under a scope (@name/server).",
    ),
    _Clue(
        r"(?:was not found in the package registry|No solution found when resolving)",
        "uv does not find this package: the name or the version has a mistake",
        "Correct the package name.",
    ),
    _Clue(
        r"(?i)cannot connect to the docker daemon|error during connect",
        "Docker is not running, or this user may not use it",
        "Start Docker, then try again.",
    ),
    _Clue(
        r"(?i)(?:EADDRINUSE|address already in use)",
        "the server wants a network port that another program uses",
        "End the other program, or give the server another port. A server that listens on a port "
        "is not a stdio server: connect to its URL.",
    ),
    _Clue(
        r"(?i)\b([A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|URL|DSN))\b.*"
        r"(?:required|missing|not set|must be set|not (?:found|defined|provided))",
        "the environment variable {0} is missing",
        "Set {0} in the environment of this server.",
    ),
    _Clue(
        r"(?i)(?:missing|required|set|provide)\b.{0,40}\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b",
        "the environment variable {0} is missing",
        "Set {0} in the environment of this server.",
    ),
    _Clue(
        r"(?i)(?:the following arguments are required|unrecognized arguments?|unknown option|invalid option|"
        r"missing required argument|^usage:)",
        "the server does not accept these arguments",
        "Compare the arguments with what the server's own help says.",
    ),
    _Clue(
        r"(?i)(?:SyntaxError|Unexpected token|requires (?:node|python)|unsupported engine)",
        "the server needs another version of its language, or its code has an error",
        "Check which version it needs.",
    ),
    _Clue(
        r"(?:GLIBC_|error while loading shared libraries)",
        "a system library that the server needs is missing",
        "Install the library that stderr names.",
    ),
    _Clue(
        r"(?i)permission denied|EACCES", "the server may not use a file that it needs", "Check permissions."
    ),
    _Clue(
        r"Traceback \(most recent call last\)",
        "the server stopped with a Python error",
        "Read the error below.",
    ),
)

# Signal → likely cause.
SIGNALS: Final = {
    "SIGKILL": "somebody ended it by force, often the system because memory ran out",
    "SIGSEGV": "the server crashed (a memory error in native code)",
    "SIGABRT": "the server aborted itself",
    "SIGILL": "the program was built for another processor",
    "SIGTERM": "somebody asked it to end",
}


def explain_exit(command: str, exit_text: str, stderr_tail: Iterable[str]) -> Explanation:
    """The server ended before it answered.

    command: the command line as shown; exit_text: "exit code 17" or "killed by SIGKILL" (StdioTransport's);
    stderr_tail: its last lines of stderr, without line ends.
    """
    tail = [line for line in stderr_tail if line.strip()][-TAIL_LINES:]
    cause, next_step = _clue(tail) or _by_exit(exit_text, bool(tail))
    return Explanation(
        f"The server ended before it answered ({exit_text or 'no exit code'}).",
        f"start {command} and speak MCP on its stdin and stdout",
        cause,
        next_step,
        ("show_stderr", "edit_server", "retry"),
        "\n".join(tail),
    )


def _clue(tail: list[str]) -> tuple[str, str] | None:
    text = "\n".join(tail)
    for clue in CLUES:
        match = re.search(clue.pattern, text, re.MULTILINE)
        if match:
            groups = match.groups() or ("",)
            return clue.cause.format(*groups), clue.next_step.format(*groups)
    return None


def _by_exit(exit_text: str, wrote: bool) -> tuple[str, str]:
    name = exit_text.removeprefix("killed by ")
    if name in SIGNALS:
        return SIGNALS[name], "Run the command in a terminal to see what it says."
    if exit_text == "exit code 0":
        return (
            "it is not an MCP server on stdio, or it needs an argument to become one (often `stdio`)",
            "Check the arguments; a server that listens on a port is connected to by its URL.",
        )
    if exit_text == "exit code 127":
        return "a command that it runs does not exist", "Check what the command starts, and PATH."
    said = "what it wrote to stderr says why" if wrote else "it wrote nothing to stderr"
    return said, "Run the command in a terminal to see what it says."


# -- words ---------------------------------------------------------------------------------------------


def _command_line(command: str, args: Iterable[str]) -> str:
    return shlex.join((command, *args))


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return str(error)


def _folder_line(folder: str) -> str:
    return folder if os.path.isdir(folder) else f"{folder} (does not exist)"


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
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
