//! A document as the search index takes it: its text in pieces, and each part of it as a range of pieces.
//!
//! A part is a [`crate::AnchorTarget`] with an anchor. Its text is contiguous, whatever its kind: a node with its
//! children, the blocks of an article, the nodes of a printed page, a numbered paragraph of a decision. So a part is
//! two numbers, and a part inside another is a range inside a range.
//!
//! A part also has the headings over it, its own and those of the parts around it. They state the topic of a
//! paragraf in words that the paragraf does not repeat.

mod collect;
mod sample;

use std::ops::Range;

use crate::Anchor;

/// The text of a document and its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FullText {
    /// The non-empty texts in reading order, trimmed; those of transitional provisions last.
    pub pieces: Vec<String>,
    /// The form of each piece; pieces after the last form are plain text.
    pub forms: Vec<PieceForm>,
    /// The index of the piece that the middle of the text begins with.
    pub middle: u32,
    /// The pieces that apply on some days only.
    pub dated: Vec<DatedPieces>,
    /// The parts in the order in which they begin; a part before the parts inside it. Variants of a provision that apply on
    /// different days have the same anchor.
    pub parts: Vec<TextPart>,
}

/// What a piece of a text is to a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceForm {
    /// Any other piece: a stycke, a cell, a note.
    #[default]
    Plain,
    /// A heading.
    Heading,
    /// An item of a list.
    Item,
}

/// Pieces that apply on some days only, as their node states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedPieces {
    /// The pieces.
    pub pieces: Range<u32>,
    /// The day (`YYYY-MM-DD`) from which they apply.
    pub from: Option<String>,
    /// The day from which they no longer apply.
    pub until: Option<String>,
}

/// A part of a document as a range of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPart {
    /// The anchor.
    pub anchor: Anchor,
    /// Its pieces.
    pub pieces: Range<u32>,
    /// The pieces that are headings over it, outermost first.
    pub headings: Vec<u32>,
    /// The heading that is printed over it.
    pub heading: Option<String>,
    /// How a reader names it, where that does not follow from the anchor: `p. 26`.
    pub reader_form: Option<String>,
    /// Whether it is only a heading.
    pub is_heading: bool,
}

impl FullText {
    /// The form of a piece.
    pub fn form(&self, piece: usize) -> PieceForm {
        self.forms.get(piece).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Artifact;

    /// Each part with its text, and the headings over it.
    fn check(structure: &str, expected: &[(&str, &str, &str)]) {
        let json = format!(r#"{{"uri":"x:1","structure":{structure}}}"#);
        let text = FullText::of(&Artifact::parse(json.as_bytes()).unwrap());
        let join = |pieces: &[String]| pieces.join(" ");
        let found: Vec<_> = text
            .parts
            .iter()
            .map(|part| {
                let headings = part.headings.iter().map(|piece| text.pieces[*piece as usize].clone());
                (
                    part.anchor.to_string(),
                    join(&text.pieces[part.pieces.start as usize..part.pieces.end as usize]),
                    headings.collect::<Vec<_>>().join(" > "),
                )
            })
            .collect();
        let found: Vec<_> = found.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn headings_rule_until_one_of_their_level() {
        check(
            r#"[{"type":"kapitel","id":"K1","children":[
                 {"type":"rubrik","level":1,"text":["Om får"]},
                 {"type":"rubrik","id":"R1","level":2,"text":["Bete"]},
                 {"type":"paragraf","id":"K1P1","children":[{"type":"stycke","id":"K1P1S1","text":["a"]}]},
                 {"type":"rubrik","level":3,"text":["Vall"]},
                 {"type":"paragraf","id":"K1P2","children":[{"type":"stycke","text":["b"]}]},
                 {"type":"rubrik","level":2,"text":["Ull"]},
                 {"type":"paragraf","id":"K1P3","children":[{"type":"stycke","text":["c"]}]}]}]"#,
            &[
                ("K1", "Om får Bete a Vall b Ull c", ""),
                ("R1", "Bete", "Om får"),
                ("K1P1", "a", "Om får > Bete"),
                ("K1P1S1", "a", "Om får > Bete"),
                ("K1P2", "b", "Om får > Bete > Vall"),
                ("K1P3", "c", "Om får > Ull"),
            ],
        );
    }

    #[test]
    fn sections_articles_pages_and_paragraphs_are_places() {
        check(
            r#"[{"type":"avsnitt","id":"a1","page":5,"text":["1 Bete"],"children":[
                 {"type":"stycke","text":["five"]},{"type":"stycke","page":6,"text":["six"]}]}]"#,
            &[("a1", "1 Bete five six", "1 Bete"), ("sid5", "1 Bete five", ""), ("sid6", "six", "")],
        );
        check(
            r#"[{"type":"heading","text":["KAP I"],"children":[
                 {"type":"article","num":"5","text":["Krav"],"children":[
                   {"type":"paragraph","num":"1","text":["p1"],"children":[{"type":"point","num":"a","text":["x"]}]},
                   {"type":"paragraph","num":"2","text":["p2"]}]}]},
                {"type":"signature","text":["end"]}]"#,
            &[
                ("5", "Krav p1 x p2", "KAP I > Krav"),
                ("5.1", "p1 x", "KAP I > Krav"),
                ("5.1.S1", "p1", "KAP I > Krav"),
                ("5.1.a", "x", "KAP I > Krav"),
                ("5.2", "p2", "KAP I > Krav"),
                ("5.2.S1", "p2", "KAP I > Krav"),
            ],
        );
        check(
            r#"[{"type":"instans","children":[{"type":"domskal","children":[
                 {"type":"stycke","ordinal":"7","text":["reasons"]}]}]}]"#,
            &[("P7", "reasons", "")],
        );
    }

    #[test]
    fn variants_of_a_provision_are_parts_with_its_anchor() {
        let json = r#"{"uri":"x:1","structure":[
            {"type":"paragraf","id":"P1","ordinal":"1","upphor":"2031-07-01","text":["a"]},
            {"type":"paragraf","ordinal":"1","ikrafttrader":"2031-07-01","text":["b"]},
            {"type":"paragraf","ordinal":"2","text":["c"]},
            {"type":"rubrik","text":["R"]},{"type":"punkt","text":["d"]}]}"#;
        let text = FullText::of(&Artifact::parse(json.as_bytes()).unwrap());
        let parts: Vec<_> =
            text.parts.iter().map(|part| (part.anchor.as_str(), part.pieces.clone())).collect();
        assert_eq!(parts, [("P1", 0..1), ("P1", 1..2)]);
        let days = |dated: &DatedPieces| (dated.pieces.start, dated.from.is_some(), dated.until.is_some());
        assert_eq!(text.dated.iter().map(days).collect::<Vec<_>>(), [(0, false, true), (1, true, false)]);
        assert_eq!(text.form(3), PieceForm::Heading);
        assert_eq!(text.form(4), PieceForm::Item);
    }

    #[test]
    fn transitional_provisions_are_text_without_places() {
        let json = r#"{"uri":"x:1","structure":[{"type":"paragraf","id":"P1","text":["a"]}],
            "amendments":[{"content":[{"type":"overgangsbestammelse","id":"L1","children":[{"text":["later"]}]}]}]}"#;
        let text = FullText::of(&Artifact::parse(json.as_bytes()).unwrap());
        assert_eq!(text.pieces, ["a", "later"]);
        assert_eq!(text.parts.len(), 1);
    }

    #[test]
    fn a_sample_is_that_of_the_whole_text() {
        for pieces in [0, 1, 39, 40, 41, 79, 80, 81, 200] {
            let nodes: Vec<_> =
                (0..pieces).map(|at| format!(r#"{{"text":["a {at}"]}},{{"text":[" "]}}"#)).collect();
            let nodes = nodes.join(",");
            for structure in [nodes.clone(), format!(r#"{{"text":["head"],"children":[{nodes}]}}"#)] {
                let json = format!(r#"{{"uri":"x:1","structure":[{structure}]}}"#);
                let artifact = Artifact::parse(json.as_bytes()).unwrap();
                let text = FullText::of(&artifact);
                let sample: Vec<&str> = text.sample().collect();
                assert_eq!(FullText::sample_of(&artifact), sample, "{pieces}");
                assert!(pieces < 80 || sample.len() == 80, "{pieces}");
            }
        }
    }
}
