//! A document among results, as hosts of tools read it: its id, title and address flat in the row. What is not known of it is left out.

use lagrum_answers::{Fragment, HeldExtent, HitFoundBy, Predecessor, SearchResult};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Asked, page_url};
use crate::passage::cut_passage;

/// Maximum number of characters of a passage of a result.
const MAX_PASSAGE: usize = 300;

/// Maximum number of characters of the name of a result: titles of EU acts have up to a thousand.
const MAX_TITLE: usize = 250;

/// A document that was found.
#[derive(Serialize, ToSchema)]
pub(super) struct ResultRow {
    /// What `fetch` takes: the uri of the provision that the query names, else of the document.
    id: String,
    /// What a reader calls it.
    title: String,
    /// The address of its page, at the provision that the query names.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// The document's uri, without a fragment.
    uri: String,
    /// Its printed id, where `title` is not that.
    #[serde(skip_serializing_if = "Option::is_none")]
    identifier: Option<String>,
    /// Its source.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// Its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// The court or body that decided it.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_by: Option<String>,
    /// Its day.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// Whether it has stopped applying; left out where it has not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_expired: bool,
    /// The day from which it no longer applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    expired: Option<String>,
    /// How much of its text is held: `summary` and `headnote` are not the document.
    extent: Option<HeldExtent>,
    /// What a reader is told of that, in Swedish.
    #[serde(skip_serializing_if = "Option::is_none")]
    extent_note: Option<&'static str>,
    /// How many other documents cite it.
    inbound_count: u64,
    /// The provision that the query names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pin: Option<Fragment>,
    /// The passage that answers best, as HTML: `<em>` is the only tag.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fragments: Vec<Fragment>,
    /// An extract of its text, where no passage of it answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    highlight: Vec<String>,
    /// By what it was found, if it has too few words of the query to be found by them.
    #[serde(skip_serializing_if = "Option::is_none")]
    found_by: Option<HitFoundBy>,
    /// The documents that it took the place of and that the query names by their former names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    successor_of: Vec<Predecessor>,
}

impl ResultRow {
    pub(super) fn new(asked: &Asked, found: SearchResult) -> Self {
        let name = [&found.title, &found.display, &found.identifier].into_iter().flatten().next();
        let title = name.unwrap_or(&found.uri).clone();
        let anchor = found.pin.as_ref().and_then(|pin| pin.pinpoint.as_deref());
        let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
        let fragments: Vec<Fragment> =
            found.fragments.into_iter().take(1).map(|passage| short(passage, &title)).collect();
        let shows_nothing = fragments.is_empty() && found.pin.is_none();
        let highlight = found.highlight.into_iter().filter(|_| shows_nothing).take(1);
        Self {
            id: found.pin.as_ref().map_or(&found.uri, |pin| &pin.uri).clone(),
            title: cut_passage(&title, MAX_TITLE),
            url: found.url.as_deref().map(|path| format!("{}{anchor}", page_url(asked, path))),
            uri: found.uri,
            // The name of many decisions is their printed id.
            identifier: found.identifier.filter(|identifier| *identifier != title),
            source: found.source,
            kind: found.kind,
            decided_by: found.decided_by,
            date: found.date,
            is_expired: found.is_expired,
            expired: found.expired,
            extent: found.extent,
            extent_note: found.extent_note,
            inbound_count: found.inbound_count,
            pin: found.pin,
            fragments,
            highlight: highlight.map(|extract| cut_passage(&extract, MAX_PASSAGE)).collect(),
            found_by: found.found_by,
            successor_of: found.successor_of,
        }
    }
}

/// A passage with one extract of at most [`MAX_PASSAGE`] characters. The name of its document is no name of it.
fn short(passage: Fragment, title: &str) -> Fragment {
    let first = passage.highlight.into_iter().take(1);
    let highlight = first.map(|extract| cut_passage(&extract, MAX_PASSAGE)).collect();
    let label = passage.label.filter(|label| label != title);
    Fragment { highlight, heading: None, label, ..passage }
}
