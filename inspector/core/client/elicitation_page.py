"""The page that a URL elicitation asks to open: its host, and what speaks against opening it.

Source: MCP 2025-11-25, client/elicitation, "Safe URL Handling": "MUST show the full URL", "highlight the
domain", "have warnings for ambiguous/suspicious URIs (i.e., containing Punycode)".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

__all__ = ["WARNINGS", "AskedPage", "asked_page"]

WARNINGS: Final = {
    "no_url": "This is no web address: it cannot be opened.",
    "odd": "The address holds white space or backslashes, which browsers read differently: it is not opened.",
    "not_web": "Only http and https addresses are opened from here.",
    "foreign": "The host name mixes alphabets and can imitate another name.",
    "credentials": "The address carries a user name or password: what stands before the @ is not the host.",
    "insecure": "The address is not HTTPS: others can read and change what is sent.",
}
"""What may be wrong with an address → words. The first three keep it from being opened."""
_CLOSED: Final = ("no_url", "odd", "not_web")
_ODD: Final = re.compile(r"[\\\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class AskedPage:
    """before + host + after is the whole URL. reading: the host as a browser may show it, when that differs.

    warnings: keys of WARNINGS.
    """

    url: str
    before: str = ""
    host: str = ""
    after: str = ""
    reading: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def openable(self) -> bool:
        """Whether a browser may be started with it, when the user says so."""
        return not any(key in _CLOSED for key in self.warnings)


def asked_page(url: Any) -> AskedPage:
    """Take an address apart. url: whatever the server sent; never raises."""
    text = url if isinstance(url, str) else ""
    try:
        parts = urlsplit(text)
        host, user = parts.hostname or "", "@" in parts.netloc
        _ = parts.port  # raises when it is no number
    except ValueError:
        return AskedPage(text, text, warnings=("no_url",))
    if not parts.scheme or not host:
        return AskedPage(text, text, warnings=("no_url",))
    start = text.index(parts.netloc, len(parts.scheme) + 1) + parts.netloc.rfind("@") + 1
    written = text[start : start + len(host) + (2 if ":" in host else 0)]
    foreign = not host.isascii() or any(label.startswith("xn--") for label in host.split("."))
    checks = (
        ("odd", _ODD.search(text) is not None),
        ("not_web", parts.scheme not in ("http", "https")),
        ("foreign", foreign),
        ("credentials", user),
        ("insecure", parts.scheme == "http" and host not in _LOCAL),
    )
    return AskedPage(
        text,
        text[:start],
        written,
        text[start + len(written) :],
        _other_reading(host) if foreign else "",
        tuple(key for key, found in checks if found),
    )


def _other_reading(host: str) -> str:
    """Punycode as letters, letters as punycode; "" when it is neither."""
    try:
        if host.isascii():
            return host.encode("ascii").decode("idna")
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
