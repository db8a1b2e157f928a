"""Controls and looks that know nothing of MCP: theme, zoom, icons, the ring of the focus, screen reader.

May import `keyboard`, `loop` and `locale`.
"""
