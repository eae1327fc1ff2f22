//! Parts of several pages: breadcrumbs, choices beside a list, links to other pages of a list.

use lagrum_answers::{self as answers, AnswerError, CardResponse, SourceInfo, YearCount};
use lagrum_pages::PageRequest;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FlowGroup, Source, flow_group, known, source_label};

use crate::href::Href;
use crate::ord::{bad_group, bad_offset, lists as ord};

/// The entry to a source.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    pub(crate) href: Href,
    pub(crate) label: String,
    /// How many documents it has.
    pub(crate) count: String,
}

/// The place of a source in the order that all lists of sources have on pages: that of their first flow groups.
pub(crate) fn source_order(name: &str) -> FlowGroup {
    flow_group(name, "")
}

/// The sources of the collection, in the order of all pages.
pub(crate) fn sources_in_order(snapshot: &Snapshot) -> Result<Vec<SourceInfo>, AnswerError> {
    let mut sources = answers::sources(snapshot)?;
    sources.sort_by_key(|source| source_order(&source.source));
    Ok(sources)
}

/// The entries to the sources, in the order of flow groups that all pages use. Documents that are only named are counted
/// separately: a concept without a text is no document.
pub(crate) fn source_doors(snapshot: &Snapshot) -> Result<Vec<Door>, AnswerError> {
    let answers::CoverageResponse { mut sources, holdings, .. } = answers::coverage(snapshot, None)?;
    sources.sort_by_key(|source| source_order(&source.source));
    let door = |source: answers::SourceCoverage| {
        let listed = known(&source.source).and_then(Source::listed_kind);
        let is_unlisted = |held: &&answers::HeldDocuments| {
            held.source == source.source && listed.is_some() && held.kind.as_deref() != listed
        };
        let unlisted: u64 = holdings.iter().filter(is_unlisted).map(|held| held.documents).sum();
        Door {
            href: Href::page(&format!("/bladdra/{}", source.source)),
            label: source_label(&source.source).to_owned(),
            count: ord::held_and_named(source.documents.saturating_sub(unlisted), source.stubs),
        }
    };
    Ok(sources.into_iter().map(door).collect())
}

/// A breadcrumb.
#[derive(Clone, Debug)]
pub(crate) struct Crumb {
    pub(crate) label: String,
    pub(crate) href: Href,
}

impl Crumb {
    pub(crate) fn new(label: impl Into<String>, href: Href) -> Self {
        Self { label: label.into(), href }
    }
}

/// A value by which a list can be filtered, or is filtered.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) label: String,
    /// The full name, if the label is a designation.
    pub(crate) title: Option<&'static str>,
    /// How many rows have the value, if it is known.
    pub(crate) count: Option<String>,
    /// The page with the value chosen, or without it if it is chosen.
    pub(crate) href: Href,
    pub(crate) chosen: bool,
}

impl Choice {
    pub(crate) fn new(label: impl Into<String>, href: Href, chosen: bool) -> Self {
        Self { label: label.into(), title: None, count: None, href, chosen }
    }

    pub(crate) fn counted(self, rows: u64) -> Self {
        Self { count: Some(ord::number(rows)), ..self }
    }

    pub(crate) fn titled(self, title: Option<&'static str>) -> Self {
        Self { title, ..self }
    }
}

/// The values of one property.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices {
    pub(crate) heading: String,
    /// Values that are always shown, the chosen one first.
    pub(crate) values: Vec<Choice>,
    /// Further values, under headings that can be opened.
    pub(crate) folded: Vec<Choices>,
}

impl Choices {
    /// The values under a heading.
    pub(crate) fn new(heading: impl Into<String>, mut values: Vec<Choice>) -> Self {
        values.sort_by_key(|choice| !choice.chosen);
        Self { heading: heading.into(), values, folded: Vec::new() }
    }

    /// Years with counts, the newest first; many years are grouped in decades that can be opened. `href` returns the page with
    /// a year chosen, or with none.
    pub(crate) fn years(
        years: &[YearCount],
        chosen: Option<u16>,
        href: impl Fn(Option<u16>) -> Href,
    ) -> Self {
        const FEW: usize = 12;
        let choice = |&YearCount { year, documents }: &YearCount| {
            let is_chosen = chosen == Some(year);
            let target = Some(year).filter(|_| !is_chosen);
            Choice::new(year.to_string(), href(target), is_chosen).counted(documents)
        };
        if years.len() <= FEW {
            return Self::new(ord::YEAR, years.iter().map(choice).collect());
        }
        let decades = years.chunk_by(|a, b| a.year / 10 == b.year / 10).map(|years| {
            let first = years[0].year / 10 * 10;
            let heading = ord::decade(first, years.iter().map(|year| year.documents).sum());
            Self { heading, values: years.iter().map(choice).collect(), folded: Vec::new() }
        });
        let shown = years.iter().filter(|year| chosen == Some(year.year)).map(choice).collect();
        Self { heading: ord::YEAR.to_owned(), values: shown, folded: decades.collect() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.folded.is_empty()
    }
}

/// The links to other pages of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paging {
    /// Which rows the page has: "51–100 av 312".
    pub(crate) position: String,
    pub(crate) previous: Option<Href>,
    pub(crate) next: Option<Href>,
}

impl Paging {
    /// The links of a page that shows `length` of `total` rows, after the first `offset`. `href` returns the page that begins
    /// at an offset.
    pub(crate) fn new(offset: u64, length: u64, total: u64, limit: u64, href: impl Fn(u64) -> Href) -> Self {
        let end = offset.saturating_add(length);
        Self {
            position: ord::position(offset, end, total),
            previous: (offset > 0).then(|| href(offset.saturating_sub(limit))),
            next: (end < total).then(|| href(end)),
        }
    }

    /// Whether there is another page.
    pub(crate) fn is_needed(&self) -> bool {
        self.previous.is_some() || self.next.is_some()
    }
}

/// The subject of a page: a document or a place in it, held or not.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// Its uri, with the anchor.
    pub(crate) uri: String,
    /// The page path of the document, without the anchor.
    pub(crate) path: String,
    /// The anchor; empty for a whole document.
    pub(crate) anchor: String,
    /// Its citation.
    pub(crate) name: String,
    /// The citation of the document.
    pub(crate) document_name: String,
    /// Whether the corpus has the document.
    pub(crate) is_held: bool,
}

impl Subject {
    /// The document with this page path, and the place in it with this anchor, if any.
    pub(crate) fn find(request: &PageRequest, path: &str, anchor: &str) -> Result<Self, AnswerError> {
        let base = &request.snapshot.manifest().base;
        let path = format!("/{}", path.trim_start_matches('/'));
        let document = format!("{base}{path}");
        let uri = if anchor.is_empty() { document.clone() } else { format!("{document}#{anchor}") };
        let card = |uri: &str| match answers::card(&request.snapshot, request.day, uri, None) {
            Ok(card) => Ok(Some(card)),
            Err(AnswerError::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        };
        let document_card = card(&document)?;
        let held_name = match anchor {
            "" => document_card.as_ref().map(in_sentence),
            _ => card(&uri)?.as_ref().map(in_sentence),
        };
        let document_name = document_card.map(|card| card.citation);
        let local = path.trim_start_matches('/').to_owned();
        Ok(Self {
            is_held: document_name.is_some(),
            document_name: document_name.unwrap_or_else(|| local.clone()),
            name: held_name.unwrap_or_else(|| match anchor {
                "" => local,
                anchor => format!("{local} {anchor}"),
            }),
            anchor: anchor.to_owned(),
            path,
            uri,
        })
    }

    /// Its page.
    pub(crate) fn href(&self) -> Href {
        Href::page(&self.path).at(&self.anchor)
    }

    /// The breadcrumbs to it.
    pub(crate) fn crumbs(&self) -> Vec<Crumb> {
        vec![
            Crumb::new(ord::BROWSE, Href::page("/bladdra")),
            Crumb::new(&self.document_name, Href::page(&self.path)),
        ]
    }
}

/// A document, or a place in it, as it is named inside a sentence: `fårlagen`, `36 § avtalslagen`.
pub(crate) fn in_sentence(card: &CardResponse) -> String {
    card.forms.first().map_or_else(|| card.citation.clone(), |form| form.citation.clone())
}

/// The same with the full name: `lagen (1931:47) om får`.
pub(crate) fn in_full(card: &CardResponse) -> String {
    card.forms.last().map_or_else(|| card.citation.clone(), |form| form.citation.clone())
}

/// The name of a document in a list, and its title beside the name. A label is left out where the title says as much: it begins
/// with the label or has its number in parentheses, or the label is a number for machines.
pub(crate) fn listed_names(label: Option<String>, title: Option<String>) -> Option<(String, String)> {
    match (label, title) {
        (Some(label), Some(title)) if has_label(&title, &label) => Some((title, String::new())),
        (Some(label), title) => Some((label, title.unwrap_or_default())),
        (None, title) => Some((title?, String::new())),
    }
}

/// Whether a title says what a label says: `Fårlag (1931:47)` and `SFS 1931:47`, `C-439/31` and `62031CJ0439`.
fn has_label(title: &str, label: &str) -> bool {
    let number = label.rsplit(' ').next().unwrap_or(label).replace('_', " ");
    title.starts_with(label) || title.contains(&format!("({number})")) || is_number_for_machines(label)
}

/// Whether a label is a CELEX number or an ECLI. One that tells apart what has the same title is none (`ICC-01/31-2842`).
fn is_number_for_machines(label: &str) -> bool {
    !label.contains(' ')
        && (label.starts_with("ECLI:") || label.starts_with(|first: char| first.is_ascii_digit()))
}

/// The parameter `offset`; 0 if it is missing. Fails unless it is a number from 0 up.
pub(crate) fn offset(request: &PageRequest) -> Result<u64, AnswerError> {
    let Some(text) = request.parameter("offset") else { return Ok(0) };
    text.parse().map_err(|_| AnswerError::Invalid {
        parameter: "offset",
        input: Some(text.to_owned()),
        message: bad_offset(text),
    })
}

/// The flow groups that a page is narrowed to; empty for all.
pub(crate) fn groups(request: &PageRequest) -> Result<&str, AnswerError> {
    let groups = request.parameter("groups").unwrap_or_default();
    match groups.split(',').map(str::trim).find(|name| !name.is_empty() && FlowGroup::named(name).is_none()) {
        None => Ok(groups),
        Some(unknown) => Err(AnswerError::Invalid {
            parameter: "groups",
            input: Some(groups.to_owned()),
            message: bad_group(unknown),
        }),
    }
}

/// A calendar of this service as programs for calendars subscribe to it.
pub(crate) fn subscription(request: &PageRequest, calendar: &Href) -> Option<Href> {
    let base = request.snapshot.manifest().base.to_string();
    Href::subscription(request.address.as_deref().unwrap_or(&base), calendar)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_a_list_lead_to_each_other() {
        let href = |offset: u64| Href::page("/x").with("offset", &offset.to_string());
        let paging = Paging::new(50, 50, 120, 50, href);
        assert_eq!(paging.previous.unwrap().to_string(), "/x?offset=0");
        assert_eq!(paging.next.unwrap().to_string(), "/x?offset=100");
        let last = Paging::new(100, 20, 120, 50, href);
        assert!(last.next.is_none() && last.previous.is_some());
        assert!(!Paging::new(0, 7, 7, 50, href).is_needed());
        let beyond = Paging::new(u64::MAX, 0, 7, 50, href);
        assert!(beyond.next.is_none());
    }

    #[test]
    fn names_in_a_list_tell_documents_apart() {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        for (label, title, expected) in [
            ("Kommentar", "Kommentar till fårlagen", Some(("Kommentar till fårlagen", ""))),
            ("SFS 1931:47", "Fårlag (1931:47)", Some(("Fårlag (1931:47)", ""))),
            ("SFS 1907:36_s.1", "Lag (1907:36 s.1) om får", Some(("Lag (1907:36 s.1) om får", ""))),
            ("Prop. 2030/31:9", "En ny fårlag", Some(("Prop. 2030/31:9", "En ny fårlag"))),
            ("62031CJ0439", "C-439/31", Some(("C-439/31", ""))),
            ("ICC-01/31-2842", "The Prosecutor", Some(("ICC-01/31-2842", "The Prosecutor"))),
            ("NJA 2031 s. 5", "", Some(("NJA 2031 s. 5", ""))),
            ("", "Fårlag", Some(("Fårlag", ""))),
            ("", "", None),
        ] {
            let names = listed_names(text(label), text(title));
            let names = names.as_ref().map(|(name, title)| (name.as_str(), title.as_str()));
            assert_eq!(names, expected);
        }
    }

    #[test]
    fn many_years_stand_in_decades() {
        let years: Vec<YearCount> = (1990..2010).rev().map(|year| YearCount { year, documents: 2 }).collect();
        let choices = Choices::years(&years, Some(1999), |_| Href::page("/x"));
        assert_eq!(choices.values.iter().map(|choice| &*choice.label).collect::<Vec<_>>(), ["1999"]);
        assert_eq!(choices.folded.iter().map(|decade| decade.values.len()).collect::<Vec<_>>(), [10, 10]);
        assert!(Choices::years(&years[..3], None, |_| Href::page("/x")).folded.is_empty());
    }
}
