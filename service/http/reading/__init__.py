"""Requests as they are read: bodies, queries, headers, and their faults."""
