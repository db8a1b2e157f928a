"""What a server is really started with: its profile with the variables in place.

A profile keeps texts as they were written; values come in here, when it connects, and go to the transport
alone. What has no value is asked for: the connection is not made, and the explanation says what is missing.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from inspector.core.servers.inputs import KINDS, Input
from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import Lookup, Missing, Resolved, named_in, resolve
from inspector.core.storage.waiting import waited
from inspector.errors import ConnectError, Explanation, SecretsUnavailable, UsageError
from inspector.translation import composed, translate
from inspector.transport import StdioTarget, Target

__all__ = ["answered", "asked_of", "filled", "named_by", "secret_key", "startable"]

_LONGEST_ID: Final = 80
_SPECIAL: Final = re.compile(r"[%/}\x00-\x1f\ud800-\udfff]")


async def startable(profile: Profile, lookup: Lookup) -> Resolved:
    """The profile's target with its variables in place. Raises ConnectError for what has no value.

    Secrets are looked up in a thread: a keychain may wait for its user.
    """
    names = named_by(profile)
    if not names and not profile.env_file:
        return Resolved(profile.target)
    folders = {"userHome": os.path.expanduser("~"), "HOME": os.path.expanduser("~"), **lookup.folders}
    mine = replace(lookup, inputs=profile.inputs, folders=folders)
    try:
        if any(kind == "secret" for kind, _ in names) or any(one.secret for one in profile.inputs):
            resolved = await waited(resolve, _whole(profile), profile.variables, mine)
        else:
            resolved = resolve(_whole(profile), profile.variables, mine)
    except SecretsUnavailable as error:
        raise ConnectError(
            Explanation(
                translate("Connect", "“{}” needs a secret, but the secret store cannot be opened.").format(
                    profile.name
                ),
                cause=str(error),
                next_step=translate(
                    "Connect", "Unlock it and try again, or choose another secret store in the settings."
                ),
                actions=("retry", "edit_server"),
            )
        ) from error
    if resolved.missing:
        raise ConnectError(_unfilled(profile, resolved.missing))
    return (
        replace(resolved, target=await _with_file(profile, resolved.target)) if profile.env_file else resolved
    )


_FILE: Final = "(file)"  # stands for the file of variables among the variables; none can be called so


def _whole(profile: Profile) -> Target:
    """The target, and the name of its file of variables, which may name some itself."""
    target = profile.target
    if not profile.env_file or not isinstance(target, StdioTarget):
        return target
    return replace(target, env={**target.env, _FILE: profile.env_file})


def named_by(profile: Profile) -> tuple[tuple[str, str], ...]:
    """(kind, id) of every variable that a server's texts name, in order, once each."""
    return named_in(_whole(profile), profile.variables)


async def _with_file(profile: Profile, target: Target) -> Target:
    """What its file of variables says goes below what it has already."""
    if not isinstance(target, StdioTarget):
        return target
    from inspector.core.servers.env_files import read_env_file

    env = dict(target.env)
    path = Path(target.cwd, os.path.expanduser(env.pop(_FILE)))
    try:
        return replace(target, env={**await asyncio.to_thread(read_env_file, path), **env})
    except UsageError as error:
        raise ConnectError(
            Explanation(
                translate("Connect", "“{}” was not started: its environment file cannot be used.").format(
                    profile.name
                ),
                tried=translate("Connect", "read {}").format(path),
                cause=composed("{}.", error),
                next_step=translate(
                    "Connect", "Put the file there, or remove it from the server's settings (envFile)."
                ),
                actions=("edit_server", "retry"),
            )
        ) from error


def _unfilled(profile: Profile, missing: tuple[Missing, ...]) -> Explanation:
    names = [_title(one.what) for one in missing]
    listed = ", ".join(names[:5])
    if len(names) == 1:
        happened = translate("Connect", "“{name}” needs a value for {listed}.").format(
            name=profile.name, listed=listed
        )
    elif len(names) <= 5:
        happened = translate("Connect", "“{name}” needs values for {listed}.").format(
            name=profile.name, listed=listed
        )
    else:
        happened = translate("Connect", "“{name}” needs values for {listed} and {count} more.").format(
            name=profile.name, listed=listed, count=len(names) - 5
        )
    return Explanation(
        happened,
        cause=translate("Connect", "The configuration uses variables that are not set: nothing was started."),
        next_step=translate(
            "Connect",
            "Fill them in, or set them in this program's environment. If the text should "
            "stay as written, say in the server's settings that it has no variables.",
        ),
        actions=("fill_in", "edit_server", "retry"),
        evidence="\n".join(f"{_title(one.what)}   in {', '.join(one.places)}" for one in missing),
        asks=tuple(one.what.key for one in missing),
    )


def _title(what: Input) -> str:
    """`server/github/TOKEN` is TOKEN for a user."""
    return what.id.rpartition("/")[2] or what.id if what.kind == "secret" else what.id


def asked_of(profile: Profile, keys: tuple[str, ...]) -> tuple[Input, ...]:
    """What a user is asked for, for the keys of an explanation's `asks`; the same order."""
    known = {one.key: one for one in profile.inputs}
    resolved = resolve(_whole(profile), profile.variables, Lookup(environ={}))
    named = {one.what.key: one.what for one in resolved.missing}
    return tuple(known.get(key) or named.get(key) or _from_key(key) for key in keys)


def _from_key(key: str) -> Input:
    kind, _, id_ = key.partition(":")
    return Input(id_, kind if kind in KINDS else "input")


def filled(
    profile: Profile, values: Mapping[str, str], taken: Collection[str] = ()
) -> tuple[Profile, dict[str, str]]:
    """The profile with a user's answers in it, by key of what was asked; and secrets to be stored, by key.

    A secret's answer is never in the profile, only the reference under which the store has to keep it. taken:
    keys of other servers (`importers.adding.references_in`), which this one must not overwrite.
    """
    used = {key.casefold() for key in taken}
    inputs = {one.key: one for one in profile.inputs}
    secrets: dict[str, str] = {}
    for one in asked_of(profile, tuple(values)):
        value = values[one.key]
        if one.kind == "secret":
            secrets[one.id] = value
            continue
        if one.secret:
            place = secret_key(profile.name, one.id)
            while place.casefold() in used:
                place += "+"
            secrets[place] = value
            value = f"${{secret:{place}}}"
        inputs[one.key] = replace(one, value=value)
    return replace(profile, inputs=tuple(inputs.values())), secrets


def answered(profile: Profile, values: Mapping[str, str]) -> tuple[Profile, dict[str, str]]:
    """The same by the names that people use: TOKEN for `${TOKEN}`, `${input:TOKEN}`, `${secret:…/TOKEN}`.

    Raises UsageError for a name that the server's texts do not use.
    """
    keys: dict[str, list[str]] = {}
    for kind, id_ in named_by(profile):
        for name in dict.fromkeys((id_, id_.rpartition("/")[2])):
            keys.setdefault(name, []).append(f"{kind}:{id_}")
    for name in values:
        if name not in keys:
            known = ", ".join(keys) or "none"
            raise UsageError(
                translate("Connect", "“{name}” has no variable “{variable}”; available: {known}").format(
                    name=profile.name, variable=name, known=known
                )
            )
    return filled(profile, {key: value for name, value in values.items() for key in keys[name]})


def secret_key(server: str, what: str) -> str:
    """Where the store keeps what a server needs: `server/<name>/<what>`; for other names another place."""
    return "/".join(("server", _plain(server), _plain(what)))


def _plain(part: str) -> str:
    """Without what ends a reference or begins a new part; a long one is cut, with a sum of the whole."""
    text = _SPECIAL.sub(lambda found: f"%{ord(found[0]):02X}", part.strip()) or "_"
    if len(text) <= _LONGEST_ID:
        return text
    from hashlib import sha256

    return f"{text[: _LONGEST_ID - 20]}%{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
