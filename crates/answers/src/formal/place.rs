//! What a name of Akoma Ntoso leads to.

use lagrum_artifact::is_date;
use lagrum_render::akn::anchor_of;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FormalName, source};

use super::wordings::{FormalWording, formal_wordings, language_of};
use crate::AnswerError;
use crate::lookup::{local_id, query_catalog};

/// What a name of Akoma Ntoso leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormalPlace {
    /// The page path of the text.
    pub page: String,
    /// The uri of the text.
    pub uri: String,
    /// The anchor of a part.
    pub anchor: Option<String>,
    /// The day whose text is named.
    pub day: Option<String>,
    /// Whether the XML is named, and not the work or an expression.
    pub is_xml: bool,
}

/// What a path that begins with `/akn/` leads to. The failure says what it would have named.
pub fn formal_place(snapshot: &Snapshot, path: &str) -> Result<FormalPlace, AnswerError> {
    let not_read =
        || AnswerError::NotFound(format!("{path} is no name of an act: /akn/se/act/sfs/1915/218 is one"));
    let (name, rest) = FormalName::parse_akn(path).ok_or_else(not_read)?;
    let local = name.local_id().ok_or_else(not_read)?;
    let base = &snapshot.manifest().base;
    let uri = base.document(&local).ok_or_else(not_read)?;
    let document = query_catalog(snapshot, |catalog| catalog.document(uri.as_str()))?;
    let document = document
        .filter(|document| document.stored.is_some())
        .ok_or_else(|| AnswerError::NotFound(format!("{path} names {uri}, which is not held")))?;
    if super::wordings::name_of(snapshot, &document).as_ref() != Some(&name) {
        return Err(not_read());
    }
    let (expression, part) = match rest.split_once('/') {
        Some((expression, part)) => (expression, part),
        None if rest.starts_with(['!', '~']) => ("", rest),
        None => (rest, ""),
    };
    let (part, expression, is_xml) = match (part.strip_suffix(".akn"), expression.strip_suffix(".akn")) {
        (Some(part), _) => (part, expression, true),
        (None, Some(expression)) if part.is_empty() => (part, expression, true),
        _ => (part, expression, false),
    };
    let (text, day) = if expression.is_empty() {
        (document.uri.clone(), None)
    } else {
        let language = language_of(&document, None);
        let token = expression.get(3..).filter(|_| is_language(expression, language)).ok_or_else(not_read)?;
        match (token.strip_prefix('@'), token.strip_prefix(':')) {
            (Some(token), _) => {
                let wordings = formal_wordings(snapshot, &document)?;
                let found = wordings.into_iter().find(|wording| is_named(wording, token));
                let missing =
                    || AnswerError::NotFound(format!("{path} names a text of {uri} that is not held"));
                (found.ok_or_else(missing)?.uri, None)
            }
            (None, Some(day)) if is_date(day) => (document.uri.clone(), Some(day.to_owned())),
            _ if token.is_empty() => (document.uri.clone(), None),
            _ => return Err(not_read()),
        }
    };
    let anchor = match part {
        "" | "!main" => None,
        part => {
            let form = source(&document.source).act_form.ok_or_else(not_read)?;
            let anchor = part.strip_prefix('~').and_then(|eid| anchor_of(form, eid));
            Some(anchor.ok_or_else(|| AnswerError::NotFound(format!("{path} names no part of {uri}")))?)
        }
    };
    Ok(FormalPlace { page: format!("/{}", local_id(base, &text)), uri: text, anchor, day, is_xml })
}

fn is_named(wording: &FormalWording, token: &str) -> bool {
    wording.token == token || wording.other_token.as_deref() == Some(token)
}

/// Whether an expression begins with a language that texts of the act may have.
fn is_language(expression: &str, usual: &str) -> bool {
    let language = expression.get(..3).unwrap_or_default();
    language == usual || ["swe", "eng"].contains(&language)
}
