"""All that touches Redis, HTTP, time and chance."""
