//! The language of a stored text.

use lagrum_artifact::StoredId;
use lagrum_snapshot::Snapshot;
use lagrum_sources::source;

use crate::AnswerError;
use crate::artifacts::load_fields;

/// The fields in which artifacts state a language, and the uri.
const FIELDS: [&str; 4] = ["uri", "lang", "language", "metadata"];

/// The language of a stored text of a source, as a tag of BCP 47. The artifact is read only where the source has texts in several
/// languages. `uri` names the text in a failure.
pub(crate) fn text_language(
    snapshot: &Snapshot,
    source_name: &str,
    stored: StoredId,
    uri: &str,
) -> Result<&'static str, AnswerError> {
    let rules = source(source_name);
    match rules.only_language() {
        Some(language) => Ok(language),
        None => Ok(rules.text_language(&*load_fields(snapshot, stored, uri, &FIELDS)?)),
    }
}
