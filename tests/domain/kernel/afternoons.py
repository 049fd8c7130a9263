"""A calendar whose quiet hours are the mornings."""

from domain.kernel.calendars import Calendar
from domain.kernel.deadlines import DAY

HALF_A_DAY = DAY * 500


class Afternoons:
    """A calendar by which only the time from noon to midnight counts, in UTC."""

    def after(self, since: int, length: int) -> int:
        at, left = since, length
        while left > (counted := self.counted(at, self._midnight(at))):
            at, left = self._midnight(at), left - counted
        return max(at, self._midnight(at) - HALF_A_DAY) + left

    def counted(self, since: int, until: int) -> int:
        total, at = 0, since
        while at < until:
            end = min(until, self._midnight(at))
            total += max(0, end - max(at, self._midnight(at) - HALF_A_DAY))
            at = end
        return total

    def _midnight(self, at: int) -> int:
        return at - at % (2 * HALF_A_DAY) + 2 * HALF_A_DAY


def afternoons(_since: int) -> Calendar:
    return Afternoons()
