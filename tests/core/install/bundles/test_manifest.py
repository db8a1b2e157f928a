"""A manifest is used as far as it can be, and what is wrong with the rest is said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.core.install.bundles.manifest import Launch, Manifest, Named, Option, read_manifest
from tests.core.install.bundles.packing import manifest, served


def read(value: Any) -> tuple[Manifest, list[str]]:
    found, problems = read_manifest(json.dumps(value).encode())
    assert found is not None
    return found, problems


def test_every_member_is_read() -> None:
    value = manifest(
        long_description="Reads *all* notes.",
        repository={"type": "git", "url": "https://example.com/git"},
        homepage="https://example.com/home",
        documentation="https://example.com/docs",
        support="https://example.com/help",
        license="MIT",
        icon="icon.png",
        server={
            "type": "node",
            "entry_point": "server/index.js",
            "mcp_config": {
                "command": "node",
                "args": ["a", 1, True, None],
                "env": {"DEBUG": False, "LEVEL": 2, "GONE": None},
                "platform_overrides": {"win32": {"command": "node.exe", "args": ["b"]}, "linux": "none"},
            },
        },
        tools=[{"name": "read", "description": "Reads"}, {"name": "write", "description": 3}, "list"],
        tools_generated=True,
        prompts=[{"name": "sum"}],
        prompts_generated=True,
        compatibility={"platforms": ["linux", "win32"], "runtimes": {"node": ">=18"}},
        localization={"default_locale": "en-US"},
    )
    found, problems = read(value)
    assert problems == []
    assert found == Manifest(
        version="0.3",
        name="notes",
        title="Notes",
        release="1.2.0",
        description="Reads notes.",
        long_description="Reads *all* notes.",
        author="Ann",
        author_url="https://example.com",
        license="MIT",
        links={
            "homepage": "https://example.com/home",
            "documentation": "https://example.com/docs",
            "support": "https://example.com/help",
            "repository": "https://example.com/git",
        },
        server_type="node",
        entry_point="server/index.js",
        config=Launch("node", ("a", "1", "true"), {"DEBUG": "false", "LEVEL": "2"}),
        overrides={"win32": Launch("node.exe", ("b",), None)},
        tools=(Named("read", "Reads"), Named("write"), Named("list")),
        tools_generated=True,
        prompts=(Named("sum"),),
        prompts_generated=True,
        platforms=("linux", "win32"),
        runtimes={"node": ">=18"},
        resources="mcpb-resources/${locale}.json",
        default_locale="en-US",
        icon="icon.png",
    )


def test_what_a_manifest_does_not_say_is_empty() -> None:
    value = manifest()
    del value["display_name"]
    found, problems = read(value)
    assert problems == []
    assert found.title == "notes"
    assert (found.links, found.tools, found.prompts, found.options) == ({}, (), (), ())
    assert (found.tools_generated, found.prompts_generated) == (False, False)
    assert (found.platforms, found.runtimes, found.resources, found.overrides) == ((), {}, "", {})


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ({"type": "string"}, Option("token", title="token", sensitive=True)),
        ({"type": "string", "sensitive": False}, Option("token", title="token")),
        ({"type": "number", "min": 1, "max": 9.5, "default": 3},
         Option("token", "number", "token", default=3, least=1, most=9.5)),
        ({"type": "number", "min": True, "max": "9"}, Option("token", "number", "token")),
        ({"type": "directory", "title": "Folder", "description": "Where", "required": True,
          "multiple": True, "sensitive": True},
         Option("token", "directory", "Folder", "Where", required=True, multiple=True, sensitive=True)),
        ({"type": "file", "default": ["a"], "required": "yes"},
         Option("token", "file", "token", default=["a"], multiple=True)),
    ],
)  # fmt: skip
def test_an_option_is_what_is_asked_for(option: dict[str, Any], expected: Option) -> None:
    found, problems = read(manifest(user_config={"token": option}))
    assert found.options == (expected,)
    assert problems == []


def test_an_option_called_plainly_is_no_secret() -> None:
    found, _ = read(manifest(user_config={"folder": {"type": "string"}}))
    assert not found.options[0].sensitive


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (manifest(manifest_version=None), "“manifest_version” is missing"),
        (manifest(manifest_version="0.5"),
         "manifest version 0.5 is not supported; supported are 0.1 to 0.4"),
        (manifest(name=None), "“name” is missing"),
        (manifest(name=""), "“name” must be a non-empty string"),
        (manifest(name=True), "“name” must be a non-empty string"),
        (manifest(description=[]), "“description” must be a non-empty string"),
        (manifest(icon=["a"]), "“icon” must be a string"),
        (manifest(support={}), "“support” must be a string"),
        (manifest(author=3), "“author” must be an object"),
        (manifest(author={"url": "https://example.com"}), "“author.name” is missing"),
        (manifest(author={"name": "Ann", "url": []}), "“author.url” must be a string"),
        (manifest(server=None), "“server” is missing"),
        (manifest(server=[]), "“server” must be an object"),
        (manifest(server={"type": "node", "mcp_config": {"command": "x"}}),
         "“server.entry_point” is missing"),
        (manifest(server={"entry_point": "a", "mcp_config": {"command": "x"}}), "“server.type” is missing"),
        (served("java", command="x"), "server.type “java” is not one of node, python, binary, uv"),
        (served("node"), "“server.mcp_config” is missing; the command is built from entry_point"),
        (served(command="x", args="-v"),
         "“server.mcp_config.args” must be a list of strings; ignored"),
        (served(command="x", args=[{}]),
         "“server.mcp_config.args” must be a list of strings; ignored"),
        (served(command="x", env={"A": []}),
         "“server.mcp_config.env” must be an object of strings; ignored"),
        (served(command=["x"]), "“server.mcp_config.command” must be a string"),
        (served(command="x", platform_overrides={"win32": {"command": {}}}),
         "“server.mcp_config.platform_overrides.win32.command” must be a string"),
        (manifest(compatibility=1), "“compatibility” must be an object"),
        (manifest(compatibility={"platforms": "linux"}),
         "“compatibility.platforms” must be a list of strings; ignored"),
        (manifest(compatibility={"runtimes": {"node": {}}}),
         "“compatibility.runtimes” must be an object of strings; ignored"),
        (manifest(localization={"resources": 1.5, "default_locale": []}),
         "“localization.default_locale” must be a string"),
        (manifest(tools={"name": "a"}), "“tools” must be a list of objects with a name"),
        (manifest(prompts=[{"name": 1}]), "“prompts” must be a list of objects with a name"),
        (manifest(user_config={"a": 1}), "user_config.a must be an object; ignored"),
        (manifest(user_config={"a": {}}), "“user_config.a.type” is missing"),
        (manifest(user_config={"a": {"type": "date"}}),
         "user_config.a.type “date” is unknown; text is used"),
        (manifest(user_config={"a": {"type": "string", "title": []}}),
         "“user_config.a.title” must be a string"),
    ],
)  # fmt: skip
def test_one_thing_that_is_wrong_is_one_sentence(value: dict[str, Any], problem: str) -> None:
    assert read(value)[1] == [problem]


def test_a_bundle_for_uv_needs_no_command() -> None:
    found, problems = read(served("uv", "server/main.py"))
    assert (found.server_type, found.config, problems) == ("uv", None, [])


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"ab\xff", "manifest.json is not UTF-8 (byte 2)"),
        (b'{\n "a": x}', "manifest.json is not valid JSON: line 2, column 7: expected a value"),
        (b"[" * 100_000, "manifest.json is nested too deeply"),
        (b"[" + b"1" * 5000 + b"]", "manifest.json cannot be read: "),
        (b"[1]", "manifest.json is not a JSON object"),
        (b'{"a": "${secret:x}"}', "manifest.json refers to a stored secret (${secret:…})"),
    ],
)
def test_what_is_no_manifest_at_all_is_said(data: bytes, problem: str) -> None:
    found, [said] = read_manifest(data)
    assert found is None and said.startswith(problem)
