"""``python -m clients.python.terminal``."""

from . import main

main()
