"""The table of the timeline: model, columns, cells, delegate, header.

May import what `timeline` may, and `waterfall`, `overview` and `colour_rules`.
"""
