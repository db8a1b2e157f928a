"""The way to a URL: the address, the proxy, the sockets, the certificates."""

from __future__ import annotations

import asyncio
import datetime
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.core.doctor.checks import Check, Fact, Fix, as_markdown, verdict
from inspector.core.doctor.fixes import apply_fix
from inspector.core.doctor.network import Endpoint, ProxyRefused, endpoint_of, knock, look_up, opened
from inspector.core.doctor.tls import Certificate, doubts_about, trusted_part
from inspector.core.servers.profiles import Profile, entry_of, profile_from_entry
from inspector.transport import HttpTarget
from tests.core.doctor.answering import mcp, seen
from tests.core.doctor.asking import Diagnosis, diagnosed
from tests.core.doctor.certificates import context, make
from tests.transport.http_server import Asked, answer, serve


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
    assert [fix.kind for fix in found["proxy"].fixes] == ["proxy"]


def test_a_proxy_of_the_environment_cannot_be_taken_out_of_the_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "socks5://127.0.0.1:1")
    monkeypatch.delenv("NO_PROXY", raising=False)
    found = asyncio.run(diagnosed(HttpTarget("http://server.invalid/mcp")))
    assert found.failed == "proxy" and found["proxy"].fixes == ()
    assert found.fact("proxy", "Set in") == "the environment or the system's settings"


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


@pytest.mark.parametrize(
    ("url", "endpoint"),
    [
        ("http://h/mcp", Endpoint("h", 80, False)),
        ("HTTPS://H/mcp", Endpoint("h", 443, True)),
        ("ws://h", Endpoint("h", 80, False)),
        ("wss://h", Endpoint("h", 443, True)),
        ("https://[::1]:8080/mcp", Endpoint("::1", 8080, True)),
        ("proxy://h", Endpoint("h", 80, False)),
    ],
)
def test_a_url_names_a_host_and_a_port(url: str, endpoint: Endpoint) -> None:
    assert endpoint_of(url) == endpoint


@pytest.mark.parametrize("url", ["http://", "/mcp", "http://h:port/"])
def test_a_url_without_a_host_or_with_an_odd_port_names_nothing(url: str) -> None:
    with pytest.raises(ValueError, match=r"host|[Pp]ort"):
        endpoint_of(url)


def test_an_address_is_knocked_at() -> None:
    async def nobody(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async def main() -> None:
        async with await asyncio.start_server(nobody, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            assert await look_up(Endpoint("127.0.0.1", port, False)) == ("127.0.0.1",)
            there = await knock("127.0.0.1", port)
        gone = await knock("127.0.0.1", port)
        assert (there.address, there.error) == ("127.0.0.1", None)
        assert gone.address == "127.0.0.1" and isinstance(gone.error, ConnectionRefusedError)
        assert 0 < there.took_ns < 10**10 and 0 < gone.took_ns < 10**10

    asyncio.run(main())


def through(host: str, says: bytes, user: str = "") -> tuple[list[str], bytes]:
    """What a proxy was asked, and what came through it after it said that."""
    heads: list[bytes] = []

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(says)
        writer.close()

    async def main() -> bytes:
        async with await asyncio.start_server(proxy, "127.0.0.1", 0) as server:
            url = f"http://{user}127.0.0.1:{server.sockets[0].getsockname()[1]}"
            async with opened(Endpoint(host, 5000, False), url, None) as (reader, _):
                return await reader.read()

    came = asyncio.run(main())
    return heads[0].decode().split("\r\n"), came


def test_a_proxy_is_asked_for_the_way_and_gets_its_password() -> None:
    asked, came = through("h.invalid", b"HTTP/1.0 200 Way is open\r\nX: y\r\n\r\nhello")
    assert asked == ["CONNECT h.invalid:5000 HTTP/1.1", "Host: h.invalid:5000", "", ""]
    assert came == b"hello"
    asked, _ = through("::1", b"HTTP/1.1 200 OK\r\n\r\n", "a%40b:p%3Aw@")
    assert asked[:3] == [
        "CONNECT [::1]:5000 HTTP/1.1",
        "Host: [::1]:5000",
        "Proxy-Authorization: Basic YUBiOnA6dw==",
    ]


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (b"HTTP/1.1 407 Who are you?\r\n\r\n", "HTTP/1.1 407 Who are you?"),
        (b"HTTP/1.1 500 " + b"x" * 200 + b"\r\n\r\n", "HTTP/1.1 500 " + "x" * 107),
        (b"200\r\n\r\n", "200"),
        (b"HTTP/1.1 200 OK\r\n", "it closed the connection without responding"),
    ],
)
def test_a_proxy_that_refuses_says_why(says: bytes, why: str) -> None:
    with pytest.raises(ProxyRefused) as raised:
        through("h.invalid", says)
    assert str(raised.value) == why


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
    shown = before.fact("tls", "Certificates sent by the server")
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
    assert "CN=An authority" in before.fact("tls", "Certificates sent by the server")
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
    assert "It expired 3 days ago." in found["tls"].explanation


def test_a_certificate_for_another_host_offers_the_host_that_it_names(tmp_path: Path) -> None:
    made = make("elsewhere.example", ("localhost",))
    (tmp_path / "trusted.pem").write_text(made.pem)
    found = seen(mcp, context(tmp_path, made), verify=str(tmp_path / "trusted.pem"))
    assert found.failed == "tls"
    assert "Not valid for 127.0.0.1, only for localhost." in found["tls"].explanation
    assert found.fix("tls", "url").value.startswith("https://localhost:")


def test_certificates_that_are_not_checked_are_doubted_with_what_is_wrong(tmp_path: Path) -> None:
    found = seen(mcp, context(tmp_path, make("elsewhere", ("elsewhere.example",), (-9, -2))), verify=False)
    assert found["tls"].state == "warning"
    assert "It expired 2 days ago." in found["tls"].explanation
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


def test_a_certificate_that_nobody_can_read_is_shown_as_that() -> None:
    from inspector.core.doctor.tls import _certificate

    assert _certificate(b"0\x03\x02\x01\x01").subject.startswith("unreadable: ")


NOW = datetime.datetime(2026, 6, 1, tzinfo=datetime.UTC)


def certificate(
    names: tuple[str, ...] = ("h.example",), since_days: float = -10, until_days: float = 30
) -> Certificate:
    day = datetime.timedelta(days=1)
    since, until = NOW + since_days * day, NOW + until_days * day
    return Certificate("CN=h", "CN=issuer", since, until, names, False, False, "AB", "PEM")


@pytest.mark.parametrize(
    ("chain", "doubts"),
    [
        ((), ["The server sent no certificate."]),
        ((certificate(),), []),
        ((certificate(until_days=14),), []),
        ((certificate(until_days=13.9),), ["It expires in 13 days."]),
        ((certificate(until_days=0),), ["It expires in 0 days."]),
        ((certificate(until_days=-2),), ["It expired 2 days ago."]),
        ((certificate(since_days=0),), []),
        ((certificate(since_days=1),), ["It is not valid before 2026-06-02 00:00 UTC."]),
        ((certificate(()),), ["Not valid for h.example: it contains no host at all."]),
        ((certificate(("a", "b")),), ["Not valid for h.example, only for a, b."]),
        ((certificate(), certificate((), until_days=1)), []),
        ((certificate(), certificate(until_days=-3)), ["Certificate 2 of the chain expired 3 days ago."]),
        ((certificate(), certificate(since_days=1)),
         ["Certificate 2 of the chain is not valid before 2026-06-02 00:00 UTC."]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_certificates_is_said(chain: tuple[Certificate, ...], doubts: list[str]) -> None:
    assert doubts_about(chain, "h.example", NOW) == doubts


@pytest.mark.parametrize(
    ("names", "host", "fits"),
    [
        (("H.example",), "h.EXAMPLE.", True),
        (("*.example",), "h.example", True),
        (("*.Example",), "H.example", True),
        (("*.example",), "a.h.example", False),
        (("*.example",), "example", False),
        (("h.example",), "x.example", False),
        (("127.0.0.1",), "127.0.0.1", True),
        (("::1",), "0:0:0:0:0:0:0:1", True),
        (("*.0.0.1",), "127.0.0.1", False),
    ],
)
def test_a_certificate_is_for_the_hosts_that_it_names(names: tuple[str, ...], host: str, fits: bool) -> None:
    assert (doubts_about((certificate(names),), host, NOW) == []) is fits


def test_a_certificate_is_told_on_a_few_lines() -> None:
    whole = certificate(tuple(f"h{number}" for number in range(13)))
    assert whole.as_text(2).splitlines() == [
        "2. CN=h",
        "   issued by CN=issuer",
        "   valid 2026-05-22 00:00 to 2026-07-01 00:00 UTC",
        f"   for {', '.join(f'h{number}' for number in range(12))} …",
        "   SHA-256 AB",
    ]
    bare = replace(certificate(()), subject="", issuer="")
    assert bare.as_text(1).splitlines()[:2] == ["1. (no subject)", "   issued by (no issuer)"]
    assert "   for" not in bare.as_text(1)
    assert "   issued by itself" in replace(bare, self_signed=True).as_text(1)


def test_a_user_would_trust_the_end_of_a_chain() -> None:
    one, two = certificate(), certificate(("b",))
    assert trusted_part((one, two)) is two and trusted_part(()) is None


def test_a_diagnosis_as_markdown_has_every_step_with_what_it_found() -> None:
    checks = [
        Check(
            "a",
            "First",
            "ok",
            "fine",
            (Fact("One", "1 ` 2"), Fact("None", ""), Fact("Edge", "``x")),
            duration_ns=2_600_000,
        ),
        Check(
            "b",
            "Second",
            "failed",
            "gone",
            (Fact("Said", "x\n```\ny"),),
            "Because.",
            (Fix("url", "Use this"),),
        ),
        Check("c", "Third"),
    ]
    assert as_markdown("mine", checks).splitlines() == [
        "# Diagnosis of mine", "",
        "Second failed: gone", "",
        "## ✓ First (3 ms)", "", "fine", "",
        "- One: ``1 ` 2``", "- None: (nothing)", "- Edge: ``` ``x ```", "",
        "## ✗ Second", "", "gone", "", "Because.", "",
        "Said:", "", "````", "x", "```", "y", "````", "",
        "- Fix: Use this", "",
        "## · Third",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("states", "said"),
    [
        ("ok ok", "It connects without problems."),
        ("warning ok warning", "It connects, with warnings for: Step 0, Step 2."),
        ("ok failed failed", "Step 1 failed: why 1"),
    ],
)
def test_a_verdict_names_what_failed_or_is_doubted(states: str, said: str) -> None:
    checks = [
        Check(str(number), f"Step {number}", state, f"why {number}")
        for number, state in enumerate(states.split())
    ]
    assert verdict(checks) == said
