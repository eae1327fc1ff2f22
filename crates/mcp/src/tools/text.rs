//! The text of a document or of a part of it, with its text status.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_answers::{
    AnswerError, DocumentForm, DocumentQuestion, Fault, HeldExtent, ProvisionContext, ProvisionForm,
    ProvisionQuestion, ProvisionResponse, TextStatus, document, provision, text_status,
};
use serde_json::Value;
use serde_json::value::RawValue;

use super::asked::{Asked, read_value};

/// A document with its text.
pub(super) struct FoundText {
    /// The fields of an answer of `/document`, without the text.
    pub(super) fields: serde_json::Map<String, Value>,
    pub(super) status: TextStatus,
    pub(super) text: String,
}

impl FoundText {
    /// A field that is a text.
    pub(super) fn field(&self, name: &str) -> Option<String> {
        self.fields.get(name)?.as_str().map(str::to_owned)
    }

    /// How much of the document is held.
    pub(super) fn extent(&self) -> Option<HeldExtent> {
        self.field("extent").and_then(|name| HeldExtent::named(&name))
    }

    /// How many other documents cite it.
    pub(super) fn inbound_count(&self) -> u64 {
        self.fields.get("inbound_count").and_then(Value::as_u64).unwrap_or_default()
    }
}

/// What a model must know of a text that is not the document, before what its window says.
pub(super) fn notice(extent: Option<HeldExtent>, window: Option<&str>) -> Option<String> {
    let held = match extent {
        None | Some(HeldExtent::Text) => None,
        Some(HeldExtent::Summary) => Some(
            "Only a summary of this document is held: it is not the document, and what it leaves out may be in it.",
        ),
        Some(HeldExtent::Headnote) => Some(
            "Only the headnote of this decision is held: it is not the decision, and its reasons are not here.",
        ),
        Some(HeldExtent::Record) => Some("No text of this document is held, only a record of it."),
    };
    let parts: Vec<&str> = held.into_iter().chain(window).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// The text of a whole document: markdown, or its artifact as JSON.
pub(super) fn document_text(
    asked: &Asked,
    uri: &str,
    form: DocumentForm,
    as_of: Option<Date>,
) -> Result<FoundText, AnswerError> {
    let question = DocumentQuestion { uri: uri.to_owned(), form, as_of };
    let broken =
        || AnswerError::Internal(Fault::broken_invariant("a document is a JSON object with its text"));
    // An artifact is kept as text: its tree would take many times its bytes.
    let answer = document(&asked.snapshot, asked.day, &question)?.into_json()?;
    let mut parts: HashMap<String, &RawValue> = serde_json::from_slice(&answer).map_err(|_| broken())?;
    let text = match form {
        DocumentForm::Markdown => {
            let markdown = parts.remove("markdown").ok_or_else(broken)?;
            serde_json::from_str(markdown.get()).map_err(|_| broken())?
        }
        DocumentForm::Artifact => parts.remove("artifact").ok_or_else(broken)?.get().to_owned(),
    };
    let fields = parts.into_iter().map(|(name, value)| Ok((name, read_value(value.get().as_bytes())?)));
    let fields = fields.collect::<Result<serde_json::Map<_, _>, AnswerError>>()?;
    // With a day, the text is that of the lydelse that `as_of` names.
    let held = fields.get("as_of").and_then(|as_of| as_of.get("uri")?.as_str()).unwrap_or(uri);
    let status = text_status(&asked.snapshot, held, as_of.unwrap_or(asked.day))?;
    Ok(FoundText { fields, status, text })
}

/// A provision, with its text status.
pub(super) fn provision_text(
    asked: &Asked,
    uri: &str,
    form: ProvisionForm,
    as_of: Option<Date>,
    context: ProvisionContext,
) -> Result<(ProvisionResponse, TextStatus), AnswerError> {
    let question = ProvisionQuestion { uri: uri.to_owned(), form, as_of, context };
    let found = provision(&asked.snapshot, asked.day, &question)?;
    let root = uri.split('#').next().unwrap_or(uri);
    let held = found.as_of.as_ref().map_or(root, |as_of| as_of.uri.as_str());
    let status = text_status(&asked.snapshot, held, as_of.unwrap_or(asked.day))?;
    Ok((found, status))
}
