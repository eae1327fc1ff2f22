//! Attributes of the elements of a document in parts.

use quick_xml::events::BytesStart;
use quick_xml::events::attributes::Attribute;

/// The attributes of an element. Whether a name stands twice is not checked: that takes the square of their number.
pub(crate) fn attributes<'e>(element: &'e BytesStart<'_>) -> impl Iterator<Item = Attribute<'e>> {
    let mut attributes = element.attributes();
    attributes.with_checks(false);
    attributes.flatten()
}

/// The value of an attribute, whatever its prefix.
pub(crate) fn attribute(element: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    let found = attributes(element).find(|other| other.key.local_name().as_ref() == name)?;
    std::str::from_utf8(&found.value).ok().map(str::to_owned)
}
