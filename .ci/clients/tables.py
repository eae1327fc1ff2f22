"""Reads exported tables with DuckDB.

usage: tables.py DOCUMENTS CITATIONS URI, of a held document that is cited
"""

import sys

import duckdb

documents, citations, uri = sys.argv[1:4]
one = duckdb.sql(f"SELECT title, inbound_count FROM '{documents}' WHERE uri = '{uri}'").fetchall()[0]
assert one[1] > 0, one
cited = duckdb.sql(
    f"""SELECT count(DISTINCT from_uri) FROM '{citations}'
        WHERE split_part(to_uri, '#', 1) = '{uri}' AND from_uri <> '{uri}'"""
).fetchall()[0]
assert cited[0] == one[1], (cited, one)
both = duckdb.sql(
    f"SELECT count(*) FROM '{citations}' c JOIN '{documents}' d ON d.uri = c.from_uri"
).fetchall()[0]
total = duckdb.sql(f"SELECT count(*) FROM '{citations}'").fetchall()[0]
assert both == total and total[0] > 100, (both, total)
print(f"tables, by DuckDB: {one[0]} is cited by {cited[0]} documents")
