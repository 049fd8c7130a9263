"""The names under which `ps` shows the service's processes; gunicorn names its own alike."""

try:
    from setproctitle import setproctitle
except ImportError:  # installed on Linux only

    def setproctitle(title: str) -> None:
        """Leave the name as it is."""


def name_process(name: str) -> None:
    """Name this process for `ps`; its forks inherit the name."""
    setproctitle(f"anabasis: {name}")
