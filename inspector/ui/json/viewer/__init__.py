"""The read-only JSON viewer: tree, text and table over the bytes as they came.

May import `text` and what is below it.
"""
