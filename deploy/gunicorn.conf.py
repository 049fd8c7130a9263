"""Gunicorn's settings for deployments; they are the ones that `anabasis run` uses."""

from service.run.gunicorn_settings import *  # noqa: F403 (gunicorn reads this module's names)
