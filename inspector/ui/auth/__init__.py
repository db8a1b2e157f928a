"""Signing in to one server: method, steps, tokens, passphrase.

May import `content` and what is below it.
"""
