"""What people paste becomes the server that they mean, or an error that says what to paste instead."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inspector.core.servers.profiles import Profile
from inspector.core.servers.server_names import name_from_words
from inspector.core.transfer.paste import parse_server
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget

COMMANDS = [
    ("npx -y @modelcontextprotocol/server-everything", "everything",
     StdioTarget("npx", ("-y", "@modelcontextprotocol/server-everything"))),
    ("  $ npx -y pkg  \n", "pkg", StdioTarget("npx", ("-y", "pkg"))),
    ("FOO=bar BAZ='a b' cmd --x=1", "cmd", StdioTarget("cmd", ("--x=1",), {"FOO": "bar", "BAZ": "a b"})),
    ("env FOO=bar cmd", "cmd", StdioTarget("cmd", (), {"FOO": "bar"})),
    ('python "my server.py" \'a "b"\' c\\ d', "my server",
     StdioTarget("python", ("my server.py", 'a "b"', "c d"))),
    (r'"C:\Program Files\nodejs\node.exe" C:\mcp\index.js --dir="D:\my docs"', "index",
     StdioTarget(r"C:\Program Files\nodejs\node.exe", (r"C:\mcp\index.js", r"--dir=D:\my docs"))),
    (r".\server.exe it's", "server", StdioTarget(r".\server.exe", ("it's",))),
    (r"python servers\weather\main.py", "weather", StdioTarget("python", (r"servers\weather\main.py",))),
    ("docker run -i --rm -e TOKEN=x mcp/fetch:latest --flag", "fetch",
     StdioTarget("docker", ("run", "-i", "--rm", "-e", "TOKEN=x", "mcp/fetch:latest", "--flag"))),
    ("npx -y pkg \\\n  --one \\\n  two", "pkg", StdioTarget("npx", ("-y", "pkg", "--one", "two"))),
    ("cd /srv/app && node index.js", "index", StdioTarget("node", ("index.js",), {}, "/srv/app")),
    ('sh -c "a | b"', "a", StdioTarget("sh", ("-c", "a | b"))),
    ("server --price 5$ --x '' --y=\"\"", "server",
     StdioTarget("server", ("--price", "5$", "--x", "", "--y="))),
    ("claude mcp add github -e TOKEN=x -- npx -y pkg -e K=V", "github",
     StdioTarget("npx", ("-y", "pkg", "-e", "K=V"), {"TOKEN": "x"})),
    ("claude mcp add --scope user files npx -y pkg /data", "files",
     StdioTarget("npx", ("-y", "pkg", "/data"))),
    ("codex mcp add ctx --env A=b -- npx -y ctx7", "ctx", StdioTarget("npx", ("-y", "ctx7"), {"A": "b"})),
    ("npx @modelcontextprotocol/inspector -e A=b node x.js", "x",
     StdioTarget("node", ("x.js",), {"A": "b"})),
    ("npx @modelcontextprotocol/inspector@2.1 --cli node /a/weather/dist/index.js", "weather",
     StdioTarget("node", ("/a/weather/dist/index.js",))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "target"), COMMANDS, ids=[case[0] for case in COMMANDS])
def test_a_command_line_becomes_its_words(text: str, name: str, target: StdioTarget) -> None:
    [profile] = parse_server(text)
    assert profile.target == target
    assert profile.name == name


URLS = [
    ("https://mcp.example.com/mcp", "mcp.example.com", "https://mcp.example.com/mcp"),
    ("HTTP://Host:80/", "Host:80", "http://Host:80/"),
    ("wss://mcp.example.com/ws", "mcp.example.com", "wss://mcp.example.com/ws"),
    ("WS://localhost:8000/ws", "localhost:8000", "ws://localhost:8000/ws"),
    ("localhost:3000/mcp", "localhost:3000", "http://localhost:3000/mcp"),
    ("localhost", "localhost", "http://localhost"),
    ("127.0.0.1:8000", "127.0.0.1:8000", "http://127.0.0.1:8000"),
    ("[::1]:3000/mcp", "[::1]:3000", "http://[::1]:3000/mcp"),
    ("mcp.example.com/mcp", "mcp.example.com", "https://mcp.example.com/mcp"),
    ("myhost:3000/mcp", "myhost:3000", "http://myhost:3000/mcp"),
    ("https://user:pw@h.example/mcp", "h.example", "https://user:pw@h.example/mcp"),
]


@pytest.mark.parametrize(("text", "name", "url"), URLS, ids=[case[0] for case in URLS])
def test_a_url_is_a_server_even_without_its_scheme(text: str, name: str, url: str) -> None:
    assert parse_server(text) == [Profile(name, HttpTarget(url))]


@pytest.mark.parametrize(
    "word", ["server.js", "./server", "dist/index.js", "my-server", "mcp.py", "a.b/c.py/x"]
)
def test_a_file_is_not_taken_for_a_host(word: str) -> None:
    target = parse_server(word)[0].target
    assert isinstance(target, StdioTarget) or word == "a.b/c.py/x"


def test_headers_may_follow_a_url() -> None:
    [profile] = parse_server("https://h.example/mcp --header 'Authorization: Bearer a:b' -H=X-Y:1")
    assert profile.target == HttpTarget("https://h.example/mcp", {"Authorization": "Bearer a:b", "X-Y": "1"})


def test_a_url_of_another_client_keeps_headers_and_transport() -> None:
    line = 'claude mcp add --transport sse linear https://l.example/sse --header "X: 1" --header "Y: 2"'
    assert parse_server(line) == [
        Profile("linear", HttpTarget("https://l.example/sse", {"X": "1", "Y": "2"}), "sse")
    ]


def test_a_websocket_of_a_client_command_and_of_json_keeps_its_transport() -> None:
    target = HttpTarget("wss://w.example/ws")
    assert parse_server("claude mcp add --transport ws w wss://w.example/ws") == [
        Profile("w", target, "websocket")
    ]
    assert parse_server('{"w": {"type": "websocket", "url": "wss://w.example/ws"}}') == [
        Profile("w", target, "websocket")
    ]


def test_json_given_to_another_client_is_read() -> None:
    line = """claude mcp add-json weather '{"type":"http","url":"https://w.example/mcp"}'"""
    assert parse_server(line) == [Profile("weather", HttpTarget("https://w.example/mcp"), "http")]
    line = """code --add-mcp '{"name":"w","command":"npx","args":["-y","p"]}'"""
    assert parse_server(line) == [Profile("w", StdioTarget("npx", ("-y", "p")))]


X = Profile("x", StdioTarget("run", ("a",)))
JSON = [
    '{"mcpServers": {"x": {"command": "run", "args": ["a"]}}}',
    '{"servers": {"x": {"type": "stdio", "command": "run", "args": ["a"]}}}',
    '{"mcp": {"servers": {"x": {"command": "run", "args": ["a"]}}}}',
    '{"mcp": {"x": {"command": ["run", "a"]}}}',
    '{"context_servers": {"x": {"command": {"path": "run", "args": ["a"]}}}}',
    '{"x": {"command": "run", "args": ["a"]}}',
    '"x": {"command": "run", "args": ["a"]}',
    '"x": {"command": "run", "args": ["a"]},\n',
    '"mcpServers": {"x": {"command": "run", "args": ["a"]}}',
    '{"name": "x", "command": "run", "args": ["a"]}',
    '[{"name": "x", "command": "run", "args": ["a"]}]',
    '{"mcpServers": {"x": {"command": "run a"}}}',
    '```json\n{"x": {"command": "run", "args": ["a"]}}\n```',
    '// mine\n{\n  "x": { /* "}" */ "command": "run", // why, "not"\n  "args": ["a",],\n },\n}',
]


@pytest.mark.parametrize("text", JSON)
def test_json_is_understood_in_every_wrapping(text: str) -> None:
    assert parse_server(text) == [X]


def test_slashes_and_commas_inside_strings_stay() -> None:
    [profile] = parse_server('{"command": "x", "args": ["http://a//b", "/*c*/", ",]", "q\\"//"],}')
    assert profile.target == StdioTarget("x", ("http://a//b", "/*c*/", ",]", 'q"//'))


def test_several_servers_in_one_fragment_keep_their_order() -> None:
    text = '{"mcpServers": {"b": {"command": "x"}, "a": {"url": "http://h/", "type": "sse"}}}'
    assert [(profile.name, profile.transport) for profile in parse_server(text)] == [
        ("b", "auto"),
        ("a", "sse"),
    ]


def test_several_lines_are_several_servers_with_names_of_their_own() -> None:
    profiles = parse_server("# mine\nnpx -y time\nuvx mcp-server-time\nhttps://h.example/mcp\n")
    assert [profile.name for profile in profiles] == ["time", "time 2", "h.example"]


def test_bare_json_is_named_by_its_command_or_by_the_default() -> None:
    assert parse_server('{"command": "uvx", "args": ["mcp-server-git"]}')[0].name == "git"
    assert parse_server('{"command": "uvx", "args": ["mcp-server-git"]}', "mine")[0].name == "mine"
    assert parse_server('{"url": "https://h.example/x"}')[0].name == "h.example"


def test_demo_is_the_demo_server() -> None:
    assert [profile.name for profile in parse_server(" Demo ")] == ["demo"]


def test_home_and_variables_mean_what_a_shell_means(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHERE", "/data")
    monkeypatch.delenv("NOWHERE", raising=False)
    [profile] = parse_server("""~/bin/x $WHERE "${WHERE}/y" '$WHERE' $NOWHERE""")
    home = os.path.expanduser("~/bin/x")
    assert profile.target == StdioTarget(home, ("/data", "/data/y", "$WHERE", "$NOWHERE"))


def test_nothing_is_executed(tmp_path: Path) -> None:
    witness = tmp_path / "witness"
    parse_server(f"sh -c 'touch {witness}; $(touch {witness})'")
    assert not witness.exists()


ERRORS = [
    ("", "Nothing to read"),
    ("# only this", "Only comments"),
    ('npx "abc', 'unclosed " at character 5'),
    ("cat x | server", "“|” at character 7 needs a shell"),
    ("a > log", "needs a shell"),
    ("a && b", "“&&”"),
    ("x $(whoami)", "needs a shell"),
    ("FOO=bar", "No command after the variables"),
    ("-y pkg", "cannot start with the option -y"),
    ("ws://", "has no host"),
    ("ftp://h/x", "http://, https://, ws:// or wss://"),
    ("http://", "has no host"),
    ("http://h:99999/", "not a URL"),
    ("localhost:99999", "not a port"),
    ("https://h.example/mcp --flag", "“--flag” after the URL"),
    ("https://h.example/mcp -H nonsense", "not a header"),
    ("https://h.example/mcp -H", "needs a value"),
    ("<html>", "web page"),
    ("{}", "empty"),
    ("[]", "contains no servers"),
    ('{"mcpServers": {}}', "contains no servers"),
    ('{"x": 1}', 'no "command", "url" or list of servers'),
    ('{"x": {"comand": "y"}}', '"x" has neither "command" nor "url"; found: "comand"'),
    ('{"command": "x"', "ends unexpectedly: } is missing"),
    ('{"command": "x", "args": ["a"', "]} is missing"),
    ("{'command': 'x'}", "line 1, column 2"),
    ('{"command": "C:\\folder"}', "Write a backslash twice"),
    ('{\n "command": x\n}', "line 2, column 13"),
    ("claude mcp add", "missing at the end"),
    ("claude mcp add-json x", "needs a name and the JSON"),
]


@pytest.mark.parametrize(("text", "words"), ERRORS, ids=[case[0] for case in ERRORS])
def test_what_cannot_be_understood_says_why(text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_server(text)
    assert words in str(caught.value)


NAMES = [
    ("npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /tmp", "filesystem"),
    ("npx @playwright/mcp@latest", "playwright"),
    ("npx -y chrome-devtools-mcp", "chrome-devtools"),
    ("npx -y @notionhq/notion-mcp-server", "notion"),
    ("npx -y firecrawl-mcp", "firecrawl"),
    ("npx -p pkg-mcp run-it", "pkg"),
    ("uvx mcp-server-time --local-timezone UTC", "time"),
    ("uvx --from git+https://github.com/oraios/serena serena start-mcp-server", "serena"),
    ("uvx awslabs.iam-mcp-server@latest", "awslabs.iam"),
    ("uv --directory /x/weather run server.py", "server"),
    ("python -m mcp_server_fetch", "fetch"),
    ("python3 /home/me/weather/server.py", "weather"),
    ("node /x/server-everything/dist/index.js stdio", "everything"),
    ("/opt/tools/my-server --stdio", "my"),
    ("docker run -i --rm --mount type=bind,src=/a,dst=/b mcp/filesystem /b", "filesystem"),
    ("docker run -i --rm ghcr.io/github/github-mcp-server", "github"),
    ("cmd /c npx -y mcp-remote", "remote"),
    ('bash -c "npx -y pkg"', "pkg"),
    ("java -jar target/weather-1.0.jar", "weather-1.0"),
    ("server", "server"),
    ("node index.js", "index"),
]


@pytest.mark.parametrize(("line", "name"), NAMES, ids=[case[0] for case in NAMES])
def test_a_server_is_named_by_what_it_is(line: str, name: str) -> None:
    import shlex

    assert name_from_words(shlex.split(line)) == name
