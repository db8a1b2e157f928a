"""A server that lets nobody in: what it asks for, and where a user signs in."""

from __future__ import annotations

import json

from inspector.core.doctor.fixes import apply_fix
from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget
from tests.core.doctor.answering import always, seen
from tests.transport.http_server import Asked, answer


def test_a_401_shows_challenge_documents_and_that_nobody_is_signed_in() -> None:
    places: list[str] = []

    async def guarded(asked: Asked) -> None:
        path = asked.line.split()[1]
        places.append(path)
        host = asked.header("host")
        if path.startswith("/.well-known/oauth-protected-resource"):
            document = {"resource": f"http://{host}/mcp", "authorization_servers": [f"http://{host}"]}
        elif path == "/.well-known/oauth-authorization-server":
            document = {"issuer": f"http://{host}", "code_challenge_methods_supported": ["S256"]}
        else:
            challenge = f'Bearer resource_metadata="http://{host}/.well-known/oauth-protected-resource/mcp"'
            asked.writer.write(answer(b"{}", "401 Unauthorized", www_authenticate=challenge))
            return
        asked.writer.write(answer(json.dumps(document).encode(), content_type="application/json"))

    found = seen(guarded)
    assert found.failed == "authorization"
    assert found["documents"].state == "ok"
    assert ": 200 OK" in found.fact("documents", "From the authorization server")
    assert found.fact("authorization", "scheme") == "Bearer"
    assert found.fact("authorization", "Sign-in") == "not signed in"
    assert [fix.kind for fix in found["authorization"].fixes] == ["sign_in", "header"]
    assert not any(path.startswith(("/authorize", "/register", "/token")) for path in places)


def test_documents_of_a_strange_network_are_not_asked_for() -> None:
    challenge = 'Bearer resource_metadata="http://10.255.255.1/secret"'
    found = seen(always(b"", "401 Unauthorized", www_authenticate=challenge))
    assert found["documents"].state == "warning"
    assert found.failed == "authorization"


def test_a_typed_header_goes_into_the_store_and_not_into_the_profile() -> None:
    found = seen(always(b"", "401 Unauthorized"))
    applied = apply_fix(
        Profile("far", HttpTarget("https://h/mcp")), found.fix("authorization", "header"), "Bearer abc"
    )
    assert applied.secrets == {"server/far/Authorization": "abc"}
    assert applied.profile.target == HttpTarget(
        "https://h/mcp", {"Authorization": "Bearer ${secret:server/far/Authorization}"}
    )
