-- The corpus database. Its rules are in store/mod.rs.

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

-- Current documents. `file` is the dump they came from: the source's own name or that of a supplement.
CREATE TABLE IF NOT EXISTS document (
    uri     TEXT PRIMARY KEY,
    source  TEXT NOT NULL,
    file    TEXT NOT NULL,
    stored  INTEGER NOT NULL REFERENCES stored(id),
    changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS document_source ON document(source, uri);

-- Archived lydelser of documents.
CREATE TABLE IF NOT EXISTS lydelse (
    uri      TEXT PRIMARY KEY,
    document TEXT NOT NULL,
    version  TEXT NOT NULL,
    source   TEXT NOT NULL,
    stored   INTEGER NOT NULL REFERENCES stored(id),
    changed  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS lydelse_source ON lydelse(source, uri);

-- The entries of status files: whether a document is in force, and until when.
CREATE TABLE IF NOT EXISTS status (
    source TEXT NOT NULL,
    key    TEXT NOT NULL,
    entry  TEXT NOT NULL,
    PRIMARY KEY (source, key)
) WITHOUT ROWID;

-- The publisher's index of the lydelser of a document, as imported.
CREATE TABLE IF NOT EXISTS version_index (
    document TEXT PRIMARY KEY,
    source   TEXT NOT NULL,
    entry    TEXT NOT NULL
) WITHOUT ROWID;

-- Dumps mirrored from other services, so that an unchanged one is not fetched again.
CREATE TABLE IF NOT EXISTS mirrored (
    address TEXT NOT NULL,
    file    TEXT NOT NULL,
    sha256  TEXT NOT NULL,
    PRIMARY KEY (address, file)
) WITHOUT ROWID;

-- Attachments (attachments/mod.rs). A row holds from generation `since` until generation `until`, and is never changed
-- otherwise; the bytes lie in a file named by the digest.

-- The PDFs that a document was published as, its parts in order. `first_page` is the printed number of the first page.
CREATE TABLE IF NOT EXISTS pdf (
    uri        TEXT NOT NULL,
    part       INTEGER NOT NULL,
    first_page INTEGER NOT NULL,
    pages      INTEGER NOT NULL,
    digest     BLOB NOT NULL,
    size       INTEGER NOT NULL,
    since      INTEGER NOT NULL,
    until      INTEGER
);
CREATE INDEX IF NOT EXISTS pdf_uri ON pdf(uri, part);

-- Verdicts as the courts wrote them.
CREATE TABLE IF NOT EXISTS verdict (
    court  TEXT NOT NULL,
    record TEXT NOT NULL,
    file   TEXT NOT NULL,
    digest BLOB NOT NULL,
    size   INTEGER NOT NULL,
    since  INTEGER NOT NULL,
    until  INTEGER
);
CREATE INDEX IF NOT EXISTS verdict_name ON verdict(court, record, file);

-- Where the graphics are printed that a consolidated statute leaves out. `bbox` is four numbers with commas between,
-- NULL for a whole page.
CREATE TABLE IF NOT EXISTS grafik (
    statute TEXT NOT NULL,
    anchor  TEXT NOT NULL,
    act     TEXT NOT NULL,
    page    INTEGER NOT NULL,
    bbox    TEXT,
    since   INTEGER NOT NULL,
    until   INTEGER
);
CREATE INDEX IF NOT EXISTS grafik_statute ON grafik(statute, anchor);

-- The change log (store/change_log.rs): of each uri the last change of every kind. `kind` is a number of ChangeKind,
-- `lydelse_of` the document of an archived lydelse, `names` what a withdrawn document was called, as JSON.
CREATE TABLE IF NOT EXISTS change_log (
    uri        TEXT NOT NULL,
    kind       INTEGER NOT NULL,
    source     TEXT NOT NULL,
    generation INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    lydelse_of TEXT,
    names      TEXT,
    PRIMARY KEY (uri, kind)
) WITHOUT ROWID;

-- Which provisions of a document changed with its text in a generation (store/changed_provisions.rs), as JSON; NULL where they are
-- too many.
CREATE TABLE IF NOT EXISTS changed_provisions (
    uri        TEXT NOT NULL,
    generation INTEGER NOT NULL,
    provisions TEXT,
    PRIMARY KEY (uri, generation)
) WITHOUT ROWID;

-- The entries of registers of amendments that a later import of a document had, and when it was (store/learned.rs). Kept for ever.
CREATE TABLE IF NOT EXISTS learned (
    uri TEXT NOT NULL,
    act TEXT NOT NULL,
    at  INTEGER NOT NULL,
    PRIMARY KEY (uri, act)
) WITHOUT ROWID;

-- The snapshots that were published, and from which generation each was built.
CREATE TABLE IF NOT EXISTS published (
    id         TEXT PRIMARY KEY,
    generation INTEGER NOT NULL,
    at         INTEGER NOT NULL
) WITHOUT ROWID;

-- Up to which of its snapshots a service has been mirrored.
CREATE TABLE IF NOT EXISTS mirrored_until (
    address  TEXT PRIMARY KEY,
    snapshot TEXT NOT NULL
) WITHOUT ROWID;

-- What documents were parsed from that came from the raw archive (store/parsed.rs).
CREATE TABLE IF NOT EXISTS parsed (
    source      TEXT NOT NULL,
    key         TEXT NOT NULL,
    uri         TEXT,
    raw         BLOB NOT NULL,
    parser      TEXT NOT NULL,
    grammar     TEXT NOT NULL,
    tables      TEXT NOT NULL,
    valid_until TEXT,
    numbering   TEXT NOT NULL,
    cites       TEXT NOT NULL,
    PRIMARY KEY (source, key)
) WITHOUT ROWID;

-- What was removed on purpose in a generation, by source, so that no later run or build counts it as lost.
CREATE TABLE IF NOT EXISTS allowed_removal (
    generation INTEGER NOT NULL,
    source     TEXT NOT NULL,
    documents  INTEGER NOT NULL,
    lydelser   INTEGER NOT NULL
);
