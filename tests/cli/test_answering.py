"""Questions of servers on the command line, answered by a file of rules or by folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import mcpdi

ERAS = ("2026-07-28", "2025-11-25", "2025-06-18")


@pytest.fixture
def answers(tmp_path: Path) -> Any:
    def write(*rules: dict[str, Any]) -> str:
        file = tmp_path / "answers.json"
        file.write_text(json.dumps(rules), "utf-8")
        return str(file)

    return write


def rule(method: str, answer: Any, **match: str) -> dict[str, Any]:
    return {"match": {"method": method, **match}, "answer": answer}


@pytest.mark.parametrize("era", ERAS)
def test_rules_answer_each_question_in_every_era_and_stderr_tells(answers: Any, era: str) -> None:
    file = answers(
        rule("elicitation/create", {"accept": {"name": "Ada", "again": True}}, message="few things"),
        rule("elicitation/create", "decline"),
    )
    done = mcpdi("call", "ask_person", "--on", "demo", "--era", era, "--answer", file)
    assert done.returncode == 0, done.stderr
    assert "name: Ada" in done.stdout and "second answer: decline" in done.stdout
    first, second = done.stderr.splitlines()
    assert "asks elicitation/create" in first and "tools/call ask_person" in first
    assert first.endswith("→ accept") and second.endswith("→ decline")


@pytest.mark.parametrize("era", ["modern", "legacy"])
@pytest.mark.parametrize(
    ("answer", "word"), [("accept", "answered"), ("decline", "declined"), ("cancel", "dismissed")]
)
def test_the_session_says_what_became_of_a_question(
    answers: Any, tmp_path: Path, era: str, answer: str, word: str
) -> None:
    trace = str(tmp_path / "t.mcptrace")
    file = answers(rule("elicitation/create", answer))
    mcpdi("call", "ask_person", "--on", "demo", "--era", era, "--answer", file, "--trace", trace)
    shown = mcpdi("show", trace).stdout.splitlines()
    drawn = mcpdi("ladder", trace, "--format", "mermaid").stdout
    asked = [line for line in shown if "elicitation/create" in line or "  retry  " in line]
    assert any(f"  {word}" in line for line in asked)
    assert f"({word})" in drawn or f" {word} " in drawn
    for text in (*asked, *(line for line in drawn.splitlines() if "again" in line or "✓" in line)):
        assert f" {answer} " not in text and f"({answer})" not in text


@pytest.mark.parametrize(("era", "done"), [("legacy", "cancel"), ("modern", "refused")])
def test_reject_tells_what_is_really_done(answers: Any, tmp_path: Path, era: str, done: str) -> None:
    trace = str(tmp_path / "t.mcptrace")
    file = answers(rule("elicitation/create", "reject"))
    told = mcpdi("call", "ask_person", "--on", "demo", "--era", era, "--answer", file, "--trace", trace)
    assert f"→ {done}\n" in told.stderr
    word = {"cancel": " dismissed ", "refused": " elicitation/create rejected, nothing sent"}[done]
    for verb in (("show", trace), ("ladder", trace, "--format", "mermaid")):
        assert word in mcpdi(*verb).stdout.replace("#58;", ":")


def test_defaults_of_the_form_are_sent(answers: Any) -> None:
    done = mcpdi(
        "call", "ask_person", "--on", "demo", "--answer", answers(rule("elicitation/create", "accept"))
    )
    assert "size: M" in done.stdout and "stars: 5" in done.stdout


def test_only_what_the_rules_answer_is_declared(answers: Any) -> None:
    file = answers(rule("roots/list", ["/srv"]))
    done = mcpdi("call", "ask_person", "--on", "demo", "--era", "legacy", "--answer", file)
    assert "did not declare the capability elicitation" in done.stdout
    done = mcpdi("call", "list_roots", "--on", "demo", "--era", "legacy", "--answer", file)
    assert "file:///srv" in done.stdout


def test_question_that_no_rule_fits_is_refused_and_told(answers: Any) -> None:
    file = answers(rule("elicitation/create", "accept", message="^never"))
    done = mcpdi("call", "ask_person", "--on", "demo", "--era", "legacy", "--answer", file)
    assert "you chose cancel" in done.stdout
    assert "no rule of --answer matches: cancel" in done.stderr


def test_call_that_did_not_get_its_input_is_not_done(answers: Any) -> None:
    file = answers(rule("elicitation/create", "reject"))
    done = mcpdi("call", "ask_person", "--on", "demo", "--answer", file)
    assert done.returncode == 1
    assert "input_required" in done.stdout and "--answer FILE" in done.stderr


def test_with_json_the_questions_are_lines_of_json_on_stderr(answers: Any) -> None:
    file = answers(rule("sampling/createMessage", {"text": "Pipes hum."}))
    done = mcpdi("call", "ask_model", "prompt=x", "--on", "demo", "--json", "--answer", file)
    assert "Pipes hum." in json.loads(done.stdout)["content"][0]["text"]
    said = json.loads(done.stderr)
    assert (said["asked"], said["answered"]) == ("sampling/createMessage", "text")


def test_folders_are_told_as_roots_and_nothing_else_is_declared(tmp_path: Path) -> None:
    done = mcpdi("call", "list_roots", "--on", "demo", "--root", str(tmp_path), "--root", "https://a.b/c")
    assert tmp_path.as_uri() in done.stdout and "https://a.b/c" in done.stdout
    done = mcpdi("call", "ask_person", "--on", "demo", "--era", "legacy", "--root", "/x")
    assert "did not declare the capability elicitation" in done.stdout


def test_page_that_a_call_demands_is_accepted_and_the_call_made_again(answers: Any) -> None:
    file = answers(rule("elicitation/create", "accept", mode="url"))
    done = mcpdi("call", "open_page", "first:=true", "--on", "demo", "--era", "2025-11-25", "--answer", file)
    assert (done.returncode, done.stdout.strip()) == (0, "You chose accept.")


@pytest.mark.parametrize("text", ["[{", "{}", '[{"match": {"method": "x"}, "answer": 1}]'])
def test_file_that_cannot_be_used_is_told_before_anything_runs(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(text)
    done = mcpdi("call", "ask_person", "--on", "demo", "--answer", str(file))
    assert done.returncode == 2
    assert str(file) in done.stderr and "asks" not in done.stderr


def test_missing_file_is_told() -> None:
    done = mcpdi("info", "--on", "demo", "--answer", "no/such.json")
    assert done.returncode == 2 and "no/such.json" in done.stderr
