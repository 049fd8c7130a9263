"""The machine under the service: processes, time, memory, files; nothing about games."""
