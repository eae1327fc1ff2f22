"""What the contract allows and a description cannot say: undeclared parameters are ignored, and of several values the
last counts. And what it forbids and a description cannot say: a day that is in no calendar, lydelser named both by id and
by day, a text given in both forms or in none, two blocks of one id, unknown sources. Requests of these kinds are not sent."""

import datetime
import json
import os

import schemathesis

# Values of parameters that exist at the server, by path and name; without them all values are invented.
KNOWN = json.loads(os.environ.get("LAGRUM_KNOWN", "{}"))


def is_day(text):
    try:
        datetime.date.fromisoformat(text)
    except (TypeError, ValueError):
        return text is None
    return True


DAYS = ("as_of", "from_date", "to_date")


def has_days(values, names=DAYS):
    return all(is_day(values[name]) for name in names if name in values)


def names_lydelser_once(query):
    by_id, by_day = {"from", "to"} & set(query), {"from_date", "to_date"} & set(query)
    return ("from" in query and not by_day) or ("from_date" in query and not by_id)


# What a citation names, as `kinds` has it.
KINDS = set(
    "sfs foreskrift eu-act eu-case case echr preparatory treaty international-case decision guidance".split()
)


def names_kinds(kinds):
    return kinds is None or isinstance(kinds, list) and all(isinstance(kind, str) and kind in KINDS for kind in kinds)


def has_one_text(body):
    blocks = body.get("blocks") or []
    ids = [block.get("id") for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
    # The names of sources are those of the corpus.
    return (
        (body.get("text") is None) != (body.get("blocks") is None)
        and len(ids) == len(set(map(str, ids)))
        and names_kinds(body.get("kinds"))
        # Booleans were taken before and still are.
        and names_kinds(body.get("whole_documents"))
    )


@schemathesis.hook
def filter_case(context, case):
    declared = {parameter.name for parameter in case.operation.query}
    query = case.query or {}
    is_object = isinstance(case.body, dict)
    body = case.body if is_object else {}
    return (
        set(query) <= declared
        and not any(isinstance(value, (list, dict)) for value in query.values())
        and has_days(query)
        and has_days(body, (*DAYS, "since"))
        and (case.operation.path != "/api/v1/coming" or has_days(query, ("from", "until")))
        and (case.operation.path != "/api/v1/document/diff" or names_lydelser_once(query))
        and (case.operation.path != "/api/v1/citations/extract" or not is_object or has_one_text(body))
    )


@schemathesis.hook
def map_query(context, query):
    """Uses existing values in about every other request, so that the other parameters are tested on an answer."""
    if query and len(str(query)) % 2:
        for name, value in KNOWN.get(context.operation.path, {}).items():
            if isinstance(query.get(name), str):
                query[name] = value
    return query
