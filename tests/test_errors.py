"""The tree of errors in the docstring is the one that the module has."""

from __future__ import annotations

import re

from inspector import errors
from inspector.errors import InspectorError


def below(kind: type[InspectorError]) -> list[type[InspectorError]]:
    own = [one for one in kind.__subclasses__() if one.__module__ == errors.__name__]
    return [kind, *(each for one in own for each in below(one))]


def test_every_error_is_drawn_below_its_base() -> None:
    drawn = re.findall(r"^([│ ├└─]*)([A-Z]\w+)  +\S", errors.__doc__ or "", re.MULTILINE)
    path: list[str] = []
    bases: dict[str, str] = {}
    for line, name in drawn:
        depth = len(line) // 4
        path[depth:] = [name]
        bases[name] = path[depth - 1] if depth else "Exception"
    assert bases == {one.__name__: one.__bases__[0].__name__ for one in below(InspectorError)}


def test_every_error_is_public() -> None:
    assert {one.__name__ for one in below(InspectorError)} == {*errors.__all__} - {"Explanation"}
