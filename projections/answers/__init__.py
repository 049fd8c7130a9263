"""Answers of the API as types: what views return, and what the document describes."""
