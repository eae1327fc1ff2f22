"""What readers come for, on the demo corpus: the journeys J1 to J5 of docs/site.md, and what scripts add."""

import time

from browser import Failed

ACT = "/1931:47"


def check(is_so, what):
    if not is_so:
        raise Failed(what)


def follow(browser, selector, by_keyboard):
    """Follows a link, with the mouse or with the keyboard."""
    if by_keyboard:
        browser.tab_to(selector)
        browser.press("Enter")
    else:
        element = browser.one(selector)
        browser.run("arguments[0].scrollIntoView({block: 'center'})",
                    {"element-6066-11e4-a52e-4f735466cecf": element})
        browser.click(element)


def search(browser, selector, text, by_keyboard):
    """Types into a search box, and Enter."""
    element = browser.tab_to(selector) if by_keyboard else browser.one(selector)
    browser.type(element, f"{text}<Enter>")


def is_below_header(browser, anchor):
    top, header = browser.run(
        "const target = document.getElementById(arguments[0]);"
        "return [target.getBoundingClientRect().top, document.querySelector('header').getBoundingClientRect().bottom]",
        anchor)
    check(header - 1 <= top < 800, f"#{anchor} is at {top}, the header ends at {header}")


def j1(browser, base, by_keyboard):
    """Read a provision I know."""
    browser.go(f"{base}/om")
    search(browser, "header input[name=q]", "3 kap. 3 § fårlagen", by_keyboard)
    browser.wait_for_address(f"{ACT}#K3P3")
    is_below_header(browser, "K3P3")


def j2(browser, base, by_keyboard):
    """How is it applied."""
    browser.go(f"{base}{ACT}#K3P3")
    follow(browser, "#K3P3 a[href*='/hanvisningar/'], #K3P3 + * a[href*='/hanvisningar/']", by_keyboard)
    browser.wait_for_address("/hanvisningar/1931:47")
    if not browser.all(".list .what"):
        raise Failed("nothing cites 3 kap. 3 §")
    if "groups=" not in browser.address():
        if not by_keyboard and not browser.run("return document.querySelector('.side > details').open"):
            browser.click(browser.one(".side > details > summary"))
        follow(browser, ".choices a[href*='groups=R']", by_keyboard)
        browser.wait_for_address("groups=")
    follow(browser, ".list .what", by_keyboard)
    browser.wait_for_address("/dom/")


def j3(browser, base, by_keyboard):
    """What did it say, what changed."""
    browser.go(f"{base}{ACT}")
    follow(browser, "main a[href^='/jamfor/1931:47']", by_keyboard)
    browser.wait_for_address("/jamfor/")
    check(browser.all("ins") and browser.all("del"), "the comparison shows no difference")
    follow(browser, "a[href*='vy=sida']", by_keyboard)
    browser.wait_for_address("vy=sida")
    check(browser.all(".columns.unit"), "the comparison has no columns")


def j4(browser, base, by_keyboard):
    """Find a rule in my own words."""
    browser.go(f"{base}/")
    search(browser, "main input[name=q]", "lösa får utan tillsyn", by_keyboard)
    browser.wait_for_address("/sok")
    follow(browser, "main a[href*='#'][href*='q=']", by_keyboard)
    browser.wait_for_address("#")
    check(browser.all("main mark"), f"{browser.address()} marks no word")


def j5(browser, base, by_keyboard):
    """Cite it, take it along."""
    browser.go(f"{base}{ACT}?citera=K3P3")
    text = browser.run("return document.querySelector('main').textContent")
    check("3 kap. 3 § fårlagen" in text, "the page does not cite 3 kap. 3 §")


SELECT = """
const place = document.getElementById(arguments[0]).querySelector("p:nth-of-type(2)").firstChild;
const range = document.createRange();
range.setStart(place, 0);
range.setEnd(place, 10);
getSelection().removeAllRanges();
getSelection().addRange(range);
"""


def suggestions(browser, base, _):
    """A place of the open document is suggested, and chosen with the arrow keys."""
    browser.go(f"{base}{ACT}")
    box = browser.one("header input[name=q]")
    browser.type(box, "3 kap. 3")
    browser.one("header [role=option]")
    browser.press("Down")
    chosen = browser.run("return document.activeElement.getAttribute('aria-activedescendant')")
    check(chosen, "no option is chosen")
    browser.press("Enter")
    browser.wait_for_address(f"{ACT}#K3P3")


def selection(browser, base, _):
    """The stycke of what is selected is cited."""
    browser.go(f"{base}{ACT}#K3P3")
    anchor = browser.run(
        "return [...document.querySelectorAll('.p[id]')].find(p => p.querySelectorAll(':scope > p[id]').length > 1).id")
    browser.run("document.getElementById(arguments[0]).scrollIntoView()", anchor)
    browser.run(SELECT, anchor)
    button = browser.one(".cite-this:not([hidden])")
    browser.click(button)
    browser.one("dialog[open]")
    text = browser.run("return document.querySelector('dialog').textContent")
    check("andra stycket" in text, f"the dialog says {text!r}")


def place(browser, base, _):
    """A line under the header and the contents say where the reader is; a word of lawyers is explained in place."""
    browser.go(f"{base}{ACT}#K3P3")
    browser.one(".running:not([hidden])")
    shown, marked, bottom, top = browser.run(
        "const running = document.querySelector('.running');"
        "return [running.textContent, document.querySelector('.contents [aria-current]')?.textContent ?? '',"
        " running.getBoundingClientRect().bottom, document.getElementById('K3P3').getBoundingClientRect().top]")
    check("3 kap." in shown and marked in shown, f"the line says {shown!r}, the contents {marked!r}")
    check(bottom <= top + 1, f"the line ends at {bottom}, the provision begins at {top}")
    browser.run("scrollTo(0, 0)")
    browser.click(browser.one(".term"))
    check(browser.all(".meaning:popover-open"), "no explanation is shown")


def kept(browser, base, _):
    """The place is kept over a reload, also in another font, and notes are not copied with the text."""
    def top():
        return browser.run("return document.getElementById('K3P3').getBoundingClientRect().top")

    browser.go(f"{base}{ACT}#K3P3")
    for _ in range(100):
        if browser.run("return innerWidth") >= 768 or browser.run("return localStorage.getItem('typsnitt')"):
            break
        time.sleep(0.1)
    before = top()
    browser.run("location.reload()")
    time.sleep(1)
    check(abs(top() - before) < 4, f"the place was {before} px down, and is {top()} px down after a reload")
    text, note = browser.run(
        "const place = document.querySelector('.p:has(.note)'), range = document.createRange();"
        "range.selectNode(place); getSelection().removeAllRanges(); getSelection().addRange(range);"
        "return [getSelection().toString(), place.querySelector('.note').textContent.trim()]")
    check(len(text) > 40 and note and note[:12] not in text, f"with the text is copied {text!r}")


def sheet(browser, base, _):
    """The printed page in view stands beside the text of a wide window, and nothing moves."""
    browser.go(f"{base}/sou/2029:3")
    if browser.run("return innerWidth") < 1280:
        check(not browser.run("return document.querySelector('.beside-sheet')?.checkVisibility()"), "a narrow window has a sheet")
        return
    button = browser.one(".sheet-switch:not([hidden])")
    browser.click(button)
    for _ in range(100):
        if browser.run("const i = document.querySelector('.beside-sheet img'); return i.complete && i.naturalWidth > 100"):
            break
        time.sleep(0.1)
    else:
        raise Failed("the printed page is not drawn")
    check(browser.attribute(button, "aria-pressed") == "true", "the button does not say that it is pressed")
    browser.check_still("when the printed page comes")
    browser.click(button)
    check(not browser.run("return document.querySelector('.beside-sheet').checkVisibility()"), "the printed page stays")


def graph(browser, base, _):
    """What a document is connected with stands out, and a group of documents is chosen."""
    browser.go(f"{base}/graf/1931:47")
    if browser.run("return innerWidth") >= 640:
        browser.run("document.querySelector('.nodes a').focus()")
        lit, all_nodes = browser.run("return [document.querySelectorAll('.nodes .lit').length, document.querySelectorAll('.nodes a').length]")
        check(1 < lit < all_nodes, f"{lit} of {all_nodes} documents stand out")
    follow(browser, ".switches a", False)
    browser.wait_for_address("groups=")
    check(browser.all(".switches .chosen"), "no group is chosen")


def fonts(browser, base, _):
    """A small screen shows its first page without our fonts and fetches them for the next; a wide one has them at once. Nothing moves."""
    def family():
        return browser.run("return getComputedStyle(document.querySelector('h1')).fontFamily")

    def loaded():
        return browser.run("return [...document.fonts].filter(f => f.status === 'loaded').length")

    browser.go(f"{base}/om")
    is_small = browser.run("return innerWidth") < 768
    check(("Libertinus Serif" in family()) != is_small, f"the first page is set in {family()}")
    for _ in range(100):
        if not is_small or browser.run("return localStorage.getItem('typsnitt')"):
            break
        time.sleep(0.1)
    else:
        raise Failed("the fonts are not fetched")
    browser.go(f"{base}{ACT}")
    check("Libertinus Serif" in family() and loaded() >= 2, f"the next page is set in {family()}, with {loaded()} of our fonts")
    browser.check_still("when the fonts come")


# What scripts add.
SCRIPTED = [("suggestions", suggestions), ("selection", selection), ("place", place), ("kept", kept), ("sheet", sheet), ("graph", graph), ("fonts", fonts)]

ALL = [("J1", j1), ("J2", j2), ("J3", j3), ("J4", j4), ("J5", j5)]
