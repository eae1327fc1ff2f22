//! The contexts in one artifact.
//!
//! The context of a link with an anchor is the sentence around it in its piece of text (in a table, in its cell), at most
//! thirty words on either side, without the words that carry the link. Two texts are contexts as a whole: the section of a
//! commentary, of the provision it comments on, and the headnote of a case, of the provisions that the case applies.

use indexmap::{IndexMap, IndexSet};
use lagrum_artifact::{Artifact, Base, Link, Location, Run, Runs, Step};
use lagrum_sources::{Description, FlowGroup};
use lagrum_words::{Token, is_function_word, sentence_starts, tokens};

use super::{CONTEXT_GROUPS, ContextWords, DocumentContexts};

/// The most words of a sentence on either side of a link.
const WORDS_A_SIDE: usize = 30;

/// The maximum number of different words in the context of one location in one document. Sections of commentary have up
/// to some hundred.
const MAX_WORDS: usize = 1000;

/// The contexts of the locations that an artifact cites. Empty for a document of a group that is not in
/// [`CONTEXT_GROUPS`]. Fails only when memory runs out.
pub(crate) fn contexts(
    artifact: &Artifact,
    description: &Description,
    group: FlowGroup,
    base: &Base,
) -> Result<DocumentContexts, postcard::Error> {
    if !CONTEXT_GROUPS.iter().any(|(speaking, _)| *speaking == group) {
        return Ok(DocumentContexts::default());
    }
    let mut collector = Collector { base, words: IndexSet::new(), cited: IndexMap::new() };
    let about = description.about.as_deref().filter(|_| group == FlowGroup::Lagkommentarer);
    // The anchor of each node entered and not left; a node without one has that of the node around it.
    let mut around: Vec<Option<&str>> = Vec::new();
    artifact.presented().walk(&mut |step| match step {
        Step::Enter(node) => around.push(node.id().or(around.last().copied().flatten())),
        Step::Leave(_) => {
            around.pop();
        }
        Step::Text(runs) => {
            let piece = Piece::new(runs);
            if let Some((act, anchor)) = about.zip(around.last().copied().flatten()) {
                collector.add(&format!("{act}#{anchor}"), content_words(&mut tokens(&piece.text)));
            }
            collector.add_sentences(&piece);
        }
    });
    if group == FlowGroup::Rattsfall
        && let Some(headnote) = &description.description
    {
        collector.add_headnote(artifact, headnote);
    }
    collector.finish()
}

/// A text with its links, each with the byte range of the words that carry it.
struct Piece<'a> {
    text: String,
    links: Vec<(std::ops::Range<usize>, Link<'a>)>,
}

impl<'a> Piece<'a> {
    fn new(runs: Runs<'a>) -> Self {
        let (mut text, mut links) = (String::new(), Vec::new());
        for run in runs.iter() {
            let start = text.len();
            text.push_str(run.text());
            if let Run::Link(link) = run {
                links.push((start..text.len(), link));
            }
        }
        Self { text, links }
    }
}

struct Collector<'a> {
    base: &'a Base,
    words: IndexSet<Box<str>>,
    cited: IndexMap<Box<str>, IndexSet<u32>>,
}

impl Collector<'_> {
    /// Whether a uri names a place in a document of the corpus.
    fn is_pinpoint(&self, uri: &str) -> bool {
        self.base.strip(uri).is_some() && Location::split(uri).1.is_some_and(|anchor| !anchor.is_empty())
    }

    fn add_sentences(&mut self, piece: &Piece<'_>) {
        if !piece.links.iter().any(|(_, link)| self.is_pinpoint(link.uri)) {
            return;
        }
        let words: Vec<Token<'_>> = tokens(&piece.text).collect();
        let starts = sentence_starts(&piece.text);
        for (bytes, link) in &piece.links {
            if !self.is_pinpoint(link.uri) {
                continue;
            }
            let sentence = starts.partition_point(|start| *start <= bytes.start);
            let start = starts[sentence.saturating_sub(1)];
            let end = starts[sentence..].iter().find(|start| **start >= bytes.end);
            let end = end.copied().unwrap_or(piece.text.len());
            let at = |byte: usize| words.partition_point(|word| word.bytes.start < byte);
            let before = at(start).max(at(bytes.start).saturating_sub(WORDS_A_SIDE))..at(bytes.start);
            let after = at(bytes.end)..at(end).min(at(bytes.end) + WORDS_A_SIDE);
            self.add(link.uri, content_words(&mut words[before].iter().chain(&words[after]).cloned()));
        }
    }

    /// Adds the headnote of a case to the provisions that the case applies by its metadata; if these name none, to
    /// those that its text cites.
    fn add_headnote(&mut self, artifact: &Artifact, headnote: &str) {
        let applied = artifact.list(&["metadata", "lagrum"]).iter();
        let links = applied.flat_map(|entry| Runs::new(entry.get("runs")).links());
        let mut provisions: Vec<Box<str>> =
            links.filter(|link| self.is_pinpoint(link.uri)).map(|link| link.uri.into()).collect();
        if provisions.is_empty() {
            provisions = self.cited.keys().cloned().collect();
        }
        let words = content_words(&mut tokens(headnote));
        for provision in provisions {
            self.add(&provision, words.clone());
        }
    }

    fn add(&mut self, uri: &str, said: Vec<Box<str>>) {
        if said.is_empty() || !self.is_pinpoint(uri) {
            return;
        }
        if !self.cited.contains_key(uri) {
            self.cited.insert(uri.into(), IndexSet::new());
        }
        let Some(words) = self.cited.get_mut(uri) else { return };
        for word in said {
            if words.len() >= MAX_WORDS {
                break;
            }
            let (number, _) = self.words.insert_full(word);
            words.extend(u32::try_from(number));
        }
    }

    fn finish(self) -> Result<DocumentContexts, postcard::Error> {
        let (mut documents, mut anchors) = (IndexSet::<Box<str>>::new(), IndexSet::<Box<str>>::new());
        let number = |set: &mut IndexSet<Box<str>>, text: &str| set.insert_full(text.into()).0 as u32;
        let (mut cited, mut of) = (Vec::new(), Vec::new());
        for (uri, words) in self.cited {
            let (document, Some(anchor)) = Location::split(&uri) else { continue };
            cited.push((number(&mut documents, document), number(&mut anchors, anchor)));
            of.push(words.into_iter().collect());
        }
        let said = ContextWords { words: self.words.into_iter().collect(), of };
        Ok(DocumentContexts {
            documents: documents.into_iter().collect(),
            anchors: anchors.into_iter().collect(),
            cited,
            said: postcard::to_allocvec(&said)?,
        })
    }
}

/// The words that have letters and are no function words.
fn content_words(words: &mut dyn Iterator<Item = Token<'_>>) -> Vec<Box<str>> {
    let says = |word: &str| word.contains(char::is_alphabetic) && !is_function_word(word);
    words.filter(|token| says(&token.word)).map(|token| token.word.into()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Write as _;

    use lagrum_sources::source;
    use serde_json::{Value, json};

    use super::*;

    fn found(source_name: &str, artifact: &Value) -> String {
        let base = Base::parse("https://lag.example").unwrap();
        let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
        let source = source(source_name);
        let description = source.describe(&artifact, &base);
        let group = source.group(description.kind.as_deref().unwrap_or_default());
        let found = contexts(&artifact, &description, group, &base).unwrap();
        assert!(found.is_sound());
        let words: ContextWords = postcard::from_bytes(&found.said).unwrap_or_default();
        let cited = found.cited.iter().zip(&words.of);
        let said: BTreeMap<String, Vec<&str>> = cited
            .map(|((document, anchor), of)| {
                let (document, anchor) =
                    (&found.documents[*document as usize], &found.anchors[*anchor as usize]);
                (
                    format!("{document}#{anchor}"),
                    of.iter().map(|word| &*words.words[*word as usize]).collect(),
                )
            })
            .collect();
        let mut text = String::new();
        for (uri, words) in said {
            let _ = writeln!(text, "{}: {}", base.strip(&uri).unwrap(), words.join(" "));
        }
        text
    }

    fn link(local: &str, text: &str) -> Value {
        json!({"uri": format!("https://lag.example/{local}"), "text": text})
    }

    #[test]
    fn the_sentence_around_a_pinpoint_citation_is_its_context() {
        let text = json!([
            "En annan mening om bin. Med svarträkning avses att räkna får utan tillsyn, ",
            link("1931:47#K3P1", "3 kap. 1 § fårlagen"),
            " och ",
            link("1931:47", "fårlagen"),
            ". Ännu en mening om ",
            link("1931:48#P2", "2 § getlagen"),
            "."
        ]);
        let concept = json!({"uri": "https://lag.example/begrepp/Svarträkning", "type": "begrepp",
            "title": "Svarträkning", "body": [{"type": "stycke", "text": text}]});
        assert_eq!(
            found("begrepp", &concept),
            "1931:47#K3P1: svarträkning avses räkna tillsyn fårlagen\n1931:48#P2: ännu mening\n"
        );
        // The contexts of statutes do not count.
        let statute = json!({"uri": "https://lag.example/1940:1",
            "structure": [{"type": "paragraf", "id": "P1", "text": concept["body"][0]["text"]}]});
        assert_eq!(found("sfs", &statute), "");
    }

    #[test]
    fn thirty_words_on_either_side_and_the_cell_of_a_table() {
        let many = |name: &str| (0..40).map(|at| format!("{name}{at}")).collect::<Vec<_>>().join(" ");
        let text = json!([many("före"), " ", link("1931:47#P1", "1 §"), " ", many("efter")]);
        let cells = json!([["Räkning"], ["böter enligt ", link("1931:47#P2", "2 §")]]);
        let bill = json!({"uri": "https://lag.example/prop/2030/31:9", "doctype": "prop",
            "structure": [{"type": "stycke", "text": text}, {"type": "rad", "cells": cells}]});
        let found = found("forarbete", &bill);
        let (first, second) = found.trim_end().split_once('\n').unwrap();
        let words: Vec<&str> = first.split(' ').collect();
        assert_eq!(
            (words[1], words[30], words[31], words[60], words.len()),
            ("före10", "före39", "efter0", "efter29", 61)
        );
        assert_eq!(second, "1931:47#P2: böter");
    }

    #[test]
    fn sections_of_commentary_and_headnotes_count_as_a_whole() {
        let commentary = json!({"uri": "https://lag.example/kommentar/1931:47", "type": "kommentar",
            "annotates": "https://lag.example/1931:47", "body": [
                {"type": "stycke", "text": ["Allmänt om lagen."]},
                {"type": "sektion", "id": "K3P1", "text": [link("1931:47#K3P1", "3 kap. 1 §")], "children": [
                    {"type": "stycke", "text": ["Hjorden tas upp. Se ", link("1931:48#P2", "2 §"), "."]}]}]});
        let expected = "1931:47#K3P1: kap hjorden tas se\n1931:48#P2: se\n";
        assert_eq!(found("kommentar", &commentary), expected);
        let case = |applied: Value| {
            json!({"uri": "https://lag.example/dom/nja/2031s1",
                "metadata": {"sammanfattning": "Fråga om bock.", "lagrum": applied},
                "structure": [{"type": "stycke", "text": ["Enligt ", link("1931:47#P9", "9 §"), " döms."]}]})
        };
        let applied = json!([{"runs": [link("1931:47#P3", "3 §")]}]);
        assert_eq!(found("dv", &case(applied)), "1931:47#P3: fråga bock\n1931:47#P9: döms\n");
        assert_eq!(found("dv", &case(json!([]))), "1931:47#P9: döms fråga bock\n");
    }

    #[test]
    fn a_document_says_a_limited_number_of_words() {
        let words = (0..MAX_WORDS + 50).map(|at| format!("ord{at}")).collect::<Vec<_>>().join(" ");
        let commentary = json!({"uri": "https://lag.example/kommentar/1931:47",
            "annotates": "https://lag.example/1931:47", "body": [
                {"type": "sektion", "id": "P1", "children": [{"type": "stycke", "text": [words]}]}]});
        assert_eq!(found("kommentar", &commentary).split(' ').count(), MAX_WORDS + 1);
    }
}
