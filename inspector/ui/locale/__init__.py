"""The language of the window: translations, numbers and dates as it writes them, reading direction.

May import the packages below `inspector.ui` only.
"""
