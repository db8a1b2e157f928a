"""The filter language: tokens, fields, conditions in SQL, completion, help."""
