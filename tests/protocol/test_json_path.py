"""A path to a value is spelt as the filter reads it."""

from __future__ import annotations

import pytest

from inspector.protocol.json_path import Step, path_text, step_text


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (0, "[0]"),
        ("a_B1", ".a_B1"),
        ("1a", '["1a"]'),
        ("a b", '["a b"]'),
        ("", '[""]'),
        ("é", '["é"]'),
        ('say "x"', '["say \\"x\\""]'),
    ],
)
def test_a_plain_name_needs_no_quotes(step: Step, text: str) -> None:
    assert step_text(step) == text
    assert path_text(["a", step, 2]) == f"$.a{text}[2]"


def test_the_whole_has_no_steps() -> None:
    assert path_text([]) == "$"
