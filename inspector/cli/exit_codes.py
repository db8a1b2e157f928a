"""What the exit code of `mcpdi` says. This table is shown by --help and in the guide."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

__all__ = ["MEANING", "ExitCode", "table"]


class ExitCode(IntEnum):
    """0 to 7, fixed: scripts rely on them."""

    DONE = 0
    OTHER = 1
    USAGE = 2
    AUTHORIZATION = 3
    UNREACHABLE = 4
    TOOL_ERROR = 5
    PROTOCOL_VIOLATION = 6
    JSONRPC_ERROR = 7


MEANING: Final[dict[ExitCode, str]] = {
    ExitCode.DONE: "done",
    ExitCode.OTHER: "any other failure, also Ctrl+C (watch and set-level end with 0); diff: they differ;"
    " show --exit-code: nothing found; --trace: records are missing in the file",
    ExitCode.USAGE: "the command line cannot be used",
    ExitCode.AUTHORIZATION: "the server wants authorization (HTTP 401 or 403)",
    ExitCode.UNREACHABLE: "the server could not be started or reached, went away, or did not answer in time",
    ExitCode.TOOL_ERROR: "the tool answered with isError",
    ExitCode.PROTOCOL_VIOLATION: "with --strict: the server broke the protocol (a finding of severity error)",
    ExitCode.JSONRPC_ERROR: "the server answered with a JSON-RPC error",
}


def table() -> str:
    """Code and meaning, one a line."""
    return "\n".join(f"{code.value}  {text}" for code, text in MEANING.items())
