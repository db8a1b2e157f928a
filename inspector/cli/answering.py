"""Answer the requests of a server on the command line: by rules of a file, or by the user at the terminal.

Only what can be answered is declared, so that a server knows what it may ask. Each question and its answer is
noted on stderr.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspector.cli.output import is_terminal
from inspector.cli.question_line import asked_line
from inspector.core.client.questions import Answerer, ServerRequest
from inspector.core.client.roots import roots_result

if TYPE_CHECKING:
    from inspector.cli.options import Common
    from inspector.cli.output import Output
    from inspector.core.client.answer_rules import AnswerRules
    from inspector.core.servers.profiles import Profile
    from inspector.core.storage.settings import Settings

__all__ = ["Answering", "answering"]


@dataclass(frozen=True, slots=True)
class Answering:
    """offers: the client capabilities that `answerer` can serve; None where there is none."""

    answerer: Answerer | None = None
    offers: dict[str, Any] | None = None


def answering(common: Common, settings: Settings, profile: Profile, output: Output) -> Answering:
    """What the options and the terminal allow."""
    roots = common.root or profile.roots
    if common.answer is not None:
        offers = {**settings.capabilities(answers=False), **common.answer.capabilities()}
        if common.root:
            offers.setdefault("roots", {})
        return Answering(_ByRules(common.answer, common.root, output).answer, offers)
    if not common.json and is_terminal(sys.stdin) and is_terminal(sys.stderr):
        from inspector.cli.asking import ByPerson

        offers = settings.capabilities()
        if "roots" in offers:
            offers["roots"] = {}  # they cannot change while a verb runs
        return Answering(ByPerson(settings.roots if roots is None else roots, output).answer, offers)
    if common.root:
        return Answering(
            _ByRules(None, common.root, output).answer,
            {**settings.capabilities(answers=False), "roots": {}},
        )
    return Answering()


class _ByRules:
    """Answers with the first rule that fits, and with the folders of --root."""

    def __init__(self, rules: AnswerRules | None, roots: tuple[str, ...], output: Output) -> None:
        self._rules = rules
        self._roots = roots
        self._output = output

    async def answer(self, request: ServerRequest) -> dict[str, Any] | None:
        """An `Answerer`."""
        reply = self._rules.reply(request) if self._rules is not None else None
        if reply is not None:
            self._say(request, reply.words)
            return reply.result
        if request.method == "roots/list" and self._roots:
            self._say(request, "1 root" if len(self._roots) == 1 else f"{len(self._roots)} roots")
            return roots_result(self._roots)
        done = "cancel" if request.is_dismissed else "refused"
        self._say(request, f"no rule of --answer matches: {done}")
        return None

    def _say(self, request: ServerRequest, words: str) -> None:
        from inspector.core.client.answer_rules import said

        text = " ".join(said(request.params).split())
        shown = f": “{text if len(text) <= 100 else text[:99] + '…'}”" if text else ""
        self._output.event(
            f"{asked_line(request)}{shown} → {words}",
            asked=request.method,
            server=request.client_name,
            target=request.target,
            key=request.key,
            answered=words,
        )
