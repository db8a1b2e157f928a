"""A check from its beginning to its report: of a connected server, or of a recorded session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from inspector.core.auth.flow import Flow
from inspector.core.check.asking import Asking, Plan, first_line
from inspector.core.check.cost import cost_of
from inspector.core.check.judging import Judge
from inspector.core.check.probes import PROBES
from inspector.core.check.report import SEVERITIES, Report, Requirement
from inspector.core.client.client import Client
from inspector.core.validation.validation import Validator
from inspector.errors import AuthorizationFailed, ConnectError
from inspector.protocol.faults import PRESETS
from inspector.trace.journal import Journal
from inspector.translation import recorded

__all__ = ["check_server", "check_session"]


async def check_server(
    client: Client, target: str, plan: Plan, grace_s: float, told: Callable[[str], None]
) -> Report:
    """Connect to a server, ask it along the plan, end the connection, and judge all that came.

    grace_s: how long it may take to end by itself. A handshake that fails is judged too: raises ConnectError
    when no rule says why.
    """
    asking = Asking(client, plan, told)
    failure = await _unreached(client)
    if failure is None:
        await asking.run()
    else:
        asking.ended = first_line(failure)
    told(recorded("closing the connection"))
    await client.close(grace_s)
    report = await _judged(target, client.journal, asking.skipped)
    if failure is not None and all(one.rule == "STD-07" for one in report.findings):  # it ended, that is all
        raise failure
    report.findings = sorted(
        [*report.findings, *asking.findings], key=lambda one: (SEVERITIES.index(one.severity), one.record)
    )
    report.requirements = _with_probes(report.requirements, asking.probed)
    report.untried, report.ended = asking.untried, asking.ended
    return report


async def _unreached(client: Client) -> ConnectError | None:
    """Why there is no connection to ask on."""
    if client.state != "connected":
        client.authorizer.interaction = client.authorizer.interaction or _Looking()
        try:
            await client.connect()
        except ConnectError as error:
            return error
    return None


class _Looking:
    """In the place of a user who could sign in: the metadata on the way there is read, and no more."""

    async def allow(self, flow: Flow) -> bool:
        """Never; the steps before the browser are done."""
        with suppress(AuthorizationFailed):
            await flow.run_until("server_metadata")
        return False

    async def show(self, url: str) -> None: ...

    def stray(self) -> None: ...


async def check_session(journal: Journal, target: str) -> Report:
    """Judge what was recorded; nothing is asked."""
    report = await _judged(target, journal, ())
    report.requirements = _with_probes(report.requirements, {})
    report.untried = [recorded("a recorded session is judged: no question was asked")]
    return report


async def _judged(target: str, journal: Journal, skipped: Sequence[range]) -> Report:
    validator = Validator()
    judge = Judge(journal, validator, skipped)
    try:
        await judge.look()
    finally:
        await validator.close()
    return Report(
        target=target,
        revisions=judge.revisions,
        findings=judge.findings,
        requirements=judge.requirements(),
        cost=cost_of(judge.tools.values()),
        records=judge.checked,
    )


def _with_probes(found: list[Requirement], probed: dict[str, str]) -> list[Requirement]:
    """The requirements, those among them that only a probe can tell."""
    pages = {one.id: one for one in found}
    for probe in PROBES:
        word = probed.get(probe.rule)
        known = pages.get(probe.rule)
        if known is not None and (known.status == "fail" or word is None):
            continue  # the records say it
        if word in ("pass", "fail"):
            status = (word, "")
        elif word == "":
            status = ("not applicable", recorded("the server offers nothing of the kind"))
        else:
            status = ("not tried", word or recorded("it needs a question of its own"))
        page = known.page if known is not None else PRESETS[probe.key].duties[-1].page
        pages[probe.rule] = Requirement(probe.rule, *status, page)
    return sorted(pages.values(), key=lambda one: one.id)
