"""Makes the sync Python client from the async one.

usage: sync_from_async.py ASYNC SYNC
"""

import re
import sys

source, target = sys.argv[1:3]
text = open(source, encoding="utf-8").read()
text = text.split("\n", 1)[1]
for pattern, replacement in [
    (r"import asyncio\n", "import time\n"),
    (r"await asyncio\.sleep", "time.sleep"),
    (r"AsyncIterator", "Iterator"),
    (r"httpx\.AsyncClient", "httpx.Client"),
    (r"AsyncLagrum", "Lagrum"),
    (r"AsyncCitations", "Citations"),
    (r"__aenter__", "__enter__"),
    (r"__aexit__", "__exit__"),
    (r"aclose", "close"),
    (r"aiter_raw", "iter_raw"),
    (r"\basync (def|with|for)", r"\1"),
    (r"\bawait ", ""),
]:
    text = re.sub(pattern, replacement, text)
with open(target, "w", encoding="utf-8") as file:
    file.write('"""The client without asyncio. Made of `_async.py` by `.ci/clients/generate`: change that."""\n' + text)
