//! A document among results, and a place in one: the shapes that resolving and searching share.

use lagrum_artifact::{Anchor, Base, DocumentUri, fragment_label};
use lagrum_catalog::{CatalogDocument, PartText};
use lagrum_search::{FoundBy, HitFields};
use lagrum_sources::{FlowGroup, decided_by, kind_singular, source};
use serde::Serialize;
use utoipa::ToSchema;

use crate::HitExplanation;
use crate::as_of::repeal_day;
use crate::citing_sentence::first_sentence;
use crate::held_extent::{HeldExtent, held_extent};

/// A document that answers a query.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchResult {
    /// The document's uri, never with a fragment.
    pub uri: String,
    /// Its page path. A place in it is reached by this, `#` and the place's `pinpoint`.
    #[schema(required = true)]
    pub url: Option<String>,
    /// Its printed id; null when the document has none of its own beside its title.
    #[schema(required = true)]
    pub identifier: Option<String>,
    /// Its full title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Its heading for readers: the established name, else the title.
    #[schema(required = true)]
    pub display: Option<String>,
    /// Its acronym alone.
    #[schema(required = true)]
    pub abbr: Option<String>,
    /// Its source.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Its kind.
    #[schema(required = true)]
    pub kind: Option<String>,
    /// The kind's name, in the singular.
    #[schema(required = true)]
    pub kind_label: Option<String>,
    /// The court or body that decided it, of a decision.
    #[schema(required = true)]
    pub decided_by: Option<String>,
    /// Its day (`YYYY-MM-DD`): that of a decision, of the issue of an act.
    #[schema(required = true)]
    pub date: Option<String>,
    /// The first sentence of the summary of a decision, or of its text; for another document only where no part of its
    /// text is shown. Plain text.
    #[schema(required = true)]
    pub summary: Option<String>,
    /// How much of its text is held: `summary` and `headnote` are not the document. Null for a stub.
    pub extent: Option<HeldExtent>,
    /// What a reader is told of that, in Swedish; null where a text of its own is held, and for a stub.
    pub extent_note: Option<&'static str>,
    /// Whether it has stopped applying by today.
    pub is_expired: bool,
    /// The day from which it no longer applies; null where that is not known.
    #[schema(required = true)]
    pub expired: Option<String>,
    /// How well it matches; null for a document that the query names.
    #[schema(required = true)]
    pub score: Option<f64>,
    /// How many other documents cite it.
    pub inbound_count: u64,
    /// Up to two extracts of its text in reading order, each of one piece of it, as HTML: `<em>` is the only tag.
    pub highlight: Vec<String>,
    /// The provision that the query names.
    #[schema(required = true)]
    pub pin: Option<Fragment>,
    /// Up to three passages that answer, best first.
    pub fragments: Vec<Fragment>,
    /// How it was found, if it has too few words of the query to be found by them; otherwise the field is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub found_by: Option<HitFoundBy>,
    /// The documents that it took the place of and that the query names by their former names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub successor_of: Vec<Predecessor>,
    /// Why it has its score; only of a search that asks for it, and of a hit with a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub explanation: Option<HitExplanation>,
}

/// How a document was found that has too few words of the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HitFoundBy {
    /// Citation contexts: the text of other documents where they cite its provisions.
    Citations,
    /// Nearness in meaning.
    Meaning,
    /// An everyday expression of the query, whose answer is known to stand there.
    Everyday,
}

impl From<FoundBy> for HitFoundBy {
    fn from(found_by: FoundBy) -> Self {
        match found_by {
            FoundBy::Contexts => Self::Citations,
            FoundBy::Meaning => Self::Meaning,
            FoundBy::Everyday => Self::Everyday,
        }
    }
}

/// A document that another took the place of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Predecessor {
    /// Its uri.
    pub uri: String,
    /// Its full title.
    pub title: String,
}

/// A place in a document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Fragment {
    /// The place's uri.
    pub uri: String,
    /// Its anchor: what follows `#` in the uri.
    #[schema(required = true)]
    pub pinpoint: Option<String>,
    /// What to call it: how a reader cites it, its heading, or both.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The heading over it that has words of the query, as HTML, where the place itself has none to show; otherwise the
    /// field is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub heading: Option<String>,
    /// Its text, or up to two extracts of it in reading order, as HTML: `<em>` is the only tag. An extract has words of this
    /// place alone. Where something is left out before it or after it in mid-sentence, it has `…` there.
    pub highlight: Vec<String>,
}

impl SearchResult {
    /// A hit of the full-text search, with the passages that answer.
    pub(crate) fn found(
        url: Option<String>,
        hit: HitFields,
        score: f32,
        highlight: Vec<String>,
        fragments: impl FnOnce(&str) -> Vec<Fragment>,
    ) -> Self {
        Self {
            url,
            identifier: identifier(hit.label, hit.title.as_deref()),
            title: hit.title,
            display: hit.display,
            abbr: hit.abbr,
            source: Some(hit.source),
            kind_label: hit.kind.as_deref().and_then(kind_singular).map(str::to_owned),
            kind: hit.kind,
            decided_by: None,
            date: None,
            summary: None,
            extent: None,
            extent_note: None,
            expired: None,
            score: Some(f64::from(score)),
            inbound_count: hit.inbound_count,
            highlight,
            pin: None,
            fragments: fragments(&hit.uri),
            found_by: None,
            successor_of: Vec::new(),
            is_expired: false,
            explanation: None,
            uri: hit.uri,
        }
    }

    /// A lead result, without passages.
    pub(crate) fn of_hit(url: Option<String>, hit: HitFields) -> Self {
        Self { score: None, ..Self::found(url, hit, 0.0, Vec::new(), |_| Vec::new()) }
    }

    /// A document that a query names, with the place it names.
    pub(crate) fn named(base: &Base, document: &CatalogDocument, pin: Option<Fragment>, day: &str) -> Self {
        let uri = DocumentUri::new(&document.uri);
        Self {
            url: uri.map(|uri| base.page_path(&uri)),
            identifier: identifier(document.label.clone(), document.title.as_deref()),
            title: document.title.clone(),
            display: document.display.clone(),
            abbr: document.abbr.clone(),
            source: Some(document.source.clone()),
            kind_label: document.kind.as_deref().and_then(kind_singular).map(str::to_owned),
            kind: document.kind.clone(),
            decided_by: None,
            date: None,
            summary: None,
            extent: None,
            extent_note: None,
            is_expired: false,
            expired: None,
            score: None,
            inbound_count: document.inbound_count,
            highlight: Vec::new(),
            pin,
            fragments: Vec::new(),
            found_by: None,
            successor_of: Vec::new(),
            explanation: None,
            uri: document.uri.clone(),
        }
        .with_facts(base, document, day)
    }

    /// Adds what the catalog has of the document: who decided it, its days, and what a decision is about.
    pub(crate) fn with_facts(self, base: &Base, document: &CatalogDocument, day: &str) -> Self {
        let group = FlowGroup::named(&document.flow_group);
        let local_id = base.strip(&document.uri).unwrap_or_default();
        let decided_by = group.and_then(|group| decided_by(group, local_id, document.publisher.as_deref()));
        let about = document.description.as_deref().or(document.snippet.as_deref());
        let shows_nothing = self.pin.is_none() && self.fragments.is_empty() && self.highlight.is_empty();
        let is_expired = document.expired.as_deref().is_some_and(|expired| expired <= day);
        let (extent, extent_note) = held_extent(document);
        Self {
            extent,
            extent_note,
            summary: about.filter(|_| decided_by.is_some() || shows_nothing).and_then(first_sentence),
            decided_by,
            date: document.date.clone(),
            expired: repeal_day(document).filter(|_| is_expired),
            is_expired,
            ..self
        }
    }
}

impl Fragment {
    /// A place in a document without its words.
    pub(crate) fn place(document: &CatalogDocument, anchor: &Anchor) -> Self {
        Self {
            uri: format!("{}#{anchor}", document.uri),
            pinpoint: Some(anchor.to_string()),
            label: source(&document.source).grammar.label(anchor),
            heading: None,
            highlight: Vec::new(),
        }
    }

    /// A place in a document with its own words.
    pub(crate) fn pin(document: &CatalogDocument, anchor: &Anchor, shown: &PartText) -> Self {
        let grammar = source(&document.source).grammar;
        let form = shown.reader_form.clone().or_else(|| grammar.label(anchor));
        Self {
            uri: format!("{}#{anchor}", document.uri),
            pinpoint: Some(anchor.to_string()),
            label: fragment_label(form.as_deref(), shown.heading.as_deref()),
            heading: None,
            highlight: Some(lagrum_escape::html(&shown.text))
                .filter(|text| !text.is_empty())
                .into_iter()
                .collect(),
        }
    }
}

/// The printed id of a document. A label that repeats the title and holds no digit is no id.
fn identifier(label: Option<String>, title: Option<&str>) -> Option<String> {
    label.filter(|label| Some(label.as_str()) != title || label.contains(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_is_no_repeated_title() {
        let table = [
            ("SFS 1931:47", "Fårlag (1931:47)", Some("SFS 1931:47")),
            ("Skadestånd", "Skadestånd", None),
            ("Fallet (NJA 2031 s. 5)", "Fallet (NJA 2031 s. 5)", Some("Fallet (NJA 2031 s. 5)")),
            ("Kommentar", "A. Författare", Some("Kommentar")),
        ];
        for (label, title, expected) in table {
            assert_eq!(identifier(Some(label.to_owned()), Some(title)).as_deref(), expected, "{label}");
        }
        assert_eq!(identifier(None, None), None);
    }
}
