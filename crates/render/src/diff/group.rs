//! The units of one lydelse: blocks that belong to one provision, and each heading by itself.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::{Anchor, AnchorGrammar, Artifact, change_notes, is_number_note};
use sha2::{Digest, Sha256};

use super::alike::words_of;
use super::blocks::{DiffBlock, blocks};

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitKind {
    /// A heading.
    Heading,
    /// A provision: it has an anchor.
    Provision,
    /// Text outside every provision.
    Text,
}

/// Blocks of one lydelse that belong together.
pub(super) struct Group<'b> {
    pub(super) kind: UnitKind,
    pub(super) anchor: Option<String>,
    pub(super) blocks: &'b [DiffBlock],
}

impl Group<'_> {
    /// The anchor of a provision.
    pub(super) fn provision(&self) -> Option<&str> {
        self.anchor.as_deref().filter(|_| self.kind == UnitKind::Provision)
    }

    /// The text with its markers, one line for each block.
    pub(super) fn text(&self) -> String {
        let lines: Vec<String> = self.blocks.iter().map(DiffBlock::line).collect();
        lines.join("\n")
    }

    /// Whether it is nothing but notes.
    pub(super) fn is_notes(&self) -> bool {
        self.blocks.iter().all(|block| is_number_note(&block.line()))
    }

    /// The blocks of law, without notes.
    fn law(&self) -> impl Iterator<Item = &DiffBlock> {
        self.blocks.iter().filter(|block| !is_number_note(&block.line()))
    }

    /// Its words of law, with numbers and the signs of list items.
    pub(super) fn signed_words(&self) -> String {
        self.law().flat_map(|block| words_of(&block.marker).chain(words_of(&block.text))).collect()
    }

    /// Its words of law with numbers and the signs of list items, but without the number of the unit itself.
    pub(super) fn unnumbered_words(&self) -> String {
        let mut law = self.law();
        let Some(first) = law.next() else { return String::new() };
        let rest = law.flat_map(|block| words_of(&block.marker).chain(words_of(&block.text)));
        words_of(&first.text).chain(rest).collect()
    }

    /// The bytes of its law; of a unit of notes those of its text.
    pub(super) fn len(&self) -> usize {
        let of = |block: &DiffBlock| block.text.len() + 1;
        match self.law().map(of).sum() {
            0 => self.blocks.iter().map(of).sum(),
            law => law,
        }
    }

    /// Its words, without numbers and the signs of list items.
    fn words(&self) -> impl Iterator<Item = char> {
        self.blocks.iter().flat_map(|block| words_of(&block.text))
    }
}

/// The words of a provision, as a comparison sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvisionWords {
    /// The SHA-256 of its words. Two that are equal are the same text for a comparison.
    pub digest: [u8; 32],
    /// The number of the last act that signs it: `2019:805` of `Lag (2019:805).`
    pub signed: Option<String>,
}

/// The words of each [whole provision](AnchorGrammar::whole_provision) of an artifact, by its anchor. A provision that has nothing but
/// notes of what became of its number has none. Headings are no words of a provision, but of a bilaga that has nothing else.
pub fn provision_words(artifact: &Artifact, grammar: AnchorGrammar) -> BTreeMap<String, ProvisionWords> {
    let blocks = blocks(artifact);
    let mut found: BTreeMap<String, (Sha256, Option<String>)> = BTreeMap::new();
    let mut buffer = [0; 4];
    let mut headings: BTreeMap<String, (Sha256, Option<String>)> = BTreeMap::new();
    let mut ended: BTreeSet<String> = BTreeSet::new();
    let groups = group(&blocks, grammar);
    for (at, group) in groups.iter().enumerate() {
        let anchor = group.anchor.as_deref().and_then(Anchor::new);
        let Some(anchor) = anchor.and_then(|anchor| grammar.whole_provision(&anchor)) else { continue };
        let words = match group.kind {
            UnitKind::Provision if is_ended(&groups[at..]) => {
                ended.insert(anchor.to_string());
                continue;
            }
            UnitKind::Provision => &mut found,
            UnitKind::Heading if anchor.as_str().starts_with('B') => &mut headings,
            UnitKind::Heading | UnitKind::Text => continue,
        };
        let (digest, signed) = words.entry(anchor.to_string()).or_default();
        for letter in group.words() {
            digest.update(letter.encode_utf8(&mut buffer).as_bytes());
        }
        let notes = group.blocks.iter().flat_map(|block| change_notes(&block.text));
        if let Some(last) = notes.last() {
            *signed = Some(last.to_owned());
        }
    }
    for (anchor, words) in headings {
        if !ended.contains(&anchor) {
            found.entry(anchor).or_insert(words);
        }
    }
    let words = |(digest, signed): (Sha256, Option<String>)| ProvisionWords {
        digest: digest.finalize().into(),
        signed,
    };
    found.into_iter().map(|(anchor, found)| (anchor, words(found))).collect()
}

/// Whether the first of some groups is a provision that has nothing but notes of what became of its number. The second moment and
/// those after it have no anchor: they stand as text behind the first.
fn is_ended(groups: &[Group<'_>]) -> bool {
    let Some((provision, rest)) = groups.split_first() else { return false };
    let text = provision.text().replace('\n', " ");
    let has_law_behind = rest.first().is_some_and(|next| next.kind == UnitKind::Text && !next.is_notes());
    let is_of_moment = text.contains(" mom.");
    (provision.is_notes() || is_number_note(&text)) && !(is_of_moment && has_law_behind)
}

/// The units of a lydelse.
pub(super) fn group(blocks: &[DiffBlock], grammar: AnchorGrammar) -> Vec<Group<'_>> {
    let key = |block: &DiffBlock| {
        let anchor = block.owner.as_deref().or(block.anchor.as_deref()).and_then(Anchor::new);
        match (block.heading, anchor) {
            (Some(_), anchor) => (UnitKind::Heading, anchor.map(|anchor| anchor.to_string())),
            (None, Some(anchor)) => (UnitKind::Provision, Some(grammar.unit(&anchor).as_str().to_owned())),
            (None, None) => (UnitKind::Text, None),
        }
    };
    let keys: Vec<_> = blocks.iter().map(key).collect();
    let mut groups = Vec::new();
    let mut first = 0;
    while let Some((kind, anchor)) = keys.get(first) {
        let rest = &keys[first + 1..];
        let more = match kind {
            UnitKind::Heading => 0,
            _ => rest.iter().take_while(|other| **other == keys[first]).count(),
        };
        let blocks = &blocks[first..=first + more];
        groups.push(Group { kind: *kind, anchor: anchor.clone(), blocks });
        first += more + 1;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_provisions_have_words() {
        let bilaga = |number: u32, children: &str| {
            format!(r#"{{"type":"bilaga","id":"B{number}","children":[{children}]}}"#)
        };
        let heading = |id: &str, text: &str| format!(r#"{{"type":"rubrik","id":{id},"text":["{text}"]}}"#);
        let act = |town: &str| {
            let towns = [heading("null", "Bilaga 1"), heading("\"B1R1\"", town)].join(",");
            let ended = [heading("null", "Bilaga 2"), r#"{"type":"stycke","id":"B2S1","text":["Bilaga 2 har upphävts genom förordning (2031:5)."]}"#.to_owned()].join(",");
            let parts = [bilaga(1, &towns), bilaga(2, &ended)].join(",");
            let act = format!(r#"{{"uri":"x:1","structure":[{}, {parts}]}}"#, heading("\"R1\"", "Får"));
            provision_words(&Artifact::parse(act.as_bytes()).unwrap(), AnchorGrammar::Statute)
        };
        let words = act("Fårö");
        assert_eq!(words.keys().collect::<Vec<_>>(), ["B1"]);
        assert_ne!(words["B1"], act("Gotland")["B1"]);
        assert_eq!(words, act("Fårö"));
    }
}
