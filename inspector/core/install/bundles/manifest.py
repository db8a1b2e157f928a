"""`manifest.json` of a bundle, of every version: what can be used of it, and what is wrong with the rest.

Nothing is refused here: a manifest that breaks a rule is shown with the rule it breaks, and only what no
program could start has no `server`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from inspector.core.storage.secret_references import names_secret
from inspector.protocol.secrets import is_secret_name
from inspector.render.json_errors import reason_of
from inspector.translation import translate

__all__ = ["Launch", "Manifest", "Named", "Option", "read_manifest"]

SERVER_TYPES: Final = ("node", "python", "binary", "uv")
OPTION_TYPES: Final = ("string", "number", "boolean", "directory", "file")
_VERSIONS: Final = ("0.1", "0.2", "0.3", "0.4")
_LINKS: Final = ("homepage", "documentation", "support")


@dataclass(frozen=True, slots=True)
class Launch:
    """A command with its variables in place: `mcp_config`, or what overrides it on one platform."""

    command: str = ""
    args: tuple[str, ...] | None = None
    env: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One value that a user gives. kind: string | number | boolean | directory | file.

    sensitive: the manifest says so, or says nothing and it is called like a secret.
    """

    key: str
    kind: str = "string"
    title: str = ""
    description: str = ""
    required: bool = False
    default: Any = None
    multiple: bool = False
    sensitive: bool = False
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A tool or a prompt that the manifest promises."""

    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """config None: the manifest gives no command (allowed for `uv`). overrides: by sys.platform."""

    version: str  # of the format
    name: str
    title: str
    release: str  # of the bundle
    description: str
    long_description: str = ""
    author: str = ""
    author_url: str = ""
    license: str = ""
    links: dict[str, str] = field(default_factory=dict)
    server_type: str = ""
    entry_point: str = ""
    config: Launch | None = None
    overrides: dict[str, Launch] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    tools: tuple[Named, ...] = ()
    tools_generated: bool = False
    prompts: tuple[Named, ...] = ()
    prompts_generated: bool = False
    platforms: tuple[str, ...] = ()
    runtimes: dict[str, str] = field(default_factory=dict)
    resources: str = ""  # path of the texts of a locale, with ${locale} in it
    default_locale: str = ""
    icon: str = ""


def read_manifest(data: bytes) -> tuple[Manifest | None, list[str]]:
    """The manifest and what is wrong with it, in sentences. None: it is no JSON object at all."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return None, [translate("Bundles", "manifest.json is not UTF-8 (byte {})").format(error.start)]
    except json.JSONDecodeError as error:
        return None, [
            translate(
                "Bundles", "manifest.json is not valid JSON: line {lineno}, column {colno}: {msg}"
            ).format(lineno=error.lineno, colno=error.colno, msg=reason_of(error))
        ]
    except RecursionError:
        return None, [translate("Bundles", "manifest.json is nested too deeply")]
    except ValueError as error:  # a number of thousands of digits
        return None, [translate("Bundles", "manifest.json cannot be read: {}").format(error)]
    if not isinstance(value, dict):
        return None, [translate("Bundles", "manifest.json is not a JSON object")]
    if names_secret(value):
        return None, [translate("Bundles", "manifest.json refers to a stored secret (${secret:…})")]
    reader = _Reader(value)
    return reader.manifest(), reader.problems


class _Reader:
    """Takes the members out, one after the other, and notes what cannot be used."""

    def __init__(self, value: dict[str, Any]) -> None:
        self._value = value
        self.problems: list[str] = []

    def manifest(self) -> Manifest:
        value = self._value
        server = self._object(value, "server", required=True)
        author = value.get("author")
        author = {"name": author} if isinstance(author, str) else self._object(value, "author", required=True)
        compatibility = self._object(value, "compatibility")
        localization = self._object(value, "localization")
        kind, config, overrides = self._server(server)
        name = self._text(value, "name", required=True)
        repository = value.get("repository")
        links = {key: text for key in _LINKS if (text := self._text(value, key))}
        if isinstance(repository, dict) and isinstance(repository.get("url"), str):
            links["repository"] = repository["url"]
        return Manifest(
            version=self._version(),
            name=name,
            title=self._text(value, "display_name") or name,
            release=self._text(value, "version", required=True),
            description=self._text(value, "description", required=True),
            long_description=self._text(value, "long_description"),
            author=self._text(author, "name", "author.name", required=bool(author)),
            author_url=self._text(author, "url", "author.url"),
            license=self._text(value, "license"),
            links=links,
            server_type=kind,
            entry_point=self._text(server, "entry_point", "server.entry_point", required=bool(server)),
            config=config,
            overrides=overrides,
            options=self._options(),
            tools=self._named("tools"),
            tools_generated=value.get("tools_generated") is True,
            prompts=self._named("prompts"),
            prompts_generated=value.get("prompts_generated") is True,
            platforms=tuple(self._texts(compatibility, "platforms", "compatibility.platforms") or ()),
            runtimes=self._strings(compatibility, "runtimes", "compatibility.runtimes") or {},
            resources=self._text(localization, "resources", "localization.resources")
            or ("mcpb-resources/${locale}.json" if localization else ""),
            default_locale=self._text(localization, "default_locale", "localization.default_locale"),
            icon=self._text(value, "icon"),
        )

    def _version(self) -> str:
        version = self._value.get("manifest_version")
        old = self._value.get("dxt_version")
        if version is None and old is None:
            self.problems.append(translate("Bundles", "“manifest_version” is missing"))
            return ""
        text = str(version if version is not None else old)
        if text not in _VERSIONS:
            known = f"{_VERSIONS[0]} to {_VERSIONS[-1]}"
            self.problems.append(
                translate(
                    "Bundles", "manifest version {text} is not supported; supported are {known}"
                ).format(text=text, known=known)
            )
        return text

    def _server(self, server: dict[str, Any]) -> tuple[str, Launch | None, dict[str, Launch]]:
        kind = self._text(server, "type", "server.type", required=bool(server))
        if kind and kind not in SERVER_TYPES:
            self.problems.append(
                translate("Bundles", "server.type “{kind}” is not one of {server_types}").format(
                    kind=kind, server_types=", ".join(SERVER_TYPES)
                )
            )
        config = self._object(server, "mcp_config", "server.mcp_config")
        if not config:
            if server and kind != "uv":
                self.problems.append(
                    translate(
                        "Bundles", "“server.mcp_config” is missing; the command is built from entry_point"
                    )
                )
            return kind, None, {}
        overrides = self._object(config, "platform_overrides", "server.mcp_config.platform_overrides")
        where = "server.mcp_config"
        return (
            kind,
            self._launch(config, where),
            {
                platform: self._launch(change, f"{where}.platform_overrides.{platform}")
                for platform, change in overrides.items()
                if isinstance(change, dict)
            },
        )

    def _launch(self, value: dict[str, Any], where: str) -> Launch:
        args = self._texts(value, "args", f"{where}.args")
        return Launch(
            self._text(value, "command", f"{where}.command"),
            None if args is None else tuple(args),
            self._strings(value, "env", f"{where}.env"),
        )

    def _options(self) -> tuple[Option, ...]:
        found = []
        for key, value in self._object(self._value, "user_config").items():
            if not isinstance(value, dict):
                self.problems.append(
                    translate("Bundles", "user_config.{} must be an object; ignored").format(key)
                )
                continue
            kind = self._text(value, "type", f"user_config.{key}.type", required=True)
            if kind and kind not in OPTION_TYPES:
                self.problems.append(
                    translate("Bundles", "user_config.{key}.type “{kind}” is unknown; text is used").format(
                        key=key, kind=kind
                    )
                )
            found.append(
                Option(
                    key,
                    kind if kind in OPTION_TYPES else "string",
                    self._text(value, "title", f"user_config.{key}.title") or key,
                    self._text(value, "description", f"user_config.{key}.description"),
                    value.get("required") is True,
                    value.get("default"),
                    value.get("multiple") is True or isinstance(value.get("default"), list),
                    _is_sensitive(key, value),
                    _number(value.get("min")),
                    _number(value.get("max")),
                )
            )
        return tuple(found)

    def _named(self, member: str) -> tuple[Named, ...]:
        value = self._value.get(member)
        if value is None:
            return ()
        items = value if isinstance(value, list) else []
        found = tuple(
            Named(item["name"], item["description"] if isinstance(item.get("description"), str) else "")
            for item in items
            if isinstance(item, dict) and isinstance(item.get("name"), str)
        )
        # names alone are common in the wild
        found += tuple(Named(item) for item in items if isinstance(item, str))
        if len(found) != len(items) or not isinstance(value, list):
            self.problems.append(
                translate("Bundles", "“{}” must be a list of objects with a name").format(member)
            )
        return found

    # -- members of one type -------------------------------------------------------------------------

    def _text(self, value: dict[str, Any], key: str, where: str = "", *, required: bool = False) -> str:
        found = value.get(key)
        if isinstance(found, str) and (found or not required):
            return found
        if isinstance(found, int | float) and not isinstance(found, bool):
            return str(found)
        if found is not None:
            problem = translate("Bundles", "“{}” must be a string").format(where or key)
            if required:
                problem = translate("Bundles", "“{}” must be a non-empty string").format(where or key)
            self.problems.append(problem)
        elif required:
            self.problems.append(translate("Bundles", "“{}” is missing").format(where or key))
        return ""

    def _object(
        self, value: dict[str, Any], key: str, where: str = "", *, required: bool = False
    ) -> dict[str, Any]:
        found = value.get(key)
        if isinstance(found, dict):
            return found
        if found is not None:
            self.problems.append(translate("Bundles", "“{}” must be an object").format(where or key))
        elif required:
            self.problems.append(translate("Bundles", "“{}” is missing").format(where or key))
        return {}

    def _texts(self, value: dict[str, Any], key: str, where: str) -> list[str] | None:
        found = value.get(key)
        if found is None:
            return None
        if not isinstance(found, list) or any(isinstance(item, dict | list) for item in found):
            self.problems.append(
                translate("Bundles", "“{}” must be a list of strings; ignored").format(where)
            )
            return None
        return [_as_text(item) for item in found if item is not None]

    def _strings(self, value: dict[str, Any], key: str, where: str) -> dict[str, str] | None:
        found = value.get(key)
        if found is None:
            return None
        if not isinstance(found, dict) or any(isinstance(item, dict | list) for item in found.values()):
            self.problems.append(
                translate("Bundles", "“{}” must be an object of strings; ignored").format(where)
            )
            return None
        return {name: _as_text(item) for name, item in found.items() if item is not None}


def _is_sensitive(key: str, option: dict[str, Any]) -> bool:
    said = option.get("sensitive")
    return said is True or (said is None and option.get("type") == "string" and is_secret_name(key))


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
