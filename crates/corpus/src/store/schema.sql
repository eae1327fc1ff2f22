-- The corpus database. Its rules stand in store/mod.rs.

CREATE TABLE IF NOT EXISTS property (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- zstd dictionaries; a row is never changed, since stored bytes refer to it.
CREATE TABLE IF NOT EXISTS dictionary (
    id     INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    bytes  BLOB NOT NULL
);

-- One row per stored version of an artifact. `until` is the generation that replaced or removed it.
CREATE TABLE IF NOT EXISTS stored (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    digest     BLOB NOT NULL,
    size       INTEGER NOT NULL,
    dictionary INTEGER REFERENCES dictionary(id),
    until      INTEGER,
    bytes      BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS stored_until ON stored(until) WHERE until IS NOT NULL;

-- Documents as they now are. `file` is the dump they came from: the source's own name or that of a supplement.
CREATE TABLE IF NOT EXISTS document (
    uri     TEXT PRIMARY KEY,
    source  TEXT NOT NULL,
    file    TEXT NOT NULL,
    stored  INTEGER NOT NULL REFERENCES stored(id),
    changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS document_source ON document(source, uri);

-- Archived wordings (lydelser) of documents.
CREATE TABLE IF NOT EXISTS lydelse (
    uri      TEXT PRIMARY KEY,
    document TEXT NOT NULL,
    version  TEXT NOT NULL,
    source   TEXT NOT NULL,
    stored   INTEGER NOT NULL REFERENCES stored(id),
    changed  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS lydelse_source ON lydelse(source, uri);

-- What a source's status file says of a document: whether it is in force, and until when.
CREATE TABLE IF NOT EXISTS status (
    source TEXT NOT NULL,
    key    TEXT NOT NULL,
    entry  TEXT NOT NULL,
    PRIMARY KEY (source, key)
) WITHOUT ROWID;

-- The publisher's own account of a document's archived wordings, as it came.
CREATE TABLE IF NOT EXISTS version_index (
    document TEXT PRIMARY KEY,
    source   TEXT NOT NULL,
    entry    TEXT NOT NULL
) WITHOUT ROWID;

-- Dumps taken from other services, so that an unchanged one is not fetched again.
CREATE TABLE IF NOT EXISTS mirrored (
    address TEXT NOT NULL,
    file    TEXT NOT NULL,
    sha256  TEXT NOT NULL,
    PRIMARY KEY (address, file)
) WITHOUT ROWID;
