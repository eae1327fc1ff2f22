"""Runs every line of the README of a client as its reader does: from an empty folder that has a copy of the repository as `lagrum`.

usage: readme.py README PROGRAM ADDRESS, such as readme.py clients/python/README.md example.py http://127.0.0.1:8080
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def main(readme: Path, program: str, address: str) -> None:
    text = readme.read_text()
    language = {".py": "python", ".mjs": "ts"}[Path(program).suffix]
    lines = [line for block in blocks(text, "sh") for line in block.splitlines() if line.strip()]
    example = blocks(text, language)[0]
    assert len(lines) >= 3 and "https://lag.example" in example, "the README has lines to install and an example"
    with tempfile.TemporaryDirectory() as folder:
        # The files of the commit, as a clone has them, with what is changed and not committed.
        listed = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "clients"]
        files = subprocess.run(listed, check=True, capture_output=True).stdout
        (Path(folder) / "lagrum").mkdir()
        archive = subprocess.run(["tar", "-C", str(ROOT), "--null", "-T", "-", "-c"], input=files, check=True, capture_output=True)
        subprocess.run(["tar", "-C", f"{folder}/lagrum", "-x"], input=archive.stdout, check=True)
        (Path(folder) / program).write_text(example.replace("https://lag.example", address))
        # What the tests around this one set must not help.
        kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "NODE_PATH", "VIRTUAL_ENV")}
        for line in lines:
            ran = subprocess.run(line, shell=True, cwd=folder, env=kept, timeout=PATIENCE, capture_output=True, text=True)
            assert ran.returncode == 0, f"{readme}: {line}\n{ran.stdout}{ran.stderr}"
    print(f"{readme.parent.name} README: {len(lines)} lines run")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
