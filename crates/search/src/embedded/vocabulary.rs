//! Makes the vocabulary of an index: the terms of its texts, with those of the names of all documents.

use std::cmp::Ordering;
use std::collections::HashMap;
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
    let (mut count, mut words) = (0, TermCounts::default());
    documents.visit(DocumentColumns::WithoutProvisions, &mut |document| {
        count += 1;
        for name in document.names.iter().chain(&document.keywords) {
            for word in tokens(name) {
                words.add(&word.word, 1);
            }
        }
        Ok(())
    })?;
    let words = words.pack();
    // Most words of names occur often, and each has its forms found once.
    let mut name_forms = TermCounts::default();
    let mut of_names = words.read();
    while let Some(word) = of_names.text() {
        for form in forms(word, analyser) {
            name_forms.add(&form, of_names.count);
        }
        of_names.advance();
    }
    let name_forms = name_forms.pack();
    let words = MergedTerms { texts: texts.words.read(), names: words.read() };
    let forms = MergedTerms { texts: texts.forms.read(), names: name_forms.read() };
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

/// Terms and how often each occurs, in any order.
#[derive(Debug, Default)]
struct TermCounts(HashMap<Box<str>, u32>);

impl TermCounts {
    fn add(&mut self, term: &str, occurrences: u32) {
        match self.0.get_mut(term) {
            Some(known) => *known = known.saturating_add(occurrences),
            None => {
                self.0.insert(term.into(), occurrences);
            }
        }
    }

    fn pack(self) -> PackedTerms {
        let mut terms: Vec<_> = self.0.into_iter().collect();
        terms.sort_unstable();
        let mut packer = TermPacker::default();
        for (term, occurrences) in &terms {
            packer.push(term, *occurrences);
        }
        packer.packed
    }
}

/// Terms in the order of their bytes, packed into some five bytes each: a large corpus has millions. Of each there are the bytes
/// it shares with the term before, the bytes after them and their number, and its count.
#[derive(Debug, Default)]
struct PackedTerms(Vec<u8>);

/// Packs terms that come in order.
#[derive(Default)]
struct TermPacker {
    packed: PackedTerms,
    before: Vec<u8>,
}

impl TermPacker {
    fn push(&mut self, term: &str, count: u32) {
        let term = term.as_bytes();
        let shared = self.before.iter().zip(term).take_while(|(a, b)| a == b).count();
        let rest = &term[shared..];
        let PackedTerms(packed) = &mut self.packed;
        varint::push(packed, shared as u32);
        varint::push(packed, rest.len() as u32);
        packed.extend_from_slice(rest);
        varint::push(packed, count);
        self.before.truncate(shared);
        self.before.extend_from_slice(rest);
    }
}

impl PackedTerms {
    /// The terms of segments, with how many texts have each.
    fn pack(segments: &[Arc<InvertedIndexReader>]) -> Result<Self, IndexError> {
        let mut streams: Vec<TermsOfSegment<'_>> =
            segments.iter().map(|segment| TermsOfSegment::new(segment)).collect::<Result<_, _>>()?;
        let (mut packer, mut least) = (TermPacker::default(), Vec::new());
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
            // Terms are made of texts. A damaged one is left out.
            if let Ok(term) = std::str::from_utf8(&least) {
                packer.push(term, texts);
            }
        }
        Ok(packer.packed)
    }

    fn read(&self) -> UnpackedTerms<'_> {
        let mut terms = UnpackedTerms { packed: &self.0, term: Vec::new(), count: 0, ended: false };
        terms.advance();
        terms
    }
}

struct UnpackedTerms<'a> {
    packed: &'a [u8],
    /// The term at hand.
    term: Vec<u8>,
    count: u32,
    ended: bool,
}

impl UnpackedTerms<'_> {
    fn term(&self) -> Option<&[u8]> {
        (!self.ended).then_some(&self.term)
    }

    /// The term at hand as text, which it was packed from.
    fn text(&self) -> Option<&str> {
        self.term().map(|term| std::str::from_utf8(term).unwrap_or_default())
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
        self.count = varint::take(&mut self.packed)?;
        Some(())
    }
}

/// The terms of texts and names in the order of their bytes, and how many documents have each.
struct MergedTerms<'a> {
    texts: UnpackedTerms<'a>,
    names: UnpackedTerms<'a>,
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
        let Self { texts, names } = self;
        let order = match (texts.term(), names.term()) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(text), Some(name)) => text.cmp(name),
        };
        let term = if order.is_le() { texts.text() } else { names.text() }?.to_owned();
        let mut count = 0;
        if order.is_le() {
            count += u64::from(texts.count);
            texts.advance();
        }
        if order.is_ge() {
            count += u64::from(names.count);
            names.advance();
        }
        Some((term, count))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn terms_of_texts_and_names_come_together(
            texts in prop::collection::btree_map("[a-cå]{0,4}", 1..300_u32, 0..20),
            names in prop::collection::btree_map("[a-cå]{0,4}", 1..300_u32, 0..20),
        ) {
            let mut packer = TermPacker::default();
            for (term, count) in &texts {
                packer.push(term, *count);
            }
            let (texts_packed, mut counts) = (packer.packed, TermCounts::default());
            // Twice, and not in order.
            for (term, count) in names.iter().rev().chain(&names) {
                counts.add(term, *count);
            }
            let names_packed = counts.pack();
            let mut expected: BTreeMap<String, u64> =
                names.iter().map(|(term, count)| (term.clone(), 2 * u64::from(*count))).collect();
            for (term, texts) in &texts {
                *expected.entry(term.clone()).or_default() += u64::from(*texts);
            }
            let merged = MergedTerms { texts: texts_packed.read(), names: names_packed.read() };
            prop_assert_eq!(merged.collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
        }
    }
}
