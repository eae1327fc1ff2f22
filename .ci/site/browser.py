"""A browser, driven by WebDriver: as much of the protocol as the tests need, with the standard library alone.

`Window` is what a reader does, by the names that WebDriver gives to commands. `Browser` sends them to Chromium, `firefox.Firefox`
to Firefox.
"""

import base64
import json
import socket
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# A layout shift of less is rounding: a line of text on another part of a pixel.
ROUNDING = 0.0001

KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Down": "\ue015"}


class Failed(Exception):
    """A command of the driver failed, or a check did."""


class Driver:
    """A running chromedriver."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["chromedriver", f"--port={self.port}", "--silent"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                if self.call("GET", "/status")["ready"]:
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise Failed("chromedriver does not start")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=data, method=method,
            headers={"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise Failed(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def close(self):
        self.process.terminate()
        self.process.wait()


class Window:
    """A window of a browser. The classes below it say how a command is sent."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def command(self, name, /, **parameters):
        """Sends a command, and gives the value of its answer."""
        raise NotImplementedError

    def close(self):
        raise NotImplementedError

    def go(self, address):
        self.command("Navigate", url=address)

    def address(self):
        return self.command("GetCurrentURL")

    def run(self, script, *arguments):
        return self.command("ExecuteScript", script=script, args=list(arguments))

    def run_async(self, script, *arguments):
        return self.command("ExecuteAsyncScript", script=script, args=list(arguments))

    def all(self, selector):
        found = self.command("FindElements", using="css selector", value=selector)
        return [element[ELEMENT] for element in found]

    def one(self, selector, timeout=10.0):
        """The first element, waited for."""
        end = time.monotonic() + timeout
        while True:
            found = self.all(selector)
            if found:
                return found[0]
            if time.monotonic() > end:
                raise Failed(f"{self.address()} has no {selector}")
            time.sleep(0.05)

    def text(self, element):
        return self.command("GetElementText", id=element)

    def attribute(self, element, name):
        return self.command("GetElementAttribute", id=element, name=name)

    def click(self, element):
        self.command("ElementClick", id=element)

    def type(self, element, text):
        for name, key in KEYS.items():
            text = text.replace(f"<{name}>", key)
        self.command("ElementSendKeys", id=element, text=text)

    def press(self, key):
        """Presses a key, wherever the focus is."""
        key = KEYS.get(key, key)
        actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.command("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def focused(self):
        return self.command("GetActiveElement")[ELEMENT]

    def tab_to(self, selector, most=400):
        """Moves the focus by the Tab key until it is on an element that matches."""
        wanted = set(self.all(selector))
        if not wanted:
            raise Failed(f"{self.address()} has no {selector}")
        for _ in range(most):
            self.press("Tab")
            if self.focused() in wanted:
                return self.focused()
        raise Failed(f"{self.address()}: the Tab key does not lead to {selector}")

    def wait_for_address(self, part, timeout=10.0):
        """Until the window shows such an address, and its page has been loaded: keys do not wait for that."""
        end = time.monotonic() + timeout
        while part not in self.address() or self.run("return document.readyState") != "complete":
            if time.monotonic() > end:
                raise Failed(f"{self.address()} instead of an address with {part}")
            time.sleep(0.05)


# The method and the path of each command. The body of a POST has its parameters.
COMMANDS = {
    "Navigate": ("POST", "/url"),
    "GetCurrentURL": ("GET", "/url"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "ExecuteAsyncScript": ("POST", "/execute/async"),
    "FindElements": ("POST", "/elements"),
    "GetActiveElement": ("GET", "/element/active"),
    "GetElementText": ("GET", "/element/{id}/text"),
    "GetElementAttribute": ("GET", "/element/{id}/attribute/{name}"),
    "ElementClick": ("POST", "/element/{id}/click"),
    "ElementSendKeys": ("POST", "/element/{id}/value"),
    "PerformActions": ("POST", "/actions"),
}


class Browser(Window):
    """A window of Chromium: of a size, with or without scripts, in a theme."""

    def __init__(self, driver, width, scripts=True, dark=False, height=900):
        self.driver = driver
        options = {
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                     f"--window-size={width},{height}"],
        }
        capabilities = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        session = driver.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.path = f"/session/{session['sessionId']}"
        self.cdp("Emulation.setDeviceMetricsOverride",
                 {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        theme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.cdp("Emulation.setEmulatedMedia", {"features": theme})
        if not scripts:
            self.cdp("Emulation.setScriptExecutionDisabled", {"value": True})
        self.scripts = scripts

    def command(self, name, /, **parameters):
        method, path = COMMANDS[name]
        return self.driver.call(method, self.path + path.format(**parameters), parameters if method == "POST" else None)

    def close(self):
        self.driver.call("DELETE", self.path)

    def cdp(self, command, parameters):
        body = {"cmd": command, "params": parameters}
        return self.driver.call("POST", f"{self.path}/goog/cdp/execute", body)

    def log(self, kind):
        return self.driver.call("POST", f"{self.path}/se/log", {"type": kind})

    def requests(self):
        """The addresses that were requested since the last call."""
        events = (json.loads(entry["message"])["message"] for entry in self.log("performance"))
        sent = (event for event in events if event["method"] == "Network.requestWillBeSent")
        return [event["params"]["request"]["url"] for event in sent]

    def check_still(self, when):
        """Fails when something on the page has moved so far: says how much, what, and from where to where."""
        shifts = self.run_async(
            "const done = arguments[0], shifts = [];"
            "const place = rect => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ');"
            "const told = s => `${(s.node?.outerHTML ?? s.node?.textContent ?? 'what has gone').slice(0, 80)}: ${place(s.previousRect)} to ${place(s.currentRect)}`;"
            "new PerformanceObserver(list => list.getEntries().forEach(e =>"
            " shifts.push([e.value, `${e.value} at ${Math.round(e.startTime)} ms, ${e.sources.map(told).join('; ')}`])))"
            ".observe({type: 'layout-shift', buffered: true});"
            "setTimeout(() => done(shifts), 150)")
        if sum(value for value, _ in shifts) > ROUNDING:
            raise Failed(f"the page moves {when}: {[what for _, what in shifts]}")

    def picture(self, path, whole=False):
        shot = self.cdp("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": whole})
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))
