"""Runs the checks of the site in a browser, and counts them."""

import json
import os
import subprocess
import sys
import tempfile
import traceback
import urllib.error
import urllib.parse
import urllib.request

import firefox
import journeys
from browser import Browser, Driver, Failed
from firefox import Firefox

WIDTHS = [390, 800, 1440]

# The narrowest window: a window of 1280 px at 400 %.
NARROWEST = 320

# One page of every kind, on the demo corpus.
PAGES = [
    "/", "/1931:47", "/dom/nja/2031s5", "/prop/2030/31:9", "/celex/32031R0077",
    "/1931:47/konsolidering/2004:310", "/sok?q=tillsyn", "/hanvisningar/1931:47?plats=K3P3",
    "/1931:47?q=tillsyn", "/1931:47?citera=K3P3", "/prop/2003/04:9", "/jamfor/1931:47", "/jamfor/1931:47?vy=sida&bara=1", "/bladdra", "/bladdra/sfs", "/bladdra/dv",
    "/graf/1931:47", "/graf/1931:47?inuti=1", "/graf?from=/1931:47&to=/dom/nja/2031s5", "/om", "/om/tackning",
    "/kontrollera", "/om/sokhjalp", "/om/ord", "/om/installningar", "/historia/1931:47?plats=K3P3&datum=2001-01-01", "/kommande", "/om/tillganglighet", "/en", "/begrepp/Tjocka", "/1931:47?saknas=K9P99", "/graf?from=f%C3%A5rl&to=x", "/nonsens", "/sou/2029:3", "/faksimil/sou/2029:3/sid12", "/sok?q=kvantdator",
]


class Count:
    """How many checks passed, and which failed."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def run(self, name, work):
        try:
            work()
            self.passed += 1
        except Failed as error:
            self.failed += 1
            print(f"FAILED {name}: {error}", flush=True)
        except Exception:
            self.failed += 1
            print(f"FAILED {name}:\n{traceback.format_exc()}", flush=True)


def only_our_host(browser, base):
    foreign = [address for address in browser.requests()
               if not address.startswith((base, "data:", "chrome", "about:"))]
    if foreign:
        raise Failed(f"requests to other hosts: {foreign[:3]}")


def silent(browser, missing):
    def is_expected(entry):
        return missing and "404" in entry["message"]
    entries = [entry["message"] for entry in browser.log("browser") if not is_expected(entry)]
    if entries:
        raise Failed(f"the console says {entries[:3]}")


def journey(driver, base, name, walk, width, scripts, by_keyboard):
    def work():
        with Browser(driver, width, scripts=scripts) as browser:
            walk(browser, base, by_keyboard)
            only_our_host(browser, base)
            silent(browser, False)
    kind = "keyboard" if by_keyboard else ("scripts" if scripts else "no scripts")
    return f"{name} {width} px, {kind}", work


def fits(browser):
    """A page is no wider than the window."""
    width, window = browser.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    if width > window:
        raise Failed(f"{width} px wide in a window of {window} px")


def still(browser, base, page):
    """A page neither shifts, nor writes to the console, nor asks other hosts, nor is wider than the window, in the narrowest
    one also with a text of double size."""
    browser.go(base + page)
    browser.check_still("while it opens")
    fits(browser)
    if browser.run("return innerWidth") <= NARROWEST:
        browser.run("document.documentElement.style.fontSize = '200%'")
        fits(browser)
    only_our_host(browser, base)
    silent(browser, page in ("/nonsens", "/prop/2003/04:9"))


def in_firefox(browser, base, work):
    """Does some work, and checks the page where it ends. Layout shifts and the console are not told by Firefox."""
    work()
    fits(browser)
    only_our_host(browser, base)


def second_browser(count, base):
    """The journeys and the pages in Firefox, one window for a width."""
    for width in WIDTHS:
        for scripts in [True, False]:
            with Firefox(width, scripts) as browser:
                kind = f"Firefox {width} px, {'scripts' if scripts else 'no scripts'}"
                for name, walk in journeys.ALL:
                    for by_keyboard in [False, True]:
                        held = "keyboard" if by_keyboard else "mouse"
                        count.run(f"{name} {kind}, {held}", lambda: in_firefox(
                            browser, base, lambda: walk(browser, base, by_keyboard)))
                for page in PAGES:
                    count.run(f"{page} {kind}", lambda: in_firefox(browser, base, lambda: browser.go(base + page)))


def accessible(browser, base, page, axe):
    browser.go(base + page)
    browser.run(axe)
    found = browser.run_async(
        "const done = arguments[0]; axe.run({resultTypes: ['violations'], rules: {'target-size': {enabled: true}}}).then(r => done(r.violations.map("
        "v => v.id + ': ' + v.nodes.slice(0, 2).map(n => n.target.join(' ') + ' ' + n.html.slice(0, 120)).join(' | '))))")
    if found:
        raise Failed("; ".join(found)[:1500])


def read(address):
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        return error.read()


def valid(base, jar):
    """All pages at once: starting the checker takes longer than a page."""
    with tempfile.TemporaryDirectory() as folder:
        for number, page in enumerate(PAGES):
            name = urllib.parse.quote(page, safe="").replace("%", "_")[:60]
            with open(os.path.join(folder, f"{number:02}{name}.html"), "wb") as file:
                file.write(read(base + page))
        done = subprocess.run(
            ["java", "-jar", jar, "--errors-only", "--format", "json", folder], capture_output=True, check=False)
        messages = json.loads(done.stderr)["messages"]
        if messages:
            told = [f"{os.path.basename(m.get('url', ''))}:{m.get('lastLine')}: {m['message']}" for m in messages]
            raise Failed(f"{len(told)} errors:\n  " + "\n  ".join(told[:20]))


def typed(compiler):
    """The types that scripts state in comments."""
    assets = os.path.join(os.path.dirname(__file__), "../../crates/site/assets")
    scripts = sorted(os.path.join(assets, name) for name in os.listdir(assets) if name.endswith(".js"))
    done = subprocess.run(
        [compiler, "--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "esnext", "--module", "esnext",
         "--lib", "dom,dom.iterable,esnext", *scripts], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(done.stdout[:1500])


def main():
    base, tools = sys.argv[1:3]
    count = Count()
    driver = Driver()
    try:
        for name, walk in journeys.ALL:
            for width in WIDTHS:
                for scripts, by_keyboard in [(True, False), (False, False), (True, True)]:
                    count.run(*journey(driver, base, name, walk, width, scripts, by_keyboard))
        for name, walk in journeys.SCRIPTED:
            for width in WIDTHS:
                count.run(*journey(driver, base, name, walk, width, True, False))
        for width in [NARROWEST, *WIDTHS]:
            with Browser(driver, width) as browser:
                for page in PAGES:
                    count.run(f"still {width} px {page}", lambda page=page: still(browser, base, page))
        if firefox.program():
            second_browser(count, base)
        else:
            print("skipped: Firefox is not installed (Debian: firefox-esr)")
        axe_file = os.path.join(tools, "node_modules/axe-core/axe.min.js")
        if os.path.exists(axe_file):
            with open(axe_file, encoding="utf-8") as file:
                axe = file.read()
            for dark in [False, True]:
                for width in [390, 1440]:
                    with Browser(driver, width, dark=dark) as browser:
                        theme = "dark" if dark else "light"
                        for page in PAGES:
                            count.run(f"axe {width} px {theme} {page}",
                                      lambda page=page: accessible(browser, base, page, axe))
        else:
            print("skipped: axe-core (npm install failed or npm is missing)")
        compiler = os.path.join(tools, "node_modules/.bin/tsc")
        if os.path.exists(compiler):
            count.run("tsc", lambda: typed(compiler))
        else:
            print("skipped: tsc (npm install failed or npm is missing)")
        jar = os.path.join(tools, "node_modules/vnu-jar/build/dist/vnu.jar")
        if os.path.exists(jar):
            count.run("vnu", lambda: valid(base, jar))
        else:
            print("skipped: vnu (npm install failed or npm is missing)")
    finally:
        driver.close()
    print(f"{count.passed} passed, {count.failed} failed")
    sys.exit(1 if count.failed else 0)


main()
