"""Secrets leave the texts of a server for a store; put back, the texts are what they were."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.auth.settings import AuthSettings
from inspector.core.inputs import DIALECT_NAMES, Input
from inspector.core.literal_secrets import without_literals
from inspector.core.profiles import Profile, entry_of
from inspector.core.variables import Lookup, resolve
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
]  # fmt: skip
HTTP = [
    (HttpTarget("https://h/", {"Authorization": "Bearer abc", "X": "y"}), {"Authorization": "abc"}),
    (HttpTarget("https://h/", {"X-Api-Key": "abc"}), {"X-Api-Key": "abc"}),
    (HttpTarget("https://h/", {"Authorization": "Bearer ${input:t}"}), {}),
    (HttpTarget("https://h/?a=b&access_token=abc#c"), {"access_token": "abc"}),
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
