"""The way to a URL: the URL itself, proxy, name, sockets, certificates."""

from __future__ import annotations

import asyncio
import datetime
import os
import ssl
from dataclasses import replace
from typing import Final

import httpx

from inspector.core.auth.addresses import is_private
from inspector.core.doctor.case import Case
from inspector.core.doctor.checks import CheckOutcome, Fact, explained
from inspector.core.doctor.fixes import Fix
from inspector.core.doctor.network import Endpoint, Knock, ProxyRefused, endpoint_of, knock, look_up
from inspector.core.doctor.tls import Certificate, Handshake, doubts_about, shake_hands, trusted_part
from inspector.errors import ConnectError
from inspector.protocol.secrets import masked_url
from inspector.translation import translate
from inspector.transport import HttpTarget
from inspector.transport.http_errors import explain_bad_url, explain_http_failure
from inspector.transport.http_failures import (
    NOT_TLS,
    SELF_SIGNED,
    UNKNOWN_ISSUER,
    WRONG_HOST,
    describe_http_error,
    failure_kind,
)
from inspector.transport.http_settings import environment_proxy, tls_settings, without_secret

__all__ = ["addresses", "certificates", "over_http", "sockets", "which_proxy", "which_url"]

_MOST_KNOCKS: Final = 6


def over_http(target: HttpTarget) -> HttpTarget:
    """A WebSocket begins as HTTP."""
    url = target.url.strip()
    return replace(target, url=f"http{url[2:]}") if url.lower().startswith("ws") else target


async def which_url(case: Case) -> CheckOutcome:
    """Whether it can be a URL, and what it says."""
    target = over_http(case.http)
    if (problem := explain_bad_url(target.url)) is not None:
        text = case.http.url.strip()
        fixes = (
            []
            if "://" in text
            else [Fix("url", translate("Doctor", "Use https://{}").format(text), value=f"https://{text}")]
        )
        return explained(problem, fixes=fixes)
    try:
        endpoint = endpoint_of(target.url)
    except ValueError as error:
        return CheckOutcome("failed", translate("Doctor", "Invalid URL: {}.").format(error))
    facts = (
        Fact(translate("Doctor", "URL"), masked_url(case.http.url)),
        Fact(translate("Doctor", "Host"), endpoint.host),
        Fact(translate("Doctor", "Port"), str(endpoint.port)),
        Fact(translate("Doctor", "Path"), httpx.URL(target.url).path),
    )
    if not endpoint.secure and not is_private(target.url):
        return CheckOutcome(
            "warning",
            translate("Doctor", "Plain http to another computer."),
            facts,
            translate("Doctor", "Anyone in between can read what is sent, including tokens."),
            (
                Fix(
                    "url",
                    translate("Doctor", "Use https"),
                    value=case.http.url.strip().replace("http", "https", 1),
                ),
            )
            if case.http.url.strip().lower().startswith("http://")
            else (),
        )
    return CheckOutcome("ok", masked_url(case.http.url), facts)


async def which_proxy(case: Case) -> CheckOutcome:
    """Which proxy is used, and which setting names it."""
    url = httpx.URL(over_http(case.http).url)
    own = case.http.proxy
    proxy = case.proxy = own or environment_proxy(url)
    if not proxy:
        return CheckOutcome(
            "ok", translate("Doctor", "None: neither this server's settings nor the environment sets one.")
        )
    source = translate("Doctor", "the environment or the system's settings")
    said = translate("Doctor", "{}, from the environment or the system's settings.").format(
        without_secret(proxy)
    )
    if own:
        source = translate("Doctor", "this server's settings")
        said = translate("Doctor", "{}, from this server's settings.").format(without_secret(proxy))
    facts = (
        Fact(translate("Doctor", "Proxy"), without_secret(proxy)),
        Fact(translate("Doctor", "Set in"), source),
    )
    if not proxy.lower().startswith(("http://", "https://")):
        return CheckOutcome(
            "failed",
            translate("Doctor", "{} is not an HTTP proxy.").format(without_secret(proxy)),
            facts,
            translate("Doctor", "SOCKS proxies are not supported. Use an HTTP proxy (http://host:port)."),
            (Fix("proxy", translate("Doctor", "Use no proxy for this server")),) if own else (),
        )
    return CheckOutcome("ok", said, facts)


def _next_hop(case: Case) -> Endpoint:
    return endpoint_of(case.proxy or over_http(case.http).url)


async def addresses(case: Case) -> CheckOutcome:
    """What the name service says; through a proxy, of the proxy."""
    hop = _next_hop(case)
    try:
        case.addresses = await look_up(hop)
    except (OSError, TimeoutError, UnicodeError) as error:
        return _network_failure(case, error, ())
    whose = (
        translate("Doctor", "the proxy, which resolves the server itself")
        if case.proxy
        else translate("Doctor", "the server")
    )
    facts = (
        Fact(translate("Doctor", "Host"), hop.host),
        Fact(translate("Doctor", "For"), whose),
        Fact(translate("Doctor", "Addresses"), "\n".join(case.addresses)),
    )
    return CheckOutcome(
        "ok", ", ".join(case.addresses[:3]) + (" …" if len(case.addresses) > 3 else ""), facts
    )


async def sockets(case: Case) -> CheckOutcome:
    """Each address by itself: one that is dead costs every connection its time."""
    hop = _next_hop(case)
    knocks = await asyncio.gather(*(knock(one, hop.port) for one in case.addresses[:_MOST_KNOCKS]))
    facts = (
        Fact(translate("Doctor", "Port"), str(hop.port)),
        Fact(translate("Doctor", "Each address"), "\n".join(map(_knock_line, knocks))),
    )
    failed = [one for one in knocks if one.error is not None]
    if len(failed) == len(knocks):
        error = failed[0].error or OSError()
        return _network_failure(case, error, facts)
    open_ones = [one for one in knocks if one.error is None]
    if failed:
        return CheckOutcome(
            "warning",
            translate("Doctor", "{count} of {all} addresses do not respond.").format(
                count=len(failed), all=len(knocks)
            ),
            facts,
            translate(
                "Doctor",
                "Clients that try them in order lose time there; often IPv6 is announced but does not work.",
            ),
        )
    fastest = min(one.took_ns for one in open_ones) / 1e6
    return CheckOutcome(
        "ok",
        translate("Doctor", "{address} port {port} responds in {fastest:.1f} ms.").format(
            address=open_ones[0].address, port=hop.port, fastest=fastest
        ),
        facts,
    )


def _knock_line(one: Knock) -> str:
    told = "open"
    if one.error is not None:  # asyncio puts words of its own into strerror
        told = os.strerror(one.error.errno) if one.error.errno else str(one.error)
    return f"{one.address}  {told}  {one.took_ns / 1e6:.1f} ms"


def _network_failure(case: Case, error: BaseException, facts: tuple[Fact, ...]) -> CheckOutcome:
    """The explanation that the connection itself would give."""
    url = over_http(case.http).url
    if isinstance(error, TimeoutError) and error.errno is None:
        error = httpx.ConnectTimeout("")
    text = describe_http_error(error, url, case.proxy)
    fixes = [Fix("proxy", translate("Doctor", "Use no proxy for this server"))] if case.http.proxy else []
    return explained(explain_http_failure(case.proxy or url, error=text), facts, fixes)


# -- certificates --------------------------------------------------------------------------------------


async def certificates(case: Case) -> CheckOutcome:
    """The handshake and the chain."""
    target = over_http(case.http)
    endpoint = endpoint_of(target.url)
    if not endpoint.secure:
        return CheckOutcome("ok", translate("Doctor", "None: the URL is plain http."))
    try:
        settings = await asyncio.to_thread(tls_settings, target, httpx.URL(target.url))
    except ConnectError as error:
        fix = Fix("verify", translate("Doctor", "Trust the system's certificates"), value="true")
        return explained(error.explanation, fixes=[fix])
    context = settings if isinstance(settings, ssl.SSLContext) else _blind()
    try:
        handshake = await shake_hands(endpoint, case.proxy, context)
    except ProxyRefused as error:
        return CheckOutcome(
            "failed",
            translate("Doctor", "The proxy rejects the connection: {}.").format(error),
            (Fact(translate("Doctor", "Proxy"), without_secret(case.proxy)),),
            translate(
                "Doctor",
                "The proxy cannot reach the server, or is not allowed to. Check it, or exclude "
                "this host with NO_PROXY.",
            ),
        )
    except (OSError, TimeoutError, ValueError) as error:  # ValueError: a host that TLS cannot ask for
        outcome = _network_failure(case, error, ())
        kind = failure_kind(describe_http_error(error, target.url))
        plain = case.http.url.strip().replace("https", "http", 1).replace("wss", "ws", 1)
        fixes = (
            (Fix("url", translate("Doctor", "Use {}").format(masked_url(plain)), value=plain),)
            if kind is NOT_TLS
            else ()
        )
        return replace(outcome, fixes=(*fixes, *outcome.fixes))
    return _judged(case, endpoint, handshake)


def _blind() -> ssl.SSLContext:
    """Of a server whose certificates the user chose not to check."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _judged(case: Case, endpoint: Endpoint, handshake: Handshake) -> CheckOutcome:
    facts = (
        [Fact(translate("Doctor", "Negotiated"), f"{handshake.version}, {handshake.cipher}")]
        if handshake.version
        else []
    )
    shown = "\n".join(one.as_text(number) for number, one in enumerate(handshake.chain, 1))
    facts += [Fact(translate("Doctor", "Certificates sent by the server"), shown)] if shown else []
    doubts = doubts_about(handshake.chain, endpoint.host, datetime.datetime.now(datetime.UTC))
    if handshake.error is not None:
        url = over_http(case.http).url
        text = describe_http_error(handshake.error, url)
        outcome = explained(explain_http_failure(url, error=text), facts)
        # What is wrong with the certificate itself says more than whom this computer trusts.
        return replace(
            outcome,
            explanation=" ".join([*doubts, outcome.explanation]),
            fixes=tuple(_trust_fixes(case, endpoint, handshake, text)),
        )
    if case.http.verify is False:
        return CheckOutcome(
            "warning",
            translate("Doctor", "Certificate checks are turned off in this server's settings."),
            tuple(facts),
            " ".join(doubts) or translate("Doctor", "They would pass as far as can be seen."),
            (Fix("verify", translate("Doctor", "Turn certificate checks on"), value="true"),),
        )
    if doubts:
        return CheckOutcome("warning", doubts[0], tuple(facts), " ".join(doubts[1:]))
    ends = f"{handshake.chain[0].not_after:%Y-%m-%d}"
    said = translate("Doctor", "{version}, valid until {ends}, trusted here.").format(
        version=handshake.version, ends=ends
    )
    if isinstance(case.http.verify, str):
        said = translate("Doctor", "{version}, valid until {ends}, {verify} is trusted.").format(
            version=handshake.version, ends=ends, verify=case.http.verify
        )
    return CheckOutcome("ok", said, tuple(facts))


def _trust_fixes(case: Case, endpoint: Endpoint, handshake: Handshake, text: str) -> list[Fix]:
    kind = failure_kind(text)
    chosen = trusted_part(handshake.chain)
    fixes = []
    if chosen is not None and kind in (SELF_SIGNED, UNKNOWN_ISSUER):
        fixes.append(Fix("trust", _trusting(chosen), name=endpoint.host, value=chosen.pem))
    if kind is WRONG_HOST and handshake.chain:
        fixes += [
            Fix(
                "url",
                translate("Doctor", "Use the host {}").format(name),
                value=_with_host(case.http.url.strip(), name),
            )
            for name in handshake.chain[0].names[:3]
            if "*" not in name
        ]
    if is_private(over_http(case.http).url):
        fixes.append(
            Fix(
                "verify",
                translate("Doctor", "Turn certificate checks off (test servers only)"),
                value="false",
            )
        )
    return fixes


def _trusting(certificate: Certificate) -> str:
    if certificate.authority and not certificate.names:
        return translate("Doctor", "Trust this authority, SHA-256 {}…").format(certificate.fingerprint[:16])
    return translate("Doctor", "Trust this certificate, SHA-256 {}…").format(certificate.fingerprint[:16])


def _with_host(url: str, host: str) -> str:
    return str(httpx.URL(url).copy_with(host=host))
