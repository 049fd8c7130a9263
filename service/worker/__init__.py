"""The worker: read models, bots, deadlines, notices and looks at the whole store."""
