"""What a bundle is started by: variables, platforms, runtimes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.core.install.bundles.bundle import Bundle, open_bundle
from inspector.core.install.bundles.declared import differences
from inspector.core.install.bundles.launching import Machine, Prepared, launch, person_folders
from inspector.core.install.bundles.manifest import Option
from inspector.core.install.bundles.substitution import Texts, filled, substituted_args, substituted_env
from inspector.core.install.bundles.user_config import config_schema, config_texts, initial_values, is_empty
from inspector.errors import UsageError
from tests.core.install.bundles.packing import manifest, pack, served

FOLDER = Path("/private/bundle")
FOLDERS = {"HOME": "/home/ann", "DESKTOP": "/home/ann/Desktop", "/": "/", "pathSeparator": "/"}
OPTIONS: dict[str, Any] = {
    "folders": {"type": "directory", "title": "Folders", "multiple": True, "default": ["${HOME}/a", "b"]},
    "key": {"type": "string", "title": "API key", "sensitive": True, "required": True},
    "deep": {"type": "boolean", "title": "Deep", "default": True},
    "limit": {"type": "number", "title": "Limit", "min": 1, "max": 9},
    "name": {"type": "string", "title": "Name", "required": True, "default": "x"},
}


def _machine(system: str = "linux", *there: str) -> Machine:
    found = set(there or ("node", "python3", "uv"))
    return Machine(system, FOLDERS, lambda command: f"/usr/bin/{command}" if command in found else None)


def _bundle(tmp_path: Path, value: Any, files: dict[str, bytes] | None = None) -> Bundle:
    return open_bundle(pack(tmp_path / "a.mcpb", value, files))


def _with_options(tmp_path: Path, **config: Any) -> Bundle:
    value = served("node", "server/index.js", **{"command": "node", **config})
    return _bundle(tmp_path, {**value, "user_config": OPTIONS})


def _launch(bundle: Bundle, values: dict[str, Any] | None = None, machine: Machine | None = None) -> Prepared:
    return launch(bundle, values or {}, FOLDER, machine or _machine())


# -- variables ---------------------------------------------------------------------------------------------


def test_bundle_runs_in_its_folder_with_its_variables(tmp_path: Path) -> None:
    bundle = _bundle(
        tmp_path,
        served(command="node", args=["${__dirname}/server${/}index.js", "${HOME}"], env={"A": "${DESKTOP}"}),
    )
    target = _launch(bundle).target
    assert (target.command, target.cwd) == ("node", "/private/bundle")
    assert target.args == ("/private/bundle/server/index.js", "/home/ann")
    assert target.env == {"A": "/home/ann/Desktop"}


def test_values_become_texts_as_a_server_expects_them(tmp_path: Path) -> None:
    args = ["--limit=${user_config.limit}", "${user_config.deep}", "${user_config.key}"]
    values = {"limit": 5.0, "deep": False, "key": "${secret:server/notes/key}"}
    prepared = _launch(_with_options(tmp_path, args=args), values)
    assert prepared.target.args == ("--limit=5", "false", "${secret:server/notes/key}")


def test_list_becomes_as_many_arguments(tmp_path: Path) -> None:
    bundle = _with_options(tmp_path, args=["${user_config.folders}", "end"])
    assert _launch(bundle, {"folders": ["/a b", "/c"]}).target.args == ("/a b", "/c", "end")


def test_list_inside_a_text_stays_and_is_told(tmp_path: Path) -> None:
    bundle = _with_options(
        tmp_path, args=["--in=${user_config.folders}"], env={"IN": "${user_config.folders}"}
    )
    prepared = _launch(bundle, {"folders": ["/a", "/b"]})
    assert prepared.target.args == ("--in=${user_config.folders}",)
    assert sum("a list cannot be part of a text" in note for note in prepared.notes) == 2


def test_list_default_with_home_is_resolved_before_it_is_used(tmp_path: Path) -> None:
    bundle = _with_options(tmp_path, args=["${user_config.folders}"])
    assert bundle.manifest is not None
    values = initial_values(bundle.manifest.options, FOLDERS)
    assert values["folders"] == ["/home/ann/a", "b"]
    assert _launch(bundle, values).target.args == ("/home/ann/a", "b")


def test_value_is_never_expanded_again(tmp_path: Path) -> None:
    bundle = _with_options(tmp_path, args=["${user_config.name}"], env={"K": "${user_config.key}"})
    prepared = _launch(bundle, {"name": "${HOME}", "key": "${user_config.name}$&"})
    assert prepared.target.args == ("${HOME}",) and prepared.target.env == {"K": "${user_config.name}$&"}


@pytest.mark.parametrize("empty", [None, "", [], [""]])
def test_what_names_an_empty_option_is_left_out_and_told(tmp_path: Path, empty: Any) -> None:
    bundle = _with_options(
        tmp_path,
        args=["start", "--limit", "${user_config.limit}", "--k=${user_config.limit}"],
        env={"LIMIT": "${user_config.limit}", "OTHER": "1"},
    )
    prepared = _launch(bundle, {"limit": empty})
    assert prepared.target.args == ("start", "--limit") and prepared.target.env == {"OTHER": "1"}
    text = "; ".join(prepared.notes)
    assert "variable LIMIT is omitted: limit is empty" in text
    assert "--limit before it now has no value" in text


def test_unknown_variable_stays_and_is_told(tmp_path: Path) -> None:
    prepared = _launch(_with_options(tmp_path, args=["${PWD}", "${user_config.other}", "$HOME"]))
    assert prepared.target.args == ("${PWD}", "${user_config.other}", "$HOME")
    assert sum("not defined" in note for note in prepared.notes) == 2


def test_required_values_are_missed_by_their_titles(tmp_path: Path) -> None:
    bundle = _with_options(tmp_path)
    assert _launch(bundle, {"name": ""}).missing == ("API key", "Name")
    assert _launch(bundle, {"name": "x", "key": "k"}).missing == ()


def test_shell_characters_in_values_stay_one_argument(tmp_path: Path) -> None:
    bundle = _with_options(tmp_path, args=["${user_config.name}"])
    assert _launch(bundle, {"name": "; rm -rf ~ && $(id)"}).target.args == ("; rm -rf ~ && $(id)",)


# -- platforms and runtimes --------------------------------------------------------------------------------


def test_override_replaces_each_part_as_a_whole(tmp_path: Path) -> None:
    bundle = _bundle(
        tmp_path,
        served(
            command="node",
            args=["a", "b"],
            env={"ONE": "1", "TWO": "2"},
            platform_overrides={"linux": {"args": ["c"], "env": {"TWO": "3"}}, "win32": {"command": "x"}},
        ),
    )
    prepared = _launch(bundle)
    assert (prepared.target.command, prepared.target.args) == ("node", ("c",))
    assert prepared.target.env == {"TWO": "3"}
    assert prepared.notes == ("on Linux its env is replaced: ONE is not set",)
    assert _launch(bundle, machine=_machine("darwin", "node")).target.args == ("a", "b")


def test_uv_without_a_command_is_run_in_its_folder(tmp_path: Path) -> None:
    bundle = _bundle(tmp_path, served("uv", "src/server.py"), {"src/server.py": b"", "pyproject.toml": b""})
    assert bundle.problems == ()
    prepared = _launch(bundle)
    assert prepared.target.command == "uv" and prepared.notes == ()
    assert prepared.target.args == ("run", "--directory", "/private/bundle", "src/server.py")


def test_command_is_made_of_the_entry_point_where_none_is_given(tmp_path: Path) -> None:
    bundle = _bundle(tmp_path, served("node"))
    assert any("mcp_config" in problem for problem in bundle.problems)
    target = _launch(bundle).target
    assert (target.command, target.args) == ("node", ("/private/bundle/server/index.js",))


def test_bundle_with_neither_command_nor_entry_point_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing to start"):
        _launch(_bundle(tmp_path, manifest(server={"type": "node"})))


def test_python_is_called_as_it_is_called_here(tmp_path: Path) -> None:
    bundle = _bundle(
        tmp_path,
        served("python", "server/main.py", command="python", args=["server/main.py"]),
        {"server/main.py": b"", "server/lib/mcp/__init__.py": b""},
    )
    prepared = _launch(bundle)
    assert prepared.target.command == "python3" and "using python3" in prepared.notes[0]
    assert prepared.target.env == {"PYTHONPATH": "/private/bundle/server/lib"}


def test_bundled_python_is_used(tmp_path: Path) -> None:
    files = {"server/main.py": b"", "server/venv/bin/python": b"", "server/venv/Scripts/python.exe": b""}
    bundle = _bundle(tmp_path, served("python", "server/main.py", command="python"), files)
    assert _launch(bundle).target.command == "/private/bundle/server/venv/bin/python"


@pytest.mark.parametrize("command", ["server/tool", "./server/tool", "${__dirname}/server/tool"])
def test_binary_is_started_by_its_whole_path(tmp_path: Path, command: str) -> None:
    files = {"server/tool": b"", "server/tool.exe": b""}
    bundle = _bundle(tmp_path, served("binary", "server/tool", command=command), files)
    assert _launch(bundle).target.command == "/private/bundle/server/tool"
    assert _launch(bundle, machine=_machine("win32")).target.command.endswith("tool.exe")


def test_missing_runtime_and_other_platform_are_told(tmp_path: Path) -> None:
    bundle = _bundle(
        tmp_path, {**served(command="node"), "compatibility": {"platforms": ["darwin", "win32"]}}
    )
    notes = _launch(bundle, machine=_machine("linux", "uv")).notes
    assert "node is not on PATH: install it to start the server" in notes
    assert "it supports macOS, Windows, not Linux" in notes


def test_folders_of_this_person_are_known() -> None:
    assert {"HOME", "DESKTOP", "DOCUMENTS", "DOWNLOADS", "/", "pathSeparator"} <= set(person_folders())


# -- the form ----------------------------------------------------------------------------------------------


def test_user_config_becomes_a_schema(tmp_path: Path) -> None:
    bundle = _with_options(tmp_path)
    assert bundle.manifest is not None
    schema = config_schema(bundle.manifest.options, FOLDERS)
    assert schema["required"] == ["key", "name"] and schema["additionalProperties"] is False
    assert schema["properties"]["key"] == {
        "type": "string",
        "minLength": 1,
        "writeOnly": True,
        "title": "API key",
    }
    assert schema["properties"]["limit"] == {
        "type": "number",
        "minimum": 1,
        "maximum": 9,
        "title": "Limit",
    }
    assert schema["properties"]["folders"] == {
        "type": "array",
        "items": {"type": "string", "format": "directory-path"},
        "title": "Folders",
        "default": ["/home/ann/a", "b"],
    }


# -- promised and listed -----------------------------------------------------------------------------------


def test_promised_and_listed_tools_are_compared(tmp_path: Path) -> None:
    tools = [{"name": "a"}, {"name": "gone"}]
    found = _bundle(tmp_path, manifest(tools=tools, prompts=[{"name": "p", "text": "t"}])).manifest
    assert found is not None
    assert differences(found, ["a", "more"], ["p"]) == [
        "The server does not list a tool from the manifest: “gone”.",
        ("The server lists a tool that is not in the manifest: “more” (“tools_generated” is not set)."),
    ]
    many = differences(found, ["a", "gone", *(f"t{n}" for n in range(20))], ["p"])
    assert len(many) == 1 and "“t0”" in many[0] and "“t7” and 12 more" in many[0]
    assert differences(found, None, None) == []
    assert differences(found, ["a", "gone"], ["p"]) == []


def test_tools_made_at_run_time_are_no_difference(tmp_path: Path) -> None:
    found = _bundle(tmp_path, manifest(tools=[{"name": "a"}], tools_generated=True)).manifest
    assert found is not None and differences(found, ["a", "b"], ["x"]) == []
    unnamed = _bundle(tmp_path, manifest()).manifest
    assert unnamed is not None and differences(unnamed, ["a"], []) == []


def test_several_promised_prompts_and_a_name_that_stands_twice_are_told(tmp_path: Path) -> None:
    prompts = [{"name": name, "text": "t"} for name in ("p", "p", "q", "r")]
    found = _bundle(tmp_path, manifest(prompts=prompts)).manifest
    assert found is not None
    assert differences(found, None, ["r", "x", "y"]) == [
        "The server does not list prompts from the manifest: “p”, “q”.",
        ("The server lists prompts that are not in the manifest: “x”, “y” (“prompts_generated” is not set)."),
        "The manifest contains a prompt more than once.",
    ]
    eight = differences(found, None, ["p", "q", "r", *(f"x{n}" for n in range(8))])
    assert "“x7”" in eight[0] and "more" not in eight[0].partition("name: ")[2]


# -- one text, one value -----------------------------------------------------------------------------------


def _texts(**config: str | tuple[str, ...]) -> Texts:
    return Texts({"HOME": "/h", "/": "/"}, config)


def test_known_variables_are_filled_in_once() -> None:
    assert filled("${a}${b}${c}$a{b}", {"a": "${b}", "b": "2"}) == "${b}2${c}$a{b}"


def test_arguments_of_an_option_and_beside_one() -> None:
    texts = _texts(many=("x", "y"), none="", one="1")
    args = (
        "${user_config.many}",
        "${HOME}/${user_config.one}",
        "--flag",
        "${user_config.none}",
        "-- x",
        "${user_config.none}",
    )
    assert substituted_args(args, texts) == ["x", "y", "/h/1", "--flag", "-- x"]
    assert texts.notes() == (
        "argument ${user_config.none} is omitted: none is empty",
        "--flag before it now has no value",
    )
    assert substituted_args(("${many}", "${user_config.}"), _texts(many=("x",))) == [
        "${many}",
        "${user_config.}",
    ]


def test_a_folder_that_is_empty_is_a_text_and_an_option_that_is_empty_leaves_its_variable_out() -> None:
    texts = Texts({"HOME": ""}, {"none": ""})
    assert substituted_env({"A": "${HOME}!", "B": "${user_config.none}!", "C": "${NONE}"}, texts) == {
        "A": "!",
        "C": "${NONE}",
    }
    assert texts.notes() == (
        "variable B is omitted: none is empty",
        "variable C uses ${NONE}, which is not defined; it is left as is",
    )


def test_of_very_many_notes_the_beginning_is_shown() -> None:
    texts = _texts()
    for number in range(12):
        texts.tell(f"note {number}")
        texts.tell("note 0")
    assert texts.notes() == tuple(f"note {number}" for number in range(12))
    texts.tell("note 12")
    texts.tell("note 13")
    assert texts.notes() == (*(f"note {number}" for number in range(12)), "and 2 more like this")


def test_what_no_command_line_has_room_for_is_left_out() -> None:
    half = "x" * (1 << 19)
    texts = _texts(half=half)
    assert len(substituted_args(("${user_config.half}",) * 3, texts)) == 1
    small = _texts(half="x" * ((1 << 19) - 19))
    assert len(substituted_args(("${user_config.half}",) * 3, small)) == 2
    assert small.notes() == ("omitted what is too long for a command line",)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (10.0, "10"),
        (-10.0, "-10"),
        (0.5, "0.5"),
        (1e15, "1000000000000000.0"),
        (999999999999999.0, "999999999999999"),
        ("${HOME}", "${HOME}"),
        ([1.0, "", None, "b"], ("1", "b")),
        ((True,), ("true",)),
        (None, ""),
        ([""], ""),
    ],
)
def test_a_value_of_the_form_becomes_its_text(value: Any, text: Any) -> None:
    assert config_texts((Option("k"),), {"k": value}) == ({"k": text}, [])


def test_only_required_values_that_are_empty_are_missing() -> None:
    options = (
        Option("a", title="A", required=True),
        Option("b", title="B"),
        Option("c", title="C", required=True),
    )
    assert config_texts(options, {"a": [], "c": False}) == ({"a": "", "b": "", "c": "false"}, ["A"])
    assert [is_empty(value) for value in (None, "", [], [None, ""], 0, False, [0], " ")] == [True] * 4 + [
        False
    ] * 4


@pytest.mark.parametrize(
    ("option", "schema"),
    [
        (Option("k", "file"), {"type": "string", "format": "file-path"}),
        (Option("k", "boolean", required=True, default=False), {"type": "boolean", "default": False}),
        (Option("k", "number", least=0, most=0), {"type": "number", "minimum": 0, "maximum": 0}),
        (
            Option("k", description="D", default="${HOME}/x"),
            {"type": "string", "description": "D", "default": "/home/ann/x"},
        ),
        (Option("k", sensitive=True, default="x"), {"type": "string", "writeOnly": True}),
        (
            Option("k", required=True, multiple=True, default="${HOME}"),
            {
                "type": "array",
                "items": {"type": "string", "minLength": 1},
                "minItems": 1,
                "default": ["/home/ann"],
            },
        ),
        (
            Option("k", "number", multiple=True, default=[1, "${HOME}"]),
            {"type": "array", "items": {"type": "number"}, "default": [1, "/home/ann"]},
        ),
    ],
)
def test_an_option_becomes_a_field(option: Option, schema: dict[str, Any]) -> None:
    made = config_schema((option,), FOLDERS)
    assert made["properties"] == {"k": {**schema, "title": ""}}
    assert made["required"] == (["k"] if option.required else [])
    shown = {} if option.default is None else {"k": schema.get("default", option.default)}
    assert initial_values((option,), FOLDERS) == shown
