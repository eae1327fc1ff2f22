//! Times the indexing of a snapshot's texts, compared with tantivy's own indexing of these texts with the same analyser.
//!
//! The embedded index has more: the passages of each text, its words in blocks, the vocabulary of the corpus. The reference
//! index has two fields, of words and of their forms, with positions, and the stored text. Both end as one segment.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lagrum_artifact::{AnchorGrammar, Artifact, FullText};
use lagrum_search::TextWriter;
use lagrum_snapshot::Snapshots;
use lagrum_sources::source;
use lagrum_words::{Analyser, Compounds, Language, tokens};
use rayon::prelude::*;
use tantivy::schema::{IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};
use tantivy::{Index, IndexWriter, doc};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Memory of the reference index's writer in bytes, equal to that of the embedded index.
const MEMORY: usize = 256 << 20;

/// Maximum number of texts to index, since they are held in memory.
const MOST: usize = 30_000;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A data folder with a published snapshot.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// How many times to measure; the best time of each is reported.
    #[arg(long, default_value_t = 3)]
    rounds: u32,
}

struct Held {
    key: i64,
    grammar: AnchorGrammar,
    text: FullText,
}

/// Measures, and returns a report.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let texts = read(&options.data)?;
    let bytes: usize = texts.iter().flat_map(|held| &held.text.pieces).map(String::len).sum();
    let compounds = learn(&texts);
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..options.rounds.max(1) {
        theirs = theirs.min(tantivy_alone(&texts, &compounds)?);
        ours = ours.min(ourselves(&texts, &compounds)?);
    }
    let mut report = format!("{} texts, {:.1} MB\n", texts.len(), bytes as f64 / 1e6);
    for (name, time) in [("lagrum", ours), ("tantivy alone", theirs)] {
        let seconds = time.as_secs_f64();
        writeln!(
            report,
            "{name:14} {seconds:7.1} s {:8.0} documents/s {:7.1} MB/s",
            texts.len() as f64 / seconds,
            bytes as f64 / 1e6 / seconds
        )?;
    }
    writeln!(report, "ratio {:.2}", ours.as_secs_f64() / theirs.as_secs_f64())?;
    Ok(report)
}

fn read(data: &Path) -> Result<Vec<Held>, Failure> {
    let snapshot = Snapshots::new(data)
        .open_current()?
        .ok_or("no snapshot is published in the data folder: build one first")?;
    let mut texts = Vec::new();
    for document in crate::quality::in_force(&snapshot)?.into_iter().take(MOST) {
        let Some(stored) = document.stored else { continue };
        let Some(bytes) = snapshot.artifact(stored)? else { continue };
        let text = FullText::of(&Artifact::parse(&bytes)?);
        texts.push(Held { key: stored.0, grammar: source(&document.source).grammar, text });
    }
    Ok(texts)
}

fn learn(texts: &[Held]) -> Compounds {
    let mut counts = std::collections::HashMap::new();
    for token in texts.iter().flat_map(|held| &held.text.pieces).flat_map(|piece| tokens(piece)) {
        if token.word.chars().all(char::is_alphabetic) {
            *counts.entry(token.word.into_owned()).or_default() += 1;
        }
    }
    Compounds::learn(&counts)
}

fn ourselves(texts: &[Held], compounds: &Compounds) -> Result<Duration, Failure> {
    let folder = tempfile::tempdir()?;
    let keep = texts.iter().map(|held| held.key);
    let start = Instant::now();
    let writer = TextWriter::begin(folder.path(), None, 256 << 20, || compounds.clone())?;
    texts.par_iter().try_for_each(|held| writer.add(held.key, &held.text, held.grammar))?;
    writer.finish(keep)?.finish(&Vec::new())?;
    Ok(start.elapsed())
}

fn tantivy_alone(texts: &[Held], compounds: &Compounds) -> Result<Duration, Failure> {
    let folder = tempfile::tempdir()?;
    let start = Instant::now();
    let field = |tokenizer: &str| {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(tokenizer)
            .set_fieldnorms(false)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        TextOptions::default().set_indexing_options(indexing)
    };
    let mut schema = Schema::builder();
    let word = schema.add_text_field("word", field("words") | STORED);
    let form = schema.add_text_field("form", field("forms"));
    let index = Index::create_in_dir(folder.path(), schema.build())?;
    let analyser = Arc::new(Analyser::new(compounds.clone()));
    index.tokenizers().register("words", Words(None));
    index.tokenizers().register("forms", Words(Some(analyser)));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let mut writer: IndexWriter = index.writer_with_num_threads(threads, MEMORY)?;
    texts.par_iter().try_for_each(|held| {
        let text = held.text.pieces.join("\n");
        writer.add_document(doc!(word => text.as_str(), form => text)).map(|_| ())
    })?;
    writer.commit()?;
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        writer.merge(&segments).wait()?;
    }
    writer.wait_merging_threads()?;
    Ok(start.elapsed())
}

/// The words of the embedded index's analyser, for tantivy.
#[derive(Clone)]
struct Words(Option<Arc<Analyser>>);

impl Tokenizer for Words {
    type TokenStream<'a> = Stream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Stream<'a> {
        Stream {
            analyser: self.0.as_deref(),
            tokens: tokens(text),
            position: 0,
            forms: None,
            part: 0,
            token: Token::default(),
        }
    }
}

struct Stream<'a> {
    analyser: Option<&'a Analyser>,
    tokens: lagrum_words::Tokens<'a>,
    position: usize,
    forms: Option<Arc<lagrum_words::WordForms>>,
    part: usize,
    token: Token,
}

impl TokenStream for Stream<'_> {
    fn advance(&mut self) -> bool {
        self.token.text.clear();
        if let Some(part) = self.forms.as_ref().and_then(|forms| forms.parts.get(self.part)) {
            self.part += 1;
            self.token.text.push_str(part);
            return true;
        }
        let Some(word) = self.tokens.next() else { return false };
        self.token.position = self.position;
        self.position += 1;
        match self.analyser {
            None => self.token.text.push_str(&word.word),
            Some(analyser) => {
                let forms = analyser.forms(&word.word, Language::Swedish);
                self.token.text.push_str(&forms.stem);
                self.part = 0;
                self.forms = Some(forms);
            }
        }
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
