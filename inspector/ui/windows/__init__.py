"""The windows: main window, session windows, workbench, palette, settings; the rooms are put together here.

May import every package of `inspector.ui` but `program`.
"""
