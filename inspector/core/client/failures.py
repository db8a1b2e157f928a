"""Why a connection could not be made or was lost, in words for a user.

Gathers what is known (exit code, stderr, HTTP status and body, what the negotiation tried) and lets the
transport's own module explain it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.client.refusals import explain_refusal
from inspector.core.servers.profiles import shown_target
from inspector.errors import AuthorizationNeeded, ConnectError, Explanation
from inspector.printable import without_escapes
from inspector.protocol.conversation import NO_ANSWER
from inspector.protocol.era.negotiation import AttemptOutcome, NegotiationResult
from inspector.protocol.records import Exchange
from inspector.protocol.salvage import TOO_LARGE, UNREADABLE
from inspector.protocol.wire import LifecycleStep
from inspector.translation import composed, recorded, shown, translate
from inspector.transport import HttpTarget
from inspector.transport.listening_lines import served_url

if TYPE_CHECKING:
    from inspector.core.client.ports import FailureView

__all__ = ["SHOWN_LINES", "connect_failure", "exit_words", "lost_call", "refused", "unanswered"]

EVIDENCE_BYTES = 4000
SHOWN_LINES = 20  # of stderr
NOISE_LINES = 5  # of stdout, each of at most LINE_BYTES
LINE_BYTES = 200
LOOKED_AT = 50  # the newest records
_SILENT_ACTIONS = ("show_stderr", "edit_server", "retry", "retry_legacy")


def connect_failure(
    client: FailureView, verdict: NegotiationResult, exchange: Exchange | None
) -> Explanation:
    """No era was found. verdict: the negotiation's end; exchange: its last attempt."""
    outcome = verdict.outcome
    kind = outcome.kind if outcome else ""
    target = client.profile.target
    if isinstance(target, HttpTarget) and outcome is not None and _is_http(outcome):
        return _http_failure(client, target.url, outcome.status, outcome.text, exchange)
    if client.exit_text:
        from inspector.transport.stdio_errors import explain_exit

        return explain_exit(shown_target(client.profile), client.exit_text, client.stderr_said)
    if kind == "timeout":
        return _silence(client, verdict)
    if kind == "unreadable" and outcome is not None:
        return _unreadable(composed("{}: {}.", client.name, shown(outcome.text)), client, exchange)
    if kind == "closed" and isinstance(target, HttpTarget):
        return _http_failure(client, target.url, 0, client.broken_text, exchange)
    if kind == "closed":
        return Explanation(
            translate("Connect", "“{}” closed its output without responding.").format(client.name),
            tried=shown(verdict.reason),
            cause=translate(
                "Connect",
                "The program runs, but it is not an MCP server on stdio, or it writes its "
                "responses elsewhere.",
            ),
            next_step=translate(
                "Connect", "Check the command and its arguments (`stdio` is often one of them)."
            ),
            actions=("show_stderr", "edit_server", "retry"),
            evidence=_stderr(client),
        )
    error = outcome.message.error_dict() if outcome is not None and outcome.message is not None else {}
    if refusal := explain_refusal(client, error, shown(verdict.reason), _evidence(client, exchange)):
        return refusal
    return Explanation(
        translate("Connect", "“{}” responded, but no protocol revision could be agreed on.").format(
            client.name
        ),
        tried=shown(verdict.reason),
        cause=translate(
            "Connect",
            "The server supports a different MCP revision than the one requested, or it rejects this client.",
        ),
        next_step=translate(
            "Connect", "Choose another era for this server (auto detects it); the response says more."
        ),
        actions=("retry_legacy", "retry_modern", "edit_server"),
        evidence=_evidence(client, exchange),
    )


def _is_http(outcome: AttemptOutcome) -> bool:
    """Whether HTTP itself says why. A 401 or 403 is about authorization, also with a JSON-RPC error in it."""
    return outcome.kind in ("http", "unreachable") or outcome.status in (401, 403)


def _silence(client: FailureView, verdict: NegotiationResult) -> Explanation:
    remote = isinstance(client.profile.target, HttpTarget)
    wrote = _stderr(client)
    printed = "" if remote else _stdout_noise(client)
    url = "" if remote else served_url((*printed.splitlines(), *client.stderr_said))
    if url:
        return Explanation(
            translate("Connect", "“{}” is not responding.").format(client.name),
            tried=composed("{} ({:g} s)", shown(verdict.reason), client.profile.timeout_s),
            cause=translate("Connect", "It is an HTTP server: it says it is listening at {}.").format(url),
            next_step=translate(
                "Connect",
                "Connect to that URL (it often ends in /mcp), or start the server in stdio mode "
                "(often with the argument `stdio`).",
            ),
            actions=_SILENT_ACTIONS,
            evidence=f"{printed}\n{wrote}".strip(),
        )
    if remote:
        cause = translate(
            "Connect",
            "The server is slow or stuck, or whatever listens at this address does not speak MCP.",
        )
    elif printed:
        cause = translate(
            "Connect",
            "What it writes to stdout is not an MCP message (servers must write other output to stderr).",
        )
        wrote = f"{printed}\n{wrote}".rstrip()
    elif wrote:
        cause = translate(
            "Connect",
            "The program runs, but it does not speak MCP on this transport, or it is still starting.",
        )
    else:
        cause = translate(
            "Connect",
            "The program runs, but it does not speak MCP on this transport, or it is still "
            "starting; stderr is empty.",
        )
    return Explanation(
        translate("Connect", "“{}” is not responding.").format(client.name),
        tried=composed("{} ({:g} s)", shown(verdict.reason), client.profile.timeout_s),
        cause=cause,
        next_step=translate("Connect", "Check the URL, or increase the timeout.")
        if remote
        else translate("Connect", "Check the command, or increase the timeout."),
        actions=("edit_server", "retry", "retry_legacy") if remote else _SILENT_ACTIONS,
        evidence=wrote,
    )


def lost_call(client: FailureView, exchange: Exchange | None, status: int = 0) -> Explanation:
    """The connection ended while connected. exchange: a call that now gets no answer, or None.

    status: of the HTTP answer that took the place of one, 0 when there was none.
    """
    unanswered = [exchange] if exchange else []
    names = ", ".join(f"{one.method} {one.target}".strip() for one in unanswered)
    target = client.profile.target
    if exchange is not None and exchange.detail == TOO_LARGE:
        return Explanation(
            composed("{}: {}.", names, shown(exchange.detail)),
            cause=translate("Connect", "A message exceeds the memory limit."),
            next_step=translate(
                "Connect",
                "Open its record in the timeline to see all of it; the limit can be changed in the settings.",
            ),
        )
    if exchange is not None and exchange.detail.startswith(UNREADABLE):
        return _unreadable(composed("{}: {}.", names, shown(exchange.detail)), client, exchange)
    if client.exit_text:
        return _ended(client, names)
    if (
        isinstance(target, HttpTarget)
        and exchange is not None
        and exchange.status == "lost"
        and status == 200
        and exchange.detail != NO_ANSWER
    ):
        return Explanation(
            translate("Connect", "The stream of {} ended without a response.").format(names),
            cause=shown(exchange.detail),
            next_step=translate(
                "Connect", "The server may have completed the work anyway; check before you run it again."
            ),
            actions=("retry",),
        )
    if isinstance(target, HttpTarget) and (exchange is not None or client.broken_text):
        error = client.broken_text or (exchange.detail if exchange is not None else "")
        return _http_failure(client, target.url, status, "" if status else error, exchange)
    return Explanation(
        translate("Connect", "The connection closed before {} got a response.").format(names)
        if names
        else translate("Connect", "The connection closed."),
        cause=shown(exchange.detail) if exchange is not None else "",
        next_step=translate("Connect", "Reconnect and run it again."),
        actions=("retry", "show_stderr"),
        evidence=_stderr(client),
    )


def _unreadable(happened: str, client: FailureView, exchange: Exchange | None) -> Explanation:
    """It answered, in no JSON that can be read."""
    return Explanation(
        happened,
        cause=translate("Connect", "The server responded with something that is not JSON in UTF-8."),
        next_step=translate("Connect", "Its record in the timeline shows the bytes; fix the server."),
        evidence=_evidence(client, exchange),
    )


def _ended(client: FailureView, names: str) -> Explanation:
    """The process of the server ended. names: the call that now gets no answer, or ""."""
    how = shown(client.exit_text)
    happened = translate("Connect", "The server exited ({}).").format(how)
    if names:
        happened = translate("Connect", "The server exited ({how}) while {names} was running.").format(
            how=how, names=names
        )
    cause = translate(
        "Connect", "It crashed or shut down; it wrote nothing to stderr after its last message."
    )
    if client.stderr_at_end:
        cause = translate("Connect", "It crashed or shut down; the last lines of stderr may say why.")
    return Explanation(
        happened,
        tried=translate("Connect", "communicate with {}").format(shown_target(client.profile)),
        cause=cause,
        next_step=translate("Connect", "Run its command in a terminal to see more, then restart it."),
        actions=("show_stderr", "retry", "edit_server"),
        evidence=_shown(client.stderr_at_end),
    )


def refused(explanation: Explanation, status: int) -> ConnectError:
    """401 and 403 are questions of authorization."""
    return (AuthorizationNeeded if status in (401, 403) else ConnectError)(explanation)


def unanswered(client: FailureView, exchange: Exchange, status: int = 0) -> ConnectError:
    """The error for a call that ended without an answer. status: see `lost_call`."""
    words = exchange.detail.split()
    if not status and exchange.detail.startswith("HTTP ") and words[1].isdigit():
        status = int(words[1])
    return refused(client.authorizer.advise(lost_call(client, exchange, status), status), status)


def _http_failure(
    client: FailureView, url: str, status: int, error: str, exchange: Exchange | None
) -> Explanation:
    said = error or (exchange.detail if exchange else "")
    body, headers = _body(client, exchange), _headers(client, exchange)
    # Here, not above: it is needed by HTTP alone, and a command line over stdio must start fast.
    if client.transport == "websocket":
        from inspector.transport.websocket_errors import explain_websocket_failure

        return explain_websocket_failure(url, status=status, error=said, body=body, headers=headers)
    from inspector.transport.http_errors import explain_http_failure

    return explain_http_failure(url, status=status, error=said, body=body, headers=headers)


def _body(client: FailureView, exchange: Exchange | None) -> bytes:
    """What came as the answer of an exchange, whatever it was."""
    if exchange is None:
        return b""
    for number in reversed(client.journal.exchange_records(exchange.number)):
        record = client.journal.record(number)
        if record is not None and record.direction == "in" and record.kind != "head" and record.raw:
            return record.raw[:EVIDENCE_BYTES]
    return b""


def _stderr(client: FailureView) -> str:
    return _shown(client.stderr_said)


def _shown(lines: list[str]) -> str:
    return "\n".join(without_escapes(line) for line in lines[-SHOWN_LINES:])


def _stdout_noise(client: FailureView) -> str:
    """Its last lines on stdout that are no messages: they tell best what the program is instead."""
    session, journal = client.session, client.journal
    if session is None:
        return ""
    last = journal.records(journal.last - LOOKED_AT, journal.last, EVIDENCE_BYTES)
    lines = [
        one.raw[:LINE_BYTES]
        for one in last
        if one.kind == "malformed" and one.raw and one.session == session.info.number
    ]
    return "\n".join(line.decode("utf-8", "replace") for line in lines[-NOISE_LINES:])


def _headers(client: FailureView, exchange: Exchange | None) -> dict[str, str]:
    """The head of an exchange's HTTP answer, names in lower case."""
    numbers = client.journal.exchange_records(exchange.number) if exchange else []
    for number in reversed(numbers):
        record = client.journal.record(number)
        if record is not None and record.direction == "in" and record.kind == "head":
            pairs = (line.partition(":") for line in record.raw.decode("latin-1").splitlines()[1:])
            return {name.strip().lower(): value.strip() for name, _, value in pairs}
    return {}


def _evidence(client: FailureView, exchange: Exchange | None) -> str:
    return _body(client, exchange).decode("utf-8", "replace")


def exit_words(step: LifecycleStep) -> str:
    """How a process ended: its exit code, or the signal that killed it."""
    signal, code = step.data.get("signal"), step.data.get("exit_code")
    return (
        recorded("killed by {signal}", signal=signal) if signal else recorded("exit code {code}", code=code)
    )
