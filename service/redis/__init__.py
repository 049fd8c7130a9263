"""Redis or Valkey: clients, clusters, scripts, leases, and the keys of records."""
