"""What a session file holds is English, whatever the window speaks, which shows it in its language."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector import translation
from inspector.core.client.client import Client
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.profiles import Profile, Target
from inspector.core.servers.variables import Input
from inspector.core.storage.settings import Settings
from inspector.errors import ConnectError, Explanation
from inspector.protocol.secrets import masked_values
from inspector.trace.journal import Journal
from inspector.translation import in_english, shown, translate
from inspector.transport import HttpTarget, StdioTarget
from tests.core.guarded_server import Person, guarded
from tests.transport.http_server import Asked, answer, serve

RUDE = str(Path(__file__).with_name("rude.py"))


def strange(context: str, text: str, disambiguation: str, number: int) -> str:
    return f"⟦{translation.english(context, text, disambiguation, number)}⟧"


def stranger(context: str, text: str, disambiguation: str, number: int) -> str:
    return f"«{translation.english(context, text, disambiguation, number)}»"


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    """Everything is in brackets."""
    translation.install(strange)
    yield
    translation.install(None)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def kept(journal: Journal) -> str:
    """All that was recorded."""
    journal.sync()
    records = journal.records(1, journal.last)
    exchanges = [journal.exchange(one.number) for one in records if one.number == one.exchange]
    return repr([records, exchanges, journal.sessions(), journal.findings_between(1, journal.last)])


def last_note(journal: Journal) -> str:
    return [one.note for one in journal.records(1, journal.last) if one.kind == "lifecycle" and one.note][-1]


def failure_of(profile: Profile, journal: Journal) -> Explanation:
    """Of a connection that cannot be made."""
    client = Client(profile, journal, settings=Settings(probe_timeout_s=0.3, close_grace_s=0.2))
    with pytest.raises(ConnectError):
        asyncio.run(client.connect())
    assert client.failure is not None
    return client.failure


def rude(behaviour: str) -> StdioTarget:
    return StdioTarget(sys.executable, (RUDE, behaviour))


BROKEN = {
    "no command": StdioTarget("no-such-command-here"),
    "no file": StdioTarget("/no/such/program"),
    "no folder": StdioTarget("python3", (), {}, "/no/such/folder"),
    "a folder": StdioTarget("/tmp"),
    "an empty command": StdioTarget(""),
    "nothing listens": HttpTarget("http://127.0.0.1:1/mcp"),
    "no URL": HttpTarget("htp://example"),
    "it ends at once": rude("dies-at-start"),
    "no response": rude("no-server"),
    "another revision": rude("old-version"),
    "another capability": rude("wants-elicitation"),
}


@pytest.mark.parametrize("target", BROKEN.values(), ids=BROKEN)
def test_a_connection_that_fails_is_recorded_in_english_and_shown_as_it_was_told(
    target: Target, journal: Journal
) -> None:
    failure = failure_of(Profile("x", target, timeout_s=1.5), journal)
    assert "⟦" in failure.happened
    assert "⟦" not in kept(journal)
    ours = [one.note for one in journal.records(1, journal.last) if one.kind == "lifecycle"]
    assert in_english(failure.happened) in ours
    assert failure.happened in map(shown, ours)


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 418, 500, 503])
def test_an_http_status_is_recorded_in_english_and_shown_as_it_was_told(
    status: int, journal: Journal
) -> None:
    async def main() -> Explanation:
        async def refuse(asked: Asked) -> None:
            asked.writer.write(answer(b"no", f"{status} Refused"))

        async with serve(refuse) as url:
            client = Client(Profile("x", HttpTarget(url), timeout_s=5), journal)
            with pytest.raises(ConnectError):
                await client.connect()
            assert client.failure is not None
            return client.failure

    failure = asyncio.run(main())
    assert f"(HTTP {status})" in failure.happened
    assert "⟦" not in kept(journal)
    assert shown(last_note(journal)) == failure.happened


def test_a_sign_in_that_fails_is_recorded_in_english(journal: Journal) -> None:
    async def main() -> Explanation:
        async with guarded() as server:
            auth = AuthSettings(method="client_credentials")
            client = Client(Profile("g", HttpTarget(server.url), timeout_s=5, auth=auth), journal)
            client.authorizer.interaction = Person()
            with pytest.raises(ConnectError) as raised:
                await client.connect()
            return raised.value.explanation

    failure = asyncio.run(main())
    assert "⟦Client registration⟧" in failure.happened
    assert "⟦" not in kept(journal)
    assert shown(last_note(journal)) == failure.happened


def test_a_failure_is_told_anew_in_another_language(journal: Journal) -> None:
    failure = failure_of(Profile("x", StdioTarget("no-such-command-here")), journal)
    translation.install(stranger)
    there = failure.retranslated()
    assert there.happened == "«The command 'no-such-command-here' was not found.»"
    assert there.tried.startswith("«start no-such-command-here; looked for")
    assert there.next_step == "«Install it, use its full path, or add its folder to PATH.»"
    assert "⟦" not in "".join((there.happened, there.tried, there.cause, there.next_step, there.evidence))
    translation.install(translation.english)
    assert there.retranslated().happened == "The command 'no-such-command-here' was not found."


def test_a_failure_told_in_the_english_window_is_told_anew_as_well(journal: Journal) -> None:
    translation.install(translation.english)
    failure = failure_of(Profile("x", rude("dies-at-start"), timeout_s=1.5), journal)
    assert failure.happened == "The server exited before it responded (exit code 3)."
    translation.install(strange)
    assert failure.retranslated().happened == "⟦The server exited before it responded (⟦exit code 3⟧).⟧"


def test_a_secret_is_in_no_language_of_a_failure(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_NAME", "no-such-s3cr3t")
    what = Input("SECRET_NAME", "env", secret=True)
    profile = Profile("x", StdioTarget("${SECRET_NAME}"), inputs=(what,))
    failure = failure_of(profile, journal)
    translation.install(stranger)
    told = [failure, failure.retranslated()]
    assert "s3cr3t" not in repr(told) + kept(journal)
    texts = [
        text for one in told for text in (one.happened, one.tried, one.cause, one.next_step, one.evidence)
    ]
    assert "s3cr3t" not in "".join(map(in_english, texts))
    assert "not kept" in in_english(failure.happened)


def test_what_is_hidden_in_an_error_is_hidden_in_every_language() -> None:
    told = translate("Connect", "{} does not exist.").format("/home/s3cr3t/x")
    error = ConnectError(Explanation(told, evidence="s3cr3t"))
    error.hide(lambda text: masked_values(text, ["s3cr3t"]))
    translation.install(stranger)
    for text in (str(error), error.explanation.happened, error.explanation.evidence):
        assert "s3cr3t" not in text + in_english(text) + shown(text)
    assert shown(str(error)) == "«/home/<6 characters, not kept>/x does not exist.»"


def test_why_a_list_was_stopped_is_said_to_the_server_in_english(journal: Journal) -> None:
    async def main() -> None:
        target = StdioTarget(sys.executable, (str(Path(__file__).with_name("lister.py")), "slow"))
        client = Client(Profile("lister", target, timeout_s=5), journal)
        await client.connect()
        walk = asyncio.ensure_future(client.list_all("tools"))
        async with asyncio.timeout(5):
            while client.catalog.loading.get("tools") != 2:
                await asyncio.sleep(0.005)
        client.lists.stop("tools")
        await walk
        await client.close()

    asyncio.run(main())
    assert "list stopped" in kept(journal)
    assert "⟦" not in kept(journal)
    details = [shown(row.detail) for row in journal.rows(range(1, journal.last + 1))]
    assert "⟦cancelled⟧: ⟦list stopped⟧" in details
