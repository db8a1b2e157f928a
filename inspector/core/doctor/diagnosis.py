"""Goes through the steps of a case in order and hands out each check when it has ended."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Final

from inspector.core.doctor.authorization import authorization, documents
from inspector.core.doctor.case import Case, CheckStep
from inspector.core.doctor.checks import Check, CheckOutcome, Fact
from inspector.core.doctor.reaching import addresses, certificates, sockets, which_proxy, which_url
from inspector.core.doctor.requests import first_request, redirect
from inspector.core.doctor.shared_checks import fill_in, negotiation
from inspector.core.doctor.stdio_checks import STDIO_STEPS
from inspector.core.servers.profiles import Profile
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport import StdioTarget

__all__ = ["diagnose", "planned"]

HTTP_STEPS: Final = (
    CheckStep("variables", QT_TRANSLATE_NOOP("Doctor", "Variables"), fill_in),
    CheckStep("url", QT_TRANSLATE_NOOP("Doctor", "URL"), which_url, ("variables",)),
    CheckStep("proxy", QT_TRANSLATE_NOOP("Doctor", "Proxy"), which_proxy, ("url",)),
    CheckStep("dns", QT_TRANSLATE_NOOP("Doctor", "Name (DNS)"), addresses, ("proxy",)),
    CheckStep("tcp", QT_TRANSLATE_NOOP("Doctor", "Connection (TCP)"), sockets, ("dns",)),
    CheckStep("tls", QT_TRANSLATE_NOOP("Doctor", "Certificate (TLS)"), certificates, ("tcp",)),
    CheckStep("request", QT_TRANSLATE_NOOP("Doctor", "First request"), first_request, ("tls",)),
    CheckStep("redirect", QT_TRANSLATE_NOOP("Doctor", "Redirect"), redirect, ("request",)),
    CheckStep("documents", QT_TRANSLATE_NOOP("Doctor", "/.well-known documents"), documents, ("tls",)),
    CheckStep("authorization", QT_TRANSLATE_NOOP("Doctor", "Authorization"), authorization, ("request",)),
    CheckStep(
        "negotiation",
        QT_TRANSLATE_NOOP("Doctor", "Negotiation"),
        negotiation,
        ("request", "redirect", "authorization"),
    ),
)
"""In the order in which they are shown; what fails first is the one that is named."""


LONGEST_FACT: Final = 6000  # characters


def _steps(profile: Profile) -> tuple[CheckStep, ...]:
    return STDIO_STEPS if isinstance(profile.target, StdioTarget) else HTTP_STEPS


def planned(profile: Profile) -> list[Check]:
    """The list before anything was looked at."""
    return [Check(step.id, translate("Doctor", step.title)) for step in _steps(profile)]


async def diagnose(case: Case) -> AsyncGenerator[Check, None]:
    """Every check in order, each when it has ended; what cannot be told after a failure is skipped.

    The server is started, or asked, once. Close the iterator (`aclose`) to stop it early.
    """
    lost: set[str] = set()
    titles = {step.id: translate("Doctor", step.title) for step in _steps(case.profile)}
    try:
        for step in _steps(case.profile):
            missing = next((one for one in step.needs if one in lost), "")
            began = time.monotonic_ns()
            if missing:
                outcome = CheckOutcome(
                    "skipped", translate("Doctor", "Skipped: it needs “{}”.").format(titles[missing])
                )
            else:
                outcome = await step.run(case)
            if missing or outcome.state == "failed":
                lost.add(step.id)
            took = 0 if missing else time.monotonic_ns() - began
            yield Check(step.id, titles[step.id]).ended(_masked(case, outcome), took)
    finally:
        await case.close()


def _masked(case: Case, outcome: CheckOutcome) -> CheckOutcome:
    """Nothing that is shown, copied or printed holds a secret of this server."""
    facts = tuple(Fact(fact.name, _cut(case.masked(fact.text))) for fact in outcome.facts)
    said, explanation = case.masked(outcome.said), case.masked(outcome.explanation)
    # Fixes are made of what was resolved and of what a server said; a profile is a plain file.
    fixes = tuple(fix for fix in outcome.fixes if case.keeps_secret((fix.title, fix.value, *fix.words)))
    return replace(outcome, said=said, explanation=explanation, facts=facts, fixes=fixes)


def _cut(text: str) -> str:
    return (
        text
        if len(text) <= LONGEST_FACT
        else translate("Doctor", "{text}\n… {count} characters in all").format(
            text=text[:LONGEST_FACT], count=len(text)
        )
    )
