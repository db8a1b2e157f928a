"""From the challenge to the metadata of the authorization server, and every lie told on the way."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.core.auth.ports import BODY_LIMIT, Response
from inspector.errors import AuthorizationFailed
from tests.core.auth.world import AS, METADATA, PRM, SERVER, World, answer, step, value

ROOT_PRM = "https://mcp.test/.well-known/oauth-protected-resource"
OPENID = f"{AS}/.well-known/openid-configuration"


async def failure(world: World, until: str, **flow: Any) -> AuthorizationFailed:
    """The failure of a flow that must not get to the step."""
    made = world.flow(**flow)
    with pytest.raises(AuthorizationFailed) as raised:
        await made.run_until(until)
    assert step(made, raised.value.step).state == "failed"
    return raised.value


# -- challenge -------------------------------------------------------------------------------------------


async def test_the_challenge_is_shown_in_parts() -> None:
    world = World()
    flow = world.flow(f'Bearer error="invalid_token", scope="read", resource_metadata="{PRM}"')
    await flow.run_until("challenge")
    assert value(flow, "challenge", "scope") == "read"
    assert value(flow, "challenge", "error") == "invalid_token"
    assert step(flow, "challenge").state == "ok"


async def test_an_answer_without_a_challenge_is_a_warning() -> None:
    flow = World().flow(challenge=None)
    await flow.run_until("challenge")
    assert step(flow, "challenge").state == "warning"


async def test_a_403_that_names_nothing_is_a_warning() -> None:
    flow = World().flow('Bearer error="insufficient_scope"', status=403)
    await flow.run_until("challenge")
    assert "scope, resource_metadata" in step(flow, "challenge").verdict


async def test_a_challenge_without_end_is_cut() -> None:
    flow = World().flow("".join(f"a{number} " for number in range(9000)) + 'Bearer x="y"')
    await flow.run_until("challenge")
    assert len(step(flow, "challenge").verdict) < 3000
    flow = World().flow("Bearer " + ",".join(f"p{number}=1" for number in range(9000)))
    await flow.run_until("challenge")
    assert len(step(flow, "challenge").values) <= 200


async def test_a_person_may_start_without_a_challenge() -> None:
    flow = World().flow(challenge=None, status=0)
    await flow.run_until("server_metadata")
    assert step(flow, "challenge").state == "skipped"
    assert flow.issuer == AS


# -- protected resource metadata -------------------------------------------------------------------------


async def test_the_place_that_the_challenge_names_is_asked_first() -> None:
    world = World()
    world.routes["https://mcp.test/elsewhere"] = world.prm
    flow = world.flow('Bearer resource_metadata="https://mcp.test/elsewhere"')
    await flow.run_until("resource")
    assert world.asked() == ["https://mcp.test/elsewhere"]


async def test_the_path_is_asked_before_the_root() -> None:
    world = World()
    del world.routes[PRM]
    world.routes[ROOT_PRM] = world.prm
    flow = world.flow("Bearer")
    await flow.run_until("resource")
    assert world.asked() == [PRM, ROOT_PRM]
    assert [one.verdict for one in step(flow, "resource_metadata").exchanges] == ["not found (404)", "found"]


@pytest.mark.parametrize(
    "lie",
    [Response(200, (), b"<html>"), Response(200, (), b"[1]"), Response(200, (), b'{"resource": "\\ud800"}')],
)
async def test_what_is_no_json_object_is_not_there(lie: Response) -> None:
    world = World()
    world.routes[PRM] = lie
    world.routes[ROOT_PRM] = world.prm
    await world.flow("Bearer").run_until("resource")
    assert world.asked() == [PRM, ROOT_PRM]


async def test_a_document_without_end_is_not_read() -> None:
    world = World()
    world.routes[PRM] = Response(200, (), b" " * BODY_LIMIT + json.dumps(world.prm).encode())
    error = await failure(world, "resource_metadata", revision="2026-07-28")
    assert error.step == "resource_metadata"


async def test_a_place_in_a_private_network_is_not_asked() -> None:
    world = World()
    flow = world.flow('Bearer resource_metadata="http://169.254.169.254/latest/meta-data"')
    await flow.run_until("resource")
    assert world.asked() == [PRM]
    assert "was not requested" in step(flow, "resource_metadata").verdict


async def test_a_redirect_to_another_origin_is_not_followed() -> None:
    world = World()
    world.routes[PRM] = Response(302, (("Location", "https://evil.test/prm"),))
    world.routes["https://evil.test/prm"] = world.prm
    world.routes[ROOT_PRM] = world.prm
    await world.flow().run_until("resource")
    assert world.asked() == [PRM, ROOT_PRM]


async def test_a_redirect_within_the_origin_is_followed_for_a_while() -> None:
    world = World()
    world.routes[PRM] = Response(307, (("Location", "/there"),))
    world.routes["https://mcp.test/there"] = world.prm
    await world.flow().run_until("resource")
    assert world.asked() == [PRM, "https://mcp.test/there"]


async def test_redirects_without_end_are_left() -> None:
    world = World()
    world.routes[PRM] = Response(302, (("Location", PRM),))
    world.routes[ROOT_PRM] = world.prm
    await world.flow().run_until("resource")
    assert world.asked() == [PRM] * 4 + [ROOT_PRM]


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
async def test_a_modern_server_without_metadata_is_given_up(revision: str) -> None:
    world = World()
    world.routes.clear()
    error = await failure(world, "resource_metadata", revision=revision, challenge="Bearer")
    assert error.step == "resource_metadata"
    assert PRM in error.explanation.evidence


async def test_without_metadata_the_server_of_the_settings_is_used() -> None:
    world = World()
    del world.routes[PRM]
    flow = world.flow("Bearer", revision="2026-07-28", authorization_server=AS)
    await flow.run()
    assert world.form()["resource"] == SERVER
    missing = step(flow, "resource_metadata")
    assert missing.state == "warning" and "from the settings" in missing.verdict


async def test_a_server_that_does_not_answer_is_told_so() -> None:
    world = World()
    world.routes = {PRM: "connection refused", ROOT_PRM: "connection refused"}
    error = await failure(world, "resource_metadata", challenge="Bearer")
    assert error.explanation.cause == "connection refused"


async def test_the_revision_goes_with_requests_for_metadata() -> None:
    world = World()
    await world.flow(revision="2025-03-26").run_until("server_metadata")
    assert world.headers(PRM)["MCP-Protocol-Version"] == "2025-03-26"


# -- is it this server's ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lie", ["https://evil.test/mcp", "https://mcp.test/other", "", None, 5])
async def test_metadata_of_another_resource_stops_everything(lie: object) -> None:
    world = World()
    world.prm["resource"] = lie
    error = await failure(world, "resource")
    assert error.step == "resource"
    assert world.asked() == [PRM]  # no authorization server was asked


async def test_metadata_of_the_whole_host_is_enough_and_is_what_is_asked_for() -> None:
    world = World()
    world.prm["resource"] = "https://mcp.test"
    await world.flow().run()
    assert world.form()["resource"] == "https://mcp.test"
    assert world.shown_parameters()["resource"] == "https://mcp.test"


async def test_what_is_compared_is_shown() -> None:
    flow = World().flow(server_url="HTTPS://MCP.test:443/mcp")
    await flow.run_until("resource")
    assert value(flow, "resource", "server") == SERVER
    assert value(flow, "resource", "resource") == SERVER


async def test_metadata_without_an_authorization_server_stops() -> None:
    world = World()
    world.prm["authorization_servers"] = []
    assert (await failure(world, "resource")).step == "resource"


async def test_of_several_the_first_is_taken_unless_the_person_says_another() -> None:
    world = World()
    world.prm["authorization_servers"] = ["https://first.test", AS]
    flow = world.flow()
    await flow.run_until("resource")
    assert flow.issuer == "https://first.test"
    flow = world.flow(authorization_server=AS)
    await flow.run_until("resource")
    assert flow.issuer == AS


async def test_a_server_that_moved_to_another_authorization_server_is_not_given_its_credentials() -> None:
    error = await failure(World(), "resource", authorization_server="https://old.test", client_id="me")
    assert error.step == "resource"
    assert "edit_server" in error.explanation.actions


@pytest.mark.parametrize("lie", ["http://as.test", "javascript:alert(1)", "https://127.0.0.1:1", "nothing"])
async def test_an_authorization_server_that_is_not_safe_is_not_asked(lie: str) -> None:
    world = World()
    world.prm["authorization_servers"] = [lie]
    assert (await failure(world, "resource")).step == "resource"


# -- authorization server metadata -----------------------------------------------------------------------


async def test_openid_is_asked_after_oauth() -> None:
    world = World()
    del world.routes[METADATA]
    world.routes[OPENID] = world.metadata
    flow = world.flow()
    await flow.run_until("server_metadata")
    assert world.asked()[1:] == [METADATA, OPENID]


async def test_a_document_of_another_issuer_is_discarded_and_the_next_asked() -> None:
    world = World()
    world.routes[METADATA] = {**world.metadata, "issuer": "https://evil.test"}
    world.routes[OPENID] = world.metadata
    flow = world.flow()
    await flow.run_until("server_metadata")
    assert "discarded" in step(flow, "server_metadata").exchanges[0].verdict


@pytest.mark.parametrize("issuer", [f"{AS}/", AS.upper(), "https://as.test:443", "https://evil.test", None])
async def test_an_issuer_is_compared_character_for_character(issuer: str | None) -> None:
    world = World()
    world.metadata["issuer"] = issuer
    error = await failure(world, "server_metadata")
    assert error.step == "server_metadata"
    assert "character for character" in error.explanation.cause


async def test_an_authorization_server_without_metadata_is_told_with_all_places() -> None:
    world = World()
    del world.routes[METADATA]
    error = await failure(world, "server_metadata")
    assert error.explanation.evidence.count("not found (404)") == 2


# -- 2025-03-26 ------------------------------------------------------------------------------------------


async def test_without_any_metadata_the_default_paths_of_2025_03_26_are_used() -> None:
    world = World()
    world.routes = {
        "https://mcp.test/register": lambda request: answer({"client_id": "old"}, 201),
        "https://mcp.test/token": lambda request: answer(world.token),
    }
    flow = world.flow("Bearer")
    token = await flow.run()
    assert world.shown[0].startswith("https://mcp.test/authorize?")
    assert "resource" not in world.form("https://mcp.test/token")
    assert token.issuer == "https://mcp.test"
    assert step(flow, "server_metadata").state == "warning"


async def test_metadata_on_the_origin_of_the_server_is_used_before_the_default_paths() -> None:
    world = World()
    world.metadata["issuer"] = "https://mcp.test"
    del world.routes[PRM]
    world.routes["https://mcp.test/.well-known/oauth-authorization-server"] = world.metadata
    token = await world.flow("Bearer", revision="2025-03-26").run()
    assert token.issuer == "https://mcp.test"
    assert token.access_token == "access-1"


async def test_even_then_the_metadata_of_another_origin_is_discarded() -> None:
    world = World()
    del world.routes[PRM]
    world.routes["https://mcp.test/.well-known/oauth-authorization-server"] = world.metadata  # of as.test
    assert (await failure(world, "server_metadata", challenge="Bearer")).step == "server_metadata"
