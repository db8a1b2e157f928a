"""Steps of every checklist: values for the variables, and the negotiation of the era."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from inspector.core.doctor.case import Case
from inspector.core.doctor.checks import CheckOutcome, Fact, explained
from inspector.core.doctor.fixes import ACTION_FIXES, Fix, action_fix
from inspector.core.doctor.trial import Attempt, Trial
from inspector.core.servers.starting import asked_of, named_by, startable
from inspector.errors import ConnectError
from inspector.protocol.secrets import masked_url
from inspector.translation import shown, translate
from inspector.transport import HttpTarget

__all__ = ["failure_fixes", "fill_in", "negotiation", "usual_path"]


async def fill_in(case: Case) -> CheckOutcome:
    """Put the values of the variables into the target, or say which have none."""
    try:
        resolved = await startable(case.profile, case.lookup)
    except ConnectError as error:
        asked = asked_of(case.profile, error.explanation.asks)
        fixes = [
            Fix(
                "fill",
                translate("Doctor", "Set {}").format(one.description or one.id),
                name=one.key,
                asks=one.id,
                secret=one.secret,
            )
            for one in asked
        ]
        return explained(error.explanation, fixes=fixes)
    case.target, case.secrets = resolved.target, resolved.secrets
    names = [name for _, name in named_by(case.profile)]
    if not names:
        return CheckOutcome("ok", translate("Doctor", "None used."))
    return CheckOutcome(
        "ok",
        translate("Doctor", "All {} have a value.").format(len(names)),
        (Fact(translate("Doctor", "Variables"), ", ".join(names)),),
    )


async def negotiation(case: Case) -> CheckOutcome:
    """All attempts side by side, and the verdict."""
    trial = case.trial
    if trial is None:
        return CheckOutcome("skipped", translate("Doctor", "There was no way to ask for it."))
    facts = [Fact(translate("Doctor", "Attempts"), attempts_table(trial.attempts))] if trial.attempts else []
    if trial.info is not None and trial.failure is None:
        info = trial.info
        facts += [
            Fact(translate("Doctor", "Server"), f"{info.name} {info.version}".strip()),
            Fact(translate("Doctor", "Why"), shown(info.decided)),
        ]
        said = translate("Doctor", "Legacy era, revision {}.").format(info.revision)
        if info.era == "modern":
            said = translate("Doctor", "Modern era, revision {}.").format(info.revision)
        return CheckOutcome("ok", said, tuple(facts))
    if trial.refused:
        return CheckOutcome(
            "skipped", translate("Doctor", "The server requires authorization first."), tuple(facts)
        )
    if trial.failure is None:
        return CheckOutcome("failed", translate("Doctor", "It did not connect."), tuple(facts))
    fixes = failure_fixes(case, trial)
    if any(one.status in (404, 405) for one in trial.attempts):
        fixes = [*usual_path(case), *fixes]
    return explained(trial.failure, facts, fixes)


def attempts_table(attempts: tuple[Attempt, ...]) -> str:
    """A line an attempt: what was asked, the status, how it ended, how long it took."""
    rows = [(translate("Doctor", "requested"), "HTTP", "ms", translate("Doctor", "verdict"))]
    rows += [(one.asked, str(one.status or "–"), f"{one.took_ns / 1e6:.0f}", one.verdict) for one in attempts]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join(
        "  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[3]])
        for row in rows
    )


def failure_fixes(case: Case, trial: Trial) -> list[Fix]:
    """What the explanation of the failure offers, but what this profile says already."""
    if trial.failure is None:
        return []
    fixes = [action_fix(action) for action in trial.failure.actions if action in ACTION_FIXES]
    said = (case.profile.era, case.profile.transport)
    fixes = [fix for fix in fixes if fix.value not in said]
    if isinstance(case.target, HttpTarget) and (url := case.target.url.strip()).lower().startswith("ws"):
        there = f"http{url[2:]}"
        fixes.append(
            Fix("url", translate("Doctor", "Use {}: MCP over HTTP").format(masked_url(there)), value=there)
        )
    return fixes


def usual_path(case: Case) -> list[Fix]:
    """The path at which most servers answer, unless this is it."""
    url = case.profile.target.url.strip() if isinstance(case.profile.target, HttpTarget) else ""
    if "://" not in url or urlsplit(url).path.strip("/") == "mcp":
        return []
    there = urljoin(url, "/mcp")
    return [Fix("url", translate("Doctor", "Try {}").format(masked_url(there)), value=there)]
