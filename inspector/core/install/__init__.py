"""What offers a server: bundles, and entries of the registry.

May import `transfer` and what is below it.
"""
