"""A call as code: the same call, and no secret in it."""

from __future__ import annotations

import ast
import json
import os
import shlex
import subprocess
from typing import Any

import pytest

from inspector.core.client.item_calls import ItemCall
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.profiles import Profile
from inspector.core.transfer.call_code import LANGUAGES, Reach, call_code, mcpdi_line
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget

ARGUMENTS: dict[str, Any] = {
    "message": "a 'b' \"c\" 한글 $HOME `x` ${HOME}\n",
    "numbers": [1, 2.5, -3],
    "on": True,
    "off": None,
    "none": {},
}
CALL = ItemCall("tools", "echo", json.dumps(ARGUMENTS))
STDIO = Profile("own", StdioTarget("server", ("--port", "1", "a b"), {"MODE": "x"}, "/srv/own"))
FAR = Profile("far", HttpTarget("https://example.com/mcp"))
ERAS = pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28", ""])
SECRET = "s3cr3t-value-of-ours"


def reach(profile: Profile, revision: str = "2025-11-25", transport: str = "", **more: Any) -> Reach:
    kind = "stdio" if isinstance(profile.target, StdioTarget) else "http"
    return Reach(profile, transport or kind, revision, **more)


def calls(code: str, name: str) -> list[Any]:
    """Positional values of the calls of a method in Python code."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name:
            found.append([ast.literal_eval(one) for one in node.args])
    return found


def words_of(script: str, **environ: str) -> list[str]:
    """The words of a command line as a shell reads it."""
    line = script.replace("curl ", "printf '%s\\n\\0' ", 1) if script.startswith("curl") else script
    run = line if line.startswith("printf") else f"set -- {line}\nprintf '%s\\n\\0' \"$@\""
    made = subprocess.run(["sh", "-c", run], capture_output=True, check=True, env={**os.environ, **environ})
    return [word.removesuffix("\n") for word in made.stdout.decode().split("\0")[:-1]]


@ERAS
@pytest.mark.parametrize("profile", [STDIO, FAR])
def test_python_makes_the_same_call(profile: Profile, revision: str) -> None:
    code = call_code("python", reach(profile, revision), CALL)
    assert calls(code, "call_tool") == [["echo", ARGUMENTS]]
    assert ("Client(" in code.replace("ClientSession(", "")) == (revision == "2026-07-28")
    assert calls(call_code("fastmcp", reach(profile, revision), CALL), "call_tool_mcp") == [
        ["echo", ARGUMENTS]
    ]


@pytest.mark.parametrize("language", ["python", "fastmcp"])
def test_the_process_has_its_words_variables_and_folder(language: str) -> None:
    made = {}
    for node in ast.walk(ast.parse(call_code(language, reach(STDIO), CALL))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.keywords:
            made = {one.arg: ast.literal_eval(one.value) for one in node.keywords}
    assert made == {
        "command": "server",
        "args": ["--port", "1", "a b"],
        "env": {"MODE": "x"},
        "cwd": "/srv/own",
    }


@pytest.mark.parametrize("language", ["python", "fastmcp"])
def test_prompts_and_resources_are_asked_for_too(language: str) -> None:
    end = "_mcp" if language == "fastmcp" else ""
    prompt = call_code(language, reach(FAR), ItemCall("prompts", "p", '{"city": "Seoul"}'))
    assert calls(prompt, f"get_prompt{end}") == [["p", {"city": "Seoul"}]]
    resource = call_code(language, reach(FAR), ItemCall("resources", "x://{id}", '{"id": "a b"}'))
    assert calls(resource, f"read_resource{end}") == [["x://a%20b"]]


def test_typescript_has_a_package_for_each_era() -> None:
    old, new = (call_code("typescript", reach(FAR, one), CALL) for one in ("2025-11-25", "2026-07-28"))
    assert '"@modelcontextprotocol/sdk/client/streamableHttp.js"' in old
    assert 'from "@modelcontextprotocol/client"' in new and "sdk" not in new
    assert "client.callTool({" in old and 'name: "echo"' not in old and '"name": "echo"' in old
    assert r"한글 $HOME `x` ${HOME}\n" in old, "a plain string, where nothing is put in"


def test_curl_shakes_hands_where_the_server_wants_it() -> None:
    lines = call_code("curl", reach(FAR, "2025-06-18"), CALL).split("\ncurl ")
    assert len(lines) == 3 and lines[0].startswith("session=$(curl ") and '"initialize"' in lines[0]
    words = words_of(f"curl {lines[2]}", session="abc")
    assert "Mcp-Session-Id: abc" in words and "MCP-Protocol-Version: 2025-06-18" in words
    body = json.loads(words[words.index("--data-raw") + 1])
    assert body["params"] == {"name": "echo", "arguments": ARGUMENTS}


def test_curl_needs_one_request_without_a_handshake() -> None:
    words = words_of(call_code("curl", reach(FAR, "2026-07-28"), CALL))
    assert "https://example.com/mcp" in words
    assert {"Mcp-Method: tools/call", "Mcp-Name: echo", "MCP-Protocol-Version: 2026-07-28"} <= set(words)
    params = json.loads(words[words.index("--data-raw") + 1])["params"]
    assert params["arguments"] == ARGUMENTS
    assert params["_meta"]["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"


SECRETIVE = [
    Profile(
        "a",
        StdioTarget("run", ("--api-key", SECRET, f"--token={SECRET}"), {"TOKEN": SECRET, "URL": "${HOST}"}),
    ),
    Profile("b", HttpTarget(f"https://me:{SECRET}@h/mcp?api_key={SECRET}&q=1", {"X-Api-Key": SECRET})),
    Profile("c", HttpTarget("https://h/mcp", {"Authorization": f"Bearer {SECRET}"})),
    Profile("d", HttpTarget("https://h/mcp"), auth=AuthSettings("bearer", token=SECRET)),
    Profile("e", HttpTarget("https://h/mcp"), auth=AuthSettings("api_key", token=SECRET)),
]


@ERAS
@pytest.mark.parametrize("profile", SECRETIVE)
def test_no_secret_is_written(profile: Profile, revision: str) -> None:
    call = ItemCall("tools", "login", json.dumps({"user": "me", "password": SECRET}))
    for language in LANGUAGES:
        at = reach(profile, revision)
        if at.transport in language.transports:
            code = call_code(language.key, at, call)
            assert SECRET not in code and "PASSWORD" in code, language.key
            if language.key in ("python", "fastmcp"):
                compile(code, "code.py", "exec")
                assert "import os" in code
    line = mcpdi_line(["call", "login", "--args", call.arguments], profile)
    assert SECRET not in line and "${PASSWORD}" in line


def test_the_shell_puts_secrets_back_where_they_were() -> None:
    line = mcpdi_line(["call", "login", "--args", '{"password": "x y"}'], SECRETIVE[0])
    words = words_of(line, PASSWORD="x y", API_KEY="k", TOKEN="t", HOST="h")
    assert words[:5] == ["mcpdi", "call", "login", "--args", '{"password": "x y"}']
    assert words[5:9] == ["--env", "TOKEN=t", "--env", "URL=h"]
    assert words[9:] == ["--", "run", "--api-key", "k", "--token=t"]
    far = words_of(mcpdi_line([], SECRETIVE[1]), PASSWORD="p", API_KEY="k", X_API_KEY="x")
    assert far == ["mcpdi", "--header", "X-Api-Key: x", "--on", "https://me:p@h/mcp?api_key=k&q=1"]
    bearer = words_of(mcpdi_line([], SECRETIVE[2]), MCP_TOKEN="t")
    assert bearer == ["mcpdi", "--header", "Authorization: Bearer t", "--on", "https://h/mcp"]


def test_a_token_that_the_user_signed_in_for_is_a_variable() -> None:
    assert "MCP_TOKEN" not in call_code("python", reach(FAR), CALL)
    assert '"Bearer " + os.environ["MCP_TOKEN"]' in call_code("python", reach(FAR, signed_in=True), CALL)


def test_a_line_of_mcpdi_says_what_is_declared_and_leaves_arguments_as_they_were_typed() -> None:
    profile = Profile("far", FAR.target, capabilities={}, client_info={"name": "me"})
    line = mcpdi_line(["call", "x", "--args", "{half"], profile)
    assert shlex.split(line) == [
        *("mcpdi", "call", "x", "--args", "{half", "--declare", "{}"),
        *("--client-info", '{"name":"me"}', "--on", "https://example.com/mcp"),
    ]


def test_what_cannot_be_written_says_why() -> None:
    with pytest.raises(UsageError, match="stdio"):
        call_code("curl", reach(STDIO), CALL)
    with pytest.raises(UsageError, match="websocket"):
        call_code("python", reach(FAR, transport="websocket"), CALL)
    for text in ("{half", "[1]"):
        with pytest.raises(UsageError):
            call_code("python", reach(FAR), ItemCall("tools", "x", text))
