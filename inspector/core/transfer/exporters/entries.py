"""A server as the entry of a client, and what that client cannot say of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from inspector.core.servers.auth_settings import AuthSettings, entry_of_auth
from inspector.core.servers.inputs import Input, entries_of_inputs
from inspector.core.servers.profiles import DEFAULT_TIMEOUT_S, Profile, transport_of
from inspector.core.transfer.exporters.spelling import SPELLINGS, Spelling
from inspector.core.transfer.exporters.variables import Blank, Rewriting
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.errors import UsageError
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport import HttpTarget, StdioTarget, Target

__all__ = ["Exported", "exported"]


@dataclass(frozen=True, slots=True)
class Exported:
    """An entry of one client. said: sentences on what it does not say. inputs: what stands beside the servers
    (VS Code). secrets: keys of those that are not in it; blanks: what stands in their places.

    defaults: members that count only where nothing is said yet. gives_way: those of an entry that is there
    already which contradict this one. stays: secrets that stand in the file in place of blanks."""

    client: str
    name: str
    entry: dict[str, Any]
    said: tuple[str, ...] = ()
    inputs: tuple[dict[str, Any], ...] = ()
    secrets: tuple[str, ...] = ()
    blanks: tuple[Blank, ...] = ()
    defaults: tuple[str, ...] = ()
    gives_way: tuple[str, ...] = ()
    stays: tuple[str, ...] = ()

    @property
    def losses(self) -> tuple[str, ...]:
        """All that a user has to know: what is not said, where secrets come from."""
        told = [*self.said, *(blank.loss() for blank in self.blanks)]
        asked = ", ".join(blank.name for blank in self.blanks if blank.kind == "keyring")
        if asked:
            told.append(translate("Exporters", "Goose asks for {} and stores it itself.").format(asked))
        if self.stays:
            told.append(
                translate("Exporters", "The file's own value of {} is kept.").format(", ".join(self.stays))
            )
        return tuple(dict.fromkeys(filter(None, told)))


def exported(profile: Profile, client: str, secrets: Mapping[str, str] | None = None) -> Exported:
    """The entry. secrets: those that are written as they are, by key; the others are named only.

    Raises UsageError for a server that this client cannot have.
    """
    spelling, known = SPELLINGS[client], CLIENTS[client]
    transport = transport_of(profile)
    said = {"auto": "http"}.get(transport, transport)
    if said in spelling.unsaid:
        raise UsageError(translate("Exporters", _NOT_HAD[said]).format(known.label))
    work = Rewriting(profile, known.dialect, secrets or {})
    target = work.target()
    losses = work.losses
    entry = _typed(spelling, transport, said, known.url_is)
    fixed = spelling.fixed_command if said == "stdio" else spelling.fixed_url
    entry |= fixed
    if spelling.named:
        entry = {"name": profile.name, **entry}
    if isinstance(target, StdioTarget):
        entry |= _command(spelling, target, losses)
    else:
        entry |= _address(spelling, target, said, _auth_headers(profile.auth, work), losses)
    if client == "codex":
        entry = {key: value for key, value in entry.items() if key not in ("env", "http_headers")}
        entry |= work.codex(_with_headers(target, _auth_headers(profile.auth, work)))
    if client == "goose" and isinstance(target, StdioTarget):
        _keyring(profile, entry, work)
    _rest(profile, client, entry, work)
    theirs: dict[str, Any] = {}
    if client == profile.kept.get("client"):
        others = {key: value for key, value in profile.kept.items() if key != "client" and key not in entry}
        theirs = work.member(others)
    entry = {**theirs, **entry}
    inputs = tuple(entries_of_inputs(_without_answers(work))) if known.dialect == "vscode" else ()
    return Exported(
        client,
        profile.name,
        entry,
        tuple(dict.fromkeys(losses)),
        inputs,
        tuple(work.kept),
        tuple(work.blanks.values()),
        tuple(dict.fromkeys((*fixed, *theirs))),
        _gives_way(spelling, entry),
    )


def _without_answers(work: Rewriting) -> tuple[Input, ...]:
    return tuple(
        Input(one.id, "input", one.description, one.default, None, one.secret, one.options)
        for one in work.asks.values()
    )


def _typed(spelling: Spelling, transport: str, said: str, url_is: str) -> dict[str, Any]:
    """What finds its transport out says none, where the client does the same."""
    if transport == "auto" and url_is == "auto":
        word = spelling.types.get("auto")
    else:
        word = spelling.types.get(said)
    return {spelling.type_key: word} if word else {}


def _command(spelling: Spelling, target: StdioTarget, losses: list[str]) -> dict[str, Any]:
    entry: dict[str, Any] = {spelling.command: target.command, "args": list(target.args)}
    if spelling.one_list:
        entry = {spelling.command: [target.command, *target.args]}
    if target.env:
        entry[spelling.env] = dict(target.env)
    if target.cwd and spelling.cwd:
        entry["cwd"] = target.cwd
    elif target.cwd:
        losses.append(
            translate("Exporters", "It has no setting for the working directory ({}).").format(target.cwd)
        )
    if target.environment != "own":
        losses.append(translate("Exporters", "It has no setting for a restricted environment."))
    return entry


def _address(
    spelling: Spelling, target: HttpTarget, said: str, more: dict[str, str], losses: list[str]
) -> dict[str, Any]:
    entry: dict[str, Any] = {spelling.urls.get(said, spelling.url): target.url}
    headers = {**target.headers, **more}
    if headers:
        inner = {spelling.inner_headers: headers} if spelling.inner_headers else headers
        entry[spelling.headers] = inner
    if said not in spelling.types and said not in spelling.urls and said == "sse":
        losses.append(
            translate(
                "Exporters",
                "It has no setting for HTTP+SSE; it may or may not detect it.",
            )
        )
    if target.verify is not True:
        losses.append(translate("Exporters", "It has no setting for certificate verification."))
    if target.proxy:
        losses.append(translate("Exporters", "It has no setting for a proxy."))
    return entry


def _with_headers(target: Target, more: dict[str, str]) -> Target:
    if isinstance(target, StdioTarget):
        return target
    return HttpTarget(target.url, {**target.headers, **more})


def _keyring(profile: Profile, entry: dict[str, Any], work: Rewriting) -> None:
    """Goose keeps secrets itself, under the names of the variables: it asks for them."""
    target = profile.target
    if not isinstance(target, StdioTarget):
        return
    asked = {
        name: found[1]
        for name, text in target.env.items()
        if (found := re.fullmatch(r"\$\{secret:([^}]+)\}", text)) and found[1] in work.kept
    }
    envs = entry.pop("envs", {})
    for name in asked:
        work.blanks.pop(envs.pop(name), None)
    for name, key in asked.items():
        work.blanks[name] = Blank(key.rpartition("/")[2], name, name, "keyring", fixed=True)
    if envs:
        entry["envs"] = envs
    if asked:
        entry["env_keys"] = list(asked)


def _auth_headers(auth: AuthSettings | None, work: Rewriting) -> dict[str, str]:
    if auth is None or not auth.token:
        return {}
    if auth.method == "bearer":
        return {"Authorization": f"Bearer {work.text(auth.token, handed=True)}"}
    if auth.method == "api_key":
        return {auth.header_name or "X-API-Key": work.text(auth.token, handed=True)}
    return {}


_NOT_HAD: Final = {
    "http": QT_TRANSLATE_NOOP("Exporters", "{} does not support servers with a URL"),
    "sse": QT_TRANSLATE_NOOP("Exporters", "{} does not support HTTP+SSE"),
    "websocket": QT_TRANSLATE_NOOP("Exporters", "{} does not support WebSocket"),
}
_NOT_SAID: Final = {
    "era": QT_TRANSLATE_NOOP("Exporters", "It has no setting for the protocol revision."),
    "meta": QT_TRANSLATE_NOOP("Exporters", "It has no setting for extra _meta."),
    "roots": QT_TRANSLATE_NOOP("Exporters", "It has no setting for roots."),
}


def _rest(profile: Profile, client: str, entry: dict[str, Any], work: Rewriting) -> None:
    """What is not the launch line."""
    spelling, losses = SPELLINGS[client], work.losses
    if profile.timeout_s != DEFAULT_TIMEOUT_S:
        if spelling.timeout is not None:
            key, seconds = spelling.timeout
            value = profile.timeout_s / seconds
            entry[key] = round(value) if abs(value - round(value)) < 1e-6 else value
        else:
            losses.append(
                translate("Exporters", "It has no setting for the timeout of {:g} s.").format(
                    profile.timeout_s
                )
            )
    if profile.env_file and spelling.env_file:
        entry["envFile"] = work.text(profile.env_file)
    elif profile.env_file:
        losses.append(
            translate("Exporters", "It has no setting for an env file ({}).").format(profile.env_file)
        )
    values: dict[str, Any] = {
        "era": "" if profile.era == "auto" else profile.era,
        "meta": profile.meta,
        "roots": [{"uri": root} for root in profile.roots] if profile.roots is not None else None,
    }
    for member, value in values.items():
        if not value:
            continue
        if member in spelling.declares and (member != "era" or value in ("legacy", "modern")):
            entry[spelling.declares[member]] = value
        else:
            losses.append(translate("Exporters", _NOT_SAID[member]))
    if profile.capabilities is not None:
        losses.append(translate("Exporters", "It has no setting for client capabilities."))
    if profile.client_info is not None:
        losses.append(translate("Exporters", "It sends its own client name to the server."))
    _authorization(profile.auth, spelling, entry, work)
    theirs = profile.kept.get("client", "")
    others = sorted(key for key in profile.kept if key != "client")
    if others and theirs != client:
        loss = translate("Exporters", "Settings of another client are omitted: {}.").format(", ".join(others))
        if theirs in CLIENTS:
            loss = translate("Exporters", "Settings of {label} are omitted: {others}.").format(
                label=CLIENTS[theirs].label, others=", ".join(others)
            )
        losses.append(loss)


def _authorization(
    auth: AuthSettings | None, spelling: Spelling, entry: dict[str, Any], work: Rewriting
) -> None:
    if auth is None:
        return
    said = {key for key in entry_of_auth(auth) if key != "method"}
    written = {"token", "header_name"} if auth.method in ("bearer", "api_key") else set()
    if auth.method == "auto" and spelling.auth is not None:
        key, *keys = spelling.auth
        values = (auth.client_id, auth.client_secret, auth.scopes)
        inner: dict[str, Any] = {}
        for field, name, value in zip(("client_id", "client_secret", "scopes"), keys, values, strict=True):
            if name and value:
                inner[name] = value.split() if field == "scopes" else work.text(value)
                written.add(field)
        if inner:
            entry[key] = inner
    left = sorted(said - written)
    if left or auth.method not in ("auto", "none", "bearer", "api_key"):
        loss = translate("Exporters", "It does not support all of the authorization ({}).").format(
            auth.method
        )
        if left:
            loss = translate("Exporters", "It does not support all of the authorization: {}.").format(
                ", ".join(left)
            )
        work.losses.append(loss)


def _gives_way(spelling: Spelling, entry: Mapping[str, Any]) -> tuple[str, ...]:
    """A command contradicts a URL, and both another of their kind; what is under other keys does not."""
    urls = {spelling.url, *spelling.urls.values(), "url", "httpUrl", "serverUrl", "uri"}
    remote = {*urls, spelling.headers, "env_http_headers", "bearer_token_env_var"}
    local = {spelling.command, "args", spelling.env, "cwd", "envFile", "env_vars", "env_keys"}
    if spelling.command not in entry:
        return tuple(sorted({*local, *urls, spelling.type_key}))
    return tuple(sorted({*remote, *(("cwd",) if spelling.cwd else ())}))
