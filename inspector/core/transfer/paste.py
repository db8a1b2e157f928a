"""Understand whatever a user pastes to describe a server: a command line, a URL, a fragment of any client's
configuration (JSON, YAML, TOML), a link that adds a server to a client, or `demo`.

Nothing is executed and no file is read. What cannot be understood raises UsageError with the place and
what to paste instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from inspector.core.servers.profiles import URL_SCHEMES, Profile, demo_profile
from inspector.core.servers.server_names import name_from_url, name_from_words
from inspector.core.servers.shell_words import is_windows, split_lines, split_words
from inspector.errors import UsageError
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport import HttpTarget, StdioTarget

__all__ = ["parse_server", "profile_from_url", "profile_from_words"]

EXAMPLES: Final = QT_TRANSLATE_NOOP(
    "Core",
    "Paste a command (npx -y @modelcontextprotocol/server-everything), a URL "
    '(https://example.com/mcp), JSON ({"command": "npx", "args": [...]}) or the word '
    "demo.",
)
_SCHEME: Final = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*)://")
_HOST_ALONE: Final = re.compile(
    r"^(?P<host>localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-fA-F:]+\]|[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*)"
    r"(?P<port>:\d{1,5})?(?P<path>/\S*)?$"
)
_LOCAL: Final = re.compile(r"^(?:localhost|\[|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)")
_FILE_ENDINGS: Final = frozenset("js mjs cjs ts py sh exe cmd bat jar dll rb php pl go ps1 json bin".split())  # noqa: SIM905
_MAY_BE_FRAGMENT: Final = re.compile(r"""[\[{"'/#%-]|[\w.@/-]+[ \t]*[:=](?!//)""")  # others are lines
_LINK: Final = re.compile(r"[a-z-]+:\S+\Z|https://\S*(?:mcp|install)\S*\Z", re.IGNORECASE)
_HEADER_OPTIONS: Final = ("-H", "--header")


def parse_server(text: str, default_name: str = "") -> list[Profile]:
    """One or more servers described by the text, in its order, with names unique among them.

    default_name is used when the text describes one server and does not name it. Raises UsageError.
    """
    text = text.strip().strip("\ufeff\u200b")
    fence = re.match(r"^```\w*\n(.*?)\n?```$", text, re.DOTALL)
    text = fence[1].strip() if fence else text
    if not text:
        raise UsageError(translate("Core", "Nothing to read. {}").format(translate("Core", EXAMPLES)))
    if _MAY_BE_FRAGMENT.match(text):
        from inspector.core.transfer.importers.formats import looks_like

        if looks_like(text):
            from inspector.core.transfer.fragments import profiles_from_fragment

            return _unique(profiles_from_fragment(text, default_name))
    if _LINK.match(text):
        from inspector.core.transfer.deep_links import profiles_from_link

        if (linked := profiles_from_link(text)) is not None:
            return _unique(linked)
    lines = split_lines(text)
    if not lines:
        raise UsageError(translate("Core", "Only comments found. {}").format(translate("Core", EXAMPLES)))
    return _unique([profile for line in lines for profile in _parse_line(line, default_name)])


def _parse_line(line: str, default_name: str) -> list[Profile]:
    if line.lower() == "demo":
        return [demo_profile()]
    if line[0] in "<>":
        raise UsageError(
            translate("Core", "This looks like a web page or an email, not a server. {}").format(
                translate("Core", EXAMPLES)
            )
        )
    words = split_words(_without_cd(line)[1])
    if not words:
        raise UsageError(translate("Core", "Nothing to read. {}").format(translate("Core", EXAMPLES)))
    from inspector.core.transfer.client_commands import (
        from_client_command,  # a command line starts without it
    )

    known = from_client_command(words)
    if known is not None:
        name, rest = known.name, known
        if known.json:
            from inspector.core.transfer.fragments import profiles_from_fragment

            return profiles_from_fragment(known.json, name, ".json")
        profile = profile_from_words(rest.words, name or default_name)
        return [_completed(profile, rest.env, rest.headers, rest.transport)]
    profile = profile_from_words(words, default_name)
    folder = _without_cd(line)[0]
    if folder and isinstance(profile.target, StdioTarget):
        profile = replace(profile, target=replace(profile.target, cwd=folder))
    return [profile]


def _without_cd(line: str) -> tuple[str, str]:
    """`cd FOLDER && command` → (FOLDER, command): the one shell line that a profile can say."""
    match = re.match(r"""^cd\s+(?:/d\s+)?("[^"]+"|'[^']+'|[^\s&;|]+)\s*(?:&&|;)\s*(\S.*)$""", line, re.DOTALL)
    if not match:
        return "", line
    return split_words(match[1])[0], match[2]


def profile_from_words(words: Sequence[str], default_name: str = "") -> Profile:
    """A server from words that are split already, as after `--` on our own command line.

    Understands leading VAR=value words and a URL with --header options. Raises UsageError.
    """
    rest, env = list(words), {}
    if rest and rest[0] == "env":
        rest = rest[1:]
    while rest and (match := re.match(r"^([A-Za-z_]\w*)=(.*)$", rest[0], re.DOTALL)):
        env[match[1]] = match[2]
        rest.pop(0)
    if not rest:
        raise UsageError(
            translate("Core", "No command after the variables. {}").format(translate("Core", EXAMPLES))
        )
    if url := _url_of(rest[0]):
        return profile_from_url(url, default_name, _headers(rest[1:]))
    if rest[0].startswith("-"):
        raise UsageError(
            translate("Core", "A command cannot start with the option {}; put the program first.").format(
                rest[0]
            )
        )
    target = StdioTarget(rest[0], tuple(rest[1:]), env)
    return Profile(default_name or name_from_words(rest), target)


def profile_from_url(url: str, name: str = "", headers: dict[str, str] | None = None) -> Profile:
    """A server behind an http, https, ws or wss URL. Raises UsageError for a URL that cannot be one."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise UsageError(
            translate("Core", "{url} is not a URL: {error}").format(url=url, error=error)
        ) from error
    if port == 0 or not parts.hostname:
        raise UsageError(
            translate(
                "Core", "{} has no host to connect to; expected something like http://localhost:3000/mcp"
            ).format(url)
        )
    # `auto` finds the transport: the scheme says WebSocket, the answer HTTP+SSE.
    return Profile(name or name_from_url(url), HttpTarget(url, headers or {}))


def _url_of(word: str) -> str:
    """The URL that the word is or means, or "" when it is a command."""
    scheme = _SCHEME.match(word)
    if scheme:
        if f"{scheme[1].lower()}://" in URL_SCHEMES:
            return scheme[1].lower() + word[len(scheme[1]) :]
        kinds = "http://, https://, ws:// or wss://"
        raise UsageError(
            translate("Core", "{word}: it is not a web address; a server's URL starts with {kinds}").format(
                word=word, kinds=kinds
            )
        )
    match = _HOST_ALONE.match(word)
    if not match or is_windows(word):
        return ""
    host, port, path = match["host"], match["port"], match["path"]
    if port and int(port[1:]) > 65535:
        raise UsageError(
            translate("Core", "{word}: {port} is not a port; ports go up to 65535").format(
                word=word, port=port[1:]
            )
        )
    if (
        host == "localhost"
        or (_LOCAL.match(host) and (port or path or host.count(".") == 3))
        or host[0] == "["
    ):
        return f"http://{word}"
    ending = host.rpartition(".")[2].lower()
    dotted = "." in host and ending.isalpha() and ending not in _FILE_ENDINGS
    if port and (dotted or path):
        return f"{'https' if dotted and port == ':443' else 'http'}://{word}"
    return f"https://{word}" if dotted and path else ""


def _headers(words: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if name not in _HEADER_OPTIONS:
            raise UsageError(
                translate(
                    "Core", "unexpected “{}” after the URL; only --header 'Name: value' may follow."
                ).format(word)
            )
        if not equals:
            if not rest:
                raise UsageError(
                    translate("Core", "{} needs a value such as 'Authorization: Bearer …'").format(name)
                )
            value = rest.pop(0)
        headers |= header_pair(value)
    return headers


def header_pair(text: str) -> dict[str, str]:
    """'Name: value' → {Name: value}. Raises UsageError."""
    name, colon, value = text.partition(":")
    name = name.strip()
    if not colon or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
        raise UsageError(translate("Core", "“{}” is not a header; expected 'Name: value'").format(text))
    if "\n" in value or "\r" in value:
        raise UsageError(translate("Core", "the header {} has a line break in its value").format(name))
    return {name: value.strip()}


def _completed(profile: Profile, env: dict[str, str], headers: list[str], transport: str) -> Profile:
    target = profile.target
    if isinstance(target, StdioTarget):
        return replace(profile, target=replace(target, env={**env, **target.env}))
    pairs = {key: value for text in headers for key, value in header_pair(text).items()}
    return replace(profile, target=replace(target, headers={**target.headers, **pairs}), transport=transport)


def _unique(profiles: list[Profile]) -> list[Profile]:
    seen: set[str] = set()
    result = []
    for profile in profiles:
        name, count = profile.name, 1
        while name in seen:
            count += 1
            name = f"{profile.name} {count}"
        seen.add(name)
        result.append(replace(profile, name=name))
    return result
