//! The forms of a document at its own address: `Accept` chooses among those of `/api/v1/document`.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, header};
use jiff::civil::Date;
use lagrum_answers::{self as answers, DocumentForm, DocumentQuestion, FormalForm, FormalQuestion};
use lagrum_pages::{Pages, last_value};
use lagrum_snapshot::Snapshot;

use crate::accept::preferred;
use crate::response::akn::akn_response;
use crate::response::json::JsonBytes;
use crate::response::linked::{canonical, linked_response};
use crate::{ApiError, answer};

/// The parameter that asks a page for the text of a day.
const DAY: &str = "datum";

/// The parameter that asks for a reference instead of a page.
const REFERENCE: &str = "form";

/// Whether a client chooses the form of what is at a path by `Accept`.
pub(crate) fn is_negotiated(pages: &dyn Pages, path: &str, query: &[(String, String)]) -> bool {
    last_value(query, REFERENCE).is_none() && pages.is_document(path)
}

/// The day whose text a query asks for.
pub(crate) fn day(query: &[(String, String)]) -> Option<&str> {
    last_value(query, DAY)
}

/// The forms that may be sent for a request, the best first: up to the first that every document has. So there are few such lists.
pub(crate) fn asked(headers: &HeaderMap, has_day: bool) -> Vec<FormalForm> {
    let mut forms = preferred(headers);
    // Not every text of a day has an artifact of its own.
    let is_certain = |form: &FormalForm| match form {
        FormalForm::Html | FormalForm::Markdown => true,
        FormalForm::Akn => false,
        FormalForm::Json | FormalForm::Turtle | FormalForm::JsonLd => !has_day,
    };
    if let Some(last) = forms.iter().position(is_certain) {
        forms.truncate(last + 1);
    }
    forms
}

/// A request for a document in one of several forms.
pub(crate) struct AskedForms {
    forms: Vec<FormalForm>,
    /// The local id of the document or the lydelse.
    local_id: String,
    day: Option<String>,
    address: Option<Arc<str>>,
}

impl AskedForms {
    pub(crate) fn new(
        headers: &HeaderMap,
        path: &str,
        query: &[(String, String)],
        address: Option<Arc<str>>,
    ) -> Self {
        let day = day(query).map(str::to_owned);
        let forms = asked(headers, day.is_some());
        Self { forms, local_id: path.trim_start_matches('/').to_owned(), day, address }
    }

    /// The document in the first of the forms that it has. None where that is the page, which also tells of what is not held.
    pub(crate) async fn answer(
        self,
        snapshot: &Arc<Snapshot>,
        today: Date,
    ) -> Result<Option<Response>, ApiError> {
        if self.forms.first() == Some(&FormalForm::Html) {
            return Ok(None);
        }
        let as_of = match self.day.as_deref().map(str::parse::<Date>) {
            Some(Err(_)) => return Ok(None),
            Some(Ok(day)) => Some(day),
            None => None,
        };
        let Some(uri) = snapshot.manifest().base.document(&self.local_id) else { return Ok(None) };
        let question = FormalQuestion {
            uri: uri.to_string(),
            as_of,
            address: self.address.as_deref().map(str::to_owned),
        };
        let mut passed_over = false;
        for form in self.forms {
            let (snapshot, question) = (Arc::clone(snapshot), question.clone());
            match in_form(snapshot, today, question, form).await {
                Ok(found) => return Ok(found),
                Err(ApiError::NotFound(missing)) if missing.known.is_none() => return Ok(None),
                // The text of the day is put together, and has no artifact.
                Err(ApiError::NotFound(missing)) if missing.is_composed() => passed_over = true,
                Err(ApiError::Invalid(_)) if form == FormalForm::Akn => {}
                Err(error) => return Err(error),
            }
        }
        if passed_over {
            let detail =
                "the text of this day is put together of its provisions: it is sent as HTML or markdown";
            return Err(ApiError::NotAcceptable(detail.into()));
        }
        Ok(None)
    }
}

/// A document in a form; None for the page.
async fn in_form(
    snapshot: Arc<Snapshot>,
    today: Date,
    question: FormalQuestion,
    form: FormalForm,
) -> Result<Option<Response>, ApiError> {
    let uri = question.uri.clone();
    let document = |form| DocumentQuestion { uri: question.uri.clone(), form, as_of: question.as_of };
    let mut response = match form {
        FormalForm::Html => return Ok(None),
        FormalForm::Json => {
            let question = document(DocumentForm::Artifact);
            let json = answer(move || answers::document(&snapshot, today, &question)?.into_json()).await?;
            JsonBytes(json).into_response()
        }
        FormalForm::Markdown => {
            let question = document(DocumentForm::Markdown);
            let text = move || {
                let found = answers::document(&snapshot, today, &question)?;
                Ok(found.markdown().unwrap_or_default().to_owned())
            };
            let media_type = HeaderValue::from_static("text/markdown; charset=utf-8");
            ([(header::CONTENT_TYPE, media_type)], answer(text).await?).into_response()
        }
        FormalForm::Akn => {
            let text = answer(move || answers::akn_document(&snapshot, today, &question)).await?;
            akn_response(text, false)
        }
        FormalForm::Turtle | FormalForm::JsonLd => linked_response(snapshot, today, question, form).await?,
    };
    canonical(&mut response, &uri);
    response.headers_mut().extend(alternates(&uri));
    Ok(Some(response))
}

/// `Link` headers that name the page, which names all other forms.
fn alternates(uri: &str) -> impl Iterator<Item = (header::HeaderName, HeaderValue)> {
    let uri: String = form_urlencoded::byte_serialize(uri.as_bytes()).collect();
    let forms = [FormalForm::Json, FormalForm::Markdown, FormalForm::Turtle, FormalForm::JsonLd];
    forms.into_iter().filter_map(move |form| {
        let (name, media_type) = (form.name(), form.media_type());
        let link =
            format!("</api/v1/document?uri={uri}&format={name}>; rel=\"alternate\"; type=\"{media_type}\"");
        Some((header::LINK, HeaderValue::try_from(link).ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_lists_of_forms_are_told_apart() {
        let list = |sent: &str, has_day| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, sent.parse().unwrap());
            asked(&headers, has_day).into_iter().map(FormalForm::name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(list("text/turtle, application/json;q=0.5, */*;q=0.1", false), "ttl");
        assert_eq!(list("text/turtle, application/json;q=0.5, */*;q=0.1", true), "ttl json html");
        assert_eq!(list("application/akn+xml, */*;q=0.1", false), "akn html");
        assert_eq!(list("application/json", true), "json");
        assert_eq!(list("*/*", false), "html");
    }
}
