//! `POST /kontrollera`: a text or a file that is checked, posted by a form.
//!
//! The text may be private. It is in memory while it is answered, and in no log, no ledger and no cache; no error repeats a part of it.
//! The walls are those of `/api/v1/citations/extract`: the limit and the budget of bodies, the queue of work that takes long, and
//! cancellation when the client leaves.

use std::convert::Infallible;

use axum::extract::{Extension, Request};
use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, header};
use lagrum_pages::{CHECK_PAGE, PageRequest, PostedFile, PostedForm, SharedPages};

use crate::extract::body::{MAX_BYTES, receive_whole};
use crate::response::page::{private, respond};
use crate::{ApiError, Current, Today, comparing};

/// The media type of a form with a file.
const FORM: &str = "multipart/form-data";

/// Maximum number of fields of a form.
const MAX_FIELDS: usize = 8;

/// The name of the field that has the file.
const FILE: &str = "fil";

/// Checks a posted text, and answers with the page that says what was found.
pub(crate) async fn posted_text(
    Extension(pages): Extension<SharedPages>,
    Current(snapshot): Current,
    Today(day): Today,
    request: Request,
) -> Result<Response, ApiError> {
    refuse_other_sites(request.headers())?;
    let boundary = boundary(request.headers())?;
    let (_, received) = receive_whole(request, MAX_BYTES).await?;
    let form = read_form(received.bytes, boundary).await?;
    let permit = received.permit;
    let answer = comparing(move || {
        let _permit = permit;
        let path = CHECK_PAGE.to_owned();
        let request = PageRequest { snapshot, day, address: None, path, query: Vec::new(), form: Some(form) };
        Ok(pages.page(&request)?)
    });
    let mut response = respond(answer.await?);
    private(response.headers_mut());
    Ok(response)
}

/// Rejects forms that a page of another site posts: they would have readers of that site send work here. Nothing is stored and nobody
/// is logged in, so there is nothing else to protect, and a client that is no browser may post.
fn refuse_other_sites(headers: &HeaderMap) -> Result<(), ApiError> {
    let is_other = headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
    if is_other {
        return Err(ApiError::forbidden("a page of another site posted this form: post it from this site"));
    }
    Ok(())
}

fn boundary(headers: &HeaderMap) -> Result<String, ApiError> {
    let unsupported = || ApiError::UnsupportedMediaType { expected: FORM };
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    multer::parse_boundary(content_type.ok_or_else(unsupported)?).map_err(|_| unsupported())
}

/// Reads a form. A browser sends the field of the file without bytes where none was chosen.
async fn read_form(body: Bytes, boundary: String) -> Result<PostedForm, ApiError> {
    let unread = |_| ApiError::bad_request("the form cannot be read");
    let body = futures_util::stream::iter([Ok::<Bytes, Infallible>(body)]);
    let mut sent = multer::Multipart::new(body, boundary);
    let mut form = PostedForm::default();
    for _ in 0..MAX_FIELDS {
        let Some(field) = sent.next_field().await.map_err(unread)? else { return Ok(form) };
        let name = field.name().unwrap_or_default().to_owned();
        let file = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(unread)?;
        if name == FILE {
            form.file = Some(PostedFile { name: file.unwrap_or_default(), bytes: bytes.into() })
                .filter(|file| !file.bytes.is_empty());
        } else {
            let value = std::str::from_utf8(&bytes);
            let value = value.map_err(|_| ApiError::bad_request("a field of the form is not UTF-8"))?;
            form.fields.push((name, value.to_owned()));
        }
    }
    Err(ApiError::bad_request("the form has too many fields"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, value: &str) -> String {
        format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    }

    async fn read(body: String) -> Result<PostedForm, ApiError> {
        read_form(body.into(), "b".to_owned()).await
    }

    #[tokio::test]
    async fn fields_and_a_file() {
        let chosen = "--b\r\nContent-Disposition: form-data; name=\"fil\"; filename=\"a.txt\"\r\n\r\n3 §\r\n";
        let form = read(format!("{}{chosen}--b--\r\n", part("text", "1 §\r\n2 §"))).await.unwrap();
        assert_eq!(form.field("text"), Some("1 §\r\n2 §"));
        let file = form.file.unwrap();
        assert_eq!((file.name.as_str(), file.bytes.as_slice()), ("a.txt", "3 §".as_bytes()));
        let none = "--b\r\nContent-Disposition: form-data; name=\"fil\"; filename=\"\"\r\n\r\n\r\n--b--";
        assert!(read(none.to_owned()).await.unwrap().file.is_none());
    }

    #[tokio::test]
    async fn forms_that_are_not_read() {
        let many = format!("{}--b--", part("text", "x").repeat(9));
        for body in [many, String::new(), "--b".to_owned(), part("text", "x"), "text=3".to_owned()] {
            assert!(matches!(read(body.clone()).await, Err(ApiError::BadRequest(_))), "{body}");
        }
        let bytes = [part("text", "").trim_end().as_bytes(), b"\r\n\r\n\xff\r\n--b--"].concat();
        assert!(matches!(read_form(bytes.into(), "b".to_owned()).await, Err(ApiError::BadRequest(_))));
    }

    #[test]
    fn other_sites_may_not_post() {
        for (site, passes) in [
            (Some("same-origin"), true),
            (Some("same-site"), true),
            (Some("none"), true),
            (None, true),
            (Some("cross-site"), false),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(site) = site {
                headers.insert("sec-fetch-site", http::HeaderValue::from_static(site));
            }
            assert_eq!(refuse_other_sites(&headers).is_ok(), passes, "{site:?}");
        }
    }
}
