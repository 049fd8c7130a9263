"""Answers: problems, headers, streams, feeds, compression."""
