//! The reference of a document or of a place in it, in forms for reference managers: BibTeX and RIS.

use lagrum_pages::PageAnswer;
use lagrum_sources::{FlowGroup, source};

use super::names;
use super::shown::Document;
use crate::href::Href;

/// A form for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReferenceForm {
    /// BibTeX.
    Bibtex,
    /// RIS.
    Ris,
}

impl ReferenceForm {
    /// The form with this name in an address.
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name {
            "bibtex" => Some(Self::Bibtex),
            "ris" => Some(Self::Ris),
            _ => None,
        }
    }
}

/// The addresses of both forms with their names.
pub(super) fn links(document: &Document<'_>) -> Vec<(Href, &'static str)> {
    let place = document.request.parameter("citera").unwrap_or_default();
    let link = |form| Href::page(&document.request.path).with("citera", place).with("form", form);
    vec![(link("bibtex"), "BibTeX"), (link("ris"), "RIS")]
}

/// The fields of a reference.
struct Reference {
    key: String,
    title: String,
    /// How it is cited.
    citation: String,
    publisher: Option<String>,
    year: Option<u16>,
    date: Option<String>,
    uri: String,
    /// The day of reading.
    read: String,
    ris_type: &'static str,
}

/// The reference of a document, or of the place that was asked for, in a form.
pub(super) fn page(document: &Document<'_>, form: ReferenceForm) -> PageAnswer {
    let row = &document.text.document;
    let place = document.request.parameter("citera").unwrap_or_default();
    let citation =
        names::forms(document, lagrum_artifact::Anchor::new(place).as_ref()).into_iter().next_back();
    let group = source(&row.source).group(row.kind.as_deref().unwrap_or_default());
    let reference = Reference {
        key: key(document.path().trim_start_matches('/')),
        title: row.title.clone().unwrap_or_else(|| names::name(document)),
        citation: citation.map_or_else(|| names::name(document), |(_, citation)| citation),
        publisher: names::publisher(document),
        year: row.year,
        date: row.date.clone(),
        uri: if place.is_empty() { document.uri.clone() } else { format!("{}#{place}", document.uri) },
        read: document.request.day.to_string(),
        ris_type: match group {
            FlowGroup::Forfattningar | FlowGroup::EuRattsakter | FlowGroup::Foreskrifter => "STAT",
            group if group.decides() => "CASE",
            _ => "GEN",
        },
    };
    match form {
        ReferenceForm::Bibtex => {
            PageAnswer::Text { media_type: "application/x-bibtex; charset=utf-8", body: bibtex(&reference) }
        }
        ReferenceForm::Ris => PageAnswer::Text {
            media_type: "application/x-research-info-systems; charset=utf-8",
            body: ris(&reference),
        },
    }
}

/// A key for the entry, with characters that programs accept.
fn key(local_id: &str) -> String {
    local_id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn bibtex(reference: &Reference) -> String {
    // Braces and backslashes have a special meaning, and a line break ends a field.
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|c| !matches!(c, '{' | '}' | '\\'))
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect()
    };
    let mut fields = vec![("title", format!("{{{}}}", plain(&reference.title)))];
    fields.extend(
        reference.publisher.as_ref().map(|publisher| ("author", format!("{{{}}}", plain(publisher)))),
    );
    fields.extend(reference.year.map(|year| ("year", year.to_string())));
    fields.push(("note", plain(&reference.citation)));
    fields.push(("url", plain(&reference.uri)));
    fields.push(("urldate", reference.read.clone()));
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("  {name} = {{{value}}}")).collect();
    format!("@misc{{{},\n{}\n}}\n", reference.key, fields.join(",\n"))
}

fn ris(reference: &Reference) -> String {
    let plain =
        |text: &str| -> String { text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect() };
    let mut lines = vec![("TY", reference.ris_type.to_owned()), ("TI", plain(&reference.title))];
    lines.extend(reference.publisher.as_ref().map(|publisher| ("PB", plain(publisher))));
    lines.extend(reference.year.map(|year| ("PY", year.to_string())));
    lines.extend(reference.date.as_ref().map(|date| ("DA", date.replace('-', "/"))));
    lines.push(("N1", plain(&reference.citation)));
    lines.push(("UR", plain(&reference.uri)));
    lines.push(("Y2", reference.read.replace('-', "/")));
    lines.push(("ER", String::new()));
    let lines: Vec<String> = lines.iter().map(|(tag, value)| format!("{tag}  - {value}\r\n")).collect();
    lines.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_as_programs_read_them() {
        let reference = Reference {
            key: key("1931:47"),
            title: "Fårlag {1931:47}".to_owned(),
            citation: "2 kap. 3 § fårlagen".to_owned(),
            publisher: None,
            year: Some(1931),
            date: Some("1931-05-01".to_owned()),
            uri: "https://lag.example/1931:47#K2P3".to_owned(),
            read: "2032-01-02".to_owned(),
            ris_type: "STAT",
        };
        assert_eq!(
            bibtex(&reference),
            "@misc{1931-47,\n  title = {{Fårlag 1931:47}},\n  year = {1931},\n  note = {2 kap. 3 § fårlagen},\n  \
             url = {https://lag.example/1931:47#K2P3},\n  urldate = {2032-01-02}\n}\n"
        );
        assert_eq!(
            ris(&reference),
            "TY  - STAT\r\nTI  - Fårlag {1931:47}\r\nPY  - 1931\r\nDA  - 1931/05/01\r\nN1  - 2 kap. 3 § fårlagen\r\n\
             UR  - https://lag.example/1931:47#K2P3\r\nY2  - 2032/01/02\r\nER  - \r\n"
        );
    }
}
