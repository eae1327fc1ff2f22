//! Acts as Akoma Ntoso.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use lagrum_answers::AknText;

use crate::response::disposition::disposition;

/// The media type of Akoma Ntoso.
const AKN: HeaderValue = HeaderValue::from_static("application/akn+xml; charset=utf-8");

/// A 200 answer with the XML, and the canonical uri of the text as a link. With `download` a browser saves it.
pub(crate) fn akn_response(text: AknText, download: bool) -> Response {
    let AknText { uri, expression, xml } = text;
    let mut response = ([(header::CONTENT_TYPE, AKN)], xml).into_response();
    let headers = response.headers_mut();
    if let Ok(link) = HeaderValue::try_from(format!("<{}>; rel=\"canonical\"", ascii(&uri))) {
        headers.insert(header::LINK, link);
    }
    if download {
        let name = expression.trim_start_matches("/akn/").replace('/', "-");
        headers.insert(header::CONTENT_DISPOSITION, disposition(true, &format!("{name}.akn.xml")));
    }
    response
}

/// A uri as a header may have it.
fn ascii(uri: &str) -> String {
    const NOT_IN_HEADERS: &percent_encoding::AsciiSet =
        &percent_encoding::CONTROLS.add(b' ').add(b'<').add(b'>').add(b'"');
    percent_encoding::utf8_percent_encode(uri, NOT_IN_HEADERS).to_string()
}
