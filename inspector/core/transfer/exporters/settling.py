"""An entry of ours and the one of its name that is in the file: what is there and is not ours stays.

A secret that was not written is a blank (`<NAME>`, `${env:NAME}`, `${input:NAME}`); where something stands in
its place already, that stays. So do members, variables and headers that we say nothing of. What contradicts
(a URL where there is a command now) goes. An entry of another server keeps none of its variables and headers:
they would be sent to a server they are not for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from inspector.core.auth.addresses import same_origin
from inspector.core.transfer.exporters.entries import Exported
from inspector.core.transfer.exporters.spelling import SPELLINGS, Spelling
from inspector.core.transfer.exporters.variables import Blank

__all__ = ["apart_from", "settled"]

_RELEASE: Final = re.compile(
    r"(?<=.)(?:==|~=|@[~^]?)(?:v?\d[^@/:\\]*|latest|next|beta|alpha|canary|rc|dev|main|stable)$"
)
_TAG: Final = re.compile(r"(?<=[^@/:\\])(?::[^@/:\\]*)?(?:@sha256:\w+)?$")
_OF_CONTAINERS: Final = re.compile(r"(?i)(?:.*[/\\])?(?:docker|podman|nerdctl)(?:\.exe)?")
"""Elsewhere a colon divides what is no version: `C:\\server.py`, `npm:server`."""
_SWITCH: Final = re.compile(r"-\w|--[^=]+")
_NAMES: Final = (("env_vars", "env"), ("env_keys", "envs"))
"""Variables that are listed by name alone → those with their values (Codex, Goose)."""
_BEARER: Final = "bearer_token_env_var"
_NAMED_HEADERS: Final = "env_http_headers"


def settled(one: Exported, old: Mapping[str, Any]) -> Exported:
    """The entry as it will stand in the place of `old`, with what is to be said of it then."""
    spelling = SPELLINGS[one.client]
    new = {key: value for key, value in one.entry.items() if key not in one.defaults or key not in old}
    if not _is_same(spelling, new, old, one):
        rest = {key: value for key, value in old.items() if key not in _launch(spelling)}
        return replace(one, entry=rest | new)
    gone = {key for key in old if key in one.gives_way and key not in new}
    new = _beside(new, old)
    entry = _merged({key: value for key, value in old.items() if key not in gone}, new, one)
    return _without_kept(one, _at_one_place(entry, new))


def apart_from(one: Exported, others: Any) -> Exported:
    """The entry with names of its own: those of blanks that the servers beside it use are changed.

    others: the servers beside it, as they stand in the file.
    """
    beside = set(_strings(others))
    for blank in one.blanks:
        name, count = blank.name, 1
        while not blank.fixed and _is_in(beside, _renamed(blank, name)):
            count += 1
            name = f"{blank.name}_{count}"
        if name != blank.name:
            one = _with(one, blank, _renamed(blank, name))
    return one


def _is_in(texts: Collection[str], blank: Blank) -> bool:
    by_name = blank.kind in ("variable", "keyring") and blank.name in texts
    return by_name or any(blank.text in text for text in texts)


def _renamed(blank: Blank, name: str) -> Blank:
    head, _, tail = blank.text.rpartition(blank.name)
    return replace(blank, name=name, text=head + name + tail)


def _strings(value: Any) -> Iterator[str]:
    """Every text in a JSON value but its keys."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)
    elif isinstance(value, str):
        yield value


def _with(one: Exported, blank: Blank, other: Blank) -> Exported:
    """With another blank in the place of one."""

    def put(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: put(item) for key, item in value.items()}
        if isinstance(value, list):
            return [put(item) for item in value]
        return value.replace(blank.text, other.text) if isinstance(value, str) else value

    entry = put(one.entry)
    for key in (_BEARER, _NAMED_HEADERS):  # Codex: names by themselves
        if key in entry:
            entry[key] = _swapped(entry[key], blank.name, other.name)
    inputs = tuple(
        {**asked, "id": other.name} if asked["id"] == blank.name else asked for asked in one.inputs
    )
    blanks = tuple(other if each is blank else each for each in one.blanks)
    return replace(one, entry=entry, inputs=inputs, blanks=blanks)


def _swapped(value: Any, before: str, after: str) -> Any:
    if isinstance(value, dict):
        return {key: _swapped(item, before, after) for key, item in value.items()}
    return after if value == before else value


def _is_same(spelling: Spelling, new: Mapping[str, Any], old: Mapping[str, Any], one: Exported) -> bool:
    """Whether both run the same program, or reach the same place."""
    if spelling.command in new:
        if "cwd" in new and "cwd" in old and new["cwd"] != old["cwd"]:
            return False
        ours, theirs = (_words(spelling, each) for each in (new, old))
        version = _TAG if ours and _OF_CONTAINERS.fullmatch(str(ours[0])) else _RELEASE
        return len(ours) == len(theirs) and all(
            _fills(other, word, one) or _without(version, word) == _without(version, other)
            for word, other in zip(ours, theirs, strict=True)
        )
    here, there = (
        next((each[key] for key in _urls(spelling) if isinstance(each.get(key), str)), "")
        for each in (new, old)
    )
    return here == there or (bool(there) and same_origin(here, there))


def _words(spelling: Spelling, entry: Mapping[str, Any]) -> list[Any]:
    """The command and its words, but for options that say no value.

    Which of them is the program is not asked: `run` comes before it, or the value of an option, and a word
    that is wrongly taken for it hands what the variables of one server hold to another.
    """
    command = entry.get(spelling.command)
    words = command if isinstance(command, list) else [command, *_list(entry.get("args"))]
    return [word for word in words if not isinstance(word, str) or not _SWITCH.fullmatch(word)]


def _without(version: re.Pattern[str], word: Any) -> Any:
    return version.sub("", word) if isinstance(word, str) and "://" not in word else word


def _urls(spelling: Spelling) -> tuple[str, ...]:
    return (spelling.url, *spelling.urls.values(), "url", "httpUrl", "serverUrl", "uri")


def _launch(spelling: Spelling) -> Collection[str]:
    """What says which server it is, and what is handed to it."""
    return {
        spelling.type_key, spelling.command, "args", "cwd", spelling.env, spelling.headers, *_urls(spelling),
        "envFile", "env_vars", "env_keys", _NAMED_HEADERS, _BEARER, spelling.auth[0] if spelling.auth else "",
    }  # fmt: skip


# -- what stands there by another name ---------------------------------------------------------------------


def _beside(new: dict[str, Any], old: Mapping[str, Any]) -> dict[str, Any]:
    """Without names of variables whose values stand in the file; with those that it lists already."""
    for listed, valued in _NAMES:
        names, values = new.get(listed) or [], _dict(old.get(valued))
        there = _list(old.get(listed))
        if names:
            new = {**new, listed: [*there, *(one for one in names if one not in values and one not in there)]}
    headers = {name.lower() for key in ("http_headers", _NAMED_HEADERS) for name in _dict(old.get(key))}
    named = {
        name: text for name, text in _dict(new.get(_NAMED_HEADERS)).items() if name.lower() not in headers
    }
    if _NAMED_HEADERS in new:
        new = {**new, _NAMED_HEADERS: named}
    empty = {key for key in ("env_vars", "env_keys", _NAMED_HEADERS) if not new.get(key)}
    if old.get(_BEARER) or "authorization" in headers:
        empty.add(_BEARER)
    return {key: value for key, value in new.items() if key not in empty}


def _at_one_place(entry: dict[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Without names of headers whose values are written now (Codex)."""
    written = {name.lower() for name in _dict(new.get("http_headers"))}
    if _NAMED_HEADERS in entry:
        named = _dict(entry[_NAMED_HEADERS])
        entry[_NAMED_HEADERS] = {name: text for name, text in named.items() if name.lower() not in written}
    if "authorization" in written:
        entry.pop(_BEARER, None)
    for listed, valued in _NAMES:
        if listed in entry:
            values = _dict(new.get(valued))
            entry[listed] = [name for name in _list(entry[listed]) if name not in values]
    return {key: value for key, value in entry.items() if value not in ([], {}) or key in new}


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


# -- what stands there in a blank's place ------------------------------------------------------------------


def _merged(
    old: Mapping[str, Any], new: Mapping[str, Any], one: Exported, headers: bool = False
) -> dict[str, Any]:
    """headers: upper and lower case are one there."""
    made = dict(old)
    spelt = {key.lower(): key for key in old} if headers else {}
    for name, value in new.items():
        key = name if name in old else spelt.get(name.lower(), name)
        made[key] = _value(key, old.get(key), value, one)
    return made


def _value(key: str, old: Any, new: Any, one: Exported) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return _merged(old, new, one, "headers" in key)
    if isinstance(old, list) and isinstance(new, list):
        return _filled(old, new, one)
    return old if isinstance(new, str) and _fills(old, new, one) else new


def _filled(old: list[Any], new: list[Any], one: Exported) -> list[Any]:
    """Words of a command. A blank that is a word by itself is found by the word before it."""
    made: list[Any] = []
    for place, word in enumerate(new):
        alone = any(word == blank.text for blank in one.blanks)
        before = new[place - 1] if place else None
        found = (
            other
            for at, other in enumerate(old)
            if _fills(other, word, one) and (not alone or (old[at - 1] if at else None) == before)
        )
        made.append(next(found, word))
    return made


def _fills(old: Any, new: Any, one: Exported) -> bool:
    """Whether a text is the new one with something in the place of its blanks."""
    if not isinstance(old, str) or not isinstance(new, str):
        return False
    texts = [re.escape(blank.text) for blank in one.blanks if blank.text in new]
    parts = re.split("|".join(texts), new) if texts else []
    return bool(texts) and re.fullmatch(".+".join(map(re.escape, parts)), old, re.DOTALL) is not None


def _without_kept(one: Exported, entry: dict[str, Any]) -> Exported:
    """Told of, and asked for, is only what is in the entry."""
    texts = set(_strings(entry))
    left = tuple(blank for blank in one.blanks if _is_in(texts, blank))
    stays = tuple(blank.what for blank in one.blanks if blank not in left)
    names = {blank.name for blank in left}
    asked = tuple(each for each in one.inputs if each["id"] in names)
    return replace(one, entry=entry, blanks=left, inputs=asked, stays=stays)
