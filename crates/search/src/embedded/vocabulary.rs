//! Makes the vocabulary of an index: the terms of its texts, with those of the names of all documents.

use std::iter::Peekable;
use std::sync::Arc;

use lagrum_files::TextTable;
use lagrum_words::{Analyser, Language, PART, Vocabulary, tokens};
use tantivy::schema::Field;
use tantivy::termdict::TermStreamer;
use tantivy::{Index, InvertedIndexReader};

use super::schema::TextFields;
use crate::{DocumentColumns, DocumentRows, IndexError};

/// The vocabulary of an index of texts and of documents with names.
pub(super) fn vocabulary(
    texts: &Index,
    fields: &TextFields,
    documents: &dyn DocumentRows,
    analyser: &Analyser,
) -> Result<Vocabulary, IndexError> {
    let (mut count, mut words) = (0, TermCounts::default());
    documents.visit(DocumentColumns::WithoutProvisions, &mut |document| {
        count += 1;
        for name in document.names.iter().chain(&document.keywords) {
            for word in tokens(name) {
                words.add(&word.word, 1)?;
            }
        }
        Ok(())
    })?;
    // Most words of names occur often, so the forms of each word are found only once.
    let mut name_forms = TermCounts::default();
    for (word, occurrences) in words.terms.iter().zip(&words.counts) {
        for form in forms(word, analyser) {
            name_forms.add(&form, *occurrences)?;
        }
    }
    let segments = super::segments::segments(texts)?;
    let of_field = |field: Field| -> tantivy::Result<Vec<Arc<InvertedIndexReader>>> {
        segments.iter().map(|segment| segment.inverted_index(field)).collect()
    };
    let (of_words, of_forms) = (of_field(fields.word)?, of_field(fields.form)?);
    let words = MergedTerms::new(&of_words, &words)?;
    let forms = MergedTerms::new(&of_forms, &name_forms)?;
    Ok(Vocabulary::build(count, words, forms)?)
}

/// The forms of a word of a name, which may be in either language of the corpus.
pub(super) fn forms(word: &str, analyser: &Analyser) -> Vec<String> {
    let swedish = analyser.forms(word, Language::Swedish);
    let english = analyser.forms(word, Language::English);
    let mut forms = vec![swedish.stem.clone()];
    if english.stem != swedish.stem {
        forms.push(english.stem.clone());
    }
    forms.extend(swedish.parts.iter().map(|part| format!("{PART}{part}")));
    forms
}

struct TermsOfSegment<'a> {
    terms: TermStreamer<'a>,
    ended: bool,
}

impl<'a> TermsOfSegment<'a> {
    fn new(segment: &'a InvertedIndexReader) -> Result<Self, IndexError> {
        let mut terms = segment.terms().stream().map_err(tantivy::TantivyError::from)?;
        let ended = !terms.advance();
        Ok(Self { terms, ended })
    }

    fn term(&self) -> Option<&[u8]> {
        (!self.ended).then(|| self.terms.key())
    }
}

/// Terms and how often each occurs, in any order.
#[derive(Debug, Default)]
struct TermCounts {
    terms: TextTable,
    /// How often each term occurs, by its number.
    counts: Vec<u32>,
}

impl TermCounts {
    fn add(&mut self, term: &str, occurrences: u32) -> Result<(), IndexError> {
        let too_many = || IndexError::Damaged("the words of names are too many".to_owned());
        let number = self.terms.number(term).ok_or_else(too_many)?;
        match self.counts.get_mut(number as usize) {
            Some(known) => *known = known.saturating_add(occurrences),
            None => self.counts.push(occurrences),
        }
        Ok(())
    }

    /// The terms in the order of their bytes.
    fn in_order(&self) -> Vec<(&str, u32)> {
        let mut terms: Vec<(&str, u32)> = self.terms.iter().zip(self.counts.iter().copied()).collect();
        terms.sort_unstable();
        terms
    }
}

/// The terms of texts and names in the order of their bytes, and how many documents have each.
struct MergedTerms<'a> {
    segments: Vec<TermsOfSegment<'a>>,
    names: Peekable<std::vec::IntoIter<(&'a str, u32)>>,
}

impl<'a> MergedTerms<'a> {
    fn new(segments: &'a [Arc<InvertedIndexReader>], names: &'a TermCounts) -> Result<Self, IndexError> {
        let segments =
            segments.iter().map(|segment| TermsOfSegment::new(segment)).collect::<Result<_, _>>()?;
        Ok(Self { segments, names: names.in_order().into_iter().peekable() })
    }
}

impl Iterator for MergedTerms<'_> {
    type Item = (String, u64);

    fn next(&mut self) -> Option<(String, u64)> {
        let Self { segments, names } = self;
        loop {
            // Segments are few, so the least term is looked for among all of them.
            let of_names = names.peek().map(|(name, _)| name.as_bytes());
            let least = segments.iter().filter_map(TermsOfSegment::term).chain(of_names).min()?.to_vec();
            let mut count = 0;
            for segment in &mut *segments {
                if segment.term() == Some(least.as_slice()) {
                    count += u64::from(segment.terms.value().doc_freq);
                    segment.ended = !segment.terms.advance();
                }
            }
            if let Some((_, names)) = names.next_if(|(name, _)| name.as_bytes() == least) {
                count += u64::from(names);
            }
            // Terms are made of texts. A damaged one is left out.
            if let Ok(term) = String::from_utf8(least) {
                return Some((term, count));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap};

    use lagrum_words::Compounds;
    use proptest::prelude::*;
    use tantivy::indexer::NoMergePolicy;
    use tantivy::tokenizer::WhitespaceTokenizer;
    use tantivy::{IndexWriter, TantivyDocument};

    use super::*;
    use crate::DocumentToIndex;
    use crate::embedded::tokenize::{FORMS, WORDS};

    /// An index with one segment for each list of texts.
    fn index(fields: &TextFields, segments: &[Vec<String>]) -> Index {
        let index = Index::create_in_ram(fields.schema.clone());
        index.tokenizers().register(WORDS, WhitespaceTokenizer::default());
        index.tokenizers().register(FORMS, WhitespaceTokenizer::default());
        let mut writer: IndexWriter = index.writer_with_num_threads(1, 16 << 20).unwrap();
        writer.set_merge_policy(Box::new(NoMergePolicy));
        for texts in segments {
            for text in texts {
                let mut row = TantivyDocument::new();
                row.add_text(fields.word, text);
                writer.add_document(row).unwrap();
            }
            writer.commit().unwrap();
        }
        writer.wait_merging_threads().unwrap();
        index
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn words_of_texts_and_names_come_together(
            segments in prop::collection::vec(prop::collection::vec("[a-cå]{1,3}( [a-cå]{1,3}){0,3}", 0..4), 0..4),
            names in prop::collection::vec("[a-cå]{1,3}( [a-cå]{1,3}){0,2}", 0..6),
        ) {
            let fields = TextFields::new();
            let documents: Vec<DocumentToIndex> = names
                .iter()
                .map(|name| DocumentToIndex { names: vec![name.clone()], ..DocumentToIndex::default() })
                .collect();
            let analyser = Analyser::new(Compounds::learn(&HashMap::new()));
            let texts = index(&fields, &segments);
            let vocabulary = vocabulary(&texts, &fields, &documents, &analyser).unwrap();
            // A text counts once for a word of it, a name once for each time it has the word.
            let mut expected: BTreeMap<&str, u64> = BTreeMap::new();
            for text in segments.iter().flatten() {
                let words: std::collections::BTreeSet<&str> = text.split(' ').collect();
                for word in words {
                    *expected.entry(word).or_default() += 1;
                }
            }
            for word in names.iter().flat_map(|name| name.split(' ')) {
                *expected.entry(word).or_default() += 1;
            }
            prop_assert_eq!(vocabulary.documents(), names.len() as u64);
            for (word, count) in expected {
                prop_assert_eq!(vocabulary.word(word), count, "{}", word);
            }
            prop_assert_eq!(vocabulary.word("d"), 0);
        }
    }
}
