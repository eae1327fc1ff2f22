//! Builds the index of names.

use crate::fold::{FUNCTION_WORDS, fold, plain};
use crate::index::{NameIndex, NameStart};
use crate::starts::{BEGINS, IN_FORCE, Scores};
use lagrum_numbers::DocumentNumber;

/// Bytes of a folded name that are kept, cut at a word.
pub(crate) const MAX_NAME: usize = 160;

/// Words of a name at which a typed text may begin.
const MAX_STARTS: usize = 16;

/// Words that may stand between the number of an act and what it is about.
const BEFORE_SUBJECT: [&str; 4] = ["om", "med", "angående", "för"];

/// A document that has names.
#[derive(Clone, Copy, Debug)]
pub struct NamedDocument {
    /// Its number. Documents come in the order of their numbers.
    pub number: DocumentNumber,
    /// How many documents cite it.
    pub inbound_count: u64,
    /// Whether it applies.
    pub in_force: bool,
}

/// A start of a name, before starts are sorted.
struct Start {
    at: u32,
    /// Its place in the plain text.
    plain_at: u32,
    score: u8,
}

/// Collects the names of documents.
#[derive(Default)]
pub struct NameIndexBuilder {
    text: String,
    /// The same as [`plain`] bytes, by which starts are sorted.
    plain: Vec<u8>,
    /// Where each name begins in the text, and its document.
    names: Vec<NameStart>,
    starts: Vec<Start>,
    inbound: Vec<(DocumentNumber, u32)>,
}

impl NameIndexBuilder {
    /// Adds the names of a document. A name that another of them ends with, as a whole, adds nothing.
    pub fn add<'a>(&mut self, document: NamedDocument, names: impl IntoIterator<Item = &'a str>) {
        let mut folded: Vec<(String, Vec<usize>)> = Vec::new();
        for name in names {
            let subjects = subjects(name);
            let name = cut(fold(name));
            if name.is_empty() {
                continue;
            }
            let subjects = subjects.into_iter().filter_map(|rest| {
                let rest = fold(rest);
                let at = name.len().checked_sub(rest.len()).filter(|_| name.ends_with(&rest))?;
                (!rest.is_empty()).then_some(at)
            });
            folded.push((name.clone(), subjects.collect()));
        }
        folded.sort_by(|(a, _), (b, _)| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        let mut kept: Vec<(String, Vec<usize>)> = Vec::new();
        for (name, subjects) in folded {
            let is_end = |(longer, subjects): &(String, Vec<usize>)| {
                let at = longer.len().checked_sub(name.len());
                at.is_some_and(|at| longer.ends_with(&*name) && (at == 0 || subjects.contains(&at)))
            };
            if !kept.iter().any(is_end) {
                kept.push((name, subjects));
            }
        }
        for (name, subjects) in kept {
            self.name(document, &name, &subjects);
        }
        let inbound = u32::try_from(document.inbound_count).unwrap_or(u32::MAX);
        self.inbound.push((document.number, inbound));
    }

    /// Adds a folded name. `subjects` are the positions that count as beginnings of it.
    fn name(&mut self, document: NamedDocument, name: &str, subjects: &[usize]) {
        // No corpus has four gigabytes of names; the names after them are not suggested.
        let Ok(begin) = u32::try_from(self.text.len() + MAX_NAME + 1).map(|_| self.text.len() as u32) else {
            return;
        };
        self.names.push(NameStart { begin, document: document.number });
        let plain_begin = self.plain.len();
        self.plain.extend(plain(name.as_bytes()));
        self.plain.push(0);
        let of_document =
            citation_score(document.inbound_count) | if document.in_force { IN_FORCE } else { 0 };
        let words = std::iter::once(0).chain(name.match_indices(' ').map(|(blank, _)| blank + 1));
        let usable = words.filter(|at| {
            let word = name[*at..].split(' ').next().unwrap_or_default();
            *at == 0 || subjects.contains(at) || !FUNCTION_WORDS.contains(&word)
        });
        self.starts.extend(usable.take(MAX_STARTS).map(|at| {
            let begins = if at == 0 || subjects.contains(&at) { BEGINS } else { 0 };
            let plain_at = plain_begin + plain(&name.as_bytes()[..at]).count();
            Start { at: begin + at as u32, plain_at: plain_at as u32, score: of_document | begins }
        }));
        self.text.push_str(name);
        self.text.push('\0');
    }

    /// Sorts what was collected. It takes about a second for a million names.
    pub fn finish(self) -> NameIndex {
        let Self { mut text, plain, mut names, mut starts, inbound } = self;
        text.shrink_to_fit();
        names.shrink_to_fit();
        // Only the name and its end are compared, not later names: many documents may have equal names.
        let key = |start: &Start| {
            let at = start.plain_at as usize;
            let rest = &plain[at..plain.len().min(at + MAX_NAME + 1)];
            let end = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
            &rest[..end]
        };
        starts.sort_unstable_by(|a, b| key(a).cmp(key(b)).then(a.at.cmp(&b.at)));
        let scores = Scores::new(starts.iter().map(|start| start.score).collect());
        let documents = inbound.last().map_or(0, |(number, _)| number.index() + 1);
        let mut inbound_counts = vec![0; documents];
        for (number, count) in inbound {
            inbound_counts[number.index()] = count;
        }
        let starts = starts.iter().map(|start| start.at).collect();
        let names_before = NameIndex::count_before_blocks(&names, text.len());
        NameIndex { text, names, names_before, starts, scores, inbound_counts }
    }
}

/// Six bits for how often a document is cited: three for each doubling.
#[expect(clippy::cast_sign_loss, reason = "it is between 0 and 63")]
fn citation_score(inbound_count: u64) -> u8 {
    let doublings = (inbound_count as f64 + 1.0).log2();
    (doublings * 3.0).clamp(0.0, 63.0) as u8
}

/// The parts of a name that count as beginnings of it: after the number of an act and "om" (`Lag (2016:1145) om offentlig
/// upphandling`), and in parentheses (`Balkongmålet (NJA 2015 s. 702)`).
fn subjects(name: &str) -> Vec<&str> {
    let mut subjects = Vec::new();
    for (open, _) in name.match_indices('(') {
        let inside = &name[open + 1..];
        subjects.push(inside);
        let numbered = inside.starts_with(|c: char| c.is_ascii_digit());
        let Some((_, after)) = inside.split_once(')').filter(|_| numbered) else { continue };
        let after = after.trim_start();
        let first = after.split(' ').next().unwrap_or_default();
        let rest = after[first.len()..].trim_start();
        subjects.push(if BEFORE_SUBJECT.contains(&&*fold(first)) { rest } else { after });
    }
    subjects
}

fn cut(mut folded: String) -> String {
    if folded.len() > MAX_NAME {
        let mut end = MAX_NAME;
        while !folded.is_char_boundary(end) {
            end -= 1;
        }
        let end = folded[..end].rfind(' ').unwrap_or(end);
        folded.truncate(end);
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_names_begin() {
        let table: [(&str, &[&str]); 4] = [
            (
                "Lag (2016:1145) om offentlig upphandling",
                &["2016:1145) om offentlig upphandling", "offentlig upphandling"],
            ),
            ("Balkongmålet (NJA 2015 s. 702)", &["NJA 2015 s. 702)"]),
            ("Fårlagen", &[]),
            ("(", &[""]),
        ];
        for (name, expected) in table {
            assert_eq!(subjects(name), expected, "{name}");
        }
    }

    #[test]
    fn a_long_name_is_cut_at_a_word() {
        let long = "ord ".repeat(100);
        let folded = cut(fold(&long));
        assert!(folded.len() <= MAX_NAME && folded.ends_with("ord"));
        assert_eq!(cut("å".repeat(200)).len(), MAX_NAME);
    }

    #[test]
    fn more_citations_never_score_less() {
        let counts = [0, 1, 2, 3, 10, 100, 10_000, 1_000_000, u64::MAX];
        assert!(counts.map(citation_score).is_sorted());
        assert_eq!((citation_score(0), citation_score(u64::MAX)), (0, 63));
    }
}
