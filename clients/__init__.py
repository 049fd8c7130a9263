"""Programs that use the public HTTP API alone."""
