//! Graphs of documents as linked data.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use jiff::civil::Date;
use lagrum_answers::{self as answers, FormalForm, FormalQuestion};
use lagrum_snapshot::Snapshot;

use crate::{ApiError, answer};

/// A 200 answer with a graph as Turtle or JSON-LD, and the canonical uri of what it is about as a link.
pub(crate) async fn linked_response(
    snapshot: Arc<Snapshot>,
    today: Date,
    question: FormalQuestion,
    form: FormalForm,
) -> Result<Response, ApiError> {
    let uri = question.uri.clone();
    let text = answer(move || {
        let graph = answers::document_graph(&snapshot, today, &question)?;
        Ok(if form == FormalForm::JsonLd { answers::json_ld(&graph) } else { answers::turtle(&graph) })
    });
    let mut response = ([(header::CONTENT_TYPE, media_type(form))], text.await?).into_response();
    canonical(&mut response, &uri);
    Ok(response)
}

fn media_type(form: FormalForm) -> HeaderValue {
    match form {
        FormalForm::JsonLd => HeaderValue::from_static("application/ld+json"),
        _ => HeaderValue::from_static("text/turtle; charset=utf-8"),
    }
}

/// Names the canonical uri of what a response is about.
pub(crate) fn canonical(response: &mut Response, uri: &str) {
    if let Ok(link) = HeaderValue::try_from(format!("<{}>; rel=\"canonical\"", ascii(uri))) {
        response.headers_mut().insert(header::LINK, link);
    }
}

/// A uri as a header may have it.
fn ascii(uri: &str) -> String {
    const NOT_IN_HEADERS: &percent_encoding::AsciiSet =
        &percent_encoding::CONTROLS.add(b' ').add(b'<').add(b'>').add(b'"');
    percent_encoding::utf8_percent_encode(uri, NOT_IN_HEADERS).to_string()
}
