//! What the commentary of a bill states of the provisions that it proposes: which articles they carry out, and which earlier
//! provisions they correspond to, sentence by sentence.
//!
//! | module | reads |
//! |---|---|
//! | `outline` | the comments: which law, which paragraf, which text |
//! | `sentence` | sentences, and whether they speak of the commented provision |
//! | `carried_out`, `articles` | `Paragrafen genomför artikel 3.1 i fårdirektivet` |
//! | `corresponding` | `Paragrafen motsvarar hittillsvarande 7 §` |
//! | `names` | the names that the bill gives to acts |
//!
//! The law is known by name or number only; which statute it became, and whether that repealed another act, is known when all
//! documents are gathered.

mod articles;
mod carried_out;
mod corresponding;
mod names;
mod outline;
mod sentence;

use std::collections::BTreeSet;

use lagrum_artifact::{Base, Step};
use serde::{Deserialize, Serialize};

use self::carried_out::{carried_out, directives_carried_out, directives_named};
use self::corresponding::corresponding;
use self::names::GivenNames;
use self::outline::{Comment, comments};
use self::sentence::sentences;
use super::stating_document::{MAX_STATEMENTS, StatingDocument};

/// The most characters of a sentence that a statement keeps.
const MAX_WORDS: usize = 2_000;

/// A provision by the numbers that a bill prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PrintedProvision {
    pub(crate) kapitel: Option<String>,
    pub(crate) paragraf: String,
}

/// What a bill states of a provision that it proposes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProposalStatement {
    /// The number of the law, where the bill has it.
    pub(crate) law_number: Option<String>,
    /// Its name as names of laws are compared.
    pub(crate) law_name: String,
    pub(crate) provision: PrintedProvision,
    pub(crate) stated: StatedOfProposal,
    /// The uri of the bill.
    pub(crate) work: String,
    pub(crate) page: Option<i64>,
    pub(crate) sentence: String,
}

/// What is stated of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum StatedOfProposal {
    /// It carries out an article, by uri.
    CarriesOut(String),
    /// It corresponds to an earlier provision.
    Follows {
        /// The uri of its act; None for the law itself.
        act: Option<String>,
        provision: PrintedProvision,
        /// Whether the words call it an earlier one. Otherwise it is one only if the law repealed its act.
        is_earlier: bool,
    },
}

/// What the commentary of a bill states; nothing for other documents.
pub(crate) fn proposal_statements(document: &StatingDocument<'_>) -> Vec<ProposalStatement> {
    let StatingDocument { artifact, description, base, .. } = document;
    let comments = comments(artifact.presented().nodes(), &description.label);
    let is_stating =
        |comment: &Comment| comment.text.contains("genomför") || comment.text.contains("motsvara");
    if !comments.iter().any(is_stating) {
        return Vec::new();
    }
    let mut names = GivenNames::default();
    artifact.presented().walk(&mut |step| {
        if let Step::Text(runs) = step {
            names.read(runs, base);
        }
    });
    // What a record beside the text states of articles is not read twice.
    let has_record = !artifact.list(&["implements"]).is_empty();
    let mut statements = Vec::new();
    for of_law in comments.chunk_by(|a, b| a.law == b.law) {
        let only = OnlyDirective::of(of_law, &names, base);
        for comment in of_law.iter().filter(|comment| is_stating(comment)) {
            for range in sentences(&comment.text) {
                let sentence = &comment.text[range.clone()];
                let mut found = Vec::new();
                if !has_record {
                    found.extend(articles(sentence, &names, &only, base));
                }
                found.extend(follows(sentence, comment, &names, description.date.as_deref(), base));
                statements.extend(found.into_iter().map(|stated| ProposalStatement {
                    law_number: comment.law.number.clone(),
                    law_name: comment.law.name.clone(),
                    provision: PrintedProvision {
                        kapitel: comment.kapitel.clone(),
                        paragraf: comment.paragraf.clone(),
                    },
                    stated,
                    work: document.uri.to_owned(),
                    page: comment.page(range.start),
                    sentence: sentence.chars().take(MAX_WORDS).collect(),
                }));
                if statements.len() >= MAX_STATEMENTS {
                    return statements;
                }
            }
        }
    }
    statements
}

/// The directive that a sentence means which names none.
struct OnlyDirective {
    /// The one that the comments on the law name, if they name one alone.
    named: Option<String>,
    /// The one whose articles they say are carried out, if there is one alone.
    carried_out: Option<String>,
}

impl OnlyDirective {
    fn of(comments: &[Comment], names: &GivenNames, base: &Base) -> Self {
        let only = |directives: BTreeSet<Option<String>>| match directives.len() {
            1 => directives.into_iter().next().flatten(),
            _ => None,
        };
        let texts = || comments.iter().map(|comment| comment.text.as_str());
        let all = texts().filter(|text| text.contains("direktiv"));
        let sentences = texts().flat_map(|text| sentences(text).into_iter().map(|range| &text[range]));
        Self {
            named: only(all.flat_map(|text| directives_named(text, names, base)).collect()),
            carried_out: only(sentences.flat_map(|text| directives_carried_out(text, names, base)).collect()),
        }
    }

    fn in_sentence(&self, sentence: &str) -> Option<String> {
        let carried_out = self.carried_out.as_ref().filter(|_| !sentence.contains("direktiv"));
        self.named.as_ref().or(carried_out).cloned()
    }
}

fn articles(sentence: &str, names: &GivenNames, only: &OnlyDirective, base: &Base) -> Vec<StatedOfProposal> {
    let found = carried_out(sentence, names, base).into_iter().filter_map(|found| {
        let directive = found.directive.or_else(|| only.in_sentence(sentence))?;
        Some(found.articles.into_iter().map(move |article| format!("{directive}#{article}")))
    });
    found.flatten().map(StatedOfProposal::CarriesOut).collect()
}

fn follows(
    sentence: &str,
    comment: &Comment,
    names: &GivenNames,
    written: Option<&str>,
    base: &Base,
) -> Option<StatedOfProposal> {
    let found = corresponding(sentence, names, written, base)?;
    // A provision of the law itself is an earlier one only where the law exists.
    let is_own = found.act.is_none();
    if is_own && !(comment.is_amended && found.is_earlier) {
        return None;
    }
    let kapitel = found.kapitel.or_else(|| comment.kapitel.clone().filter(|_| is_own));
    let provision = PrintedProvision { kapitel, paragraf: found.paragraf };
    Some(StatedOfProposal::Follows { act: found.act, provision, is_earlier: found.is_earlier })
}
