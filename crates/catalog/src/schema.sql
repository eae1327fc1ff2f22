-- The catalog database. What its tables mean stands in lib.rs.

CREATE TABLE property (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE document (
    id            INTEGER PRIMARY KEY,
    uri           TEXT NOT NULL,
    source        TEXT NOT NULL,
    kind          TEXT,
    expired       TEXT,
    inbound_count INTEGER NOT NULL,
    stored        INTEGER,
    updated       INTEGER,
    date          TEXT,
    year          INTEGER,
    flow_group    TEXT NOT NULL,
    label         TEXT,
    title         TEXT,
    display       TEXT,
    descriptive   TEXT,
    short_id      TEXT,
    short_title   TEXT,
    abbr          TEXT,
    publisher     TEXT,
    source_url    TEXT,
    description   TEXT,
    snippet       TEXT,
    extent        TEXT
);

-- What is cited but not held: ids go on where the documents' end.
CREATE TABLE unheld (id INTEGER PRIMARY KEY, uri TEXT NOT NULL);

CREATE TABLE anchor (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE predicate (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL);

-- Kinds of documents.
CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT NOT NULL);

-- Source, kind and day of expiry of every document, in blocks of columns, as filter_columns.rs packs them.
CREATE TABLE filter_columns (
    first    INTEGER PRIMARY KEY,
    sources  BLOB NOT NULL,
    kinds    BLOB NOT NULL,
    expiries BLOB NOT NULL
);

-- What a list of documents shows of each, as JSON.
CREATE TABLE document_row (id INTEGER PRIMARY KEY, json TEXT NOT NULL);

-- Every link of a document, in the order a reader meets it, as outbound/packed.rs packs them.
CREATE TABLE outbound (citing INTEGER PRIMARY KEY, links INTEGER NOT NULL, list BLOB NOT NULL);

-- How often one document cites another.
CREATE TABLE edge (
    citing INTEGER NOT NULL,
    cited  INTEGER NOT NULL,
    links  INTEGER NOT NULL,
    PRIMARY KEY (citing, cited)
) WITHOUT ROWID;

-- Who cites a document, in rail order; the rows lie in chunks, as inbound/record.rs packs them.
CREATE TABLE inbound (
    target  INTEGER PRIMARY KEY,
    total   INTEGER NOT NULL,
    runs    TEXT NOT NULL,
    anchors TEXT NOT NULL
);
CREATE TABLE inbound_chunk (id INTEGER PRIMARY KEY, rows BLOB NOT NULL);

-- Citations of a place by its name or number that mean another one: lists of the same form.
CREATE TABLE earlier (
    target  INTEGER PRIMARY KEY,
    total   INTEGER NOT NULL,
    runs    TEXT NOT NULL,
    anchors TEXT NOT NULL
);
CREATE TABLE earlier_chunk (id INTEGER PRIMARY KEY, rows BLOB NOT NULL);

-- What documents mean by places that they cite, where that is another place: meanings.rs.
CREATE TABLE meaning (
    id             INTEGER PRIMARY KEY,
    citing         INTEGER NOT NULL,
    target         INTEGER NOT NULL,
    target_anchor  INTEGER NOT NULL,
    is_earlier_act INTEGER NOT NULL,
    meant          INTEGER,
    meant_anchor   INTEGER,
    around         INTEGER,
    around_anchor  INTEGER,
    taken_on       TEXT,
    taken_by       TEXT NOT NULL,
    ended_on       TEXT,
    ended_by       TEXT
);

-- Who cites the provisions of a document, counted, as margin.rs packs it.
CREATE TABLE beside (document INTEGER PRIMARY KEY, notes BLOB NOT NULL);

-- Where preparatory works comment on the provisions of a law, as section_comments.rs packs it.
CREATE TABLE section_comment (document INTEGER PRIMARY KEY, comments BLOB NOT NULL);

-- Flow groups; flow group and year of every document and the order of citations, as document_columns.rs packs them.
CREATE TABLE flow_group (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE document_column (name TEXT PRIMARY KEY, numbers BLOB NOT NULL) WITHOUT ROWID;

-- The facet tree of a source on the day of the build, as JSON.
CREATE TABLE facet_tree (source TEXT PRIMARY KEY, tree TEXT NOT NULL) WITHOUT ROWID;

-- The documents of its leaves, in order. Row 0 of a position is the entry, the others are nested under it.
CREATE TABLE listing (
    source       TEXT NOT NULL,
    leaf         TEXT NOT NULL,
    position     INTEGER NOT NULL,
    nested       INTEGER NOT NULL,
    document     INTEGER NOT NULL,
    expired      TEXT,
    variant      TEXT,
    date         TEXT,
    pre          TEXT,
    key          TEXT,
    subdued      INTEGER,
    year         TEXT,
    consolidated INTEGER,
    PRIMARY KEY (source, leaf, position, nested)
) WITHOUT ROWID;

-- Archived wordings; never listed among documents.
CREATE TABLE lydelse (
    uri        TEXT PRIMARY KEY,
    document   TEXT NOT NULL,
    version    TEXT NOT NULL,
    source     TEXT NOT NULL,
    stored     INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    ikraft     TEXT,
    -- Two JSON arrays of texts.
    forarbeten TEXT NOT NULL,
    node_dates TEXT NOT NULL,
    -- The amendments that the text names as worked in, as JSON.
    named      TEXT NOT NULL
) WITHOUT ROWID;

-- What an act says of itself over time: acts.rs as JSON.
CREATE TABLE act (document TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;

-- Acts, and the held acts that change or repeal them: of acts without a register those whose titles say so, of others those in the register.
CREATE TABLE amending_act (
    document   TEXT NOT NULL,
    uri        TEXT NOT NULL,
    identifier TEXT NOT NULL,
    day        TEXT,
    PRIMARY KEY (document, uri)
) WITHOUT ROWID;
CREATE INDEX amending_act_uri ON amending_act (uri);

-- Held preparatory works, and the acts whose entries in registers name them: the entry, and the act in whose register it stands.
CREATE TABLE given_act (
    work    TEXT NOT NULL,
    act     TEXT NOT NULL,
    changed TEXT NOT NULL,
    PRIMARY KEY (work, act, changed)
) WITHOUT ROWID;

-- What is known of the provisions of a Swedish act beside its anchors: place_history.rs as JSON.
CREATE TABLE place_history (
    document TEXT PRIMARY KEY,
    history  TEXT NOT NULL,
    changes  TEXT NOT NULL
) WITHOUT ROWID;

-- The texts of the provisions of acts and of their lydelser, as digests: provision_texts.rs.
CREATE TABLE provision_text (
    stored INTEGER NOT NULL,
    anchor TEXT NOT NULL,
    begins TEXT NOT NULL,
    digest BLOB,
    signed TEXT,
    PRIMARY KEY (stored, anchor, begins)
) WITHOUT ROWID;

-- What is to come of a document and what has come: coming.rs as JSON. `day` is empty for what has no day.
CREATE TABLE coming (
    day      TEXT NOT NULL,
    document TEXT NOT NULL,
    place    INTEGER NOT NULL,
    event    TEXT NOT NULL,
    PRIMARY KEY (document, place)
) WITHOUT ROWID;
CREATE INDEX coming_day ON coming (day);

-- What texts and records say of two places, of which one follows, carries out or rests on the other: related.rs. `record` is JSON.
CREATE TABLE stated (
    id             INTEGER PRIMARY KEY,
    subject        TEXT NOT NULL,
    subject_anchor TEXT,
    object         TEXT NOT NULL,
    object_anchor  TEXT,
    relation       INTEGER NOT NULL,
    day            TEXT,
    record         TEXT NOT NULL
);

-- What the corpus has and lacks: coverage.rs as JSON, in one row.
CREATE TABLE coverage (record TEXT NOT NULL);

-- The years of series that have no other numbers than those held. `last` is the highest number held, or 0 where the operator states that
-- the year is held whole; `evidence` is then what this rests on.
CREATE TABLE complete_series (
    series   TEXT NOT NULL,
    year     INTEGER NOT NULL,
    last     INTEGER NOT NULL,
    evidence TEXT,
    PRIMARY KEY (series, year)
) WITHOUT ROWID;

-- What held documents are called; the role is a JSON value.
CREATE TABLE held_name (
    document INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    name     TEXT NOT NULL,
    role     TEXT NOT NULL,
    PRIMARY KEY (document, seq)
) WITHOUT ROWID;

-- The places in the text of a stored artifact and what is shown of them, as places.rs packs them.
CREATE TABLE place_list (stored INTEGER PRIMARY KEY, anchors BLOB NOT NULL);
CREATE TABLE place_text (id INTEGER PRIMARY KEY, texts BLOB NOT NULL);

-- Excerpts of long artifacts, with the anchors of each, as excerpts.rs packs them.
CREATE TABLE excerpt_list (stored INTEGER PRIMARY KEY, anchors BLOB NOT NULL);
CREATE TABLE excerpt (id INTEGER PRIMARY KEY, body BLOB NOT NULL);

-- The change log of the corpus, by last change and uri; change_log.rs packs the records.
CREATE TABLE change_log (first INTEGER PRIMARY KEY, records BLOB NOT NULL);

-- Which provisions of documents changed with their texts, by generation, as the corpus keeps it; NULL where they are too many.
CREATE TABLE changed_provisions (
    uri        TEXT NOT NULL,
    generation INTEGER NOT NULL,
    provisions TEXT,
    PRIMARY KEY (uri, generation)
) WITHOUT ROWID;

-- What the log has beside documents: archived lydelser, and what is no longer held (without `stored`).
CREATE TABLE change_subject (
    id         INTEGER PRIMARY KEY,
    uri        TEXT NOT NULL,
    source     TEXT NOT NULL,
    lydelse_of TEXT,
    stored     INTEGER,
    kind       TEXT,
    label      TEXT,
    title      TEXT
);

-- The snapshots that were published before this one, by generation and time.
CREATE TABLE published (
    position   INTEGER PRIMARY KEY,
    id         TEXT NOT NULL,
    generation INTEGER NOT NULL,
    at         INTEGER NOT NULL
);
