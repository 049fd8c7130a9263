"""The event store and the server it runs on."""
