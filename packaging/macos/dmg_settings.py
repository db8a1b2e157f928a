"""How the disk image looks: the application and a way into Applications. dmgbuild runs it with `defines`."""

from pathlib import Path

application = Path(defines["app"])  # noqa: F821

format = "ULMO"  # LZMA: macOS 10.15 and newer
filesystem = "HFS+"
files = [str(application)]
symlinks = {"Applications": "/Applications"}
icon = defines["icon"]  # noqa: F821
icon_size = 96
text_size = 13
window_rect = ((200, 160), (560, 340))
default_view = "icon-view"
show_toolbar = False
show_sidebar = False
icon_locations = {application.name: (150, 150), "Applications": (410, 150)}
