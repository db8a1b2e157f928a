"""Tables of keys and of the filter language in the pages of the help."""

from __future__ import annotations

import pytest

from inspector.trace.query.help import help_sections
from inspector.ui.help.key_groups import KEY_GROUPS
from inspector.ui.help.keys import expanded, named_keys
from inspector.ui.keyboard.key_words import key_text
from inspector.ui.session.actions import ACTIONS, action_text

pytestmark = pytest.mark.usefixtures("qapp")
SPECS = {spec.key: spec for spec in ACTIONS}


def test_actions_and_groups_become_one_table() -> None:
    run, group = SPECS["run"], KEY_GROUPS[1]
    text = expanded(f"before\n\n<!-- keys: run ; {group.title} -->\n\nafter")
    lines = text.split("\n")
    assert lines[:2] == ["before", ""] and lines[-2:] == ["", "after"]
    assert lines[2:6] == ["## Keys", "", "| Action | Keys |", "|---|---|"]
    assert lines[6] == f"| {action_text(run)} | {key_text(run.keys[0])} |"
    assert lines[7] == f"| **{group.heading()}** | |"
    assert lines[8:-2] == [f"| {what} | {keys} |" for what, keys in group.shown()]
    assert expanded("# no table") == "# no table"


def test_what_a_page_wants_the_keys_of_is_named() -> None:
    title = KEY_GROUPS[0].title
    assert named_keys(f"<!-- keys: run twin_call; {title} -->\n<!-- keys: help -->") == [
        "run",
        "twin_call",
        title,
        "help",
    ]
    assert named_keys("nothing") == []


def test_the_filter_language_has_a_table_a_section() -> None:
    text = expanded("<!-- filter language -->")
    for section in help_sections():
        assert f"### {section.title}\n\n| Syntax | Meaning | Example |\n|---|---|---|\n| `" in text
        for entry in section.entries:
            written = entry.text.replace("|", "\\|").replace("*", "\\*")
            assert f"| `{written}` | " in text
    assert "\\|" in text, "a bar in a cell would end it"


def test_a_group_says_its_lines_with_the_keys_of_this_system() -> None:
    form, editor = KEY_GROUPS[0], KEY_GROUPS[2]
    assert form.heading() == "In a form"
    assert dict(form.shown())["Redo"] == key_text("Ctrl+Shift+Z", "Ctrl+Y")
    shown = editor.shown()
    assert shown[-1][1] == key_text("Ctrl+Tab", "Ctrl+Shift+Tab") and len(shown) == len(
        {what for what, _ in shown}
    )
    assert not any("{}" in what for what, _ in shown)
