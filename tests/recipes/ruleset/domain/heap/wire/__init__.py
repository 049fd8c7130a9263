"""JSON and notation of heap."""
