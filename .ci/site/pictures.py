"""Takes the pictures of docs/pictures from a running server of the demo: .ci/site/pictures.py ADDRESS [FOLDER]"""

import base64
import os
import sys
import time

from browser import Browser, Driver

# Name, address, width, height, dark, what is typed into the search box.
PICTURES = [
    ("start", "/", 1280, 800, False, ""),
    ("forslag", "/1931:47", 1280, 800, False, "3 kap"),
    ("lag", "/1931:47#K3P3", 1280, 800, False, ""),
    ("lag-telefon", "/1931:47#K3P3", 390, 800, False, ""),
    ("lag-mork", "/1931:47#K2P1", 1280, 800, True, ""),
    ("dom", "/dom/nja/2031s5?om=/1931:47%23K3P3#h1", 1280, 800, False, ""),
    ("eu-akt", "/celex/32031R0077#5", 1280, 800, False, ""),
    ("sok", "/sok?q=tillsyn+av+f%C3%A5r", 1280, 800, False, ""),
    ("jamfor", "/jamfor/1931:47?vy=sida&bara=1", 1280, 800, False, ""),
    ("graf", "/graf/1931:47", 1280, 800, False, ""),
]


def main():
    base = sys.argv[1].rstrip("/")
    folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(__file__), "../../docs/pictures")
    os.makedirs(folder, exist_ok=True)
    driver = Driver()
    try:
        for name, path, width, height, dark, typed in PICTURES:
            with Browser(driver, width, dark=dark, height=height) as browser:
                if width < 768:
                    # A small screen has the fonts from its second page on.
                    browser.go(base + "/om")
                    time.sleep(0.5)
                browser.go(base + path)
                if typed:
                    browser.type(browser.one("header input[name=q]"), typed)
                    browser.one("[role=option]")
                # Fonts and the fade of a list.
                time.sleep(0.5)
                shot = browser.cdp("Page.captureScreenshot", {"format": "webp", "quality": 82})
                with open(os.path.join(folder, f"{name}.webp"), "wb") as file:
                    file.write(base64.b64decode(shot["data"]))
    finally:
        driver.close()


main()
