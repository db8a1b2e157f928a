"""Variables mean what the client that wrote them means, in one pass; what has no value is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.servers.inputs import DIALECT_NAMES, Input
from inspector.core.servers.variables import DIALECTS, Lookup, named_in, resolve
from inspector.transport import HttpTarget, StdioTarget

ENVIRON = {"SET": "value", "EMPTY": "", "LOOP": "${SET}", "LOOPED": "$SET {env:SET} %SET% ${env:SET}"}
INPUTS = (Input("tok", value="typed"), Input("x", kind="env", value="given"), Input("unanswered"))
FOLDERS = {"userHome": "/home/me", "workspaceFolder": "/srv/app"}


def lookup(*, windows: bool = False, inputs: tuple[Input, ...] = INPUTS) -> Lookup:
    return Lookup(ENVIRON, inputs, {"server/s/T": "hidden"}.get, FOLDERS, windows)


CASES = [
    ("own", "a ${SET} b", "a value b", []),
    ("own", "${SET}${SET}", "valuevalue", []),
    ("own", "${NONE:-d}", "d", []),
    ("own", "${NONE:-}", "", []),
    ("own", "${EMPTY:-d}", "d", []),
    ("own", "${EMPTY}", "", []),
    ("own", "${env:SET}", "value", []),
    ("own", "${input:tok}", "typed", []),
    ("own", "${secret:server/s/T}", "hidden", []),
    ("own", "${NONE} ${env:NONE2} ${input:unknown}", "${NONE} ${env:NONE2} ${input:unknown}",
     ["env:NONE", "env:NONE2", "input:unknown"]),
    ("own", "${input:unanswered}", "${input:unanswered}", ["input:unanswered"]),
    ("own", "${secret:server/s/U}", "${secret:server/s/U}", ["secret:server/s/U"]),
    ("own", "$SET %SET% {env:SET} ${1} ${} ${a b}", "$SET %SET% {env:SET} ${1} ${} ${a b}", []),
    ("own", "${userHome}/x", "/home/me/x", []),
    ("none", "${SET} ${env:SET} $SET", "${SET} ${env:SET} $SET", []),
    ("none", "${secret:server/s/T}", "hidden", []),
    ("claude", "${SET} ${NONE:-d e} $SET ${env:SET}", "value d e $SET ${env:SET}", []),
    ("claude", "${NONE}", "${NONE}", ["env:NONE"]),
    ("cursor", "${env:SET} ${userHome} ${workspaceFolder} ${workspaceFolderBasename} ${/}${pathSeparator}",
     "value /home/me /srv/app app //", []),
    ("cursor", "${SET} ${input:tok}", "${SET} ${input:tok}", []),
    ("vscode", "Bearer ${input:tok} ${env:SET} ${workspaceFolder} ${userHome}",
     "Bearer typed value /srv/app /home/me", []),
    ("vscode", "${SET} ${env:NONE}", "${SET} ${env:NONE}", ["env:NONE"]),
    ("windsurf", "${env:SET} ${SET}", "value ${SET}", []),
    ("continue", "${{ secrets.TOK }} ${SET}", "${{ secrets.TOK }} ${SET}", ["input:secrets.TOK"]),
    ("gemini", "$SET ${SET} a$NONE.b ${NONE} %SET%", "value value a.b  %SET%", []),
    ("opencode", "{env:SET} ${SET} {env:NONE}", "value ${SET} {env:NONE}", ["env:NONE"]),
    ("opencode", "{file:~/.token}", "{file:~/.token}", ["file:~/.token"]),
]  # fmt: skip


@pytest.mark.parametrize(("dialect", "text", "expected", "missing"), CASES)
def test_a_text_is_read_by_the_rules_of_its_dialect(
    dialect: str, text: str, expected: str, missing: list[str]
) -> None:
    made = resolve(StdioTarget("x", (), {"V": text}), dialect, lookup())
    assert made.target == StdioTarget("x", (), {"V": expected})
    assert [one.what.key for one in made.missing] == missing
    assert all(one.places == ("env.V",) for one in made.missing)


def test_windows_has_percent_signs_and_does_not_mind_case() -> None:
    made = resolve(StdioTarget("x", ("%SET%", "$set", "%a b%")), "gemini", lookup(windows=True))
    assert made.target == StdioTarget("x", ("value", "value", "%a b%"))
    made = resolve(StdioTarget("x", ("${pathSeparator}",)), "cursor", lookup(windows=True))
    assert made.target == StdioTarget("x", ("\\",))


def test_every_text_of_a_target_is_looked_at() -> None:
    stdio = StdioTarget("${SET}", ("${SET}",), {"A": "${SET}"}, "${SET}", "restricted")
    made = resolve(stdio, "own", lookup())
    assert made.target == StdioTarget("value", ("value",), {"A": "value"}, "value", "restricted")
    http = HttpTarget("http://${SET}/", {"H": "${SET}"}, "ca.pem", "http://${SET}")
    made = resolve(http, "own", lookup())
    assert made.target == HttpTarget("http://value/", {"H": "value"}, "ca.pem", "http://value")


def test_what_is_missing_twice_is_asked_for_once_and_says_where() -> None:
    target = HttpTarget("http://h/${TOKEN}", {"H": "${TOKEN}"})
    [missing] = resolve(target, "own", lookup()).missing
    assert missing.places == ("url", "headers.H")
    assert missing.what == Input("TOKEN", "env", secret=True)


def test_a_declared_input_brings_its_description_and_options() -> None:
    pick = Input("env", description="Which", options=("dev", "prod"), default="dev")
    [missing] = resolve(StdioTarget("x", ("${input:env}",)), "vscode", lookup(inputs=(pick,))).missing
    assert missing.what == pick


def test_an_answer_stands_for_an_unset_variable_of_the_environment() -> None:
    assert resolve(StdioTarget("x", ("${x}",)), "claude", lookup()).target == StdioTarget("x", ("given",))


def test_a_secret_answer_is_followed_to_the_store_and_named_as_secret() -> None:
    inputs = (Input("pw", value="${secret:server/s/T}", secret=True),)
    made = resolve(StdioTarget("x", ("${input:pw}",)), "vscode", lookup(inputs=inputs))
    assert made.target == StdioTarget("x", ("hidden",))
    assert made.secrets == ("hidden",)


@pytest.mark.parametrize("dialect", ["own", "claude", "cursor", "gemini", "opencode"])
def test_nothing_is_expanded_twice(dialect: str) -> None:
    spelling = {"cursor": "${env:%s}", "opencode": "{env:%s}"}.get(dialect, "${%s}")
    for name in ("LOOP", "LOOPED"):
        made = resolve(StdioTarget("x", (spelling % name,)), dialect, lookup())
        assert made.target == StdioTarget("x", (ENVIRON[name],))


def test_codex_takes_whole_values_from_the_environment_and_nothing_else() -> None:
    env = {"SET": "${env:SET}", "UNSET": "${env:UNSET}", "TEXT": "a ${env:SET}"}
    made = resolve(StdioTarget("x", ("${env:SET}",), env), "codex", lookup())
    assert made.target == StdioTarget("x", ("${env:SET}",), {"SET": "value", "TEXT": "a ${env:SET}"})
    assert not made.missing, "what is not set is not handed on"
    http = HttpTarget("http://h/", {"Authorization": "Bearer ${env:NONE}", "X": "${env:SET}"})
    made = resolve(http, "codex", lookup())
    assert isinstance(made.target, HttpTarget) and made.target.headers["X"] == "value"
    assert [one.what.key for one in made.missing] == ["env:NONE"]


def test_names_of_a_target_are_listed_without_their_values() -> None:
    target = HttpTarget("http://h/${A}", {"H": "${input:b} ${A} ${C:-d}"})
    assert named_in(target, "own") == (("env", "A"), ("input", "b"), ("env", "C"))


def test_the_table_of_rules_is_the_list_of_names() -> None:
    assert tuple(DIALECTS) == DIALECT_NAMES


@given(st.sampled_from(DIALECT_NAMES), st.text(st.characters(exclude_characters="$%{")))
def test_a_text_without_a_sign_of_a_variable_stays(dialect: str, text: str) -> None:
    for windows in (False, True):
        made = resolve(StdioTarget("x", (), {"V": text}), dialect, lookup(windows=windows))
        assert made.target == StdioTarget("x", (), {"V": text})


PIECES = st.sampled_from(
    [
        "${",
        "}",
        "$",
        "{",
        "env:",
        "SET",
        "NONE",
        "input:tok",
        ":-",
        "secret:server/s/T",
        "%",
        "{{ secrets.",
        "/",
    ]
)


@given(st.sampled_from(DIALECT_NAMES), st.lists(PIECES, max_size=9).map("".join))
def test_whatever_is_written_comes_out_the_same_in_one_pass(dialect: str, text: str) -> None:
    once = resolve(StdioTarget("x", (), {"V": text}), dialect, lookup())
    again = resolve(StdioTarget("x", (), {"V": text}), dialect, lookup())
    assert once == again
    named = {f"{kind}:{id_}" for kind, id_ in named_in(StdioTarget("x", (), {"V": text}), dialect)}
    assert {one.what.key for one in once.missing} <= named


@pytest.mark.parametrize("windows", [False, True])
def test_what_opens_our_secrets_is_no_variable(windows: bool) -> None:
    opening = Lookup({"MCPDI_PASSPHRASE": "open sesame"}, windows=windows)
    made = resolve(HttpTarget("https://x.example/${MCPDI_PASSPHRASE}"), "own", opening)
    assert [one.what.key for one in made.missing] == ["env:MCPDI_PASSPHRASE"]
