"""Opens pages of a running server in a real browser, as on a phone and as on a laptop, and measures what a reader waits for.

    .ci/site/phone.py ADDRESS [--pages FILE]

The phone is 390 px wide, its processor slowed four times, its network 1.6 Mbit/s with 150 ms there and back. Prints for each page the
time to the largest paint and the layout shift, and how the estimated heights of blocks compare with the real ones. FILE has an
address and its name on each line; without it the pages of the demo are opened.
"""

import argparse
import statistics
import sys

from browser import Browser, Driver

DEMO = [("start", "/"), ("search", "/sok?q=tillsyn"), ("act", "/1931:47"), ("act, at a provision", "/1931:47#K3P3"),
        ("decision", "/dom/nja/2031s5"), ("preparatory work", "/prop/2030/31:9")]

# Width, how much slower the processor, bytes a second, milliseconds of latency.
MACHINES = {"phone": (390, 4, 1.6e6 / 8, 150), "laptop": (1440, 1, -1, 0)}

PAINT = """
const done = arguments[0]; let paint = 0, shift = 0;
new PerformanceObserver(list => list.getEntries().forEach(e => paint = e.startTime)).observe({type: 'largest-contentful-paint', buffered: true});
new PerformanceObserver(list => list.getEntries().forEach(e => shift += e.value)).observe({type: 'layout-shift', buffered: true});
setTimeout(() => done([paint, shift, performance.getEntriesByType('navigation')[0].loadEventEnd]), 600);
"""

HEIGHTS = """
const blocks = [...document.querySelectorAll('.text > .b')].slice(0, 400);
const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
const estimated = blocks.map(b => parseFloat(getComputedStyle(b).containIntrinsicBlockSize.replace('auto', '')));
blocks.forEach(b => b.style.contentVisibility = 'visible');
return blocks.map((b, at) => [estimated[at], b.getBoundingClientRect().height]);
"""


def opened(driver, base, path, machine):
    width, slower, throughput, latency = MACHINES[machine]
    with Browser(driver, width) as browser:
        browser.cdp("Network.enable", {})
        browser.cdp("Network.emulateNetworkConditions",
                    {"offline": False, "latency": latency, "downloadThroughput": throughput, "uploadThroughput": throughput})
        browser.cdp("Emulation.setCPUThrottlingRate", {"rate": slower})
        browser.go(base + path)
        paint, shift, loaded = browser.run_async(PAINT)
        browser.cdp("Emulation.setCPUThrottlingRate", {"rate": 1})
        return paint, shift, loaded, browser.run(HEIGHTS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--pages", help="a file with an address and a name on each line")
    options = parser.parse_args()
    pages = DEMO
    if options.pages:
        with open(options.pages, encoding="utf-8") as file:
            rows = [line.split(None, 1) for line in file if line.strip()]
        pages = [(name.strip(), path) for path, name in rows]
    base, shifted = options.address.rstrip("/"), False
    driver = Driver()
    try:
        for machine in MACHINES:
            print(f"\n| {machine} | largest paint, s | loaded, s | shift | blocks | height of all, estimated : real | blocks, 10th to 90th of 100 |")
            print("|---|---|---|---|---|---|---|")
            for name, path in pages:
                paint, shift, loaded, heights = opened(driver, base, path, machine)
                shifted |= shift > 0
                blocks, whole, spread = len(heights), "", ""
                if heights:
                    whole = f"{sum(e for e, _ in heights) / sum(r for _, r in heights):.2f}"
                    ratios = [e / r for e, r in heights if r > 100]
                    if len(ratios) > 4:
                        tenths = statistics.quantiles(ratios, n=10)
                        spread = f"{tenths[0]:.2f}–{tenths[-1]:.2f}"
                print(f"| {name} | {paint / 1000:.2f} | {loaded / 1000:.2f} | {shift:.3f} | {blocks} | {whole} | {spread} |", flush=True)
    finally:
        driver.close()
    sys.exit(1 if shifted else 0)


if __name__ == "__main__":
    main()
