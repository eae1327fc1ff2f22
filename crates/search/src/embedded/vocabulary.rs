//! Makes the vocabulary of an index: the terms of its texts, with those of the names of all documents.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::sync::Arc;

use lagrum_words::{Analyser, Language, PART, Vocabulary, tokens};
use tantivy::schema::Field;
use tantivy::termdict::TermStreamer;
use tantivy::{Index, InvertedIndexReader};

use super::schema::TextFields;
use super::varint;
use crate::{DocumentColumns, DocumentRows, IndexError};

/// The vocabulary of an index of texts and of documents with names.
pub(super) fn build_vocabulary(
    texts: &TextTerms,
    documents: &dyn DocumentRows,
    analyser: &Analyser,
) -> Result<Vocabulary, IndexError> {
    let (mut count, mut words) = (0, BTreeMap::<String, u64>::new());
    documents.visit(DocumentColumns::WithoutProvisions, &mut |document| {
        count += 1;
        for name in document.names.iter().chain(&document.keywords) {
            for word in tokens(name) {
                match words.get_mut(word.word.as_ref()) {
                    Some(known) => *known += 1,
                    None => {
                        words.insert(word.word.into_owned(), 1);
                    }
                }
            }
        }
        Ok(())
    })?;
    // Most words of names occur often, and each has its forms found once.
    let mut name_forms = BTreeMap::<String, u64>::new();
    for (word, occurrences) in &words {
        for form in forms(word, analyser) {
            *name_forms.entry(form).or_default() += occurrences;
        }
    }
    let words = MergedTerms { texts: texts.words.read(), names: words.into_iter().peekable() };
    let forms = MergedTerms { texts: texts.forms.read(), names: name_forms.into_iter().peekable() };
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

/// The terms of an index of texts, and how many texts have each.
#[derive(Debug)]
pub(super) struct TextTerms {
    words: PackedTerms,
    forms: PackedTerms,
}

impl TextTerms {
    /// Reads the terms of all segments, in two threads.
    pub(super) fn read(texts: &Index, fields: &TextFields) -> Result<Self, IndexError> {
        let segments = super::open::segments(texts)?;
        let of_field = |field: Field| -> Result<PackedTerms, IndexError> {
            let readers: Vec<Arc<InvertedIndexReader>> =
                segments.iter().map(|segment| segment.inverted_index(field)).collect::<Result<_, _>>()?;
            PackedTerms::pack(&readers)
        };
        std::thread::scope(|scope| {
            let forms = scope.spawn(|| of_field(fields.form));
            let words = of_field(fields.word)?;
            let forms = forms.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            Ok(Self { words, forms })
        })
    }
}

/// Terms in the order of their bytes, packed into some five bytes each: a large corpus has millions. Of each there are the bytes
/// it shares with the term before, the bytes after them and their number, and how many texts have it.
#[derive(Debug, Default)]
struct PackedTerms(Vec<u8>);

impl PackedTerms {
    fn pack(segments: &[Arc<InvertedIndexReader>]) -> Result<Self, IndexError> {
        let mut streams: Vec<TermsOfSegment<'_>> =
            segments.iter().map(|segment| TermsOfSegment::new(segment)).collect::<Result<_, _>>()?;
        let (mut packed, mut before, mut least) = (Vec::new(), Vec::new(), Vec::new());
        // Segments are few, so the least term is looked for among all of them.
        while let Some(term) = streams.iter().filter_map(TermsOfSegment::term).min() {
            least.clear();
            least.extend_from_slice(term);
            let mut texts = 0_u32;
            for stream in &mut streams {
                if stream.term() == Some(least.as_slice()) {
                    texts = texts.saturating_add(stream.terms.value().doc_freq);
                    stream.ended = !stream.terms.advance();
                }
            }
            let shared = before.iter().zip(&least).take_while(|(a, b)| a == b).count();
            let rest = &least[shared..];
            varint::push(&mut packed, shared as u32);
            varint::push(&mut packed, rest.len() as u32);
            packed.extend_from_slice(rest);
            varint::push(&mut packed, texts);
            std::mem::swap(&mut before, &mut least);
        }
        Ok(Self(packed))
    }

    fn read(&self) -> UnpackedTerms<'_> {
        let mut terms = UnpackedTerms { packed: &self.0, term: Vec::new(), texts: 0, ended: false };
        terms.advance();
        terms
    }
}

struct UnpackedTerms<'a> {
    packed: &'a [u8],
    /// The term at hand.
    term: Vec<u8>,
    texts: u32,
    ended: bool,
}

impl UnpackedTerms<'_> {
    fn term(&self) -> Option<&[u8]> {
        (!self.ended).then_some(&self.term)
    }

    fn advance(&mut self) {
        self.ended = self.unpack().is_none();
    }

    fn unpack(&mut self) -> Option<()> {
        let shared = varint::take(&mut self.packed)?;
        let length = varint::take(&mut self.packed)? as usize;
        let (rest, after) = self.packed.split_at_checked(length)?;
        self.term.truncate(shared as usize);
        self.term.extend_from_slice(rest);
        self.packed = after;
        self.texts = varint::take(&mut self.packed)?;
        Some(())
    }
}

/// The terms of texts and names in the order of their bytes, and how many documents have each.
struct MergedTerms<'a> {
    texts: UnpackedTerms<'a>,
    names: Peekable<std::collections::btree_map::IntoIter<String, u64>>,
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

impl Iterator for MergedTerms<'_> {
    type Item = (String, u64);

    fn next(&mut self) -> Option<(String, u64)> {
        loop {
            let order = match (self.texts.term(), self.names.peek()) {
                (None, None) => return None,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(text), Some((name, _))) => text.cmp(name.as_bytes()),
            };
            if order == Ordering::Greater {
                return self.names.next();
            }
            // Terms are made of texts, so all of them are text.
            let term = std::str::from_utf8(&self.texts.term).ok().map(str::to_owned);
            let texts = u64::from(self.texts.texts);
            self.texts.advance();
            let names = if order == Ordering::Equal { self.names.next() } else { None };
            if let Some(term) = term {
                return Some((term, texts + names.map_or(0, |(_, names)| names)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn terms_of_texts_and_names_come_together(
            texts in prop::collection::btree_map("[a-cå]{0,4}", 1..300_u32, 0..20),
            names in prop::collection::btree_map("[a-cå]{0,4}", 1..300_u64, 0..20),
        ) {
            let mut packed = PackedTerms::default();
            let mut before = String::new();
            for (term, texts) in &texts {
                let shared = before.bytes().zip(term.bytes()).take_while(|(a, b)| a == b).count();
                varint::push(&mut packed.0, shared as u32);
                varint::push(&mut packed.0, (term.len() - shared) as u32);
                packed.0.extend_from_slice(&term.as_bytes()[shared..]);
                varint::push(&mut packed.0, *texts);
                before.clone_from(term);
            }
            let mut expected = names.clone();
            for (term, texts) in &texts {
                *expected.entry(term.clone()).or_default() += u64::from(*texts);
            }
            let merged = MergedTerms { texts: packed.read(), names: names.into_iter().peekable() };
            prop_assert_eq!(merged.collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
        }
    }
}
