"""What lint rules ask about schemas, answered by the worker."""

from __future__ import annotations

from inspector.core.validation.validation import Validator
from inspector.lint.whole import WholeLinter
from inspector.protocol.records import Finding
from inspector.schema.official import Shape
from inspector.schema.problem import Problem

__all__ = ["answered"]


async def answered(validator: Validator, linter: WholeLinter) -> list[Finding]:
    """The findings that come of the questions of a linter, which has none afterwards.

    Ask after each record or few, as a question keeps its record's schemas and texts.
    """
    asked, linter.questions = linter.questions, []
    known: dict[tuple[int, str | None], list[Problem]] = {}  # several rules ask the same
    found: list[Finding] = []
    for one in asked:
        schema, text, _ = one.question
        official = isinstance(schema, Shape) and text is not None
        if (id(schema), text) in known:
            pass
        elif official and text is not None and await validator.fits(schema, text):
            known[id(schema), text] = []
        else:
            known[id(schema), text] = await validator.check(schema, text)
        found += one.findings(known[id(schema), text])
    return found
