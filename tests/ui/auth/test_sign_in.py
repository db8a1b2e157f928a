"""The user at the window: a flow goes on when something is pressed, and waits in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.auth.flow import Flow
from inspector.core.auth.steps import FlowStep
from inspector.errors import AuthorizationFailed, ConnectError, Explanation, InspectorError
from inspector.ui.auth.sign_in import Command, SignIn, sign_in_of
from tests.core.auth.world import AS, METADATA, World, answer, kept_token

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


class _Authorizing:
    def __init__(self) -> None:
        self.taken: list[Flow] = []
        self.flow: Flow | None = None
        self.step: FlowStep | None = None
        self.renews = False
        self.trouble: Exception | None = None
        self.closed = 0

    async def new_flow(self) -> Flow:
        if self.trouble is not None:
            raise self.trouble
        assert self.flow is not None
        return self.flow

    async def close(self) -> None:
        self.closed += 1

    async def refresh(self) -> bool:
        return self.renews

    async def sign_out(self) -> None:
        if self.trouble is not None:
            raise self.trouble

    def take(self, flow: Flow) -> None:
        self.taken.append(flow)


def person_at(state: str = "connecting") -> SignIn:
    client: Any = SimpleNamespace(state=state, authorizer=_Authorizing(), tell=lambda: None)
    return SignIn(client)


async def reached(person: SignIn, phase: str) -> None:
    async with asyncio.timeout(20):
        while person.phase != phase:
            await asyncio.sleep(0)


def states(flow: Flow) -> str:
    return "".join({"waiting": "·", "failed": "x"}.get(step.state, "+") for step in flow.steps)


def test_all_is_done_up_to_the_page_which_a_press_opens(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at()
        flow = world.flow()
        person.want("all")
        allowed = asyncio.create_task(person.allow(flow))
        await reached(person, "ready")
        assert states(flow) == "+++++++++··" and world.shown == []
        assert person.waits
        person.press("browser")
        assert await allowed
        assert world.shown == [flow.authorization_url]
        assert flow.token is not None and person.phase == "idle"

    arun(main())


def test_who_pressed_nothing_is_not_asked_while_it_connects(arun: Runner) -> None:
    async def main() -> None:
        flow = World().flow()
        assert not await person_at().allow(flow)
        assert states(flow) == "···········"

    arun(main())


def test_in_mid_session_the_person_is_asked_first(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at("connected")
        flow = world.flow(status=403, former=kept_token())
        allowed = asyncio.create_task(person.allow(flow))
        await reached(person, "asked")
        assert world.requests == []
        person.press("stop")
        assert not await allowed

    arun(main())


def test_steps_are_done_one_by_one_and_again(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at()
        flow = world.flow()
        person.want("next")
        allowed = asyncio.create_task(person.allow(flow))
        await reached(person, "stopped")
        assert states(flow) == "+··········"
        person.press("next")
        await asyncio.sleep(0)
        await reached(person, "stopped")
        assert states(flow) == "++·········" and len(world.requests) == 1
        person.press("repeat", "resource_metadata")
        await asyncio.sleep(0)
        await reached(person, "stopped")
        assert len(world.requests) == 2
        person.press("all")
        await reached(person, "ready")
        person.press("stop")
        assert not await allowed

    arun(main())


def test_a_page_that_is_repeated_is_opened_by_another_press_with_a_new_state(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at()
        world.callback = {"error": "access_denied"}
        flow = world.flow()
        person.want("all")
        allowed = asyncio.create_task(person.allow(flow))
        await reached(person, "ready")
        person.press("browser")
        await reached(person, "failed")
        assert person.failure is not None and person.failure.step == "callback"
        world.callback = {"code": "c"}
        person.press("repeat", "callback")
        await reached(person, "ready")
        assert len(world.shown) == 1
        person.press("browser")
        assert await allowed
        assert len(set(world.shown)) == 2

    arun(main())


def test_who_gives_up_after_a_failed_step_reads_why(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at()
        del world.routes[METADATA]
        person.want("all")
        allowed = asyncio.create_task(person.allow(world.flow()))
        await reached(person, "failed")
        person.press("stop")
        with pytest.raises(AuthorizationFailed) as raised:
            await allowed
        assert raised.value.step == "server_metadata"

    arun(main())


def test_waiting_for_the_browser_is_given_up_without_ending_the_flow(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at()
        flow = world.flow()
        flow._authorize = _never
        person.want("all")
        allowed = asyncio.create_task(person.allow(flow))
        await reached(person, "ready")
        person.press("browser")
        await reached(person, "browser")
        person.cancel()
        await reached(person, "ready")
        assert not allowed.done()
        person.cancel()
        assert not await allowed

    arun(main())


async def _never(url: str, state: str) -> dict[str, str]:
    return await asyncio.get_running_loop().create_future()


def test_several_authorization_servers_are_a_choice_that_is_kept_when_it_was_good(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at()
        world.prm["authorization_servers"] = ["https://other.test", AS]
        kept: list[dict[str, Any]] = []
        person.kept.connect(lambda _client, chosen: kept.append(chosen))
        person.want("all")
        allowed = asyncio.create_task(person.allow(world.flow()))
        await reached(person, "choice")
        person.change(True, authorization_server=AS)
        person.press("repeat", "resource")
        await reached(person, "ready")
        assert kept == []
        person.press("browser")
        assert await allowed
        assert kept == [{"authorization_server": AS}]

    arun(main())


def test_pkce_is_gone_without_only_when_a_person_says_so(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at()
        del world.metadata["code_challenge_methods_supported"]
        flow = world.flow(revision="2026-07-28")
        person.want("all")
        allowed = asyncio.create_task(person.allow(flow))
        await reached(person, "failed")
        assert person.failure is not None and person.failure.step == "pkce"
        person.change(False, proceed_without_pkce=True)
        person.press("repeat", "pkce")
        await reached(person, "ready")
        assert next(step for step in flow.steps if step.id == "pkce").state == "warning"
        person.press("stop")
        assert not await allowed

    arun(main())


def test_a_flow_by_hand_hands_its_token_over(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at("connected")
        authorizer: Any = person.client.authorizer
        authorizer.flow = world.flow(None, 0)
        done = asyncio.create_task(person.by_hand(Command("all")))
        await reached(person, "ready")
        person.press("browser")
        await done
        assert authorizer.taken == [authorizer.flow]

    arun(main())


def test_a_second_flow_does_not_take_the_person_away_from_the_first(arun: Runner) -> None:
    async def main() -> None:
        person = person_at("connected")
        first = asyncio.create_task(person.allow(World().flow()))
        await reached(person, "asked")
        assert not await person.allow(World().flow())
        person.press("stop")
        await first

    arun(main())


def test_a_browser_that_does_not_open_is_told(arun: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.ui.auth.sign_in.open_link", lambda url: False)
    person = person_at()
    arun(person.show("https://as.test/"))
    assert "copy the address" in person.trouble


def test_refused_registration_is_got_past_with_a_client_of_one_s_own(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at()
        world.routes[f"{AS}/register"] = answer({"error": "access_denied"}, 403)
        person.want("all")
        allowed = asyncio.create_task(person.allow(world.flow()))
        await reached(person, "failed")
        person.change(True, client_id="mine", client_secret="")
        person.press("repeat", "identity")
        await reached(person, "ready")
        person.press("browser")
        assert await allowed
        assert world.shown_parameters()["client_id"] == "mine"

    arun(main())


def test_an_answer_that_is_not_ours_is_said_with_what_can_be_done(arun: Runner) -> None:
    async def main() -> None:
        person = person_at()
        told: list[str] = []
        person.changed.connect(lambda: told.append(person.trouble))
        person.stray()
        assert len(told) == 1 and "was ignored" in told[0] and "open the page again" in told[0]

    arun(main())


def test_a_step_of_a_flow_that_ended_is_done_again_and_the_rest_waits(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at("connected")
        authorizer: Any = person.client.authorizer
        authorizer.flow = flow = world.flow(None, 0)
        done = asyncio.create_task(person.by_hand(Command("all")))
        await reached(person, "ready")
        person.press("browser")
        await done
        asked = len(world.requests)
        for what in ("next", "all", "browser"):
            person.press(what, "resource_metadata")  # only a repetition begins anew
        await asyncio.sleep(0)
        assert person.phase == "idle" and len(world.requests) == asked
        assert person.shown_flow() is flow and person.flow is None
        person.press("repeat", "resource_metadata")
        await reached(person, "stopped")
        assert len(world.requests) == asked + 1 and person.flow is flow
        assert person.waits is False, "it can be left as it is"
        person.press("stop")
        await reached(person, "idle")
        assert authorizer.taken == [flow], "nothing new came of it"
        assert authorizer.closed == 2
        assert flow.listeners == [person._stepped], "it is told of a step once"

    arun(main())


def test_a_flow_by_hand_that_cannot_begin_or_fails_says_why(arun: Runner) -> None:
    def explained(happened: str) -> Explanation:
        return Explanation(happened)

    async def main() -> None:
        world, person = World(), person_at("connected")
        authorizer: Any = person.client.authorizer
        authorizer.trouble = ConnectError(explained("no such name"))
        await person.by_hand(Command("next"))
        assert (person.trouble, person.failure, person.phase) == ("no such name", None, "idle")
        authorizer.trouble = AuthorizationFailed(explained("not allowed"), "resource")
        await person.by_hand(Command("next"))
        assert person.trouble == "not allowed" and person.failure is authorizer.trouble
        authorizer.trouble, authorizer.flow = None, world.flow(None, 0)
        del world.routes[METADATA]
        done = asyncio.create_task(person.by_hand(Command("all")))
        await reached(person, "failed")
        assert person.trouble == "" and person.failure is not None
        await person.by_hand(Command("all"))
        assert person.phase == "failed", "there is one flow at a time"
        person.press("stop")
        await done
        assert person.failure is not None and person.failure.step == "server_metadata"
        assert authorizer.closed == 3 and authorizer.taken == []

    arun(main())


def test_a_token_that_is_not_renewed_says_what_the_server_said(arun: Runner) -> None:
    async def main() -> None:
        person = person_at("connected")
        told: list[str] = []
        person.changed.connect(lambda: told.append(person.trouble))
        authorizer: Any = person.client.authorizer
        authorizer.renews = True
        await person.refresh()
        authorizer.renews = False
        await person.refresh()
        authorizer.step = FlowStep("refresh", "", state="done", verdict="it is fresh")
        await person.refresh()
        assert person.renewal() is authorizer.step
        authorizer.step = FlowStep("refresh", "", state="failed", verdict="It is revoked.")
        await person.refresh()
        sentence = "Token refresh failed: sign in again."
        assert told == ["", sentence, sentence, f"{sentence} It is revoked."]

    arun(main())


def test_signing_out_says_what_went_wrong_and_nothing_when_it_went_well(arun: Runner) -> None:
    async def main() -> None:
        person = person_at("connected")
        told: list[str] = []
        person.changed.connect(lambda: told.append(person.trouble))
        authorizer: Any = person.client.authorizer
        person.trouble = "of before"
        await person.sign_out()
        authorizer.trouble = InspectorError("the server is gone")
        await person.sign_out()
        assert told == ["", "the server is gone"]

    arun(main())


def test_a_wish_is_taken_once_and_settings_are_kept_only_when_that_was_said(arun: Runner) -> None:
    async def main() -> None:
        world, person = World(), person_at()
        kept: list[dict[str, Any]] = []
        person.kept.connect(lambda _client, chosen: kept.append(chosen))
        person.change(True, client_id="mine")  # there is no flow
        person.want("all")
        assert person.take_request() == "all" and person.take_request() == ""
        person.want("all")
        flow = world.flow()
        allowed = asyncio.create_task(person.allow(flow))
        await reached(person, "ready")
        person.change(False, scopes="read")
        assert flow.given.settings.scopes == "read"
        person.press("browser")
        assert await allowed
        assert kept == []

    arun(main())


def test_a_page_whose_address_is_copied_is_not_opened(arun: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("inspector.ui.auth.sign_in.open_link", lambda url: opened.append(url) or True)

    async def main() -> None:
        world, person = World(), person_at()
        flow = world.flow()
        flow._authorize = _never
        person.want("all")
        allowed = asyncio.create_task(person.allow(flow))
        await reached(person, "ready")
        for press, expected in (("address", []), ("browser", ["https://as.test/"])):
            person.press(press)
            await reached(person, "browser")
            await person.show("https://as.test/")
            assert (opened, person.url, person.trouble) == (expected, "https://as.test/", "")
            person.cancel()
            await reached(person, "ready")
        person.press("stop")
        assert not await allowed

    arun(main())


def test_the_user_of_a_client_is_the_one_at_its_window() -> None:
    person = person_at()
    client: Any = person.client
    client.authorizer.interaction = person
    assert sign_in_of(client) is person
    client.authorizer.interaction = object()
    assert sign_in_of(client) is None


def test_phases_in_which_the_user_has_to_press_something() -> None:
    person = person_at()
    waiting = []
    for phase in ("idle", "asked", "choice", "ready", "working", "browser", "stopped", "failed"):
        person._set(phase)  # type: ignore[arg-type]
        waiting += [phase] if person.waits else []
    assert waiting == ["asked", "choice", "ready"]
