"""Scopes, identity, the authorization request and what comes back through the browser."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.auth.ports import FetchError, KnownClient
from inspector.errors import AuthorizationFailed
from tests.core.auth.test_discovery import failure
from tests.core.auth.world import (
    AS,
    CHALLENGE,
    CODE,
    NOW,
    PRM,
    REDIRECT,
    SERVER,
    World,
    answer,
    kept_token,
    s256,
    step,
    value,
)

DOCUMENT = "https://client.test/mcp/client.json"


async def asked_scopes(world: World, challenge: str = CHALLENGE, **flow: Any) -> str:
    """The scope that is asked for."""
    made = world.flow(challenge, **flow)
    await made.run_until("callback")
    return world.shown_parameters().get("scope", "")


# -- scopes ----------------------------------------------------------------------------------------------


async def test_scopes_of_the_challenge_come_before_those_of_the_metadata() -> None:
    world = World()
    world.prm["scopes_supported"] = ["a", "b"]
    assert await asked_scopes(world, f'Bearer scope="c d", resource_metadata="{PRM}"') == "c d"


async def test_without_them_those_of_the_metadata_are_asked_for() -> None:
    world = World()
    world.prm["scopes_supported"] = ["a", "b"]
    assert await asked_scopes(world) == "a b"


async def test_when_nobody_names_any_none_is_sent() -> None:
    world = World()
    await asked_scopes(world)
    assert "scope" not in world.shown_parameters()
    assert "scope" not in world.body()


async def test_offline_access_is_asked_for_when_the_authorization_server_lists_it() -> None:
    world = World()
    world.prm["scopes_supported"] = ["a"]
    world.metadata["scopes_supported"] = ["a", "offline_access"]
    assert await asked_scopes(world) == "a offline_access"
    assert world.shown_parameters()["prompt"] == "consent"


async def test_offline_access_is_not_asked_for_when_it_does_not_list_it() -> None:
    world = World()
    world.prm["scopes_supported"] = ["a", "offline_access"]
    world.metadata["scopes_supported"] = ["a"]
    assert await asked_scopes(world) == "a"
    assert "prompt" not in world.shown_parameters()


async def test_a_person_says_otherwise() -> None:
    world = World()
    world.prm["scopes_supported"] = ["a"]
    assert await asked_scopes(world, scopes="mine offline_access") == "mine offline_access"


async def test_a_step_up_asks_for_the_old_and_the_new() -> None:
    world = World()
    challenge = f'Bearer error="insufficient_scope", scope="write", resource_metadata="{PRM}"'
    former = kept_token(requested="read list")
    assert await asked_scopes(world, challenge, status=403, former=former) == "read list write"


async def test_what_was_asked_of_another_authorization_server_is_forgotten() -> None:
    former = kept_token(issuer="https://old.test", requested="theirs")
    assert (
        await asked_scopes(World(), f'Bearer scope="ours", resource_metadata="{PRM}"', former=former)
        == "ours"
    )


async def test_a_person_may_ask_for_less_than_before() -> None:
    assert await asked_scopes(World(), scopes="read", former=kept_token(requested="read write")) == "read"


async def test_scopes_of_a_person_are_kept_in_a_step_up() -> None:
    challenge = f'Bearer error="insufficient_scope", scope="write", resource_metadata="{PRM}"'
    assert await asked_scopes(World(), challenge, status=403, scopes="mine") == "mine write"


# -- who we are ------------------------------------------------------------------------------------------


async def used(world: World, **flow: Any) -> KnownClient:
    """Who we turn out to be."""
    made = world.flow(**flow)
    token = await made.run()
    return token.client


async def test_a_client_of_the_settings_comes_first() -> None:
    world = World()
    world.metadata["client_id_metadata_document_supported"] = True
    world.metadata["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
    found = await used(world, client_id="mine", client_secret="s", client_metadata_url=DOCUMENT)
    assert (found.client_id, found.kind, found.auth_method) == (
        "mine",
        "pre_registered",
        "client_secret_post",
    )
    assert f"{AS}/register" not in world.asked()


async def test_a_client_of_the_settings_does_not_move_with_the_server() -> None:
    world = World()
    former = kept_token(issuer="https://old.test", client=KnownClient("mine", "s", "client_secret_post"))
    error = await failure(world, "identity", former=former, client_id="mine", client_secret="s")
    assert error.step == "identity"
    assert "https://old.test" in error.explanation.cause
    assert not any(b"s" in one.body for one in world.requests)


async def test_then_a_metadata_document_where_it_is_known() -> None:
    world = World()
    world.metadata["client_id_metadata_document_supported"] = True
    found = await used(world, client_metadata_url=DOCUMENT)
    assert (found.client_id, found.auth_method) == (DOCUMENT, "none")
    assert f"{AS}/register" not in world.asked()


async def test_then_registration_as_a_native_program_that_refreshes() -> None:
    world = World()
    found = await used(world, client_metadata_url=DOCUMENT)
    assert (found.client_id, found.kind) == ("registered-1", "registered")
    assert world.body() == {
        "client_name": "MCP Desktop Inspector",
        "redirect_uris": [REDIRECT],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "application_type": "native",
    }
    assert world.store.clients[AS] == found


@pytest.mark.parametrize(
    ("listed", "state", "said"),
    [
        (["client_secret_basic"], "warning", True),
        (["client_secret_post", "client_secret_basic"], "ok", False),
        (None, "ok", False),
    ],
)
async def test_a_method_that_the_authorization_server_does_not_list_is_told(
    listed: list[str] | None, state: str, said: bool
) -> None:
    world = World()
    if listed is None:
        del world.metadata["token_endpoint_auth_methods_supported"]
    else:
        world.metadata["token_endpoint_auth_methods_supported"] = listed
    kept = KnownClient("kept", "s", "client_secret_post", "pre_registered", (REDIRECT,))
    world.store.clients[AS] = kept
    flow = world.flow()
    await flow.run_until("authorize")
    found = step(flow, "identity")
    assert found.state == state
    assert ("does not list client_secret_post" in found.verdict) is said


async def test_then_the_person_is_asked() -> None:
    world = World()
    del world.metadata["registration_endpoint"]
    error = await failure(world, "identity")
    assert error.step == "identity"
    assert error.explanation.cause == "It does not offer registration."
    assert "client ID" in error.explanation.next_step


async def test_registration_can_be_forbidden() -> None:
    world = World()
    assert (await failure(world, "identity", register=False)).step == "identity"
    assert f"{AS}/register" not in world.asked()


async def test_who_we_are_is_kept_by_issuer() -> None:
    world = World()
    await used(world)
    await used(world)
    assert world.asked().count(f"{AS}/register") == 1


async def test_another_issuer_is_registered_with_anew() -> None:
    world = World()
    world.store.clients["https://old.test"] = KnownClient("old", redirect_uris=(REDIRECT,), kind="registered")
    assert (await used(world)).client_id == "registered-1"


@pytest.mark.parametrize(
    "kept",
    [
        KnownClient("old", kind="registered", redirect_uris=("http://127.0.0.1:1/callback",)),
        KnownClient("old", "s", "client_secret_post", "registered", (REDIRECT,), expires_at=NOW - 1),
    ],
)
async def test_a_registration_that_does_not_fit_any_more_is_made_anew(kept: KnownClient) -> None:
    world = World()
    world.store.clients[AS] = kept
    assert (await used(world, scopes="more")).client_id == "registered-1"


async def test_a_registration_for_fewer_scopes_is_used_until_they_are_refused() -> None:
    world = World()
    kept = KnownClient("old", kind="registered", redirect_uris=(REDIRECT,), scope="less")
    world.store.clients[AS] = kept
    assert (await used(world, scopes="less more")).client_id == "old"
    world.callback = {"error": "access_denied"}
    await failure(world, "callback", scopes="less more")
    assert world.store.clients[AS] == kept
    world.callback = {"error": "invalid_scope"}
    await failure(world, "callback", scopes="less")
    assert world.store.clients[AS] == kept  # it was not for more than it may
    await failure(world, "callback", scopes="less more")
    assert world.store.clients[AS].client_id == "registered-1"  # it was made at once, and refused as well


async def test_who_takes_documents_and_registers_nobody_is_told_of_as_that() -> None:
    world = World()
    del world.metadata["registration_endpoint"]
    world.metadata["client_id_metadata_document_supported"] = True
    error = await failure(world, "identity")
    assert "It does not offer registration." not in error.explanation.cause
    assert "document on the web" in error.explanation.cause
    assert "client ID metadata document" in error.explanation.next_step
    assert "edit_server" in error.explanation.actions


async def test_repeating_the_step_registers_anew() -> None:
    world = World()
    flow = world.flow()
    await flow.run_until("identity")
    world.registration = {"client_id": "registered-2"}
    await flow.repeat("identity")
    assert (await flow.run()).client.client_id == "registered-2"


@pytest.mark.parametrize(
    "document", ["http://client.test/x", "https://client.test", "https://client.test/", "x"]
)
async def test_a_metadata_document_needs_an_https_url_with_a_path(document: str) -> None:
    world = World()
    world.metadata["client_id_metadata_document_supported"] = True
    assert (await failure(world, "identity", client_metadata_url=document)).step == "identity"


async def test_a_refused_registration_is_shown_without_secrets() -> None:
    world = World()
    refusal = answer(
        {"error": "invalid_redirect_uri", "error_description": "no", "client_secret": "oops"}, 400
    )
    world.routes[f"{AS}/register"] = refusal
    error = await failure(world, "identity")
    assert "invalid_redirect_uri: no" in error.explanation.cause
    assert "oops" not in error.explanation.as_text()


@pytest.mark.parametrize(
    "lie",
    [
        {},
        {"client_id": ""},
        {"client_id": 5},
        {"client_id": "x", "token_endpoint_auth_method": "client_secret_basic"},
        {"client_id": "x", "token_endpoint_auth_method": "tls_client_auth"},
        {"client_id": "x", "token_endpoint_auth_method": "private_key_jwt"},
    ],
)
async def test_a_registration_that_cannot_be_used_stops(lie: dict[str, Any]) -> None:
    world = World()
    world.registration = lie
    assert (await failure(world, "identity")).step == "identity"
    assert not world.store.clients


@pytest.mark.parametrize(
    ("listed", "answered", "expected"),
    [
        (["none"], {}, "none"),
        (["client_secret_basic"], {"client_secret": "s"}, "client_secret_basic"),
        (["client_secret_post"], {"client_secret": "s"}, "client_secret_post"),
        (
            ["private_key_jwt", "client_secret_post", "client_secret_basic"],
            {"client_secret": "s"},
            "client_secret_post",
        ),
        (
            ["none", "client_secret_post"],
            {"client_secret": "s", "token_endpoint_auth_method": "client_secret_post"},
            "client_secret_post",
        ),
        (None, {"client_secret": "s"}, "client_secret_basic"),
        (None, {}, "none"),
    ],
)
async def test_the_authentication_is_what_was_asked_for_and_answered(
    listed: list[str] | None, answered: dict[str, str], expected: str
) -> None:
    world = World()
    world.metadata["token_endpoint_auth_methods_supported"] = listed
    world.registration = {"client_id": "x", **answered}
    assert (await used(world)).auth_method == expected


# -- the request -----------------------------------------------------------------------------------------


async def test_the_request_is_complete_and_its_secrets_are_marked() -> None:
    world = World()
    flow = world.flow(f'Bearer scope="a b", resource_metadata="{PRM}"')
    await flow.run()
    shown = world.shown_parameters()
    assert {
        name: shown[name] for name in ("response_type", "client_id", "redirect_uri", "resource", "scope")
    } == {
        "response_type": "code",
        "client_id": "registered-1",
        "redirect_uri": REDIRECT,
        "resource": SERVER,
        "scope": "a b",
    }
    assert shown["code_challenge"] == s256(world.form()["code_verifier"])
    assert len(world.form()["code_verifier"]) >= 43
    secret = {one.name for one in step(flow, "authorize").values if one.secret}
    assert secret == {"URL", "state", "code_verifier"}


async def test_parameters_of_the_endpoint_itself_stay() -> None:
    world = World()
    world.metadata["authorization_endpoint"] = f"{AS}/authorize?tenant=x&state=theirs"
    await world.flow().run()
    assert world.shown_parameters()["tenant"] == "x"
    assert world.shown_parameters()["state"] != "theirs"


async def test_no_two_requests_have_a_state_or_a_verifier_in_common() -> None:
    world = World()
    flow = world.flow()
    await flow.run()
    first, verifier = world.shown_parameters(), world.form()["code_verifier"]
    await flow.repeat("authorize")
    await flow.run()
    assert world.shown_parameters()["state"] != first["state"]
    assert world.form()["code_verifier"] != verifier


async def test_nothing_is_shown_before_its_step() -> None:
    world = World()
    flow = world.flow()
    await flow.run_until("authorize")
    assert flow.authorization_url.startswith(f"{AS}/authorize?")
    assert not world.shown


# -- what comes back -------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["", "other"])
async def test_a_foreign_state_is_refused(state: str) -> None:
    world = World()
    world.callback = {"code": "injected", "state": state}
    error = await failure(world, "callback")
    assert error.step == "callback"
    assert f"{AS}/token" not in world.asked()


@pytest.mark.parametrize("advertised", [True, False])
@pytest.mark.parametrize("iss", [f"{AS}/", AS.upper(), "https://evil.test", ""])
async def test_an_answer_of_another_issuer_is_refused_without_normalising(iss: str, advertised: bool) -> None:
    world = World()
    world.metadata["authorization_response_iss_parameter_supported"] = advertised
    world.callback = {"code": CODE, "iss": iss}
    assert (await failure(world, "callback")).step == "callback"
    assert f"{AS}/token" not in world.asked()


async def test_an_issuer_that_is_advertised_must_come() -> None:
    world = World()
    world.metadata["authorization_response_iss_parameter_supported"] = True
    assert (await failure(world, "callback")).step == "callback"


async def test_the_right_issuer_is_accepted() -> None:
    world = World()
    world.metadata["authorization_response_iss_parameter_supported"] = True
    world.callback = {"code": CODE, "iss": AS}
    assert (await world.flow().run()).access_token == "access-1"


async def test_an_issuer_that_is_not_advertised_is_compared_all_the_same() -> None:
    world = World()
    world.callback = {"code": CODE, "iss": AS}
    flow = world.flow()
    await flow.run()
    assert step(flow, "callback").state == "warning"


async def test_the_error_of_another_issuer_is_not_shown() -> None:
    world = World()
    world.callback = {"error": "call_this_number", "error_description": "+1 555", "iss": "https://evil.test"}
    flow = world.flow()
    with pytest.raises(AuthorizationFailed) as raised:
        await flow.run()
    told = raised.value.explanation.as_text() + step(flow, "callback").verdict
    told += "".join(one.text for one in step(flow, "callback").values)
    assert "call_this_number" not in told
    assert "555" not in told


async def test_an_error_of_ours_is_told() -> None:
    world = World()
    world.callback = {"error": "access_denied", "error_description": "The person said no."}
    error = await failure(world, "callback")
    assert "access_denied" in error.explanation.happened
    assert error.explanation.cause == "The person said no."
    assert "sign_in" in error.explanation.actions


async def test_an_answer_with_nothing_in_it_is_told() -> None:
    world = World()
    world.callback = {}
    assert (await failure(world, "callback")).step == "callback"


async def test_a_person_who_gives_up_is_told() -> None:
    world = World()
    flow = world.flow()

    async def closed(url: str, state: str) -> dict[str, str]:
        raise FetchError("no response from the browser within 5 minutes")

    flow._authorize = closed
    with pytest.raises(AuthorizationFailed, match="no response from the browser"):
        await flow.run()
    assert value(flow, "callback", "code") == ""
