"""What answers the first request: a page, a redirect, TLS, a different host."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.core.doctor.fixes import apply_fix
from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget
from tests.core.doctor.answering import always, mcp, seen
from tests.core.doctor.asking import Diagnosis, diagnosed
from tests.core.doctor.certificates import context, make
from tests.transport.http_server import Asked, answer, serve


@pytest.mark.parametrize(("scheme", "safe"), [("http", "https"), ("ws", "wss")])
def test_http_to_a_port_of_tls_offers_https(tmp_path: Path, scheme: str, safe: str) -> None:
    found = seen(mcp, context(tmp_path, make()), scheme=scheme)
    assert found.failed == "request"
    assert found.fix("request", "url").value.startswith(f"{safe}://127.0.0.1:")


def test_a_web_page_is_shown_with_the_usual_path_as_a_way_out() -> None:
    page = b"<!DOCTYPE html><title>Welcome</title><body>A web site</body>"

    async def main() -> Diagnosis:
        async with serve(always(page, "200 OK", content_type="text/html")) as url:
            return await diagnosed(HttpTarget(url.replace("/mcp", "/home")))

    found = asyncio.run(main())
    assert found.failed == "request"
    assert found.fact("request", "Body starts with").startswith("<!DOCTYPE html>")
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


@pytest.mark.parametrize("named", ["${secret:server/other/TOKEN}", "${env:HOME}", "${HOME}"])
def test_a_redirect_cannot_name_variables_that_we_would_fill_in(named: str) -> None:
    found = seen(always(b"", "301 Moved", location=f"https://stranger.example/{named}"))
    assert found.failed == "redirect"
    assert found["redirect"].fixes == ()


def test_another_host_gets_neither_headers_nor_the_sign_in_of_this_one() -> None:
    found = seen(always(b"", "301 Moved", location="https://stranger.example/mcp"))
    assert "a different host" in found["redirect"].explanation
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
