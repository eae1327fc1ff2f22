//! The text of a document as the index holds it: the position of each word, and the passages as ranges of positions.
//!
//! Words are numbered as they are read, with one number left out between two pieces of text, so that no phrase runs from
//! one piece into the next. A passage is a range of these numbers. The positions of a word in a document therefore say which
//! passages it is in, without an index of passages.

use std::ops::Range;

use jiff::civil::Date;
use lagrum_artifact::{AnchorGrammar, AnchorRank, FullText, PieceForm, fragment_label};
use lagrum_words::{Language, tokens};
use serde::{Deserialize, Serialize};

use crate::DayNumber;
use crate::word_position::WordPosition;

/// The bytes of a stored block of text, about. An extract is cut out of a few blocks.
const BLOCK_BYTES: usize = 1024;

/// The first character of a line of a block, which states the form of its piece. A line without one continues the piece in which
/// the previous block ends.
pub(crate) const fn line_mark(form: PieceForm) -> char {
    match form {
        PieceForm::Plain => '\u{1}',
        PieceForm::Heading => '\u{2}',
        PieceForm::Item => '\u{3}',
    }
}

/// The form of the piece that begins with a line; None for a line that goes on with a piece.
pub(crate) fn line_form(line: &str) -> Option<PieceForm> {
    let first = line.chars().next()?;
    [PieceForm::Plain, PieceForm::Heading, PieceForm::Item].into_iter().find(|form| line_mark(*form) == first)
}

/// The most words of a document that are indexed. A document with more than a few million words is not real text.
const MAX_WORDS: u32 = 1 << 24;

/// Bytes of a text by which its language is detected.
const SAMPLE_BYTES: usize = 1 << 14;

/// The layout of a text in the index: its language, passages and blocks.
#[derive(Debug)]
pub(crate) struct TextLayout {
    pub(crate) language: Language,
    /// The number of its words.
    pub(crate) words: u32,
    pub(crate) passages: PassageTable,
    /// The text, cut at the positions in `passages.blocks`. Pieces are lines, each with its [`line_mark`].
    pub(crate) blocks: Vec<String>,
    /// For each passage what is indexed of it by itself. Empty if the passages of the text are not.
    pub(crate) provisions: Vec<ProvisionWords>,
}

/// What is indexed of a passage by itself. Lines are pieces.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ProvisionWords {
    /// Its text.
    pub(crate) text: String,
    /// The headings over it.
    pub(crate) headings: String,
}

/// The passages of a text and the beginnings of its blocks, as positions of words. The table is flat, since a large statute
/// has thousands of passages and is read for many searches.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PassageTable {
    /// The position of the first word of each block.
    pub(crate) blocks: Vec<WordPosition>,
    pub(crate) passages: Vec<PackedPassage>,
    /// The words that apply on some days only.
    dated: Vec<DatedWords>,
    /// The headings that passages refer to.
    pub(crate) headings: Vec<Range<WordPosition>>,
    /// The headings over passages, outermost first, list after list. Passages under the same headings share a list.
    heading_lists: Vec<u16>,
    /// The anchors and labels of all passages, one after the other.
    names: String,
}

/// A passage as the table holds it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PackedPassage {
    pub(crate) words: Range<WordPosition>,
    /// The range of its list of headings.
    pub(crate) headings: Range<u32>,
    pub(crate) kind: PassageKind,
    /// The end of the anchor in the names. The anchor begins where the label of the previous passage ends.
    anchor_end: u32,
    label_end: u32,
}

/// Words that apply from one day until before another, as [`DayNumber`]s. None is no limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct DatedWords {
    words: Range<WordPosition>,
    from: Option<DayNumber>,
    until: Option<DayNumber>,
}

/// The kind of a passage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PassageKind {
    /// A provision, or a part of a text outside any provision.
    #[default]
    Provision,
    /// A printed page.
    Page,
    /// A recital or a preamble.
    Reason,
}

impl PassageTable {
    /// The headings over a passage, outermost first. Passages under the same headings mostly follow each other and then
    /// have the same range.
    pub(crate) fn headings_over(&self, passage: &PackedPassage) -> &[u16] {
        let range = passage.headings.start as usize..passage.headings.end as usize;
        self.heading_lists.get(range).unwrap_or_default()
    }

    /// The headings that stand over some passage, each as often as a list of headings has it.
    pub(crate) fn headings_over_passages(&self) -> &[u16] {
        &self.heading_lists
    }

    /// The anchor of a passage.
    pub(crate) fn anchor(&self, at: usize) -> &str {
        let start = at
            .checked_sub(1)
            .and_then(|before| self.passages.get(before))
            .map_or(0, |passage| passage.label_end);
        let end = self.passages.get(at).map_or(start, |passage| passage.anchor_end);
        self.names.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The label of a passage.
    pub(crate) fn label(&self, at: usize) -> Option<&str> {
        let passage = self.passages.get(at)?;
        let label = self.names.get(passage.anchor_end as usize..passage.label_end as usize);
        label.filter(|label| !label.is_empty())
    }

    /// Whether the word at a position applies on a day.
    pub(crate) fn applies(&self, position: WordPosition, day: DayNumber) -> bool {
        self.dated.iter().filter(|dated| dated.words.contains(&position)).all(|dated| {
            dated.from.is_none_or(|from| from <= day) && dated.until.is_none_or(|until| until > day)
        })
    }

    fn push(
        &mut self,
        words: Range<WordPosition>,
        headings: &[u16],
        kind: PassageKind,
        anchor: &str,
        label: Option<&str>,
    ) {
        let before = self.passages.last().map(|passage| passage.headings.clone()).unwrap_or_default();
        let same = self.heading_lists.get(before.start as usize..before.end as usize) == Some(headings);
        let headings = if same {
            before
        } else {
            let start = self.heading_lists.len() as u32;
            self.heading_lists.extend(headings);
            start..self.heading_lists.len() as u32
        };
        self.names.push_str(anchor);
        let anchor_end = self.names.len() as u32;
        self.names.push_str(label.unwrap_or_default());
        self.passages.push(PackedPassage {
            words,
            headings,
            kind,
            anchor_end,
            label_end: self.names.len() as u32,
        });
    }

    /// Its size in memory in bytes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.passages.len() * size_of::<PackedPassage>()
            + self.names.len()
            + self.headings.len() * 8
            + self.blocks.len() * 4
            + self.dated.len() * size_of::<DatedWords>()
            + self.heading_lists.len() * 2
    }
}

/// A provision of a document, with its citations by others and the concepts that it explains.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PackedProvision {
    pub(crate) anchor: String,
    /// How many documents cite it.
    pub(crate) cited: u32,
    /// The forms of the words of each concept that it explains.
    pub(crate) concepts: Vec<Vec<String>>,
}

impl TextLayout {
    /// Lays out a text.
    pub(crate) fn new(text: &FullText, grammar: AnchorGrammar) -> Self {
        let mut laid = Self {
            language: language(text.sample()),
            words: 0,
            passages: PassageTable::default(),
            blocks: Vec::new(),
            provisions: Vec::new(),
        };
        let mut next = WordPosition(0);
        let mut starts = Vec::with_capacity(text.pieces.len() + 1);
        let mut block = String::new();
        for (piece, at) in text.pieces.iter().zip(0..) {
            starts.push(next);
            if laid.words >= MAX_WORDS {
                continue;
            }
            let blank = |c: char| c.is_whitespace() || c.is_control();
            let words = piece.split(blank).filter(|word| !word.is_empty());
            let piece = words.collect::<Vec<_>>().join(" ");
            if at > 0 {
                // The next piece begins a line, in this block or in the next.
                block.push('\n');
                if block.len() >= BLOCK_BYTES {
                    laid.close_block(&mut block);
                }
            }
            laid.begin_block(next);
            block.push(line_mark(text.form(at)));
            let mut copied = 0;
            for token in tokens(&piece) {
                if copied < token.bytes.start && block.len() + token.bytes.start - copied >= BLOCK_BYTES {
                    block.push_str(&piece[copied..token.bytes.start]);
                    copied = token.bytes.start;
                    laid.close_block(&mut block);
                    laid.begin_block(next);
                }
                next = next.next();
                laid.words += 1;
            }
            block.push_str(&piece[copied..]);
            next = next.next();
        }
        starts.push(next);
        laid.close_block(&mut block);
        laid.passages.blocks.truncate(laid.blocks.len());
        laid.add_dated(text, &starts);
        laid.add_passages(text, grammar, &starts);
        laid
    }

    fn close_block(&mut self, block: &mut String) {
        if !block.is_empty() {
            self.blocks.push(std::mem::take(block));
        }
    }

    /// Notes the position of the first word of the current block, unless it is noted already.
    fn begin_block(&mut self, position: WordPosition) {
        if self.passages.blocks.len() == self.blocks.len() {
            self.passages.blocks.push(position);
        }
    }

    fn add_dated(&mut self, text: &FullText, starts: &[WordPosition]) {
        let day = |day: &Option<String>| DayNumber::from(day.as_deref()?.parse::<Date>().ok()?).into();
        self.passages.dated = text
            .dated
            .iter()
            .map(|dated| DatedWords {
                words: words_of(&dated.pieces, starts),
                from: day(&dated.from),
                until: day(&dated.until),
            })
            .collect();
    }

    fn add_passages(&mut self, text: &FullText, grammar: AnchorGrammar, starts: &[WordPosition]) {
        let range = |pieces: &Range<u32>| words_of(pieces, starts);
        let mut headings: Vec<u32> =
            text.parts.iter().flat_map(|place| place.headings.iter().copied()).collect();
        headings.sort_unstable();
        headings.dedup();
        headings.truncate(usize::from(u16::MAX));
        self.passages.headings = headings.iter().map(|piece| range(&(*piece..piece + 1))).collect();
        // The parts of the text around this one, with whether each is a provision.
        let mut around: Vec<(u32, bool)> = Vec::new();
        for place in &text.parts {
            around.retain(|(end, _)| *end > place.pieces.start);
            let rank = grammar.rank(&place.anchor);
            let is_page = place.anchor.page().is_some();
            let inside_provision = around.iter().any(|(_, provision)| *provision);
            let shown = match rank {
                AnchorRank::Provision | AnchorRank::Reason => true,
                AnchorRank::Part => !inside_provision,
                AnchorRank::Container => false,
            };
            if !is_page {
                around.push((place.pieces.end, rank == AnchorRank::Provision));
            }
            if !shown || place.is_heading {
                continue;
            }
            let number =
                |piece: &u32| headings.binary_search(piece).ok().and_then(|at| u16::try_from(at).ok());
            let kind = match rank {
                _ if is_page => PassageKind::Page,
                AnchorRank::Reason => PassageKind::Reason,
                AnchorRank::Container | AnchorRank::Provision | AnchorRank::Part => PassageKind::Provision,
            };
            let over: Vec<u16> = place.headings.iter().filter_map(number).collect();
            let form = place.reader_form.clone().or_else(|| grammar.label(&place.anchor));
            let label = fragment_label(form.as_deref(), place.heading.as_deref());
            self.passages.push(range(&place.pieces), &over, kind, place.anchor.as_str(), label.as_deref());
            // Only provisions of statutes and agencies' regulations are ranked by themselves.
            if grammar == AnchorGrammar::Statute {
                let pieces = place.pieces.start as usize..place.pieces.end as usize;
                let heading = |piece: &u32| text.pieces.get(*piece as usize).map(String::as_str);
                self.provisions.push(ProvisionWords {
                    text: text.pieces.get(pieces).unwrap_or_default().join("\n"),
                    headings: place.headings.iter().filter_map(heading).collect::<Vec<_>>().join("\n"),
                });
            }
        }
    }
}

/// The words of some pieces, by the positions at which pieces start.
fn words_of(pieces: &Range<u32>, starts: &[WordPosition]) -> Range<WordPosition> {
    let at = |piece: u32| starts.get(piece as usize).copied().unwrap_or_default();
    at(pieces.start)..WordPosition(at(pieces.end).0.saturating_sub(1))
}

/// The language of a text by its [sample](FullText::sample).
pub(crate) fn language<'t>(sample: impl IntoIterator<Item = &'t str>) -> Language {
    let mut words = String::new();
    for piece in sample {
        words.push_str(piece);
        words.push(' ');
        if words.len() > SAMPLE_BYTES {
            break;
        }
    }
    Language::detect(&words)
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::Artifact;

    use super::*;
    use crate::word_position::words_at;

    fn laid(structure: &str) -> (TextLayout, Vec<(String, u32)>) {
        let json = format!(r#"{{"uri":"x:1","structure":{structure}}}"#);
        let text = FullText::of(&Artifact::parse(json.as_bytes()).unwrap());
        let laid = TextLayout::new(&text, AnchorGrammar::Statute);
        // As the index reads the text.
        let text = laid.blocks.concat();
        let words =
            words_at(&text, WordPosition(0)).map(|(position, token)| (token.word.into_owned(), position.0));
        let words = words.collect();
        (laid, words)
    }

    #[test]
    fn pieces_are_apart_and_passages_are_ranges() {
        let (laid, words) = laid(
            r#"[{"type":"kapitel","id":"K1","children":[{"type":"rubrik","level":1,"text":["Om  får"]},
                {"type":"paragraf","id":"K1P1","children":[
                  {"type":"stycke","id":"K1P1S1","text":["Ett får"]},{"type":"stycke","id":"K1P1S2","text":["—"]}]},
                {"type":"paragraf","id":"K1P2","children":[{"type":"stycke","text":["Två får"]}]}]}]"#,
        );
        let words: Vec<_> = words.iter().map(|(word, at)| (word.as_str(), *at)).collect();
        assert_eq!(words, [("om", 0), ("får", 1), ("ett", 3), ("får", 4), ("två", 7), ("får", 8)]);
        let passages = &laid.passages;
        assert_eq!(format!("{:?}", laid.passages.headings), "[WordPosition(0)..WordPosition(2)]");
        let found: Vec<_> = passages
            .passages
            .iter()
            .zip(0..)
            .map(|(passage, at)| (passages.anchor(at), passage.words.start.0..passage.words.end.0))
            .collect();
        assert_eq!(found, [("K1P1", 3..6), ("K1P2", 7..9)]);
        assert_eq!(passages.headings_over(&passages.passages[0]), [0]);
        assert_eq!(passages.headings_over(&passages.passages[1]), [0]);
        assert_eq!([passages.label(0), passages.label(1)], [Some("1 kap. 1 §"), Some("1 kap. 2 §")]);
        assert_eq!(laid.blocks, ["\u{2}Om får\n\u{1}Ett får\n\u{1}—\n\u{1}Två får"]);
        assert_eq!(laid.passages.blocks, [WordPosition(0)]);
    }

    #[test]
    fn blocks_hold_all_of_the_text_in_order() {
        let long = "ett tu tre ".repeat(2000);
        let (laid, words) =
            laid(&format!(r#"[{{"type":"stycke","text":["{long}"]}},{{"type":"stycke","text":["slut"]}}]"#));
        assert!(laid.blocks.len() > 3);
        assert_eq!(laid.blocks.len(), laid.passages.blocks.len());
        assert_eq!(laid.blocks.concat(), format!("\u{1}{}\n\u{1}slut", long.trim_end()));
        for (at, block) in laid.passages.blocks.iter().zip(&laid.blocks) {
            let first = tokens(block).next().unwrap();
            let indexed = words.iter().find(|(_, position)| *position == at.0).unwrap();
            assert_eq!(first.word, indexed.0.as_str());
        }
        assert_eq!(words.last().unwrap(), &("slut".to_owned(), 6001));
    }

    #[test]
    fn a_piece_that_would_begin_at_the_end_of_a_block_begins_the_next() {
        let full = "x".repeat(BLOCK_BYTES);
        let (laid, words) = laid(&format!(
            r#"[{{"type":"stycke","text":["{full}"]}},{{"type":"punkt","text":["(a) ett\u0001två"]}}]"#
        ));
        assert_eq!(laid.blocks[1], "\u{3}(a) ett två");
        assert_eq!(laid.passages.blocks, [0, 2].map(WordPosition));
        assert_eq!(words[1..], [("a".to_owned(), 2), ("ett".to_owned(), 3), ("två".to_owned(), 4)]);
    }

    #[test]
    fn words_apply_on_the_days_that_their_nodes_state() {
        let (laid, _) = laid(
            r#"[{"type":"paragraf","id":"P1","upphor":"2031-07-01","text":["ett"]},
                {"type":"paragraf","ikrafttrader":"2031-07-01","children":[{"type":"stycke","text":["två"]}]},
                {"type":"paragraf","id":"P2","ikrafttrader":"den dag regeringen bestämmer","text":["tre"]}]"#,
        );
        for (position, before, after) in [(0, true, false), (2, false, true), (4, true, true)] {
            let applies = |day| laid.passages.applies(WordPosition(position), DayNumber::new(2031, day, 1));
            assert_eq!((applies(6), applies(7)), (before, after), "{position}");
        }
    }

    #[test]
    fn parts_outside_provisions_are_passages() {
        let (laid, _) = laid(
            r#"[{"type":"stycke","id":"S1","text":["a"]},{"type":"paragraf","id":"P1","children":[
                {"type":"stycke","id":"P1S1","text":["b"]}]}]"#,
        );
        let found: Vec<_> = (0..laid.passages.passages.len()).map(|at| laid.passages.anchor(at)).collect();
        assert_eq!(found, ["S1", "P1"]);
    }
}
