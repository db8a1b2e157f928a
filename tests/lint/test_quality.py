"""DOC-*: texts that are missing or say nothing are told of, and those that are enough are not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.protocol.records import Finding
from tests.lint.any_json import any_json, replay
from tests.lint.dialogue import Dialogue
from tests.schema.tools import CORPUS


def said(
    method: str, result: dict[str, Any], *, times: int = 1, revision: str = "2025-11-25"
) -> list[Finding]:
    dialogue = Dialogue(f"= {revision}")
    for number in range(1, times + 1):
        params = {"name": "move", "arguments": {"to": "there"}} if method == "tools/call" else {}
        dialogue.play("> " + json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
        reply = {"jsonrpc": "2.0", "id": number, "result": result}
        dialogue.arrive("stdout", json.dumps(reply).encode() + b"\n")
    return [one for one in dialogue.findings if one.rule.startswith("DOC")]


def tool(name: str = "move", text: str = "Puts it elsewhere.", **arguments: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": arguments, "required": list(arguments)}
    return {"name": name, "description": text, "inputSchema": schema}


def of_tools(*tools: dict[str, Any], **more: Any) -> list[str]:
    found = said("tools/list", {"tools": list(tools), **more})
    assert {one.severity for one in found} <= {"info"}
    return [f"{one.rule} {one.message}" for one in found]


NUMBER = {"type": "number"}


def test_arguments_without_a_text_are_named_with_their_tool() -> None:
    [found] = said("tools/list", {"tools": [tool(angle=NUMBER, speed={**NUMBER, "description": "m/s"})]})
    assert found.message == "move has arguments without a description: angle (1 of 2)"
    assert found.pointer == "/result/tools/0/inputSchema/properties/angle"


def test_an_argument_of_many_tools_is_told_of_once() -> None:
    tools = [tool(name, f"Does {name}.", angle=NUMBER) for name in ("one", "two", "three", "four", "five")]
    assert of_tools(*tools) == [
        "DOC-01 5 tools have no description of the argument angle: one, two, three, four, …"
    ]


@pytest.mark.parametrize(
    "described",
    [
        tool(angle={"description": "Degrees."}),
        tool(angle={"enum": ["left", "right"]}),
        tool(angle={"type": "array", "items": {"enum": ["left", "right"]}}),
        tool(angle={"title": "Degrees to turn it by"}),
        tool(angle={"anyOf": [{"type": "null"}, {"type": "number", "description": "Degrees."}]}),
        tool(angle={"type": "object", "properties": {"degrees": {"description": "0 to 360."}}}),
        tool(text="Turns it.\n\nArgs:\n    angle: degrees", angle=NUMBER),
        tool(text="Turns it by the turning angle.", turningAngle=NUMBER),
        tool(text="Turns it by `a`.", a=NUMBER),
        tool(limit=NUMBER, cursor={"type": "string"}),
    ],
)
def test_an_argument_that_is_explained_somewhere_is_enough(described: dict[str, Any]) -> None:
    assert of_tools(described) == []


def test_a_definition_that_is_referred_to_explains_too() -> None:
    made = tool(angle={"$ref": "#/$defs/Angle"})
    made["inputSchema"]["$defs"] = {"Angle": {"type": "number", "description": "Degrees."}}
    assert of_tools(made) == []
    assert of_tools(tool(angle={"$ref": "#/$defs/Angle"})) != []
    assert of_tools(tool(angle={"title": ""}), tool("turn", "Turns.", angle={"title": "Angle"})) != []


def test_prompts_and_their_arguments_are_described() -> None:
    prompts = [{"name": "a", "arguments": [{"name": "tone"}]}, {"name": "b", "description": "Greets."}]
    found = [(one.rule, one.message, one.pointer) for one in said("prompts/list", {"prompts": prompts})]
    assert found == [
        ("DOC-01", "a has arguments without a description: tone (1 of 1)", "/result/prompts/0/arguments/0"),
        ("DOC-02", "1 of 2 in prompts/list have no description: a", "/result/prompts/0"),
    ]


def test_of_a_page_of_resources_one_finding_tells() -> None:
    resources = [{"uri": f"a:{place}", "name": f"n{place}"} for place in range(30)]
    [found] = said("resources/list", {"resources": resources})
    assert found.message == "30 of 30 in resources/list have no description: n0, n1, n2, n3, …"


@pytest.mark.parametrize(
    ("name", "text", "repeats"),
    [
        ("move_ball", "Moves the ball.", True),
        ("moveBalls", "move balls", True),
        ("ball_id", "The identifier of the ball", True),
        ("move_ball", "Moves the ball to a pocket.", False),
        ("move_ball", "공을 옮긴다", False),
        ("move_ball", "", False),
        ("이름", "이름", True),
    ],
)
def test_a_description_that_repeats_the_name(name: str, text: str, repeats: bool) -> None:
    found = [one for one in of_tools(tool(name, text)) if one.startswith("DOC-03")]
    assert bool(found) is repeats
    inner = [one for one in of_tools(tool(**{name: {"description": text}})) if one.startswith("DOC-03")]
    assert bool(inner) is repeats


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        (("get_user", "Gets one user."), ("read_file", "Gets one user."), "the same description"),
        (
            ("get_user", "Gets one user by id"),
            ("userFetch", "Fetch one user by its id"),
            "nearly the same name",
        ),
        (("echo1", "Says it again."), ("echo2", "Says it again and again."), "nearly the same name"),
        (("get_user", "Gets one user by id."), ("get_users", "Gets users by ids."), ""),
        (("get_user", "Gets one user by id."), ("delete_user", "Deletes one user by id."), ""),
        (("get_user", "Gets one user."), ("fetch_user", "Downloads a picture of somebody."), ""),
        (("a", "Old."), ("b", "Old."), ""),
    ],
)
def test_tools_that_read_alike(first: tuple[str, str], second: tuple[str, str], alike: str) -> None:
    found = [one for one in of_tools(tool(*first), tool(*second)) if one.startswith("DOC-04")]
    assert (alike in found[0]) if alike else found == []


@pytest.mark.parametrize(
    ("values", "more", "opaque"),
    [
        ([0, 1, 2], {}, True),
        (["A1", "B2", "C3"], {}, True),
        (["XK", "QRT", "ZZ"], {"description": "The mode."}, True),
        ([0, 1, 2], {"description": "0 is off, 1 is slow, 2 is fast."}, False),
        ([0, 1, 2], {"enumNames": ["off", "slow", "fast"]}, False),
        ([90, 180, 270], {}, False),
        ([0, 1], {}, False),
        (["off", "slow", "fast"], {}, False),
        ([True, False, None], {}, False),
    ],
)
def test_values_that_mean_nothing(values: list[Any], more: dict[str, Any], opaque: bool) -> None:
    found = [one for one in of_tools(tool(mode={"enum": values, **more})) if one.startswith("DOC-05")]
    assert bool(found) is opaque


def test_an_id_has_a_source() -> None:
    deletes = tool("delete_ball", "Takes it away.", ball_id={"description": "The one to take away."})
    assert of_tools(deletes) == ["DOC-06 no text says where to get ball_id, which is required by delete_ball"]
    listed = tool("list_balls", "Shows all there are.")
    told = tool("draw", "Draws the table, with ball ids.")
    typed = tool("draw", "Draws the table.") | {"outputSchema": {"properties": {"ball_id": {}}}}
    for source in (listed, told, typed):
        assert of_tools(deletes, source) == []
    assert of_tools(deletes, nextCursor="2") == []
    assert of_tools(tool("delete_ball", "Takes it away.", ball_id={"description": "As in the URL."})) == []
    deletes["inputSchema"]["required"] = []
    assert of_tools(deletes) == []


@pytest.mark.parametrize(
    ("result", "revision", "found"),
    [
        ({"content": [{"type": "text", "text": '{"a": 1}'}]}, "2025-06-18", True),
        ({"content": [{"type": "text", "text": ' [{"a": 1}]\n'}]}, "2025-06-18", True),
        ({"content": [{"type": "text", "text": '{"a": 1}'}]}, "2025-03-26", False),
        (
            {"content": [{"type": "text", "text": '{"a": 1}'}], "structuredContent": {"a": 1}},
            "2025-06-18",
            False,
        ),
        ({"content": [{"type": "text", "text": '{"a": 1}'}], "isError": True}, "2025-06-18", False),
        ({"content": [{"type": "text", "text": "[1] see {a}"}]}, "2025-06-18", False),
        ({"content": [{"type": "text", "text": "{}"}]}, "2025-06-18", False),
        ({"content": [{"type": "text", "text": "[1, 2]"}]}, "2025-06-18", False),
        ({"content": [{"type": "text", "text": '{"a": 1}'}, {"type": "image"}]}, "2025-06-18", False),
    ],
)
def test_json_in_a_text_is_told_of_once(result: dict[str, Any], revision: str, found: bool) -> None:
    rules = [one.rule for one in said("tools/call", result, times=2, revision=revision)]
    assert rules == (["DOC-07"] if found else [])


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "error",
        "Error.",
        "An error occurred",
        "Internal server error",
        "Unknown error",
        "Something went wrong",
        "404",
        "HTTP 500",
        "Error: 404 Not Found",
        "Request failed with status code 403",
        "ValueError",
        "requests.exceptions.ConnectionError",
        "KeyError: 'name'",
        "Error executing tool move: 'name'",
        "Error executing tool move: there.",
        "'name'",
        "-1",
        "[object Object]",
        "undefined",
        'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1',
        "TypeError: x is not a function\n    at f (/a/b.js:1:2)\n    at g (/a/b.js:3:4)",
        "goroutine 1 [running]:\nmain.main()",
    ],
)
def test_an_error_that_helps_nobody(text: str) -> None:
    [found] = said("tools/call", {"content": [{"type": "text", "text": text}], "isError": True}, times=2)
    assert found.rule == "DOC-08" and found.message.startswith("the error of the tool move is ")


@pytest.mark.parametrize(
    "text",
    [
        "Error: the file a.txt does not exist",
        "MCP error -32602: Tool x not found",
        "Unknown tool: x",
        "Error executing tool move: there is no such place",
        "there: no such place",
        "HTTP 404: there is no repository a/b; check owner and repo",
        "ValueError: year must be a number from 1900 on",
        "No such table: users",
        "Timed out after 30 s; try a smaller range",
        "파일이 없습니다",
    ],
)
def test_an_error_that_says_what_is_wrong_is_left_alone(text: str) -> None:
    assert said("tools/call", {"content": [{"type": "text", "text": text}], "isError": True}) == []


def test_an_error_without_content_is_empty_and_one_with_data_is_not() -> None:
    [found] = said("tools/call", {"content": [], "isError": True})
    assert found.message == "the error of the tool move is empty"
    assert said("tools/call", {"content": [], "isError": True, "structuredContent": {"why": "full"}}) == []


def test_a_thousand_tools_are_judged() -> None:
    tools = [tool(f"do_{at}_x", f"Does it so. {at}", **{f"ball{at}_id": {}}) for at in range(1000)]
    assert {one.rule for one in said("tools/list", {"tools": tools})} == {"DOC-01", "DOC-04", "DOC-06"}


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus does not lie beside this checkout")
@pytest.mark.parametrize(
    "server", ["brave-search", "context7", "elasticsearch", "mcp-server-fetch", "mcp-server-time", "n8n"]
)
def test_a_server_that_describes_everything_hears_nothing(server: str) -> None:
    assert of_tools(*json.loads((CORPUS / f"{server}.json").read_text(encoding="utf-8"))["tools"]) == []


NAMES = [
    "tools",
    "name",
    "description",
    "inputSchema",
    "properties",
    "required",
    "enum",
    "anyOf",
    "$ref",
    "prompts",
    "arguments",
    "resources",
    "items",
    "resourceTemplates",
    "content",
    "text",
    "isError",
    "structuredContent",
    "outputSchema",
    "nextCursor",
    "ball_id",
]


@settings(max_examples=150)
@given(
    st.sampled_from(
        ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "tools/call"]
    ),
    any_json(NAMES, ["ball_id", "get_ball", "error", "{}", "#/$defs/a"]),
)
def test_nothing_a_server_says_raises(method: str, value: Any) -> None:
    replay("= 2025-11-25", method, value)
