//! Reads the days of an EU act from its articles: from when it is in force, and from when it or a part of it applies. An EU act has
//! no field for them.
//!
//! * A text is cut into clauses at its verbs ([`clauses`](mod@clauses)): *It shall apply from 2 August 2026*, *Chapters I and II shall apply from
//!   2 February 2025, with the exception of Article 5(1a) which shall apply from 2 December 2026*.
//! * The subject of a clause is the act or parts of it ([`parts`]). A clause with another subject (*Member States*) is none.
//! * Parts are articles: chapters and sections are looked up in the headings of the act ([`outline`]).
//! * A list takes its verb from the text before it: *shall apply from: (i) 2 December 2027 as regards …*.
//!
//! Only texts of articles are read, and none that quotes: they amend another act. A day that is counted from the publication is not
//! read, since no publication is held; such an act has no known day.

mod clauses;
mod newest;
mod outline;
mod parts;
mod stated;

use std::collections::BTreeSet;

use lagrum_artifact::{Artifact, Step};

use self::clauses::{Clause, Verb, clauses, day_at, open_subject};
pub(crate) use self::newest::NewestApplications;
use self::outline::Outline;
use self::parts::{Part, Parts, Subject};
pub(crate) use self::stated::StatedApplication;

/// The maximum number of statements that are kept of one act. Real acts have up to a dozen.
const MAX_STATEMENTS: usize = 100;

/// The maximum number of articles that are kept of one statement.
const MAX_ANCHORS: usize = 1_000;

/// The maximum length of kept words, in characters.
const MAX_WORDS: usize = 600;

/// The days of an EU act, as its text states them.
pub(crate) fn stated_applications(artifact: &Artifact) -> Vec<StatedApplication> {
    let outline = Outline::of(artifact);
    let mut reader = Reader { outline: &outline, found: Vec::new(), lead: None, is_quoting: false };
    let mut open: Vec<bool> = Vec::new();
    artifact.presented().walk(&mut |step| match step {
        Step::Enter(node) => {
            let is_article = node.kind() == "article";
            if is_article {
                (reader.lead, reader.is_quoting) = (None, false);
            }
            open.push(is_article);
        }
        Step::Leave(_) => {
            open.pop();
        }
        Step::Text(text) => {
            if open.contains(&true) && reader.found.len() < MAX_STATEMENTS {
                reader.read(&text.plain_text());
            }
        }
    });
    reader.found.truncate(MAX_STATEMENTS);
    reader.found
}

struct Reader<'o> {
    outline: &'o Outline,
    found: Vec<StatedApplication>,
    /// The words before a list of days, whose subject has its verb there.
    lead: Option<String>,
    /// Whether a quotation that began in an earlier text is still open.
    is_quoting: bool,
}

impl Reader<'_> {
    fn read(&mut self, text: &str) {
        let text = text.trim();
        if self.quotes(text) {
            return;
        }
        if let Some(lead) = self.lead.take() {
            match day_at(text) {
                Some(stated) if !stated.is_one_of_several => {
                    let words = format!("{lead} {text}");
                    if let Some((_, subject)) = open_subject(&lead) {
                        let clause = Clause { verb: Verb::Applies, subject, stated: Some(stated) };
                        self.add(&clause, &words);
                    }
                    self.lead = Some(lead);
                    return;
                }
                _ => {}
            }
        }
        for clause in clauses(text) {
            self.add(&clause, text);
        }
        if open_subject(text).is_some() {
            self.lead = Some(text.to_owned());
        }
    }

    /// Whether a text quotes, or stands inside a quotation of several texts.
    fn quotes(&mut self, text: &str) -> bool {
        let has = |signs: &[char]| text.contains(signs);
        let is_inside = self.is_quoting;
        let begins = text.starts_with(['‘', '“', '„', '”', '»', '’']);
        let ends = text.trim_end_matches(['.', ';', ',', ' ']).ends_with(['’', '”', '“', '»']);
        if ends {
            self.is_quoting = false;
        } else if begins {
            self.is_quoting = true;
        }
        is_inside || has(&['‘', '’', '“', '”', '„', '»'])
    }

    fn add(&mut self, clause: &Clause<'_>, text: &str) {
        let Some(stated) = &clause.stated else { return };
        let Some(subject) = Subject::read(clause.subject) else { return };
        let is_whole = matches!(subject, Subject::Whole) && !stated.is_limited;
        let (anchors, is_exact) = match &subject {
            Subject::Whole => (Vec::new(), true),
            Subject::Parts(parts) => self.anchors(parts),
        };
        self.found.push(StatedApplication {
            day: stated.day.clone(),
            enters_into_force: is_whole && clause.verb == Verb::EntersIntoForce,
            is_whole,
            anchors,
            is_partly: !is_exact || stated.is_limited,
            words: text.chars().take(MAX_WORDS).collect(),
        });
    }

    /// The anchors of parts, none where one of them is not found, and whether they are no more than the parts.
    fn anchors(&self, parts: &Parts) -> (Vec<String>, bool) {
        let resolve = |parts: &[Part]| -> Option<(Vec<String>, bool)> {
            let mut found = (Vec::new(), true);
            for part in parts {
                let (anchors, is_exact) = self.outline.anchors(part)?;
                found.0.extend(anchors);
                found.1 &= is_exact;
            }
            Some(found)
        };
        let Some((mut anchors, is_exact)) = resolve(&parts.named) else { return (Vec::new(), false) };
        // What is left out of an article leaves a part of it.
        let left_out = resolve(&parts.left_out);
        let (left_out, is_known) = left_out.map_or((Vec::new(), false), |(left_out, _)| (left_out, true));
        let before = anchors.len();
        anchors.retain(|anchor| !left_out.contains(anchor));
        let is_within = |left_out: &String| {
            anchors.iter().any(|anchor| {
                left_out.strip_prefix(anchor.as_str()).is_some_and(|rest| rest.starts_with('.'))
            })
        };
        let leaves_whole = is_known
            && !left_out.iter().any(is_within)
            && (parts.left_out.is_empty() || before > anchors.len());
        let mut seen = BTreeSet::new();
        anchors.retain(|anchor| seen.insert(anchor.clone()));
        anchors.truncate(MAX_ANCHORS);
        (anchors, is_exact && !parts.is_partly && leaves_whole)
    }
}

#[cfg(test)]
mod tests;
