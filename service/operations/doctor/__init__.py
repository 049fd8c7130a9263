"""The checks of `anabasis doctor`: settings, folder, machine and server."""
