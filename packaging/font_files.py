"""The fonts of resources/fonts, made from Inter and JetBrains Mono as Debian packs them.

    python3 packaging/font_files.py FOLDER    the .otf and .ttf files are below FOLDER; needs fonttools

Three things are changed, which the Open Font License allows. No ligatures: bytes are read here, and `->` is
two of them. Digits have one width, so that times in a column stand below each other. What the program calls
bold is Inter's semibold.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

TARGET: Final = Path(__file__).resolve().parent.parent / "resources" / "fonts"
FEATURES: Final = ("kern", "mark", "mkmk", "ccmp", "locl")
BLOCKS: Final = (
    *((0x20, 0x24F), (0x2B0, 0x52F), (0x1E00, 0x1FFF)),  # Latin, Greek, Cyrillic
    *((0x2000, 0x2426), (0x2460, 0x27FF), (0x2900, 0x297F), (0x2B00, 0x2BFF)),  # signs, arrows, boxes
)
MADE: Final = {
    "Inter-Regular.otf": "Inter-Regular.otf",
    "Inter-SemiBold.otf": "Inter-Bold.otf",
    "JetBrainsMono-Regular.ttf": "JetBrainsMono-Regular.ttf",
    "JetBrainsMono-Bold.ttf": "JetBrainsMono-Bold.ttf",
}
_BOLD: Final = 700


def _replaced(font: Any, feature: str) -> dict[str, str]:
    """What a feature puts in the place of single glyphs."""
    rules = font["GSUB"].table
    wanted = {
        index
        for record in rules.FeatureList.FeatureRecord
        if record.FeatureTag == feature
        for index in record.Feature.LookupListIndex
    }
    tables = [table for index in wanted for table in rules.LookupList.Lookup[index].SubTable]
    found: dict[str, str] = {}
    for table in tables:
        found.update(getattr(getattr(table, "ExtSubTable", table), "mapping", {}))
    return found


def make(source: Path, target: Path) -> None:
    """Write one font of the program."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(source, recalcTimestamp=False)
    tabular = _replaced(font, "tnum")
    for table in font["cmap"].tables:
        for digit in range(ord("0"), ord("9") + 1):
            table.cmap[digit] = tabular.get(table.cmap[digit], table.cmap[digit])
    if target.stem.endswith("Bold"):
        font["OS/2"].usWeightClass = _BOLD
        font["OS/2"].fsSelection = font["OS/2"].fsSelection & ~0x40 | 0x20
        font["head"].macStyle |= 1
        names = font["name"]
        for record in list(names.names):
            if record.nameID in (16, 17, 21, 22):  # the family of families: one of two styles needs none
                names.removeNames(nameID=record.nameID)
        for record in list(names.names):
            if record.nameID in (1, 2):
                family = str(record).removesuffix(" Semi Bold").removesuffix(" SemiBold")
                text = "Bold" if record.nameID == 2 else family
                names.setName(text, record.nameID, record.platformID, record.platEncID, record.langID)
    options = subset.Options(layout_features=[*FEATURES], name_IDs=["*"], notdef_outline=True, hinting=True)
    maker = subset.Subsetter(options)
    maker.populate(unicodes=[one for first, last in BLOCKS for one in range(first, last + 1)])
    maker.subset(font)
    font.save(target)


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, made in MADE.items():
        make(next(Path(sys.argv[1]).rglob(name)), TARGET / made)
