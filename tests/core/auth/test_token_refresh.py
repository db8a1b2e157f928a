"""Refresh with rotation, and revocation."""

from __future__ import annotations

from typing import Any

import jwt
import pytest

from inspector.core.auth.assertions import ProofKey
from inspector.core.auth.flow import refresh, revoke
from inspector.core.auth.ports import KnownClient, Request, Response, Token
from inspector.core.auth.steps import FlowStep
from inspector.core.servers.auth_settings import AuthSettings
from inspector.errors import AuthorizationFailed
from tests.core.auth.world import AS, NOW, SERVER, World, answer, kept_token


async def refreshed(world: World, token: Token, **settings: Any) -> tuple[Token, FlowStep]:
    """What a refresh gives."""
    return await refresh(token, world.fetch, world.store, AuthSettings(**settings), lambda: NOW)


async def revoked(world: World, token: Token) -> FlowStep:
    """What a revocation gives."""
    return await revoke(token, world.fetch, world.store, AuthSettings(), lambda: NOW)


async def test_a_refresh_asks_for_the_same_server_and_takes_the_new_token() -> None:
    world = World()
    world.token["refresh_token"] = "refresh-1"
    token, step = await refreshed(world, kept_token())
    assert world.form() == {
        "grant_type": "refresh_token",
        "refresh_token": "refresh-0",
        "resource": SERVER,
        "client_id": "me",
    }
    assert (token.access_token, token.refresh_token, token.expires_at) == (
        "access-1",
        "refresh-1",
        NOW + 3600,
    )
    assert world.store.tokens[AS, SERVER] == token
    assert (step.id, step.state) == ("refresh", "ok")
    assert world.asked() == [f"{AS}/token"]  # nothing is discovered again


async def test_what_the_answer_leaves_out_stays() -> None:
    world = World()
    before = kept_token(client=KnownClient("me", "s", "client_secret_post"), id_token="id-0")
    token, step = await refreshed(world, before)
    assert (token.refresh_token, token.scope, token.requested) == ("refresh-0", "read", "read")
    assert (token.id_token, token.revocation_endpoint) == ("id-0", f"{AS}/revoke")
    assert step.state == "ok"


async def test_a_public_client_whose_refresh_token_stays_is_a_warning() -> None:
    _, step = await refreshed(World(), kept_token())
    assert step.state == "warning"


@pytest.mark.parametrize(
    "lie", [answer({"error": "invalid_grant"}, 400), answer({}), "connection refused", Response(302, ())]
)
async def test_a_refresh_that_fails_says_so_and_keeps_what_is_kept(lie: Any) -> None:
    world = World()
    world.routes[f"{AS}/token"] = lie
    await world.store.keep_token(kept_token())
    with pytest.raises(AuthorizationFailed) as raised:
        await refreshed(world, kept_token())
    assert raised.value.step == "refresh"
    assert "refresh-0" not in raised.value.explanation.as_text()
    assert world.store.tokens[AS, SERVER].access_token == "access-0"


async def test_without_a_refresh_token_nothing_is_sent() -> None:
    world = World()
    with pytest.raises(AuthorizationFailed):
        await refreshed(world, kept_token(refresh_token=""))
    assert not world.requests


async def test_a_bound_token_is_refreshed_with_its_key() -> None:
    world = World()
    key = ProofKey.new()
    assert key is not None
    proofs: list[str] = []

    def endpoint(request: Request) -> Response:
        proofs.append(dict(request.headers)["DPoP"])
        return answer({**world.token, "token_type": "DPoP"})

    world.routes[f"{AS}/token"] = endpoint
    token, step = await refreshed(world, kept_token(type="DPoP", dpop_key=key.pem(), dpop_algorithm="ES256"))
    assert step.state == "ok"  # nobody else can use it: it need not change
    jwk = jwt.get_unverified_header(proofs[0])["jwk"]
    assert ProofKey.from_pem(token.dpop_key, token.dpop_algorithm).thumbprint() == key.thumbprint()
    jwt.decode(proofs[0], jwt.PyJWK(jwk, "ES256").key, algorithms=["ES256"], options={"verify_iat": False})


async def test_a_kept_key_that_is_broken_is_told() -> None:
    with pytest.raises(AuthorizationFailed, match="private key"):
        await refreshed(World(), kept_token(dpop_key="broken", dpop_algorithm="ES256"))


async def test_both_tokens_are_revoked_the_refresh_token_first() -> None:
    world = World()
    world.routes[f"{AS}/revoke"] = Response(200)
    await world.store.keep_token(kept_token())
    step = await revoked(world, kept_token())
    assert [b"refresh_token" in one.body for one in world.requests] == [True, False]
    assert world.form(f"{AS}/revoke") == {
        "token": "access-0",
        "token_type_hint": "access_token",
        "client_id": "me",
    }
    assert step.state == "ok"
    assert not world.store.tokens


@pytest.mark.parametrize("lie", [Response(503), "connection refused", Response(302, (("Location", "//x"),))])
async def test_a_revocation_that_fails_is_a_warning_and_the_token_is_forgotten_here(lie: Any) -> None:
    world = World()
    world.routes[f"{AS}/revoke"] = lie
    await world.store.keep_token(kept_token())
    step = await revoked(world, kept_token())
    assert step.state == "warning"
    assert not world.store.tokens


async def test_why_a_token_was_not_revoked_is_told() -> None:
    world = World()
    world.routes[f"{AS}/revoke"] = answer({"error": "unsupported_token_type"}, 400)
    assert "unsupported_token_type" in (await revoked(world, kept_token())).verdict


@pytest.mark.parametrize("endpoint", ["", "http://as.test/revoke", "file:///x"])
async def test_a_token_is_sent_to_no_unsafe_place_to_be_revoked(endpoint: str) -> None:
    world = World()
    await world.store.keep_token(kept_token())
    await revoked(world, kept_token(revocation_endpoint=endpoint))
    assert not world.requests
    assert not world.store.tokens
