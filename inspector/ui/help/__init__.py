"""Help: pages, What's This, keys.

May import `session`, `text` and what is below them.
"""
