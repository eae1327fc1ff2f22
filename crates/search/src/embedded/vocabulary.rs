//! Makes the vocabulary of an index: the terms of its texts, with those of the names of all documents.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::sync::Arc;

use lagrum_words::{Analyser, Language, PART, Vocabulary, tokens};
use tantivy::schema::Field;
use tantivy::termdict::TermStreamer;
use tantivy::{Index, InvertedIndexReader};

use super::schema::TextFields;
use crate::{DocumentColumns, DocumentRows, IndexError};

/// The vocabulary of an index of texts and of documents with names.
pub(super) fn build_vocabulary(
    texts: &Index,
    fields: &TextFields,
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
    let segments = super::open::segments(texts)?;
    let readers = |field: Field| -> Result<Vec<Arc<InvertedIndexReader>>, IndexError> {
        Ok(segments.iter().map(|segment| segment.inverted_index(field)).collect::<Result<_, _>>()?)
    };
    let (of_words, of_forms) = (readers(fields.word)?, readers(fields.form)?);
    Ok(Vocabulary::build(count, merged(&of_words, words)?, merged(&of_forms, name_forms)?)?)
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

/// The terms of segments and names in the order of their bytes, and how many documents have each. Nothing is collected:
/// a large corpus has millions of terms.
fn merged(
    segments: &[Arc<InvertedIndexReader>],
    names: BTreeMap<String, u64>,
) -> Result<MergedTerms<'_>, IndexError> {
    let streams = segments.iter().map(|segment| TermsOfSegment::new(segment)).collect::<Result<_, _>>()?;
    Ok(MergedTerms { streams, names: names.into_iter().peekable() })
}

/// Several sorted lists of terms as one. Segments are few, so the least term is looked for among all of them.
struct MergedTerms<'a> {
    streams: Vec<TermsOfSegment<'a>>,
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
            let of_names = self.names.peek().map(|(name, _)| name.as_bytes());
            let least = self.streams.iter().filter_map(TermsOfSegment::term).chain(of_names).min()?.to_vec();
            let mut documents = 0;
            for stream in &mut self.streams {
                if stream.term() == Some(&least) {
                    documents += u64::from(stream.terms.value().doc_freq);
                    stream.ended = !stream.terms.advance();
                }
            }
            if let Some((_, of_names)) = self.names.next_if(|(name, _)| name.as_bytes() == least) {
                documents += of_names;
            }
            // Terms are made of texts, so all of them are text.
            if let Ok(term) = String::from_utf8(least) {
                return Some((term, documents));
            }
        }
    }
}
