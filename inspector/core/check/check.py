"""A check from its beginning to its report: of a connected server, or of a recorded session."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from inspector.core.check.asking import Asking, Plan, Told
from inspector.core.check.cost import cost_of
from inspector.core.check.judging import Judge
from inspector.core.check.probes import PROBES, REMAINING, Remaining
from inspector.core.check.report import SEVERITIES, Report, Requirement
from inspector.core.check.suite import offered_by, run_suite
from inspector.core.client.client import Client
from inspector.core.validation.validation import Validator
from inspector.protocol.faults import PRESETS
from inspector.protocol.methods import LETTERS
from inspector.trace.journal import Journal
from inspector.translation import recorded

__all__ = ["check_server", "check_session"]


async def check_server(
    client: Client, target: str, plan: Plan, grace_s: float, told: Told, since: int = 0
) -> Report:
    """Ask a connected server along the plan, end the connection, and judge all that came.

    grace_s: how long it may take to end by itself. since: number of the last record before it was connected,
    where others write into the journal too; then only what connections of its name bring is judged.
    """
    asking = Asking(client, plan, told)
    await asking.run()
    offered = offered_by(client)
    told("judge", recorded("closing the connection"))
    await client.close(grace_s)
    told("judge", recorded("judging what came"))
    report = await _judged(target, client.journal, asking.skipped, since, client.name)
    report.findings = sorted(
        [*report.findings, *asking.findings], key=lambda one: (SEVERITIES.index(one.severity), one.record)
    )
    report.requirements = _with_probes(report.requirements, asking.probed, report.revisions)
    report.untried, report.ended = asking.untried, asking.ended
    if plan.suite:
        report.suite = await run_suite(client, report.revisions, offered, partial(told, "suite"))
    return report


async def check_session(journal: Journal, target: str) -> Report:
    """Judge what was recorded; nothing is asked."""
    report = await _judged(target, journal, (), 0, "")
    report.requirements = _with_probes(report.requirements, {}, report.revisions)
    report.untried = [recorded("a recorded session is judged: no question was asked")]
    return report


async def _judged(target: str, journal: Journal, skipped: Sequence[range], since: int, name: str) -> Report:
    validator = Validator()
    judge = Judge(journal, validator, skipped, since, name)
    try:
        await judge.look()
    finally:
        await validator.close()
    return Report(
        target=target,
        revisions=judge.revisions,
        findings=judge.findings,
        requirements=judge.requirements(),
        cost=await asyncio.to_thread(cost_of, list(judge.tools.values())),
        records=judge.looked_at,
    )


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
    found: list[Requirement], probed: dict[str, str], revisions: Sequence[str]
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
    for one in REMAINING:
        pages[one.rule] = Requirement(one.rule, *_remaining(one, pages, probed, revisions), one.page)
    return sorted(pages.values(), key=lambda one: one.id)
