//! The header that names a file a browser may save.

use http::HeaderValue;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The characters that are encoded in the extended form of a name.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// `Content-Disposition` for a file of this name: an attachment to be saved, or inline to be shown. A name that is not ASCII is
/// also given in the extended form; characters that the plain form does not allow become `_` there.
pub(crate) fn disposition(attachment: bool, name: &str) -> HeaderValue {
    let kind = if attachment { "attachment" } else { "inline" };
    let plain = |c: char| if matches!(c, ' '..='~') && !matches!(c, '"' | '\\') { c } else { '_' };
    let ascii: String = name.chars().map(plain).collect();
    let extended: String = if ascii == name {
        String::new()
    } else {
        format!("; filename*=UTF-8''{}", utf8_percent_encode(name, ENCODED))
    };
    let value = HeaderValue::try_from(format!("{kind}; filename=\"{ascii}\"{extended}"));
    value.unwrap_or_else(|_| HeaderValue::from_static("inline"))
}

#[cfg(test)]
mod tests {
    use super::disposition;

    #[test]
    fn names_of_files() {
        let table = [
            (false, "1931-47.pdf", "inline; filename=\"1931-47.pdf\""),
            (true, "Dom T 1.pdf", "attachment; filename=\"Dom T 1.pdf\""),
            (false, "får.pdf", "inline; filename=\"f_r.pdf\"; filename*=UTF-8''f%C3%A5r.pdf"),
            (false, "a\"b\\c.pdf", "inline; filename=\"a_b_c.pdf\"; filename*=UTF-8''a%22b%5Cc.pdf"),
            (
                false,
                "a\r\nSet-Cookie: x.pdf",
                "inline; filename=\"a__Set-Cookie: x.pdf\"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.pdf",
            ),
        ];
        for (attachment, name, expected) in table {
            assert_eq!(disposition(attachment, name), expected, "{name}");
        }
    }
}
