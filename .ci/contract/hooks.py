"""What the contract allows and a description cannot say: undeclared parameters are ignored, and of several values the
last counts. Requests that break the description only in these ways are not sent."""

import json
import os

import schemathesis

# Values of parameters that exist at the server, by path and name; without them all values are invented.
KNOWN = json.loads(os.environ.get("LAGRUM_KNOWN", "{}"))


@schemathesis.hook
def filter_case(context, case):
    declared = {parameter.name for parameter in case.operation.query}
    query = case.query or {}
    return set(query) <= declared and not any(isinstance(value, (list, dict)) for value in query.values())


@schemathesis.hook
def map_query(context, query):
    """Uses existing values in about every other request, so that the other parameters are tested on an answer."""
    if query and len(str(query)) % 2:
        for name, value in KNOWN.get(context.operation.path, {}).items():
            if isinstance(query.get(name), str):
                query[name] = value
    return query
