"""Servers from a JSON text as other clients write it, with comments, trailing commas and missing braces."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from inspector.core.profiles import Profile, profile_from_entry
from inspector.core.server_names import name_from_url, name_from_words
from inspector.core.shell_words import split_words
from inspector.errors import UsageError

__all__ = ["parse_lenient", "profiles_from_json"]

_LISTS: Final = ("mcpServers", "servers", "context_servers", "mcp", "mcp.servers")
_LONE_BACKSLASH: Final = re.compile(r'"([A-Za-z]:\\)(?![\\/"])')
_OWN_KEYS: Final = ("command", "url", "serverUrl", "httpUrl")


def profiles_from_json(text: str, default_name: str = "") -> list[Profile]:
    """Every server in the text, in order. Raises UsageError with line and column, or the entry's name."""
    value = parse_lenient(text)
    entries = _entries(value, default_name)
    if not entries:
        raise UsageError("The JSON names no server: the list of servers in it is empty.")
    return [_profile(name, entry, default_name if len(entries) == 1 else "") for name, entry in entries]


def parse_lenient(text: str) -> Any:
    """JSON that may have // and /* */ comments, trailing commas, or miss its outer braces.

    Raises UsageError with line, column and the line itself.
    """
    clean = _without_comments(text).strip().rstrip(",")
    clean = _without_trailing_commas(clean).strip()
    if clean.startswith('"') and clean.count('"') >= 2:
        opened, closed = clean.count("{"), clean.count("}")
        clean = "{" + clean + ("}" if closed <= opened else "")
    if path := _LONE_BACKSLASH.search(clean):  # \f and \n in it would silently become other letters
        raise UsageError(f"Write a backslash twice in JSON: {path[1]} must be {path[1]}\\ there.")
    try:
        return json.loads(clean)
    except json.JSONDecodeError as error:
        raise UsageError(_explained(clean, error)) from error
    except RecursionError as error:
        raise UsageError("The JSON is nested too deeply to be read.") from error


def _explained(text: str, error: json.JSONDecodeError) -> str:
    if error.pos >= len(text.rstrip()):
        missing = "".join(_unclosed(text))
        return f"The JSON breaks off at its end: {missing or 'something'} is missing there."
    lines = text.split("\n")
    line = lines[error.lineno - 1]
    start = max(0, error.colno - 31)
    shown = line[start : start + 60]
    pointer = " " * (error.colno - 1 - start) + "^"
    hint = ""
    if line[error.colno - 1 : error.colno] in ("'", "“", "”"):
        hint = " JSON wants straight double quotes."
    if "escape" in error.msg:
        hint = " A backslash is written twice in JSON."
    where = f"line {error.lineno}, column {error.colno}"
    return f"This is not JSON at {where}: {error.msg}.{hint}\n{shown}\n{pointer}"


def _unclosed(text: str) -> list[str]:
    """The brackets that are still open at the end, as they would have to be closed."""
    closing = {"{": "}", "[": "]"}
    stack: list[str] = []
    for letter, in_string in _letters(text):
        if in_string:
            continue
        if letter in closing:
            stack.append(closing[letter])
        elif letter in "}]" and stack:
            stack.pop()
    return stack[::-1]


def _letters(text: str) -> list[tuple[str, bool]]:
    """Each letter and whether it belongs to a string (its quotes included)."""
    result = []
    in_string = escaped = False
    for letter in text:
        if in_string:
            result.append((letter, True))
            if escaped:
                escaped = False
            elif letter == "\\":
                escaped = True
            elif letter == '"':
                in_string = False
        else:
            in_string = letter == '"'
            result.append((letter, in_string))
    return result


def _without_comments(text: str) -> str:
    """Comments become spaces, so that lines and columns stay."""
    result: list[str] = []
    at = 0
    in_string = False
    while at < len(text):
        letter, pair = text[at], text[at : at + 2]
        if in_string and letter == "\\":
            result.append(pair)
            at += 2
        elif not in_string and pair in ("//", "/*"):
            end = text.find("\n" if pair == "//" else "*/", at + 2)
            end = len(text) if end < 0 else end + (0 if pair == "//" else 2)
            result.append("".join(item if item == "\n" else " " for item in text[at:end]))
            at = end
        else:
            in_string ^= letter == '"'
            result.append(letter)
            at += 1
    return "".join(result)


def _without_trailing_commas(text: str) -> str:
    letters = _letters(text)
    result = [letter for letter, _ in letters]
    comma = -1
    for place, (letter, in_string) in enumerate(letters):
        if in_string:
            comma = -1
        elif letter == ",":
            comma = place
        elif letter in "}]" and comma >= 0:
            result[comma] = " "
            comma = -1
        elif not letter.isspace():
            comma = -1
    return "".join(result)


def _entries(value: Any, default_name: str) -> list[tuple[str, Any]]:
    """(name, entry) of every server, wherever the clients put them; name "" when it has none."""
    if isinstance(value, list):
        return [pair for item in value for pair in _entries(item, "")]
    if not isinstance(value, dict):
        raise UsageError(
            f'The JSON is not an object; expected {{"command": …}} or {{"url": …}}, not {value!r:.60}'
        )
    if any(key in value for key in _OWN_KEYS):
        name = value.get("name")
        return [(name if isinstance(name, str) else default_name, value)]
    for key in _LISTS:
        inner = value.get(key)
        if isinstance(inner, dict | list) and not (isinstance(inner, dict) and _is_entry(inner)):
            return _entries(inner, default_name) if inner else []
    if not value:
        raise UsageError('The JSON object is empty; expected {"command": …} or {"url": …}')
    if not any(isinstance(inner, dict) for inner in value.values()):
        keys = ", ".join(f'"{key}"' for key in value)
        raise UsageError(f'The JSON has neither "command" nor "url", nor a list of servers; it has {keys}')
    return [(name, inner) for name, inner in value.items() if isinstance(inner, dict)]


def _is_entry(value: dict[str, Any]) -> bool:
    return any(isinstance(value.get(key), str | list) for key in _OWN_KEYS)


def _profile(name: str, entry: Any, default_name: str) -> Profile:
    command = entry.get("command") if isinstance(entry, dict) else None
    if isinstance(command, str) and "args" not in entry and " " in command.strip() and not _one_path(command):
        words = split_words(command)  # a whole command line where only the program belongs
        entry = {**entry, "command": words[0], "args": words[1:]}
    profile = profile_from_entry(name or default_name or "server", entry)
    if name or default_name:
        return profile
    target = profile.target
    url = getattr(target, "url", "")
    own = name_from_url(url) if url else name_from_words([target.command, *target.args])  # type: ignore[union-attr]  # no URL: stdio
    return Profile(own, target, profile.transport, profile.era, profile.timeout_s)


def _one_path(command: str) -> bool:
    """A program whose folder has a space in its name (C:\\Program Files\\x.exe, "/Applications/A B/x")."""
    head, _, _ = command.partition(" ")
    return command.lower().endswith((".exe", ".cmd", ".bat")) or ("/" in head and "/" in command[len(head) :])
