"""What a client can say of a server it says in its own words; what it cannot is told; no secret slips out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import Lookup, resolve
from inspector.core.transfer.exporting_servers import exported
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.core.transfer.importers.spelling import UNKNOWN
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget


def stdio(variables: str = "own", **env: str) -> Profile:
    return Profile("s", StdioTarget("run", ("--x",), env), variables=variables)


def far(header: str, variables: str = "own") -> Profile:
    return Profile("s", HttpTarget("https://h.example/", {"Authorization": header}), variables=variables)


SECRET = "${secret:server/s/TOKEN}"


@pytest.mark.parametrize(
    ("client", "written"),
    [
        ("claude-desktop", {"env": {"TOKEN": "<S_TOKEN>"}}),
        ("claude-code", {"env": {"TOKEN": "${S_TOKEN}"}}),
        ("cursor", {"env": {"TOKEN": "${env:S_TOKEN}"}}),
        ("vscode", {"env": {"TOKEN": "${input:s-TOKEN}"}}),
        ("gemini", {"env": {"TOKEN": "${S_TOKEN}"}}),
        ("continue", {"env": {"TOKEN": "${{ secrets.S_TOKEN }}"}}),
        ("opencode", {"environment": {"TOKEN": "{env:S_TOKEN}"}}),
        ("codex", {"env_vars": ["TOKEN"]}),
        ("goose", {"env_keys": ["TOKEN"]}),
    ],
)
def test_a_secret_is_named_as_the_client_names_one(client: str, written: dict[str, Any]) -> None:
    one = exported(stdio(TOKEN=SECRET), client)
    assert {key: one.entry.get(key) for key in written} == written
    assert one.secrets == ("server/s/TOKEN",)


@pytest.mark.parametrize("client", list(CLIENTS))
def test_a_secret_is_written_only_when_it_is_wanted(client: str) -> None:
    plain = exported(stdio(TOKEN=SECRET), client)
    assert "hunter-22" not in repr(plain) and "secret:" not in repr(plain.entry)
    whole = exported(stdio(TOKEN=SECRET), client, {"server/s/TOKEN": "hunter-22"})
    assert "hunter-22" in repr(whole.entry) and whole.secrets == () and whole.losses == ()


def test_codex_has_no_variables_within_texts_so_a_place_is_kept_for_the_secret() -> None:
    target = StdioTarget("run", ("--key=${secret:server/a b/k}", "${secret:server/a b/k}"), {"X": SECRET})
    one = exported(Profile("a b", target), "codex")
    assert one.entry["args"] == ["--key=<A_B_K>", "<A_B_K>"]
    assert one.entry["env_vars"] == ["X"]
    said = "The secret k is not written: replace <A_B_K> with it."
    assert [text for text in one.losses if "secret k " in text or "as is" in text] == [said]


@pytest.mark.parametrize(
    ("header", "members"),
    [
        ("${secret:server/s/k}", {"env_http_headers": {"Authorization": "S_K"}}),
        ("Bearer ${secret:server/s/k}", {"bearer_token_env_var": "S_K"}),
        ("Basic ${secret:server/s/k}", {"http_headers": {"Authorization": "Basic <S_K>"}}),
    ],
)
def test_codex_takes_a_whole_header_from_a_variable_and_no_part_of_one(
    header: str, members: dict[str, Any]
) -> None:
    entry = exported(far(header), "codex").entry
    assert {key: entry[key] for key in entry if "header" in key or "bearer" in key} == members


def test_what_vscode_asks_for_stands_beside_the_servers() -> None:
    asked = Input("level", description="How much", options=("low", "high"), value="low")
    profile = replace(stdio("vscode", A=SECRET, B="${input:level}"), inputs=(asked,))
    one = exported(profile, "vscode")
    assert one.inputs == (
        {"type": "promptString", "id": "s-TOKEN", "password": True, "description": "TOKEN (s)"},
        {"type": "pickString", "id": "level", "options": ["low", "high"], "description": "How much"},
    )
    assert any("value for level" in text for text in one.losses)


@pytest.mark.parametrize(
    ("text", "variables", "client", "written"),
    [
        ("${env:X}", "cursor", "claude-code", "${X}"),
        ("${X:-d}", "claude", "cursor", "${env:X}"),
        ("${X}", "claude", "claude-desktop", "${X}"),
        ("${userHome}/a", "vscode", "claude-code", "${HOME}/a"),
        ("$X and %Y%", "gemini", "cursor", "${env:X} and %Y%"),
        ("${workspaceFolder}", "vscode", "cursor", "${workspaceFolder}"),
        ("a ${env:X}", "cursor", "cursor", "a ${env:X}"),
    ],
)
def test_variables_are_written_as_the_other_client_has_them(
    text: str, variables: str, client: str, written: str
) -> None:
    assert exported(stdio(variables, A=text), client).entry["env"] == {"A": written}


@pytest.mark.parametrize(
    ("profile", "client", "said"),
    [
        (stdio("claude", A="${X:-d}"), "cursor", "default of X (d)"),
        (stdio("claude", A="${X}"), "claude-desktop", "does not expand ${X}"),
        (stdio("none", A="${X}"), "claude-code", "treat X as a variable"),
        (stdio("vscode", A="${input:some-thing}"), "cursor", "read from the variable S_SOME_THING"),
        (Profile("s", StdioTarget("run", (), {}, "/w")), "cursor", "working directory (/w)"),
        (Profile("s", StdioTarget("run", (), {}, "", "restricted")), "vscode", "restricted"),
        (Profile("s", HttpTarget("https://h/", {}, False, "http://p/")), "vscode", "certificate"),
        (Profile("s", HttpTarget("https://h/"), era="2025-06-18"), "inspector", "revision"),
        (Profile("s", HttpTarget("https://h/"), timeout_s=5), "vscode", "timeout of 5 s"),
        (Profile("s", HttpTarget("https://h/"), roots=("/a",)), "vscode", "roots"),
        (Profile("s", HttpTarget("https://h/"), transport="sse"), "junie", "HTTP+SSE"),
        (replace(stdio(), env_file=".env"), "gemini", ".env"),
        (replace(stdio(), kept={"client": "cline", "autoApprove": ["a"]}), "vscode", "Settings of Cline"),
        (
            Profile("s", HttpTarget("https://h/"), auth=AuthSettings(client_id="x", dpop="always")),
            "cursor",
            "authorization: dpop",
        ),
    ],
)
def test_what_it_cannot_say_is_told(profile: Profile, client: str, said: str) -> None:
    assert any(said in text for text in exported(profile, client).losses), exported(profile, client).losses


@pytest.mark.parametrize(
    ("transport", "url", "client"),
    [
        ("auto", "https://h/", "claude-desktop"),
        ("sse", "https://h/", "codex"),
        ("auto", "wss://h/", "cursor"),
    ],
)
def test_a_server_that_it_cannot_have_is_refused(transport: str, url: str, client: str) -> None:
    with pytest.raises(UsageError, match="does not support"):
        exported(Profile("s", HttpTarget(url), transport=transport), client)


def test_codex_takes_headers_from_variables_by_name() -> None:
    assert exported(far("Bearer ${env:T}"), "codex").entry == {
        "url": "https://h.example/",
        "bearer_token_env_var": "T",
    }
    assert exported(far("${env:T}"), "codex").entry["env_http_headers"] == {"Authorization": "T"}


def test_what_its_own_client_said_goes_back_to_it() -> None:
    profile = replace(stdio(), kept={"client": "cline", "autoApprove": ["a"]})
    one = exported(profile, "cline")
    assert one.entry["autoApprove"] == ["a"] and one.losses == ()


def test_a_bearer_token_becomes_a_header() -> None:
    auth = AuthSettings(method="bearer", token="${secret:server/s/TOKEN}")
    one = exported(Profile("s", HttpTarget("https://h/"), auth=auth), "cursor")
    assert one.entry["headers"] == {"Authorization": "Bearer ${env:S_TOKEN}"}


def test_every_client_has_a_spelling_and_an_answer_fills_in_where_it_is_known() -> None:
    asked = Input("X", "env", value="answer")
    for client in CLIENTS:
        one = exported(replace(stdio(A="${X}"), inputs=(asked,)), client)
        assert "answer" in repr(one.entry) or CLIENTS[client].dialect == "own", client
    assert resolve(stdio(A="x").target, UNKNOWN.dialect, Lookup({})).target == stdio(A="x").target


URL = Profile("s", HttpTarget("https://h/"))
CLIENT = AuthSettings(client_id="i", client_secret="c", scopes="a b")
RUN: dict[str, Any] = {"command": "run", "args": ["--x"]}
AT: dict[str, Any] = {"url": "https://h/"}


@pytest.mark.parametrize(
    ("profile", "client", "entry", "losses"),
    [
        (replace(URL, auth=AuthSettings(method="api_key", token="t")), "cursor",
         {**AT, "headers": {"X-API-Key": "t"}}, ()),
        (replace(URL, auth=AuthSettings(method="api_key", token="t", header_name="X-K")), "cursor",
         {**AT, "headers": {"X-K": "t"}}, ()),
        (replace(URL, auth=AuthSettings(method="basic", username="u", password="p")), "cursor",
         AT, ("It does not support all of the authorization: password, username.",)),
        (replace(URL, auth=AuthSettings(method="enterprise")), "cursor",
         AT, ("It does not support all of the authorization (enterprise).",)),
        (replace(URL, auth=AuthSettings(method="none")), "cursor", AT, ()),
        (replace(URL, auth=CLIENT), "cursor",
         {**AT, "auth": {"CLIENT_ID": "i", "CLIENT_SECRET": "c", "scopes": ["a", "b"]}}, ()),
        (replace(URL, auth=CLIENT), "vscode",
         AT, ("It does not support all of the authorization: client_id, client_secret, scopes.",)),
        (replace(URL, timeout_s=2.5), "gemini", {"httpUrl": "https://h/", "timeout": 2500}, ()),
        (replace(URL, timeout_s=2.5), "roo", {**AT, "timeout": 2.5}, ()),
        (replace(URL, timeout_s=20), "roo", {**AT, "timeout": 20}, ()),
        (replace(URL, era="modern", meta={"a": 1}, roots=("file:///a",), timeout_s=7), "inspector",
         {**AT, "requestTimeout": 7000, "protocolEra": "modern", "metadata": {"a": 1},
          "roots": [{"uri": "file:///a"}]}, ()),
        (replace(URL, era="modern", meta={"a": 1}), "cursor",
         AT, ("It has no setting for the protocol revision.", "It has no setting for extra _meta.")),
        (replace(stdio(), env_file="${X}.env"), "cursor", {**RUN, "envFile": "${env:X}.env"}, ()),
        (replace(stdio(), env_file=".env"), "gemini",
         RUN, ("It has no setting for an env file (.env).",)),
        (replace(stdio(), capabilities={}, client_info={}), "cursor",
         RUN, ("It has no setting for client capabilities.", "It sends its own client name to the server.")),
        (replace(stdio(), kept={"b": 1, "a": 1, "client": "nobody"}), "cursor",
         RUN, ("Settings of another client are omitted: a, b.",)),
        (replace(stdio(), kept={"a": 1, "client": "cline"}), "cursor",
         RUN, ("Settings of Cline are omitted: a.",)),
        (replace(stdio(), kept={"client": "cline"}), "cursor", RUN, ()),
    ],
)  # fmt: skip
def test_what_is_not_the_launch_line_is_said_or_told(
    profile: Profile, client: str, entry: dict[str, Any], losses: tuple[str, ...]
) -> None:
    one = exported(profile, client)
    assert {key: value for key, value in one.entry.items() if key != "type"} == entry
    assert one.losses == losses
