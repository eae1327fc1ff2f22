//! Attributes of the elements of a Word document.

use quick_xml::events::BytesStart;

/// The value of an attribute, whatever its prefix.
pub(super) fn attribute(element: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    let found = element.attributes().flatten().find(|other| other.key.local_name().as_ref() == name)?;
    std::str::from_utf8(&found.value).ok().map(str::to_owned)
}

/// Minimum indent of a block quote, in twentieths of a point.
const MIN_INDENT: u32 = 280;

/// Whether a paragraph is indented on its left side.
pub(super) fn is_indented(indent: &BytesStart<'_>) -> bool {
    let sides = indent
        .attributes()
        .flatten()
        .filter(|attribute| matches!(attribute.key.local_name().as_ref(), b"left" | b"start"));
    let mut amounts = sides.filter_map(|side| std::str::from_utf8(&side.value).ok()?.parse::<u32>().ok());
    amounts.any(|amount| amount >= MIN_INDENT)
}
