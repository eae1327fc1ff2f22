//! The number of a part, apart from its text and its heading.

use std::ops::Range;

use lagrum_artifact::Node;

use crate::event::{LinkedText, Marker, TextBlock};

/// The number of a block, as it is written in `num`, and how many bytes of its text are that number.
pub(super) fn number_of(block: &TextBlock<'_>) -> (Option<String>, usize) {
    let made = match &block.marker {
        Some(Marker::Designation(text) | Marker::Printed(text)) => text.to_string(),
        Some(Marker::Number(number) | Marker::Parenthesis(number)) => format!("{number}."),
        Some(Marker::Letter(letter)) => format!("{letter})"),
        Some(Marker::Name(name)) => (*name).to_owned(),
        None => return printed_number(block).unwrap_or_default(),
    };
    (Some(made), 0)
}

/// The number of a node that its text begins with: `1)`. One that ends inside a link is left in the text.
fn printed_number(block: &TextBlock<'_>) -> Option<(Option<String>, usize)> {
    let node = block.node?;
    let ordinal = node.str("ordinal").or_else(|| node.str("num")).or_else(|| node.str("punkt"))?;
    let (words, uri) = block.text.pieces().next()?;
    let trimmed = words.trim_start();
    let forms = [format!("{ordinal}."), format!("{ordinal})"), format!("({ordinal})")];
    let form = forms.into_iter().find(|form| {
        let begins = trimmed.get(..form.len()).is_some_and(|start| start.eq_ignore_ascii_case(form));
        begins && trimmed[form.len()..].starts_with(char::is_whitespace)
    });
    let form = form.filter(|_| uri.is_none())?;
    let length = words.len() - trimmed.len() + form.len();
    Some((Some(trimmed[..form.len()].to_owned()), length))
}

/// A heading with the number at its beginning, in bytes.
#[derive(Debug, Default)]
pub(super) struct SplitHeading {
    /// The number; empty where the heading begins with none.
    pub(super) number: Range<usize>,
    /// Where the heading begins behind it.
    pub(super) heading: usize,
    /// Whether the number is written as `words`, without links: the artifact has it otherwise, or has no link there.
    pub(super) is_made_link: bool,
    pub(super) words: String,
}

impl SplitHeading {
    fn made(words: &str, length: usize) -> Self {
        Self { number: 0..length, heading: length, is_made_link: true, words: words.trim().to_owned() }
    }
}

/// The number at the beginning of the heading of a part.
pub(super) fn split_heading(part: Option<Node<'_>>, block: &TextBlock<'_>, own: &str) -> SplitHeading {
    let text = &block.text;
    match part.map_or("", Node::kind) {
        "kapitel" => kapitel(block, own),
        "article" | "artikel" | "konventionsartikel" => article(block),
        "heading" => label(block),
        _ => None,
    }
    .filter(|split| split.is_made_link || is_apart(text, split.heading))
    .unwrap_or_default()
}

/// Whether a text has no link around a byte.
fn is_apart(text: &LinkedText<'_>, byte: usize) -> bool {
    let mut at = 0;
    text.pieces().all(|(words, uri)| {
        let start = at;
        at += words.len();
        uri.is_none() || byte <= start || byte >= at
    })
}

fn kapitel(block: &TextBlock<'_>, own: &str) -> Option<SplitHeading> {
    let (first, uri) = block.text.pieces().next()?;
    let is_own = uri.is_some_and(|uri| uri.strip_prefix(own).is_some_and(|rest| rest.starts_with('#')));
    let is_stored = block.node.is_some_and(|node| node.text().links().any(|link| Some(link.uri) == uri));
    if is_own && !is_stored {
        return Some(SplitHeading::made(first, first.len()));
    }
    let words: String = block.text.pieces().map(|(words, _)| words).collect();
    let at = words
        .find("kap")
        .filter(|at| *at <= MAX_NUMBER && words.starts_with(|c: char| c.is_ascii_digit()))?;
    let end = at + "kap".len() + usize::from(words[at + "kap".len()..].starts_with('.'));
    Some(SplitHeading { number: 0..end, heading: end, ..SplitHeading::default() })
}

/// The longest number before `kap.`, in bytes.
const MAX_NUMBER: usize = 8;

fn article(block: &TextBlock<'_>) -> Option<SplitHeading> {
    let words: String = block.text.pieces().map(|(words, _)| words).collect();
    let start = words.len() - words.trim_start().len();
    let word = words[start..].split_whitespace().next()?;
    if !["artikel", "article"].contains(&word.to_lowercase().as_str()) {
        return None;
    }
    let after = start + word.len();
    let number_at = after + (words[after..].len() - words[after..].trim_start().len());
    let number = words[number_at..].split_whitespace().next()?;
    let end = number_at + number.len();
    let rest = &words[end..];
    let dash = rest.trim_start().strip_prefix(['–', '-', '—']).filter(|rest| rest.starts_with(' '));
    let Some(behind) = dash else {
        return Some(SplitHeading { number: start..end, heading: end, ..SplitHeading::default() });
    };
    // A dash that the artifact has is kept.
    let is_stored = block.node.is_some_and(|node| node.text().plain_text().trim_start().starts_with(word));
    let heading = words.len() - behind.len();
    let end = if is_stored { heading } else { end };
    Some(SplitHeading { number: start..end, heading, ..SplitHeading::default() })
}

/// The designation of a heading of an EU act that is stored beside its text, as it is stored.
fn label(block: &TextBlock<'_>) -> Option<SplitHeading> {
    let label = block.node?.str("label")?;
    let (first, _) = block.text.pieces().next()?;
    let made = first.trim_end().trim_end_matches('–').trim_end();
    (made.to_lowercase() == label.trim().to_lowercase()).then(|| SplitHeading::made(label, first.len()))
}
