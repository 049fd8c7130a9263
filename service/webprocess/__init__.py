"""A web process: its connections, and the request that it serves."""
