"""The public HTTP API, one module a resource."""
