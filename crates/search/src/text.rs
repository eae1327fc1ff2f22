//! The text of a document as the index holds it: where each word stands, and the places as ranges of such positions.
//!
//! Words are numbered as they are read, with one number left out between two pieces of text, so that no phrase runs from
//! one into the next. A place is a range of these numbers. What an index says of a document (this word at these
//! positions) then tells by itself which places match, without a second index of passages.

use std::ops::Range;

use lagrum_artifact::{AnchorGrammar, FullText, Rank, fragment_label};
use lagrum_words::{Language, tokens};
use serde::{Deserialize, Serialize};

/// Bytes of text that are kept together. What is shown of a passage is cut out of one such block.
const BLOCK_BYTES: usize = 1024;

/// Words of a document that are indexed. Past a few million something else than a text has been stored.
const MOST_WORDS: u32 = 1 << 24;

/// Everything the index keeps of a text beside its words.
#[derive(Debug)]
pub(crate) struct Laid {
    pub(crate) language: Language,
    /// How many words it has.
    pub(crate) words: u32,
    pub(crate) places: PlaceTable,
    /// The text, cut at the positions in `places.blocks`; pieces are parted by line feeds.
    pub(crate) blocks: Vec<String>,
}

/// The places of a text and where its blocks begin, as positions of words. It lies flat, since a large statute has
/// thousands of places and is read for many a search.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PlaceTable {
    /// The position of the first word of each block.
    pub(crate) blocks: Vec<u32>,
    pub(crate) places: Vec<PackedPlace>,
    /// The headings that places refer to.
    pub(crate) headings: Vec<Range<u32>>,
    /// The headings over places, outermost first, list after list; places of the same headings share one.
    heading_lists: Vec<u16>,
    /// The anchors and labels of all places.
    names: String,
}

/// A place that may be shown as the passage that answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PackedPlace {
    pub(crate) words: Range<u32>,
    /// Where its list of headings is.
    pub(crate) headings: Range<u32>,
    pub(crate) kind: PlaceKind,
    /// Where the anchor ends in the names; it begins where the label before it ends.
    anchor_end: u32,
    label_end: u32,
}

/// What a place is among those that may answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PlaceKind {
    /// A provision, or a part where there is none.
    #[default]
    Provision,
    /// A printed page.
    Page,
    /// A recital or a preamble.
    Reason,
}

impl PlaceTable {
    /// The headings over a place, outermost first. Places of the same headings mostly follow each other and then have
    /// the same range.
    pub(crate) fn headings_over(&self, place: &PackedPlace) -> &[u16] {
        let range = place.headings.start as usize..place.headings.end as usize;
        self.heading_lists.get(range).unwrap_or_default()
    }

    /// What names a place.
    pub(crate) fn anchor(&self, at: usize) -> &str {
        let start =
            at.checked_sub(1).and_then(|before| self.places.get(before)).map_or(0, |place| place.label_end);
        let end = self.places.get(at).map_or(start, |place| place.anchor_end);
        self.names.get(start as usize..end as usize).unwrap_or_default()
    }

    /// What a place is called.
    pub(crate) fn label(&self, at: usize) -> Option<&str> {
        let place = self.places.get(at)?;
        self.names.get(place.anchor_end as usize..place.label_end as usize).filter(|label| !label.is_empty())
    }

    fn push(
        &mut self,
        words: Range<u32>,
        headings: &[u16],
        kind: PlaceKind,
        anchor: &str,
        label: Option<&str>,
    ) {
        let before = self.places.last().map(|place| place.headings.clone()).unwrap_or_default();
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
        self.places.push(PackedPlace {
            words,
            headings,
            kind,
            anchor_end,
            label_end: self.names.len() as u32,
        });
    }

    /// Bytes it takes in memory, about.
    pub(crate) fn bytes(&self) -> usize {
        self.places.len() * size_of::<PackedPlace>()
            + self.names.len()
            + self.headings.len() * 8
            + self.blocks.len() * 4
            + self.heading_lists.len() * 2
    }
}

/// What others say of a provision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PackedProvision {
    pub(crate) anchor: String,
    /// How many documents cite it.
    pub(crate) cited: u32,
    /// The forms of the words of each concept explained by it.
    pub(crate) concepts: Vec<Vec<String>>,
}

impl Laid {
    /// Lays out a text.
    pub(crate) fn new(text: &FullText, grammar: AnchorGrammar) -> Self {
        let mut laid =
            Self { language: language(text), words: 0, places: PlaceTable::default(), blocks: Vec::new() };
        let mut next = 0;
        let mut starts = Vec::with_capacity(text.pieces.len() + 1);
        let mut block = String::new();
        for piece in &text.pieces {
            starts.push(next);
            if laid.words >= MOST_WORDS {
                continue;
            }
            let piece: String = piece.split_whitespace().collect::<Vec<_>>().join(" ");
            if !block.is_empty() {
                block.push('\n');
            }
            let mut copied = 0;
            for token in tokens(&piece) {
                if block.len() + token.bytes.start - copied >= BLOCK_BYTES {
                    block.push_str(&piece[copied..token.bytes.start]);
                    copied = token.bytes.start;
                    laid.close_block(&mut block);
                }
                if block.is_empty() && laid.places.blocks.len() == laid.blocks.len() {
                    laid.places.blocks.push(next);
                }
                next += 1;
                laid.words += 1;
            }
            block.push_str(&piece[copied..]);
            if block.is_empty() || laid.places.blocks.len() == laid.blocks.len() {
                laid.places.blocks.push(next);
            }
            next += 1;
        }
        starts.push(next);
        laid.close_block(&mut block);
        laid.places.blocks.truncate(laid.blocks.len());
        laid.add_places(text, grammar, &starts);
        laid
    }

    fn close_block(&mut self, block: &mut String) {
        if !block.is_empty() {
            self.blocks.push(std::mem::take(block));
        }
    }

    fn add_places(&mut self, text: &FullText, grammar: AnchorGrammar, starts: &[u32]) {
        let range = |pieces: &Range<u32>| {
            let at = |piece: u32| starts.get(piece as usize).copied().unwrap_or_default();
            at(pieces.start)..at(pieces.end).saturating_sub(1)
        };
        let mut headings: Vec<u32> =
            text.places.iter().flat_map(|place| place.headings.iter().copied()).collect();
        headings.sort_unstable();
        headings.dedup();
        headings.truncate(usize::from(u16::MAX));
        self.places.headings = headings.iter().map(|piece| range(&(*piece..piece + 1))).collect();
        // The places around the one met, with whether each is a provision.
        let mut around: Vec<(u32, bool)> = Vec::new();
        for place in &text.places {
            around.retain(|(end, _)| *end > place.pieces.start);
            let rank = grammar.rank(&place.anchor);
            let is_page = place.anchor.page().is_some();
            let inside_provision = around.iter().any(|(_, provision)| *provision);
            let shown = match rank {
                Rank::Provision | Rank::Reason => true,
                Rank::Part => !inside_provision,
                Rank::Container => false,
            };
            if !is_page {
                around.push((place.pieces.end, rank == Rank::Provision));
            }
            if !shown || place.is_heading {
                continue;
            }
            let number =
                |piece: &u32| headings.binary_search(piece).ok().and_then(|at| u16::try_from(at).ok());
            let kind = match rank {
                _ if is_page => PlaceKind::Page,
                Rank::Reason => PlaceKind::Reason,
                Rank::Container | Rank::Provision | Rank::Part => PlaceKind::Provision,
            };
            let over: Vec<u16> = place.headings.iter().filter_map(number).collect();
            let form = place.reader_form.clone().or_else(|| grammar.label(&place.anchor));
            let label = fragment_label(form.as_deref(), place.heading.as_deref());
            self.places.push(range(&place.pieces), &over, kind, place.anchor.as_str(), label.as_deref());
        }
    }
}

fn language(text: &FullText) -> Language {
    // The beginning may be a title page or a formula in another language, so some of the middle is read too.
    let middle = text.pieces.len() / 2;
    let mut sample = String::new();
    for piece in text.pieces.iter().take(40).chain(text.pieces.iter().skip(middle).take(40)) {
        sample.push_str(piece);
        sample.push(' ');
        if sample.len() > 1 << 14 {
            break;
        }
    }
    Language::of(&sample)
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::Artifact;

    use super::*;

    fn laid(structure: &str) -> (Laid, Vec<(String, u32)>) {
        let json = format!(r#"{{"uri":"x:1","structure":{structure}}}"#);
        let text = FullText::of(&Artifact::parse(json.as_bytes()).unwrap());
        let laid = Laid::new(&text, AnchorGrammar::Statute);
        // As the index reads it.
        let mut words = Vec::new();
        let mut position = 0;
        for piece in laid.blocks.concat().split('\n') {
            for token in tokens(piece) {
                words.push((token.word.into_owned(), position));
                position += 1;
            }
            position += 1;
        }
        (laid, words)
    }

    #[test]
    fn pieces_are_apart_and_places_are_ranges() {
        let (laid, words) = laid(
            r#"[{"type":"kapitel","id":"K1","children":[{"type":"rubrik","level":1,"text":["Om  får"]},
                {"type":"paragraf","id":"K1P1","children":[
                  {"type":"stycke","id":"K1P1S1","text":["Ett får"]},{"type":"stycke","id":"K1P1S2","text":["—"]}]},
                {"type":"paragraf","id":"K1P2","children":[{"type":"stycke","text":["Två får"]}]}]}]"#,
        );
        let words: Vec<_> = words.iter().map(|(word, at)| (word.as_str(), *at)).collect();
        assert_eq!(words, [("om", 0), ("får", 1), ("ett", 3), ("får", 4), ("två", 7), ("får", 8)]);
        let places = &laid.places;
        assert_eq!(format!("{:?}", laid.places.headings), "[0..2]");
        let shown: Vec<_> = places
            .places
            .iter()
            .zip(0..)
            .map(|(place, at)| (places.anchor(at), place.words.clone()))
            .collect();
        assert_eq!(shown, [("K1P1", 3..6), ("K1P2", 7..9)]);
        assert_eq!(places.headings_over(&places.places[0]), [0]);
        assert_eq!(places.headings_over(&places.places[1]), [0]);
        assert_eq!([places.label(0), places.label(1)], [Some("1 kap. 1 §"), Some("1 kap. 2 §")]);
        assert_eq!(laid.blocks, ["Om får\nEtt får\n—\nTvå får"]);
        assert_eq!(laid.places.blocks, [0]);
    }

    #[test]
    fn blocks_hold_all_of_the_text_in_order() {
        let long = "ett tu tre ".repeat(2000);
        let (laid, words) =
            laid(&format!(r#"[{{"type":"stycke","text":["{long}"]}},{{"type":"stycke","text":["slut"]}}]"#));
        assert!(laid.blocks.len() > 3);
        assert_eq!(laid.blocks.len(), laid.places.blocks.len());
        assert_eq!(laid.blocks.concat(), format!("{}\nslut", long.trim_end()));
        for (at, block) in laid.places.blocks.iter().zip(&laid.blocks) {
            let first = tokens(block).next().unwrap();
            let indexed = words.iter().find(|(_, position)| position == at).unwrap();
            assert_eq!(first.word, indexed.0.as_str());
        }
        assert_eq!(words.last().unwrap(), &("slut".to_owned(), 6001));
    }

    #[test]
    fn parts_without_a_provision_around_them_are_shown() {
        let (laid, _) = laid(
            r#"[{"type":"stycke","id":"S1","text":["a"]},{"type":"paragraf","id":"P1","children":[
                {"type":"stycke","id":"P1S1","text":["b"]}]}]"#,
        );
        let shown: Vec<_> = (0..laid.places.places.len()).map(|at| laid.places.anchor(at)).collect();
        assert_eq!(shown, ["S1", "P1"]);
    }
}
