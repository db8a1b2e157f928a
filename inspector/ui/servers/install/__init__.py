"""Bundles and entries of the registry: what they would run, and the word to add them.

May import `servers` and what is below it.
"""
