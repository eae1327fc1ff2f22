"""Draws how often the most cited provisions of an act were cited, year by year.

usage: python most_cited.py ADDRESS URI PLOT, such as
       python most_cited.py http://127.0.0.1:8080 https://lag.demo.example/1931:47 plot.png
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import MaxNLocator  # noqa: E402

from lagrum import Lagrum, LagrumError  # noqa: E402

address, act, plot = sys.argv[1:4]

# %% Who cites the act: each row is a place in a document that cites the act or a provision of it.
by_provision: defaultdict[str, Counter[int]] = defaultdict(Counter)
with Lagrum(address) as law:
    for citation in law.inbound_all(act):
        provision = citation.target.partition("#")[2]
        if provision and citation.date:
            by_provision[provision][int(citation.date[:4])] += 1
    title = law.document(act).title

    # %% The five most cited provisions, by the names that readers know them by. Citations of provisions that the text of today does not have
    # are left out: they were repealed, or never existed.
    names: dict[str, str] = {}
    for provision in sorted(by_provision, key=lambda provision: -by_provision[provision].total()):
        try:
            names[provision] = law.provision(f"{act}#{provision}").label or provision
        except LagrumError as error:
            if error.status != 404:
                raise
            continue
        if len(names) == 5:
            break
    top = list(names)

for provision in top:
    print(f"{names[provision]}: {by_provision[provision].total()} citations")

# %% The plot: a line for each, over all years.
years = range(
    min(min(counts) for counts in by_provision.values()), 1 + max(max(counts) for counts in by_provision.values())
)
figure, axes = plt.subplots(figsize=(9, 5))
for provision in top:
    axes.plot(years, [by_provision[provision][year] for year in years], marker="o", label=names[provision])
axes.set(title=f"Citations of {title}", xlabel="year of the citing document", ylabel="citations")
axes.yaxis.set_major_locator(MaxNLocator(integer=True))
axes.legend()
figure.savefig(plot, dpi=150, bbox_inches="tight")
