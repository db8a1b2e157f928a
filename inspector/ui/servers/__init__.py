"""The list of servers and everything about one: edit, connect, supervise; more in its packages.

May import `auth`, `analysis` and what is below them.
"""
