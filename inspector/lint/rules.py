"""What a rule is, and the table in which every rule of this package registers itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from inspector.lint.seen import Seen
from inspector.protocol.records import Finding

if TYPE_CHECKING:
    from inspector.schema.problem import Problem

__all__ = ["MOST", "RULES", "Place", "Question", "Rule", "page_in", "rests_on", "rule"]


class Place(NamedTuple):
    """What a rule yields that knows where: a sentence, and a JSON Pointer into the whole message."""

    message: str
    pointer: str


class Question(NamedTuple):
    """What a rule yields that needs a validator. Schema and text are a server's, so they are not looked at in
    this process: `inspector/core/validation/linting.py` asks the worker.

    schema: decoded, or the `Shape` that names an official one. text: JSON; None: the schema itself is asked
    about. told: makes places of what the validator says.
    """

    schema: Any
    text: str | None
    told: Callable[[list[Problem]], Iterable[Place]]


Check = Callable[[Seen], Iterable[str | Place | Question]]
_Check = TypeVar("_Check", bound=Check)

MOST: Final = 20  # findings of one rule, or one question, about one record: more of them say no more
MESSAGES: Final = ("request", "notification", "response", "error", "batch", "malformed")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. revisions: letters as in `protocol/methods.py`; a dialogue whose revision is not known
    yet is checked by every rule that holds in all five. kinds, methods: the records it looks at; of an
    answer the method is that of its request; no methods: all.

    sentence: what the specification says, MUST and SHOULD as they stand there, or the harm where no sentence
    forbids it: an error rests on a MUST, a warning on a SHOULD or on what it does to clients, an info on what
    is good to know. fix: what the author of the server changes, in one line.
    """

    name: str
    severity: str  # error | warning | info
    revisions: str
    page: str
    sentence: str
    fix: str
    kinds: tuple[str, ...]
    methods: tuple[str, ...]
    check: Check
    good: str
    bad: str
    softer: str = ""  # revisions in which it is only a warning

    @property
    def family(self) -> str:
        """What it is about: "RPC", "TOOL" …"""
        return self.name.partition("-")[0]

    @property
    def of_pipe(self) -> bool:
        """It is about what stands on a pipe, message or not."""
        return self.family == "STD"

    def severity_in(self, revision: str) -> str:
        """The severity for one revision letter."""
        return "warning" if revision and revision in self.softer else self.severity


RULES: dict[str, Rule] = {}
"""All rules by name, in the order of their modules."""


def rests_on(finding: Finding) -> str:
    """The page of the specification that a finding rests on, and what that page says."""
    known = RULES.get(finding.rule)
    return ": ".join(part for part in (finding.page, known.sentence if known else "") if part)


def rule(
    name: str,
    severity: str,
    page: str,
    *,
    sentence: str,
    fix: str,
    good: str,
    bad: str,
    revisions: str = "ABCDE",
    kinds: tuple[str, ...] = MESSAGES,
    methods: tuple[str, ...] = (),
    softer: str = "",
) -> Callable[[_Check], _Check]:
    """Register a rule. good and bad: dialogues in the notation of tests/lint/dialogue.py."""

    def register(check: _Check) -> _Check:
        RULES[name] = Rule(
            name, severity, revisions, page, sentence, fix, kinds, methods, check, good, bad, softer
        )
        return check

    return register


def page_in(page: str, revision: str, piped: bool) -> str:
    """The page in one revision (a letter, empty: not known yet): its chapters were cut otherwise."""
    if revision == "A" and page.startswith("basic/index"):
        return page.replace("basic/index", "basic/messages")
    if revision == "E" and page.startswith(("basic/utilities/progress", "basic/utilities/cancellation")):
        return page.replace("utilities", "patterns", 1)
    chapter, mark, place = page.partition("#")
    if revision == "E" and chapter == "basic/transports":
        of = "stdio" if piped or place.startswith("stdio") else "streamable-http"
        place = place.removeprefix("stdio").lstrip("#")
        return f"{chapter}/{of}" + (f"#{place}" if place else "")
    return f"{chapter}{mark}{place}".replace("#stdio#", "#")
