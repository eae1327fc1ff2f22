//! Links within a document, in a form that the typesetter need not look up.
//!
//! A link to a label, as templates write it, makes the typesetter look up the label in the result of the round before, and
//! the number of its page for a description. So a document with these links is typeset three times. A link made here has
//! the location of its target from the beginning: the location is a hash of the label, and the mark that stands at the
//! target has the same location.

use typst::foundations::{Content, Dict, NativeElement, Value};
use typst::introspection::{Location, MetadataElem};
use typst::model::Destination;
use typst::text::TextElem;
use typst::utils::hash128;

use super::blocks::LinksWithin;

/// For each label, as content: its `mark`, and the `links` to it by their words.
pub(super) fn places(links: &LinksWithin) -> Dict {
    let places = links.iter().map(|(label, words)| {
        let links = words.iter().map(|words| (words.as_str().into(), Value::Content(link(words, label))));
        let place =
            [("mark".into(), Value::Content(mark(label))), ("links".into(), Value::Dict(links.collect()))];
        (label.as_str().into(), Value::Dict(place.into_iter().collect()))
    });
    places.collect()
}

/// The location of the mark with this label.
pub(super) fn location(label: &str) -> Location {
    Location::new(hash128(&("place", label)))
}

fn mark(label: &str) -> Content {
    let mut mark = MetadataElem::new(Value::None).pack();
    mark.set_location(location(label));
    mark
}

/// The words are also its description.
fn link(words: &str, label: &str) -> Content {
    TextElem::packed(words).linked(Destination::Location(location(label)), Some(words.into()))
}
