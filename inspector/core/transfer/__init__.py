"""Servers and calls from and to other programs: pasted texts, deep links, configuration files.

May import `client` and what is below it.
"""
