//! The archived lydelser of a statute or an EU act.

use lagrum_artifact::{ActFamily, Base, DocumentUri, Location, LydelseId};
use lagrum_catalog::{ArchivedLydelse, CatalogProblem, CatalogReader};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::lookup::{local_id, query_catalog};

/// The archived lydelser of a document.
#[derive(Debug, Serialize, ToSchema)]
pub struct VersionList {
    /// The document's uri, without a fragment.
    pub uri: String,
    /// The lydelser, oldest first; the current one is not among them.
    pub versions: Vec<VersionInfo>,
}

/// An archived lydelse: the text of an act as it stood during one period.
#[derive(Debug, Serialize, ToSchema)]
pub struct VersionInfo {
    /// For a statute the SFS number of the last amendment worked in, for an EU act a date.
    pub version: String,
    /// Its own uri, under which `/document` has it.
    pub uri: String,
    /// Its page path.
    pub url: String,
    /// When it began to apply, as far as the register of amendments says.
    #[schema(required = true)]
    pub ikraft: Option<String>,
    /// The preparatory works of the last amendment, as printed.
    pub forarbeten: Vec<String>,
}

/// The archived lydelser of the statute or EU act that a uri names, or is a place in.
pub fn versions(snapshot: &Snapshot, uri: &str) -> Result<VersionList, AnswerError> {
    let base = &snapshot.manifest().base;
    let (document, family) = document_with_lydelser(base, uri)?;
    let archived = archived(snapshot, &document, family)?;
    let info = |(version, lydelse): (LydelseId, ArchivedLydelse)| VersionInfo {
        url: format!("/{}", local_id(base, &lydelse.uri)),
        uri: lydelse.uri,
        ikraft: match family {
            ActFamily::Statute => lydelse.ikraft,
            ActFamily::EuAct => Some(version.to_string()),
        },
        forarbeten: lydelse.forarbeten,
        version: version.to_string(),
    };
    let versions = archived.into_iter().map(info).collect();
    Ok(VersionList { uri: document.to_string(), versions })
}

/// The document a uri names, or is a place in, and its family. Fails for a document of neither family.
pub(crate) fn document_with_lydelser(
    base: &Base,
    uri: &str,
) -> Result<(DocumentUri, ActFamily), AnswerError> {
    let document = Location::parse(uri).map(|place| place.document().clone());
    let found = document.and_then(|document| ActFamily::of(&document, base).map(|family| (document, family)));
    found.ok_or_else(|| AnswerError::not_found(format!("{uri} is neither a statute nor an EU act")))
}

/// The archived lydelser of a document, oldest first.
pub(crate) fn archived(
    snapshot: &Snapshot,
    document: &DocumentUri,
    family: ActFamily,
) -> Result<Vec<(LydelseId, ArchivedLydelse)>, AnswerError> {
    query_catalog(snapshot, |catalog| archived_in(catalog, document, family))
}

/// The archived lydelser of a document in a catalog, oldest first.
pub(crate) fn archived_in(
    catalog: &CatalogReader<'_>,
    document: &DocumentUri,
    family: ActFamily,
) -> Result<Vec<(LydelseId, ArchivedLydelse)>, CatalogProblem> {
    let lydelser = catalog.lydelser(document.as_str())?;
    // A lydelse whose id is malformed cannot be asked for, so it is not listed either.
    let named = |lydelse: ArchivedLydelse| Some((family.parse_id(&lydelse.lydelse_id)?, lydelse));
    let mut archived: Vec<_> = lydelser.into_iter().filter_map(named).collect();
    archived.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(archived)
}
