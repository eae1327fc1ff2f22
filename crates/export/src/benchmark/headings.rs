//! Headings of statutes as queries.

use std::collections::{HashMap, HashSet};

use lagrum_artifact::{Anchor, AnchorGrammar, Artifact, Step};
use lagrum_catalog::CatalogDocument;
use lagrum_sources::{ActForm, source};
use lagrum_words::{is_function_word, tokens};

use super::clean::OF_CITATIONS;
use super::query::{Query, QueryKind};

/// The fewest words of a heading that say something: "Definitioner" is that of a hundred acts.
const FEWEST_WORDS: usize = 2;

/// A heading over more provisions than this is about none of them.
const MOST_PROVISIONS: usize = 10;

/// The headings of all statutes.
#[derive(Default)]
pub(super) struct Headings {
    /// For each statute its headings with the uris of the provisions below them, in the order of its text.
    of_act: HashMap<String, Vec<(String, Vec<String>)>>,
    /// The headings met, in small letters, with the place of the first act that has each; None where several have.
    known: HashMap<String, Option<usize>>,
    /// How many acts were added.
    acts: usize,
}

/// Whether a document is a Swedish act.
pub(super) fn is_statute(document: &CatalogDocument) -> bool {
    document.stored.is_some() && source(&document.source).act_form == Some(ActForm::SwedishAct)
}

impl Headings {
    /// Adds the headings of a statute.
    pub(super) fn add(&mut self, document: &CatalogDocument, artifact: &Artifact) {
        let found = read(&document.uri, artifact);
        self.acts += 1;
        let act = self.acts;
        for (heading, _) in &found {
            let first = self.known.entry(heading.to_lowercase()).or_insert(Some(act));
            if *first != Some(act) {
                *first = None;
            }
        }
        if !found.is_empty() {
            self.of_act.insert(document.uri.clone(), found);
        }
    }

    /// The queries of a statute: its headings that no other has, and that are over one stretch of it.
    pub(super) fn take<'a>(&mut self, document: &'a CatalogDocument) -> Vec<Query<'a>> {
        let found = self.of_act.remove(&document.uri).unwrap_or_default();
        let (mut once, mut twice) = (HashSet::new(), HashSet::new());
        for (heading, _) in &found {
            if !once.insert(heading.to_lowercase()) {
                twice.insert(heading.to_lowercase());
            }
        }
        let is_own = |heading: &str| {
            let small = heading.to_lowercase();
            !twice.contains(&small) && self.known.get(&small).is_some_and(Option::is_some)
        };
        let own = found.into_iter().filter(|(heading, _)| is_own(heading));
        own.map(|(text, relevant)| Query { kind: QueryKind::Heading, text, relevant, document }).collect()
    }
}

/// The headings of a statute, each with the provisions between it and the next.
fn read(uri: &str, artifact: &Artifact) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut heading_depth = None;
    let mut depth = 0_usize;
    artifact.presented().walk(&mut |step| match step {
        Step::Enter(node) => {
            depth += 1;
            match node.kind() {
                "rubrik" => {
                    heading_depth = Some(depth);
                    found.push((String::new(), Vec::new()));
                }
                // A heading does not reach into the next kapitel.
                "kapitel" | "avdelning" | "underavdelning" | "bilaga" => {
                    found.push((String::new(), Vec::new()));
                }
                _ => {}
            }
            let anchor = node.id().and_then(Anchor::new);
            let whole = anchor
                .filter(|anchor| AnchorGrammar::Statute.whole_provision(anchor).as_ref() == Some(anchor));
            if let (Some(anchor), Some((_, provisions))) = (whole, found.last_mut()) {
                provisions.push(format!("{uri}#{anchor}"));
            }
        }
        Step::Leave(_) => {
            if heading_depth == Some(depth) {
                heading_depth = None;
            }
            depth -= 1;
        }
        Step::Text(runs) => {
            if let (Some(_), Some((heading, _))) = (heading_depth, found.last_mut()) {
                heading.push_str(&runs.plain_text());
            }
        }
    });
    for (heading, _) in &mut found {
        *heading = heading.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    found.retain(|(heading, provisions)| {
        let telling = tokens(heading).filter(|word| !is_function_word(&word.word)).count();
        // "5 kap. Samarbete" is the name of a place.
        let is_of_place = tokens(heading).any(|word| OF_CITATIONS.contains(&word.word.as_ref()));
        telling >= FEWEST_WORDS
            && !is_of_place
            && (1..=MOST_PROVISIONS).contains(&provisions.len())
            && !heading.contains('§')
    });
    found
}
