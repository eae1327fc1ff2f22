"""Firefox, driven by Marionette: what its own driver speaks to it, without that driver, which no distribution has.

A message is its length, a colon and JSON: `[0, number, command, parameters]`, answered by `[1, number, error, result]`.
"""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

from browser import Failed, Window

# What a window would ask other hosts for, and what would stand above a page.
QUIET = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "data:,",
}

# The style of the window itself, which else is no narrower than 500 px.
NARROW = ":root, body, #navigator-toolbox { min-width: 0 !important; }"

# Seconds until a command is given up.
PATIENCE = 60


def program():
    """The path of Firefox, if there is one."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox(Window):
    """A window of Firefox: of a size, with or without scripts."""

    def __init__(self, width, scripts=True, height=900):
        self.profile = tempfile.mkdtemp()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        preferences = {**QUIET, "javascript.enabled": scripts, "marionette.port": port,
                       # The style of the window is read from the profile.
                       "toolkit.legacyUserProfileCustomizations.stylesheets": True}
        with open(os.path.join(self.profile, "user.js"), "w", encoding="utf-8") as file:
            for name, value in preferences.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        os.mkdir(os.path.join(self.profile, "chrome"))
        with open(os.path.join(self.profile, "chrome", "userChrome.css"), "w", encoding="utf-8") as file:
            file.write(NARROW)
        self.process = subprocess.Popen(
            [program(), "--headless", "--marionette", "--no-remote", "--profile", self.profile],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.number = 0
        try:
            self.stream = self.connected(port)
            # It says first what it is.
            self.read()
            self.send("WebDriver:NewSession", {"capabilities": {}})
            self.resize(width, height)
        except BaseException:
            self.close()
            raise

    @staticmethod
    def connected(port):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).makefile("rwb")
            except ConnectionError:
                if time.monotonic() > end:
                    raise Failed("Firefox does not start") from None
                time.sleep(0.1)

    def read(self):
        length = b""
        while not length.endswith(b":"):
            byte = self.stream.read(1)
            if not byte:
                raise Failed("Firefox has gone")
            length += byte
        return json.loads(self.stream.read(int(length[:-1])))

    def send(self, name, parameters):
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.stream.write(b"%d:%s" % (len(message), message))
        self.stream.flush()
        _, _, error, result = self.read()
        if error:
            raise Failed(f"{error['error']}: {error['message'].splitlines()[0]}")
        return result

    def command(self, name, /, **parameters):
        result = self.send(f"WebDriver:{name}", parameters)
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def resize(self, width, height):
        """Gives the page this size; the window has its edges and bars beside it."""
        self.command("SetWindowRect", width=width, height=height)
        inner = self.run("return [innerWidth, innerHeight]")
        self.command("SetWindowRect", width=2 * width - inner[0], height=2 * height - inner[1])

    def requests(self):
        """The addresses that the open page asked for."""
        return self.run("return performance.getEntries().map(e => e.name).filter(name => name.includes(':'))")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
