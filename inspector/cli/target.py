"""Which server a command line means: `--on NAME|URL|FILE|demo`, or the words after `--`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.declaring import declared_by
from inspector.cli.offering import is_offer
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.servers.saved_servers import Profiles
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget, Target

if TYPE_CHECKING:
    from inspector.cli.options import Common

__all__ = ["Chosen", "chosen_server"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A server, and secrets that its texts name and that were given on the command line, by key."""

    profile: Profile
    secrets: dict[str, str] = field(default_factory=dict)


def chosen_server(common: Common) -> Chosen:
    """The server with the options laid over it. Raises UsageError that says what to type.

    A command of a file is asked about; a bundle is unpacked then.
    """
    secrets: dict[str, str] = {}
    if common.on and common.server:
        raise UsageError("give the server with --on or after --, not both")
    if common.server:
        from inspector.core.transfer.paste import profile_from_words

        # A shell has read these words: what looks like a variable is meant as it stands.
        profile = replace(profile_from_words(common.server), variables="none")
    elif common.on and is_offer(common.on):
        from inspector.cli.offer_values import offered_server

        profile, secrets = offered_server(Path(common.on), common)
    elif common.on:
        profile = _named(common.on)
    else:
        raise UsageError(f"no server given. {_how(Profiles())}")
    profile = replace(profile, target=_with_options(profile.target, common))
    if common.set and not is_offer(common.on):
        profile, secrets = _with_values(profile, common.set)
    if common.transport and isinstance(profile.target, StdioTarget) and common.transport != "auto":
        raise UsageError(f"--transport {common.transport} is for URLs; commands use stdio")
    profile = replace(
        declared_by(common, profile),
        transport=common.transport or profile.transport,
        era=common.era or profile.era,
        timeout_s=common.timeout or profile.timeout_s,
    )
    return Chosen(profile, secrets)


def _named(name: str) -> Profile:
    profiles = Profiles()
    notes = profiles.load()
    if profile := profiles.get(name):
        return profile
    if name == "demo":
        return demo_profile()
    if len(name.split()) == 1:
        from inspector.core.transfer.paste import profile_from_words

        profile = profile_from_words([name])
        if isinstance(profile.target, HttpTarget):
            return profile
    import difflib

    close = difflib.get_close_matches(name, profiles.names(), 1)
    meant = f" Did you mean “{close[0]}”?" if close else ""
    broken = "".join(f"\n{note}" for note in notes)
    raise UsageError(f"no saved server “{name}”, and it is not a URL.{meant} {_how(profiles)}{broken}")


def _how(profiles: Profiles) -> str:
    if not len(profiles):
        profiles.load()
    names = ", ".join(f"“{name}”" for name in profiles.names()) or "none yet"
    return (
        "Use --on NAME, --on URL or --on demo, or put the server's command after --: "
        f"mcpdi info -- npx -y @modelcontextprotocol/server-everything. Saved servers: {names}."
    )


def _with_options(target: Target, common: Common) -> Target:
    if isinstance(target, HttpTarget):
        for option, given in (("--env", common.env), ("--cwd", common.cwd)):
            if given:
                raise UsageError(f"{option} is for servers started as a command, but this one is a URL")
        headers = dict(target.headers)
        for text in common.header:
            from inspector.core.transfer.paste import header_pair

            headers |= header_pair(text)
        return replace(target, headers=headers)
    if common.header:
        raise UsageError("--header is for URLs, but this server is a command")
    env = dict(target.env)
    for pair in common.env:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise UsageError(f"--env requires NAME=VALUE, not “{pair}”")
        env[name] = value
    return replace(target, env=env, cwd=common.cwd or target.cwd)


def _with_values(profile: Profile, pairs: tuple[str, ...]) -> tuple[Profile, dict[str, str]]:
    """The values that its variables are to have, of this run alone."""
    from inspector.core.servers.starting import answered

    values: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise UsageError(f"--set requires NAME=VALUE, not “{pair}”")
        values[name] = value
    return answered(profile, values)
