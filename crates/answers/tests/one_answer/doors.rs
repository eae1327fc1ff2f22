//! The doors: each question of the crate about a provision and a day, with the answer as it goes over the wire. What is not
//! found is None; any other failure ends the test.

use jiff::civil::Date;
use lagrum_answers::{
    self as answers, AnswerError, DocumentForm, DocumentQuestion, ExtractBlock, ExtractQuestion,
    HistoryQuestion, ProvisionContext, ProvisionForm, ProvisionQuestion, ResolveQuestion,
};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use serde_json::Value;

use crate::corpus::Corpus;

/// The questions about one corpus.
#[derive(Clone, Copy)]
pub(crate) struct Doors<'c> {
    pub(crate) snapshot: &'c Snapshot,
    pub(crate) today: Date,
}

fn wire<T: Serialize>(answer: Result<T, AnswerError>, asked: &str) -> Option<Value> {
    match answer {
        Ok(answer) => Some(serde_json::to_value(answer).unwrap()),
        Err(AnswerError::NotFound(_)) => None,
        Err(error) => panic!("{asked}: {error}"),
    }
}

impl<'c> Doors<'c> {
    pub(crate) fn of(corpus: &'c Corpus) -> Self {
        Self { snapshot: &corpus.snapshot, today: corpus.today }
    }

    /// `/provision`, of today without a day.
    pub(crate) fn provision(self, uri: &str, as_of: Option<Date>) -> Option<Value> {
        let question = ProvisionQuestion {
            uri: uri.to_owned(),
            form: ProvisionForm::Text,
            as_of,
            context: ProvisionContext::None,
        };
        wire(answers::provision(self.snapshot, self.today, &question), uri)
    }

    /// `/provision/history`.
    pub(crate) fn history(self, uri: &str, text: bool) -> Option<Value> {
        let question = HistoryQuestion { uri: uri.to_owned(), text, diff: false };
        wire(answers::provision_history(self.snapshot, self.today, &question), uri)
    }

    /// The `as_of` of `/document`.
    pub(crate) fn document(self, uri: &str, day: Date) -> Option<Value> {
        wire(answers::text_of_day(self.snapshot, uri, day), uri)
    }

    /// The text of `/document`.
    pub(crate) fn markdown(self, uri: &str, day: Date) -> Option<String> {
        let question =
            DocumentQuestion { uri: uri.to_owned(), form: DocumentForm::Markdown, as_of: Some(day) };
        match answers::document(self.snapshot, self.today, &question) {
            Ok(answer) => answer.markdown().map(str::to_owned),
            Err(AnswerError::NotFound(_)) => None,
            Err(error) => panic!("{uri} on {day}: {error}"),
        }
    }

    /// `/card`.
    pub(crate) fn card(self, uri: &str, day: Date) -> Option<Value> {
        wire(answers::card(self.snapshot, self.today, uri, Some(day)), uri)
    }

    /// What the tools for language models and the pages say of a whole text.
    pub(crate) fn status(self, uri: &str, day: Date) -> Option<Value> {
        wire(answers::text_status(self.snapshot, uri, day), uri)
    }

    /// What `/citations/extract` says of a place that a text of the day cites.
    pub(crate) fn extract(self, cited: &Cited<'_>, day: Date, since: Option<Date>) -> Option<Value> {
        let block = ExtractBlock { id: "1".to_owned(), text: cited.words.to_owned(), context: None };
        let question =
            ExtractQuestion { blocks: vec![block], as_of: Some(day), since, ..ExtractQuestion::default() };
        let answer = wire(answers::extract(self.snapshot, self.today, &question), cited.uri)?;
        let occurrences = answer["occurrences"].as_array()?;
        let mut targets = occurrences.iter().flat_map(|spot| spot["targets"].as_array().unwrap());
        targets.find(|target| target["uri"] == cited.uri || target["cited"] == cited.uri).cloned()
    }

    /// Whether lists and hits mark a document as one that has ended.
    pub(crate) fn is_expired(self, uri: &str) -> Option<bool> {
        let question = ResolveQuestion { text: uri.to_owned(), source: None, kind: None };
        let answer = wire(answers::resolve(self.snapshot, self.today, question), uri)?;
        let hit = answer["results"].as_array()?.iter().find(|hit| hit["uri"] == uri)?;
        hit["is_expired"].as_bool()
    }

    /// What `/resolve` says of a place: its state, or `held` where it is among the results alone.
    pub(crate) fn resolve(self, cited: &Cited<'_>, day: Date) -> Option<Value> {
        let question = ResolveQuestion { text: cited.uri.to_owned(), source: None, kind: None };
        let answer = answers::resolve_as_of(self.snapshot, self.today, Some(day), question);
        let answer = wire(answer, cited.uri)?;
        let recognized = answer["recognized"].as_array()?;
        if let Some(place) = recognized.iter().find(|place| place["uri"] == cited.uri) {
            return Some(place.clone());
        }
        let document = cited.uri.split('#').next();
        let results = answer["results"].as_array()?;
        let is_named = |result: &&Value| {
            let fragments = result["fragments"].as_array().into_iter().flatten();
            result["uri"].as_str() == document && fragments.into_iter().any(|of| of["uri"] == cited.uri)
        };
        results.iter().find(is_named).map(|_| serde_json::json!({ "status": "held" }))
    }
}

/// A place as a text cites it.
pub(crate) struct Cited<'a> {
    pub(crate) uri: &'a str,
    /// The citation: `36 § avtalslagen`.
    pub(crate) words: &'a str,
}
