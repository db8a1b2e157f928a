"""An error of this program as it may leave the computer.

May import `storage`.
"""
