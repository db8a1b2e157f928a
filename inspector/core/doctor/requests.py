"""What the server says to the first request, and where it sends us instead."""

from __future__ import annotations

import asyncio
import ssl
from urllib.parse import urljoin

from inspector.core.auth.addresses import malformed, same_origin
from inspector.core.doctor.case import Case
from inspector.core.doctor.checks import CheckOutcome, Fact, explained
from inspector.core.doctor.first_bytes import shown_bytes
from inspector.core.doctor.fixes import Fix
from inspector.core.doctor.network import endpoint_of, opened
from inspector.core.doctor.reaching import over_http
from inspector.core.doctor.shared_checks import failure_fixes, usual_path
from inspector.core.doctor.trial import Trial, make_trial, status_of
from inspector.core.servers.variables import named_in
from inspector.protocol.records import Record
from inspector.protocol.secrets import masked_url
from inspector.translation import translate
from inspector.transport import HttpTarget

__all__ = ["first_request", "head_value", "redirect"]


def head_value(head: Record, name: str) -> list[str]:
    """All values of a header of an answer."""
    lines = head.raw.decode("latin-1").split("\r\n")[1:]
    pairs = (line.partition(":") for line in lines)
    return [value.strip() for key, _, value in pairs if key.strip().lower() == name]


async def first_request(case: Case) -> CheckOutcome:
    """Connect as every other day, and show the first answer."""
    trial = case.trial = await make_trial(
        case.profile, case.settings, case.lookup, case.credentials, case.limit_s
    )
    if not trial.heads:
        if trial.failure is None:
            return CheckOutcome("ok", translate("Doctor", "It connected."))
        return explained(trial.failure, (), await _perhaps_tls(case))
    head = trial.heads[0]
    status = status_of(head)
    body = next((one for one in trial.lines if one.channel == head.channel), None)
    facts = [Fact(translate("Doctor", "Response"), head.raw.decode("latin-1").strip())]
    facts += [Fact(translate("Doctor", "Time to headers"), f"{trial.first_ns / 1e6:.0f} ms")]
    facts += (
        [Fact(translate("Doctor", "Body starts with"), shown_bytes(body.raw))]
        if body is not None and body.raw
        else []
    )
    said = f"HTTP {status}"
    kind = ", ".join(head_value(head, "content-type"))
    said += f", {kind}" if kind else ""
    if trial.failure is None:
        return CheckOutcome("ok", f"{said}.", tuple(facts))
    if status in (401, 403) or 300 <= status < 400:
        return CheckOutcome("ok", f"{said}.", tuple(facts))  # a step of its own looks at it
    if _is_message(body) or (status in (400, 404, 405, 406) and not _is_page(body) and _spoke(trial)):
        return CheckOutcome("ok", f"{said}.", tuple(facts))  # the negotiation says what it means
    outcome = explained(trial.failure, facts, [*failure_fixes(case, trial), *usual_path(case)])
    return outcome


def _is_message(body: Record | None) -> bool:
    return body is not None and body.kind in ("response", "error", "request", "notification", "batch")


def _is_page(body: Record | None) -> bool:
    return body is not None and body.raw.lstrip()[:1] == b"<"


def _spoke(trial: Trial) -> bool:
    """Whether any answer was one of JSON-RPC."""
    return any(_is_message(one) for one in trial.lines)


async def _perhaps_tls(case: Case) -> list[Fix]:
    """A port that hangs up on plain http may speak TLS."""
    target = over_http(case.http)
    endpoint = endpoint_of(target.url)
    if endpoint.secure:
        return []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        async with asyncio.timeout(5), opened(endpoint, case.proxy, context):
            there = case.http.url.strip().replace("http", "https", 1).replace("ws:", "wss:", 1)
            return [
                Fix(
                    "url",
                    translate("Doctor", "Use {}: the port speaks TLS").format(masked_url(there)),
                    value=there,
                )
            ]
    except (OSError, TimeoutError):
        return []


def _joined(url: str, said: str) -> str:
    """Where that leads; "" for what is no address at all."""
    try:
        return urljoin(url, said)
    except ValueError:
        return ""


async def redirect(case: Case) -> CheckOutcome:
    """Where the server points to. It is told, and never followed."""
    trial = case.trial
    head = next((one for one in trial.heads if 300 <= status_of(one) < 400), None) if trial else None
    if head is None or status_of(head) == 304:
        return CheckOutcome("ok", translate("Doctor", "None."))
    said = (head_value(head, "location") or [""])[0]
    there = _joined(over_http(case.http).url, said)
    # A variable in it would be filled in when we connect, and its value sent to whom the server names.
    if not said or malformed(there) or named_in(HttpTarget(there), case.profile.variables):
        where = said or translate("Doctor", "no Location header")
        return CheckOutcome(
            "failed",
            translate("Doctor", "HTTP {head}, to an unusable address: {where}.").format(
                head=status_of(head), where=where
            ),
            explanation=translate("Doctor", "Ask the operator for the URL."),
        )
    own = same_origin(there, over_http(case.http).url)
    warning = translate(
        "Doctor",
        "Redirects are not followed, because they could send your headers to another "
        "site. The target is a different host: this server's headers and sign-in would "
        "not be sent there. Use it only if you know it.",
    )
    if own:
        warning = translate(
            "Doctor",
            "Redirects are not followed, because they could send your headers to another "
            "site. The target is the same host.",
        )
    return CheckOutcome(
        "failed",
        translate("Doctor", "HTTP {head}: the server redirects to {there}.").format(
            head=status_of(head), there=masked_url(there)
        ),
        (Fact("Location", masked_url(said)),),
        warning,
        (Fix("url", translate("Doctor", "Use {}").format(masked_url(there)), value=there),),
    )
