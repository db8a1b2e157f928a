"""What became of what a server asked of the user: five words, the same wherever people read them.

Records keep what the protocol says: an action, an error, `notifications/cancelled`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["METHODS", "OUTCOMES", "QuestionOutcome", "outcome_of", "outcomes_in"]

METHODS: Final = ("elicitation/create", "sampling/createMessage", "roots/list")


@dataclass(frozen=True, slots=True)
class QuestionOutcome:
    """One of the words. text: in English. role: of the theme; the glyph says it without colours."""

    text: str
    glyph: str
    role: str

    @property
    def word(self) -> str:
        """In the language of the window."""
        return translate("Questions", self.text)


OUTCOMES: Final = {
    one.text: one
    for one in (
        QuestionOutcome(QT_TRANSLATE_NOOP("Questions", "answered"), "✓", "ok"),
        QuestionOutcome(QT_TRANSLATE_NOOP("Questions", "declined"), "⊘", "muted"),
        QuestionOutcome(QT_TRANSLATE_NOOP("Questions", "dismissed"), "⊘", "muted"),
        QuestionOutcome(QT_TRANSLATE_NOOP("Questions", "refused"), "✗", "warning"),
        QuestionOutcome(QT_TRANSLATE_NOOP("Questions", "withdrawn"), "↩", "muted"),
    )
}
"""declined, dismissed: an answer too. refused: an error, or no next round. withdrawn: nothing was sent.
The end of a connection withdraws what is open."""
_ACTIONS: Final = {"accept": "answered", "decline": "declined", "cancel": "dismissed"}
_ENDS: Final = {"failed": "refused", "cancelled": "withdrawn", "lost": "withdrawn"}


def outcome_of(method: str, status: str, detail: str) -> QuestionOutcome | None:
    """Of a request of the server, by the end of its exchange; None: it is open, or no question."""
    if method not in METHODS:
        return None
    if status == "done":
        return OUTCOMES[_ACTIONS.get(detail, "answered")]
    return OUTCOMES.get(_ENDS.get(status, ""))


def outcomes_in(note: str) -> tuple[QuestionOutcome, ...]:
    """Of the questions that a next round answers, each word once, by its note ("accept, decline")."""
    words = [_ACTIONS.get(one, one) for one in note.split(", ")]
    return tuple(OUTCOMES[one] for one in dict.fromkeys(words) if one in OUTCOMES)
