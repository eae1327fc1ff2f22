"""Dump files: which one, where it is kept until it is whole, and whether it is what the server said."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import httpx

from lagrum import models
from lagrum._errors import DumpError, error_of

Part = Literal["documents", "versions", "status"]

# Bytes that are read at once.
CHUNK = 1 << 20


class DumpFile:
    """A dump file that is being downloaded beside its place."""

    def __init__(self, file: models.DumpInfo | models.DumpFile, target: Path) -> None:
        self.path = f"/dumps/{file.file}"
        self.target = target
        self.bytes = file.bytes
        self.sha256 = file.sha256
        # Named by its content, so that what is left of another file is never continued.
        self.partial = target.with_name(f"{target.name}.{file.sha256[:16]}.part")

    @property
    def is_there(self) -> bool:
        return self.target.is_file() and self.target.stat().st_size == self.bytes and self._digest(self.target) == self.sha256

    @property
    def received(self) -> int:
        return self.partial.stat().st_size if self.partial.exists() else 0

    def headers(self) -> dict[str, str]:
        """Asks for what is missing. A file that has changed meanwhile is refused by the server."""
        if self.received == 0:
            return {"accept-encoding": "identity"}
        return {
            "accept-encoding": "identity",
            "range": f"bytes={self.received}-",
            "if-match": f'"{self.sha256}"',
        }

    def begin(self, response: httpx.Response) -> None:
        """Checks that a response continues where the file ends."""
        if response.status_code == 412:
            self.partial.unlink(missing_ok=True)
            raise DumpError(f"{self.path} changed during the download: start it again")
        if response.status_code not in (200, 206):
            raise error_of(response)
        if response.status_code == 200:
            self.partial.unlink(missing_ok=True)

    def append(self, chunk: bytes) -> None:
        with self.partial.open("ab") as file:
            file.write(chunk)

    def finish(self) -> Path:
        """Puts the whole file in its place."""
        if self.received != self.bytes or self._digest(self.partial) != self.sha256:
            size = self.received
            self.partial.unlink(missing_ok=True)
            raise DumpError(f"{self.path} is not what the server said: {size} of {self.bytes} bytes, or another SHA-256")
        os.replace(self.partial, self.target)
        return self.target

    @staticmethod
    def _digest(path: Path) -> str:
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                digest.update(chunk)
        return digest.hexdigest()


def choose(dumps: Sequence[models.DumpInfo], source: str, part: Part) -> models.DumpInfo | models.DumpFile:
    """The file of a source."""
    dump = next((dump for dump in dumps if dump.source == source), None)
    if dump is None:
        raise DumpError(f"there is no dump of {source}; there are {', '.join(dump.source for dump in dumps)}")
    chosen = {"documents": dump, "versions": dump.versions, "status": dump.status}[part]
    if chosen is None:
        raise DumpError(f"the dump of {source} has no {part}")
    return chosen
