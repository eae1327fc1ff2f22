//! The fields of a reference: what a reference manager takes a document for, and its number, court and report.

use lagrum_sources::{CaseFacts, FlowGroup, case_facts, decided_by, source};

use super::super::names;
use super::super::shown::Document;

/// What a reference manager takes a document for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pages::document) enum ReferenceKind {
    /// An act.
    Statute,
    /// A decision.
    Case,
    /// A preparatory work.
    Report,
    /// Anything else.
    Document,
}

impl ReferenceKind {
    /// What a reference manager takes a document for.
    pub(in crate::pages::document) fn of(document: &Document<'_>) -> Self {
        let row = &document.text.document;
        match source(&row.source).group(row.kind.as_deref().unwrap_or_default()) {
            FlowGroup::Forfattningar | FlowGroup::EuRattsakter | FlowGroup::Foreskrifter => Self::Statute,
            FlowGroup::Forarbeten => Self::Report,
            group if group.decides() => Self::Case,
            _ => Self::Document,
        }
    }

    /// The type of an item in Zotero.
    pub(in crate::pages::document) fn zotero(self) -> &'static str {
        match self {
            Self::Statute => "statute",
            Self::Case => "case",
            Self::Report => "report",
            Self::Document => "document",
        }
    }
}

/// The place of a decision in a series of reports: `NJA`, `2011`, `45`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::pages::document) struct Report {
    pub(in crate::pages::document) reporter: String,
    pub(in crate::pages::document) volume: String,
    pub(in crate::pages::document) page: String,
}

impl Report {
    /// Reads `NJA 2011 s. 45`, `RH 2031:5`, `HFD 2012 ref. 12`; None for another form.
    pub(in crate::pages::document) fn parse(text: &str) -> Option<Self> {
        let (reporter, rest) = text.trim().split_once(|c: char| c.is_whitespace() || c == '\u{a0}')?;
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let volume = rest.get(..digits(rest)).filter(|year| year.len() == 4)?;
        let after = rest.get(volume.len()..)?;
        let page = after.trim_start_matches(|c: char| !c.is_ascii_digit());
        let page: String = page.split(|c: char| c.is_whitespace() || c == ',').next()?.to_owned();
        let is_reporter = reporter.chars().all(char::is_alphabetic);
        (is_reporter && !page.is_empty()).then(|| Self {
            reporter: reporter.to_owned(),
            volume: volume.to_owned(),
            page,
        })
    }
}

/// The fields of a reference.
pub(super) struct Reference {
    pub(super) kind: ReferenceKind,
    pub(super) key: String,
    pub(super) title: String,
    /// How it is cited.
    pub(super) citation: String,
    /// The number of an act (`SFS 1931:47`), a preparatory work (`prop. 2030/31:5`) or a case (`T 17-30`).
    pub(super) number: Option<String>,
    /// The series that its number is in: `SFS`.
    pub(super) series: Option<String>,
    pub(super) court: Option<String>,
    pub(super) report: Option<Report>,
    pub(super) publisher: Option<String>,
    pub(super) year: Option<u16>,
    pub(super) date: Option<String>,
    pub(super) language: &'static str,
    pub(super) uri: String,
    /// The day of reading.
    pub(super) read: String,
}

/// The court or body that decided, as references and metadata name it.
pub(in crate::pages::document) fn court(document: &Document<'_>, facts: &CaseFacts) -> Option<String> {
    let row = &document.text.document;
    let group = source(&row.source).group(row.kind.as_deref().unwrap_or_default());
    let local_id = document.base().strip(&row.uri).unwrap_or_default();
    facts.court.clone().or_else(|| decided_by(group, local_id, row.publisher.as_deref()))
}

/// The reference of a document, or of the place in it that was asked for.
pub(super) fn reference(document: &Document<'_>) -> Reference {
    let row = &document.text.document;
    let place = document.request.parameter("citera").unwrap_or_default();
    let citation =
        names::forms(document, lagrum_artifact::Anchor::new(place).as_ref()).into_iter().next_back();
    let kind = ReferenceKind::of(document);
    let facts = document.text.artifact().and_then(|artifact| case_facts(artifact, source(&row.source)));
    let facts = facts.filter(|_| kind == ReferenceKind::Case).unwrap_or_default();
    let name = row.label.clone().or_else(|| row.short_id.clone());
    let number = match kind {
        ReferenceKind::Case => facts.numbers.first().cloned(),
        _ => name.clone(),
    };
    let series = name.as_deref().and_then(|name| name.split_once(' ')).map(|(series, _)| series.to_owned());
    Reference {
        kind,
        key: key(document.path().trim_start_matches('/')),
        title: row.title.clone().unwrap_or_else(|| names::name(document)),
        citation: citation.map_or_else(|| names::name(document), |(_, citation)| citation),
        number,
        series: series.filter(|_| kind == ReferenceKind::Statute),
        court: (kind == ReferenceKind::Case).then(|| court(document, &facts)).flatten(),
        report: facts
            .reports
            .iter()
            .find_map(|report| Report::parse(report))
            .or_else(|| name.as_deref().filter(|_| kind == ReferenceKind::Case).and_then(Report::parse)),
        publisher: names::publisher(document),
        year: row.year,
        date: row.date.clone(),
        language: document.language().unwrap_or("sv"),
        uri: if place.is_empty() { document.uri.clone() } else { format!("{}#{place}", document.uri) },
        read: document.request.day.to_string(),
    }
}

/// A key for the entry, with characters that programs accept.
pub(super) fn key(local_id: &str) -> String {
    local_id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read() {
        for (text, expected) in [
            ("NJA 2011 s. 45", Some(("NJA", "2011", "45"))),
            ("RH 2031:5", Some(("RH", "2031", "5"))),
            ("HFD 2012 ref. 12", Some(("HFD", "2012", "12"))),
            ("RÅ 1998 ref. 12", Some(("RÅ", "1998", "12"))),
            ("AD 2029 nr 17", Some(("AD", "2029", "17"))),
            ("MÖD 2028:3", Some(("MÖD", "2028", "3"))),
            ("mål T 17-30", None),
            ("C-5/31", None),
            ("", None),
        ] {
            let found = Report::parse(text);
            let found = found.as_ref().map(|found| (&*found.reporter, &*found.volume, &*found.page));
            assert_eq!(found, expected, "{text}");
        }
    }
}
