"""What a field of a dataclass says of itself, for whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.transport.parameters import described, parameter


@dataclass
class Target:
    plain: int = 0
    name: str = field(default="x", metadata=parameter("text", "Name"))
    words: list[str] = field(
        default_factory=lambda: ["a"],
        metadata=parameter(
            "choice",
            "Words",
            help="Some.",
            page="more",
            key="w",
            choices=("a", "b"),
            only="http",
            limits=(1, 2),
        ),
    )


def test_only_fields_that_say_something_are_described_in_their_order() -> None:
    assert [one.name for one in described(Target)] == ["name", "words"]


def test_what_a_field_does_not_say_has_its_default() -> None:
    name, words = described(Target)
    assert (name.kind, name.label, name.help, name.page, name.key) == ("text", "Name", "", "connection", "")
    assert (name.default, name.choices, name.only, name.limits) == ("x", (), "", (0.1, 86_400.0))
    assert (words.kind, words.label, words.help, words.page, words.key) == (
        "choice", "Words", "Some.", "more", "w"
    )  # fmt: skip
    assert (words.default, words.choices, words.only, words.limits) == (["a"], ("a", "b"), "http", (1, 2))
