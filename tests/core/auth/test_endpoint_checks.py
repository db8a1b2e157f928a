"""Endpoints that must not be used, and codes that nobody protects."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.auth.test_discovery import failure
from tests.core.auth.world import AS, CHALLENGE, PRM, World, answer, step, value


@pytest.mark.parametrize("name", ["authorization_endpoint", "token_endpoint"])
@pytest.mark.parametrize(
    "lie", ["http://as.test/x", "https://192.168.1.1/x", "file:///x", "https://u:p@as.test/x", "", 7]
)
async def test_an_endpoint_that_is_not_safe_stops_everything(name: str, lie: object) -> None:
    world = World()
    world.metadata[name] = lie
    error = await failure(world, "endpoints")
    assert error.step == "endpoints"
    assert not world.shown


async def test_plain_http_is_allowed_by_the_person_alone() -> None:
    world = World()
    world.metadata["token_endpoint"] = "http://as.test/token"
    flow = world.flow(allow_http=True)
    await flow.run_until("endpoints")
    assert step(flow, "endpoints").state == "ok"


async def test_a_registration_endpoint_that_is_not_safe_is_not_used() -> None:
    world = World()
    world.metadata["registration_endpoint"] = "http://as.test/register"
    error = await failure(world, "identity")
    assert error.step == "identity"
    assert "http://as.test/register" not in world.asked()


@pytest.mark.parametrize("methods", [None, [], ["plain"], "S256"])
async def test_an_authorization_server_without_s256_is_refused(methods: object) -> None:
    world = World()
    world.metadata["code_challenge_methods_supported"] = methods
    error = await failure(world, "pkce")
    assert error.step == "pkce"
    assert not world.shown


async def test_the_person_may_go_on_without_and_s256_is_sent_all_the_same() -> None:
    world = World()
    del world.metadata["code_challenge_methods_supported"]
    flow = world.flow(proceed_without_pkce=True)
    await flow.run()
    assert step(flow, "pkce").state == "warning"
    assert world.shown_parameters()["code_challenge_method"] == "S256"


@pytest.mark.parametrize("revision", ["2025-03-26", "2025-06-18"])
async def test_older_revisions_do_not_have_it_said(revision: str) -> None:
    world = World()
    del world.metadata["code_challenge_methods_supported"]
    flow = world.flow(revision=revision)
    await flow.run_until("pkce")
    assert step(flow, "pkce").state == "warning"


async def test_a_grant_that_is_not_listed_is_a_warning() -> None:
    world = World()
    world.metadata["grant_types_supported"] = ["authorization_code"]
    flow = world.flow(method="client_credentials", client_id="me", client_secret="s")
    await flow.run_until("endpoints")
    assert "client_credentials" in step(flow, "endpoints").verdict


# -- DPoP ------------------------------------------------------------------------------------------------


def bound(world: World, **prm: Any) -> World:
    """A world whose authorization server knows DPoP."""
    world.metadata["dpop_signing_alg_values_supported"] = ["RS512", "ES384", "ES256"]
    world.prm.update(prm)
    world.routes[f"{AS}/token"] = lambda request: answer({**world.token, "token_type": "DPoP"})
    return world


async def test_a_key_is_made_when_the_challenge_is_of_dpop() -> None:
    flow = bound(World()).flow(f'DPoP resource_metadata="{PRM}"')
    await flow.run_until("endpoints")
    assert value(flow, "endpoints", "DPoP") == "a new ES256 key"


async def test_a_key_is_of_an_algorithm_that_both_servers_know() -> None:
    world = bound(
        World(), dpop_bound_access_tokens_required=True, dpop_signing_alg_values_supported=["ES384", "X"]
    )
    flow = world.flow()
    await flow.run_until("endpoints")
    assert value(flow, "endpoints", "DPoP") == "a new ES384 key"


@pytest.mark.parametrize(
    ("challenge", "settings", "bound_token"),
    [
        (CHALLENGE, {}, False),
        (CHALLENGE, {"dpop": "always"}, True),
        (CHALLENGE.replace("Bearer", "DPoP"), {"dpop": "never"}, False),
    ],
)
async def test_nobody_asks_no_key_and_the_person_has_the_last_word(
    challenge: str, settings: dict[str, str], bound_token: bool
) -> None:
    flow = bound(World()).flow(challenge, **settings)
    await flow.run_until("endpoints")
    assert bool(value(flow, "endpoints", "DPoP")) is bound_token


async def test_without_a_common_algorithm_there_is_a_warning_and_no_key() -> None:
    world = bound(World())
    world.metadata["dpop_signing_alg_values_supported"] = ["HS256", "none"]
    flow = world.flow(dpop="always")
    await flow.run_until("endpoints")
    assert step(flow, "endpoints").state == "warning"
    assert value(flow, "endpoints", "DPoP") == ""
