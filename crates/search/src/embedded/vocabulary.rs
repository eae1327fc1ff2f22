//! Makes the vocabulary of an index: the terms of its texts, with those of the names of all documents.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;
use std::sync::Arc;

use lagrum_files::TextTable;
use lagrum_words::{Analyser, Language, PART, Vocabulary, WrittenList, tokens};
use tantivy::schema::Field;
use tantivy::termdict::TermStreamer;
use tantivy::{Index, InvertedIndexReader};

use super::files::{VOCABULARY, write_file_with};
use super::packed_terms::{BUFFER, PackedTerms, TermPacker, UnpackedTerms};
use super::schema::TextFields;
use crate::{DocumentColumns, DocumentRows, IndexError};

/// Writes the vocabulary of an index of texts and of documents with names into the folder of the index. Temporary files are
/// there, too.
pub(super) fn write_vocabulary(
    folder: &Path,
    texts: &TextTerms,
    documents: &dyn DocumentRows,
    analyser: &Analyser,
) -> Result<(), IndexError> {
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
    let words = words.pack(folder)?;
    // Most words of names occur often, and each has its forms found once.
    let mut name_forms = TermCounts::default();
    let mut of_names = words.read()?;
    while let Some(word) = of_names.text()? {
        for form in forms(word, analyser) {
            name_forms.add(&form, of_names.count())?;
        }
        of_names.advance()?;
    }
    let name_forms = name_forms.pack(folder)?;
    let mut words = MergedTerms::new(&texts.words, &words)?;
    let mut forms = MergedTerms::new(&texts.forms, &name_forms)?;
    let (mut words, mut forms) = std::thread::scope(|scope| {
        let forms = scope.spawn(|| write_list(&mut forms, folder));
        let words = write_list(&mut words, folder)?;
        let forms = forms.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok::<_, IndexError>((words, forms))
    })?;
    write_file_with(&folder.join(VOCABULARY), |file| {
        let mut file = BufWriter::with_capacity(BUFFER, file);
        Vocabulary::write_of_lists(count, &mut words, &mut forms, &mut file)?;
        file.flush()
    })
}

/// Writes a list of the vocabulary to a file without a name in a folder.
fn write_list(terms: &mut MergedTerms<'_>, folder: &Path) -> Result<WrittenList<File>, IndexError> {
    let file = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?);
    let written = Vocabulary::write_list(&mut *terms, file);
    // A term that cannot be read ends the list.
    terms.finish()?;
    let mut file = written?.into_inner().map_err(io::IntoInnerError::into_error)?;
    let length = file.stream_position()?;
    file.rewind()?;
    Ok(WrittenList { length, bytes: file })
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
    /// Reads the terms of all segments, in two threads, into files without names in a folder.
    pub(super) fn read(texts: &Index, fields: &TextFields, folder: &Path) -> Result<Self, IndexError> {
        let segments = super::open::segments(texts)?;
        let of_field = |field: Field| -> Result<PackedTerms, IndexError> {
            let readers: Vec<Arc<InvertedIndexReader>> =
                segments.iter().map(|segment| segment.inverted_index(field)).collect::<Result<_, _>>()?;
            pack(&readers, folder)
        };
        std::thread::scope(|scope| {
            let forms = scope.spawn(|| of_field(fields.form));
            let words = of_field(fields.word)?;
            let forms = forms.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            Ok(Self { words, forms })
        })
    }
}

/// The terms of segments, with how many texts have each.
fn pack(segments: &[Arc<InvertedIndexReader>], folder: &Path) -> Result<PackedTerms, IndexError> {
    let mut streams: Vec<TermsOfSegment<'_>> =
        segments.iter().map(|segment| TermsOfSegment::new(segment)).collect::<Result<_, _>>()?;
    let (mut packer, mut least) = (TermPacker::new(folder)?, Vec::new());
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
            packer.push(term, texts)?;
        }
    }
    Ok(packer.finish()?)
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

    fn pack(self, folder: &Path) -> io::Result<PackedTerms> {
        let terms = self.terms.into_texts();
        let mut numbers: Vec<u32> = (0..).take(terms.len()).collect();
        numbers.sort_unstable_by(|a, b| terms.get(*a).cmp(terms.get(*b)));
        let mut packer = TermPacker::new(folder)?;
        for number in numbers {
            packer.push(terms.get(number), self.counts[number as usize])?;
        }
        packer.finish()
    }
}

/// The terms of texts and names in the order of their bytes, and how many documents have each.
struct MergedTerms<'a> {
    texts: UnpackedTerms<'a>,
    names: UnpackedTerms<'a>,
    /// Why the terms ended before the last one.
    problem: Option<io::Error>,
}

impl<'a> MergedTerms<'a> {
    fn new(texts: &'a PackedTerms, names: &'a PackedTerms) -> io::Result<Self> {
        Ok(Self { texts: texts.read()?, names: names.read()?, problem: None })
    }

    fn take(&mut self) -> io::Result<Option<(String, u64)>> {
        let Self { texts, names, .. } = self;
        let order = match (texts.term(), names.term()) {
            (Some(text), Some(name)) => text.cmp(name),
            (None, _) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
        };
        let term = if order.is_le() { texts.text()? } else { names.text()? };
        let Some(term) = term.map(str::to_owned) else { return Ok(None) };
        let mut count = 0;
        if order.is_le() {
            count += u64::from(texts.count());
            texts.advance()?;
        }
        if order.is_ge() {
            count += u64::from(names.count());
            names.advance()?;
        }
        Ok(Some((term, count)))
    }

    /// An error when the terms ended before the last one.
    fn finish(&mut self) -> io::Result<()> {
        self.problem.take().map_or(Ok(()), Err)
    }
}

impl Iterator for MergedTerms<'_> {
    type Item = (String, u64);

    fn next(&mut self) -> Option<(String, u64)> {
        if self.problem.is_some() {
            return None;
        }
        self.take().unwrap_or_else(|problem| {
            self.problem = Some(problem);
            None
        })
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
            let folder = tempfile::tempdir().unwrap();
            let mut packer = TermPacker::new(folder.path()).unwrap();
            for (term, count) in &texts {
                packer.push(term, *count).unwrap();
            }
            let (texts_packed, mut counts) = (packer.finish().unwrap(), TermCounts::default());
            // Twice, and not in order.
            for (term, count) in names.iter().rev().chain(&names) {
                counts.add(term, *count).unwrap();
            }
            let names_packed = counts.pack(folder.path()).unwrap();
            let mut expected: BTreeMap<String, u64> =
                names.iter().map(|(term, count)| (term.clone(), 2 * u64::from(*count))).collect();
            for (term, texts) in &texts {
                *expected.entry(term.clone()).or_default() += u64::from(*texts);
            }
            let mut merged = MergedTerms::new(&texts_packed, &names_packed).unwrap();
            prop_assert_eq!((&mut merged).collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
            merged.finish().unwrap();
        }
    }

    #[test]
    fn terms_that_cannot_be_read_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let packed = |terms: u32| {
            let mut packer = TermPacker::new(folder.path()).unwrap();
            for term in 0..terms {
                packer.push(&format!("{term:08}"), 1).unwrap();
            }
            packer.finish().unwrap()
        };
        let (texts, names) = (packed(100_000), packed(10));
        let mut merged = MergedTerms::new(&texts, &names).unwrap();
        texts.cut(1000);
        let before = (&mut merged).count();
        assert!(before < 100_000, "{before} terms");
        merged.finish().unwrap_err();
    }
}
