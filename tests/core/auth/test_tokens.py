"""The token endpoint: every grant, every way to authenticate, and answers that are no tokens."""

from __future__ import annotations

import base64
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from inspector.core.auth.ports import KnownClient, Request, Response
from inspector.core.auth.requests import ID_JAG
from inspector.errors import AuthorizationFailed
from tests.core.auth.test_discovery import failure
from tests.core.auth.world import AS, CODE, NOW, PRM, REDIRECT, SERVER, World, answer, step, value

IDP = "https://idp.test"


def pem(key: Any) -> str:
    """A private key as people have it."""
    found: bytes = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return found.decode()


def machine(world: World, *methods: str, **settings: Any) -> dict[str, Any]:
    """Settings for client credentials, and a server that lists these methods."""
    world.metadata["token_endpoint_auth_methods_supported"] = list(methods)
    return {"method": "client_credentials", "client_id": "me:1", **settings}


# -- the code --------------------------------------------------------------------------------------------


async def test_the_code_is_redeemed_with_its_verifier_for_this_server() -> None:
    world = World()
    token = await world.flow(f'Bearer scope="a", resource_metadata="{PRM}"').run()
    form = world.form()
    assert form.pop("code_verifier")
    assert form == {
        "grant_type": "authorization_code",
        "code": CODE,
        "redirect_uri": REDIRECT,
        "resource": SERVER,
        "client_id": "registered-1",
    }
    assert (token.access_token, token.type, token.expires_at) == ("access-1", "Bearer", NOW + 3600)
    assert (token.server_url, token.issuer, token.scope, token.requested) == (SERVER, AS, "a", "a")
    assert world.store.tokens == {(AS, SERVER): token}


async def test_a_code_is_used_once() -> None:
    world = World()
    flow = world.flow()
    await flow.run()
    with pytest.raises(AuthorizationFailed, match="already used"):
        await flow.repeat("token")
    assert world.asked().count(f"{AS}/token") == 1


async def test_the_scope_that_was_not_granted_is_told() -> None:
    world = World()
    world.token["scope"] = "read"
    flow = world.flow(scopes="read write")
    assert (await flow.run()).scope == "read"
    assert "write" in step(flow, "token").verdict


async def test_the_token_is_a_secret_value_and_a_jwt_is_read() -> None:
    world = World()
    world.token["access_token"] = jwt.encode({"aud": "https://other.test", "iss": AS}, "k" * 32)
    flow = world.flow()
    await flow.run()
    secret = {one.name for one in step(flow, "token").values if one.secret}
    assert secret == {"access_token", "JWT claims"}
    assert value(flow, "token", "JWT aud") == "https://other.test"
    assert "audience" in step(flow, "token").verdict


async def test_a_jwt_for_this_server_is_fine() -> None:
    world = World()
    world.token["access_token"] = jwt.encode({"aud": ["x", SERVER]}, "k" * 32)
    flow = world.flow()
    await flow.run()
    assert step(flow, "token").state == "ok"


# -- how a client authenticates --------------------------------------------------------------------------


async def test_basic_is_form_encoded_and_no_secret_is_in_the_body() -> None:
    world = World()
    await world.flow(**machine(world, "client_secret_basic", client_secret="s cr%t:ü")).run()
    scheme, _, text = world.headers()["Authorization"].partition(" ")
    assert scheme == "Basic"
    assert base64.b64decode(text).decode() == "me%3A1:s%20cr%25t%3A%C3%BC"
    assert "client_secret" not in world.form()


async def test_post_puts_both_into_the_body() -> None:
    world = World()
    await world.flow(**machine(world, "client_secret_post", client_secret="s")).run()
    assert (world.form()["client_id"], world.form()["client_secret"]) == ("me:1", "s")
    assert "Authorization" not in world.headers()


async def test_the_person_chooses_the_way() -> None:
    world = World()
    settings = machine(world, "client_secret_basic", client_secret="s")
    await world.flow(**settings, token_endpoint_auth_method="client_secret_post").run()
    assert world.form()["client_secret"] == "s"


@pytest.mark.parametrize(
    ("key", "algorithm", "expected"),
    [
        (ec.generate_private_key(ec.SECP256R1()), "", "ES256"),
        (ec.generate_private_key(ec.SECP384R1()), "", "ES384"),
        (rsa.generate_private_key(65537, 2048), "", "RS256"),
        (rsa.generate_private_key(65537, 2048), "PS256", "PS256"),
    ],
)
@pytest.mark.parametrize("one_line", [False, True])
async def test_a_signed_assertion_is_for_the_issuer(
    key: Any, algorithm: str, expected: str, one_line: bool
) -> None:
    world = World()
    text = pem(key).replace("\n", "\\n") if one_line else pem(key)
    settings = machine(world, "private_key_jwt", private_key=text, algorithm=algorithm, key_id="k1")
    await world.flow(**settings, client_secret="unused").run()
    form = world.form()
    assert form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    assert "client_secret" not in form
    assertion = form["client_assertion"]
    assert jwt.get_unverified_header(assertion)["kid"] == "k1"
    claims = jwt.decode(
        assertion,
        key.public_key(),
        algorithms=[expected],
        audience=AS,
        options={"verify_exp": False, "verify_iat": False},
    )
    assert (claims["iss"], claims["sub"], claims["iat"]) == ("me:1", "me:1", int(NOW))
    assert 0 < claims["exp"] - claims["iat"] <= 600
    assert claims["jti"]


async def test_a_jwk_signs_too() -> None:
    world = World()
    key = ec.generate_private_key(ec.SECP256R1())
    jwk = jwt.get_algorithm_by_name("ES256").to_jwk(key)  # type: ignore[attr-defined]
    await world.flow(**machine(world, "private_key_jwt", private_key=jwk)).run()
    options = {"verify_exp": False, "verify_iat": False, "verify_aud": False}
    jwt.decode(world.form()["client_assertion"], key.public_key(), algorithms=["ES256"], options=options)


@pytest.mark.parametrize(
    "settings",
    [
        {"private_key": "no key"},
        {"private_key": "{}"},
        {"private_key": pem(ec.generate_private_key(ec.SECP256R1())), "algorithm": "RS256"},
        {"private_key": pem(ec.generate_private_key(ec.SECP256R1())), "algorithm": "XY1"},
        {"token_endpoint_auth_method": "private_key_jwt"},
    ],
)
async def test_a_key_that_cannot_sign_is_told_before_anything_is_sent(settings: dict[str, str]) -> None:
    world = World()
    error = await failure(world, "token", **machine(world, "private_key_jwt"), **settings)
    assert error.step == "token"
    assert f"{AS}/token" not in world.asked()


# -- client credentials ----------------------------------------------------------------------------------


async def test_client_credentials_ask_for_this_server_and_show_nobody_anything() -> None:
    world = World()
    world.prm["scopes_supported"] = ["a", "offline_access"]
    world.metadata["scopes_supported"] = ["a", "offline_access"]
    flow = world.flow(**machine(world, "client_secret_basic", client_secret="s"))
    await flow.run()
    assert world.form() == {
        "grant_type": "client_credentials",
        "resource": SERVER,
        "scope": "a",
        "client_id": "me:1",
    }
    assert not world.shown
    assert [one.id for one in flow.steps][-3:] == ["scopes", "identity", "token"]


async def test_client_credentials_never_register() -> None:
    world = World()
    assert (await failure(world, "identity", method="client_credentials")).step == "identity"
    assert f"{AS}/register" not in world.asked()


# -- enterprise ------------------------------------------------------------------------------------------


def enterprise(world: World, **settings: Any) -> dict[str, Any]:
    """An identity provider beside the world, and settings for it."""
    world.routes[f"{IDP}/token"] = lambda request: answer(
        {"access_token": "id-jag", "issued_token_type": ID_JAG, "token_type": "N_A"}
    )
    world.routes[f"{IDP}/.well-known/openid-configuration"] = {
        "issuer": IDP,
        "token_endpoint": f"{IDP}/token",
    }
    world.metadata["token_endpoint_auth_methods_supported"] = ["client_secret_basic"]
    return {
        "method": "enterprise",
        "client_id": "me",
        "client_secret": "s",
        "idp_client_id": "me-there",
        "idp_issuer": IDP,
        "subject_token": "id-token",
        **settings,
    }


@pytest.mark.parametrize("told", [{}, {"idp_token_endpoint": f"{IDP}/token"}])
async def test_the_identity_provider_vouches_and_the_assertion_buys_the_token(told: dict[str, str]) -> None:
    world = World()
    world.prm["scopes_supported"] = ["a"]
    token = await world.flow(**enterprise(world, **told)).run()
    assert world.form(f"{IDP}/token") == {
        "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
        "requested_token_type": ID_JAG,
        "audience": AS,
        "resource": SERVER,
        "scope": "a",
        "subject_token": "id-token",
        "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
        "client_id": "me-there",
    }
    assert world.form() == {
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "assertion": "id-jag",
        "scope": "a",
        "resource": SERVER,
        "client_id": "me",
    }
    assert world.headers()["Authorization"].startswith("Basic ")
    assert token.access_token == "access-1"
    assert not world.shown


async def test_the_secret_of_the_identity_provider_goes_there_alone() -> None:
    world = World()
    settings = enterprise(world, idp_client_secret="idp-s", subject_token_type="urn:x:refresh_token")
    await world.flow(**settings).run()
    expected = base64.b64encode(b"me-there:idp-s").decode()
    assert world.headers(f"{IDP}/token")["Authorization"] == f"Basic {expected}"
    assert world.form(f"{IDP}/token")["subject_token_type"] == "urn:x:refresh_token"
    sent_elsewhere = [one for one in world.requests if not one.url.startswith(IDP)]
    assert not any(b"id-token" in one.body or expected in str(one.headers) for one in sent_elsewhere)


async def test_an_identity_provider_of_another_name_is_not_used() -> None:
    world = World()
    settings = enterprise(world)
    world.routes[f"{IDP}/.well-known/openid-configuration"] = {
        "issuer": "https://evil.test",
        "token_endpoint": "https://evil.test/token",
    }
    assert (await failure(world, "identity_assertion", **settings)).step == "identity_assertion"
    assert "https://evil.test/token" not in world.asked()


@pytest.mark.parametrize(
    "lie", ["http://idp.test/token", "https://10.0.0.1/token", "file:///x", "https://u:p@idp.test/"]
)
@pytest.mark.parametrize("told", [True, False])
async def test_who_the_person_is_goes_to_no_unsafe_place(lie: str, told: bool) -> None:
    world = World()
    settings = enterprise(world, idp_token_endpoint=lie if told else "")
    world.routes[f"{IDP}/.well-known/openid-configuration"] = {"issuer": IDP, "token_endpoint": lie}
    if told and lie == "https://10.0.0.1/token":
        world.routes[lie] = world.routes[f"{IDP}/token"]  # the user says so: it may be in their network
        assert (await world.flow(**settings).run()).access_token == "access-1"
        return
    assert (await failure(world, "identity_assertion", **settings)).step == "identity_assertion"
    assert lie not in world.asked()


@pytest.mark.parametrize("missing", ["subject_token", "idp_issuer"])
async def test_what_the_identity_provider_needs_is_asked_for(missing: str) -> None:
    world = World()
    error = await failure(world, "identity_assertion", **enterprise(world, **{missing: ""}))
    assert error.step == "identity_assertion"
    assert "edit_server" in error.explanation.actions


@pytest.mark.parametrize(
    "lie",
    [
        {"access_token": "access", "issued_token_type": "urn:ietf:params:oauth:token-type:access_token"},
        {"access_token": "access"},
        {"issued_token_type": ID_JAG},
    ],
)
async def test_an_access_token_is_no_identity_assertion(lie: dict[str, str]) -> None:
    world = World()
    settings = enterprise(world)
    world.routes[f"{IDP}/token"] = answer(lie)
    assert (await failure(world, "identity_assertion", **settings)).step == "identity_assertion"
    assert f"{AS}/token" not in world.asked()


# -- workload --------------------------------------------------------------------------------------------


async def test_a_workload_shows_the_token_of_its_platform() -> None:
    world = World()
    await world.flow(method="workload", subject_token="platform-jwt").run()
    assert world.form() == {
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "assertion": "platform-jwt",
        "resource": SERVER,
    }
    assert f"{AS}/register" not in world.asked()


@pytest.mark.parametrize("error", ["invalid_grant", "invalid_scope", "unauthorized_client"])
async def test_a_refused_workload_is_neither_tried_again_nor_otherwise(error: str) -> None:
    world = World()
    world.routes[f"{AS}/token"] = answer({"error": error}, 400)
    failed = await failure(world, "token", method="workload", subject_token="jwt")
    assert error in failed.explanation.happened
    assert world.asked().count(f"{AS}/token") == 1


async def test_a_workload_without_a_token_asks_for_it() -> None:
    assert (await failure(World(), "token", method="workload")).step == "token"


# -- DPoP ------------------------------------------------------------------------------------------------


class Bound:
    """A token endpoint that binds tokens to keys, and may want a nonce first."""

    def __init__(self, world: World, nonce: str = "", kind: str = "DPoP") -> None:
        self.world, self.nonce, self.kind = world, nonce, kind
        self.proofs: list[dict[str, Any]] = []
        world.metadata["dpop_signing_alg_values_supported"] = ["ES256"]
        world.routes[f"{AS}/token"] = self

    def __call__(self, request: Request) -> Response:
        proof = dict(request.headers)["DPoP"]
        header = jwt.get_unverified_header(proof)
        assert (header["typ"], header["alg"]) == ("dpop+jwt", "ES256")
        assert set(header["jwk"]) == {"kty", "crv", "x", "y"}
        key = jwt.PyJWK(header["jwk"], "ES256").key
        options = {"verify_iat": False}
        self.proofs.append(jwt.decode(proof, key, algorithms=["ES256"], options=options))
        if self.nonce and self.proofs[-1].get("nonce") != self.nonce:
            return answer({"error": "use_dpop_nonce"}, 400, DPoP_Nonce=self.nonce)
        return answer({**self.world.token, "token_type": self.kind})


async def test_the_token_request_proves_that_the_key_is_there() -> None:
    world = World()
    endpoint = Bound(world)
    token = await world.flow(f'DPoP resource_metadata="{PRM}"').run()
    (proof,) = endpoint.proofs
    assert (proof["htm"], proof["htu"], proof["iat"]) == ("POST", f"{AS}/token", int(NOW))
    assert "ath" not in proof
    assert "content_digest" not in proof
    assert token.type == "DPoP"
    assert "PRIVATE KEY" in token.dpop_key
    assert world.shown_parameters()["dpop_jkt"]


async def test_a_nonce_is_answered_with_a_fresh_proof_once() -> None:
    world = World()
    endpoint = Bound(world, nonce="n-1")
    await world.flow(dpop="always").run()
    assert [one.get("nonce") for one in endpoint.proofs] == [None, "n-1"]
    assert endpoint.proofs[0]["jti"] != endpoint.proofs[1]["jti"]


async def test_a_server_that_wants_nonces_without_end_is_left() -> None:
    world = World()
    endpoint = Bound(world, nonce="n-1")
    original = endpoint.__call__

    def never(request: Request) -> Response:
        endpoint.nonce += "x"
        return original(request)

    world.routes[f"{AS}/token"] = never
    error = await failure(world, "token", dpop="always")
    assert "use_dpop_nonce" in error.explanation.happened
    assert len(endpoint.proofs) == 2


async def test_a_token_that_is_not_bound_is_refused_when_it_must_be() -> None:
    world = World()
    Bound(world, kind="Bearer")
    error = await failure(world, "token", dpop="always")
    assert "bound to a different key" in error.explanation.happened
    assert not world.store.tokens


async def test_a_token_that_is_not_bound_is_a_warning_otherwise() -> None:
    world = World()
    Bound(world, kind="bearer")
    flow = world.flow(f'DPoP resource_metadata="{PRM}"')
    token = await flow.run()
    assert (token.type, token.dpop_key) == ("Bearer", "")
    assert step(flow, "token").state == "warning"


async def test_a_bound_token_without_a_key_is_refused() -> None:
    world = World()
    world.token["token_type"] = "DPoP"
    assert (await failure(world, "token")).step == "token"


# -- lies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lie",
    [
        answer({}),
        answer({"access_token": ""}),
        answer({"access_token": 5, "token_type": "Bearer"}),
        answer({"access_token": "x\r\nSet-Cookie: y", "token_type": "Bearer"}),
        answer({"access_token": "ключ", "token_type": "Bearer"}),
        answer({"access_token": "x", "token_type": "mac"}),
        answer({"error": "invalid_grant", "access_token": "x"}),
        answer({"error": "invalid_grant"}, 400),
        answer({"error": 5}, 400),
        answer([1]),
        answer({"access_token": "x"}, 500),
        Response(200, (), b"access_token=x&token_type=bearer"),
        Response(200, (), b'{"access_token": "\\ud800"}'),
        Response(302, (("Location", "https://evil.test/token"),)),
        Response(200, (), b"[" * 100_000),
        "connection reset",
    ],
)
async def test_what_is_no_token_is_never_taken_for_one(lie: Any) -> None:
    world = World()
    world.routes[f"{AS}/token"] = lie
    error = await failure(world, "token")
    assert error.step == "token"
    assert not world.store.tokens
    assert "https://evil.test/token" not in world.asked()


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ("3600", NOW + 3600),
        (None, 0),
        (True, 0),
        (-5, 0),
        (float("inf"), 0),
        (10**400, 0),
        ("soon", 0),
        (60.5, NOW + 60.5),
    ],
)
async def test_an_expiry_that_makes_no_sense_is_none(seconds: Any, expected: float) -> None:
    world = World()
    world.token["expires_in"] = seconds
    assert (await world.flow().run()).expires_at == expected


async def test_a_token_without_a_type_is_taken_as_bearer_with_a_warning() -> None:
    world = World()
    del world.token["token_type"]
    flow = world.flow()
    assert (await flow.run()).type == "Bearer"
    assert step(flow, "token").state == "warning"


async def test_a_scope_that_is_a_list_is_read_with_a_warning() -> None:
    world = World()
    world.token["scope"] = ["a", "b"]
    flow = world.flow(scopes="a b")
    assert (await flow.run()).scope == "a b"
    assert step(flow, "token").state == "warning"


async def test_a_client_that_the_server_has_forgotten_is_forgotten_here() -> None:
    world = World()
    world.store.clients[AS] = KnownClient("old", kind="registered", redirect_uris=(REDIRECT,))
    world.routes[f"{AS}/token"] = answer({"error": "invalid_client"}, 401)
    await failure(world, "token")
    assert AS not in world.store.clients


async def test_a_failure_shows_the_answer_without_its_secrets() -> None:
    world = World()
    lie = {"error": "odd", "error_description": "d" * 5000, "access_token": "leaked", "refresh_token": "too"}
    world.routes[f"{AS}/token"] = answer(lie, 400)
    error = await failure(world, "token")
    text = error.explanation.as_text()
    assert "leaked" not in text
    assert len(text) < 3000
