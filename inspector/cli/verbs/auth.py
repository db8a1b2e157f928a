"""`mcpdi auth`: where we are signed in, signing out, and the steps of an authorization one by one."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from inspector.cli.options import Common, common_options, take_common
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.auth.flow import Flow
    from inspector.core.auth.steps import FlowStep
    from inspector.core.auth.store import Credentials, Kept
    from inspector.core.client.client import Client

__all__ = ["auth"]


@click.command
@click.argument("action", type=click.Choice(["status", "steps", "sign-out"]), default="status")
@click.option(
    "--issuer", default="", metavar="URL", help="sign-out: from this authorization server, everywhere."
)
@click.option("--all", "everything", is_flag=True, help="sign-out: from every server.")
@common_options
def auth(action: str, issuer: str, everything: bool, **values: Any) -> int:
    """Show where you are signed in, sign out, or follow an authorization step by step.

    \b
    status      saved tokens: server, issuer and expiry
    steps       connect to a server and print every step of its authorization; without --sign-in
                it stops before anything is registered or opened
    sign-out    revoke and delete the tokens of a server (--on NAME; --on URL: of every entry with that URL),
                of an authorization server (--issuer), or all of them (--all)

    Tokens are stored as set in “Keep secrets”. With “memory”, they are lost when the command ends.
    """
    common = take_common(values)
    if action != "sign-out" and (issuer or everything):
        raise click.UsageError(f"--issuer and --all are only for sign-out, not for {action}")
    if action == "status":
        return _explained(_status(common), common)
    if action == "steps":
        return _steps(common)
    if sum(map(bool, (issuer, everything, common.on))) != 1:
        raise click.UsageError("sign-out requires --on SERVER, --issuer URL or --all")
    return _explained(_sign_out(common, issuer), common)


def _explained(work: Coroutine[Any, Any, int], common: Common) -> int:
    from inspector.cli.output import Output
    from inspector.cli.running import explained

    return explained(work, Output(common.json))


# -- status and signing out -------------------------------------------------------------------------------


def _kept() -> Credentials:
    from inspector.cli.credentials import kept_credentials
    from inspector.core.storage.settings import Settings

    return kept_credentials(Settings.load())


async def _status(common: Common) -> int:
    from inspector.cli.output import Output

    output = Output(common.json)
    found = await _kept().kept()
    if common.on:
        from inspector.core.auth.store import server_key

        url, entry = _meant(common)
        found = [one for one in found if one.server == server_key(url) and entry in (None, one.entry)]
    if output.json:
        output.answer(encode_json({"tokens": found}))
        return 0
    for one in found:
        output.line(_kept_line(one))
    if not found:
        output.note("no saved tokens")
    return 0


def _kept_line(one: Kept) -> str:
    import time

    parts = [one.server, f"for “{one.entry}”" if one.entry else "", f"from {one.issuer}"]
    parts += [f"as {one.client_id}" if one.client_id else ""]
    parts += [f"scopes: {one.scope}" if one.scope else "", _until(one.expires_at, time.time())]
    parts += ["renewable" if one.refreshable else "", one.method if one.method != "auto" else ""]
    return "  ".join(filter(None, parts))


def _until(expires_at: float, now: float) -> str:
    """How long a token is good for."""
    if not expires_at:
        return "no expiry"
    left = int(abs(expires_at - now))
    words = f"{left} s" if left < 120 else f"{left // 60} min" if left < 7200 else f"{left // 3600} h"
    return f"expired {words} ago" if expires_at <= now else f"expires in {words}"


async def _sign_out(common: Common, issuer: str) -> int:
    from inspector.cli.output import Output
    from inspector.core.auth.token_manager import revoked

    output, credentials = Output(common.json), _kept()
    if common.on:
        tokens = await credentials.forget_server(*_meant(common))
    elif issuer:
        tokens = await credentials.forget_issuer(issuer)
    else:
        tokens = await credentials.forget_all()
    for token in tokens:
        step = await revoked(token)
        output.event(
            f"{token.server_url}: {step.verdict}",
            server=token.server_url,
            state=step.state,
            verdict=step.verdict,
        )
    if not tokens:
        output.note("there was no saved token")
    return 0


def _meant(common: Common) -> tuple[str, str | None]:
    """URL and entry; a URL that is typed means every entry of it."""
    from inspector.cli.target import chosen_server

    url = _url(common)
    return url, None if "://" in common.on else chosen_server(common).profile.name


def _url(common: Common) -> str:
    from inspector.cli.target import chosen_server
    from inspector.errors import UsageError
    from inspector.transport import HttpTarget

    target = chosen_server(common).profile.target
    if not isinstance(target, HttpTarget):
        raise UsageError(f"“{common.on}” is a command; sign-in is only for servers with a URL")
    return target.url


# -- the steps --------------------------------------------------------------------------------------------


def _steps(common: Common) -> int:
    from inspector.cli.start import run_on_server

    _url(common)

    async def work(client: Client, output: Output) -> int:
        output.note(f"connected to {client.name}")
        return 0

    @contextmanager
    def printing(client: Client, output: Output) -> Iterator[None]:
        if not common.sign_in:
            client.authorizer.interaction = _Looking()
        try:
            yield
        finally:
            _print_steps(client, output)

    return run_on_server(common, work, around=printing)


class _Looking:
    """An `Interaction` that goes as far as no user is needed and nothing is changed."""

    async def allow(self, flow: Flow) -> bool:
        """Do what only reads; do not sign in."""
        await flow.run_until("scopes")
        return False

    async def show(self, url: str) -> None:
        """Not reached: nothing was allowed."""
        raise AssertionError(url)

    def stray(self) -> None:
        """Not reached either."""


_SIGNS: Final = {"ok": "✓", "warning": "!", "failed": "✗", "skipped": "–", "running": "…", "waiting": "·"}


def _print_steps(client: Client, output: Output) -> None:
    """The flow that was, or the renewal that took its place."""
    flow, renewal = client.authorizer.flow, client.authorizer.step
    steps = flow.steps if flow is not None else [renewal] if renewal is not None else []
    if output.json:
        output.answer(encode_json({"steps": [_as_json(step) for step in steps]}))
        return
    if not steps:
        output.note("no steps needed: the server required none, or the saved token was sufficient")
    for step in steps:
        output.line(f"{_SIGNS[step.state]} {step.title}  ({step.rule})")
        lines = [f"    {line}" for line in _exchange_lines(step)]
        lines += [f"    {one.name}: {_shown(one.text, one.secret)}" for one in step.values]
        lines += [f"    {step.verdict}"] if step.verdict else []
        for line in lines:
            output.line(line)


def _exchange_lines(step: FlowStep) -> list[str]:
    from inspector.core.auth.masking import masked_url_fields

    lines = []
    for one in step.exchanges:
        outcome = f"{one.response.status} {one.response.reason}".rstrip() if one.response else one.error
        remark = f" ({one.verdict})" if one.verdict else ""
        lines.append(f"{one.request.method} {masked_url_fields(one.request.url)} → {outcome}{remark}")
    return lines


def _as_json(step: FlowStep) -> dict[str, Any]:
    return {
        "id": step.id,
        "title": step.title,
        "rule": step.rule,
        "state": step.state,
        "verdict": step.verdict,
        "requests": _exchange_lines(step),
        "values": {one.name: _shown(one.text, one.secret) for one in step.values},
    }


def _shown(text: str, secret: bool) -> str:
    return f"<{len(text)} characters>" if secret else text
