"""A server is started with its variables in place; what has no value is asked for, and nothing is started."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.client.client import Client
from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile, demo_profile, entry_of, profile_from_entry
from inspector.core.servers.starting import answered, asked_of, filled, secret_key, startable
from inspector.core.servers.variables import Lookup
from inspector.core.storage.secrets import MemoryStore
from inspector.errors import ConnectError, SecretsUnavailable, UsageError
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget, Target

SECRET = "s3cret/with?signs&more"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def test_a_server_starts_with_its_variables_in_place(journal: Journal) -> None:
    demo = demo_profile()
    assert isinstance(demo.target, StdioTarget)
    target = replace(demo.target, command="${PROGRAM}", args=(*demo.target.args[:-1], "${input:how}"))
    profile = replace(demo, target=target, inputs=(Input("how", value="stdio"),))
    client = Client(profile, journal)
    client.lookup = Lookup(environ={"PROGRAM": sys.executable})

    async def main() -> None:
        await client.connect()
        await client.close()

    asyncio.run(main())
    assert client.profile == profile, "the texts stay as they were written"


def test_what_has_no_value_is_asked_for_and_nothing_is_started(journal: Journal, tmp_path: Path) -> None:
    witness = tmp_path / "witness"
    code = f"open({str(witness)!r}, 'w')"
    target = StdioTarget(sys.executable, ("-c", code), {"A": "${TOKEN}", "B": "${input:region}"})
    client = Client(Profile("s", target), journal)
    client.lookup = Lookup(environ={})
    with pytest.raises(ConnectError) as caught:
        asyncio.run(client.connect())
    explanation = caught.value.explanation
    assert client.failure == explanation
    assert explanation.actions[0] == "fill_in"
    assert explanation.asks == ("env:TOKEN", "input:region")
    assert "TOKEN, region" in explanation.happened
    assert "env.A" in explanation.evidence
    assert not witness.exists()


def test_a_secret_reaches_the_server_and_not_the_session_file(journal: Journal, tmp_path: Path) -> None:
    reference = "${secret:server/s/T}"
    code = "import os, sys; print(os.environ['PLAIN'], file=open(sys.argv[2], 'w')); print(sys.argv[1])"
    target = StdioTarget(
        sys.executable, ("-c", code, f"--x={reference}", str(tmp_path / "got")), {"PLAIN": reference}
    )
    client = Client(Profile("s", target, timeout_s=5), journal)
    client.lookup = Lookup(secrets={"server/s/T": SECRET}.get)
    with pytest.raises(ConnectError):
        asyncio.run(client.connect())
    assert (tmp_path / "got").read_text().strip() == SECRET
    journal.sync()
    kept = [one for one in journal.records(1, journal.last) if one.kind in ("lifecycle", "head")]
    assert any("--x=<22 characters, not kept>" in one.note for one in kept)
    assert not any(SECRET in one.note or SECRET.encode() in one.raw for one in kept)


def test_a_secret_in_an_address_is_not_kept_however_it_is_written(journal: Journal) -> None:
    target = HttpTarget("http://127.0.0.1:1/${secret:k}?q=${secret:k}", {"X-Plain": "a ${secret:k}"})
    client = Client(Profile("s", target, timeout_s=5), journal)
    client.lookup = Lookup(secrets={"k": "long secret"}.get)
    with pytest.raises(ConnectError):
        asyncio.run(client.connect())
    journal.sync()
    heads = [one for one in journal.records(1, journal.last) if one.kind == "head"]
    assert heads
    for one in heads:
        assert b"long secret" not in one.raw and b"long%20secret" not in one.raw


def test_a_store_that_does_not_open_says_what_to_do() -> None:
    def locked(key: str) -> str | None:
        raise SecretsUnavailable("the file is locked")

    profile = Profile("s", StdioTarget("x", ("${secret:k}",)))
    with pytest.raises(ConnectError) as caught:
        asyncio.run(startable(profile, Lookup(secrets=locked)))
    assert caught.value.explanation.cause == "the file is locked"


@pytest.mark.parametrize(
    "target",
    [
        StdioTarget("there-is-no-such-program", ("${secret:k}", "${API_TOKEN}")),
        StdioTarget("/nowhere/${secret:k}/${API_TOKEN}"),
        StdioTarget(sys.executable, cwd="/nowhere/${secret:k}/${API_TOKEN}"),
        StdioTarget(sys.executable, ("-c", "", "${secret:k}", "${API_TOKEN}")),
        HttpTarget("http://127.0.0.1:1/${secret:k}/${API_TOKEN}", {"X-Plain": "${API_TOKEN}"}),
        HttpTarget("ws://127.0.0.1:1/${secret:k}/${API_TOKEN}"),
        HttpTarget("https://127.0.0.1:1/", client_cert="/nowhere/${secret:k}/${API_TOKEN}"),
    ],
    ids=repr,
)
def test_no_secret_is_in_what_a_failure_says_or_keeps(journal: Journal, target: Target) -> None:
    client = Client(Profile("s", target, timeout_s=5), journal)
    client.lookup = Lookup(environ={"API_TOKEN": "of the environment"}, secrets={"k": "of the store"}.get)
    with pytest.raises(ConnectError) as caught:
        asyncio.run(client.connect())
    journal.sync()
    said = [repr(caught.value.explanation), str(caught.value), repr(client.failure)]
    said += [repr(one) for one in journal.records(1, journal.last)]
    assert not any("of the environment" in text or "of the store" in text for text in said)


@pytest.mark.parametrize("url", ["http://127.0.0.1:99999/x", "http://[bad/x", "http://a:b:c/"])
def test_an_address_that_is_none_is_explained(journal: Journal, url: str) -> None:
    client = Client(Profile("s", HttpTarget(url), timeout_s=5), journal)
    with pytest.raises(ConnectError):
        asyncio.run(client.connect())
    assert client.state == "failed"


def test_answers_are_kept_in_the_profile_and_secrets_in_the_store_only() -> None:
    target = HttpTarget("https://h/${REGION}", {"A": "Bearer ${input:tok}", "B": "${secret:server/s/key}"})
    profile = Profile("s", target, inputs=(Input("tok", description="Token", secret=True),))
    keys = ("env:REGION", "input:tok", "secret:server/s/key")
    assert [one.description for one in asked_of(profile, keys)] == ["", "Token", ""]
    answered, secrets = filled(profile, dict(zip(keys, ("eu", "abc", "def"), strict=True)))
    assert secrets == {"server/s/tok": "abc", "server/s/key": "def"}
    assert "abc" not in str(entry_of(answered)) and "def" not in str(entry_of(answered))
    assert profile_from_entry("s", entry_of(answered)) == answered
    store = MemoryStore()
    for key, value in secrets.items():
        store.set(key, value)
    started = asyncio.run(startable(answered, Lookup(environ={}, secrets=store.get)))
    assert started.target == HttpTarget("https://h/eu", {"A": "Bearer abc", "B": "def"})
    assert set(started.secrets) == {"abc", "def"}


def test_an_answer_overwrites_no_secret_of_another_server() -> None:
    profile = Profile("gh", StdioTarget("x", ("${input:tok}",)), inputs=(Input("tok", secret=True),))
    answered, secrets = filled(profile, {"input:tok": "abc"}, taken=["server/GH/tok"])
    assert secrets == {"server/gh/tok+": "abc"}
    assert answered.inputs[0].value == "${secret:server/gh/tok+}"


NAMES = st.text(st.characters(codec="utf-8"), max_size=200)


@given(st.tuples(NAMES, NAMES), st.tuples(NAMES, NAMES))
def test_the_secrets_of_two_servers_never_share_a_place(one: tuple[str, str], other: tuple[str, str]) -> None:
    stripped = [tuple(part.strip() or "_" for part in pair) for pair in (one, other)]
    assert (secret_key(*one) == secret_key(*other)) == (stripped[0] == stripped[1])
    assert "}" not in secret_key(*one)


def test_an_answer_is_given_by_the_name_that_people_use() -> None:
    texts = ("${NAME}", "${input:region}", "${secret:server/s/key}", "${input:NAME}")
    profile = Profile("s", StdioTarget("x", texts), inputs=(Input("region", secret=True),))
    made, secrets = answered(profile, {"NAME": "n", "region": "eu", "key": "k"})
    assert {one.key: one.value for one in made.inputs} == {
        "input:region": "${secret:server/s/region}", "env:NAME": "n", "input:NAME": "n",
    }  # fmt: skip
    assert secrets == {"server/s/key": "k", "server/s/region": "eu"}


@pytest.mark.parametrize(("texts", "known"), [(("${A}", "${secret:x/B}"), "A, x/B, B"), (("plain",), "none")])
def test_an_answer_to_what_nobody_asked_says_what_is_asked(texts: tuple[str, ...], known: str) -> None:
    with pytest.raises(UsageError) as caught:
        answered(Profile("s", StdioTarget("x", texts)), {"C": "1"})
    assert str(caught.value) == f"“s” has no variable “C”; available: {known}"


def test_what_is_asked_for_is_known_by_the_profile_by_its_texts_or_by_its_key() -> None:
    profile = Profile("s", StdioTarget("x", ("${A}",)), inputs=(Input("b", description="B"),))
    assert asked_of(profile, ("input:b", "env:A", "file:c", "odd:d", "e")) == (
        Input("b", description="B"), Input("A", "env"), Input("c", "file"), Input("d"), Input(""),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("server", "what", "key"),
    [
        ("a", "token", "server/a/token"),
        (" a/b ", "x}y", "server/a%2Fb/x%7Dy"),
        ("", "a%b", "server/_/a%25b"),
    ],
)
def test_a_secret_has_a_place_of_its_own(server: str, what: str, key: str) -> None:
    assert secret_key(server, what) == key


def test_a_long_name_is_cut_and_keeps_its_place_apart() -> None:
    one, other = secret_key("s", "x" * 500), secret_key("s", "x" * 499 + "y")
    assert one != other and len(one) == len(other) and len(one) < 300


@pytest.mark.parametrize(
    ("count", "happened"),
    [
        (1, "“s” needs a value for V0."),
        (2, "“s” needs values for V0, V1."),
        (5, "“s” needs values for V0, V1, V2, V3, V4."),
        (6, "“s” needs values for V0, V1, V2, V3, V4 and 1 more."),
    ],
)
def test_what_has_no_value_is_listed(count: int, happened: str) -> None:
    profile = Profile("s", StdioTarget("x", tuple(f"${{V{number}}}" for number in range(count))))
    with pytest.raises(ConnectError) as caught:
        asyncio.run(startable(profile, Lookup(environ={})))
    assert caught.value.explanation.happened == happened
    assert caught.value.explanation.asks == tuple(f"env:V{number}" for number in range(count))


def test_the_file_of_variables_is_read_from_the_folder_of_the_server(tmp_path: Path) -> None:
    (tmp_path / "x.env").write_text("A=file\nB=file\n")
    profile = Profile("s", StdioTarget("x", (), {"B": "own"}, str(tmp_path)), env_file="${NAME}.env")
    made = asyncio.run(startable(profile, Lookup(environ={"NAME": "x"}))).target
    assert isinstance(made, StdioTarget) and made.env == {"A": "file", "B": "own"}
    with pytest.raises(ConnectError) as caught:
        asyncio.run(startable(profile, Lookup(environ={"NAME": "y"})))
    explanation = caught.value.explanation
    assert explanation.actions == ("edit_server", "retry")
    assert explanation.tried == f"read {tmp_path / 'y.env'}"
