//! Lists of ELI identifiers.

use jiff::civil::Date;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{ActForm, FormalName, source};

use super::wordings::{formal_wordings, name_of};
use crate::documents::{SourceListing, documents_of_source};
use crate::lookup::query_catalog;
use crate::{AnswerError, SourceInfo};

/// An act or a text of one in a list of identifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedIdentifier {
    /// The path of the identifier.
    pub path: String,
    /// The day on which the document last changed (`YYYY-MM-DD`); None where it is not known.
    pub changed: Option<String>,
}

/// The path of the ELI identifier of the document with a local id; None for what has none.
pub fn eli_path(local_id: &str) -> Option<String> {
    FormalName::of_local_id(local_id, None)?.eli()
}

/// The sources whose acts have ELI identifiers.
pub fn sources_with_eli(snapshot: &Snapshot) -> Result<Vec<SourceInfo>, AnswerError> {
    let has_eli = |info: &SourceInfo| source(&info.source).act_form == Some(ActForm::SwedishAct);
    Ok(crate::sources::sources(snapshot)?.into_iter().filter(has_eli).collect())
}

/// The identifiers of the acts in a part of the list of a source, and of their texts.
pub fn listed_identifiers(
    snapshot: &Snapshot,
    today: Date,
    listing: &SourceListing,
) -> Result<Vec<ListedIdentifier>, AnswerError> {
    let mut listed = Vec::new();
    for summary in documents_of_source(snapshot, today, listing)?.1 {
        if lagrum_cancel::is_cancelled() {
            return Err(AnswerError::Cancelled);
        }
        let document = query_catalog(snapshot, |catalog| catalog.document(&summary.uri))?;
        let Some(document) = document.filter(|document| document.stored.is_some()) else { continue };
        let Some(path) = name_of(snapshot, &document).and_then(|name| name.eli()) else { continue };
        let changed = summary.updated.and_then(|time| time.get(..10).map(str::to_owned));
        let texts = formal_wordings(snapshot, &document)?.into_iter().filter(|text| !text.token.is_empty());
        let texts = texts.map(|text| format!("{path}/{}", text.token));
        let all = std::iter::once(path.clone()).chain(texts);
        listed.extend(all.map(|path| ListedIdentifier { path, changed: changed.clone() }));
    }
    Ok(listed)
}
