//! Removes the traces of printed pages from a text: running heads in its sentences, and words divided at the ends of
//! lines.
//!
//! A bill prints its name at the head of each page: `ska tilläm-⏎Prop. 2030/31:9⏎pas`; some regulations print their name or
//! the kapitel, `Kapitel 3`, as a paragraph or a heading of its own. From the texts for people the head is removed, and divided words
//! are joined. The artifact, and the markdown made of it, stay verbatim.

use lagrum_artifact::Artifact;

use super::journal_head;
use crate::event::{BlockForm, Event, LinkedText, OwnedPiece, TextBlock};

/// How the names of works begin that are printed at the head of each page.
const SERIES: [&str; 6] = ["Prop. ", "Skr. ", "SOU ", "Ds ", "Bet. ", "Dir. "];

/// Characters of a word that are read.
const WORD: usize = 64;

/// Words before which a hyphen belongs to the word before it: `forsknings- och`.
const JOINING_WORDS: [&str; 24] = [
    "och",
    "eller",
    "samt",
    "respektive",
    "resp",
    "till",
    "som",
    "men",
    "utan",
    "alternativt",
    "såväl",
    "liksom",
    "än",
    "inte",
    "i",
    "av",
    "på",
    "för",
    "är",
    "med",
    "ska",
    "skall",
    "har",
    "vid",
];

/// What a document prints at the head of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunningHead<'a> {
    /// Nothing that is known.
    Unknown,
    /// Its name: a preparatory work.
    Name(&'a str),
    /// The kapitel, and its name if that is known: a regulation of an agency.
    Regulation(Option<&'a str>),
}

impl<'a> RunningHead<'a> {
    /// The running head of a document.
    pub fn of(artifact: &'a Artifact) -> Self {
        // Only regulations of agencies have a series (författningssamling).
        if artifact.str(&["fs"]).is_some() {
            return Self::Regulation(artifact.str(&["identifier"]));
        }
        let name = artifact.str(&["identifier"]);
        let name = name.filter(|name| SERIES.iter().any(|series| name.starts_with(series)));
        name.map_or(Self::Unknown, Self::Name)
    }

    /// The event without running heads, and with whole words.
    #[must_use]
    pub fn taken_out_of(self, event: Event<'_>) -> Event<'_> {
        match (self, event) {
            // The document's own name at its beginning.
            (_, event @ Event::Block(TextBlock { form: BlockForm::Heading { depth: 1, .. }, .. })) => event,
            (Self::Name(_), Event::Block(block)) if journal_head::is_head(&block) => {
                Event::Block(without_words(block))
            }
            (Self::Name(name), Event::Block(mut block)) => {
                block.text = whole_words(without(block.text, name));
                Event::Block(block)
            }
            (Self::Name(name), Event::Row(mut row)) => {
                for cell in &mut row.cells {
                    cell.text = whole_words(without(std::mem::take(&mut cell.text), name));
                }
                Event::Row(row)
            }
            (Self::Regulation(name), Event::Block(block))
                if is_kapitel_head(&block) || name.is_some_and(|name| is_name(&block, name)) =>
            {
                Event::Block(without_words(block))
            }
            (_, event) => event,
        }
    }
}

/// A block without its words. The block stays: it may be the first of its page.
fn without_words(block: TextBlock<'_>) -> TextBlock<'_> {
    TextBlock { form: BlockForm::Paragraph, text: LinkedText::default(), ..block }
}

/// Whether a block is a paragraph or a heading that is only the name of the document.
fn is_name(block: &TextBlock<'_>, name: &str) -> bool {
    let is_plain = matches!(block.form, BlockForm::Paragraph | BlockForm::Heading { .. });
    is_plain && block.marker.is_none() && block.text.collapsed() == name
}

/// Whether a block is a paragraph on a printed page that is only the word *Kapitel* and a number. Headings of kapitel
/// are `3 kap. …`.
fn is_kapitel_head(block: &TextBlock<'_>) -> bool {
    let is_plain = block.form == BlockForm::Paragraph && block.anchor.is_none() && block.marker.is_none();
    is_plain
        && block.page.is_some()
        && block.text.collapsed().strip_prefix("Kapitel ").is_some_and(|number| {
            (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// A text without a running head inside it. A text that is nothing but the head stays.
fn without<'a>(text: LinkedText<'a>, name: &str) -> LinkedText<'a> {
    if !text.pieces().any(|(words, _)| words.contains(name)) || text.collapsed() == name {
        return text;
    }
    let mut kept: Vec<OwnedPiece> = Vec::new();
    let mut is_after_head = false;
    for (words, uri) in text.pieces() {
        let mut rest = words;
        loop {
            let head = head_in(rest, name);
            let before = &rest[..head.unwrap_or(rest.len())];
            let is_blank = before.is_empty() || (is_after_head && before.trim().is_empty());
            if !is_blank {
                let words = if std::mem::take(&mut is_after_head) {
                    joined(&mut kept, before)
                } else {
                    before.to_owned()
                };
                kept.push(OwnedPiece::new(words, uri));
            }
            let Some(head) = head else { break };
            is_after_head = true;
            rest = &rest[head + name.len()..];
        }
    }
    LinkedText::of_pieces(kept)
}

/// Where a text has the name as a running head. With more digits after it, it is the name of another work; with a
/// page after it, it is a citation.
fn head_in(text: &str, name: &str) -> Option<usize> {
    let is_head = |at: &usize| {
        let after = &text[at + name.len()..];
        let page = after.trim_start().strip_prefix("s. ").unwrap_or_default();
        !after.starts_with(|c: char| c.is_ascii_digit()) && !page.starts_with(|c: char| c.is_ascii_digit())
    };
    text.match_indices(name).map(|(at, _)| at).find(is_head)
}

/// The text after a running head, as it continues the text before: after a blank, or as the rest of a divided word.
fn joined(kept: &mut [OwnedPiece], next: &str) -> String {
    let next = next.trim_start();
    let Some(OwnedPiece { words: before, .. }) = kept.last_mut() else { return next.to_owned() };
    if !divides_word(before, next) {
        return format!(" {next}");
    }
    before.truncate(before.trim_end().len());
    before.pop();
    next.to_owned()
}

/// Whether a text ends inside a word, at a hyphen, and the next text begins with the rest of it.
pub(super) fn divides_word(before: &str, next: &str) -> bool {
    let stem = before.trim_end().strip_suffix('-');
    let first: String = next.chars().take_while(|c| c.is_alphanumeric()).collect();
    stem.is_some_and(|stem| stem.ends_with(char::is_lowercase))
        && first.starts_with(char::is_lowercase)
        && !JOINING_WORDS.contains(&first.as_str())
}

/// A text in which words divided at the end of a line are whole: `säkerhets- polisen`. Addresses and `säkerhets- och`
/// stay.
fn whole_words(text: LinkedText<'_>) -> LinkedText<'_> {
    if !text.pieces().any(|(words, _)| hyphens(words).next().is_some()) {
        return text;
    }
    let pieces = text.pieces().map(|(words, uri)| {
        let (mut whole, mut at) = (String::with_capacity(words.len()), 0);
        for (hyphen, next) in hyphens(words) {
            whole.push_str(&words[at..hyphen]);
            at = next;
        }
        whole.push_str(&words[at..]);
        OwnedPiece::new(whole, uri)
    });
    LinkedText::of_pieces(pieces.collect())
}

/// The hyphens of a text that divide a word, each with the position of the rest of the word.
fn hyphens(text: &str) -> impl Iterator<Item = (usize, usize)> {
    text.match_indices('-').filter_map(|(at, _)| {
        let after = &text[at + 1..];
        let next = after.trim_start();
        if next.len() == after.len() {
            return None;
        }
        let rest: String = next.chars().take(WORD).take_while(|c| !c.is_whitespace()).collect();
        let word: String = rest.chars().take_while(|c| c.is_alphabetic()).collect();
        let mut before = text[..at].chars().rev().take(WORD).take_while(|c| !c.is_whitespace());
        let ends_small = before.clone().take(2).filter(|c| c.is_lowercase()).count() == 2;
        let is_address = before.any(|c| matches!(c, '/' | '@')) || rest.contains(['/', '@']);
        let goes_on = word.chars().take(2).filter(|c| c.is_lowercase()).count() == 2
            && !rest[word.len()..].starts_with('-')
            && !JOINING_WORDS.contains(&word.as_str());
        (ends_small && goes_on && !is_address).then(|| (at, text.len() - next.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::{whole_words, without};
    use crate::event::{LinkedText, OwnedPiece};

    #[test]
    fn a_running_head_is_taken_out_and_its_sentence_joined() {
        let name = "Prop. 2030/31:9";
        for (text, expected) in [
            ("ska tilläm- Prop. 2030/31:9 pas här", "ska tillämpas här"),
            (
                "en straffbe-\nProp. 2030/31:9\nstämmelse om Prop. 2030/31:9 får",
                "en straffbestämmelse om får",
            ),
            ("grund- Prop. 2030/31:9 och gymnasieskolan", "grund- och gymnasieskolan"),
            ("den hemliga Prop. 2030/31:9 åtgärden", "den hemliga åtgärden"),
            (
                "Förslaget till lag om ändring i lagenProp. 2030/31:9 (2029:15)",
                "Förslaget till lag om ändring i lagen (2029:15)",
            ),
            ("InledningProp. 2030/31:9", "Inledning"),
            ("Prop. 2030/31:9 Bilaga 4", "Bilaga 4"),
            // Not a running head: another work, a page, and a text that is nothing else.
            ("Se Prop. 2030/31:95 om det", "Se Prop. 2030/31:95 om det"),
            ("jfr Prop. 2030/31:9 s. 14 där", "jfr Prop. 2030/31:9 s. 14 där"),
            ("Prop. 2030/31:9", "Prop. 2030/31:9"),
            ("i prop. 2030/31:9 sägs", "i prop. 2030/31:9 sägs"),
        ] {
            assert_eq!(without(LinkedText::plain(text), name).collapsed(), expected);
        }
    }

    #[test]
    fn words_divided_at_the_end_of_a_line_are_whole() {
        for (text, expected) in [
            ("av Säkerhets- polisen och Tull- verket", "av Säkerhetspolisen och Tullverket"),
            ("E-hälso- myndigheten", "E-hälsomyndigheten"),
            ("hälso- och sjukvård", "hälso- och sjukvård"),
            ("fars-, mors- eller hälso- resp. sjukvård", "fars-, mors- eller hälso- resp. sjukvård"),
            ("person- hälso- och brand", "person- hälso- och brand"),
            ("www.l.example/ansok-om- bidrag/A", "www.l.example/ansok-om- bidrag/A"),
            ("EU- medborgare", "EU- medborgare"),
            ("år 2030- 2031", "år 2030- 2031"),
            ("får - getter", "får - getter"),
        ] {
            assert_eq!(whole_words(LinkedText::plain(text)).collapsed(), expected);
        }
    }

    #[test]
    fn the_links_around_it_stay() {
        let name = "Prop. 2030/31:9";
        let text = LinkedText::of_pieces(vec![
            OwnedPiece::new("enligt ", None),
            OwnedPiece::new("9 §", Some("https://example.org/a#P9")),
            OwnedPiece::new(" ", None),
            OwnedPiece::new(name, Some("https://example.org/prop/2030/31:9")),
            OwnedPiece::new(" fårlagen", None),
        ]);
        let mended = without(text, name);
        let pieces: Vec<_> = mended.pieces().collect();
        assert_eq!(
            pieces,
            [("enligt ", None), ("9 §", Some("https://example.org/a#P9")), (" ", None), (" fårlagen", None)]
        );
    }
}
