"""Lint: what a record says about how well the server (or we) keep to the protocol.

A rule is one decorated function that looks at a `Seen` record and yields sentences. It comes with a good
and a bad sample dialogue, which the tests replay. `Linter` runs the rules over the records of one session
in their order and keeps what they need to remember; it works the same on a live connection and on an old
file. The rules of content are registered by `whole`. Source of the rules: protocol reference section 8.
"""

from __future__ import annotations

from inspector.lint import codes, envelope, http, limits, pipe, streams  # noqa: F401 (they register rules)
from inspector.lint.linter import Linter
from inspector.lint.rules import RULES, Place, Question, Rule, rests_on, rule

__all__ = ["RULES", "Linter", "Place", "Question", "Rule", "rests_on", "rule"]
