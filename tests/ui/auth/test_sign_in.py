"""The user at the window: a flow goes on when something is pressed, and waits in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.auth.flow import Flow
from inspector.errors import AuthorizationFailed
from inspector.ui.auth.sign_in import Command, SignIn
from tests.core.auth.world import AS, METADATA, World, answer, kept_token

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


class _Authorizing:
    def __init__(self) -> None:
        self.taken: list[Flow] = []
        self.flow: Flow | None = None
        self.step = None

    async def new_flow(self) -> Flow:
        assert self.flow is not None
        return self.flow

    async def close(self) -> None:
        pass

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
