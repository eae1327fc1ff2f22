-- Made after the rows: filling a finished table and sorting once is faster than keeping an index in order.

CREATE UNIQUE INDEX document_uri ON document(uri);
CREATE UNIQUE INDEX unheld_uri ON unheld(uri);
-- What the citation graph keeps of each document.
CREATE INDEX document_in_graph ON document(id, flow_group, inbound_count);
CREATE INDEX listing_expiring ON listing(source, expired) WHERE expired IS NOT NULL;
CREATE INDEX meaning_citing ON meaning(citing);
CREATE INDEX meaning_target ON meaning(target);
CREATE INDEX stated_subject ON stated(subject);
CREATE INDEX stated_object ON stated(object);
CREATE INDEX lydelse_document ON lydelse(document);
-- The order of documents by their last change.
CREATE INDEX document_updated ON document(updated, id);
