"""What `anabasis doctor` looks at: settings, folder, machine and server."""
