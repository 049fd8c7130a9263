"""Reading requests: bodies, queries, headers, and their faults."""
