"""The nemesis of a race: faults of server, processes and network, one after another."""

from collections.abc import Callable
from random import Random
from time import sleep

from tests.faults.proxy import Fault, Proxy
from tests.servers import Service, Worker, frozen


class Nemesis:
    """Harms a service, its worker and the proxy before its server, and undoes all of it.

    The length of a fault is drawn: the test tries lengths and waits for nothing. ``pace`` makes all
    of them longer or shorter.
    """

    def __init__(
        self, service: Service, worker: Worker, proxy: Proxy, luck: Random, pace: float = 1.0
    ) -> None:
        self._service, self._worker, self._proxy = service, worker, proxy
        self._luck, self._pace = luck, pace
        self.harms: list[Callable[[], None]] = [
            self.kill_server,
            self.freeze_server,
            self.forget_scripts,
            self.kill_web,
            self.freeze_web,
            self.kill_worker,
            self.lose_replies,
            self.cut_replies,
            self.delay,
            self.hold,
            self.refuse,
        ]

    def kill_server(self) -> None:
        """End the server without a word, and start it again a moment later."""
        self._service.kill_valkey()
        self._pass_time(0.5)
        self._service.valkey.restart()

    def freeze_server(self) -> None:
        """Have the server stand still, for longer than anybody waits for it, or shorter."""
        with frozen(self._service.valkey.pid):
            self._pass_time(1.5)

    def forget_scripts(self) -> None:
        """Have the server forget its scripts."""
        self._service.store.client.script_flush()

    def kill_web(self) -> None:
        """End a web process without a word; gunicorn starts another."""
        self._service.web.kill_worker(self._any_web())

    def freeze_web(self) -> None:
        """Have a web process stand still; the other goes on, and it resumes with old state."""
        with frozen(self._any_web()):
            self._pass_time(1.5)

    def kill_worker(self) -> None:
        """End the worker without a word, and start another."""
        self._worker.kill()
        self._worker.start()

    def lose_replies(self) -> None:
        """Lose replies to requests that the server has done."""
        self._suffer(Fault(lose_replies=True, times=self._luck.randint(1, 12)), 1.5)

    def cut_replies(self) -> None:
        """Cut connections off at replies, some in the middle."""
        cut_after = self._luck.choice([0, 1, 7])
        self._suffer(Fault(cut_after=cut_after, times=self._luck.randint(1, 40)), 0.5)

    def delay(self) -> None:
        """Bring replies late, some after nobody waits for them."""
        self._suffer(Fault(delay=self._luck.choice([0.05, 0.3, 1.1])), 1.0)

    def hold(self) -> None:
        """Part service and server; requests arrive at the end, even if nobody waits for them."""
        self._suffer(Fault(hold=True), 2.5)

    def refuse(self) -> None:
        """End all connections to the server, and refuse new ones."""
        self._suffer(Fault(refuse=True), 0.5)

    def _suffer(self, fault: Fault, most: float) -> None:
        with self._proxy.suffering(fault):
            self._pass_time(most)

    def _any_web(self) -> int:
        return self._luck.choice(sorted(self._service.web.pids))

    def _pass_time(self, most: float) -> None:
        sleep(self._pace * self._luck.uniform(0.05, most))
