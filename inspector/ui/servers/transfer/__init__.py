"""Servers from and for the configuration files of other clients.

May import `servers` and what is below it.
"""
