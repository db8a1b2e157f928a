"""The line that adds a server to another client says which server it is."""

from __future__ import annotations

import pytest

from inspector.core.transfer.client_commands import ClientCommand, from_client_command
from inspector.errors import UsageError

COMMANDS = {
    "claude mcp add n -- npx -y a": ClientCommand("n", ["npx", "-y", "a"]),
    "claude mcp add --transport sse n https://h/x": ClientCommand("n", ["https://h/x"], transport="sse"),
    "claude mcp add --transport=sse n u": ClientCommand("n", ["u"], transport="sse"),
    "claude mcp add -t ws n u": ClientCommand("n", ["u"], transport="websocket"),
    "claude mcp add --type websocket n u": ClientCommand("n", ["u"], transport="websocket"),
    "claude mcp add -t http n u --header A:b -H C:d": ClientCommand("n", ["u"], headers=["A:b", "C:d"]),
    "claude.exe mcp add n -e A=b=c cmd -e X=y": ClientCommand("n", ["cmd"], env={"A": "b=c", "X": "y"}),
    "/bin/claude mcp add n cmd -e X=y z": ClientCommand("n", ["cmd", "-e", "X=y", "z"]),
    "claude mcp add --env=A=b --verbose n c": ClientCommand("n", ["c"], env={"A": "b"}),
    "claude mcp add n c -- d": ClientCommand("n", ["c", "d"]),
    "claude mcp add n c d -- e": ClientCommand("n", ["c", "d", "--", "e"]),
    "codex mcp add n --url https://h": ClientCommand("n", ["https://h"]),
    "gemini mcp add -s user n c -x": ClientCommand("n", ["c", "-x"]),
    "claude mcp add-json n {}": ClientCommand("n", json="{}"),
    "claude mcp add-json -s user -x n {}": ClientCommand("n", json="{}"),
    "code --add-mcp {}": ClientCommand(json="{}"),
    "cursor.cmd a --add-mcp {}": ClientCommand(json="{}"),
    "npx -y @modelcontextprotocol/inspector --cli -e A=b node x.js -- y": ClientCommand(
        "", ["node", "x.js", "--", "y"], env={"A": "b"}
    ),
    "npx @modelcontextprotocol/inspector@0.1 node": ClientCommand("", ["node"]),
    "mcp-inspector node a": ClientCommand("", ["node", "a"]),
    "npx mcp-inspector -- node -e a": ClientCommand("", ["node", "-e", "a"]),
    "npx mcp-inspector node -e A=b": ClientCommand("", ["node", "-e", "A=b"]),
}


@pytest.mark.parametrize(("line", "command"), COMMANDS.items(), ids=list(COMMANDS))
def test_a_line_says_the_server_that_it_adds(line: str, command: ClientCommand) -> None:
    assert from_client_command(line.split()) == command


@pytest.mark.parametrize(
    "line",
    ["claude mcp list", "claude mcp", "claude", "code --add-mcp", "foo --add-mcp {}", "mcp-inspector",
     "foo mcp-inspector x", "npx -y -q -z mcp-inspector x", "npx a"],
)  # fmt: skip
def test_another_line_adds_none(line: str) -> None:
    assert from_client_command(line.split()) is None


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("claude mcp add n -e", "-e needs a value after it"),
        ("claude mcp add n --env A c", "--env needs NAME=value, not “A”"),
        ("claude mcp add n", "this command adds a server, but its command or URL is missing at the end"),
        ("claude mcp add n --", "this command adds a server, but its command or URL is missing at the end"),
        ("claude mcp add-json n", "mcp add-json needs a name and the JSON of the server in quotes"),
        ("claude mcp add-json -s user n", "mcp add-json needs a name and the JSON of the server in quotes"),
    ],
)
def test_a_line_that_lacks_something_says_what(line: str, why: str) -> None:
    with pytest.raises(UsageError) as caught:
        from_client_command(line.split())
    assert str(caught.value) == why
