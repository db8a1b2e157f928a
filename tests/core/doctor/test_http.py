"""URLs that lead to no server, each failing in its own way: which step is named, and what helps."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.doctor.checks import as_markdown, as_members, verdict
from inspector.core.doctor.fixes import apply_fix
from inspector.core.profiles import Profile, entry_of, profile_from_entry
from inspector.transport import HttpTarget
from tests.core.doctor.asking import Diagnosis, diagnosed
from tests.core.doctor.certificates import context, make
from tests.transport.http_server import Answer, Asked, answer, serve


def seen(
    respond: Answer, tls: ssl.SSLContext | None = None, scheme: str = "", host: str = "", **target: Any
) -> Diagnosis:
    """The diagnosis of a server that answers so. scheme, host: said in the URL instead of the right ones."""

    async def main() -> Diagnosis:
        async with serve(respond, tls) as url:
            if scheme:
                url = f"{scheme}://{url.partition('://')[2]}"
            url = url.replace("127.0.0.1", host) if host else url
            found = await diagnosed(Profile("sick", HttpTarget(url, **target), timeout_s=3))
        return found

    return asyncio.run(main())


async def mcp(asked: Asked) -> None:
    """A modern server in one answer."""
    if not asked.line.startswith("POST"):
        asked.writer.write(answer(b"", "404 Not Found"))
        return
    request = json.loads(asked.body)
    result = {
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {},
        "serverInfo": {"name": "tiny", "version": "1"},
    }
    body = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode()
    asked.writer.write(answer(body, content_type="application/json"))


def always(body: bytes, status: str, **headers: str) -> Answer:
    async def respond(asked: Asked) -> None:
        asked.writer.write(answer(body, status, **headers))

    return respond


# -- the way there -------------------------------------------------------------------------------------


def test_a_server_in_order_passes_every_check() -> None:
    found = seen(mcp)
    assert {one.id: one.said for one in found.checks if one.state != "ok"} == {}
    assert found["negotiation"].said == "Modern era, revision 2026-07-28."


def test_a_closed_port_is_named_with_each_address() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    found = asyncio.run(diagnosed(HttpTarget(f"http://127.0.0.1:{port}/mcp")))
    assert found.failed == "tcp"
    assert "Connection refused" in found.fact("tcp", "Each address")
    assert found["request"].state == "skipped"
    assert verdict(found.checks) == f"Connection (TCP) failed: Connection refused: 127.0.0.1 port {port}."


def test_a_text_that_is_no_url_fails_first() -> None:
    found = asyncio.run(diagnosed(HttpTarget("ftp://127.0.0.1/mcp")))
    assert found.failed == "url"


def test_a_socks_proxy_is_refused_by_name() -> None:
    found = asyncio.run(
        diagnosed(HttpTarget("http://127.0.0.1:9/mcp", proxy="socks5://u:secret-pw@127.0.0.1:1"))
    )
    assert found.failed == "proxy"
    assert "secret-pw" not in repr(found.checks)


def test_through_a_proxy_it_is_the_proxy_that_is_reached() -> None:
    async def refuse(asked: Asked) -> None:
        asked.writer.write(answer(b"", "403 Forbidden"))

    async def main() -> Diagnosis:
        async with serve(refuse) as url:
            proxy = url.removesuffix("/mcp")
            return await diagnosed(HttpTarget("https://server.invalid/mcp", proxy=proxy))

    found = asyncio.run(main())
    assert found["dns"].said == "127.0.0.1"
    assert found.failed == "tls"
    assert "403" in found["tls"].said


# -- certificates --------------------------------------------------------------------------------------


def test_a_self_signed_certificate_is_shown_and_can_be_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path / "config"))
    made = make()

    async def main() -> tuple[Diagnosis, Diagnosis]:
        async with serve(mcp, context(tmp_path, made)) as url:
            profile = Profile("own", HttpTarget(url), timeout_s=3)
            before = await diagnosed(profile)
            fix = before.fix("tls", "trust")
            trusting = apply_fix(profile, fix).profile
            return before, await diagnosed(profile_from_entry("own", entry_of(trusting)))

    before, after = asyncio.run(main())
    assert before.failed == "tls"
    assert "self-signed" in before["tls"].said
    shown = before.fact("tls", "Certificates as the server sent them")
    assert "CN=localhost" in shown and "issued by itself" in shown and "localhost, 127.0.0.1" in shown
    assert after.failed == ""
    assert after["tls"].state == "ok" or "expires in" in after["tls"].said
    [file] = (tmp_path / "config" / "certificates").iterdir()
    assert file.read_text() == made.pem


def test_a_certificate_whose_authority_is_not_sent_can_be_trusted_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path / "config"))
    authority = make("An authority", (), authority=True)
    made = make(issuer=authority)

    async def main() -> tuple[Diagnosis, Diagnosis]:
        async with serve(mcp, context(tmp_path, made)) as url:
            profile = Profile("own", HttpTarget(url), timeout_s=3)
            before = await diagnosed(profile)
            return before, await diagnosed(apply_fix(profile, before.fix("tls", "trust")).profile)

    before, after = asyncio.run(main())
    assert "issuer is not trusted" in before["tls"].said
    assert "CN=An authority" in before.fact("tls", "Certificates as the server sent them")
    assert after.failed == ""


def test_a_chain_is_shown_and_its_authority_is_what_is_trusted(tmp_path: Path) -> None:
    authority = make("An authority", (), authority=True)
    found = seen(mcp, context(tmp_path, make(issuer=authority), authority))
    fix = found.fix("tls", "trust")
    assert fix.value == authority.pem
    assert "this authority" in fix.title


def test_an_expired_certificate_says_since_when(tmp_path: Path) -> None:
    made = make(days=(-30, -3))
    (tmp_path / "trusted.pem").write_text(made.pem)
    found = seen(mcp, context(tmp_path, made), verify=str(tmp_path / "trusted.pem"))
    assert found.failed == "tls"
    assert "It has expired 3 days ago." in found["tls"].explanation


def test_a_certificate_for_another_host_offers_the_host_that_it_names(tmp_path: Path) -> None:
    made = make("elsewhere.example", ("localhost",))
    (tmp_path / "trusted.pem").write_text(made.pem)
    found = seen(mcp, context(tmp_path, made), verify=str(tmp_path / "trusted.pem"))
    assert found.failed == "tls"
    assert "It is not for 127.0.0.1: it names localhost." in found["tls"].explanation
    assert found.fix("tls", "url").value.startswith("https://localhost:")


def test_certificates_that_are_not_checked_are_doubted_with_what_is_wrong(tmp_path: Path) -> None:
    found = seen(mcp, context(tmp_path, make("elsewhere", ("elsewhere.example",), (-9, -2))), verify=False)
    assert found["tls"].state == "warning"
    assert "It has expired 2 days ago." in found["tls"].explanation
    assert found["negotiation"].state == "ok"
    mended = apply_fix(
        Profile("s", HttpTarget("https://h", verify=False)), found.fix("tls", "verify")
    ).profile
    assert mended.target == HttpTarget("https://h")


def test_https_to_a_port_of_plain_http_offers_http() -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        writer.write(answer(b"", "400 Bad Request"))
        writer.close()

    async def main() -> Diagnosis:
        async with await asyncio.start_server(plain, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            return await diagnosed(HttpTarget(f"https://127.0.0.1:{port}/mcp"))

    found = asyncio.run(main())
    assert found.failed == "tls"
    assert found.fix("tls", "url").value.startswith("http://127.0.0.1:")


def test_http_to_a_port_of_tls_offers_https(tmp_path: Path) -> None:
    found = seen(mcp, context(tmp_path, make()), scheme="http")
    assert found.failed == "request"
    assert found.fix("request", "url").value.startswith("https://127.0.0.1:")


# -- answers -------------------------------------------------------------------------------------------


def test_a_web_page_is_shown_with_the_usual_path_as_a_way_out() -> None:
    page = b"<!DOCTYPE html><title>Welcome</title><body>A web site</body>"

    async def main() -> Diagnosis:
        async with serve(always(page, "200 OK", content_type="text/html")) as url:
            return await diagnosed(HttpTarget(url.replace("/mcp", "/home")))

    found = asyncio.run(main())
    assert found.failed == "request"
    assert found.fact("request", "Body begins with").startswith("<!DOCTYPE html>")
    assert found.fix("request", "url").value.endswith("/mcp")


def test_a_redirect_is_told_and_never_followed() -> None:
    paths: list[str] = []

    async def away(asked: Asked) -> None:
        paths.append(asked.line.split()[1])
        asked.writer.write(answer(b"", "307 Temporary Redirect", location="/elsewhere"))

    found = seen(away)
    assert found.failed == "redirect"
    assert found.fix("redirect", "url").value.endswith("/elsewhere")
    assert "/elsewhere" not in paths


@pytest.mark.parametrize("location", ["http://[", "javascript:alert(1)", "https://user:pw@h/", "\xff\xfe"])
def test_a_redirect_to_no_address_is_no_way_out(location: str) -> None:
    async def away(asked: Asked) -> None:
        head = f"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: {location}\r\n\r\n"
        asked.writer.write(head.encode("latin-1"))

    found = seen(away)
    assert found.failed in ("request", "redirect")  # what is no URL at all, the transport refuses itself
    ways = [fix.value for check in found.checks for fix in check.fixes if fix.kind == "url"]
    assert all(way.startswith(("http://127.0.0.1:", "https://127.0.0.1:")) for way in ways)


def test_a_certificate_that_nobody_can_read_is_shown_as_that() -> None:
    from inspector.core.doctor.tls import _certificate

    assert _certificate(b"0\x03\x02\x01\x01").subject.startswith("unreadable: ")


def test_another_host_gets_neither_headers_nor_the_sign_in_of_this_one() -> None:
    found = seen(always(b"", "301 Moved", location="https://stranger.example/mcp"))
    assert "another host" in found["redirect"].explanation
    profile = Profile("s", HttpTarget("https://mine.example/mcp", {"Authorization": "Bearer x"}))
    known = replace(profile, target=replace(profile.target, client_cert="me.pem", client_key="key.pem"))
    assert apply_fix(known, found.fix("redirect", "url")).profile.target == HttpTarget(
        "https://stranger.example/mcp"
    )
    mended = apply_fix(profile, found.fix("redirect", "url")).profile
    assert mended.target == HttpTarget("https://stranger.example/mcp")
    upgraded = apply_fix(profile, replace(found.fix("redirect", "url"), value="https://mine.example/new"))
    assert upgraded.profile.target == HttpTarget("https://mine.example/new", {"Authorization": "Bearer x"})


def test_no_fix_would_write_a_secret_of_the_store_into_the_profile() -> None:
    async def away(asked: Asked) -> None:
        asked.writer.write(answer(b"", "308 Moved", location=asked.line.split()[1].replace("/mcp", "/v2")))

    async def main() -> Diagnosis:
        async with serve(away) as url:
            target = HttpTarget(f"{url}?key=${{secret:k}}")
            return await diagnosed(Profile("s", target, timeout_s=2), secrets={"k": "hunter2hunter2"})

    found = asyncio.run(main())
    assert found.failed == "redirect"
    assert found["redirect"].fixes == ()
    assert "hunter2hunter2" not in repr(found.checks)


@pytest.mark.parametrize("named", ["${secret:server/other/TOKEN}", "${env:HOME}", "${HOME}"])
def test_a_redirect_cannot_name_variables_that_we_would_fill_in(named: str) -> None:
    found = seen(always(b"", "301 Moved", location=f"https://stranger.example/{named}"))
    assert found.failed == "redirect"
    assert found["redirect"].fixes == ()


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
    assert ": 200 OK" in found.fact("documents", "Of the authorization server")
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


def test_an_old_server_is_told_by_the_attempts_side_by_side() -> None:
    async def refuse(asked: Asked) -> None:
        if not asked.line.startswith("POST"):
            asked.writer.write(answer(b"", "404 Not Found"))
            return
        error = {"code": -32000, "message": "Bad Request: no valid session"}
        body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()
        asked.writer.write(answer(body, "400 Bad Request", content_type="application/json"))

    found = seen(refuse)
    attempts = found.fact("negotiation", "Attempts").splitlines()
    columns = [(line.split("  ")[0], "400" in line, "404" in line) for line in attempts[1:]]
    assert columns == [
        ("server/discover", True, False),
        ("initialize", True, False),
        ("GET (HTTP+SSE)", False, True),
    ]


def test_a_path_without_a_server_and_a_websocket_without_one_offer_the_usual_place() -> None:
    async def elsewhere(asked: Asked) -> None:
        error = {"code": -32600, "message": "the endpoint is /mcp"}
        body = json.dumps({"jsonrpc": "2.0", "error": error}).encode()
        asked.writer.write(answer(body, "404 Not Found", content_type="application/json"))

    async def main() -> tuple[Diagnosis, Diagnosis]:
        async with serve(elsewhere) as url:
            found = await diagnosed(HttpTarget(url.replace("/mcp", "/nothing")))
            return found, await diagnosed(HttpTarget(url.replace("http", "ws", 1)))

    found, socket_ = asyncio.run(main())
    assert found.failed == socket_.failed == "negotiation"
    assert found.fix("negotiation", "url").value.endswith("/mcp")
    assert socket_.fix("negotiation", "url").value.startswith("http://")


# -- the report ----------------------------------------------------------------------------------------


def test_the_report_has_no_secret_and_every_step() -> None:
    found = seen(mcp, headers={"Authorization": "Bearer hunter2hunter2", "X-Api-Key": "key-key-key"})
    text = as_markdown("sick", found.checks)
    assert "hunter2hunter2" not in text and "key-key-key" not in text
    assert all(one.title in text for one in found.checks)
    members = as_members("sick", found.checks)
    assert members["failed"] == "" and len(members["checks"]) == len(found.checks)
