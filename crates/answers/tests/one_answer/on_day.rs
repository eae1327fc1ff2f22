//! What all doors say of one provision on one day.

use jiff::civil::Date;
use serde_json::Value;

use crate::doors::{Cited, Doors};

/// A provision of an act, and what it is cited with.
pub(crate) struct Place {
    /// Its uri.
    pub(crate) uri: String,
    /// The uri of its act.
    pub(crate) act: String,
    pub(crate) anchor: String,
    /// The local uri, for messages.
    pub(crate) local: String,
    /// The citation of it.
    pub(crate) words: String,
}

/// What the doors say of a place on a day; None for a 404.
pub(crate) struct OnDay {
    pub(crate) day: Date,
    pub(crate) provision: Option<Value>,
    pub(crate) document: Option<Value>,
    pub(crate) card: Option<Value>,
    pub(crate) extract: Option<Value>,
    pub(crate) resolve: Option<Value>,
}

impl OnDay {
    /// Asks the doors; `document` is what `/document` says of the act.
    pub(crate) fn ask(doors: Doors<'_>, place: &Place, day: Date, document: Option<Value>) -> Self {
        let cited = Cited { uri: &place.uri, words: &place.words };
        Self {
            day,
            provision: doors.provision(&place.uri, Some(day)),
            document,
            card: doors.card(&place.uri, day),
            extract: doors.extract(&cited, day, None),
            resolve: doors.resolve(&cited, day),
        }
    }

    /// The text of `/provision`.
    pub(crate) fn text(&self) -> Option<&str> {
        self.provision.as_ref()?["text"].as_str()
    }

    /// The certainty of `/provision`.
    pub(crate) fn basis(&self) -> Option<&str> {
        basis_of(self.provision.as_ref()?)
    }

    /// The text of the card.
    pub(crate) fn snippet(&self) -> Option<&str> {
        self.card.as_ref()?["snippet"].as_str()
    }

    /// The doors that state what the place is, with what they state.
    pub(crate) fn states(&self) -> Vec<(&'static str, &Value)> {
        let card = self.card.as_ref().map(|card| ("card", &card["state"]));
        let extract = self.extract.as_ref().map(|state| ("extract", state));
        let resolve = self.resolve.as_ref().map(|state| ("resolve", state));
        card.into_iter().chain(extract).chain(resolve).collect()
    }

    /// The state by the citations of a text, or by the card.
    pub(crate) fn state(&self) -> Option<&Value> {
        self.extract.as_ref().or_else(|| Some(&self.card.as_ref()?["state"]))
    }

    /// The status of [`Self::state`].
    pub(crate) fn status(&self) -> Option<&str> {
        self.state()?["status"].as_str()
    }

    /// What `/provision` says, in short.
    pub(crate) fn told(&self) -> String {
        format!("provision {}", self.basis().unwrap_or("404"))
    }
}

/// The certainty in an answer with `as_of`.
pub(crate) fn basis_of(answer: &Value) -> Option<&str> {
    answer["as_of"]["basis"].as_str()
}
