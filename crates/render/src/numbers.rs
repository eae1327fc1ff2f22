//! The number of a chapter, a provision or an item: shown exactly once, wherever the artifact keeps it.
//!
//! A statute stores the designation of a paragraf (`1 §`) on its first stycke and leaves it out of the text. A
//! regulation of an agency stores the number on the paragraf alone. A chapter has its number on itself and, nearly
//! always, in its heading too. Some texts repeat the number that is stored beside them. Readers and programs look for
//! a chapter by a heading with a link to it, and for a provision by its designation, so both are made here from
//! what is stored, and what the text repeats is not written a second time.

use std::borrow::Cow;

use lagrum_artifact::{Node, Run, Runs};

use crate::event::{LinkedText, Marker};

/// The number of a part, which is printed in front of the first text inside it.
pub(crate) enum PartNumber<'a> {
    /// The designation of a paragraf: `2 §`.
    Paragraf(Cow<'a, str>),
    /// The number of a chapter, and the uri of the chapter if it has an anchor.
    Kapitel {
        /// `2` for `2 kap.`
        number: &'a str,
        /// Where a link from its heading leads.
        uri: Option<String>,
    },
}

impl<'a> PartNumber<'a> {
    /// The number that a node stores for itself as a part of `document`; None for one that has none.
    pub(crate) fn of(node: Node<'a>, document: &str) -> Option<Self> {
        let number = node.str("ordinal").map(str::trim).filter(|number| !number.is_empty())?;
        match node.kind() {
            "paragraf" if number.contains('§') => Some(Self::Paragraf(Cow::Borrowed(number))),
            "paragraf" => Some(Self::Paragraf(Cow::Owned(format!("{number} §")))),
            "kapitel" => Some(Self::Kapitel { number, uri: node.id().map(|id| format!("{document}#{id}")) }),
            _ => None,
        }
    }

    /// Whether the first node inside the part stores the number once more and shows it by itself.
    pub(crate) fn is_stored_on(&self, first: Node<'_>) -> bool {
        matches!(self, Self::Paragraf(_)) && first.kind() == "stycke" && first.str("beteckning").is_some()
    }

    /// Whether the number can be printed in front of the text of the first node inside the part.
    pub(crate) fn can_lead(&self, first: Node<'_>) -> bool {
        match self {
            // A number of its own needs the place.
            Self::Paragraf(_) => {
                first.kind() == "stycke" && first.str("ordinal").or_else(|| first.str("punkt")).is_none()
            }
            Self::Kapitel { .. } => first.kind() == "rubrik" && !LinkedText::runs(first.text()).is_blank(),
        }
    }
}

/// A text behind its marker, if the text does not itself begin with it.
///
/// A designation is always the marker, because readers look for it there: the words of the text that repeat it are
/// passed over. Of the others it is the words of the text that stay.
pub(crate) fn said_once<'a>(
    marker: Option<Marker<'a>>,
    runs: Runs<'a>,
) -> (Option<Marker<'a>>, LinkedText<'a>) {
    let text = LinkedText::runs(runs);
    match marker {
        Some(Marker::Designation(designation)) => {
            let text = match leading(runs, &designation, true) {
                Some(length) => LinkedText::from_byte(length, runs),
                None => text,
            };
            (Some(Marker::Designation(designation)), text)
        }
        Some(Marker::Number(number) | Marker::Letter(number) | Marker::Parenthesis(number)) => {
            let forms = [format!("{number}."), format!("{number})"), format!("({number})")];
            let repeated = forms.iter().any(|form| leading(runs, form, true).is_some());
            (marker.filter(|_| !repeated), text)
        }
        Some(Marker::Name(_)) | None => (marker, text),
    }
}

/// The heading of a chapter: its number is a link to it, and stands in front where the heading does not say it.
pub(crate) fn chapter_heading<'a>(number: &str, uri: Option<String>, runs: Runs<'a>) -> LinkedText<'a> {
    let text = LinkedText::runs(runs);
    let said = leading(runs, &format!("{number} kap."), false)
        .or_else(|| leading(runs, &format!("{number} kap"), true));
    if let Some(length) = said {
        return match uri.filter(|_| !reaches_link(runs, length)) {
            Some(uri) => {
                let words = runs.plain_text()[..length].to_owned();
                LinkedText::from_byte(length, runs).led_by(words, Some(uri))
            }
            None => text,
        };
    }
    let words = text.collapsed();
    let says_number = words.split(|c: char| !c.is_alphanumeric()).any(|word| word == number);
    if !says_number {
        return text.led_by(" ", None).led_by(format!("{number} kap."), uri);
    }
    match uri.filter(|_| runs.links().next().is_none()) {
        Some(uri) => LinkedText::from_byte(usize::MAX, runs).led_by(words, Some(uri)),
        None => text,
    }
}

/// How many bytes at the beginning of a text are these words; None when it begins otherwise. White space and case do
/// not count. With `whole`, a blank or the end of the text must follow.
fn leading(runs: Runs<'_>, words: &str, whole: bool) -> Option<usize> {
    let mut wanted = words.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).peekable();
    let mut length = 0;
    for c in runs.iter().flat_map(|run| run.text().chars()) {
        if wanted.peek().is_none() {
            return (!whole || c.is_whitespace()).then_some(length);
        }
        length += c.len_utf8();
        if !c.is_whitespace() && !c.to_lowercase().all(|c| wanted.next() == Some(c)) {
            return None;
        }
    }
    wanted.peek().is_none().then_some(length)
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
