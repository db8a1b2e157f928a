"""Names of fields that hold what gives access. A guess: what only might is not among them.

`inspector.protocol.secrets` hides rather too much, which costs nothing; here a wrong guess accuses a server.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_secret_field"]

_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LONGEST: Final = 100
# The last word says what a field is: `secret_name`, `token_count`, `password_policy` are no secrets, and
# `page_token`, `key` and `pin` need none.
_SECRET: Final = re.compile(
    r"(?:^|\s)(?:password|passwd|pwd|passphrase|passcode|secret|credentials?|cvv|cvc"
    r"|(?:api|access|private|secret|signing)\s?key|apikey"
    r"|(?:access|refresh|auth|bearer|api|secret|id|session|bot|personal access)\s?token"
    r"|(?:credit|debit|payment)?\s?card\s?number|credit\s?card|security\s?code)$"
)


def is_secret_field(name: str) -> bool:
    """Whether a field of this name or title holds a password, a key, a token or the number of a card."""
    words = " ".join(_WORDS.findall(name[-_LONGEST:])).lower()
    return words == "token" or _SECRET.search(words) is not None
