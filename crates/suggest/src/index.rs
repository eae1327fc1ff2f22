//! Finding names.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use crate::fold::{FUNCTION_WORDS, fold, plain};
use crate::starts::{BEGINS, IN_FORCE, Scores};
use lagrum_numbers::DocumentNumber;

/// The most starts that are looked at for one typed text. If more match, the starts with the highest scores are looked at.
const MAX_LOOKED_AT: usize = 256;

/// Starts of the rarest word that are searched for the others.
const MAX_SEARCHED: usize = 1024;

/// Bytes of a block of the text of all names.
const BLOCK: usize = 1024;

/// Bytes of a typed text. A longer one begins no name.
const MAX_TYPED: usize = 300;

/// Where a name begins in the text of all names, and its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NameStart {
    pub(crate) begin: u32,
    /// The number of the document.
    pub(crate) document: DocumentNumber,
}

/// Names of documents, found by the beginnings of their words.
#[derive(Debug, Default)]
pub struct NameIndex {
    /// All names, folded, each with a NUL after it.
    pub(crate) text: String,
    /// Where each name begins in the text, and its document.
    pub(crate) names: Vec<NameStart>,
    /// How many names begin before each block of the text, so that a name is looked for among few.
    pub(crate) names_before: Vec<u32>,
    /// Positions in the text at which a typed text may begin, in the order of what follows.
    pub(crate) starts: Vec<u32>,
    pub(crate) scores: Scores,
    /// How often each document is cited, by number.
    pub(crate) inbound_counts: Vec<u32>,
}

/// How a name has a typed text, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameMatch {
    /// The typed text is the name.
    Whole,
    /// The name begins with it.
    Beginning,
    /// A later word of the name begins with it.
    Word,
    /// Words of the name begin with its words, in any order.
    Words,
}

/// A document with a name that was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundName {
    /// The number of the document.
    pub document: DocumentNumber,
    /// How its name has the typed text.
    pub how: NameMatch,
}

/// The order of documents that were found, the best first.
type Rank = (NameMatch, Reverse<bool>, Reverse<u32>, usize, DocumentNumber);

impl NameIndex {
    /// Up to `limit` documents with a name that has the typed text at the beginning of a word, each once, the best first: by how
    /// the name has it, then documents in force, then by citations, then the shorter name.
    pub fn find(&self, typed: &str, limit: usize) -> Vec<FoundName> {
        self.find_names(typed, limit, true)
    }

    /// Finds names as [`Self::find`] does, without names that only have the words of the typed text ([`NameMatch::Words`]). It
    /// costs less.
    pub fn find_in_order(&self, typed: &str, limit: usize) -> Vec<FoundName> {
        self.find_names(typed, limit, false)
    }

    fn find_names(&self, typed: &str, limit: usize, in_any_order: bool) -> Vec<FoundName> {
        let mut best: HashMap<DocumentNumber, Rank> = HashMap::new();
        let typed = fold(typed);
        if typed.is_empty() || typed.len() > MAX_TYPED {
            return Vec::new();
        }
        let plain: Vec<u8> = plain(typed.as_bytes()).collect();
        let range = self.beginning_with(&plain);
        let whole = self.equal_to(&plain, range.clone());
        for spelling in Spelling::of(&typed).iter().copied() {
            let has = |start: &usize| spelling == Spelling::Plain || self.typed_at(*start, &typed);
            for (range, leading) in [(&whole, NameMatch::Whole), (&range, NameMatch::Beginning)] {
                let best_first = self.scores.best_first(range.clone()).take(MAX_SEARCHED).filter(has);
                let ranks = self.best_ranks(best_first.take(MAX_LOOKED_AT), leading, limit);
                for rank in ranks.into_values() {
                    keep_better(&mut best, rank);
                }
            }
            if in_any_order && best.len() < limit && typed.contains(' ') {
                for start in self.with_words(&typed, spelling) {
                    let rank = self.rank(start, NameMatch::Words);
                    best.entry(rank.4).or_insert(rank);
                }
            }
            if !best.is_empty() {
                break;
            }
        }
        let mut ranks: Vec<Rank> = best.into_values().collect();
        ranks.sort_unstable();
        ranks.truncate(limit);
        ranks.into_iter().map(|(how, .., document)| FoundName { document, how }).collect()
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The bytes of memory that the index takes.
    pub fn heap_bytes(&self) -> usize {
        self.text.capacity()
            + self.names.capacity() * size_of::<NameStart>()
            + (self.starts.capacity() + self.inbound_counts.capacity() + self.names_before.capacity())
                * size_of::<u32>()
            + self.scores.heap_bytes()
    }

    fn rank(&self, start: usize, how: NameMatch) -> Rank {
        let (name, document) = self.name_of(start);
        let inbound = self.inbound_counts.get(document.index()).copied().unwrap_or_default();
        let in_force = self.scores.of(start) & IN_FORCE != 0;
        (how, Reverse(in_force), Reverse(inbound), name.len(), document)
    }

    /// The ranks of starts, the best first by their scores, until enough documents are found and the scores fall: a start
    /// with a lower score has a worse rank. `leading` is how a name matches that begins at the start.
    fn best_ranks(
        &self,
        best_first: impl Iterator<Item = usize>,
        leading: NameMatch,
        limit: usize,
    ) -> HashMap<DocumentNumber, Rank> {
        let mut ranks: HashMap<DocumentNumber, Rank> = HashMap::new();
        let mut least = None;
        for start in best_first {
            let score = self.scores.of(start);
            if least.is_some_and(|least| score < least) {
                break;
            }
            let how = if self.begins(start) { leading } else { NameMatch::Word };
            keep_better(&mut ranks, self.rank(start, how));
            if ranks.len() >= limit {
                least = Some(score);
            }
        }
        ranks
    }

    fn begins(&self, start: usize) -> bool {
        self.scores.of(start) & BEGINS != 0
    }

    /// What follows a start, other names included.
    fn rest(&self, start: u32) -> &[u8] {
        self.text.as_bytes().get(start as usize..).unwrap_or_default()
    }

    /// Whether a folded text follows a start, with its diacritics.
    fn typed_at(&self, start: usize, typed: &str) -> bool {
        self.starts.get(start).is_some_and(|start| self.rest(*start).starts_with(typed.as_bytes()))
    }

    /// How many of some names begin before each block of a text of so many bytes, and before its end.
    pub(crate) fn count_before_blocks(names: &[NameStart], text: usize) -> Vec<u32> {
        let before = |end: usize| names.partition_point(|name| (name.begin as usize) < end) as u32;
        (0..=text.div_ceil(BLOCK)).map(|block| before(block * BLOCK)).collect()
    }

    /// The name of a start, and its document.
    fn name_of(&self, start: usize) -> (&str, DocumentNumber) {
        let at = self.starts.get(start).copied().unwrap_or_default();
        let block = at as usize / BLOCK;
        let [first, next] = [block, block + 1]
            .map(|block| self.names_before.get(block).map_or(self.names.len(), |before| *before as usize));
        let near = self.names.get(first..next).unwrap_or_default();
        let after = first + near.partition_point(|name| name.begin <= at);
        let Some(NameStart { begin, document }) = after.checked_sub(1).and_then(|name| self.names.get(name))
        else {
            return ("", DocumentNumber(0));
        };
        let end = self.names.get(after).map_or(self.text.len(), |next| next.begin as usize);
        (self.text.get(*begin as usize..end.saturating_sub(1)).unwrap_or_default(), *document)
    }

    /// The starts that plain bytes follow.
    fn beginning_with(&self, typed: &[u8]) -> Range<usize> {
        let order = |start: &u32| plain(self.rest(*start)).take(typed.len()).cmp(typed.iter().copied());
        let from = self.starts.partition_point(|start| order(start).is_lt());
        let length = self.starts[from..].partition_point(|start| order(start).is_eq());
        from..from + length
    }

    /// The starts of a range after which the name ends. A name sorts before the longer names that begin with it.
    fn equal_to(&self, typed: &[u8], range: Range<usize>) -> Range<usize> {
        let starts = self.starts.get(range.clone()).unwrap_or_default();
        let ends = |start: &u32| plain(self.rest(*start)).nth(typed.len()) == Some(0);
        range.start..range.start + starts.partition_point(ends)
    }

    /// Starts of names that have, for each word of a folded text, a word that begins with it, and each of its numbers.
    /// Function words have no starts, so names are found by the others.
    fn with_words<'a>(&'a self, typed: &'a str, spelling: Spelling) -> impl Iterator<Item = usize> + 'a {
        let words: Vec<Vec<u8>> = typed.split(' ').map(|word| spelling.bytes(word)).collect();
        let telling = typed.split(' ').filter(|word| !FUNCTION_WORDS.contains(word));
        let ranges = telling.map(|word| self.beginning_with(&Spelling::Plain.bytes(word)));
        let rarest = ranges.min_by_key(|range| range.len()).unwrap_or_default();
        let mut name = Vec::new();
        let has_all = move |start: &usize| {
            name.clear();
            spelling.extend(&mut name, self.name_of(*start).0);
            words.iter().all(|word| {
                let is_number = word.first().is_some_and(u8::is_ascii_digit);
                let mut names = name.split(|byte| *byte == b' ');
                names.any(|other| if is_number { *other == **word } else { other.starts_with(word) })
            })
        };
        self.scores.best_first(rarest).take(MAX_SEARCHED).filter(has_all)
    }
}

/// Keeps the better of the ranks of one document.
fn keep_better(best: &mut HashMap<DocumentNumber, Rank>, rank: Rank) {
    let known = best.entry(rank.4).or_insert(rank);
    *known = rank.min(*known);
}

/// How å, ä and ö are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    /// As themselves.
    AsTyped,
    /// As a and o.
    Plain,
}

impl Spelling {
    /// The spellings to try for a typed text, in order, until one finds a name: a typed å is meant as å, and a typed a may be
    /// meant as å.
    fn of(typed: &str) -> &'static [Self] {
        if typed.contains(['å', 'ä', 'ö']) { &[Self::AsTyped, Self::Plain] } else { &[Self::Plain] }
    }

    fn bytes(self, folded: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.extend(&mut bytes, folded);
        bytes
    }

    /// Appends the bytes that are compared of a folded text.
    fn extend(self, bytes: &mut Vec<u8>, folded: &str) {
        match self {
            Self::AsTyped => bytes.extend_from_slice(folded.as_bytes()),
            Self::Plain => bytes.extend(plain(folded.as_bytes())),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{NameIndexBuilder, NamedDocument};

    fn index(documents: &[(u64, bool, &[&str])]) -> NameIndex {
        let mut builder = NameIndexBuilder::default();
        for (number, (inbound_count, in_force, names)) in (0..).zip(documents) {
            let document = NamedDocument {
                number: DocumentNumber(number),
                inbound_count: *inbound_count,
                in_force: *in_force,
            };
            builder.add(document, names.iter().copied());
        }
        builder.finish()
    }

    fn found(index: &NameIndex, typed: &str) -> Vec<(u32, NameMatch)> {
        index.find(typed, 20).into_iter().map(|found| (found.document.0, found.how)).collect()
    }

    #[test]
    fn by_match_then_force_then_citations() {
        use NameMatch::{Beginning, Whole, Word, Words};
        let index = index(&[
            (5, true, &["Fårlagen (FårL)", "Lag (1931:47) om tillsyn över får", "SFS 1931:47"]),
            (90, true, &["Får", "Ulldjur"]),
            (900, false, &["Lag (1901:4) om får"]),
            (40, true, &["Fårfallet (NJA 2031 s. 5)"]),
            (7, true, &["Lag (1950:1) om getter och får"]),
        ]);
        let table: [(&str, &[(u32, NameMatch)]); 19] = [
            ("får", &[(1, Whole), (2, Whole), (3, Beginning), (0, Beginning), (4, Word)]),
            ("FÅR", &[(1, Whole), (2, Whole), (3, Beginning), (0, Beginning), (4, Word)]),
            ("farl", &[(0, Whole)]),
            ("far l", &[(4, Words), (0, Words), (2, Words)]),
            ("lag om getter", &[(4, Words)]),
            ("nja 2031 s", &[(3, Beginning)]),
            ("NJA2031s5", &[(3, Whole)]),
            ("1931:4", &[(0, Beginning)]),
            ("sfs 1931:47", &[(0, Whole)]),
            ("får getter", &[(4, Words)]),
            ("lag getter", &[(4, Words)]),
            ("över", &[(0, Word)]),
            ("over", &[(0, Word)]),
            ("öfver", &[]),
            ("ärlag", &[]),
            ("färl", &[(0, Whole)]),
            ("fä", &[(1, Beginning), (3, Beginning), (0, Beginning), (2, Beginning), (4, Word)]),
            ("årlag", &[]),
            ("får hund", &[]),
        ];
        for (typed, expected) in table {
            assert_eq!(found(&index, typed), expected, "{typed}");
        }
    }

    #[test]
    fn many_equal_names_cost_no_more_than_they_must() {
        let names = vec![(1, true, &["Kommentar"][..]); 20_000];
        let index = index(&names);
        assert_eq!(index.find("komm", 8).len(), 8);
        assert_eq!(index.find("Kommentar", 8).len(), 8);
        assert_eq!(index.len(), 20_000);
    }

    #[test]
    fn no_text_is_too_strange() {
        let index = index(&[(1, true, &["Fårlagen", "", "§", "\0"])]);
        for typed in ["", " ", "§", "\0", "a\0b", "\u{10ffff}", "…", &"f".repeat(100_000)] {
            assert!(index.find(typed, 20).is_empty(), "{typed:?}");
        }
        assert!(NameIndex::default().find("a", 1).is_empty());
    }

    proptest! {
        #[test]
        fn fewer_are_the_first_of_more(
            documents in prop::collection::vec(
                (0..40_u64, any::<bool>(), prop::collection::vec("[ab]{1,2}( [ab]{1,2}){0,2}", 0..3)), 0..60),
            typed in "[ab]{1,2}( [ab]{1,2}){0,1}",
            limit in 1..8_usize,
        ) {
            let mut builder = NameIndexBuilder::default();
            for (number, (inbound_count, in_force, names)) in (0..).zip(&documents) {
                let document = NamedDocument { number: DocumentNumber(number), inbound_count: *inbound_count, in_force: *in_force };
                builder.add(document, names.iter().map(String::as_str));
            }
            let index = builder.finish();
            let all = index.find(&typed, documents.len() + 1);
            prop_assert_eq!(index.find(&typed, limit), &all[..limit.min(all.len())]);
            let in_order: Vec<FoundName> =
                all.into_iter().filter(|found| found.how != NameMatch::Words).take(limit).collect();
            prop_assert_eq!(index.find_in_order(&typed, limit), in_order);
        }

        #[test]
        fn finds_what_a_walk_over_all_names_finds(
            names in prop::collection::vec(prop::collection::vec("[abå]{1,3}( [abå]{1,3}){0,3}", 0..3), 0..30),
            typed in "[ab]{1,2}( [ab]{1,2}){0,2}",
        ) {
            let mut builder = NameIndexBuilder::default();
            for (number, names) in (0..).zip(&names) {
                let document = NamedDocument { number: DocumentNumber(number), inbound_count: 0, in_force: true };
                builder.add(document, names.iter().map(String::as_str));
            }
            let index = builder.finish();
            let words = fold(&typed);
            let has = |name: &String| {
                let name = fold(name).replace('å', "a");
                words.split(' ').all(|word| name.split(' ').any(|other| other.starts_with(word)))
            };
            let mut expected: Vec<u32> =
                (0..).zip(&names).filter(|(_, names)| names.iter().any(has)).map(|(number, _)| number).collect();
            let mut found: Vec<u32> =
                index.find(&typed, 100).into_iter().map(|found| found.document.0).collect();
            found.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}
