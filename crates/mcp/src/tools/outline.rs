//! `outline`

use lagrum_answers::{AnswerError, OutlinePart, TextStatus, outline, text_status};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Count, Name, Uri};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct Outline {
    /// The uri of the document, from a result of another tool; of a part of it for the parts of that.
    uri: Uri,
    /// Only what is inside this part: an anchor, what follows `#` in its uri (`K3`).
    #[serde(default)]
    pinpoint: Option<Name>,
    /// How many parts at most. Of a longer list the innermost levels are left out.
    #[serde(default)]
    limit: Count<1, 1000, 200>,
}

/// The parts of a document with their sizes.
#[derive(Serialize, ToSchema)]
pub(super) struct DocumentOutline {
    /// The uri of the document, or of the part whose parts these are.
    uri: String,
    /// The title of the document.
    #[schema(required = true)]
    title: Option<String>,
    /// Characters of its text.
    chars: u64,
    /// Its parts, in the order of the text.
    parts: Vec<OutlinePart>,
    /// Parts inside those that are left out.
    left_out: u64,
    /// What is left out and how to get it; null when nothing is.
    #[schema(required = true)]
    notice: Option<String>,
    /// Which lydelse the text is, and whether it is in force.
    wording: TextStatus,
}

impl ToolQuestion for Outline {
    type Answer = DocumentOutline;
    const NAME: &'static str = "outline";
    const TITLE: &'static str = "Read the outline of a document";
    const DESCRIPTION: &'static str = "The chapters, sections, provisions or numbered paragraphs of a document with their names \
        and sizes in characters, to choose what to read of a long one: get_provision and get_document take the uri of a part. To \
        find words in it use search_in_document. Example: {\"uri\": \"{base}/1915:218\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let uri = super::with_pinpoint(self.uri.into_inner(), self.pinpoint);
        let root = uri.split('#').next().unwrap_or(&uri);
        let found = outline(&asked.snapshot, asked.day, &uri, self.limit.as_usize())?;
        let notice = (found.left_out > 0).then(|| {
            let way = "parts are left out, inside those listed or after the last: ask with the uri of one for what is in it, or with a higher limit";
            format!("{} {way}", found.left_out)
        });
        let wording = text_status(&asked.snapshot, root, asked.day)?;
        to_value(&DocumentOutline {
            uri: found.uri,
            title: found.title,
            chars: found.chars,
            parts: found.parts,
            left_out: found.left_out,
            notice,
            wording,
        })
    }
}
