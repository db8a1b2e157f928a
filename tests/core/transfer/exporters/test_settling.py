"""What stands in the file of a client and is not ours stays; no two servers share a secret there."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile
from inspector.core.servers.starting import secret_key
from inspector.core.transfer.exporting_servers import exported, planned
from inspector.core.transfer.importers.adding import references_in
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.core.transfer.importers.formats import read_document
from inspector.transport import HttpTarget, StdioTarget

ENDINGS = {"codex": ".toml", "vibe": ".toml", "goose": ".yaml", "continue": ".yaml"}


def kept(name: str, what: str) -> str:
    return f"${{secret:{secret_key(name, what)}}}"


def local(name: str) -> Profile:
    words = ("-y", "pkg@1", "--token", kept(name, "token"), f"--dsn=postgres://u:{kept(name, 'password')}@h/")
    return Profile(name, StdioTarget("npx", words, {"KEY": kept(name, "KEY"), "PLAIN": "1"}))


def remote(name: str) -> Profile:
    headers = {"Authorization": f"Bearer {kept(name, 'Authorization')}", "X-Key": kept(name, "X-Key")}
    return Profile(name, HttpTarget(f"https://h.example/mcp?key={kept(name, 'key')}", headers))


def by_settings(name: str) -> Profile:
    auth = AuthSettings(method="bearer", token=kept(name, "token"))
    return Profile(name, HttpTarget("https://h.example/mcp"), auth=auth)


def values(profile: Profile) -> dict[str, str]:
    return {key: f"real-{place}-secret" for place, key in enumerate(references_in([profile]))}


def config(client: str, folder: Path) -> Path:
    return folder / f"config{ENDINGS.get(client, '.json')}"


def written(client: str, file: Path, profile: Profile, secrets: dict[str, str] | None = None) -> None:
    planned(file, exported(profile, client, secrets)).write()


def entry_of(client: str, file: Path, name: str) -> Any:
    value = read_document(file.read_bytes(), file.suffix).value
    for key in next(one for one in CLIENTS[client].containers if "*" not in one):
        value = value[key]
    return value[name] if isinstance(value, dict) else next(item for item in value if item["name"] == name)


PAIRS = [
    (client, kind)
    for client in CLIENTS
    for kind in (local, remote, by_settings)
    if client != "claude-desktop" or kind is local  # it has no servers behind a URL
]
EVERY = pytest.mark.parametrize(("client", "kind"), PAIRS)
CHANGED = pytest.mark.parametrize(("client", "kind"), [pair for pair in PAIRS if pair[0] != "vibe"])
"""Vibe's list refuses to change an entry that is there."""
BLANK = re.compile(r"<\w+>|\$\{\{ secrets\.\w+ \}\}|[$]?\{(?:env:|input:)?[\w-]+\}")
BY_NAME = ("env_vars", "env_keys")


def names_in(entry: Any) -> set[str]:
    """Everything that an entry takes a secret from, but for lists of variables by their own names."""
    rest = {key: value for key, value in entry.items() if key not in BY_NAME}
    named = {*rest.get("env_http_headers", {}).values(), *filter(None, [rest.get("bearer_token_env_var")])}
    return named | set(BLANK.findall(json.dumps(rest)))


@EVERY
def test_two_servers_in_one_file_share_no_secret(client: str, kind: Any, tmp_path: Path) -> None:
    file = config(client, tmp_path)
    for name in ("one", "two"):
        written(client, file, kind(name))
    one, two = (names_in(entry_of(client, file, name)) for name in ("one", "two"))
    assert one and two and not one & two


@pytest.mark.parametrize(("first", "second"), [("a b", "a-b"), ("서버", "도구"), ("x", "X")])
@pytest.mark.parametrize("client", ["vscode", "cursor", "codex", "claude-desktop"])
def test_names_that_are_written_alike_are_told_apart(
    client: str, first: str, second: str, tmp_path: Path
) -> None:
    file, kind = config(client, tmp_path), local if client == "claude-desktop" else remote
    for name in (first, second):
        written(client, file, kind(name))
    one, two = (names_in(entry_of(client, file, name)) for name in (first, second))
    assert one and two and not one & two


def test_what_vscode_asks_for_belongs_to_one_server_alone(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    for name in ("one", "two"):
        asked = Input("token", description=f"Token of {name}", secret=True)
        target = StdioTarget("run", (), {"TOKEN": "${input:token}"})
        written("vscode", file, Profile(name, target, inputs=(asked,), variables="vscode"))
    value = json.loads(file.read_text())
    ids = [value["servers"][name]["env"]["TOKEN"] for name in ("one", "two")]
    assert ids == ["${input:token}", "${input:token_2}"]
    assert [(item["id"], item["description"]) for item in value["inputs"]] == [
        ("token", "Token of one"),
        ("token_2", "Token of two"),
    ]


def test_one_server_needs_what_begins_with_its_name_and_what_does_not() -> None:
    env = {name: kept("gh", name) for name in ("GH_TOKEN", "TOKEN")}
    one = exported(Profile("gh", StdioTarget("run", (), env)), "cursor")
    assert one.entry["env"] == {"GH_TOKEN": "${env:GH_TOKEN}", "TOKEN": "${env:GH_TOKEN_2}"}


@CHANGED
def test_a_secret_that_stands_in_the_file_stays_where_it_is_not_written(
    client: str, kind: Any, tmp_path: Path
) -> None:
    file, profile = config(client, tmp_path), kind("ours")
    secrets = values(profile)
    written(client, file, profile, secrets)
    before = file.read_bytes()
    assert all(secret.encode() in before for secret in secrets.values())
    plan = planned(file, exported(profile, client))
    assert plan.after == before
    stays = [text for text in plan.losses if "is kept" in text]
    assert len(stays) == 1 and all(key.rpartition("/")[2] in stays[0] for key in secrets)
    assert not any("is not written" in text for text in plan.losses)


@CHANGED
def test_a_secret_that_is_written_takes_the_place_of_its_blank_and_of_the_last_one(
    client: str, kind: Any, tmp_path: Path
) -> None:
    file, profile = config(client, tmp_path), kind("ours")
    secrets = values(profile)
    written(client, file, profile)
    written(client, file, profile, dict.fromkeys(secrets, "a-former-secret"))
    written(client, file, profile, secrets)
    entry = entry_of(client, file, "ours")
    assert all(secret in json.dumps(entry) for secret in secrets.values())
    assert not names_in(entry) and not any(entry.get(key) for key in BY_NAME)
    assert b"a-former-secret" not in file.read_bytes()


@pytest.mark.parametrize(
    ("client", "theirs"),
    [
        ("opencode", {"enabled": False}),
        ("goose", {"enabled": False, "bundled": True}),
        ("copilot-cli", {"tools": ["one"]}),
        ("cline", {"disabled": True, "autoApprove": ["a"], "timeout": 99}),
        ("codex", {"enabled": False, "startup_timeout_sec": 20, "env_vars": ["HOME"]}),
        ("zed", {"source": "custom", "enabled": False}),
        ("cursor", {"type": "stdio", "auth": {"CLIENT_ID": "c", "CLIENT_SECRET": "real"}}),
        ("gemini", {"trust": True, "timeout": 5000, "includeTools": ["x"]}),
        ("continue", {"connectionTimeout": 3}),
    ],
)
def test_members_that_we_say_nothing_of_stay(client: str, theirs: dict[str, Any], tmp_path: Path) -> None:
    file, profile = config(client, tmp_path), local("ours")
    written(client, file, profile, values(profile))
    for form in ("first", "again"):
        one = exported(profile, client)
        plan = planned(file, replace(one, entry={**one.entry, **theirs}, defaults=()))
        plan.write()
        written(client, file, profile)
        entry = entry_of(client, file, "ours")
        assert {key: entry[key] for key in theirs} == theirs, form


@pytest.mark.parametrize("client", ["codex", "opencode", "zed", "goose", "continue", "vscode"])
def test_variables_and_headers_that_we_do_not_have_stay(client: str, tmp_path: Path) -> None:
    file = config(client, tmp_path)
    more = replace(local("ours"), target=StdioTarget("npx", ("-y", "pkg@1"), {"THEIRS": "real", "KEY": "k"}))
    written(client, file, more)
    written(client, file, replace(more, target=StdioTarget("npx", ("-y", "pkg@2"), {"KEY": "new"})))
    text = file.read_text()
    assert "real" in text and "THEIRS" in text and "pkg@2" in text and "new" in text


def test_a_header_is_one_in_whatever_case_and_its_neighbours_stay(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(
        "mcpServers:\n  - name: ours\n    type: sse\n    url: https://h.example/old\n    requestOptions:\n"
        "      verifySsl: false\n      headers:\n        authorization: Bearer real\n        X-More: m\n"
    )
    written("continue", file, replace(remote("ours"), transport="sse"))
    assert entry_of("continue", file, "ours")["requestOptions"] == {
        "verifySsl": False,
        "headers": {
            "authorization": "Bearer real",
            "X-More": "m",
            "X-Key": "${{ secrets.OURS_X_KEY }}",
        },
    }


@pytest.mark.parametrize(
    "there",
    [
        HttpTarget("https://elsewhere.example/mcp", {"Authorization": "Bearer real", "X-More": "real"}),
        StdioTarget("npx", ("-y", "pkg@1"), {"KEY": "real"}),
    ],
)
@pytest.mark.parametrize("client", ["cursor", "codex", "continue", "opencode", "zed"])
def test_another_server_does_not_get_the_secrets_of_the_one_it_replaces(
    client: str, there: Any, tmp_path: Path
) -> None:
    file = config(client, tmp_path)
    written(client, file, Profile("ours", there))
    assert "real" in file.read_text()
    written(client, file, remote("ours"))
    assert "real" not in file.read_text() and "pkg" not in file.read_text()


def test_another_program_under_the_name_gets_no_variables_of_the_last_one(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    written("cursor", file, Profile("ours", StdioTarget("npx", ("-y", "other"), {"KEY": "real"})))
    written("cursor", file, local("ours"))
    assert entry_of("cursor", file, "ours")["env"] == {"KEY": "${env:OURS_KEY}", "PLAIN": "1"}


def test_a_blank_among_the_words_of_a_command_is_found_by_the_word_before_it(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    words = ["-y", "pkg@0", "--verbose", "--token", "real-1", "--dsn=postgres://u:real-2@h/"]
    file.write_text(json.dumps({"mcpServers": {"ours": {"command": "npx", "args": words}}}))
    written("cursor", file, local("ours"))
    assert entry_of("cursor", file, "ours")["args"] == [
        "-y", "pkg@1", "--token", "real-1", "--dsn=postgres://u:real-2@h/",
    ]  # fmt: skip


def test_codex_says_that_a_variable_by_its_own_name_is_everybodys() -> None:
    one = exported(Profile("ours", StdioTarget("run", (), {"KEY": kept("ours", "KEY")})), "codex")
    assert one.entry["env_vars"] == ["KEY"]
    assert any("by every server that uses this name" in text for text in one.losses)


def test_what_its_client_said_of_it_gives_back_no_reference_of_ours() -> None:
    profile = replace(local("ours"), kept={"client": "cline", "more": {"apiKey": kept("ours", "apiKey")}})
    assert exported(profile, "cline").entry["more"] == {"apiKey": "<OURS_APIKEY>"}
    values_ = {secret_key("ours", "apiKey"): "real"}
    assert exported(profile, "cline", values_).entry["more"] == {"apiKey": "real"}


def test_an_answer_that_is_a_secret_is_written_or_named_like_any_other() -> None:
    asked = Input("token", value=f"{kept('ours', 'token')}", secret=True)
    target = StdioTarget("run", ("--token=${input:token}",))
    profile = Profile("ours", target, inputs=(asked,), variables="vscode")
    assert exported(profile, "cursor").entry["args"] == ["--token=${env:OURS_TOKEN}"]
    assert exported(profile, "cursor", {secret_key("ours", "token"): "real"}).entry["args"] == [
        "--token=real"
    ]


@pytest.mark.parametrize(
    ("there", "here", "stays"),
    [
        (("npx", "-y", "pkg@1.2"), ("npx", "-y", "pkg@2"), True),
        (("npx", "@scope/pkg"), ("npx", "@scope/pkg@2"), True),
        (("uvx", "pkg==1"), ("uvx", "pkg"), True),
        (("docker", "image:1"), ("docker", "image:2"), True),
        (("node", "/a/server.js"), ("node", "/a/server.js", "--more"), True),
        (("node", "/a/server.js"), ("node", "/b/server.js"), False),
        (("npx", "@scope/pkg"), ("npx", "@other/pkg"), False),
        (("node", "server.js"), ("deno", "server.js"), False),
        (("run",), ("run", "x"), False),
        (("uv", "run", "a.py"), ("uv", "run", "a.py", "-v"), True),
        (("uv", "run", "a.py"), ("uv", "run", "b.py"), False),
        (("uv", "--directory=/a", "run", "x"), ("uv", "--directory=/b", "run", "x"), False),
        (("docker", "run", "-i", "mcp/a:1@sha256:ab"), ("docker", "run", "-i", "mcp/a:2"), True),
        (("docker", "run", "-i", "h:5000/a"), ("docker", "run", "-i", "h:5000/a:latest"), True),
        (("docker", "run", "-i", "mcp/a"), ("docker", "run", "-i", "mcp/b"), False),
        (("npx", "-y", "mcp-remote", "https://a/"), ("npx", "-y", "mcp-remote", "https://b/"), False),
        (("deno", "run", "npm:a@1"), ("deno", "run", "npm:a@2"), True),
        (("deno", "run", "npm:a"), ("deno", "run", "npm:b"), False),
        (("ssh", "me@good", "serve"), ("ssh", "me@evil", "serve"), False),
        (("python", "C:\\srv\\a.py"), ("python", "C:\\srv\\b.py"), False),
        (("python", "-ma"), ("python", "-mb"), False),
    ],
)
def test_the_same_program_keeps_its_variables_whatever_its_version(
    there: tuple[str, ...], here: tuple[str, ...], stays: bool, tmp_path: Path
) -> None:
    file = tmp_path / "mcp.json"
    written("cursor", file, Profile("ours", StdioTarget(there[0], there[1:], {"KEY": "real"})))
    written("cursor", file, Profile("ours", StdioTarget(here[0], here[1:], {"PLAIN": "1"})))
    env = entry_of("cursor", file, "ours")["env"]
    assert env == ({"KEY": "real", "PLAIN": "1"} if stays else {"PLAIN": "1"})


def test_a_blank_in_the_words_of_a_container_is_not_cut_as_its_version(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    there = StdioTarget("docker", ("run", "-e", "TOKEN=real", "mcp/a"), {"KEY": "real"})
    written("cursor", file, Profile("ours", there))
    here = StdioTarget("docker", ("run", "-e", f"TOKEN={kept('ours', 'token')}", "mcp/a"))
    written("cursor", file, Profile("ours", here))
    entry = entry_of("cursor", file, "ours")
    assert (entry["args"][2], entry["env"]) == ("TOKEN=real", {"KEY": "real"})


@pytest.mark.parametrize(("folder", "stays"), [("/a", True), ("/b", False)])
def test_the_same_command_in_another_folder_is_another_program(
    folder: str, stays: bool, tmp_path: Path
) -> None:
    file = tmp_path / "mcp.json"
    for cwd, env in (("/a", {"KEY": "real"}), (folder, {"PLAIN": "1"})):
        written("vscode", file, Profile("ours", StdioTarget("python", ("server.py",), env, cwd)))
    assert ("KEY" in entry_of("vscode", file, "ours")["env"]) is stays


@pytest.mark.parametrize(
    ("there", "here", "stays"),
    [
        ("https://h.example/mcp", "https://h.example/other", True),
        ("https://h.example/mcp", "HTTPS://H.example:443/mcp", True),
        ("https://h.example/mcp", "http://h.example/mcp", False),
        ("https://h.example/mcp", "https://h.example:8443/mcp", False),
        ("wss://h.example/mcp", "wss://h.example/mcp", True),
    ],
)
def test_headers_stay_with_their_origin(there: str, here: str, stays: bool, tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    written("claude-code", file, Profile("ours", HttpTarget(there, {"X-Key": "real"})))
    written("claude-code", file, Profile("ours", HttpTarget(here, {"X-More": "1"})))
    headers = entry_of("claude-code", file, "ours")["headers"]
    assert headers == ({"X-Key": "real", "X-More": "1"} if stays else {"X-More": "1"})
