"""A flow as a whole: its steps are seen, repeated, driven by hand and given up."""

from __future__ import annotations

import asyncio

import pytest

from inspector.core.auth.plan import PLANS, STEPS, planned
from inspector.core.auth.ports import KnownClient, Request, Response
from inspector.core.auth.steps import FlowStep
from inspector.errors import AuthorizationFailed, AuthorizationNeeded
from tests.core.auth.world import AS, METADATA, PRM, REDIRECT, World, answer, step


def states(steps: list[FlowStep]) -> set[str]:
    return {one.state for one in steps}


async def test_every_step_ends_well_and_has_its_source() -> None:
    flow = World().flow()
    await flow.run()
    assert states(flow.steps) == {"ok"}
    assert all(one.rule and one.title and one.verdict for one in flow.steps)


@pytest.mark.parametrize("method", ["auto", "none", "bearer", *PLANS])
def test_every_method_has_steps_that_are_known(method: str) -> None:
    assert [one.id for one in planned(method) if one.id not in STEPS] == []


async def test_listeners_see_each_step_run_and_end() -> None:
    flow = World().flow()
    seen: list[tuple[str, str]] = []
    flow.listeners.append(lambda one: seen.append((one.id, one.state)))
    await flow.run()
    ends = [one for one in seen if one[1] == "ok"]
    assert ends == [(one.id, "ok") for one in flow.steps]
    assert seen.index(("token", "running")) < seen.index(("token", "ok"))


async def test_a_request_is_seen_before_its_answer() -> None:
    world = World()
    flow = world.flow()
    waiting = asyncio.Event()

    async def slow(request: Request) -> Response:
        waiting.set()
        await asyncio.sleep(3600)
        raise AssertionError

    flow._fetch = slow
    task = asyncio.create_task(flow.run())
    await waiting.wait()
    running = step(flow, "resource_metadata")
    assert running.state == "running"
    assert running.request is not None
    assert running.request.url == PRM
    assert running.response is None
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert step(flow, "resource_metadata").state == "waiting"


async def test_a_failed_flow_names_the_step_and_goes_on_from_there() -> None:
    world = World()
    metadata = world.routes.pop(METADATA)
    flow = world.flow()
    with pytest.raises(AuthorizationFailed) as raised:
        await flow.run()
    assert raised.value.step == "server_metadata"
    assert "Authorization server metadata" in str(raised.value)
    assert isinstance(raised.value, AuthorizationNeeded)
    assert step(flow, "token").state == "waiting"
    assert flow.token is None
    world.routes[METADATA] = metadata
    asked = world.asked().count(PRM)
    assert (await flow.run()).access_token == "access-1"
    assert world.asked().count(PRM) == asked  # what was done is not done again


async def test_running_to_a_step_stops_after_it() -> None:
    world = World()
    flow = world.flow()
    await flow.run_until("resource")
    assert world.asked() == [PRM]
    assert next(one.id for one in flow.steps if one.state == "waiting") == "server_metadata"


async def test_a_repeated_step_asks_again_and_what_rests_on_it_waits() -> None:
    world = World()
    flow = world.flow()
    await flow.run()
    world.metadata["token_endpoint"] = f"{AS}/token2"
    world.routes[f"{AS}/token2"] = answer({**world.token, "access_token": "access-2"})
    await flow.repeat("server_metadata")
    assert world.asked().count(METADATA) == 2
    assert {one.state for one in flow.steps[4:]} == {"waiting"}
    assert (await flow.run()).access_token == "access-2"


async def test_repeating_what_was_not_reached_does_what_is_before_it() -> None:
    world = World()
    flow = world.flow()
    await flow.repeat("server_metadata")
    assert world.asked() == [PRM, METADATA]
    assert step(flow, "endpoints").state == "waiting"


async def test_settings_changed_on_the_way_are_used_from_there() -> None:
    world = World()
    flow = world.flow()
    await flow.run_until("scopes")
    flow.change(scopes="other")
    await flow.repeat("scopes")
    await flow.run()
    assert world.shown_parameters()["scope"] == "other"


async def test_a_flow_without_a_browser_stops_before_it() -> None:
    world = World()
    flow = world.flow()
    flow._authorize = None
    with pytest.raises(AuthorizationFailed) as raised:
        await flow.run()
    assert raised.value.step == "callback"
    assert raised.value.explanation.actions[0] == "sign_in"


async def test_no_request_of_discovery_carries_credentials() -> None:
    world = World()
    await world.flow(client_id="me", client_secret="s").run()
    for request in world.requests:
        if request.method == "GET":
            assert {name.lower() for name, _ in request.headers} <= {"accept", "mcp-protocol-version"}
            assert not request.body


async def test_secrets_go_to_the_token_endpoint_alone() -> None:
    world = World()
    await world.flow(client_id="me", client_secret="s3cr3t").run()
    elsewhere = [one for one in world.requests if one.url != f"{AS}/token"]
    assert not any(b"s3cr3t" in one.body or "s3cr3t" in str(one.headers) + one.url for one in elsewhere)
    assert "s3cr3t" not in world.shown[0]


@pytest.mark.parametrize(("kept", "shown"), [("", 1), ("less", 2)])
async def test_a_server_that_grants_fewer_scopes_than_it_is_asked_for_is_asked_once(
    kept: str, shown: int
) -> None:
    """RFC 7591: what is registered may be less than what was asked for, each time anew."""
    world = World()
    if kept:
        world.store.clients[AS] = KnownClient("old", kind="registered", redirect_uris=(REDIRECT,), scope=kept)
    world.registration["scope"] = "less"
    world.callback = {"error": "invalid_scope"}
    flow = world.flow(scopes="less more")
    with pytest.raises(AuthorizationFailed) as raised:
        await flow.run()
    assert raised.value.step == "callback"
    assert world.asked().count(f"{AS}/register") == 1
    assert len(world.shown) == shown


async def test_a_client_registered_on_the_way_is_replaced_when_more_is_wanted_than_it_asked_for() -> None:
    world = World()
    world.registration["scope"] = "less"
    flow = world.flow(scopes="less")
    await flow.run_until("identity")
    flow.change(scopes="less more")
    await flow.repeat("scopes")
    world.callback = {"error": "invalid_scope"}
    with pytest.raises(AuthorizationFailed):
        await flow.run()
    assert world.asked().count(f"{AS}/register") == 2
    assert world.body()["scope"] == "less more"
