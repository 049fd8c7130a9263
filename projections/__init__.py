"""Records made readable: views, redactions, texts and read models."""
