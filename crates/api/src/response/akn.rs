//! Acts as Akoma Ntoso.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use lagrum_answers::AknText;

use crate::response::disposition::disposition;
use crate::response::linked::canonical;

/// The media type of Akoma Ntoso.
const AKN: HeaderValue = HeaderValue::from_static("application/akn+xml; charset=utf-8");

/// A 200 answer with the XML, and the canonical uri of the text as a link. With `download` a browser saves it.
pub(crate) fn akn_response(text: AknText, download: bool) -> Response {
    let AknText { uri, expression, xml } = text;
    let mut response = ([(header::CONTENT_TYPE, AKN)], xml).into_response();
    canonical(&mut response, &uri);
    if download {
        let name = expression.trim_start_matches("/akn/").replace('/', "-");
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_DISPOSITION, disposition(true, &format!("{name}.akn.xml")));
    }
    response
}
