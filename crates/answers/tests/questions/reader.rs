//! Somebody who asks questions of a snapshot and gets the JSON of the answers.

use jiff::civil::Date;
use lagrum_answers::{
    self as answers, AnswerError, BrowseQuestion, CitingQuestion, DocumentForm, DocumentQuestion,
    DocumentsQuestion, GraphQuestion, InboundOrder, InboundQuestion, InboundScope, LinkDirection, ListOrder,
    NeighbourOrder, PathQuestion, ProvisionContext, ProvisionForm, ProvisionQuestion, ResolveQuestion,
    SearchQuestion, SourceName, SuggestQuestion,
};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use serde_json::Value;

/// Asks on a day. What has no answer ends the test; `try_` gives the failure.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) day: Date,
}

/// The JSON of an answer.
fn json(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap()
}

/// An answer that is JSON already.
fn parsed(answer: Result<Vec<u8>, AnswerError>) -> Value {
    serde_json::from_slice(&answer.unwrap()).unwrap()
}

/// The name of a source.
pub(crate) fn source(name: &str) -> SourceName {
    SourceName::from(name.to_owned())
}

impl<'a> Reader<'a> {
    pub(crate) fn new(snapshot: &'a Snapshot, day: Date) -> Self {
        Self { snapshot, day }
    }

    pub(crate) fn on(self, day: Date) -> Self {
        Self { day, ..self }
    }

    pub(crate) fn try_search(
        self,
        query: &str,
        change: impl FnOnce(&mut SearchQuestion),
    ) -> Result<Value, AnswerError> {
        let mut question = SearchQuestion { query: query.to_owned(), limit: 10, ..SearchQuestion::default() };
        change(&mut question);
        answers::search(self.snapshot, self.day, question).map(|answer| json(&answer))
    }

    pub(crate) fn search(self, query: &str, change: impl FnOnce(&mut SearchQuestion)) -> Value {
        self.try_search(query, change).unwrap()
    }

    pub(crate) fn resolve_with(self, text: &str, change: impl FnOnce(&mut ResolveQuestion)) -> Value {
        let mut question = ResolveQuestion { text: text.to_owned(), source: None, kind: None };
        change(&mut question);
        json(&answers::resolve(self.snapshot, self.day, question).unwrap())
    }

    pub(crate) fn resolve(self, text: &str) -> Value {
        self.resolve_with(text, |_| ())
    }

    pub(crate) fn try_graph(
        self,
        uri: &str,
        change: impl FnOnce(&mut GraphQuestion),
    ) -> Result<Value, AnswerError> {
        let mut question = GraphQuestion {
            uri: uri.to_owned(),
            direction: LinkDirection::Both,
            groups: None,
            limit: 20,
            order: NeighbourOrder::Links,
            group_limit: None,
            depth: 1,
            internal: false,
        };
        change(&mut question);
        answers::graph(self.snapshot, &question).map(|answer| json(&answer))
    }

    pub(crate) fn graph(self, uri: &str, change: impl FnOnce(&mut GraphQuestion)) -> Value {
        self.try_graph(uri, change).unwrap()
    }

    pub(crate) fn try_path(
        self,
        from: &str,
        to: &str,
        change: impl FnOnce(&mut PathQuestion),
    ) -> Result<Value, AnswerError> {
        let mut question = PathQuestion {
            from: from.to_owned(),
            to: to.to_owned(),
            direction: LinkDirection::Both,
            groups: None,
            paths: 1,
        };
        change(&mut question);
        answers::path(self.snapshot, &question).map(|answer| json(&answer))
    }

    pub(crate) fn path(self, from: &str, to: &str, change: impl FnOnce(&mut PathQuestion)) -> Value {
        self.try_path(from, to, change).unwrap()
    }

    pub(crate) fn inbound(self, uri: &str, change: impl FnOnce(&mut InboundQuestion)) -> Value {
        let mut question = InboundQuestion {
            uri: uri.to_owned(),
            scope: InboundScope::Tree,
            source: None,
            groups: None,
            year: None,
            order: InboundOrder::Rail,
            limit: 10_000,
            offset: 0,
            earlier_offset: 0,
            context: false,
        };
        change(&mut question);
        parsed(answers::inbound(self.snapshot, question).unwrap().to_json())
    }

    pub(crate) fn citing(self, uri: &str, change: impl FnOnce(&mut CitingQuestion)) -> Value {
        let mut question = CitingQuestion {
            uri: uri.to_owned(),
            source: None,
            groups: None,
            year: None,
            order: InboundOrder::Rail,
            limit: 50,
            offset: 0,
            earlier_offset: 0,
            context: false,
        };
        change(&mut question);
        json(&answers::citing(self.snapshot, question).unwrap())
    }

    pub(crate) fn outbound(self, uri: &str) -> Value {
        parsed(answers::outbound(self.snapshot, uri).unwrap().to_json())
    }

    pub(crate) fn documents(self, change: impl FnOnce(&mut DocumentsQuestion)) -> Value {
        let mut question = DocumentsQuestion {
            source: None,
            kind: None,
            include_expired: false,
            changed_since: None,
            order: ListOrder::Uri,
            limit: 1000,
            offset: 0,
        };
        change(&mut question);
        parsed(answers::documents(self.snapshot, self.day, question).unwrap().to_json())
    }

    /// The rows of all documents, those that have expired among them.
    pub(crate) fn all_documents(self) -> Vec<Value> {
        let mut documents = Vec::new();
        loop {
            let page = self.documents(|question| {
                question.include_expired = true;
                question.offset = documents.len() as u64;
            });
            let rows = page["documents"].as_array().unwrap();
            if rows.is_empty() {
                return documents;
            }
            documents.extend(rows.iter().cloned());
        }
    }

    /// The uris of all documents.
    pub(crate) fn all_uris(self) -> Vec<String> {
        let documents = self.all_documents();
        documents.iter().map(|document| document["uri"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn try_document(
        self,
        uri: &str,
        form: DocumentForm,
        as_of: Option<Date>,
    ) -> Result<Value, AnswerError> {
        let question = DocumentQuestion { uri: uri.to_owned(), form, as_of };
        let answer = answers::document(self.snapshot, self.day, &question)?;
        Ok(parsed(answer.into_json()))
    }

    pub(crate) fn try_card(self, uri: &str) -> Result<Value, AnswerError> {
        answers::card(self.snapshot, self.day, uri, None).map(|card| json(&card))
    }

    pub(crate) fn card(self, uri: &str) -> Value {
        self.try_card(uri).unwrap()
    }

    /// A card of the text of a day.
    pub(crate) fn card_of(self, uri: &str, as_of: Date) -> Value {
        json(&answers::card(self.snapshot, self.day, uri, Some(as_of)).unwrap())
    }

    pub(crate) fn suggest(self, text: &str, limit: usize) -> Vec<Value> {
        let question = SuggestQuestion { text: text.to_owned(), limit };
        let answer = answers::suggest(self.snapshot, self.day, question).unwrap();
        assert_eq!(answer.q, text);
        answer.suggestions.iter().map(json).collect()
    }

    pub(crate) fn facets(self, name: &str) -> Value {
        json(&answers::facets(self.snapshot, self.day, source(name)).unwrap())
    }

    pub(crate) fn try_browse(
        self,
        name: &str,
        bucket: Option<&str>,
        offset: u64,
        limit: u64,
    ) -> Result<Value, AnswerError> {
        let bucket = bucket.map(str::to_owned);
        let question = BrowseQuestion { source: source(name), bucket, offset, limit };
        answers::browse(self.snapshot, self.day, question).map(|answer| json(&answer))
    }

    pub(crate) fn browse(self, name: &str, bucket: Option<&str>) -> Value {
        self.try_browse(name, bucket, 0, 2000).unwrap()
    }

    pub(crate) fn try_provision(
        self,
        uri: &str,
        form: ProvisionForm,
        change: impl FnOnce(&mut ProvisionQuestion),
    ) -> Result<Value, AnswerError> {
        let mut question =
            ProvisionQuestion { uri: uri.to_owned(), form, as_of: None, context: ProvisionContext::None };
        change(&mut question);
        answers::provision(self.snapshot, self.day, &question).map(|answer| json(&answer))
    }

    pub(crate) fn provision(self, uri: &str, form: ProvisionForm) -> Value {
        self.try_provision(uri, form, |_| ()).unwrap()
    }

    pub(crate) fn versions(self, uri: &str) -> Value {
        json(&answers::versions(self.snapshot, uri).unwrap())
    }

    pub(crate) fn coverage(self) -> Value {
        json(&answers::coverage(self.snapshot, None).unwrap())
    }

    pub(crate) fn document(self, uri: &str) -> Value {
        self.try_document(uri, DocumentForm::Artifact, None).unwrap()
    }

    pub(crate) fn markdown(self, uri: &str) -> Value {
        self.try_document(uri, DocumentForm::Markdown, None).unwrap()
    }

    pub(crate) fn beside(self, uri: &str) -> Value {
        json(&answers::beside(self.snapshot, uri).unwrap())
    }
}
