"""When a request is sent again."""

from __future__ import annotations

from dataclasses import dataclass

import httpx

BUSY = frozenset({429, 503})


@dataclass(frozen=True)
class Retry:
    """How often and how long to wait for a server that is busy or cannot be reached."""

    attempts: int = 4
    """How often a request is sent, at the most."""
    longest: float = 30.0
    """The longest wait, in seconds. A server that asks for more is given up."""
    first: float = 0.5
    """The first wait where the server names none, in seconds; each further one is twice as long."""

    def wait(self, attempt: int, response: httpx.Response | None) -> float | None:
        """Seconds to wait after an attempt (1 for the first); None to give up."""
        if attempt >= self.attempts:
            return None
        if response is not None and response.status_code not in BUSY:
            return None
        asked = response.headers.get("retry-after") if response is not None else None
        # Without a time, a 503 is something that does not pass by waiting.
        if response is not None and response.status_code == 503 and asked is None:
            return None
        seconds = float(asked) if asked and asked.isdigit() else self.first * 2 ** (attempt - 1)
        return seconds if seconds <= self.longest else None
