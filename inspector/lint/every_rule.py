"""All rules: importing this registers those of content too, with what they need (JSON Schema above all).

The window lives without them until a check: a live linter has the rules of envelope and transport alone.
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
from inspector.lint.rules import RULES

__all__ = ["RULES"]
