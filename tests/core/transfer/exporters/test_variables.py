"""Variables of one dialect as another one writes them, and what is said of those that it has not."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile
from inspector.core.transfer.exporters.variables import Blank, Rewriting
from inspector.transport import HttpTarget, StdioTarget, Target


def rewriting(
    dialect: str, own: str = "claude", *inputs: Input, values: dict[str, str] | None = None,
    name: str = "My Server", target: Target | None = None,
) -> Rewriting:  # fmt: skip
    profile = Profile(name, target or StdioTarget("run"), variables=own, inputs=inputs)
    return Rewriting(profile, dialect, values or {})


@pytest.mark.parametrize(
    ("dialect", "plain", "with_default", "secret"),
    [
        ("own", "${A}", "${A:-b}", "${MY_SERVER_KEY}"),
        ("cursor", "${env:A}", "${env:A}", "${env:MY_SERVER_KEY}"),
        ("windsurf", "${env:A}", "${env:A}", "${env:MY_SERVER_KEY}"),
        ("vscode", "${env:A}", "${env:A}", "${input:My-Server-KEY}"),
        ("gemini", "${A}", "${A}", "${MY_SERVER_KEY}"),
        ("codex", "${env:A}", "${env:A}", "<MY_SERVER_KEY>"),
        ("opencode", "{env:A}", "{env:A}", "{env:MY_SERVER_KEY}"),
        ("continue", "${{ secrets.A }}", "${{ secrets.A }}", "${{ secrets.MY_SERVER_KEY }}"),
        ("none", "${A}", "${A:-b}", "<MY_SERVER_KEY>"),
    ],
)
def test_each_dialect_spells_a_variable_in_its_way(
    dialect: str, plain: str, with_default: str, secret: str
) -> None:
    work = rewriting(dialect)
    assert [work.text(text) for text in ("x ${A} y", "${A:-b}", "${secret:server/x/KEY}", "plain")] == [
        f"x {plain} y", with_default, secret, "plain",
    ]  # fmt: skip
    lost = "It has no setting for a default of A (b)."
    unknown = [f"It does not expand {text}: it is written as is." for text in ("${A}", "${A:-b}")]
    assert work.losses == (unknown if dialect == "none" else [] if with_default.endswith("b}") else [lost])
    assert work.kept == ["server/x/KEY"]
    blank = work.blanks[secret]
    name = "My-Server-KEY" if dialect == "vscode" else "MY_SERVER_KEY"
    assert (blank.name, blank.text, blank.fixed) == (name, secret, False)


def test_the_same_dialect_changes_nothing() -> None:
    work = rewriting("claude")
    assert work.text("${A:-b} ${HOME}") == "${A:-b} ${HOME}"
    assert (work.losses, work.kept, work.blanks) == ([], [], {})


INPUTS = (Input("q"), Input("v", value="given ${secret:k/S}"))


@pytest.mark.parametrize(
    ("dialect", "texts", "asks"),
    [
        ("own", ["${A}", "${input:q}", "given ${MY_SERVER_S}", "${input:new}", "${HOME}"], ["q", "new"]),
        ("vscode", ["${env:A}", "${input:q}", "${input:v}", "${input:new}", "${userHome}"], ["q", "v"]),
        ("cursor", ["${env:A}", "${env:MY_SERVER_Q}", "given ${env:MY_SERVER_S}", "${env:MY_SERVER_NEW}",
                    "${userHome}"], []),
        ("claude", ["${A}", "${MY_SERVER_Q}", "given ${MY_SERVER_S}", "${MY_SERVER_NEW}", "${HOME}"], []),
        ("none", ["${env:A}", "${input:q}", "given <MY_SERVER_S>", "${input:new}", "${userHome}"], []),
    ],
)  # fmt: skip
def test_what_a_client_asks_for_and_where_folders_lie(
    dialect: str, texts: list[str], asks: list[str]
) -> None:
    work = rewriting(dialect, "vscode", *INPUTS)
    given = ("${env:A}", "${input:q}", "${input:v}", "${input:new}", "${userHome}")
    assert [work.text(text) for text in given] == texts
    assert list(work.asks) == asks
    said = " ".join(work.losses)
    assert ("It cannot prompt: q is read from the variable MY_SERVER_Q." in said) is (
        dialect in ("cursor", "claude")
    )
    stays = "Your value for v stays here; the other client looks it up or asks for it."
    assert (stays in work.losses) is (dialect == "vscode")
    assert len(work.losses) == len(set(work.losses))


@pytest.mark.parametrize(
    ("dialect", "text", "made", "known"),
    [
        ("cursor", "${workspaceFolder}", "${workspaceFolder}", True),
        ("windsurf", "${workspaceFolder}", "${workspaceFolder}", False),
        ("windsurf", "${userHome}", "${env:HOME}", True),
        ("own", "${userHome}", "${HOME}", True),
    ],
)
def test_only_the_home_is_a_variable_everywhere(dialect: str, text: str, made: str, known: bool) -> None:
    work = rewriting(dialect, "vscode")
    assert work.text(text) == made
    assert (work.losses == []) is known


def test_a_file_that_is_read_in_has_no_counterpart() -> None:
    work = rewriting("cursor", "opencode")
    assert work.text("{file:key.txt}") == "{file:key.txt}"
    assert work.losses == ["It does not expand {file:key.txt}: it is written as is."]


def test_a_secret_that_is_to_be_written_is() -> None:
    work = rewriting("cursor", values={"server/x/KEY": "s3cret"})
    assert work.text("Bearer ${secret:server/x/KEY}") == "Bearer s3cret"
    assert (work.kept, work.blanks) == ([], {})


def test_what_vs_code_asks_for_is_described_and_hidden() -> None:
    work = rewriting("vscode")
    work.text("${secret:server/x/KEY} ${secret:server/x/KEY}")
    assert list(work.asks.values()) == [Input("My-Server-KEY", description="KEY (My Server)", secret=True)]
    assert work.kept == ["server/x/KEY"]


@pytest.mark.parametrize(
    ("server", "keys", "names"),
    [
        ("My Server", ["a/KEY", "b/KEY"], ["MY_SERVER_KEY", "MY_SERVER_KEY"]),
        ("gh", ["a/GH_TOKEN", "a/gh token"], ["GH_TOKEN", "GH_TOKEN_2"]),
        ("7up", ["a/KEY"], ["_7UP_KEY"]),
        ("gh", ["a/a b", "a/a-b", "a/a_b"], ["GH_A_B", "GH_A_B_2", "GH_A_B_3"]),
    ],
)
def test_variables_are_named_after_the_server_and_none_has_two_meanings(
    server: str, keys: list[str], names: list[str]
) -> None:
    work = rewriting("own", name=server)
    assert [work.text(f"${{secret:{key}}}") for key in keys] == [f"${{{name}}}" for name in names]


def test_a_server_without_letters_gets_a_name_of_its_own() -> None:
    one, other = (rewriting("own", name=name).text("${secret:a/KEY}") for name in ("안녕", "서버"))
    assert one != other
    assert one.startswith("${SERVER_") and one.endswith("_KEY}") and len(one) == len("${SERVER_123456_KEY}")


def test_members_of_another_client_have_their_secrets_rewritten() -> None:
    work = rewriting("cursor")
    value = {"a": ["${secret:k/S}", 5, None], "b": {"c": "x ${secret:k/S}"}}
    assert work.member(value) == {
        "a": ["${env:MY_SERVER_S}", 5, None], "b": {"c": "x ${env:MY_SERVER_S}"},
    }  # fmt: skip


def test_plain_text_that_is_a_variable_there_is_told() -> None:
    target = StdioTarget("run", ("${env:A}", "${HOME}", "${B}"), {"K": "${secret:s/K}"})
    work = rewriting("cursor", "claude", target=target)
    made = work.target()
    assert isinstance(made, StdioTarget)
    assert (made.args, made.env) == (
        ("${env:A}", "${env:HOME}", "${env:B}"), {"K": "${env:MY_SERVER_K}"},
    )  # fmt: skip
    assert work.losses == ["It would treat A as a variable, although it is none here."]
    same = rewriting("claude", "claude", target=target)
    assert same.target() is not None and same.losses == []


def codex(target: Target, **values: str) -> tuple[dict[str, Any], Rewriting]:
    work = rewriting("codex", "own", target=target, values=values)
    return work.codex(work.target()), work


def test_codex_is_told_names_of_variables_for_a_command() -> None:
    env = {
        "KEY": "${secret:s/OTHER}",
        "SAME": "${SAME}",
        "MIXED": "x${A}",
        "PLAIN": "p",
        "IN": "a ${secret:s/IN}",
    }
    members, work = codex(StdioTarget("run", ("${B}",), env))
    assert members == {
        "env": {"MIXED": "x${env:A}", "PLAIN": "p", "IN": "a <MY_SERVER_IN>"}, "env_vars": ["KEY", "SAME"],
    }  # fmt: skip
    assert work.losses == [
        "It does not expand ${env:B} within text: it is written as is.",
        "It does not expand ${env:A} within text: it is written as is.",
    ]
    blank = work.blanks["${env:KEY}"]
    assert (blank.what, blank.name, blank.kind, blank.fixed) == ("OTHER", "KEY", "variable", True)


def test_codex_is_told_names_of_variables_for_headers() -> None:
    headers = {
        "Authorization": "Bearer ${secret:s/T}", "X-Key": "${secret:s/K}", "X-Plain": "p",
        "X-In": "a ${secret:s/I}", "X-Var": "${V}",
    }  # fmt: skip
    members, work = codex(HttpTarget("https://h.example/mcp", headers))
    assert members == {
        "http_headers": {"X-Plain": "p", "X-In": "a <MY_SERVER_I>"},
        "env_http_headers": {"X-Key": "MY_SERVER_K", "X-Var": "V"},
        "bearer_token_env_var": "MY_SERVER_T",
    }
    assert work.losses == []
    bare, _ = codex(HttpTarget("https://h.example/mcp"))
    assert bare == {}


def test_codex_writes_a_secret_as_it_is_when_told_to() -> None:
    members, work = codex(StdioTarget("run", (), {"KEY": "${secret:s/K}"}), **{"s/K": "s3cret"})
    assert (members, work.kept) == ({"env": {"KEY": "s3cret"}}, [])


@pytest.mark.parametrize(
    ("kind", "fixed", "words"),
    [
        ("nothing", False, "The secret KEY is not written: replace <N> with it."),
        ("variable", False, "The secret KEY is not written: it is read from the variable N."),
        ("variable", True, ("The secret KEY is not written: it is read from the variable N, shared by every "
"server that uses this name.")),
        ("asked", False, ""),
        ("keyring", True, ""),
    ],
)  # fmt: skip
def test_what_stands_in_place_of_a_secret_is_told(kind: str, fixed: bool, words: str) -> None:
    assert Blank("KEY", "N", "x", kind, fixed).loss() == words
