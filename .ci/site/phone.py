"""Opens pages of a running server in a real browser, as on a phone and as on a laptop, and measures what a reader waits for.

    .ci/site/phone.py ADDRESS [--pages FILE] [--times 3]

The phone is 390 px wide, its processor slowed four times, its network 1.6 Mbit/s with 150 ms there and back. Prints for each page the
time to the first and to the largest paint (the least of the times, since another program only adds to one) and the layout shift. Then, at
three widths, how the estimated heights of blocks compare with the real ones: all of a page together, and of how many blocks of more than
100 pixels the estimate is within 15 %. FILE has an address and its name on each line; without it the pages of the demo are opened.
Fails when a page shifts, and names what moved.
"""

import argparse
import sys
import time

from browser import Browser, Driver

DEMO = [("start", "/"), ("search", "/sok?q=tillsyn"), ("act", "/1931:47"), ("act, at a provision", "/1931:47#K3P3"),
        ("decision", "/dom/nja/2031s5"), ("preparatory work", "/prop/2030/31:9")]

# Width, how much slower the processor, bytes a second, milliseconds of latency.
MACHINES = {"phone": (390, 4, 1.6e6 / 8, 150), "laptop": (1440, 1, -1, 0)}

# How long a new window is left alone, in seconds: it loads a page of its own, and a reader's window is open already.
SETTLED = 1.5

# Widths at which heights are compared: a phone, a tablet, a laptop with a margin.
WIDTHS = [390, 800, 1440]

# How far an estimate may be from the height.
CLOSE = 0.15

PAINT = """
const done = arguments[0], moved = []; let paint = 0, shift = 0;
const place = rect => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ');
const tell = e => e.sources.map(s => `${(s.node?.outerHTML ?? s.node?.textContent ?? 'what has gone').slice(0, 80)}: ${place(s.previousRect)} to ${place(s.currentRect)} at ${Math.round(e.startTime)} ms`);
new PerformanceObserver(list => list.getEntries().forEach(e => paint = e.startTime)).observe({type: 'largest-contentful-paint', buffered: true});
new PerformanceObserver(list => list.getEntries().forEach(e => { shift += e.value; moved.push(...tell(e)); })).observe({type: 'layout-shift', buffered: true});
setTimeout(() => {
  const first = performance.getEntriesByName('first-contentful-paint')[0];
  done([first ? first.startTime : 0, paint, shift, performance.getEntriesByType('navigation')[0].loadEventEnd, moved]);
}, 600);
"""

HEIGHTS = """
const blocks = [...document.querySelectorAll('.text > .b')].slice(0, 400);
const estimated = blocks.map(b => parseFloat(getComputedStyle(b).containIntrinsicBlockSize.replace('auto', '')));
blocks.forEach(b => b.style.contentVisibility = 'visible');
return blocks.map((b, at) => [estimated[at], b.getBoundingClientRect().height]);
"""


def opened(driver, base, path, machine):
    """First paint, largest paint, shift, time of the load event, and what moved."""
    width, slower, throughput, latency = MACHINES[machine]
    with Browser(driver, width) as browser:
        browser.go("about:blank")
        time.sleep(SETTLED)
        browser.cdp("Network.enable", {})
        browser.cdp("Network.emulateNetworkConditions",
                    {"offline": False, "latency": latency, "downloadThroughput": throughput, "uploadThroughput": throughput})
        browser.cdp("Emulation.setCPUThrottlingRate", {"rate": slower})
        browser.go(base + path)
        return browser.run_async(PAINT)


def heights(driver, base, path, width):
    """The ratio of all heights, how many blocks there are, and of which share of them the estimate is close."""
    with Browser(driver, width) as browser:
        browser.go(base + path)
        pairs = browser.run(HEIGHTS)
    if not pairs:
        return None
    ratios = [estimated / real for estimated, real in pairs if real > 100] or [1]
    close = sum(abs(ratio - 1) <= CLOSE for ratio in ratios) / len(ratios)
    return sum(estimated for estimated, _ in pairs) / sum(real for _, real in pairs), len(pairs), close


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--pages", help="a file with an address and a name on each line")
    parser.add_argument("--times", type=int, default=3, help="how often each page is opened")
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
            print(f"\n| {machine} | first paint, s | largest paint, s | loaded, s | shift |")
            print("|---|---|---|---|---|")
            for name, path in pages:
                runs = [opened(driver, base, path, machine) for _ in range(options.times)]
                first, paint, shift, loaded, moved = zip(*runs)
                shifted |= max(shift) > 0
                print(f"| {name} | {min(first) / 1000:.2f} | {min(paint) / 1000:.2f} | {min(loaded) / 1000:.2f} "
                      f"| {max(shift):.3f} |", flush=True)
                for what in sum(moved, []):
                    print(f"moved: {what}", file=sys.stderr)
        print("\n| estimated height : real, and close estimates | blocks | " + " | ".join(f"{width} px" for width in WIDTHS) + " |")
        print("|---" * (2 + len(WIDTHS)) + "|")
        for name, path in pages:
            if "#" in path:
                continue
            found = [heights(driver, base, path, width) for width in WIDTHS]
            if all(found):
                cells = [f"{ratio:.2f}, {close:.0%}" for ratio, _, close in found]
                print(f"| {name} | {found[0][1]} | " + " | ".join(cells) + " |", flush=True)
    finally:
        driver.close()
    sys.exit(1 if shifted else 0)


if __name__ == "__main__":
    main()
