"""What a user sees of a flow: its steps in order, each with what was sent, what came and what it means."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from inspector.core.auth.ports import Request, Response
from inspector.translation import QT_TRANSLATE_NOOP, shown

__all__ = ["CHOSEN_NAME", "OFFERED_NAME", "FlowStep", "HttpExchange", "State", "Value"]

OFFERED_NAME: Final = QT_TRANSLATE_NOOP("Auth", "authorization server offered")
CHOSEN_NAME: Final = QT_TRANSLATE_NOOP("Auth", "authorization server")
"""What they are called among the values of the step `resource`."""

State = Literal["waiting", "running", "ok", "warning", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Value:
    """Something read or chosen in a step. secret: hidden until a user asks."""

    name: str
    text: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class HttpExchange:
    """One request of a step and its answer, secrets included: mask with `masking` before showing.

    response None: none came, and error says why; verdict: what was made of it, in a few words.
    """

    request: Request
    response: Response | None = None
    error: str = ""
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class FlowStep:
    """One step of a flow. Replaced as a whole whenever something of it changes.

    id: one of `plan.STEPS`; title: for people; rule: where it is written (specification page, RFC);
    exchanges: in order, several where several places are tried. verdict: one or more sentences.
    """

    id: str
    title: str
    rule: str = ""
    state: State = "waiting"
    exchanges: tuple[HttpExchange, ...] = ()
    values: tuple[Value, ...] = ()
    verdict: str = ""

    def retranslated(self) -> FlowStep:
        """The same in the language of now."""
        return replace(
            self,
            title=shown(self.title),
            rule=shown(self.rule),
            verdict=shown(self.verdict),
            exchanges=tuple(
                replace(one, error=shown(one.error), verdict=shown(one.verdict)) for one in self.exchanges
            ),
            values=tuple(replace(one, name=shown(one.name), text=shown(one.text)) for one in self.values),
        )

    @property
    def request(self) -> Request | None:
        """The last request of the step."""
        return self.exchanges[-1].request if self.exchanges else None

    @property
    def response(self) -> Response | None:
        """The last answer of the step."""
        return self.exchanges[-1].response if self.exchanges else None
