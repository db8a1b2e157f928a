"""What the program shows and is no code is found."""

from PySide6.QtGui import QIcon

from inspector.resources import resource


def test_icon_of_the_program_is_there_and_can_be_drawn(qapp: object) -> None:
    path = resource("icons/mcp-desktop-inspector.svg")
    assert path.exists()
    assert not QIcon(str(path)).pixmap(64, 64).isNull()
