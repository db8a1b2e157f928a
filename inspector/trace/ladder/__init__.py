"""A session as a sequence ladder, and its pictures."""
