"""What a reader sees: read models and redactions folded from records."""
