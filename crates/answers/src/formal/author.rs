//! Who issued an act.

use lagrum_artifact::Artifact;
use lagrum_catalog::CatalogDocument;
use lagrum_sources::{ActForm, issuer_of_statute, source};

/// Who is named where it is not known who issued a Swedish act.
const SWEDEN: &str = "sverige";

/// Who issued an act: riksdagen or regeringen by the title of a statute, an agency as its regulation names it, the Union (`eu`), the
/// organisation of a treaty.
pub(super) fn author_of(document: &CatalogDocument, artifact: Option<&Artifact>) -> String {
    let own = source(&document.source);
    let stated = artifact.and_then(|artifact| artifact.str(&["metadata", "publisher"]));
    match own.act_form {
        Some(ActForm::SwedishAct) if own.holds_statutes => {
            let title = document.title.as_deref().unwrap_or_default();
            issuer_of_statute(title).unwrap_or(SWEDEN).to_owned()
        }
        Some(ActForm::SwedishAct) => {
            stated.or(document.publisher.as_deref()).unwrap_or(SWEDEN).trim().to_owned()
        }
        Some(ActForm::EuAct) => "eu".to_owned(),
        Some(ActForm::Treaty) | None => own.name.to_owned(),
    }
}
