"""Gets tokens for one server, and ends them: what is kept, told and closed on the way."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from inspector.core.auth import token_manager
from inspector.core.auth.ports import FetchError, KnownClient, Token
from inspector.core.auth.refusal import Refusal
from inspector.core.auth.token_manager import TokenManager
from inspector.core.servers.auth_settings import AuthSettings
from inspector.errors import AuthorizationFailed, Explanation
from inspector.transport import HttpTarget

URL = "https://mcp.test/mcp"
REFUSAL = Refusal(401, ('Bearer scope="a"',))


def a_token(name: str, *, ended: bool = False, **more: Any) -> Token:
    expires_at = time.time() + (-1 if ended else 3600)
    return Token(name, URL, "https://as.test", KnownClient("me"), expires_at=expires_at, **more)


class Store:
    """Keeps one token, or what `tokens` gives in turn."""

    def __init__(self, *tokens: Token | None) -> None:
        self.tokens = list(tokens)
        self.renewing = asyncio.Lock()
        self.ended: list[Token] = []

    async def token(self) -> Token | None:
        assert self.renewing.locked()
        return self.tokens.pop(0) if len(self.tokens) > 1 else self.tokens[0] if self.tokens else None

    async def signed_out(self, token: Token) -> None:
        self.ended.append(token)


class Client:
    """The connection, and where users look."""

    def __init__(self, **more: Any) -> None:
        self.state, self.session = "connected", None
        self.profile = SimpleNamespace(era="auto")
        self.flow: Any = None
        self.step: Any = None
        self.notes: list[str] = []
        self.told = 0
        vars(self).update(more)

    def note(self, text: str) -> None:
        self.notes.append(text)

    def tell(self) -> None:
        self.told += 1


class Person:
    """Allows it or not."""

    def __init__(self, allows: bool = True) -> None:
        self.allows = allows
        self.strays = 0

    async def allow(self, flow: Any) -> bool:
        return self.allows

    async def show(self, url: str) -> None:
        pytest.fail("nobody is shown a page here")

    def stray(self) -> None:
        self.strays += 1


class Listening:
    """A `Browsing` without a port."""

    made: ClassVar[list[Listening]] = []
    broken = False

    def __init__(self, interaction: Any, fixed_uri: str, former_uri: str, stray: Any) -> None:
        self.given = (interaction, fixed_uri, former_uri)
        self.stray = stray
        self.closed = 0
        Listening.made.append(self)

    async def listen(self) -> str:
        if Listening.broken:
            raise FetchError("port 1 of this computer cannot be used")
        return "http://127.0.0.1:1/callback"

    async def authorize(self, url: str, state: str) -> dict[str, str]:
        return {}

    async def close(self) -> None:
        self.closed += 1


@pytest.fixture(autouse=True)
def listening(monkeypatch: pytest.MonkeyPatch) -> list[Listening]:
    monkeypatch.setattr(Listening, "made", [])
    monkeypatch.setattr(Listening, "broken", False)
    monkeypatch.setattr(token_manager, "Browsing", Listening)
    return Listening.made


def managed(client: Client, store: Store | None = None, **settings: Any) -> TokenManager:
    given = AuthSettings(**settings)
    return TokenManager(client, client, HttpTarget(URL), given, store or Store())  # type: ignore[arg-type]


# -- by a flow


def test_a_flow_is_begun_with_what_was_refused_and_shown(listening: list[Listening]) -> None:
    client = Client()
    former = Token(
        "t", URL, "https://as.test", KnownClient("me", redirect_uris=("http://127.0.0.1:9/c", "x"))
    )
    person = Person()
    manager = managed(client, redirect_uri="http://127.0.0.1:5/c")
    assert manager.url == URL
    flow = asyncio.run(manager.begun(REFUSAL, former, person))
    given = flow.given
    assert (given.server_url, given.status, tuple(given.challenge)) == (URL, 401, ('Bearer scope="a"',))
    assert given.redirect_uri == "http://127.0.0.1:1/callback"
    assert given.former is former
    assert listening[0].given == (person, "http://127.0.0.1:5/c", "http://127.0.0.1:9/c")
    assert (client.flow, client.told) == (flow, 1)
    flow.listeners[0](flow.steps[0])
    assert client.told == 2


def test_without_a_person_or_where_none_is_needed_nothing_listens(listening: list[Listening]) -> None:
    flow = asyncio.run(managed(Client()).begun(REFUSAL, None, None))
    assert (listening, flow.given.redirect_uri) == ([], "")
    asyncio.run(managed(Client(), method="client_credentials").begun(REFUSAL, None, Person()))
    assert listening == []


def test_a_flow_that_is_begun_again_closes_the_one_before(listening: list[Listening]) -> None:
    async def main() -> None:
        manager = managed(Client())
        for _ in range(2):
            await manager.begun(REFUSAL, None, Person())
        assert [one.closed for one in listening] == [1, 0]
        await manager.close()
        await manager.close()
        assert [one.closed for one in listening] == [1, 1]

    asyncio.run(main())


def test_a_port_that_cannot_be_used_stops_it(
    listening: list[Listening], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Listening, "broken", True)
    with pytest.raises(AuthorizationFailed) as caught:
        asyncio.run(managed(Client()).begun(REFUSAL, None, Person()))
    told = caught.value.explanation
    assert (told.happened, told.cause) == (
        "Sign-in is not possible now.",
        "port 1 of this computer cannot be used.",
    )
    assert (told.actions, caught.value.step) == (("sign_in", "edit_server"), "authorize")
    assert listening[0].closed == 1


def by_flow(
    client: Client, outcome: Token | Exception, person: Person | None, monkeypatch: pytest.MonkeyPatch
) -> Any:
    async def run(_flow: Any) -> Token:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(token_manager.Flow, "run", run)
    return asyncio.run(managed(client).by_flow(REFUSAL, None, person))


def test_a_whole_flow_gives_its_token_and_closes(
    listening: list[Listening], monkeypatch: pytest.MonkeyPatch
) -> None:
    token = a_token("t")
    assert by_flow(Client(), token, Person(), monkeypatch) is token
    assert listening[0].closed == 1
    assert by_flow(Client(), token, None, monkeypatch) is token


def test_who_does_not_want_to_gets_none(listening: list[Listening], monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    assert by_flow(client, AssertionError("it ran"), Person(allows=False), monkeypatch) is None
    assert (listening[0].closed, client.notes) == (1, [])


def test_a_flow_that_fails_is_noted(listening: list[Listening], monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    with pytest.raises(AuthorizationFailed):
        by_flow(client, AuthorizationFailed(Explanation("It failed."), "token"), Person(), monkeypatch)
    assert (listening[0].closed, client.notes) == (1, ["It failed."])


def test_an_answer_with_another_state_is_noted_and_shown(listening: list[Listening]) -> None:
    client = Client()

    async def main() -> None:
        manager = managed(client)
        manager._stray()
        await manager.begun(REFUSAL, None, Person())
        remarks: list[str] = []
        client.flow = SimpleNamespace(remark=remarks.append)
        listening[0].stray()
        assert remarks == ["Ignored a response with a different state. Still waiting."]

    asyncio.run(main())
    assert client.notes == ["received a browser response with a different state: ignored"] * 2


# -- by a refresh token


def refreshed(
    monkeypatch: pytest.MonkeyPatch, store: Store, token: Token, outcome: Token | Exception | None
) -> tuple[Token | None, Client, list[Token]]:
    asked: list[Token] = []

    async def refresh(given: Token, *_more: Any) -> tuple[Token | None, str]:
        asked.append(given)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome, "the step"

    monkeypatch.setattr(token_manager, "refresh", refresh)
    client = Client()
    found = asyncio.run(managed(client, store).by_refresh(token))
    return found, client, asked


OLD, NEW = a_token("old", refresh_token="r1"), a_token("new", refresh_token="r2")


@pytest.mark.parametrize("kept", [None, OLD])
def test_a_token_is_renewed(monkeypatch: pytest.MonkeyPatch, kept: Token | None) -> None:
    found, client, asked = refreshed(monkeypatch, Store(kept), OLD, NEW)
    assert (found, asked, client.step, client.notes) == (NEW, [OLD], "the step", [])


def test_one_that_another_connection_got_meanwhile_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refreshed(monkeypatch, Store(NEW), OLD, AssertionError("it was renewed"))[0] is NEW


def test_one_that_another_got_and_that_ended_is_renewed_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = a_token("other", ended=True)
    found, _, asked = refreshed(monkeypatch, Store(ended), OLD, NEW)
    assert (found, asked) == (NEW, [ended])


def refusal(code: str) -> AuthorizationFailed:
    return AuthorizationFailed(Explanation("It was refused."), "token", code)


def test_a_refusal_that_may_pass_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(OLD)
    found, client, _ = refreshed(monkeypatch, store, OLD, refusal("server_error"))
    assert (found, store.ended, client.notes, client.step) == (None, [], ["It was refused."], None)


@pytest.mark.parametrize("kept", [None, OLD])
def test_a_refresh_token_that_is_over_ends_the_session(
    monkeypatch: pytest.MonkeyPatch, kept: Token | None
) -> None:
    store = Store(OLD, kept)
    found, client, _ = refreshed(monkeypatch, store, OLD, refusal("invalid_grant"))
    assert (found, store.ended) == (None, [OLD])
    assert client.notes == [
        "It was refused.", "signed out: the authorization server no longer refreshes the token",
    ]  # fmt: skip


def test_one_that_another_program_renewed_just_now_is_taken_after_a_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Store(OLD, NEW)
    found, _, _ = refreshed(monkeypatch, store, OLD, refusal("invalid_grant"))
    assert (found, store.ended) == (NEW, [])


def test_the_end_of_a_token_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    async def revoke(token: Token, *_more: Any) -> str:
        return f"revoked {token.access_token}"

    monkeypatch.setattr(token_manager, "revoke", revoke)
    client = Client()
    asyncio.run(managed(client).end(OLD))
    assert client.step == "revoked old"


# -- the connection


@pytest.mark.parametrize(
    ("spoken", "era", "revision"),
    [
        ("2025-06-18", "2025-11-25", "2025-06-18"),
        ("", "2025-11-25", "2025-11-25"),
        (None, "2026-07-28", "2026-07-28"),
        (None, "auto", ""),
        ("", "legacy", ""),
    ],
)
def test_the_revision_is_the_one_that_is_spoken_or_insisted_on(
    spoken: str | None, era: str, revision: str
) -> None:
    session = None if spoken is None else SimpleNamespace(info=SimpleNamespace(revision=spoken))
    client = Client(session=session, profile=SimpleNamespace(era=era))
    assert managed(client)._revision() == revision


@pytest.mark.parametrize(
    ("state", "there", "told"),
    [
        ("connecting", True, True),
        ("connected", True, True),
        ("closed", True, False),
        ("connected", False, False),
    ],
)
def test_exchanges_are_rows_of_the_timeline_while_there_is_one(state: str, there: bool, told: bool) -> None:
    feed = object()
    session = SimpleNamespace(feed=feed) if there else None
    assert managed(Client(state=state, session=session))._sink() is (feed if told else None)
