"""JSON of any size: `editor` to write it, `viewer` to read it.

May import `text` and what is below it; the viewer does not know the editor.
"""
