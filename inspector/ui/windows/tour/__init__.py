"""The guided tour through the main window.

May import what `windows` may.
"""
