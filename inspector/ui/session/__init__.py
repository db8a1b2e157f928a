"""What the views of one session share: feed, selection, history, filter requests, actions, window state.

May import `widgets` and what is below it.
"""
