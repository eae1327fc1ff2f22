//! The lydelser of the documents of a source, each with the data of its commit.

use std::collections::HashMap;

use lagrum_artifact::{ActFamily, Base, DocumentUri, LydelseId, StoredId};
use lagrum_catalog::{ArchivedLydelse, CatalogDocument};
use lagrum_snapshot::Snapshot;

use crate::ExportError;

/// A lydelse of a document, or the one text of a document that has no lydelser.
#[derive(Debug)]
pub(super) struct ExportedLydelse {
    /// The number of its stored artifact.
    pub(super) stored: StoredId,
    /// What names it: the uri of the document, with the lydelse id where there is one.
    pub(super) uri: String,
    /// The file of its document.
    pub(super) path: String,
    /// The lydelse id, else the printed id of the document.
    pub(super) number: String,
    /// The name of its document.
    pub(super) name: String,
    /// The day it began to apply, or the day of the document (`YYYY-MM-DD`).
    pub(super) day: Option<String>,
    /// The preparatory works of the amendment, as printed; None for the document itself, whose register has them.
    pub(super) forarbeten: Option<Vec<String>>,
    /// The uri of the amendment, for the register of the document.
    pub(super) amendment: Option<String>,
}

/// The lydelser of one document, oldest first.
pub(super) type DocumentHistory = Vec<ExportedLydelse>;

/// The histories of the documents of a source, by uri; and the uris of documents whose local id cannot be a path.
pub(super) fn histories(
    snapshot: &Snapshot,
    source: &str,
) -> Result<(Vec<DocumentHistory>, Vec<String>), ExportError> {
    let base = &snapshot.manifest().base;
    let mut archived: HashMap<String, Vec<ArchivedLydelse>> = HashMap::new();
    for lydelse in snapshot.catalog().with(|catalog| catalog.all_lydelser())? {
        archived.entry(lydelse.document.clone()).or_default().push(lydelse);
    }
    let (mut histories, mut unnamed) = (Vec::new(), Vec::new());
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        if document.source == source {
            let lydelser = archived.remove(&document.uri).unwrap_or_default();
            match base.strip(&document.uri).and_then(file_path) {
                Some(path) => histories.push(history(snapshot, &document, lydelser, &path)?),
                None => unnamed.push(document.uri.clone()),
            }
        }
    }
    if histories.is_empty() && unnamed.is_empty() {
        return Err(ExportError::NoDocuments(source.to_owned()));
    }
    histories.retain(|history| !history.is_empty());
    Ok((histories, unnamed))
}

fn history(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    archived: Vec<ArchivedLydelse>,
    path: &str,
) -> Result<DocumentHistory, ExportError> {
    let base = &snapshot.manifest().base;
    let name = document.title.as_ref().or(document.label.as_ref()).unwrap_or(&document.uri).clone();
    let uri = DocumentUri::new(&document.uri);
    let family = uri.as_ref().and_then(|uri| ActFamily::of(uri, base));
    let mut found: Vec<(Option<LydelseId>, ExportedLydelse)> = Vec::new();
    for lydelse in archived {
        let Some(id) = family.and_then(|family| family.parse_id(&lydelse.lydelse_id)) else { continue };
        let day = match family {
            Some(ActFamily::EuAct) => Some(id.to_string()),
            _ => lydelse.ikraft,
        };
        let exported = ExportedLydelse {
            stored: lydelse.stored,
            uri: named(document, Some(&id)),
            path: path.to_owned(),
            number: id.to_string(),
            name: name.clone(),
            day,
            forarbeten: Some(lydelse.forarbeten),
            amendment: None,
        };
        found.push((Some(id), exported));
    }
    if let Some(stored) = document.stored {
        let record = snapshot.catalog().with(|catalog| catalog.act(&document.uri))?.unwrap_or_default();
        let id = family.zip(record.own_id).and_then(|(family, id)| family.parse_id(&id));
        let amendment = id.as_ref().map(|id| format!("{base}/{id}"));
        let registered = record.register.iter().find(|entry| Some(&entry.uri) == amendment.as_ref());
        let day = match (family, &id) {
            (Some(ActFamily::EuAct), Some(id)) => Some(id.to_string()),
            (Some(ActFamily::Statute), Some(_)) => registered.and_then(|entry| entry.ikraft.clone()),
            _ => document.date.clone(),
        };
        let exported = ExportedLydelse {
            stored,
            uri: named(document, id.as_ref()),
            path: path.to_owned(),
            number: id.as_ref().map_or_else(|| label(document, base), ToString::to_string),
            name,
            day,
            forarbeten: None,
            amendment,
        };
        found.push((id, exported));
    }
    // A document that does not state its lydelse id comes last.
    found.sort_by(|a, b| (a.0.is_none(), &a.0).cmp(&(b.0.is_none(), &b.0)));
    // If the current lydelse is archived too, the document's own artifact replaces the archived one.
    found.dedup_by(|later, earlier| {
        later.1.uri == earlier.1.uri && {
            earlier.1.stored = later.1.stored;
            true
        }
    });
    Ok(found.into_iter().map(|(_, exported)| exported).collect())
}

/// The permanent name of a lydelse: equal while it is current and when it is archived.
fn named(document: &CatalogDocument, id: Option<&LydelseId>) -> String {
    match (id, DocumentUri::new(&document.uri)) {
        (Some(id), Some(uri)) => id.uri_of(&uri),
        _ => document.uri.clone(),
    }
}

fn label(document: &CatalogDocument, base: &Base) -> String {
    let local = || base.strip(&document.uri).unwrap_or(&document.uri).to_owned();
    document.label.clone().unwrap_or_else(local)
}

/// The path of a document's file: `1915:218` is `1915/218.md`. None for a local id that is no valid path in git or on
/// some system, or that could be displayed as another path.
fn file_path(local_id: &str) -> Option<String> {
    let path = local_id.replacen(':', "/", 1);
    let is_part = |part: &str| {
        !part.is_empty()
            && !part.chars().all(|c| c == '.')
            && !part.to_ascii_lowercase().starts_with(".git")
            && !part.to_ascii_lowercase().starts_with("git~")
            && !is_device(part)
            && !part.starts_with(char::is_whitespace)
            && !part.ends_with(|c: char| c.is_whitespace() || c == '.')
            && !part.chars().any(|c| {
                lagrum_escape::is_unsafe(c)
                    || lagrum_escape::is_unseen(c)
                    || matches!(c, '"' | '\\' | ':' | '<' | '>' | '|' | '?' | '*')
            })
    };
    (path.len() < 200 && path.split('/').all(is_part)).then(|| format!("{path}.md"))
}

/// Whether a name is reserved for a device on Windows, which ignores the ending.
fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_numbered = |kind: &str| {
        let number = stem
            .strip_prefix(kind)
            .and_then(|number| number.chars().next().filter(|_| number.chars().count() == 1));
        number.is_some_and(|number| matches!(number, '0'..='9' | '¹' | '²' | '³'))
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$")
        || is_numbered("com")
        || is_numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_files() {
        for (local_id, path) in [
            ("1915:218", Some("1915/218.md")),
            ("1909:bih._29_s.1", Some("1909/bih._29_s.1.md")),
            ("celex/32016R0679", Some("celex/32016R0679.md")),
            ("1915:å 2", Some("1915/å 2.md")),
            ("../x", None),
            ("a/../b", None),
            (".git/config", None),
            ("a/.GIT", None),
            ("a//b", None),
            ("/a", None),
            ("a\nb", None),
            ("a\"b", None),
            ("1915:2:3", None),
            ("", None),
            ("con:1", None),
            ("x/NUL.7", None),
            ("lpt1/x", None),
            ("com²/x", None),
            ("konto/comma", Some("konto/comma.md")),
            ("1915:218 ", None),
            ("1915 :218", None),
            ("1915./218", None),
            ("1915: 218", None),
            ("1915:2\u{202e}18", None),
            ("1915:2\u{e0041}18", None),
            ("1915:2\u{200b}18", None),
            ("1915:2?18", None),
        ] {
            assert_eq!(file_path(local_id).as_deref(), path, "{local_id:?}");
        }
    }
}
