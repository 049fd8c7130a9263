"""The resources of the public API, one module each."""
