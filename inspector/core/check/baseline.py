"""Findings that were accepted before, each with a reason: new ones fail, those that went are told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.core.check.report import Judged, Report
from inspector.errors import UsageError
from inspector.protocol.jsonrpc import decode
from inspector.translation import in_english

__all__ = ["accept", "baseline_of", "read_baseline"]


def read_baseline(path: Path) -> list[dict[str, str]]:
    """The entries of a file. Raises UsageError with what is wrong in it."""
    try:
        value: Any = decode(path.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read the baseline {path}: {error.strerror}") from error
    entries = value.get("accepted") if isinstance(value, dict) else None
    if not isinstance(entries, list):
        raise UsageError(f'the baseline {path} has no list "accepted"; write one with --write-baseline')
    for place, entry in enumerate(entries):
        if not isinstance(entry, dict) or not all(
            isinstance(entry.get(name), str) for name in ("rule", "message")
        ):
            raise UsageError(f"the baseline {path}: accepted[{place}] needs the texts rule and message")
        if not isinstance(entry.get("reason"), str) or not entry["reason"].strip():
            raise UsageError(f"the baseline {path}: accepted[{place}] ({entry['rule']}) needs a reason")
    return entries


def accept(report: Report, entries: list[dict[str, str]]) -> None:
    """Move the findings that a baseline accepts; name its entries that were not found.

    A finding is the same when rule, message and pointer are; an entry without a pointer takes any.
    """
    used: set[int] = set()
    left: list[Judged] = []
    for one in report.findings:
        if places := [at for at, entry in enumerate(entries) if _is_same(one, entry)]:
            used.update(places)
            report.accepted.append(replace(one, reason=entries[places[0]]["reason"]))
        else:
            left.append(one)
    report.findings = left
    report.gone = [f"{one['rule']}  {one['message']}" for at, one in enumerate(entries) if at not in used]


def _is_same(one: Judged, entry: dict[str, str]) -> bool:
    return (
        entry["rule"] == one.rule
        and entry["message"] == in_english(one.message)
        and entry.get("pointer", one.pointer) == one.pointer
    )


def baseline_of(report: Report) -> str:
    """A file that accepts every finding of a report in every revision; the user fills in the reasons."""
    accepted = {
        (one.rule, one.message, one.pointer): {
            "rule": one.rule,
            "message": in_english(one.message),
            "pointer": one.pointer,
            "reason": one.reason,
        }
        for one in (*report.accepted, *report.findings)
    }
    return json.dumps({"accepted": [*accepted.values()]}, ensure_ascii=False, indent=2) + "\n"
