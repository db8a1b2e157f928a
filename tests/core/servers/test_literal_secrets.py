"""Secrets leave the texts of a server for a store; put back, the texts are what they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.inputs import DIALECT_NAMES, Input
from inspector.core.servers.literal_secrets import without_literals
from inspector.core.servers.profiles import Profile, entry_of, shown_target
from inspector.core.servers.variables import Lookup, resolve
from inspector.core.storage.secret_references import secret_reference
from inspector.transport import HttpTarget, StdioTarget, Target

STDIO = [
    (StdioTarget("x", (), {"API_TOKEN": "abc", "PLAIN": "d"}), {"API_TOKEN": "abc"}),
    (StdioTarget("x", (), {"MONKEY": "abc"}), {"MONKEY": "abc"}),  # “key” is in it
    (StdioTarget("x", (), {"TOKEN": "", "SECRET": "${SECRET}", "COOKIE": "${input:c}"}), {}),
    (StdioTarget("x", ("--token", "long enough", "--port", "80")), {"token": "long enough"}),
    (StdioTarget("x", ("--api-key=0123456789",)), {"api-key": "0123456789"}),
    (StdioTarget("x", ("-e", "TOKEN=0123456789")), {"TOKEN": "0123456789"}),
    (StdioTarget("x", ("--header", "Authorization: Bearer 0123456789")), {"Authorization": "0123456789"}),
    (StdioTarget("x", ("--auth", "none", "--token-file", "/run/secrets/token")), {}),
    (StdioTarget("x", ("https://me:pass@h/?key=abc",)), {"password": "pass", "key": "abc"}),
    (StdioTarget("x", ("--token=first-token", "--token=other-token")),
     {"token": "first-token", "token 2": "other-token"}),
    (StdioTarget("x", ("?token=first#", "https://h/?token=one", "https://h/?token=two&x=y")),
     {"token": "one", "token 2": "two"}),
    (StdioTarget("sh", ("-c", "TOKEN=hunter12 exec srv --password hunter13 redis://:hunter15@h/0")),
     {"TOKEN": "hunter12", "password": "hunter13", "password 2": "hunter15"}),
    (StdioTarget("sh", ("-lc", "A_KEY='hunter 12' srv --token \"hunter13\"; c -H 'X-Key: hunter14'")),
     {"A_KEY": "hunter 12", "token": "hunter13", "X-Key": "hunter14"}),
    (StdioTarget("sh", ("-c", "exec srv --token \"$MY_TOKEN\" --api-key=${MY_API_KEY} >/dev/null")), {}),
    (StdioTarget("ssh", ("host", "TOKEN=hunter12 exec srv redis://:hunter15@h/0")),
     {"TOKEN": "hunter12 exec srv redis://:hunter15@h/0"}),
    (StdioTarget("ssh", ("host", "srv --password hunter13")), {"password": "hunter13"}),
    (StdioTarget("docker", ("--env=TOKEN=hunter18", "--env=A=b", "-eAPI_KEY=hunter20", "-ePASS=hunter21")),
     {"TOKEN": "hunter18", "API_KEY": "hunter20", "PASS": "hunter21"}),
    (StdioTarget("x", ("--header=Authorization: Bearer hunter12",)), {"Authorization": "hunter12"}),
    (StdioTarget("x", ("--pass", "short", "--bypass", "anything")), {"pass": "short"}),
    (StdioTarget("x", (), {"DB_PASS": "abc", "COMPASS": "d"}), {"DB_PASS": "abc"}),
    (StdioTarget("x", ("--token-url", "https://h/", "--auth=oauth://h")), {}),
]  # fmt: skip
HTTP = [
    (HttpTarget("https://h/", {"Authorization": "Bearer abc", "X": "y"}), {"Authorization": "abc"}),
    (HttpTarget("https://h/", {"X-Api-Key": "abc"}), {"X-Api-Key": "abc"}),
    (HttpTarget("https://h/", {"Authorization": "Bearer ${input:t}"}), {}),
    (HttpTarget("https://h/?a=b&access_token=abc#c"), {"access_token": "abc"}),
    (HttpTarget("https://h/mcp#access_token=hunter10"), {"access_token": "hunter10"}),
    (HttpTarget("https://me:pa%40ss@h/"), {"password": "pa%40ss"}),
    (HttpTarget("https://h/", proxy="http://u:p@proxy:80"), {"password": "p"}),
]


@pytest.mark.parametrize(("target", "expected"), [*STDIO, *HTTP])
def test_a_secret_is_taken_out_and_makes_the_same_text_when_put_back(
    target: Target, expected: dict[str, str]
) -> None:
    profile, secrets = without_literals(Profile("srv", target))
    assert secrets == {f"server/srv/{name}": value for name, value in expected.items()}
    resolved = resolve(profile.target, profile.variables, Lookup({}, (), secrets.get))
    assert resolved.target == target
    again, more = without_literals(profile)
    assert (again, more) == (profile, {}), "there is nothing left to take"


@pytest.mark.parametrize(("target", "expected"), [*STDIO, *HTTP])
def test_what_is_shown_says_where_a_secret_went_and_counts_no_reference(
    target: Target, expected: dict[str, str]
) -> None:
    profile, secrets = without_literals(Profile("my server", target))
    shown = shown_target(profile)
    for key, secret in secrets.items():
        assert len(secret) < 5 or secret not in shown
        assert f"<{len(secret_reference(key))} characters" not in shown


def test_settings_of_authorization_answers_and_what_is_kept_hold_none() -> None:
    profile = Profile(
        "srv",
        HttpTarget("https://h/"),
        auth=AuthSettings(client_id="id", client_secret="shh1"),
        inputs=(Input("t", value="shh2", secret=True), Input("plain", value="shown")),
        kept={"oauth": {"clientSecret": "shh3", "tokenUrl": "https://a/"}, "list": [{"apiKey": "shh4"}]},
    )
    plain, secrets = without_literals(profile)
    text = json.dumps(entry_of(plain))
    assert "shh" not in text and "shown" in text and "https://a/" in text
    assert sorted(secrets.values()) == ["shh1", "shh2", "shh3", "shh4"]


NAMES = st.sampled_from(["TOKEN", "X-Api-Key", "authorization", "Cookie", "DB_PASSWORD", "client_secret"])
VALUES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=30)


@given(st.dictionaries(NAMES, VALUES, min_size=1), st.sampled_from(DIALECT_NAMES), st.booleans())
def test_no_value_of_a_secret_name_stays_unless_it_names_variables(
    pairs: dict[str, str], dialect: str, remote: bool
) -> None:
    target: Target = HttpTarget("https://h/", pairs) if remote else StdioTarget("x", (), pairs)
    original = replace(Profile("srv", target), variables=dialect)
    profile, secrets = without_literals(original)
    environ = {"A": "b"}
    before = resolve(target, dialect, Lookup(environ))
    after = resolve(profile.target, dialect, Lookup(environ, (), secrets.get))
    assert after.target == before.target
    texts = profile.target.headers if isinstance(profile.target, HttpTarget) else profile.target.env
    for name, value in pairs.items():
        assert texts[name] != value or before.missing or "$" in value or "{" in value or "%" in value


@pytest.mark.parametrize("password", ["pw", "p@ss", "p%40ss", "a:b", "$x", "<>"])
@pytest.mark.parametrize(
    "made",
    [
        lambda url: Profile("s", StdioTarget("npx", ("pg", url, f"--dsn={url}", "-c", f"X={url} run"))),
        lambda url: Profile("s", StdioTarget("x", (), {"DATABASE_URL": url, "HOSTS": f"{url}, other"})),
        lambda url: Profile("s", HttpTarget(url, {"X-Db": url}, proxy=url)),
        lambda url: Profile("s", StdioTarget("x"), kept={"more": {"db": url, "list": [url]}}),
    ],
)
def test_a_password_inside_of_a_url_is_kept_like_any_other_wherever_it_stands(
    made: Callable[[str], Profile], password: str
) -> None:
    original = made(f"postgres://user:{password}@db.example:5432/name?sslmode=require")
    profile, secrets = without_literals(original)
    assert set(secrets.values()) == {password}
    assert f":{password}@" not in json.dumps(entry_of(profile), ensure_ascii=False)
    assert "postgres://user:${secret:server/s/password}@db.example:5432/name" in json.dumps(entry_of(profile))
    resolved = resolve(profile.target, "own", Lookup({}, profile.inputs, secrets.get))
    assert resolved.target == resolve(original.target, "own", Lookup({}, original.inputs)).target
    assert without_literals(profile) == (profile, {})


def test_an_answer_with_a_password_in_its_url_is_a_secret_as_a_whole() -> None:
    asked = (Input("db", value="postgres://u:pw@h/"), Input("at", value="https://h/a:b@c"))
    original = Profile("s", StdioTarget("x", ("${input:db}", "${input:at}")), inputs=asked)
    profile, secrets = without_literals(original)
    assert secrets == {"server/s/db": "postgres://u:pw@h/"}
    assert [one.secret for one in profile.inputs] == [True, False]
    resolved = resolve(profile.target, "own", Lookup({}, profile.inputs, secrets.get))
    assert resolved.target == StdioTarget("x", ("postgres://u:pw@h/", "https://h/a:b@c"))


def test_a_token_in_the_place_of_a_user_is_one_and_a_user_is_none() -> None:
    urls = ("git+https://ghp_0123456789abcdef@h/x", "ssh://git@h/x", "https://h/@scope/0123456789abcdef")
    profile, secrets = without_literals(Profile("s", StdioTarget("uvx", urls)))
    assert secrets == {"server/s/user": "ghp_0123456789abcdef"}
    assert isinstance(profile.target, StdioTarget)
    assert profile.target.args == ("git+https://${secret:server/s/user}@h/x", *urls[1:])


def test_two_passwords_of_one_server_have_places_of_their_own() -> None:
    urls = {"A": "a://u:one@h/", "B": "b://u:two@h/", "C": "c://u:one@h/"}
    profile, secrets = without_literals(Profile("s", StdioTarget("x", (), urls)))
    assert secrets == {"server/s/password": "one", "server/s/password 2": "two"}
    assert resolve(profile.target, "own", Lookup({}, (), secrets.get)).target == StdioTarget("x", (), urls)


@pytest.mark.parametrize(
    ("word", "taken"),
    [
        ("--api-key=12345678", True),
        ("--api-key=1234567", False),
        ("--password=12", True),
        ("--api-key=/etc/keys/one", False),
        ("--api-key=~/keys/one.pem", False),
        ("--api-key=./keys/one.pem", False),
        ("--api-key=https://h/path", False),
    ],
)
def test_the_value_of_an_option_is_a_secret_when_it_is_worth_it(word: str, taken: bool) -> None:
    plain, secrets = without_literals(Profile("x", StdioTarget("run", (word,))))
    assert isinstance(plain.target, StdioTarget)
    assert (plain.target.args == (word,), list(secrets.values())) == (
        not taken,
        [word.partition("=")[2]] * taken,
    )
