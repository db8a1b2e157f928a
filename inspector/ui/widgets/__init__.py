"""Controls and looks that know nothing of MCP: theme, zoom, icons, focus, tab order, screen reader.

May import `locale` and `loop`.
"""
