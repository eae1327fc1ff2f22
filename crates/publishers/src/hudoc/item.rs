//! The numbers of documents, and the parts that are kept of each.

/// The part of a document that is its record.
pub(super) const RECORD: &str = "json";

/// The part of a document that is its text.
pub(super) const TEXT: &str = "html";

/// Whether a text is the number of a document: `001-57851`.
pub(super) fn is_item(text: &str) -> bool {
    let digits =
        |text: &str| (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('-').is_some_and(|(library, number)| digits(library) && digits(number))
}
