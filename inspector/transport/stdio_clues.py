"""What stderr, a signal or a missing command usually mean, in words for a user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inspector.translation import QT_TRANSLATE_NOOP

__all__ = ["BROAD_CLUES", "CLUES", "INSTALL", "NO_VARIABLE", "NO_VARIABLES", "PAGES", "SIGNALS", "Clue"]

# Command → what to install. Shown when the command is not on PATH.
INSTALL: Final[dict[str, str]] = {
    "npx": QT_TRANSLATE_NOOP(
        "Connect", "npx comes with Node.js: install Node.js 20 or newer (nodejs.org, or your package manager)"
    ),
    "npm": QT_TRANSLATE_NOOP(
        "Connect", "npm comes with Node.js: install Node.js 20 or newer (nodejs.org, or your package manager)"
    ),
    "node": QT_TRANSLATE_NOOP("Connect", "install Node.js 20 or newer (nodejs.org, or your package manager)"),
    "uvx": QT_TRANSLATE_NOOP("Connect", "uvx comes with uv: install uv (docs.astral.sh/uv)"),
    "uv": QT_TRANSLATE_NOOP("Connect", "install uv (docs.astral.sh/uv)"),
    "python": QT_TRANSLATE_NOOP("Connect", "install Python 3; on many systems the command is python3"),
    "python3": QT_TRANSLATE_NOOP("Connect", "install Python 3 (python.org, or your package manager)"),
    "docker": QT_TRANSLATE_NOOP("Connect", "install Docker and start it (docs.docker.com)"),
    "deno": QT_TRANSLATE_NOOP("Connect", "install Deno (deno.com)"),
    "bun": QT_TRANSLATE_NOOP("Connect", "install Bun (bun.sh)"),
    "bunx": QT_TRANSLATE_NOOP("Connect", "bunx comes with Bun: install Bun (bun.sh)"),
    "pipx": QT_TRANSLATE_NOOP("Connect", "install pipx (pipx.pypa.io)"),
    "dotnet": QT_TRANSLATE_NOOP("Connect", "install the .NET SDK (dotnet.microsoft.com)"),
    "java": QT_TRANSLATE_NOOP("Connect", "install a Java runtime, version 17 or newer"),
    "go": QT_TRANSLATE_NOOP("Connect", "install Go (go.dev)"),
    "cargo": QT_TRANSLATE_NOOP("Connect", "install Rust (rustup.rs)"),
}

_NODE: Final = "https://nodejs.org/en/download"
_UV: Final = "https://docs.astral.sh/uv/getting-started/installation/"
_PYTHON: Final = "https://www.python.org/downloads/"
_BUN: Final = "https://bun.sh/docs/installation"
PAGES: Final[dict[str, str]] = {
    "npx": _NODE,
    "npm": _NODE,
    "node": _NODE,
    "uvx": _UV,
    "uv": _UV,
    "python": _PYTHON,
    "python3": _PYTHON,
    "docker": "https://docs.docker.com/get-started/get-docker/",
    "deno": "https://docs.deno.com/runtime/getting_started/installation/",
    "bun": _BUN,
    "bunx": _BUN,
    "pipx": "https://pipx.pypa.io/stable/installation/",
    "dotnet": "https://dotnet.microsoft.com/download",
    "java": "https://adoptium.net/temurin/releases/",
    "go": "https://go.dev/doc/install",
    "cargo": "https://rustup.rs/",
}
"""Command of INSTALL → the page of its makers, opened when a user asks how to install it."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A pattern in stderr, and what it usually means. {0} is the first group."""

    pattern: str
    cause: str
    next_step: str


NO_VARIABLE: Final = QT_TRANSLATE_NOOP("Connect", "environment variable {0} is missing")
NO_VARIABLES: Final = QT_TRANSLATE_NOOP("Connect", "environment variables {0} are missing")

# The first that matches counts: the special before the general.
CLUES: Final = (
    Clue(
        r"can't open file ['\"]([^'\"]+)['\"]: \[Errno 2\]",
        QT_TRANSLATE_NOOP("Connect", "Python cannot find the script {0}"),
        QT_TRANSLATE_NOOP(
            "Connect",
            "Correct the path in the arguments; relative paths start at the working directory.",
        ),
    ),
    Clue(
        r"(?i)^(?=.*(?:require|need|minimum|at least|must be|unsupported|>=))"
        r".*\b((?:node(?:\.?js)?|python)\b['\":]*\s*(?:version\s*)?['\"]?(?:>=?|\^|~|v)?\s*v?\d+(?:\.\d+)*\+?)",
        QT_TRANSLATE_NOOP("Connect", "the server needs another version of its language: {0}"),
        QT_TRANSLATE_NOOP("Connect", "Install that version, or start the server with its full path."),
    ),
    Clue(
        r"No module named ['\"]?([\w.]+)",
        QT_TRANSLATE_NOOP("Connect", "the Python module {0} is not installed in the Python that was started"),
        QT_TRANSLATE_NOOP(
            "Connect",
            "Install it there, or start the Python of the right virtual environment with its full path.",
        ),
    ),
    Clue(
        r"Cannot find (?:module|package) ['\"]([^'\"]+)",
        QT_TRANSLATE_NOOP("Connect", "Node.js cannot find {0}: it is not installed, or the path is wrong"),
        QT_TRANSLATE_NOOP("Connect", "Run npm install in the server's folder, or correct the path."),
    ),
    Clue(
        r"(?:npm (?:ERR!|error)).*(?:E404|404 Not Found)",
        QT_TRANSLATE_NOOP("Connect", "npm does not know this package: the name or version is wrong"),
        QT_TRANSLATE_NOOP("Connect", "Correct the package name."),
    ),
    Clue(
        r"npm (?:ERR!|error).*(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED)",
        QT_TRANSLATE_NOOP("Connect", "npm could not reach its registry"),
        QT_TRANSLATE_NOOP("Connect", "Check the network and proxy settings, then try again."),
    ),
    Clue(
        r"(?:ENOTFOUND|EAI_AGAIN)\s+([\w.-]*\w)",
        QT_TRANSLATE_NOOP("Connect", "the server tried to reach an unknown host: {0}"),
        QT_TRANSLATE_NOOP(
            "Connect", "Check the address in its arguments and variables, the network and the proxy."
        ),
    ),
    Clue(
        r"ENOTFOUND|EAI_AGAIN|getaddrinfo failed|Name or service not known|nodename nor servname",
        QT_TRANSLATE_NOOP("Connect", "the server tried to reach an unknown host"),
        QT_TRANSLATE_NOOP(
            "Connect", "Check the address in its arguments and variables, the network and the proxy."
        ),
    ),
    Clue(
        r"ECONNREFUSED\s+([\w.:\[\]-]*\w)",
        QT_TRANSLATE_NOOP("Connect", "the server cannot connect to {0}: nothing is listening there"),
        QT_TRANSLATE_NOOP("Connect", "Start the service there, or correct the address."),
    ),
    Clue(
        r"could not determine executable to run",
        QT_TRANSLATE_NOOP("Connect", "the npm package has no executable, so npx cannot run it"),
        QT_TRANSLATE_NOOP(
            "Connect", "Check the package name: many servers are published under a scope (@name/server)."
        ),
    ),
    Clue(
        r"(?:was not found in the package registry|No solution found when resolving)",
        QT_TRANSLATE_NOOP("Connect", "uv cannot find this package: the name or version is wrong"),
        QT_TRANSLATE_NOOP("Connect", "Correct the package name."),
    ),
    Clue(
        r"(?i)cannot connect to the docker daemon|error during connect",
        QT_TRANSLATE_NOOP("Connect", "Docker is not running, or you do not have permission to use it"),
        QT_TRANSLATE_NOOP("Connect", "Start Docker, then try again."),
    ),
    Clue(
        r"(?i)(?:EADDRINUSE|address already in use)",
        QT_TRANSLATE_NOOP("Connect", "the server's network port is already in use"),
        QT_TRANSLATE_NOOP(
            "Connect",
            "Stop the other program, or give the server another port. A server that listens "
            "on a port is not a stdio server: connect to its URL.",
        ),
    ),
)

# A variable that is missing says more than these.
BROAD_CLUES: Final = (
    Clue(
        r"(?i)(?:the following arguments are required|unrecognized arguments?|unknown option|invalid option|"
        r"missing required argument|^usage:)",
        QT_TRANSLATE_NOOP("Connect", "the server does not accept these arguments"),
        QT_TRANSLATE_NOOP("Connect", "Compare the arguments with the server's own help."),
    ),
    Clue(
        r"(?i)(?:SyntaxError|Unexpected token|requires (?:node|python)|unsupported engine|"
        r"NODE_MODULE_VERSION)",
        QT_TRANSLATE_NOOP(
            "Connect", "the server needs another version of its language, or its code has an error"
        ),
        QT_TRANSLATE_NOOP("Connect", "Check which version it needs."),
    ),
    Clue(
        r"(?:GLIBC_|error while loading shared libraries)",
        QT_TRANSLATE_NOOP("Connect", "a system library the server needs is missing"),
        QT_TRANSLATE_NOOP("Connect", "Install the library named in stderr."),
    ),
    Clue(
        r"(?i)permission denied|EACCES",
        QT_TRANSLATE_NOOP("Connect", "the server has no permission for a file it needs"),
        QT_TRANSLATE_NOOP("Connect", "Check permissions."),
    ),
    Clue(
        r"Traceback \(most recent call last\)",
        QT_TRANSLATE_NOOP("Connect", "the server stopped with a Python error"),
        QT_TRANSLATE_NOOP("Connect", "Read the error below."),
    ),
)

# Signal → likely cause.
SIGNALS: Final = {
    "SIGKILL": QT_TRANSLATE_NOOP("Connect", "it was killed, often by the system because memory ran out"),
    "SIGSEGV": QT_TRANSLATE_NOOP("Connect", "the server crashed (a memory error in native code)"),
    "SIGABRT": QT_TRANSLATE_NOOP("Connect", "the server aborted"),
    "SIGILL": QT_TRANSLATE_NOOP("Connect", "the program was built for another processor"),
    "SIGTERM": QT_TRANSLATE_NOOP("Connect", "it was asked to stop"),
}
