"""What a user does in the installed program, with the mouse and the keyboard, and what they see of it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QImage

from tests.packaging.accessible import Element
from tests.packaging.desktop import Desktop

MESSAGE = "Hello from the desktop"


@dataclass(frozen=True)
class Performed:
    """The screen before and after Run was pressed, where things are on it, what was said of the answer.

    has_class: whether the window is known by the name that the desktop entry has for it.
    """

    before: QImage
    after: QImage
    run: Element
    result: Element
    timeline: Element
    state: str
    has_class: bool


def perform_demo(desk: Desktop, name: str, window_class: str, *, from_welcome: bool = True) -> Performed:
    """To a tool's answer, from the page of the first start or with the demo server connected already.

    name: of the pictures that are kept.
    """
    with desk.tree() as tree:
        if from_welcome:
            desk.click(tree.wait_for("try_demo"))
        desk.click(tree.wait_for("tool_list", "echo"))
        desk.click(tree.wait_for("field_message"))
        desk.write(MESSAGE)
        run = tree.wait_for("run_button")
        before = desk.picture(f"{name}-before")
        desk.click(run)
        state = tree.wait_until(lambda one: one.id == "result_view_state" and one.name != "", "the answer")
        return Performed(
            before,
            desk.picture(f"{name}-result"),
            run,
            tree.wait_for("content_text"),
            tree.wait_for("timeline"),
            state.name,
            desk.has_window(window_class),
        )


def look(desk: Desktop, id: str, name: str, picture: str) -> QImage:
    """The screen as soon as the element is there."""
    with desk.tree() as tree:
        tree.wait_for(id, name)
        return desk.picture(picture)


def close_window(desk: Desktop) -> None:
    """As a user does."""
    desk.press("alt+F4")
