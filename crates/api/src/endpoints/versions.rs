//! `GET /api/v1/document/versions`

use std::collections::HashMap;

use lagrum_artifact::{Base, DocumentUri, Place, VersionId, Versioned};
use lagrum_catalog::Lydelse;
use lagrum_render::{Amendment, amendments};
use lagrum_snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::no_catalog;
use super::stored::stored_fields;
use crate::{ApiError, Caching, Held, Json, Query, Resources, blocking, routes};

/// The archived wordings of a document.
#[derive(Debug, Serialize, ToSchema)]
struct VersionList {
    /// The document's uri, without a fragment.
    uri: String,
    /// The wordings, oldest first; the current one is not among them.
    versions: Vec<VersionInfo>,
}

/// An archived wording.
#[derive(Debug, Serialize, ToSchema)]
struct VersionInfo {
    /// For a statute the SFS number of the last amendment worked in, for an EU act a date.
    version: String,
    /// Its own uri, under which `/document` has it.
    uri: String,
    /// Its page path.
    url: String,
    /// When it began to apply, as far as the register of amendments tells.
    #[schema(required = true)]
    ikraft: Option<String>,
    /// The preparatory works of the last amendment, as printed.
    forarbeten: Vec<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct VersionsQuery {
    /// A statute or an EU act. A fragment is passed over.
    uri: String,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(versions), Caching::Snapshot)
}

/// The archived wordings of a statute or an EU act.
#[utoipa::path(get, path = "/api/v1/document/versions", tag = "document", operation_id = "versions",
    params(VersionsQuery), responses((status = 200, description = "The wordings", body = VersionList)))]
async fn versions(
    Held(snapshot): Held<Snapshot>,
    query: Query<VersionsQuery>,
) -> Result<Json<VersionList>, ApiError> {
    let VersionsQuery { uri } = query.into_inner();
    let (document, family) = versioned(&snapshot.manifest().base, &uri)?;
    blocking(move || {
        let archived = archived(&snapshot, &document, family)?;
        let register = match family {
            Versioned::Statute if !archived.is_empty() => current_register(&snapshot, &document)?,
            _ => HashMap::new(),
        };
        let base = &snapshot.manifest().base;
        let info = |(version, lydelse): (VersionId, Lydelse)| {
            let amendment = register.get(&format!("{base}/{version}"));
            VersionInfo {
                url: format!("/{}", base.strip(&lydelse.uri).unwrap_or(&lydelse.uri)),
                uri: lydelse.uri,
                ikraft: match family {
                    Versioned::Statute => amendment.and_then(|facts| facts.ikraft.clone()),
                    Versioned::EuAct => Some(version.to_string()),
                },
                forarbeten: amendment.map(|facts| facts.forarbeten.clone()).unwrap_or_default(),
                version: version.to_string(),
            }
        };
        let versions = archived.into_iter().map(info).collect();
        Ok(Json(VersionList { uri: document.to_string(), versions }))
    })
    .await
}

/// The document a uri names, or is a place in, and its family. 404 for a document of neither family.
pub(super) fn versioned(base: &Base, uri: &str) -> Result<(DocumentUri, Versioned), ApiError> {
    let document = Place::parse(uri).map(|place| place.document().clone());
    let found = document.and_then(|document| Versioned::of(&document, base).map(|family| (document, family)));
    found.ok_or_else(|| ApiError::not_found(format!("{uri} is neither a statute nor an EU act")))
}

/// The archived wordings of a document, oldest first.
pub(super) fn archived(
    snapshot: &Snapshot,
    document: &DocumentUri,
    family: Versioned,
) -> Result<Vec<(VersionId, Lydelse)>, ApiError> {
    let lydelser = snapshot.catalog().with(|catalog| catalog.lydelser(document.as_str()));
    let lydelser = lydelser.map_err(|error| no_catalog(&error))?;
    // One whose name could not be asked for is not listed either.
    let named = |lydelse: Lydelse| Some((family.version(&lydelse.version)?, lydelse));
    let mut archived: Vec<_> = lydelser.into_iter().filter_map(named).collect();
    archived.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(archived)
}

/// What the register tells of an amendment.
struct Facts {
    ikraft: Option<String>,
    forarbeten: Vec<String>,
}

/// The register of a document's current artifact, by the uri of the amendment; empty for one that is not held.
fn current_register(snapshot: &Snapshot, document: &DocumentUri) -> Result<HashMap<String, Facts>, ApiError> {
    let current = snapshot.catalog().with(|catalog| catalog.document(document.as_str()));
    let current = current.map_err(|error| no_catalog(&error))?;
    let Some(stored) = current.and_then(|current| current.stored) else { return Ok(HashMap::new()) };
    let artifact = stored_fields(snapshot, stored, document.as_str(), &["amendments"])?;
    let facts = |amendment: Amendment<'_>| Facts {
        ikraft: amendment.ikraft().map(str::to_owned),
        forarbeten: amendment.forarbeten().map(str::to_owned).collect(),
    };
    let mut register = HashMap::new();
    for amendment in amendments(&artifact) {
        if let Some(uri) = amendment.uri() {
            // An act that is entered twice is known by its first entry.
            register.entry(uri.to_owned()).or_insert_with(|| facts(amendment));
        }
    }
    Ok(register)
}
