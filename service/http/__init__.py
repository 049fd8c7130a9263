"""The public HTTP API and the page, in six rooms that stand on one another."""
