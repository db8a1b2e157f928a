"""One live connection: requests, retries, lists, tasks, subscriptions, roots, completion, cache, logs.

May import `auth` and what is below it.
"""
