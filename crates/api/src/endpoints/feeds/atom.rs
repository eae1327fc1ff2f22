//! The form of feeds: Atom (RFC 4287).

use std::collections::BTreeMap;

use atom_syndication::extension::Extension;
use atom_syndication::{Category, Entry, Feed, FixedDateTime, Generator, Link, Person, Text};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use lagrum_answers::{DocumentChange, FormalForm};
use lagrum_artifact::Base;

const ATOM: HeaderValue = HeaderValue::from_static("application/atom+xml; charset=utf-8");

const MEDIA_TYPE: &str = "application/atom+xml";

/// The namespace of archives (RFC 5005).
const HISTORY: &str = "http://purl.org/syndication/history/1.0";

/// The element that marks an archive document.
fn archive_mark() -> (String, BTreeMap<String, Vec<Extension>>) {
    let mark = Extension { name: "fh:archive".to_owned(), ..Extension::default() };
    ("fh".to_owned(), BTreeMap::from([("archive".to_owned(), vec![mark])]))
}

/// The response with a feed.
pub(in crate::endpoints) fn atom(xml: String) -> Response {
    ([(header::CONTENT_TYPE, ATOM)], xml).into_response()
}

/// Where a document of a feed stands among its archive documents, or its pages (RFC 5005).
#[derive(Debug, Default)]
pub(in crate::endpoints) struct Archive {
    /// Paths with their relations: `prev-archive`, `next-archive`, `current`; `next` of a page.
    pub(in crate::endpoints) links: Vec<(&'static str, String)>,
    /// The path of an archive document.
    pub(in crate::endpoints) own: Option<String>,
    /// Whether this is an archive document.
    pub(in crate::endpoints) is_archived: bool,
}

/// A feed at a path, as XML.
pub(in crate::endpoints) fn write_feed(
    base: &Base,
    title: &str,
    path: &str,
    updated: &str,
    entries: Vec<Entry>,
) -> String {
    write_archived(base, title, path, updated, entries, &Archive::default())
}

/// A feed, or an archive document of one, at a path, as XML.
pub(in crate::endpoints) fn write_archived(
    base: &Base,
    title: &str,
    path: &str,
    updated: &str,
    entries: Vec<Entry>,
    archive: &Archive,
) -> String {
    let links = archive.links.iter().map(|(rel, path)| link(rel, format!("{base}{path}"), Some(MEDIA_TYPE)));
    let address = format!("{base}{path}");
    let xml = Feed {
        title: Text::plain(lagrum_escape::one_line(title).into_owned()),
        id: address.clone(),
        updated: time(updated),
        authors: vec![Person { name: base.to_string(), ..Person::default() }],
        generator: Some(Generator {
            value: "lagrum".to_owned(),
            uri: None,
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
        links: std::iter::once(link("self", address, Some(MEDIA_TYPE))).chain(links).collect(),
        namespaces: archive.is_archived.then(|| ("fh".to_owned(), HISTORY.to_owned())).into_iter().collect(),
        extensions: archive.is_archived.then(archive_mark).into_iter().collect(),
        entries,
        lang: Some("sv".to_owned()),
        ..Feed::default()
    }
    .to_string();
    // Whatever a field has that XML forbids, the feed is well-formed.
    lagrum_escape::xml(&xml).into_owned()
}

/// The entry of a change.
pub(super) fn entry(base: &Base, change: DocumentChange) -> Entry {
    let provisions = change.provisions_in_words(base);
    let local_id = base.strip(&change.uri).unwrap_or(&change.uri);
    let label = change.label.unwrap_or_else(|| local_id.to_owned());
    let title = match change.title.filter(|title| *title != label) {
        Some(title) => format!("{label}: {title}"),
        None => label,
    };
    Entry {
        // Feed readers show a title in one line.
        title: Text::plain(lagrum_escape::one_line(&title).into_owned()),
        id: change.uri.clone(),
        updated: time(&change.at),
        published: change.date.as_deref().and_then(day),
        categories: vec![
            category(change.change, shown(change.change)),
            category(&change.source, lagrum_sources::source_label(&change.source)),
        ],
        summary: Some(Text::plain(match provisions {
            Some(provisions) => format!("{}: {provisions}", shown(change.change)),
            None => shown(change.change).to_owned(),
        })),
        links: vec![link("alternate", change.uri, Some("text/html"))],
        ..Entry::default()
    }
}

/// The entry of a change under the ELI identifier of its act, with the addresses of the forms of the act.
pub(super) fn eli_entry(base: &Base, address: &str, change: DocumentChange) -> Entry {
    let path = base.strip(&change.uri).and_then(lagrum_answers::eli_path);
    let entry = entry(base, change);
    let Some(path) = path else { return entry };
    let id = format!("{address}{path}");
    let forms =
        [FormalForm::Html, FormalForm::Json, FormalForm::Markdown, FormalForm::Akn, FormalForm::Turtle];
    let links =
        forms.map(|form| link("alternate", format!("{id}/swe/{}", form.name()), Some(form.media_type())));
    Entry { links: links.into(), id, ..entry }
}

pub(in crate::endpoints) fn category(term: &str, label: &str) -> Category {
    Category { term: term.to_owned(), scheme: None, label: Some(label.to_owned()) }
}

/// The Swedish words for a change.
pub(super) fn shown(change: &str) -> &'static str {
    match change {
        "added" => "Nytt dokument",
        "text" => "Texten har ändrats",
        "metadata" => "Uppgifter om dokumentet har ändrats",
        "status" => "Giltigheten har ändrats",
        "withdrawn" => "Dokumentet har tagits bort",
        _ => "Ändrat",
    }
}

pub(in crate::endpoints) fn link(rel: &str, href: String, mime_type: Option<&str>) -> Link {
    Link { href, rel: rel.to_owned(), mime_type: mime_type.map(str::to_owned), ..Link::default() }
}

/// The beginning of a day; None for a date that is no whole day.
pub(in crate::endpoints) fn day(text: &str) -> Option<FixedDateTime> {
    format!("{text}T00:00:00Z").parse().ok()
}

pub(in crate::endpoints) fn time(text: &str) -> FixedDateTime {
    text.parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_has_no_character_that_xml_forbids() {
        let base = Base::parse("https://lag.example").unwrap();
        let change = DocumentChange {
            uri: "https://lag.example/1931:47\u{fffe}".to_owned(),
            source: "sfs".to_owned(),
            kind: None,
            change: "added",
            at: "2031-01-01T00:00:00Z".to_owned(),
            anchors: None,
            sha256: None,
            bytes: None,
            date: Some("1931-05-01".to_owned()),
            label: Some("SFS\u{1}1931:47".to_owned()),
            title: Some("Fårlag\u{ffff}\rom\u{2028}får".to_owned()),
        };
        let xml =
            write_feed(&base, "a\u{b}b", "/feeds/x", "2031-01-01T00:00:00Z", vec![entry(&base, change)]);
        assert!(
            !xml.contains(|c: char| c < ' ' && c != '\n' || matches!(c, '\u{fffe}' | '\u{ffff}')),
            "{xml}"
        );
        assert!(xml.contains("<title>SFS 1931:47: Fårlag om får</title>"), "{xml}");
        assert!(xml.contains("<title>a b</title>"), "{xml}");
        assert!(xml.contains("<published>1931-05-01T00:00:00+00:00</published>"), "{xml}");
    }

    #[test]
    fn a_title_stays_in_its_row() {
        let change = DocumentChange {
            uri: "https://lag.example/1931:47".to_owned(),
            source: "sfs".to_owned(),
            kind: None,
            change: "added",
            at: "2031-01-01T00:00:00Z".to_owned(),
            anchors: None,
            sha256: None,
            bytes: None,
            date: None,
            label: Some("SFS 1931:47".to_owned()),
            title: Some("F\u{202e}\u{e0041}årlag <b>".to_owned()),
        };
        let base = Base::parse("https://lag.example").unwrap();
        assert_eq!(entry(&base, change).title.value, "SFS 1931:47: Fårlag <b>");
    }
}
