"""Work beside the event loop and between frames: tasks, debouncing, workers, deferred saving.

May import `locale`.
"""
