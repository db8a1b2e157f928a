"""Questions of lint rules, answered by the real worker."""

from __future__ import annotations

import asyncio

from inspector.core.validation.linting import answered
from inspector.core.validation.validation import Validator
from inspector.lint import RULES
from tests.lint.dialogue import Dialogue

ASKING = [name for name in RULES if name in ("RES-01", "RES-01-sent", "TOOL-04", "TOOL-06-local", "TOOL-11")]


def test_the_worker_answers_as_a_checker_of_our_own_does() -> None:
    async def main() -> None:
        validator = Validator(limit_s=30)
        try:
            for name in ASKING:
                theirs, ours = Dialogue(RULES[name].bad), Dialogue(RULES[name].bad)
                found = await answered(validator, theirs.linter)
                assert found == ours.answered()
                assert name in {one.rule for one in found}
                assert theirs.linter.questions == []
        finally:
            await validator.close()

    asyncio.run(main())
