//! Who issued an act.

use lagrum_artifact::Artifact;
use lagrum_catalog::CatalogDocument;
use lagrum_sources::{ActForm, issuer_of_statute, source};

/// Who is named where it is not known who issued a Swedish act.
const SWEDEN: &str = "sverige";

/// Who issued an act; [`SWEDEN`] where it is not known who issued a Swedish one.
pub(super) fn author_of(document: &CatalogDocument, artifact: Option<&Artifact>) -> String {
    known_author_of(document, artifact).unwrap_or_else(|| SWEDEN.to_owned())
}

/// Who issued an act, where it is known: riksdagen or regeringen by the title of a statute, an agency as its regulation names it, the Union (`eu`), the
/// organisation of a treaty.
pub(super) fn known_author_of(document: &CatalogDocument, artifact: Option<&Artifact>) -> Option<String> {
    let own = source(&document.source);
    let stated = artifact.and_then(|artifact| artifact.str(&["metadata", "publisher"]));
    match own.act_form {
        Some(ActForm::SwedishAct) if own.holds_statutes => {
            let title = document.title.as_deref().unwrap_or_default();
            issuer_of_statute(title).map(str::to_owned)
        }
        Some(ActForm::SwedishAct) => {
            stated.or(document.publisher.as_deref()).map(|name| name.trim().to_owned())
        }
        Some(ActForm::EuAct) => Some("eu".to_owned()),
        Some(ActForm::Treaty) | None => Some(own.name.to_owned()),
    }
}
