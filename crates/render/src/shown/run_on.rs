//! Lists that run on in a paragraph, as regulations read from printed pages have them: `följande: 1. ull, 2. mjölk, och 3. kött.`
//!
//! A paragraph with items numbered from `1.` on is shown as its beginning and the items of a list.

use std::ops::Range;

use crate::event::{BlockForm, Event, InForce, LinkedText, Marker, OwnedPiece, TextBlock};

/// Items of one list at most.
const MOST_ITEMS: u32 = 99;

/// Letters of a word that are read.
const WORD: usize = 32;

/// Words that a number after them names, so it begins no item: `bilaga 1. Där …`
const NAMING: [&str; 24] = [
    "alternativ",
    "artikel",
    "avsnitt",
    "bilaga",
    "bilagan",
    "bild",
    "del",
    "diagram",
    "ekvation",
    "eller",
    "fas",
    "figur",
    "formel",
    "grupp",
    "kategori",
    "klass",
    "kolumn",
    "nivå",
    "nr",
    "och",
    "punkt",
    "steg",
    "tabell",
    "typ",
];

/// Writes an event; of a paragraph with a list, its beginning and the items.
pub(super) fn write<'a>(event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
    let Event::Block(block) = event else { return write(event) };
    // The number of a paragraf stands before the beginning of its text.
    let is_paragraph =
        block.form == BlockForm::Paragraph && matches!(block.marker, None | Some(Marker::Designation(_)));
    let items = if is_paragraph {
        items(&block.text.pieces().map(|(words, _)| words).collect::<String>())
    } else {
        Vec::new()
    };
    let Some(first) = items.first() else { return write(Event::Block(block)) };
    let beginning = slice(&block.text, 0..first.sign);
    let texts: Vec<LinkedText<'a>> = items.iter().map(|item| slice(&block.text, item.text.clone())).collect();
    let (page, language) = (block.page, block.language);
    let mut lead = Some(block);
    let has_beginning = !beginning.is_blank() || lead.as_ref().is_some_and(|block| block.marker.is_some());
    if has_beginning && let Some(lead) = lead.take() {
        write(Event::Block(TextBlock { text: beginning, ..lead }));
    }
    for (number, text) in (1_u32..).zip(texts) {
        // A list without a beginning has the anchor of its paragraph at the first item.
        let around = lead.take();
        let form = BlockForm::Item { depth: 1 };
        let marker = Some(Marker::Printed(format!("{number}.").into()));
        write(Event::Block(match around {
            Some(block) => TextBlock { form, marker, text, ..block },
            None => TextBlock {
                form,
                anchor: None,
                page,
                in_force: InForce::default(),
                language,
                marker,
                text,
                node: None,
            },
        }));
    }
}

/// An item of a list in a text, in bytes.
struct RunOnItem {
    /// Where its number begins.
    sign: usize,
    text: Range<usize>,
}

/// The items of a list that is numbered from 1 on; empty if there are fewer than two.
fn items(words: &str) -> Vec<RunOnItem> {
    let mut items: Vec<RunOnItem> = Vec::new();
    let mut at = 0;
    for number in 1..=MOST_ITEMS {
        let sign = format!("{number}. ");
        let found = words[at..].match_indices(&sign).map(|(start, _)| at + start).find(|start| {
            let (before, after) = (&words[..*start], &words[start + sign.len()..]);
            let is_apart = before.is_empty() || before.ends_with(char::is_whitespace);
            is_apart && after.starts_with(char::is_alphabetic) && !(number == 1 && is_named(before))
        });
        let Some(start) = found else { break };
        at = start + sign.len();
        if let Some(last) = items.last_mut() {
            last.text.end = start;
        }
        items.push(RunOnItem { sign: start, text: at..words.len() });
    }
    if items.len() < 2 { Vec::new() } else { items }
}

/// Whether the word before a number is one of [`NAMING`].
fn is_named(before: &str) -> bool {
    let letters = before.trim_end().char_indices().rev().take(WORD).take_while(|(_, c)| c.is_alphabetic());
    let word = letters.last().map_or("", |(start, _)| before[start..].trim_end());
    NAMING.contains(&word.to_lowercase().as_str())
}

/// A stretch of a text, in bytes, with its links.
pub(super) fn slice<'a>(text: &LinkedText<'_>, stretch: Range<usize>) -> LinkedText<'a> {
    let mut at = 0;
    let mut kept = Vec::new();
    for (words, uri) in text.pieces() {
        let (start, end) = (stretch.start.max(at), stretch.end.min(at + words.len()));
        if start < end {
            kept.push(OwnedPiece::new(&words[start - at..end - at], uri));
        }
        at += words.len();
    }
    LinkedText::of_pieces(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        items(text).into_iter().map(|item| text[item.text].trim().to_owned()).collect()
    }

    #[test]
    fn a_list_in_a_paragraph_has_items() {
        for (text, expected) in [
            ("Får ska 1. räknas, 2. klippas, och 3. vallas.", vec!["räknas,", "klippas, och", "vallas."]),
            ("följande: 1. Ull. 2. Mjölk.", vec!["Ull.", "Mjölk."]),
            ("1. ull, 2. mjölk", vec!["ull,", "mjölk"]),
            // One item, a number of something else, a count that does not begin at 1.
            ("Får ska 1. räknas.", vec![]),
            ("enligt bilaga 1. Får räknas enligt 2. Getter", vec![]),
            ("Den 2. juni och den 3. juli.", vec![]),
            ("1.5 liter och 2.5 liter", vec![]),
            ("stycke 1.2 och 2. ull", vec![]),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
