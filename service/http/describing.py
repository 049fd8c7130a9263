"""The API's description of itself."""

from flask_smorest import Blueprint


class Described(Blueprint):
    """For now as flask-smorest has it."""
