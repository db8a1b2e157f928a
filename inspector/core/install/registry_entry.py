"""`server.json` of the MCP registry, of every version: packages and remotes as choices, and their inputs.

Read bare, or wrapped as the registry's API gives it (`{"server": {…}}`), in camel and in snake case. Nothing
is fetched. Source: modelcontextprotocol/registry, schemas 2025-07-09 to 2025-12-11, and their forerunners.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from inspector.core.install.offer_protocol import Made, notes_with_cautions, with_references
from inspector.core.install.registry_commands import (
    PACKAGE_KINDS,
    Package,
    command_words,
    package_warnings,
    without_secret_words,
)
from inspector.core.install.registry_inputs import (
    Slot,
    given_text,
    member,
    read_slot,
    schema_of,
    slot_texts,
    text_of,
    url_slot,
)
from inspector.core.servers.profiles import Profile, shown_target
from inspector.core.storage.secret_references import names_secret
from inspector.core.transfer.paste import header_pair, profile_from_url
from inspector.errors import UsageError
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport import HttpTarget, StdioTarget

__all__ = ["Choice", "RegistryOffer"]

_KINDS: Final = {"docker": "oci", "docker-hub": "oci", "homebrew": "brew"}
"""registry_name of the first files → registryType."""
_MOST_CHOICES: Final = 100
_TRANSPORTS: Final = {"streamable-http": "http", "streamable": "http", "http": "http", "sse": "sse"}
_STATES: Final = {
    "deprecated": QT_TRANSLATE_NOOP("Core", "deprecated by its publisher"),
    "deleted": QT_TRANSLATE_NOOP("Core", "withdrawn by its publisher"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to reach the server. package None: a remote. transport: stdio | http | sse."""

    title: str
    transport: str
    package: Package | None = None
    runtime: tuple[Slot, ...] = ()
    arguments: tuple[Slot, ...] = ()
    env: tuple[Slot, ...] = ()
    headers: tuple[Slot, ...] = ()
    url: Slot | None = None

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All inputs, in the order of the form."""
        return (
            *((self.url,) if self.url else ()),
            *self.headers,
            *self.arguments,
            *self.env,
            *self.runtime,
        )


class RegistryOffer:
    """An `Offer`. Raises UsageError for a value that is no entry of the registry."""

    def __init__(self, value: Any) -> None:
        self._server = server = _unwrapped(value)
        if names_secret(server):
            raise UsageError(
                translate("Core", "the entry refers to a stored secret (${secret:…}); it is not read")
            )
        full = text_of(server, "name")
        namespace, _, last = full.rpartition("/")
        self.name = last or full or "server"
        self.title = text_of(server, "title") or self.name
        self.description = text_of(server, "description")
        repository = member(server, "repository")
        repository = repository if isinstance(repository, dict) else {}
        self.publisher = namespace or full
        version = text_of(server, "version")
        detail = member(server, "versionDetail")
        if not version and isinstance(detail, dict):
            version = text_of(detail, "version")
        facts = {
            QT_TRANSLATE_NOOP("Offers", "Name"): full,
            QT_TRANSLATE_NOOP("Offers", "Version"): version,
            QT_TRANSLATE_NOOP("Offers", "Source"): text_of(repository, "url"),
            QT_TRANSLATE_NOOP("Offers", "Website"): text_of(server, "websiteUrl"),
        }
        self.facts = tuple((name, text) for name, text in facts.items() if text)
        self._choices, problems = _choices(server)
        state = _STATES.get(text_of(server, "status"))
        self.warnings = (*((translate("Core", state),) if state else ()), *problems)
        self.refused: tuple[str, ...] = ()
        if not self._choices:
            self.refused = (translate("Core", "it has no usable package or remote"),)
        self.choices = tuple(choice.title for choice in self._choices)

    def choice(self, number: int) -> Choice:
        """What is behind a title of `choices`."""
        return self._choices[number]

    def schema(self, choice: int) -> dict[str, Any]:
        """See `Offer`."""
        return schema_of(self._choices[choice].slots)

    def initial(self, choice: int) -> dict[str, Any]:
        """See `Offer`."""
        properties = self.schema(choice)["properties"]
        return {key: schema["default"] for key, schema in properties.items() if "default" in schema}

    def make(self, choice: int, name: str, values: Mapping[str, Any]) -> Made:
        """See `Offer`."""
        chosen = self._choices[choice]
        if chosen.package is not None and chosen.package.kind == "mcpb":
            raise UsageError(
                translate(
                    "Core", "Download {} and open the file here: this program does not download bundles."
                ).format(chosen.package.identifier)
            )
        slots = chosen.slots
        secret_keys = {wanted.key for slot in slots for wanted in slot.wanted if wanted.secret}
        secret_keys |= {slot.key for slot in slots if slot.repeated and _is_secret_list(slot)}
        kept, secrets = with_references(name, values, secret_keys)
        maker = _Maker(chosen, kept)
        bundle = {"server": self._server, "choice": choice, "values": kept}
        profile = replace(maker.profile(name), variables="none", bundle=bundle)
        names = (name for slot in slots for name in (slot.name, slot.key, *(one.name for one in slot.wanted)))
        place = {name: number for number, name in enumerate(dict.fromkeys(names))}
        missing = sorted(set(maker.missing), key=place.__getitem__)
        return Made(profile, secrets, notes_with_cautions(maker.notes, profile), tuple(missing))

    def doubts(self, choice: int) -> tuple[str, ...]:
        """None that could be known before its runner starts."""
        return ()

    def prepare(self, choice: int) -> None:
        """Nothing has to be in place: the runner fetches the package when it starts."""


def _is_secret_list(slot: Slot) -> bool:
    return slot.value is None and any(wanted.secret for wanted in slot.wanted)


class _Maker:
    """Makes a profile of one choice and values, and notes what a user should know."""

    def __init__(self, choice: Choice, values: Mapping[str, Any]) -> None:
        self._choice, self._values = choice, values
        self.notes: list[str] = []
        self.missing: list[str] = []

    def profile(self, name: str) -> Profile:
        choice = self._choice
        if choice.package is None:
            return self._remote(name, {})
        env = {slot.name: texts[-1] for slot in choice.env if (texts := self._texts(slot))}
        runtime = [word for slot in choice.runtime for word in self._words(slot, of_runner=True)]
        if choice.package.kind == "oci":
            runtime, hidden = without_secret_words(runtime)
            env |= hidden
        arguments = [word for slot in choice.arguments for word in self._words(slot)]
        passed = [slot.name for slot in choice.env if slot.name in env]
        words = command_words(choice.package, runtime, arguments, passed)
        self.notes += package_warnings(choice.package, words)
        started = Profile(name, StdioTarget(words[0], tuple(words[1:]), env))
        if choice.transport == "stdio":
            return started
        self.notes.append(
            translate("Core", "it uses HTTP: start it yourself, then connect: {}").format(
                shown_target(started)
            )
        )
        return self._remote(name, self._known())

    def _known(self) -> dict[str, str]:
        """What {curly} parts of a package's URL mean: arguments, with and without dashes, and variables."""
        known: dict[str, str] = {}
        for slot in (*self._choice.runtime, *self._choice.arguments, *self._choice.env):
            found = [(wanted.name, self._values.get(wanted.key)) for wanted in slot.wanted]
            found.append((slot.name, (self._texts(slot) or [""])[-1]))
            known |= {form: _shown(value) for name, value in found for form in (name, name.lstrip("-"))}
        return known

    def _remote(self, name: str, known: Mapping[str, str]) -> Profile:
        choice = self._choice
        assert choice.url is not None
        url = "".join(slot_texts(choice.url, self._values, known, self.missing))
        headers: dict[str, str] = {}
        for slot in choice.headers:
            for text in self._texts(slot):
                headers |= header_pair(f"{slot.name}: {text}")
        if not self.missing and not url.lower().startswith(("http://", "https://")):
            raise UsageError(translate("Core", "its URL {} is not a web address").format(url[:80]))
        # while the URL is not whole yet it is only shown
        whole = not self.missing
        profile = profile_from_url(url, name, headers) if whole else Profile(name, HttpTarget(url, headers))
        return replace(profile, transport=choice.transport)

    def _texts(self, slot: Slot) -> list[str]:
        return slot_texts(slot, self._values, {}, self.missing)

    def _words(self, slot: Slot, *, of_runner: bool = False) -> list[str]:
        """A named argument with a value is two words, unless its name ends with `=`.

        Flags of a runner are written in the wild as `-i` with the boolean value true: `docker run -i true`
        would run an image called true.
        """
        words: list[str] = []
        for text in self._texts(slot):
            if not slot.named:
                words.append(text)
            elif of_runner and slot.boolean and text in ("true", "false"):
                words += [slot.name] if text == "true" else []
            elif slot.flag or text == "":
                words.append(slot.name)
            elif slot.name.endswith("="):
                words.append(slot.name + text)
            else:
                words += [slot.name, text]
        return words


def _shown(value: Any) -> str:
    return "" if isinstance(value, list | dict) else given_text(value)


def _unwrapped(value: Any) -> dict[str, Any]:
    """The server itself, out of what the registry's API puts around it."""
    listed = value.get("servers") if isinstance(value, dict) else None
    if isinstance(listed, list):
        if len(listed) != 1:
            raise UsageError(
                translate("Core", "this is a list of {} servers; open one of its entries").format(len(listed))
            )
        value = listed[0]
    if isinstance(value, dict) and isinstance(value.get("server"), dict):
        value = value["server"]
    if not isinstance(value, dict) or not any(
        isinstance(value.get(key), list) for key in ("packages", "remotes")
    ):
        raise UsageError(translate("Core", 'not a server.json: it has neither "packages" nor "remotes"'))
    return value


def _choices(server: dict[str, Any]) -> tuple[list[Choice], list[str]]:
    choices: list[Choice] = []
    problems: list[str] = []
    for kind, read in (("packages", _package), ("remotes", _remote)):
        listed = server.get(kind)
        for number, value in enumerate(listed[:_MOST_CHOICES] if isinstance(listed, list) else ()):
            where = f"{kind}[{number}]"
            if not isinstance(value, dict):
                problems.append(translate("Core", "{} is not an object; ignored").format(where))
                continue
            try:
                choices.append(read(value))
            except UsageError as error:
                problems.append(f"{where}: {error}")
    return choices, problems


def _unique() -> Callable[[str], str]:
    taken: set[str] = set()

    def free(wanted: str) -> str:
        name, count = wanted, 1
        while name in taken:
            count += 1
            name = f"{wanted} {count}"
        taken.add(name)
        return name

    return free


def _slots(value: dict[str, Any], camel: str, free: Callable[[str], str]) -> tuple[Slot, ...]:
    listed = member(value, camel)
    items = listed if isinstance(listed, list) else []
    return tuple(read_slot(item, free) for item in items if isinstance(item, dict))


def _package(value: dict[str, Any]) -> Choice:
    kind = text_of(value, "registryType") or text_of(value, "registryName")
    kind = _KINDS.get(kind.lower(), kind.lower())
    package = Package(
        kind,
        text_of(value, "identifier") or text_of(value, "name"),
        text_of(value, "version"),
        text_of(value, "registryBaseUrl"),
        text_of(value, "runtimeHint"),
        text_of(value, "fileSha256").lower(),
    )
    if not package.identifier:
        raise UsageError(translate("Core", "it has no identifier"))
    if package.identifier.startswith("-"):
        raise UsageError(
            translate("Core", "its identifier {} would be read as an option").format(package.identifier)
        )
    if kind == "mcpb":
        return Choice(
            translate("Core", "mcpb · {}").format(package.identifier.rpartition("/")[2]), "stdio", package
        )
    if kind not in PACKAGE_KINDS:
        raise UsageError(
            translate("Core", "{} packages cannot be run here").format(
                kind or translate("Core", "no registryType")
            )
        )
    free = _unique()
    transport = member(value, "transport")
    transport = transport if isinstance(transport, dict) else {"type": transport} if transport else {}
    speaks = text_of(transport, "type") or "stdio"
    arguments = _slots(value, "packageArguments", free)
    env = _slots(value, "environmentVariables", free)
    runtime = _slots(value, "runtimeArguments", free)
    title = f"{kind} · {package.identifier}" + (f" {package.version}" if package.version else "")
    if speaks == "stdio":
        return Choice(title, "stdio", package, runtime, arguments, env)
    known = {key for slot in (*arguments, *env, *runtime) for key in _names_of(slot)}
    return Choice(
        translate("Core", "{} · HTTP").format(title),
        _spoken(speaks),
        package,
        runtime,
        arguments,
        env,
        _slots(transport, "headers", free),
        url_slot(text_of(transport, "url"), {}, known, free),
    )


def _names_of(slot: Slot) -> list[str]:
    names = [slot.name, *(wanted.name for wanted in slot.wanted)]
    return [form for name in names if name for form in (name, name.lstrip("-"))]


def _remote(value: dict[str, Any]) -> Choice:
    speaks = text_of(value, "type") or text_of(value, "transportType") or "streamable-http"
    url = text_of(value, "url")
    if not url:
        raise UsageError(translate("Core", "it has no url"))
    free = _unique()
    variables = member(value, "variables")
    slot = url_slot(url, variables if isinstance(variables, dict) else {}, {}, free)
    headers = _slots(value, "headers", free)
    return Choice(f"{speaks} · {url}", _spoken(speaks), headers=headers, url=slot)


def _spoken(transport: str) -> str:
    found = _TRANSPORTS.get(transport.lower())
    if found is None:
        raise UsageError(translate("Core", "its transport {} is not supported here").format(transport))
    return found
