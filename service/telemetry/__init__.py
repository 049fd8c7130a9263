"""What a host sees of the service: logs, metrics and traces."""
