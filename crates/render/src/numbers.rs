//! The number of a kapitel, a provision or an item, printed exactly once wherever the artifact stores it.
//!
//! A statute stores the designation of a paragraf (`1 §`) on its first stycke and leaves it out of the text. A
//! regulation of an agency stores the number on the paragraf only. A kapitel has its number on its node and, nearly
//! always, in its heading too. Some texts repeat the number that is stored beside them. Readers and programs find a
//! kapitel by a heading with a link, and a provision by its designation. This module makes both from what is stored,
//! and leaves out what the text repeats.

use std::borrow::Cow;

use lagrum_artifact::{Node, Run, Runs};

use crate::event::{LinkedText, Marker};

/// The number of a part, printed before the first text inside it.
pub(crate) enum PartNumber<'a> {
    /// The designation of a paragraf: `2 §`.
    Paragraf(Cow<'a, str>),
    /// The number of a kapitel, and its uri if it has an anchor.
    Kapitel {
        /// `2` for `2 kap.`
        number: &'a str,
        /// The target of the link in its heading.
        uri: Option<String>,
    },
}

impl<'a> PartNumber<'a> {
    /// The number that a node stores as a part of `document`, if it has one.
    pub(crate) fn from_node(node: Node<'a>, document: &str) -> Option<Self> {
        let number = node.str("ordinal").map(str::trim).filter(|number| !number.is_empty())?;
        match node.kind() {
            "paragraf" if number.contains('§') => Some(Self::Paragraf(Cow::Borrowed(number))),
            "paragraf" => Some(Self::Paragraf(Cow::Owned(format!("{number} §")))),
            "kapitel" => Some(Self::Kapitel { number, uri: node.id().map(|id| format!("{document}#{id}")) }),
            _ => None,
        }
    }

    /// Whether the first node inside the part stores the number too, and prints it.
    pub(crate) fn is_stored_on(&self, first: Node<'_>) -> bool {
        matches!(self, Self::Paragraf(_)) && first.kind() == "stycke" && first.str("beteckning").is_some()
    }

    /// Whether the number can be printed before the text of the first node inside the part.
    pub(crate) fn can_lead(&self, first: Node<'_>) -> bool {
        match self {
            // A stycke with a number of its own prints that.
            Self::Paragraf(_) => {
                first.kind() == "stycke" && first.str("ordinal").or_else(|| first.str("punkt")).is_none()
            }
            Self::Kapitel { .. } => first.kind() == "rubrik" && !LinkedText::runs(first.text()).is_blank(),
        }
    }
}

/// A marker and its text, without the marker repeated.
///
/// A designation is always printed as the marker, where readers look for it, and words of the text that repeat it are
/// left out. Any other marker is left out when the text repeats it.
pub(crate) fn without_repeated_marker<'a>(
    marker: Option<Marker<'a>>,
    runs: Runs<'a>,
) -> (Option<Marker<'a>>, LinkedText<'a>) {
    let text = LinkedText::runs(runs);
    match marker {
        Some(Marker::Designation(designation)) => {
            let text = match runs.leading(&designation, true) {
                Some(length) => LinkedText::from_byte(length, runs),
                None => text,
            };
            (Some(Marker::Designation(designation)), text)
        }
        Some(Marker::Number(number) | Marker::Letter(number) | Marker::Parenthesis(number)) => {
            let repeated = runs.repeats_number(number);
            (marker.filter(|_| !repeated), text)
        }
        Some(Marker::Name(_) | Marker::Printed(_)) | None => (marker, text),
    }
}

/// The heading of a kapitel. Its number is a link to the kapitel, and is put first where the heading lacks it.
pub(crate) fn kapitel_heading<'a>(number: &str, uri: Option<String>, runs: Runs<'a>) -> LinkedText<'a> {
    let text = LinkedText::runs(runs);
    let prefix = runs
        .leading(&format!("{number} kap."), false)
        .or_else(|| runs.leading(&format!("{number} kap"), true));
    if let Some(length) = prefix {
        return match uri.filter(|_| !reaches_link(runs, length)) {
            Some(uri) => {
                let words = runs.plain_text()[..length].to_owned();
                LinkedText::from_byte(length, runs).led_by(words, Some(uri))
            }
            None => text,
        };
    }
    let words = text.collapsed();
    let has_number = words.split(|c: char| !c.is_alphanumeric()).any(|word| word == number);
    if !has_number {
        return text.led_by(" ", None).led_by(format!("{number} kap."), uri);
    }
    match uri.filter(|_| runs.links().next().is_none()) {
        Some(uri) => LinkedText::from_byte(usize::MAX, runs).led_by(words, Some(uri)),
        None => text,
    }
}

/// Whether a link begins within the first bytes of a text.
fn reaches_link(runs: Runs<'_>, length: usize) -> bool {
    let mut at = 0;
    for run in runs.iter() {
        if at >= length {
            return false;
        }
        if matches!(run, Run::Link(_)) {
            return true;
        }
        at += run.text().len();
    }
    false
}
