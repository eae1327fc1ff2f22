-- Made after the rows: filling a finished table and sorting once is faster than keeping an index in order.

CREATE UNIQUE INDEX document_uri ON document(uri);
CREATE UNIQUE INDEX unheld_uri ON unheld(uri);
-- Each way of listing documents finds its page without touching a row. The first also has what the citation graph
-- keeps of each document.
CREATE INDEX document_listed ON document(id, expired, flow_group, inbound_count);
CREATE INDEX document_by_source ON document(source, id, expired);
CREATE INDEX document_by_kind ON document(kind, id, expired);
CREATE INDEX document_by_both ON document(source, kind, id, expired);
CREATE INDEX listing_expiring ON listing(source, expired) WHERE expired IS NOT NULL;
CREATE INDEX lydelse_document ON lydelse(document);
