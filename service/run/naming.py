"""The names under which `ps` shows the service's processes; gunicorn names its own alike."""

try:
    from setproctitle import setproctitle
except ImportError:  # it is installed on Linux alone

    def setproctitle(title: str) -> None:
        """Leave the name as it is."""


def name_process(name: str) -> None:
    """Have this process shown by a name, which its forks have too until they take another."""
    setproctitle(f"anabasis: {name}")
