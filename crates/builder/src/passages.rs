//! The passages of a document that get vectors, and the text of each for an encoder.
//!
//! Passages are the provisions of acts and treaties, the sections of commentaries, concepts and the headnotes of cases.
//! The bodies of preparatory works and judgments get no vectors: they are most of the text of a corpus, and most
//! questions are about acts.
//!
//! A paragraf alone often does not say what it is about, so the text of a passage begins with the title of its document
//! and the outermost and the nearest heading over it. The text depends on the artifact alone, and is the same for every
//! encoder.

use std::ops::Range;

use lagrum_artifact::{Anchor, AnchorGrammar, AnchorRank, Artifact, FullText, TextPart};
use lagrum_sources::{Description, Source};
use lagrum_vectors::PassageDigest;
use serde::{Deserialize, Serialize};

/// The maximum number of characters of a passage. The first sentences state the topic of a provision, and a model reads
/// only some hundred words.
const CHARS: usize = 420;

/// The maximum number of characters of the title, which is long for an EU act, and of each heading.
const TITLE_CHARS: usize = 120;
const HEADING_CHARS: usize = 80;

/// The maximum number of passages of a document. The longest act has some three thousand.
const MAX_PASSAGES: usize = 10_000;

/// A passage of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    /// Its anchor; empty for the whole document.
    pub(crate) anchor: String,
    /// The text for an encoder.
    pub(crate) text: String,
}

/// A passage without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PassageKey {
    /// Its anchor; empty for the whole document.
    pub(crate) anchor: String,
    pub(crate) digest: PassageDigest,
}

impl From<&Passage> for PassageKey {
    fn from(passage: &Passage) -> Self {
        Self { anchor: passage.anchor.clone(), digest: PassageDigest::of(&passage.text) }
    }
}

/// The passages of a document.
pub(crate) fn passages(artifact: &Artifact, source: &Source, description: &Description) -> Vec<Passage> {
    let title = &description.title;
    let kind = description.kind.as_deref().unwrap_or_default();
    if source.group(kind).is_case_law() {
        let headnote = description.description.iter();
        return headnote.map(|headnote| whole(title, headnote.chars())).collect();
    }
    let is_commentary = description.about.is_some() && !description.is_translation();
    if !is_commentary && !description.is_concept() && source.act_form.is_none() {
        return Vec::new();
    }
    let text = FullText::of(artifact);
    if description.is_concept() {
        let words = joined(&text.pieces);
        return (!words.is_empty()).then(|| whole(title, words.chars())).into_iter().collect();
    }
    let provisions = Provisions { text: &text, grammar: source.grammar, title };
    provisions.all()
}

/// The passage of a whole document.
fn whole(title: &str, words: impl Iterator<Item = char>) -> Passage {
    let mut text = PassageText::default();
    text.push(title, TITLE_CHARS);
    text.push(&words.take(CHARS).collect::<String>(), CHARS);
    Passage { anchor: String::new(), text: text.0 }
}

/// The beginning of the joined pieces, long enough for a passage.
fn joined(pieces: &[String]) -> String {
    let mut words = String::new();
    for piece in pieces {
        if words.chars().count() >= CHARS {
            break;
        }
        words.push_str(piece);
        words.push(' ');
    }
    words
}

struct Provisions<'a> {
    text: &'a FullText,
    grammar: AnchorGrammar,
    title: &'a str,
}

impl Provisions<'_> {
    /// All passages: every provision, and every part outside provisions. These are the passages that a search shows,
    /// without printed pages and the reasons of acts.
    fn all(&self) -> Vec<Passage> {
        let mut found = Vec::new();
        // Where the provisions around this part end.
        let mut provision_end = 0;
        for part in &self.text.parts {
            if found.len() >= MAX_PASSAGES {
                break;
            }
            let Range { start, end } = part.pieces;
            let inside_provision = start < provision_end;
            let is_passage = match self.rank(&part.anchor) {
                Some(AnchorRank::Provision) => true,
                Some(AnchorRank::Part) => !inside_provision,
                Some(AnchorRank::Container | AnchorRank::Reason) | None => false,
            };
            if self.rank(&part.anchor) == Some(AnchorRank::Provision) {
                provision_end = provision_end.max(end);
            }
            if is_passage && !part.is_heading {
                found.extend(self.passage(part));
            }
        }
        found
    }

    /// The rank of an anchor; None for a printed page.
    fn rank(&self, anchor: &Anchor) -> Option<AnchorRank> {
        anchor.page().is_none().then(|| self.grammar.rank(anchor))
    }

    /// The passage of a part; None for one that has no words but its headings.
    fn passage(&self, part: &TextPart) -> Option<Passage> {
        let piece = |at: u32| self.text.pieces.get(at as usize).map_or("", String::as_str);
        let own: Vec<u32> = part.pieces.clone().filter(|at| !part.headings.contains(at)).collect();
        if own.iter().all(|at| piece(*at).is_empty()) {
            return None;
        }
        let mut text = PassageText::default();
        text.push(self.title, TITLE_CHARS);
        if let [outermost, .., nearest] = part.headings.as_slice() {
            text.push(piece(*outermost), HEADING_CHARS);
            text.push(piece(*nearest), HEADING_CHARS);
        } else if let [only] = part.headings.as_slice() {
            text.push(piece(*only), HEADING_CHARS);
        }
        for at in own {
            text.push(piece(at), CHARS);
        }
        Some(Passage { anchor: part.anchor.to_string(), text: text.0 })
    }
}

/// The text of a passage while it is put together: pieces with a line feed between them.
#[derive(Default)]
struct PassageText(String);

impl PassageText {
    /// Adds at most `chars` characters of a text, within the maximum of a passage.
    fn push(&mut self, text: &str, chars: usize) {
        let room = CHARS.saturating_sub(self.0.chars().count()).min(chars);
        let text = text.trim();
        if room < 2 || text.is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        // White space of any kind is one blank, so that a change of it makes no new vector.
        let mut words = text.split_whitespace();
        let first = words.next().into_iter().flat_map(|word| word.chars().collect::<Vec<_>>());
        let rest = words.flat_map(|word| std::iter::once(' ').chain(word.chars()));
        self.0.extend(first.chain(rest).take(room - 1));
    }
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::Base;
    use lagrum_sources::source;

    use super::*;

    fn found(source_name: &str, json: &str) -> Vec<(String, String)> {
        let artifact = Artifact::parse(json.as_bytes()).unwrap();
        let source = source(source_name);
        let description = source.describe(&artifact, &Base::parse("https://lag.example").unwrap());
        let passages = passages(&artifact, source, &description);
        passages.into_iter().map(|passage| (passage.anchor, passage.text)).collect()
    }

    fn as_strs(found: &[(String, String)]) -> Vec<(&str, &str)> {
        found.iter().map(|(anchor, text)| (anchor.as_str(), text.as_str())).collect()
    }

    #[test]
    fn the_provisions_of_an_act_with_title_and_headings() {
        let found = found(
            "sfs",
            r#"{"uri":"https://lag.example/1931:47","metadata":{"properties":{"dcterms:title":"Fårlag (1931:47)"}},
               "structure":[
                {"type":"kapitel","id":"K1","children":[{"type":"rubrik","level":1,"text":["1 kap. Bete"]},
                  {"type":"rubrik","level":2,"text":["Vinter"]},{"type":"rubrik","level":3,"id":"R2","text":["Stängsel"]},
                  {"type":"paragraf","id":"K1P1","children":[
                    {"type":"stycke","id":"K1P1S1","text":["Ett  får får beta."]},
                    {"type":"stycke","id":"K1P1S2","text":["Det  gäller inte lamm."]}]},
                  {"type":"paragraf","id":"K1P2","children":[{"type":"stycke","text":[""]}]}]},
                {"type":"stycke","id":"S9","text":["Utanför."]}]}"#,
        );
        assert_eq!(
            as_strs(&found),
            [
                ("K1P1", "Fårlag (1931:47)\n1 kap. Bete\nStängsel\nEtt får får beta.\nDet gäller inte lamm."),
                ("S9", "Fårlag (1931:47)\nUtanför.")
            ]
        );
    }

    #[test]
    fn a_long_passage_is_cut() {
        let long = "ord ".repeat(300);
        let found = found(
            "sfs",
            &format!(
                r#"{{"uri":"https://lag.example/1931:47","metadata":{{"properties":{{"dcterms:title":"{long}"}}}},
                   "structure":[{{"type":"paragraf","id":"P1","children":[{{"type":"stycke","text":["{long}"]}}]}}]}}"#
            ),
        );
        let [(anchor, text)] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(anchor, "P1");
        assert!(
            text.chars().count() <= CHARS && text.chars().count() > CHARS - 10,
            "{}",
            text.chars().count()
        );
        assert!(text.lines().next().unwrap().chars().count() < TITLE_CHARS);
    }

    #[test]
    fn what_answers_no_question_has_no_passages() {
        let body = r#""structure":[{"type":"stycke","page":3,"text":["Regeringen föreslår"]},
            {"type":"avsnitt","id":"sec1","ordinal":"1","text":["Skäl"],"children":[{"type":"stycke","text":["Ett"]}]}]}"#;
        assert_eq!(
            found("forarbete", &format!(r#"{{"uri":"https://lag.example/prop/2030/31:9",{body}"#)),
            []
        );
        let judgment = format!(
            r#"{{"uri":"https://lag.example/dom/nja/2031s5","metadata":{{"sammanfattning":"En get."}},{body}"#
        );
        let headnote = found("dv", &judgment);
        assert_eq!(headnote.len(), 1);
        assert!(headnote[0].0.is_empty() && headnote[0].1.ends_with("\nEn get."), "{headnote:?}");
    }

    #[test]
    fn a_concept_is_one_passage_and_a_commentary_has_its_sections() {
        let concept = found(
            "begrepp",
            r#"{"uri":"https://lag.example/begrepp/Vall","title":"Vall","body":[{"type":"stycke","text":["Ett fält."]},
               {"type":"rubrik","level":1,"text":["Mer"]},{"type":"stycke","text":["Det slås."]}]}"#,
        );
        assert_eq!(as_strs(&concept), [("", "Vall\nEtt fält. Mer Det slås.")]);
        let commentary = found(
            "kommentar",
            r#"{"uri":"https://lag.example/kommentar/1931:47","annotates":"https://lag.example/1931:47","body":[
               {"type":"stycke","text":["Författare: X"]},
               {"type":"sektion","id":"K1","heading":"1 kap.","text":["1 kap."],"children":[]},
               {"type":"sektion","id":"K1P1","heading":"1 §","text":["1 kap. 1 §"],"children":[
                 {"type":"stycke","text":["Får betar gräs."]}]}]}"#,
        );
        assert_eq!(commentary.len(), 1, "{commentary:?}");
        assert_eq!(commentary[0].0, "K1P1");
        assert!(commentary[0].1.ends_with("\n1 kap. 1 §\nFår betar gräs."), "{commentary:?}");
    }
}
