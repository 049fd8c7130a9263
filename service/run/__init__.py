"""The processes: launcher, web workers, worker and command line."""
