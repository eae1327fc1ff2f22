//! Which form of a document a client wants at the document's own address (`Accept`).
//!
//! | rule | |
//! |---|---|
//! | quality | the form with the highest `q` is sent; `q=0` excludes one; a form that the document has not is passed over |
//! | equal quality | what is named by its media type comes before what a range covers; then HTML, then the order of [`FormalForm::ALL`] |
//! | ranges | of the most exact range that covers a form the quality counts: `text/html;q=0, */*` is not HTML |
//! | HTML | also `application/xhtml+xml` and `application/xml`, which browsers send; where nothing fits, and without `Accept` |

use std::cmp::Reverse;

use http::{HeaderMap, header};
use lagrum_answers::FormalForm;

/// The forms that a client accepts, the one that it likes best first; HTML where it accepts none.
pub(crate) fn preferred(headers: &HeaderMap) -> Vec<FormalForm> {
    let sent = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let ranges: Vec<MediaRange> =
        sent.flat_map(|value| value.split(',')).filter_map(MediaRange::parse).collect();
    let mut wanted: Vec<(u16, Coverage, FormalForm)> = Vec::new();
    for form in FormalForm::ALL {
        let covering = ranges.iter().filter_map(|range| Some((range.fit(form)?, range.quality)));
        match covering.max() {
            Some((fit, quality)) if quality > 0 => wanted.push((quality, fit, form)),
            _ => {}
        }
    }
    wanted.sort_by_key(|(quality, fit, form)| {
        (Reverse(*quality), *fit != Coverage::Named, *form != FormalForm::Html)
    });
    if wanted.is_empty() {
        vec![FormalForm::Html]
    } else {
        wanted.into_iter().map(|(.., form)| form).collect()
    }
}

/// How exactly a range covers a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Coverage {
    /// `*/*`
    Any,
    /// `text/*`
    Kind,
    /// `text/turtle`
    Named,
}

/// A range of media types with its quality.
struct MediaRange {
    media_type: String,
    /// In thousandths.
    quality: u16,
}

impl MediaRange {
    /// Reads a range; None for what is none, and for one whose quality cannot be read.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(';').map(str::trim);
        let media_type = parts.next()?.to_ascii_lowercase();
        if !media_type.contains('/') {
            return None;
        }
        let quality = parts.find_map(|part| {
            let (name, value) = part.split_once('=')?;
            name.trim().eq_ignore_ascii_case("q").then(|| thousandths(value.trim()))
        });
        Some(Self { media_type, quality: quality.unwrap_or(Some(1000))? })
    }

    fn fit(&self, form: FormalForm) -> Option<Coverage> {
        let is_page = ["application/xhtml+xml", "application/xml"].contains(&&*self.media_type);
        let (kind, _) = form.media_type().split_once('/')?;
        match &*self.media_type {
            "*/*" => Some(Coverage::Any),
            named if named == form.media_type() || (is_page && form == FormalForm::Html) => {
                Some(Coverage::Named)
            }
            range => (range.strip_suffix("/*") == Some(kind)).then_some(Coverage::Kind),
        }
    }
}

/// A quality (`0.8`) in thousandths.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    match whole {
        "1" => decimals.bytes().all(|b| b == b'0').then_some(1000),
        "0" => format!("{decimals:0<3}").parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_ask_for_forms() {
        let mut rows = 0;
        for line in include_str!("accept.tsv").lines().filter(|line| !line.starts_with('#')) {
            let (sent, expected) = line.split_once('\t').unwrap();
            let mut headers = HeaderMap::new();
            for value in sent.split(" && ").filter(|value| *value != "-") {
                headers.append(header::ACCEPT, value.parse().unwrap());
            }
            let names: Vec<&str> = preferred(&headers).into_iter().map(FormalForm::name).collect();
            assert_eq!(names.join(" "), expected, "{sent}");
            rows += 1;
        }
        assert!(rows >= 60, "{rows}");
    }
}
