//! Counts how often each word occurs in the Swedish texts of a corpus. A word table is made from the counts.

use std::collections::HashMap;
use std::path::Path;

use lagrum_artifact::{Artifact, FullText};
use lagrum_corpus::{Corpus, Progress, ReaderPool, StoredId};
use lagrum_vectors::WordTally;
use lagrum_words::{Language, tokens};
use rayon::prelude::*;

use crate::error::BuildError;

/// The number of documents that are read between two reports of progress.
const STEP: usize = 256;

/// The number of documents of a step that one thread reads.
const AT_ONCE: usize = 16;

/// The words of a corpus.
#[derive(Debug, Default)]
pub struct WordTallies {
    /// How often each word occurs, in lower case.
    pub words: HashMap<String, WordTally>,
    /// The number of words in all texts.
    pub occurrences: u64,
}

impl WordTallies {
    /// Adds the words of a document.
    fn add(&mut self, pieces: &[String]) {
        let mut of_document: HashMap<String, WordTally> = HashMap::new();
        for piece in pieces {
            for token in tokens(piece) {
                let is_capital = piece[token.bytes.clone()].starts_with(char::is_uppercase);
                self.occurrences += 1;
                let tally = match of_document.get_mut(&*token.word) {
                    Some(tally) => tally,
                    None => of_document.entry(token.word.into_owned()).or_default(),
                };
                tally.documents = 1;
                tally.occurrences += 1;
                tally.capitalised += u64::from(is_capital);
            }
        }
        self.merge(of_document);
    }

    fn merge(&mut self, words: HashMap<String, WordTally>) {
        for (word, more) in words {
            let tally = self.words.entry(word).or_default();
            tally.documents += more.documents;
            tally.occurrences += more.occurrences;
            tally.capitalised += more.capitalised;
        }
    }
}

/// Counts the words of all documents of a data folder whose text is Swedish.
pub fn tally_words(data: &Path, progress: &dyn Progress) -> Result<WordTallies, BuildError> {
    let corpus = Corpus::open(data)?;
    let documents = corpus.reader()?.state()?.documents;
    let pool = corpus.reader_pool();
    let mut tallies = WordTallies::default();
    progress.begin("count words", Some(documents.len() as u64));
    let mut documents = documents.iter().map(|entry| entry.stored);
    loop {
        let step: Vec<StoredId> = documents.by_ref().take(STEP).collect();
        if step.is_empty() {
            break;
        }
        let counted: Vec<WordTallies> = step
            .par_chunks(AT_ONCE)
            .map(|documents| {
                let mut tallies = WordTallies::default();
                for document in documents {
                    add_document(&mut tallies, &pool, *document)?;
                }
                Ok(tallies)
            })
            .collect::<Result<_, BuildError>>()?;
        for part in counted {
            tallies.occurrences += part.occurrences;
            tallies.merge(part.words);
        }
        progress.advance(step.len() as u64);
    }
    progress.end();
    Ok(tallies)
}

/// Adds the words of a stored document, if it can be read and is Swedish.
fn add_document(tallies: &mut WordTallies, pool: &ReaderPool, document: StoredId) -> Result<(), BuildError> {
    let Some(bytes) = pool.artifact(document)? else { return Ok(()) };
    let Ok(artifact) = Artifact::parse(&bytes) else { return Ok(()) };
    let text = FullText::of(&artifact);
    // The beginning of a text is enough to detect its language.
    let beginning = text.pieces.get(..100).unwrap_or(&text.pieces).join("\n");
    if Language::detect(&beginning) == Language::Swedish {
        tallies.add(&text.pieces);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_by_document_and_case() {
        let mut tallies = WordTallies::default();
        tallies.add(&["Får äter gräs. Ett får,".to_owned(), "en Hage".to_owned()]);
        tallies.add(&["får".to_owned()]);
        assert_eq!(tallies.occurrences, 8);
        assert_eq!(tallies.words["får"], WordTally { documents: 2, occurrences: 3, capitalised: 1 });
        assert_eq!(tallies.words["hage"], WordTally { documents: 1, occurrences: 1, capitalised: 1 });
    }
}
