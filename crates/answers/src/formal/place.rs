//! What a name of Akoma Ntoso, or an ELI identifier, leads to.

use lagrum_artifact::is_date;
use lagrum_catalog::CatalogDocument;
use lagrum_render::akn::anchor_of;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FormalName, source};

use super::form::{FormalForm, forms_of, no_akn};
use super::wordings::{FormalWording, formal_wordings, language_of};
use crate::AnswerError;
use crate::lookup::{local_id, query_catalog};

/// What a name of Akoma Ntoso, or an ELI identifier, leads to.
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
    /// The form that is named; None for a work or an expression.
    pub form: Option<PlaceForm>,
}

/// A form that a name may have at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceForm {
    /// A form of a document.
    Document(FormalForm),
    /// The PDF.
    Pdf,
}

impl PlaceForm {
    /// Reads the last segment of an ELI identifier.
    fn parse(name: &str) -> Option<Self> {
        let form = FormalForm::ALL.into_iter().find(|form| form.name() == name);
        form.map(Self::Document).or_else(|| (name == "pdf").then_some(Self::Pdf))
    }
}

/// What a path that begins with `/eli/` leads to: `/eli/sfs/1915/218`, `/{token}` of a text, `/swe` of its words, `/md` of a form of them.
pub fn eli_place(snapshot: &Snapshot, path: &str) -> Result<FormalPlace, AnswerError> {
    let not_read =
        || AnswerError::not_found(format!("{path} is no identifier of an act: /eli/sfs/1915/218 is one"));
    let (name, rest) = FormalName::parse_eli(path).ok_or_else(not_read)?;
    let document = held_act(snapshot, path, &name)?;
    let mut parts: Vec<&str> = if rest.is_empty() { Vec::new() } else { rest.split('/').collect() };
    // The words of an act that has one text, without a day, stand directly behind the act.
    let token = match parts.first() {
        Some(first) if !["swe", "eng"].contains(first) => Some(parts.remove(0)),
        _ => None,
    };
    let own = language_of(&document, None);
    let form = match parts[..] {
        [] => None,
        [language] if language == own => None,
        [language, form] if language == own => Some(PlaceForm::parse(form).ok_or_else(|| {
            AnswerError::not_found(format!(
                "{path} names no form: json, md, akn, ttl, jsonld, html and pdf are forms"
            ))
        })?),
        _ => return Err(not_read()),
    };
    let uri = match token {
        Some(token) => text_named(snapshot, path, &document, token)?,
        None => document.uri.clone(),
    };
    if form == Some(PlaceForm::Document(FormalForm::Akn))
        && !forms_of(snapshot, &document).contains(&FormalForm::Akn)
    {
        return Err(no_akn(snapshot, &document, &uri));
    }
    let page = format!("/{}", local_id(&snapshot.manifest().base, &uri));
    Ok(FormalPlace { page, uri, anchor: None, day: None, form })
}

/// The held act with a name. The failure says what the path would have named.
fn held_act(snapshot: &Snapshot, path: &str, name: &FormalName) -> Result<CatalogDocument, AnswerError> {
    let not_read = || AnswerError::not_found(format!("{path} is the name of no act"));
    let local = name.local_id().ok_or_else(not_read)?;
    let uri = snapshot.manifest().base.document(&local).ok_or_else(not_read)?;
    let document = query_catalog(snapshot, |catalog| catalog.document(uri.as_str()))?;
    let document = document
        .filter(|document| document.stored.is_some())
        .ok_or_else(|| AnswerError::not_found(format!("{path} names {uri}, which is not held")))?;
    if super::wordings::name_of(snapshot, &document).as_ref() != Some(name) {
        return Err(not_read());
    }
    Ok(document)
}

/// The uri of the text of an act that a token names.
fn text_named(
    snapshot: &Snapshot,
    path: &str,
    document: &CatalogDocument,
    token: &str,
) -> Result<String, AnswerError> {
    let found = formal_wordings(snapshot, document)?.into_iter().find(|wording| is_named(wording, token));
    let missing =
        || AnswerError::not_found(format!("{path} names a text of {} that is not held", document.uri));
    Ok(found.ok_or_else(missing)?.uri)
}

/// What a path that begins with `/akn/` leads to. The failure says what it would have named.
pub fn formal_place(snapshot: &Snapshot, path: &str) -> Result<FormalPlace, AnswerError> {
    let not_read =
        || AnswerError::not_found(format!("{path} is no name of an act: /akn/se/act/sfs/1915/218 is one"));
    let (name, rest) = FormalName::parse_akn(path).ok_or_else(not_read)?;
    let base = &snapshot.manifest().base;
    let document = held_act(snapshot, path, &name)?;
    let uri = &document.uri;
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
            (Some(token), _) => (text_named(snapshot, path, &document, token)?, None),
            (None, Some(day)) if is_date(day) => (document.uri.clone(), Some(day.to_owned())),
            _ if token.is_empty() => (document.uri.clone(), None),
            _ => return Err(not_read()),
        }
    };
    let form = is_xml.then_some(PlaceForm::Document(FormalForm::Akn));
    let anchor = match part {
        "" | "!main" => None,
        part => {
            let form = source(&document.source).act_form.ok_or_else(not_read)?;
            let anchor = part.strip_prefix('~').and_then(|eid| anchor_of(form, eid));
            Some(anchor.ok_or_else(|| AnswerError::not_found(format!("{path} names no part of {uri}")))?)
        }
    };
    Ok(FormalPlace { page: format!("/{}", local_id(base, &text)), uri: text, anchor, day, form })
}

fn is_named(wording: &FormalWording, token: &str) -> bool {
    wording.token == token || wording.other_token.as_deref() == Some(token)
}

/// Whether an expression begins with a language that texts of the act may have.
fn is_language(expression: &str, usual: &str) -> bool {
    let language = expression.get(..3).unwrap_or_default();
    language == usual || ["swe", "eng"].contains(&language)
}
