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
    ExitCode.OTHER: "any other failure, including Ctrl+C (0 for watch and set-level);"
    " diff: differences found; show --exit-code: nothing found; --trace: records missing in the file",
    ExitCode.USAGE: "invalid command line",
    ExitCode.AUTHORIZATION: "the server requires authorization (HTTP 401 or 403)",
    ExitCode.UNREACHABLE: "the server could not be started or reached, exited, or timed out",
    ExitCode.TOOL_ERROR: "the tool returned an error (isError)",
    ExitCode.PROTOCOL_VIOLATION: "check, or --strict: the server violated the protocol"
    " (a finding of severity error)",
    ExitCode.JSONRPC_ERROR: "the server returned a JSON-RPC error",
}


def table() -> str:
    """Code and meaning, one a line."""
    return "\n".join(f"{code.value}  {text}" for code, text in MEANING.items())
