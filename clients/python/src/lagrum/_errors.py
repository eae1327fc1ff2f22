"""What can go wrong."""

from __future__ import annotations

import httpx


class LagrumError(Exception):
    """A request that the server refused or failed to answer."""

    def __init__(self, status: int, detail: str, error_id: str | None = None) -> None:
        super().__init__(f"{status}: {detail}")
        self.status = status
        """The status of the response."""
        self.detail = detail
        """What the server says."""
        self.error_id = error_id
        """The entry in the server's ledger, for its operator."""


class DumpError(Exception):
    """A dump that does not exist, or that is not what the server said it is."""


def error_of(response: httpx.Response) -> LagrumError:
    """The error that a response stands for."""
    try:
        body = response.json()
    except ValueError:
        return LagrumError(response.status_code, response.reason_phrase)
    detail = body.get("detail") if isinstance(body, dict) else None
    if isinstance(detail, list):
        detail = "; ".join(f"{item['loc'][-1]}: {item['msg']}" for item in detail)
    error_id = body.get("error_id") if isinstance(body, dict) else None
    return LagrumError(response.status_code, str(detail or response.reason_phrase), error_id)
