"""`server.json` of the registry: choices, forms, command lines."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.install.offer_protocol import Made
from inspector.core.install.offers import offer_again, read_offer_text
from inspector.core.install.registry_commands import (
    Package,
    command_words,
    package_warnings,
    runner_of,
    without_secret_words,
)
from inspector.core.install.registry_entry import RegistryOffer
from inspector.core.install.registry_inputs import (
    given_text,
    member,
    read_slot,
    schema_of,
    slot_texts,
    text_of,
)
from inspector.core.servers.profiles import entry_of, profile_from_entry
from inspector.core.servers.saved_servers import Profiles
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget


def _entry(**members: Any) -> dict[str, Any]:
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": "io.github.ann/notes",
        "description": "Reads notes.",
        "version": "1.2.0",
        **members,
    }


def _package(**members: Any) -> RegistryOffer:
    package = {"registryType": "npm", "identifier": "@ann/notes", "version": "1.2.0", **members}
    package.setdefault("transport", {"type": "stdio"})
    return RegistryOffer(_entry(packages=[package]))


def _remote(**members: Any) -> RegistryOffer:
    remote = {"type": "streamable-http", "url": "https://notes.example/mcp", **members}
    return RegistryOffer(_entry(remotes=[remote]))


def _made(offer: RegistryOffer, values: dict[str, Any] | None = None) -> Made:
    return offer.make(0, "notes", offer.initial(0) if values is None else values)


def _words(offer: RegistryOffer, values: dict[str, Any] | None = None) -> list[str]:
    target = _made(offer, values).profile.target
    assert isinstance(target, StdioTarget)
    return [target.command, *target.args]


def _target(offer: RegistryOffer, values: dict[str, Any] | None = None) -> HttpTarget:
    target = _made(offer, values).profile.target
    assert isinstance(target, HttpTarget)
    return target


# -- command lines -----------------------------------------------------------------------------------------

_ARGUMENTS: dict[str, Any] = {
    "runtimeArguments": [{"type": "named", "name": "--quiet"}],
    "packageArguments": [{"type": "positional", "value": "start"}],
}


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ({}, "npx --quiet -y @ann/notes@1.2.0 start"),
        ({"version": None}, "npx --quiet -y @ann/notes start"),
        ({"registryBaseUrl": "https://registry.npmjs.org"}, "npx --quiet -y @ann/notes@1.2.0 start"),
        (
            {"registryBaseUrl": "https://npm.ann.example/"},
            "npx --quiet --registry=https://npm.ann.example -y @ann/notes@1.2.0 start",
        ),
        ({"runtimeHint": "bunx"}, "bunx --quiet @ann/notes@1.2.0 start"),
        ({"runtimeHint": "/tmp/evil"}, "npx --quiet -y @ann/notes@1.2.0 start"),
        ({"registryType": "pypi", "identifier": "notes"}, "uvx --quiet notes==1.2.0 start"),
        (
            {"registryType": "pypi", "identifier": "notes", "registryBaseUrl": "https://test.pypi.org"},
            "uvx --quiet --default-index=https://test.pypi.org/simple notes==1.2.0 start",
        ),
        (
            {"registryType": "oci", "identifier": "ghcr.io/ann/notes:1.2", "version": None},
            "docker run -i --rm --quiet ghcr.io/ann/notes:1.2 start",
        ),
        (
            {"registryType": "oci", "identifier": "ann/notes", "registryBaseUrl": "https://docker.io"},
            "docker run -i --rm --quiet ann/notes:1.2.0 start",
        ),
        (
            {"registryType": "oci", "identifier": "ann/notes", "registryBaseUrl": "https://ghcr.io"},
            "docker run -i --rm --quiet ghcr.io/ann/notes:1.2.0 start",
        ),
        (
            {"registryType": "nuget", "identifier": "Ann.Notes"},
            "dnx --quiet Ann.Notes@1.2.0 --yes -- start",
        ),
    ],
)
def test_package_is_run_by_its_runner(package: dict[str, Any], line: str) -> None:
    assert " ".join(_words(_package(**{**_ARGUMENTS, **package}))) == line


def test_runner_is_not_told_twice_what_it_does_anyway() -> None:
    flags = [{"type": "named", "name": name} for name in ("-y", "-i", "--rm")]
    assert _words(_package(runtimeArguments=flags[:1])) == ["npx", "-y", "@ann/notes@1.2.0"]
    offer = _package(
        registryType="oci",
        identifier="ann/notes:1",
        runtimeArguments=[{"type": "positional", "value": "run"}, *flags[1:]],
    )
    assert _words(offer) == ["docker", "run", "-i", "--rm", "ann/notes:1"]


def test_container_of_a_file_that_writes_the_whole_line() -> None:
    """As the entry of a well-known server does it."""
    offer = _package(
        registryType="oci",
        identifier="ghcr.io/ann/notes:1.0.0",
        version=None,
        runtimeArguments=[
            {"type": "positional", "value": "run", "isRequired": True},
            {"type": "named", "name": "-i", "value": "true", "format": "boolean"},
            {"type": "named", "name": "--rm", "value": "true", "format": "boolean"},
            {"type": "named", "name": "--init", "value": "false", "format": "boolean"},
            {
                "type": "named",
                "name": "-e",
                "value": "NOTES_TOKEN={token}",
                "isRequired": True,
                "variables": {"token": {"isRequired": True, "isSecret": True}},
            },
            {"type": "named", "name": "-e", "value": "AREA=eu"},
            {"type": "positional", "valueHint": "image_name", "value": "ghcr.io/ann/notes"},
        ],
    )
    made = _made(offer, {"token": "t0"})
    target = made.profile.target
    assert isinstance(target, StdioTarget)
    line = "docker run -i --rm -e NOTES_TOKEN -e AREA=eu ghcr.io/ann/notes:1.0.0"
    assert " ".join((target.command, *target.args)) == line  # a secret is in no word of it
    assert target.env == {"NOTES_TOKEN": "${secret:server/notes/token}"}


def test_secret_in_the_command_line_is_told() -> None:
    argument = {"type": "named", "name": "--key", "isSecret": True, "description": "d"}
    made = _made(_package(packageArguments=[argument]), {"--key": "k"})
    assert "every program on this computer can read it" in made.notes[0]


def test_container_gets_variables_by_name_alone() -> None:
    env = [{"name": "TOKEN", "isSecret": True, "isRequired": True}, {"name": "EMPTY"}]
    made = _made(
        _package(registryType="oci", identifier="ann/notes:1", environmentVariables=env), {"TOKEN": "t"}
    )
    target = made.profile.target
    assert isinstance(target, StdioTarget)
    assert target.args == ("run", "-i", "--rm", "-e", "TOKEN", "ann/notes:1")
    assert target.env == {"TOKEN": "${secret:server/notes/TOKEN}"}
    assert made.secrets == {"server/notes/TOKEN": "t"}


@pytest.mark.parametrize(
    ("argument", "values", "words"),
    [
        ({"type": "positional", "valueHint": "dir"}, {"dir": "/a b"}, ["/a b"]),
        ({"type": "positional", "valueHint": "dir"}, {}, []),
        ({"type": "named", "name": "--port", "format": "number"}, {"--port": 80.0}, ["--port", "80"]),
        ({"type": "named", "name": "--port=", "default": "8"}, {"--port=": "8"}, ["--port=8"]),
        ({"type": "named", "name": "--deep", "format": "boolean"}, {"--deep": True}, ["--deep", "true"]),
        ({"type": "named", "name": "--flag"}, {}, ["--flag"]),
        ({"type": "named", "name": "--rm", "value": ""}, {}, ["--rm"]),
        ({"type": "named", "name": "--x", "description": "d"}, {}, []),
        (
            {"type": "positional", "valueHint": "dir", "isRepeated": True},
            {"dir": ["/a", "", "/b"]},
            ["/a", "/b"],
        ),
        (
            {"type": "named", "name": "-e", "description": "d", "isRepeated": True},
            {"-e": ["A=1", "B=2"]},
            ["-e", "A=1", "-e", "B=2"],
        ),
        (
            {
                "type": "named",
                "name": "--mount",
                "value": "type=bind,src={src},dst={dst}",
                "isRepeated": True,
                "variables": {"src": {"isRequired": True}, "dst": {"default": "/project"}},
            },
            {"--mount": [{"src": "/a", "dst": "/p"}, {"src": "/b", "dst": "/q"}]},
            ["--mount", "type=bind,src=/a,dst=/p", "--mount", "type=bind,src=/b,dst=/q"],
        ),
        (
            {
                "type": "named",
                "name": "--db",
                "value": "{kind}:{unknown}:{fixed}",
                "variables": {"kind": {}, "fixed": {"value": "f"}},
            },
            {"kind": "{fixed}"},
            ["--db", "{fixed}:{unknown}:f"],
        ),
        ({"type": "named", "name": "--db", "value": "{kind}", "variables": {"kind": {}}}, {}, []),
        ({"type": "positional", "valueHint": "q"}, {"q": "; rm -rf ~ $(id)"}, ["; rm -rf ~ $(id)"]),
    ],
)
def test_arguments_become_words(argument: dict[str, Any], values: dict[str, Any], words: list[str]) -> None:
    made = _made(_package(packageArguments=[argument]), values)
    assert isinstance(made.profile.target, StdioTarget)
    assert list(made.profile.target.args[2:]) == words and made.missing == ()


def test_required_inputs_that_are_empty_are_named() -> None:
    offer = _package(
        packageArguments=[
            {"type": "named", "name": "--host", "isRequired": True, "description": "d"},
            {"type": "positional", "valueHint": "dir", "isRequired": True, "isRepeated": True},
        ],
        environmentVariables=[{"name": "KEY", "isRequired": True}, {"name": "OTHER"}],
    )
    assert set(_made(offer, {"dir": []}).missing) == {"--host", "dir", "KEY"}


def test_package_that_speaks_http_says_how_to_start_it() -> None:
    offer = _package(
        transport={"type": "streamable-http", "url": "http://127.0.0.1:{port}/mcp"},
        packageArguments=[{"type": "named", "name": "--port", "default": "8080", "format": "number"}],
    )
    made = _made(offer)
    assert made.profile.target == HttpTarget("http://127.0.0.1:8080/mcp") and made.profile.transport == "http"
    assert "start it yourself" in made.notes[-1] and "npx -y @ann/notes@1.2.0 --port 8080" in made.notes[-1]


# -- remotes -----------------------------------------------------------------------------------------------


def test_remote_has_its_headers_and_the_parts_of_its_url() -> None:
    offer = _remote(
        url="https://{tenant}.notes.example/{area}/mcp",
        variables={"tenant": {"isRequired": True}, "area": {"default": "eu", "choices": ["eu", "us"]}},
        headers=[
            {
                "name": "Authorization",
                "value": "Bearer {token}",
                "isRequired": True,
                "variables": {"token": {"isSecret": True, "isRequired": True}},
            },
            {"name": "X-Region", "default": "us-east-1", "choices": ["us-east-1", "eu-west-1"]},
            {"name": "X-Empty"},
        ],
    )
    schema = offer.schema(0)
    assert list(schema["properties"]) == ["tenant", "area", "token", "X-Region", "X-Empty"]
    assert schema["required"] == ["tenant", "token"]
    assert schema["properties"]["token"]["writeOnly"] is True
    assert schema["properties"]["area"] == {"enum": ["eu", "us"], "title": "area", "default": "eu"}
    made = _made(offer, {**offer.initial(0), "tenant": "ann", "token": "t0"})
    assert made.profile.target == HttpTarget(
        "https://ann.notes.example/eu/mcp",
        {"Authorization": "Bearer ${secret:server/notes/token}", "X-Region": "us-east-1"},
    )
    assert made.profile.transport == "http" and made.secrets == {"server/notes/token": "t0"}
    assert "t0" not in str(entry_of(made.profile))


def test_part_of_a_url_that_nothing_explains_is_asked_for() -> None:
    offer = _remote(url="https://notes.example/{tenant}")
    assert offer.schema(0)["required"] == ["tenant"]
    assert _made(offer, {}).missing == ("tenant",)
    assert _target(offer, {"tenant": "x"}).url == "https://notes.example/x"


def test_old_transport_is_kept_and_a_plain_connection_is_told() -> None:
    made = _made(_remote(type="sse", url="http://notes.example/sse"))
    assert made.profile.transport == "sse" and "is not encrypted" in made.notes[0]
    assert _made(_remote(url="http://localhost:1/mcp")).notes == ()


def test_input_that_is_called_like_a_secret_is_one_unless_the_file_says_otherwise() -> None:
    headers = [{"name": "X-API-Key"}, {"name": "X-Token-Kind", "isSecret": False}, {"name": "X-Area"}]
    made = _made(_remote(headers=headers), {"X-API-Key": "a", "X-Token-Kind": "b", "X-Area": "c"})
    assert list(made.secrets.values()) == ["a"]


def test_header_with_a_line_break_is_refused() -> None:
    offer = _remote(headers=[{"name": "X-A"}])
    with pytest.raises(UsageError, match="line break"):
        _made(offer, {"X-A": "a\r\nX-B: c"})


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://notes.example/mcp", "javascript:alert(1)"])
def test_url_that_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="not a web address"):
        _made(_remote(url=url))


# -- versions ----------------------------------------------------------------------------------------------


def test_snake_case_of_july_2025_is_read() -> None:
    offer = RegistryOffer(
        {
            "name": "io.modelcontextprotocol/filesystem",
            "status": "deprecated",
            "version_detail": {"version": "1.0.2"},
            "packages": [
                {
                    "registry_type": "npm",
                    "registry_base_url": "https://registry.npmjs.org",
                    "identifier": "@mcp/fs",
                    "version": "1.0.2",
                    "runtime_hint": "npx",
                    "runtime_arguments": [{"type": "named", "name": "--prefer-offline"}],
                    "package_arguments": [
                        {
                            "type": "positional",
                            "value_hint": "target_dir",
                            "default": "/tmp",
                            "is_required": True,
                            "is_repeated": True,
                        }
                    ],
                    "environment_variables": [{"name": "KEY", "is_required": True, "is_secret": True}],
                }
            ],
        }
    )
    assert ("Version", "1.0.2") in offer.facts and "deprecated" in offer.warnings[0]
    assert offer.initial(0) == {"target_dir": ["/tmp"]}
    made = _made(offer, {"target_dir": ["/a", "/b"], "KEY": "k"})
    assert isinstance(made.profile.target, StdioTarget)
    words = [made.profile.target.command, *made.profile.target.args]
    assert words == ["npx", "--prefer-offline", "-y", "@mcp/fs@1.0.2", "/a", "/b"]
    assert made.profile.target.env == {"KEY": "${secret:server/notes/KEY}"}


def test_first_files_called_things_otherwise() -> None:
    offer = RegistryOffer(
        {
            "name": "db",
            "packages": [{"registry_name": "docker", "name": "mcp/db", "version": "3.1.0"}],
            "remotes": [{"transport_type": "streamable", "url": "https://db.example/stream"}],
        }
    )
    assert offer.choices == ("oci · mcp/db 3.1.0", "streamable · https://db.example/stream")
    assert _words(offer) == ["docker", "run", "-i", "--rm", "mcp/db:3.1.0"]
    assert offer.make(1, "db", {}).profile.transport == "http"


@pytest.mark.parametrize(
    "wrap",
    [
        lambda entry: {"server": entry, "_meta": {"io.modelcontextprotocol.registry/official": {}}},
        lambda entry: {"servers": [{"server": entry}], "metadata": {"count": 1}},
        lambda entry: {"servers": [entry], "metadata": {"next_cursor": "x"}},
    ],
)
def test_what_the_api_puts_around_it_is_taken_off(wrap: Any) -> None:
    entry = _entry(packages=[{"registryType": "npm", "identifier": "@ann/notes", "version": "1.0.0"}])
    assert RegistryOffer(wrap(entry)).name == "notes"


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({}, "neither"),
        ([], "neither"),
        ({"name": "my-package", "version": "1.0.0", "dependencies": {}}, "neither"),
        ({"servers": [{}, {}]}, "list of 2 servers"),
        ({"servers": []}, "list of 0 servers"),
        ({"packages": [], "name": "${secret:oauth/x}"}, "refers to a stored secret"),
    ],
)
def test_what_is_no_entry_of_the_registry_is_said(value: Any, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        RegistryOffer(value)


def test_broken_sibling_is_told_and_the_others_are_offered() -> None:
    good = {"registryType": "npm", "identifier": "a", "version": "1.0.0"}
    listed = [good, "no", {"registryType": "cargo", "identifier": "x"}, {"registryType": "npm"}, good]
    offer = RegistryOffer(
        _entry(packages=listed, remotes=[{"type": "carrier-pigeon", "url": "https://x"}, {}])
    )
    assert len(offer.choices) == 2
    text = "; ".join(offer.warnings)
    for part in ("packages[1]", "packages[2]: cargo packages", "packages[3]: it has no", "carrier-pigeon"):
        assert part in text
    assert RegistryOffer(_entry(packages=listed[1:3])).refused


def test_identifier_cannot_be_an_option() -> None:
    assert "read as an option" in _package(identifier="--eval=evil").warnings[0]


def test_unpinned_and_wide_open_packages_are_told() -> None:
    assert "downloads the latest @ann/notes" in _made(_package(version=None)).notes[0]
    assert _made(_package()).notes == ()
    offer = _package(
        registryType="oci",
        identifier="ann/notes",
        version=None,
        runtimeArguments=[
            {"type": "named", "name": "--privileged"},
            {"type": "named", "name": "-v", "value": "/:/host"},
            {"type": "named", "name": "--network", "value": "host"},
        ],
    )
    text = "; ".join(_made(offer).notes)
    for part in ("no fixed version", "--privileged", "whole disk", "--net=host"):
        assert part in text


def test_bundle_of_the_registry_is_not_fetched() -> None:
    url = "https://example.com/notes.mcpb"
    offer = _package(registryType="mcpb", identifier=url, fileSha256="A" * 64)
    package = offer.choice(0).package
    assert package is not None and package.sha256 == "a" * 64
    with pytest.raises(UsageError, match=f"Download {url}"):
        _made(offer)


# -- the form, and what is kept ----------------------------------------------------------------------------


def test_defaults_have_the_type_of_their_format() -> None:
    offer = _package(
        environmentVariables=[
            {"name": "N", "format": "number", "default": "8"},
            {"name": "B", "format": "boolean", "default": "true"},
            {"name": "BAD", "format": "number", "default": "many"},
            {"name": "P", "format": "filepath", "placeholder": "/a/b"},
            {"name": "SECRET", "isSecret": True, "default": "known"},
            {"name": "FIXED", "value": "f"},
        ]
    )
    properties = offer.schema(0)["properties"]
    assert offer.initial(0) == {"N": 8, "B": True, "BAD": "many"}
    assert [properties[name]["type"] for name in ("N", "B", "BAD", "P")] == [
        *("number", "boolean"),
        *("string", "string"),
    ]
    assert properties["P"]["examples"] == ["/a/b"] and "default" not in properties["SECRET"]
    assert "FIXED" not in properties
    target = _made(offer).profile.target
    assert isinstance(target, StdioTarget) and target.env["FIXED"] == "f" and target.env["B"] == "true"


def test_inputs_of_one_name_are_two_fields() -> None:
    offer = _package(
        packageArguments=[{"type": "positional", "valueHint": "x"}, {"type": "positional", "valueHint": "x"}]
    )
    assert list(offer.schema(0)["properties"]) == ["x", "x 2"]
    assert _words(offer, {"x": "1", "x 2": "2"})[-2:] == ["1", "2"]


def test_saved_server_shows_its_form_again(tmp_path: Any) -> None:
    offer = _package(environmentVariables=[{"name": "KEY", "isSecret": True}, {"name": "AREA"}])
    made = _made(offer, {"KEY": "k0", "AREA": "${HOME}"})
    profiles = Profiles(tmp_path / "servers.json")
    profiles.add(made.profile)
    profiles.save()
    assert "k0" not in (tmp_path / "servers.json").read_text()
    again = Profiles(tmp_path / "servers.json")
    again.load()
    saved = again.get("notes")
    assert saved == made.profile and saved is not None and saved.variables == "none"
    found = offer_again(saved)
    assert found is not None and found[1] == 0
    assert found[2] == {"KEY": "${secret:server/notes/KEY}", "AREA": "${HOME}"}
    assert found[0].make(0, "notes", found[2]).secrets == {}  # a reference is no new secret


def test_server_that_was_made_of_nothing_has_no_form() -> None:
    assert offer_again(profile_from_entry("x", {"command": "x"})) is None


@pytest.mark.parametrize("text", ["{", "[" * 100_000, ""])
def test_text_that_is_no_json_is_explained(text: str) -> None:
    with pytest.raises(UsageError, match="JSON"):
        read_offer_text(text)


def test_byte_order_mark_does_no_harm() -> None:
    assert read_offer_text('\ufeff{"name": "a/b", "remotes": [{"url": "https://x.example"}]}').name == "b"


# -- command lines, word by word ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("package", "runtime", "line"),
    [
        (Package("npm", "p", hint="pnpx"), [], "pnpx -y p a"),
        (Package("npm", "p", "1"), ["--yes"], "npx --yes p@1 a"),
        (Package("npm", "p", base_url=" HTTPS://Registry.npmjs.ORG/x/ "), [], "npx -y p a"),
        (Package("pypi", "p", hint="pipx"), [], "pipx run p a"),
        (Package("pypi", "p", "1", "https://x/simple/", "pipx"), ["-q"],
         "pipx run -q --index-url=https://x/simple p==1 a"),
        (Package("oci", "p", "1", hint="podman"), [], "podman run -i --rm -e E -e F p:1 a"),
        (Package("oci", "p", "1", "https://x/y/"), ["run", "-i"], "docker run --rm -i -e E -e F x/y/p:1 a"),
        (Package("oci", "x/p", "1", "x"), ["--rm"], "docker run -i --rm -e E -e F x/p:1 a"),
        (Package("oci", "p@sha256:1", "1"), [], "docker run -i --rm -e E -e F p@sha256:1 a"),
        (Package("oci", "h:5000/p", "1"), [], "docker run -i --rm -e E -e F h:5000/p:1 a"),
        (Package("oci", "h/p:2", "1"), ["-t", "h/p", "h/p:2"], "docker run -i --rm -t -e E -e F h/p:2 a"),
        (Package("nuget", "p", base_url="https://x/"), ["-y"], "dnx -y --source https://x p -- a"),
        (Package("nuget", "p", base_url="https://api.nuget.org/v3/index.json"), [], "dnx p --yes -- a"),
    ],
)  # fmt: skip
def test_a_command_line_is_made_word_by_word(package: Package, runtime: list[str], line: str) -> None:
    given = list(runtime)
    assert " ".join(command_words(package, given, ["a"], ["E", "F"])) == line
    assert given == runtime


def test_a_package_without_arguments_has_none_and_an_unknown_kind_no_runner() -> None:
    assert command_words(Package("nuget", "p"), [], [], []) == ["dnx", "p", "--yes"]
    assert runner_of(Package("cargo", "p", hint="cargo")) == ""
    with pytest.raises(KeyError):
        command_words(Package("cargo", "p"), [], [], [])


def test_a_secret_of_a_container_leaves_its_command_line() -> None:
    words = ["-e", "A=${secret:server/x/A}", "--env", "B=${secret:server/x/B}", "-e", "C=1", "-e", "D"]
    odd = ["E=${secret:server/x/E}", "-e"]
    assert without_secret_words([*words, *odd]) == (
        ["-e", "A", "--env", "B", "-e", "C=1", "-e", "D", *odd],
        {"A": "${secret:server/x/A}", "B": "${secret:server/x/B}"},
    )


@pytest.mark.parametrize(
    ("package", "words", "told"),
    [
        (Package("oci", "p:1"), "docker run p:1", []),
        (Package("oci", "p@sha256:1"), "", []),
        (Package("oci", "p", "1"), "", []),
        (Package("oci", "h:5000/p"), "", ["no fixed version"]),
        (Package("oci", "p:latest", "1"), "", ["no fixed version"]),
        (Package("nuget", "p"), "", ["no fixed version"]),
        (Package("nuget", "p:1", "2"), "", []),
        (Package("npm", "p"), "--privileged -v /:/x", []),
        (Package("npm", "p", hint="npx"), "", []),
        (Package("npm", "p", hint="sh"), "", ["it should run with sh; using npx"]),
        (
            Package("oci", "p:1"),
            "--network=host",
            ["the container shares this computer's network: --net=host"],
        ),
        (Package("oci", "p:1"), "--network none -v /home:/x", []),
        (Package("oci", "p:1"), "--pid=host", ["the container sees all processes"]),
        (Package("oci", "p:1"), "-v /var/run/docker.sock:/s", ["the container can start other containers"]),
        (Package("oci", "p:1"), "--volume=/:/x", ["the container sees the whole disk"]),
        (Package("oci", "p:1"), "--mount type=bind,src=/,dst=/x", ["the container sees the whole disk"]),
    ],
)
def test_what_a_user_should_know_of_a_package_is_told(package: Package, words: str, told: list[str]) -> None:
    found = package_warnings(package, words.split())
    assert [any(one.startswith(begin) for one in found) for begin in told] == [True] * len(found)
    assert len(told) == len(found)


# -- inputs, one by one ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "values", "texts", "missing"),
    [
        ({"name": "A", "isRequired": True}, {}, [], ["A"]),
        ({"name": "A", "isRequired": True}, {"A": "x"}, ["x"], []),
        ({"name": "A"}, {"A": ""}, [], []),
        ({"name": "A", "value": "{b}/{c}", "variables": {"b": {"isRequired": True}}}, {}, [], ["b"]),
        ({"name": "A", "isRequired": True, "value": "{b}!", "variables": {"b": {}}}, {}, ["!"], []),
        ({"name": "A", "value": "{b}/{c}/{d}", "variables": {"b": {}}}, {"b": 1.0}, ["1/known/{d}"], []),
        ({"name": "A", "isRepeated": True, "isRequired": True}, {"A": ""}, [], ["A"]),
        ({"name": "A", "isRepeated": True}, {"A": "x"}, ["x"], []),
        ({"name": "A", "isRepeated": True, "value": "x"}, {}, ["x"], []),
        ({"name": "A", "isRepeated": True, "value": "{b}", "variables": {"b": {}}}, {"A": ["x", {"b": "y"}]},
         ["x", "y"], []),
    ],
)  # fmt: skip
def test_an_input_becomes_its_texts(
    value: dict[str, Any], values: dict[str, Any], texts: list[str], missing: list[str]
) -> None:
    named: list[str] = []
    assert slot_texts(read_slot(value, str), values, {"c": "known"}, named) == texts
    assert named == missing


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (True, "true"), (False, "false"), (2.0, "2"), (2.5, "2.5"), (1e15, "1000000000000000.0"),
     (-3, "-3"), ("x", "x")],
)  # fmt: skip
def test_a_value_that_is_given_becomes_a_text(value: Any, text: str) -> None:
    assert given_text(value) == text


def test_members_have_a_name_of_today_or_of_before() -> None:
    assert member({"isSecret": 1, "is_secret": 2}, "isSecret") == 1
    assert member({"is_secret": 2}, "isSecret") == 2
    assert [text_of({"a": one}, "a") for one in (True, 1, 1.5, "x", [1], None)] == [
        "true",
        "1",
        "1.5",
        "x",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("value", "schema", "required"),
    [
        ({"name": "A", "isRequired": True}, {"type": "string", "title": "A", "minLength": 1}, True),
        ({"name": "A", "format": "number", "isRequired": True, "default": "1.5"},
         {"type": "number", "title": "A", "default": 1.5}, True),
        ({"name": "A", "format": "number", "default": "inf"},
         {"type": "string", "title": "A", "default": "inf"}, False),
        ({"name": "A", "format": "number", "default": "nan"},
         {"type": "string", "title": "A", "default": "nan"}, False),
        ({"name": "A", "format": "boolean", "default": " FALSE "},
         {"type": "boolean", "title": "A", "default": False}, False),
        ({"name": "A", "format": "filepath", "description": "D"},
         {"type": "string", "title": "A", "description": "D", "format": "path"}, False),
        ({"name": "A", "choices": ["1", 2, {}], "default": "1", "format": "number", "isRequired": True},
         {"enum": ["1", "2"], "title": "A", "default": "1"}, True),
        ({"name": "A", "isRepeated": True, "isRequired": True, "description": "D", "default": "x"},
         {"type": "array", "items": {"type": "string", "title": "A", "minLength": 1}, "title": "A",
          "description": "D", "default": ["x"], "minItems": 1}, True),
        ({"name": "A", "isRepeated": True, "value": "{b}", "variables": {"b": {"default": "x"}}},
         {"type": "array", "title": "A", "items": {
             "type": "object", "required": [], "additionalProperties": False,
             "properties": {"b": {"type": "string", "title": "b", "default": "x"}}}}, False),
    ],
)  # fmt: skip
def test_an_input_becomes_a_field(value: dict[str, Any], schema: dict[str, Any], required: bool) -> None:
    made = schema_of((read_slot(value, str),))
    assert made["properties"] == {"A": schema}
    assert made["required"] == (["A"] if required else [])
