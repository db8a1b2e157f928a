"""Whatever a server writes into whichever document: a flow gives a token or says which step failed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from inspector.core.auth.ports import Response
from inspector.core.auth.steps import FlowStep
from inspector.errors import AuthorizationFailed
from tests.core.auth.world import AS, METADATA, PRM, SERVER, World, answer

KEYS = {
    "prm": ["resource", "authorization_servers", "scopes_supported", "dpop_bound_access_tokens_required"],
    "metadata": [
        "issuer",
        "authorization_endpoint",
        "token_endpoint",
        "registration_endpoint",
        "scopes_supported",
        "token_endpoint_auth_methods_supported",
        "code_challenge_methods_supported",
        "dpop_signing_alg_values_supported",
        "grant_types_supported",
        "client_id_metadata_document_supported",
    ],
    "registration": [
        "client_id",
        "client_secret",
        "client_secret_expires_at",
        "redirect_uris",
        "scope",
        "token_endpoint_auth_method",
    ],
    "token": ["access_token", "token_type", "expires_in", "scope", "refresh_token", "id_token", "error"],
}
NASTY = [
    "",
    " ",
    "\ud800",
    "a\r\nb: c",
    "https://",
    "https://[::1",
    "https://as.test:99999/",
    "https://as.test/\x00",
    "https://xn--/",
    "http://evil.test/",
    "javascript:1",
    "DPoP",
    "none",
    "S256",
    "ES256",
    "client_secret_basic",
    AS,
    f"{AS}/",
    SERVER,
    f"{AS}/token?x=1#y",
    "é" * 50,
    "x" * 3000,
]
VALUES = st.recursive(
    st.sampled_from([*NASTY, None, True, False, 0, -1, 10**400, 1e308, float("nan"), float("inf")]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2)
    ),
    max_leaves=4,
)
LIES = st.lists(
    st.sampled_from([(document, key) for document, keys in KEYS.items() for key in keys]).flatmap(
        lambda place: st.tuples(st.just(place), VALUES)
    ),
    min_size=1,
    max_size=4,
)


def told(world: World, lies: list[tuple[tuple[str, str], Any]]) -> None:
    """Put the lies into the documents of the world."""
    for (document, key), lie in lies:
        getattr(world, document)[key] = lie
    for url, document in ((PRM, world.prm), (METADATA, world.metadata)):
        world.routes[url] = Response(200, (), json.dumps(document).encode())
    world.routes[f"{AS}/register"] = lambda request: answer(world.registration, 201)
    world.routes[f"{AS}/token"] = lambda request: answer(world.token)


def outcome(world: World, **flow: Any) -> list[FlowStep]:
    """The steps after the flow; it failed at one of them, or has a token."""
    made = world.flow(**flow)

    async def run() -> None:
        try:
            token = await made.run()
        except AuthorizationFailed as error:
            assert [step.id for step in made.steps if step.state == "failed"] == [error.step]
            assert error.explanation.happened
        else:
            assert token.access_token.isascii()
            assert token.issuer == world.metadata["issuer"]

    asyncio.run(run())
    return made.steps


@settings(max_examples=200, deadline=None)
@given(LIES, st.sampled_from(["auto", "always"]))
def test_no_document_breaks_a_flow(lies: list[tuple[tuple[str, str], Any]], dpop: str) -> None:
    world = World()
    told(world, lies)
    outcome(world, dpop=dpop)
    assert not [url for url in world.asked() if "evil" in url]


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["code", "iss", "error", "error_description", "state"]), st.sampled_from(NASTY)
    )
)
@example({"code": "\ud800"})
def test_no_callback_breaks_a_flow(came: dict[str, str]) -> None:
    world = World()
    world.callback = came
    outcome(world)


@settings(max_examples=100, deadline=None)
@given(
    st.binary(max_size=40),
    st.sampled_from([200, 201, 302, 400, 401, 500]),
    st.sampled_from([PRM, METADATA, "register", "token"]),
)
def test_no_body_breaks_a_flow(body: bytes, status: int, place: str) -> None:
    world = World()
    url = place if place.startswith("https") else f"{AS}/{place}"
    world.routes[url] = Response(status, (("Location", "https://evil.test/"),), body)
    outcome(world)
    assert not [one for one in world.asked() if "evil" in one]


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='Bearer DPoP,="\\:/\x00é resource_metadata scope', max_size=80))
def test_no_challenge_breaks_a_flow(challenge: str) -> None:
    world = World()
    outcome(world, challenge=challenge)
