"""Values against schemas, in one process of its own that can be killed.

May import `storage`.
"""
