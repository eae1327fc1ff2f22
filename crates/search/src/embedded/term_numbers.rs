//! The terms of contexts as numbers while the index of contexts is written.
//!
//! Terms of the index before have their numbers there, and others come after them. A word that is said often has its terms
//! found once.

use std::sync::Arc;

use lagrum_files::{TextTable, Texts};
use lagrum_words::{Analyser, Language, PART};

use super::counted_terms::{CountedTerms, TermOrder};
use super::kept_contexts::KeptContexts;
use crate::IndexError;

/// Gives terms their numbers.
pub(super) struct TermNumbers {
    pub(super) analyser: Arc<Analyser>,
    pub(super) before: Option<KeptContexts>,
    /// The terms that the index before has not.
    added: TextTable,
    by_word: WordTerms,
}

/// The terms that have numbers.
pub(super) struct NumberedTerms {
    before: Option<CountedTerms>,
    added: Texts,
}

/// The numbers of the terms of words, by the numbers of the words. Beside its terms, of four bytes each, a word takes eight.
#[derive(Default)]
struct WordTerms {
    /// Where the terms of each word begin in `terms`; 0 for a word that has not come.
    starts: Vec<u32>,
    /// For each word that has come: how many terms it has, and their numbers.
    terms: Vec<u32>,
}

impl TermNumbers {
    pub(super) fn new(analyser: &Arc<Analyser>, before: Option<KeptContexts>) -> Self {
        Self {
            analyser: Arc::clone(analyser),
            before,
            added: TextTable::new(),
            by_word: WordTerms::default(),
        }
    }

    /// The number of a term.
    pub(super) fn number(&mut self, term: &str) -> Result<u32, IndexError> {
        number(self.before.as_ref().map(|before| &before.terms), &mut self.added, term)
    }

    /// The terms of a word of a Swedish text, by its number among these words.
    pub(super) fn of_word(&mut self, word: u32, words: &Texts) -> Result<&[u32], IndexError> {
        let Self { analyser, before, added, by_word } = self;
        if by_word.get(word).is_none() {
            let before = before.as_ref().map(|before| &before.terms);
            let forms = analyser.forms(words.get(word), Language::Swedish);
            let mut terms = vec![number(before, added, &forms.stem)?];
            for part in &forms.parts {
                terms.push(number(before, added, &format!("{PART}{part}"))?);
            }
            by_word.insert(word, &terms).ok_or_else(too_many)?;
        }
        Ok(by_word.get(word).unwrap_or_default())
    }

    /// The terms, when no more are to come. What they are looked up by is dropped.
    pub(super) fn finish(self) -> NumberedTerms {
        NumberedTerms { before: self.before.map(|before| before.terms), added: self.added.into_texts() }
    }
}

fn number(before: Option<&CountedTerms>, added: &mut TextTable, term: &str) -> Result<u32, IndexError> {
    if let Some(known) = before.and_then(|before| before.find(term)) {
        return Ok(known);
    }
    let first = before.map_or(0, CountedTerms::len);
    added.number(term).and_then(|number| first.checked_add(number)).ok_or_else(too_many)
}

fn too_many() -> IndexError {
    IndexError::Damaged("the terms of contexts are too many".to_owned())
}

impl NumberedTerms {
    /// The term with a number.
    pub(super) fn get(&self, number: u32) -> &[u8] {
        match number.checked_sub(self.known()) {
            Some(added) => self.added.get(added).as_bytes(),
            None => self.before.as_ref().map_or(&[], |before| before.term(number)),
        }
    }

    /// The numbers of the terms that rows have, in the order of terms, and their places. `uses` says how many rows have each.
    pub(super) fn in_order(&self, uses: &[u32]) -> (Vec<u32>, TermOrder) {
        let mut numbers: Vec<u32> =
            (0..).zip(uses).filter(|(_, uses)| **uses > 0).map(|(number, _)| number).collect();
        // Those of the index before are in order, which makes this fast.
        numbers.sort_by(|a, b| self.get(*a).cmp(self.get(*b)));
        let mut order = TermOrder { numbers: vec![0; uses.len()], uses: Vec::with_capacity(numbers.len()) };
        for (number, at) in numbers.iter().zip(0..) {
            order.numbers[*number as usize] = at;
            order.uses.push(uses[*number as usize]);
        }
        (numbers, order)
    }

    /// How many terms have the numbers of the index before.
    fn known(&self) -> u32 {
        self.before.as_ref().map_or(0, CountedTerms::len)
    }
}

impl WordTerms {
    /// The terms of a word; None for one that has not come.
    fn get(&self, word: u32) -> Option<&[u32]> {
        let start = *self.starts.get(word as usize)? as usize;
        let count = *self.terms.get(start.checked_sub(1)?)? as usize;
        self.terms.get(start..start + count)
    }

    /// Adds the terms of a word. None when there are too many.
    fn insert(&mut self, word: u32, terms: &[u32]) -> Option<()> {
        let word = word as usize;
        if word >= self.starts.len() {
            self.starts.resize(word + 1, 0);
        }
        self.terms.push(u32::try_from(terms.len()).ok()?);
        self.starts[word] = u32::try_from(self.terms.len()).ok()?;
        self.terms.extend_from_slice(terms);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use lagrum_words::Compounds;
    use proptest::prelude::*;

    use super::*;
    use crate::embedded::counted_terms::CountedRowWriter;
    use crate::embedded::files::CONTEXTS;
    use crate::embedded::kept_contexts::KeptContextsWriter;

    proptest! {
        #[test]
        fn words_have_the_terms_they_came_with(
            coming in prop::collection::hash_map(0..40_u32, prop::collection::vec(any::<u32>(), 0..4), 0..20),
        ) {
            let mut held = WordTerms::default();
            for (word, terms) in &coming {
                held.insert(*word, terms).unwrap();
            }
            for word in 0..41 {
                prop_assert_eq!(held.get(word), coming.get(&word).map(Vec::as_slice));
            }
        }

        #[test]
        fn terms_keep_their_numbers_and_are_put_in_order(
            kept in prop::collection::btree_set("[a-cå]{1,3}", 0..12),
            coming in prop::collection::vec("[a-cå]{1,3}", 0..30),
        ) {
            let folder = tempfile::tempdir().unwrap();
            write_before(folder.path(), &kept);
            let analyser = Arc::new(Analyser::new(Compounds::learn(&HashMap::new())));
            let mut numbers = TermNumbers::new(&analyser, KeptContexts::open(folder.path()));
            let mut naive: Vec<&str> = kept.iter().map(String::as_str).collect();
            let mut uses = vec![0; kept.len()];
            for term in &coming {
                let at = naive.iter().position(|known| known == term).unwrap_or_else(|| {
                    naive.push(term);
                    uses.push(0);
                    naive.len() - 1
                });
                prop_assert_eq!(numbers.number(term).unwrap(), at as u32);
                uses[at] += 1;
            }
            let terms = numbers.finish();
            let (numbers, order) = terms.in_order(&uses);
            let used = |at: &usize| uses[*at] > 0;
            let mut expected: Vec<usize> = (0..naive.len()).filter(used).collect();
            expected.sort_by_key(|at| naive[*at]);
            let read: Vec<&[u8]> = numbers.iter().map(|number| terms.get(*number)).collect();
            prop_assert_eq!(read, expected.iter().map(|at| naive[*at].as_bytes()).collect::<Vec<_>>());
            for (place, at) in expected.iter().enumerate() {
                prop_assert_eq!((order.numbers[*at] as usize, order.uses[place]), (place, uses[*at]));
            }
        }
    }

    /// Writes an index of contexts with some terms, each in a row of its own.
    fn write_before(folder: &std::path::Path, terms: &std::collections::BTreeSet<String>) {
        let mut rows = CountedRowWriter::new(folder).unwrap();
        for number in 0..terms.len() as u32 {
            rows.add(&[(number, 1)]).unwrap();
        }
        let rows = rows.finish().unwrap();
        let order = TermOrder { numbers: (0..terms.len() as u32).collect(), uses: vec![1; terms.len()] };
        rows.write((folder, CONTEXTS), &order, terms.iter(), 1 << 20).unwrap();
        KeptContextsWriter::create(folder).unwrap().finish().unwrap();
    }
}
