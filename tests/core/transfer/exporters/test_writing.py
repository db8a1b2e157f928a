"""Into a file of another client goes one entry; the rest stays byte for byte, and reads back the same."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from inspector.core.servers.profiles import Profile, transport_of
from inspector.core.transfer.exporting_servers import exported, fragment, planned
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.core.transfer.importers.reading import import_text
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget

STDIO = Profile(
    "ours", StdioTarget("npx", ("-y", "@a/b", "a b", '"q"', "#x", "서버"), {"K": "v: #1", "N": "007"})
)
URL = Profile("ours", HttpTarget("https://h.example/mcp?a=1", {"X-One": "1, 2", "X-Two": "true"}))
FORMATS = {"codex": ".toml", "vibe": ".toml", "goose": ".yaml", "continue": ".yaml"}

JSONC = """// the head
{
\t"theme": "dark", // keep
\t/* many */ "%s": {
\t\t"other": {"command": "x", "args": []}, // its note
\t\t// the last word
\t},
\t"list": [1, 2,],
}
"""
YAML = """# the head
theme: 'dark'   # keep
%s:
    # first
    other:
        type: stdio
        cmd: x
        enabled: true

    # after the last
list: [1,
   2]
"""
TOML = """# the head
theme = 'dark'   # keep

[mcp_servers.other]   # its note
command = "x"

[list]
a = [ 1,
  2 ]
"""


def sample(client: str) -> str:
    container = CLIENTS[client].containers[0]
    if client == "codex":
        return TOML
    if client == "vibe":
        return TOML.replace("[mcp_servers.other]", "[[mcp_servers]]\nname = 'other'")
    if client == "goose":
        return YAML % "extensions"
    if client == "continue":
        items = "  - name: other  # its note\n    type: stdio\n    command: x\n"
        return f"# the head\ntheme: 'dark'\nmcpServers:\n{items}\n# after\nlist: [1,\n  2]\n"
    if len(container) > 1:
        return JSONC.replace('"%s": {', f'"{container[0]}": {{"{container[1]}": {{').replace(
            "\t},\n", "\t}},\n"
        )
    return JSONC % container[0]


def read_back(text: str, client: str, file: Path) -> dict[str, Profile]:
    found = import_text(text, client=client, file=file)
    return {one.name: one.profile for one in found if one.profile is not None}


def without(text: str, inserted: str) -> bool:
    """Whether the lines of `text` stand in `inserted`, in order, as they were, but for a comma."""
    rest = iter(inserted.splitlines(keepends=True))
    return all(
        any(line == other or line.rstrip("\r\n") + "," == other.rstrip("\r\n") for other in rest)
        for line in text.splitlines(keepends=True)
    )


@pytest.mark.parametrize("breaks", ["\n", "\r\n"])
@pytest.mark.parametrize("profile", [STDIO, URL], ids=["stdio", "url"])
@pytest.mark.parametrize("client", list(CLIENTS))
def test_a_new_entry_reads_back_as_the_server_and_nothing_else_changes(
    client: str, profile: Profile, breaks: str, tmp_path: Path
) -> None:
    try:
        one = exported(profile, client)
    except UsageError:
        assert client == "claude-desktop" and profile is URL
        return
    file = tmp_path / f"config{FORMATS.get(client, '.json')}"
    before = sample(client).replace("\n", breaks)
    file.write_bytes(before.encode())
    backup = planned(file, one).write()
    after = file.read_bytes().decode()
    assert backup is not None and backup.read_bytes().decode() == before
    assert without(before, after), after
    assert after.count("\n") == after.count(breaks)
    back = read_back(after, client, file)
    assert set(back) == {"other", "ours"}
    assert back["ours"].target == profile.target
    assert transport_of(back["ours"]) in (transport_of(profile), "http")
    assert one.losses == ()


@pytest.mark.parametrize("client", [one for one in CLIENTS if one not in ("vibe",)])
def test_an_entry_that_is_there_changes_in_its_place_and_keeps_what_is_not_ours(
    client: str, tmp_path: Path
) -> None:
    file = tmp_path / f"config{FORMATS.get(client, '.json')}"
    file.write_text(sample(client))
    planned(file, exported(STDIO, client)).write()
    first = file.read_text()
    changed = Profile("ours", StdioTarget("npx", ("-y", "other"), {"K": "v: #1", "M": "new"}))
    planned(file, exported(changed, client)).write()
    second = file.read_text()
    assert read_back(second, client, file)["ours"].target == changed.target
    assert sum(line not in second.splitlines() for line in first.splitlines()) <= 9
    assert planned(file, exported(changed, client)).after == second.encode()  # nothing is left to do


def test_members_of_the_client_stay_with_their_comments(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(
        '{"mcpServers": {"ours": {\n  "command": "old", // why\n  "disabled": true,\n'
        '  "autoApprove": ["a"], "env": {"A": "1", /* b */ "B": "2"}}}}'
    )
    planned(file, exported(Profile("ours", StdioTarget("new", (), {"B": "2"})), "cline")).write()
    text = file.read_text()
    assert '"command": "new", // why\n  "disabled": true' in text and '/* b */ "B": "2"' in text
    entry = json.loads(text.replace("// why", "").replace("/* b */", ""))["mcpServers"]["ours"]
    assert entry == {
        "command": "new", "disabled": True, "autoApprove": ["a"], "env": {"B": "2"},
        "type": "stdio", "args": [],
    }  # fmt: skip


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("{}")
    plan = planned(file, exported(STDIO, "cursor"))
    file.write_text('{"mine": 1}')
    with pytest.raises(UsageError, match="changed in the meantime"):
        plan.write()
    assert file.read_text() == '{"mine": 1}' and [one.name for one in tmp_path.iterdir()] == ["mcp.json"]


def test_a_file_that_is_not_there_is_made_and_a_link_is_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "dotfiles" / "mcp.json", tmp_path / "mcp.json"
    link.symlink_to(real)
    assert planned(link, exported(STDIO, "cursor")).write() is None
    assert link.is_symlink() and read_back(real.read_text(), "cursor", real)["ours"].target == STDIO.target


def test_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("{}")
    file.chmod(0o640)
    backup = planned(file, exported(STDIO, "cursor")).write()
    assert backup is not None
    assert (file.stat().st_mode & 0o777, backup.stat().st_mode & 0o777) == (0o640, 0o640)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mcp.json", "{"),
        ("mcp.json", "[]"),
        ("mcp.json", '{"mcpServers": []}'),
        ("mcp.json", '{"mcpServers": 1}'),
        ("mcp.json", '"a": 1'),
        ("mcp.json", "\ufeff{"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_refused(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(UsageError, match=r"cannot (be )?change"):
        planned(file, exported(STDIO, "kiro"))


def test_yaml_with_aliases_among_its_servers_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("base: &b {type: stdio, cmd: x}\nextensions:\n  a: *b\n")
    with pytest.raises(UsageError, match="aliases"):
        planned(file, exported(STDIO, "goose"))


@pytest.mark.parametrize(
    "text",
    ["", "{}", "{ }\n", "// only\n{\n}\n", '{"a": 1}', '{"mcpServers": {}}', '\ufeff{\r\n  "a": 1\r\n}\r\n'],
)
def test_whatever_the_file_looks_like_the_entry_gets_in(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mcp.json"
    file.write_bytes(text.encode())
    made = planned(file, exported(STDIO, "kiro")).after.decode()
    assert read_back(made, "kiro", file)["ours"].target == STDIO.target
    assert made.startswith("\ufeff") == text.startswith("\ufeff")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "extensions:\n",
        "extensions: {}\n",
        "a: 1\n",
        "extensions: # e\n\nz: 1\n",
        "extensions: ~ # e\nz: 1\n",
        "extensions: {x: {cmd: y}}\n",
    ],
)
def test_the_same_of_yaml(tmp_path: Path, text: str) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(text)
    made = planned(file, exported(STDIO, "goose")).after.decode()
    assert read_back(made, "goose", file)["ours"].target == STDIO.target
    assert ("# e\n" in made) == ("# e\n" in text) and ("\nz: 1\n" in made) == ("\nz: 1\n" in text)


@pytest.mark.parametrize("client", list(CLIENTS))
def test_a_text_to_copy_reads_back_too(client: str, tmp_path: Path) -> None:
    file = tmp_path / f"config{FORMATS.get(client, '.json')}"
    assert read_back(fragment(exported(STDIO, client)), client, file)["ours"].target == STDIO.target


def _any(random_: random.Random, depth: int = 0) -> Any:
    kind = random_.randrange(7 if depth < 3 else 4)
    if kind == 0:
        return random_.choice([None, True, False, 0, -1.5, 10**6])
    if kind < 4:
        return random_.choice(["", "a", "a b", 'q"\\', "// no", "/* no */", "서버", "a,b}", "\t"])
    if kind < 6:
        return {f"k{n}": _any(random_, depth + 1) for n in range(random_.randrange(4))}
    return [_any(random_, depth + 1) for _ in range(random_.randrange(4))]


def _written(value: Any, random_: random.Random, margin: str) -> str:
    """JSON with comments, commas and blanks wherever they may stand."""
    inner = margin + random_.choice(["  ", "\t", "    "])
    gap = random_.choice(["", " ", "\n" + inner, f" // c }}\n{inner}", " /* , } */ "])
    if isinstance(value, dict | list) and value:
        parts = (
            [
                f"{json.dumps(key)}{random_.choice(['', ' '])}: {_written(item, random_, inner)}"
                for key, item in value.items()
            ]
            if isinstance(value, dict)
            else [_written(item, random_, inner) for item in value]
        )
        body = f"{random_.choice([gap, ''])},{gap}".join(parts)
        last = random_.choice(["", ","])
        signs = "{}" if isinstance(value, dict) else "[]"
        return f"{signs[0]}{gap}{body}{last}{gap}{signs[1]}"
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("seed", range(150))
def test_any_file_keeps_its_rest_and_gets_the_entry(seed: int, tmp_path: Path) -> None:
    random_ = random.Random(seed)
    entries = {f"s{n}": {"command": "x", "more": _any(random_)} for n in range(random_.randrange(3))}
    if random_.random() < 0.5:
        entries["ours"] = {"command": "old", "env": {"OLD": "1"}, "theirs": _any(random_)}
    value = {"a": _any(random_), "mcpServers": entries, "z": _any(random_)}
    text = _written(value, random_, "")
    file = tmp_path / "mcp.json"
    file.write_text(text)
    made = planned(file, exported(STDIO, "kiro")).after.decode()
    assert read_back(made, "kiro", file)["ours"].target == STDIO.target
    assert made.startswith(text[: text.index('"mcpServers"')])
    assert made.endswith(text[text.rindex('"z"') :])


def test_secrets_of_the_neighbours_are_not_in_what_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    servers = {
        "a": {"command": "a", "env": {"API_KEY": "hunter-22", "R": "${env:R}"}},
        "b": {"url": "https://h/", "headers": {"Authorization": "Bearer hunter-23", "X": "Basic hunter-24"}},
    }
    file.write_text(json.dumps({"mcpServers": servers}, indent=1))
    plan = planned(file, exported(STDIO, "cursor"))
    flat = file.with_name("flat.json")
    flat.write_text(json.dumps({"mcpServers": servers}))
    shown = plan.diff() + planned(flat, exported(STDIO, "cursor")).diff()
    assert "hunter" not in shown and "•••" in shown and "${env:R}" in shown
    assert b"hunter-22" in plan.after and b"hunter-24" in plan.after
    yaml = tmp_path / "config.yaml"
    yaml.write_text("extensions:\n  a:\n    type: stdio\n    cmd: a\n    envs:\n      API_KEY: hunter-22\n")
    assert "hunter" not in planned(yaml, exported(STDIO, "goose")).diff()


@pytest.mark.parametrize("client", ["cursor", "goose"])
def test_a_secret_is_hidden_although_its_option_is_lines_before_what_is_shown(
    client: str, tmp_path: Path
) -> None:
    args = ["--password", "hunter-22", "x"]
    if client == "cursor":
        file = tmp_path / "mcp.json"
        file.write_text(json.dumps({"mcpServers": {"a": {"command": "a", "args": args}}}, indent=1))
    else:
        file = tmp_path / "config.yaml"
        lines = "".join(f"    - {word}\n" for word in args)
        file.write_text(f"extensions:\n  a:\n    type: stdio\n    args:\n{lines}    cmd: a\n")
    plan = planned(file, exported(STDIO, client))
    shown = plan.diff()
    assert "hunter" not in shown and "•••" in shown and b"hunter-22" in plan.after
    assert "--password" not in shown  # it stands above
    added = [line[1:] for line in shown.splitlines()[3:] if line.startswith("+")]
    assert "\n".join(added) in plan.after.decode()
