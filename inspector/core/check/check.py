"""A check from its beginning to its report: of a connected server, or of a recorded session."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from inspector.core.auth.addresses import same_origin
from inspector.core.auth.flow import Flow
from inspector.core.check.asking import Asking, Plan, Told, first_line
from inspector.core.check.cost import cost_of
from inspector.core.check.judging import Judge
from inspector.core.check.local_server import Reach, reach_of
from inspector.core.check.probes import LOCAL_RULES, PROBES, REMAINING, Remaining
from inspector.core.check.report import SEVERITIES, Report, Requirement
from inspector.core.check.suite import run_suite
from inspector.core.client.client import Client
from inspector.core.validation.validation import Validator
from inspector.errors import AuthorizationFailed, ConnectError
from inspector.lint.approved import Definitions
from inspector.protocol.faults import PRESETS
from inspector.protocol.methods import LETTERS
from inspector.trace.journal import Journal
from inspector.translation import recorded

__all__ = ["check_server", "check_session"]

JUDGE_S: Final = 60.0  # of a live check; a flood has more records than a user waits for


async def check_server(
    client: Client,
    target: str,
    plan: Plan,
    grace_s: float,
    told: Told,
    *,
    since: int = 0,
    pinned: Definitions | None = None,
) -> Report:
    """Connect to a server, ask it along the plan, end the connection, and judge all that came.

    grace_s: how long it may take to end by itself. since: number of the last record before it was connected,
    where others write into the journal too; then only what connections of its name bring is judged.
    pinned: the definitions that the user approved. A handshake that fails is judged too: raises ConnectError
    when no rule says why.
    """
    asking = Asking(client, plan, told)
    failure = await _unreached(client)
    if failure is None:
        await asking.run()
    else:
        asking.ended = first_line(failure)
    reach = None
    if plan.probes != "none" and client.state == "connected":
        reach = await reach_of(client)
        revision = client.info.revision if client.info is not None else ""
        asking.findings += reach.findings(revision, client.journal.last)
    told("judge", recorded("closing the connection"))
    await client.close(grace_s)
    told("judge", recorded("judging {} records", client.journal.last - since))
    report, left = await _judged(
        target, client.journal, asking.skipped, JUDGE_S, pinned=pinned, since=since, name=client.name
    )
    if failure is not None and all(one.rule == "STD-07" for one in report.findings):  # it ended, that is all
        raise failure
    report.findings = sorted(
        [*report.findings, *asking.findings], key=lambda one: (SEVERITIES.index(one.severity), one.record)
    )
    report.requirements = _with_probes(report.requirements, asking.probed, report.revisions, reach)
    report.untried, report.ended = asking.untried, asking.ended
    if left:
        report.ended = report.ended or recorded("{} records of a flood were not judged", left)
        report.untried.append(recorded("{} records of a flood were not judged", left))
    if plan.suite:
        report.suite = await run_suite(client, report.revisions, asking.offered, partial(told, "suite"))
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
    """In the place of a user who could sign in: the server's own metadata is read, and no more."""

    async def allow(self, flow: Flow) -> bool:
        """Never; of the steps before the browser those are done that no other host is asked in."""
        url = flow.given.server_url
        with suppress(AuthorizationFailed):
            await flow.run_until("challenge")
            if not flow.metadata_url or same_origin(flow.metadata_url, url):
                await flow.run_until("resource")
                if same_origin(flow.issuer, url):
                    await flow.run_until("server_metadata")
        return False

    async def show(self, url: str) -> None: ...

    def stray(self) -> None: ...


async def check_session(journal: Journal, target: str, pinned: Definitions | None = None) -> Report:
    """Judge what was recorded; nothing is asked."""
    report, _ = await _judged(target, journal, (), pinned=pinned)
    report.requirements = _with_probes(report.requirements, {}, report.revisions)
    report.untried = [recorded("a recorded session is judged: no question was asked")]
    return report


async def _judged(
    target: str,
    journal: Journal,
    skipped: Sequence[range],
    within_s: float = math.inf,
    *,
    pinned: Definitions | None,
    since: int = 0,
    name: str = "",
) -> tuple[Report, int]:
    """What was found, and how many records there was no time for."""
    validator = Validator()
    judge = Judge(journal, validator, skipped, pinned=pinned, since=since, name=name)
    try:
        await judge.look(within_s)
    finally:
        await validator.close()
    report = Report(
        target=target,
        revisions=judge.revisions,
        findings=judge.findings,
        more=judge.more,
        requirements=judge.requirements(),
        cost=await asyncio.to_thread(cost_of, list(judge.tools.values())),
        definitions=judge.definitions,
        records=judge.looked_at,
    )
    return report, judge.left


def _remaining(
    one: Remaining, known: dict[str, Requirement], probed: dict[str, str], revisions: Sequence[str]
) -> tuple[str, str]:
    if one.by:
        return known[one.by].status, recorded("{} judges it", one.by)
    if not any(LETTERS.get(revision, "") in one.revisions for revision in revisions):
        return "not applicable", recorded("the revision has no such rule")
    word = probed.get(one.rule, "")
    if word in ("pass", "fail"):
        return word, ""
    return "not tried", word or one.reason or recorded("it needs a question of its own")


def _with_probes(
    found: list[Requirement], probed: dict[str, str], revisions: Sequence[str], reach: Reach | None = None
) -> list[Requirement]:
    """The requirements, those among them that only a probe can tell, and those that nothing tells."""
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
    for rule in LOCAL_RULES:
        if reach is None:
            status = ("not tried", recorded("it needs a question of its own"))
        elif rule.rule in reach.said:
            status = ("fail" if reach.said[rule.rule][0] else "pass", "")
        else:
            status = ("not applicable", reach.why or recorded("the server did not respond to it"))
        pages[rule.rule] = Requirement(rule.rule, *status, rule.page)
    for one in REMAINING:
        pages[one.rule] = Requirement(one.rule, *_remaining(one, pages, probed, revisions), one.page)
    return sorted(pages.values(), key=lambda one: one.id)
