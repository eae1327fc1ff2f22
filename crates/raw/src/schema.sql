-- The database of the raw archive. Its rules are in lib.rs.

CREATE TABLE IF NOT EXISTS property (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- Where a body lies: the number of its pack, and where its entry begins there and how long it is.
CREATE TABLE IF NOT EXISTS body (
    digest BLOB PRIMARY KEY,
    pack   INTEGER NOT NULL,
    begins INTEGER NOT NULL,
    length INTEGER NOT NULL,
    size   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS body_place ON body(pack, begins);

CREATE TABLE IF NOT EXISTS record (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    source        TEXT NOT NULL,
    key           TEXT NOT NULL,
    part          TEXT NOT NULL,
    url           TEXT NOT NULL,
    fetched_at    INTEGER NOT NULL,
    seen_at       INTEGER NOT NULL,
    status        INTEGER NOT NULL,
    etag          TEXT,
    last_modified TEXT,
    body          BLOB NOT NULL REFERENCES body(digest),
    norm_hash     BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS record_key ON record(source, key, part, id);
CREATE INDEX IF NOT EXISTS record_body ON record(body);

-- How far a source has been asked; `run_begun` is NULL when no run is under way.
CREATE TABLE IF NOT EXISTS source (
    name        TEXT PRIMARY KEY,
    watermark   TEXT,
    complete_at INTEGER,
    run_is_walk INTEGER,
    run_begun   INTEGER,
    run_cursor  TEXT,
    run_mark    TEXT
) WITHOUT ROWID;

-- Complete walks.
CREATE TABLE IF NOT EXISTS walk (
    source TEXT NOT NULL,
    begun  INTEGER NOT NULL,
    ended  INTEGER NOT NULL,
    PRIMARY KEY (source, begun)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS tombstone (
    source TEXT NOT NULL,
    key    TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (source, key)
) WITHOUT ROWID;

-- Documents that were removed for good, so that no rule about lost documents counts them.
CREATE TABLE IF NOT EXISTS purged (
    source TEXT NOT NULL,
    key    TEXT NOT NULL,
    PRIMARY KEY (source, key)
) WITHOUT ROWID;

-- Packs that a purge has replaced, until they are deleted.
CREATE TABLE IF NOT EXISTS doomed_pack (
    pack INTEGER PRIMARY KEY
);

-- Documents that had a text and came without one, with the first day (UTC) on which that was seen.
CREATE TABLE IF NOT EXISTS emptied (
    source TEXT NOT NULL,
    key    TEXT NOT NULL,
    day    TEXT NOT NULL,
    PRIMARY KEY (source, key)
) WITHOUT ROWID;
