"""Lint: what a record says about how well the server (or we) keep to the protocol.

A rule is one decorated function that looks at a `Seen` record and yields sentences. It comes with a good
and a bad sample dialogue, which the tests replay. `Linter` runs the rules over the records of one session
in their order and keeps what they need to remember; it works the same on a live connection and on an old
file. Source of the rules: protocol reference section 8.
"""

from __future__ import annotations

from inspector.lint import (  # noqa: F401 (they register their rules)
    apps,
    codes,
    completion,
    envelope,
    http,
    lifecycle,
    limits,
    notifications,
    pages,
    pipe,
    prompts,
    questions,
    resources,
    results,
    schemas,
    security,
    shapes,
    streams,
    subscriptions,
    tasks,
    tool_results,
    tools,
)
from inspector.lint.linter import Asked, Linter
from inspector.lint.rules import RULES, Place, Question, Rule, rests_on, rule

__all__ = ["RULES", "Asked", "Linter", "Place", "Question", "Rule", "rests_on", "rule"]
