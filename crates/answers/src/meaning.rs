//! Support of documents by nearness to a query in meaning.
//!
//! The vector of the query is compared with those of all passages. Cosines mean little by themselves: one encoder gives any two
//! texts 0.8, another 0.1. So what counts is how far a document stands out, in standard deviations of the nearest passages of
//! all documents. The nearest document gets the most, and one that is [`MeaningWeights::span`] behind it gets nothing.
//!
//! Nearness counts more for a question than for a list of words ([`ReadQuery::is_question`]). A question may also find documents
//! that have too few of its words, if they stand out far enough. For words without sense, no passage does.

use lagrum_search::{DocumentSupport, FoundBy, MeaningWeights, PassageSupport, ReadQuery, Support, Tuning};
use lagrum_snapshot::PassageVectors;
use lagrum_vectors::{EncodeError, EncoderKind, NearestPassage, QuantizedVector, TableScan};
use lagrum_words::Clause;

/// The most documents that nearness alone may find.
const MAX_FOUND: usize = 30;

/// The most documents that nearness supports.
const MAX_NEAR: usize = 300;

/// The most passages of a document that nearness supports.
const MAX_PASSAGES: usize = 6;

/// The share of the word table's passages that a model must have embedded before questions are compared with its vectors.
const MIN_EMBEDDED: f64 = 0.9;

/// The support of a query by nearness in meaning; empty where the snapshot has no vectors.
pub(crate) fn meaning_support(
    vectors: &[PassageVectors],
    tuning: &Tuning,
    query: &ReadQuery,
) -> Result<Support, EncodeError> {
    if !is_plain(query) {
        return Ok(Support::default());
    }
    let is_question = query.is_question();
    let Some(vectors) = chosen(vectors, is_question) else { return Ok(Support::default()) };
    let weights = match vectors.encoder.kind() {
        EncoderKind::Model => &tuning.model,
        EncoderKind::WordTable => &tuning.word_table,
    };
    let weight = if is_question { weights.question } else { weights.words };
    if weight <= 0.0 {
        return Ok(Support::default());
    }
    let vector = vectors.encoder.query(query.text())?;
    let Some(vector) = vector.as_deref().and_then(QuantizedVector::new) else {
        return Ok(Support::default());
    };
    let scan = vectors.table.scan(&vector)?;
    Ok(Nearness { scan: &scan, weights, weight, may_find: is_question }.support())
}

/// The vectors that a query is compared with: a question with those of the model. While many passages are still to be embedded it
/// is compared with those of the word table: documents without vectors would come after all that have some.
fn chosen(vectors: &[PassageVectors], is_question: bool) -> Option<&PassageVectors> {
    let of_kind = |kind| vectors.iter().find(|vectors| vectors.encoder.kind() == kind);
    let words = of_kind(EncoderKind::WordTable);
    let passages = words.map_or(0, |words| words.table.rows());
    let has_most = |model: &&PassageVectors| model.table.rows() as f64 >= MIN_EMBEDDED * passages as f64;
    of_kind(EncoderKind::Model).filter(|_| is_question).filter(has_most).or(words)
}

/// Whether a query is words alone. Phrases and operators say exactly what a document must have.
fn is_plain(query: &ReadQuery) -> bool {
    let is_plain = |clause: &Clause| match clause {
        Clause::Word { prefix, .. } => !prefix,
        Clause::Phrase { .. }
        | Clause::Near { .. }
        | Clause::In { .. }
        | Clause::Not(_)
        | Clause::Any(_)
        | Clause::All(_) => false,
    };
    query.clauses().is_ok_and(|query| !query.boolean && query.clauses.iter().all(is_plain))
}

/// How near the documents are to a query.
struct Nearness<'a> {
    scan: &'a TableScan<'a>,
    weights: &'a MeaningWeights,
    /// The score for one standard deviation.
    weight: f32,
    /// Whether documents may match by nearness alone.
    may_find: bool,
}

impl Nearness<'_> {
    fn support(&self) -> Support {
        let mut nearest = self.scan.documents();
        let Some(scale) = Scale::new(&nearest) else { return Support::default() };
        let order = |a: &NearestPassage, b: &NearestPassage| {
            b.cosine.total_cmp(&a.cosine).then(a.document.cmp(&b.document))
        };
        if nearest.len() > MAX_NEAR {
            nearest.select_nth_unstable_by(MAX_NEAR, order);
            nearest.truncate(MAX_NEAR);
        }
        nearest.sort_unstable_by(order);
        let Some(best) = nearest.first().map(|best| scale.deviations(best.cosine)) else {
            return Support::default();
        };
        // How much nearer a passage or document is than one that gets no support, in standard deviations.
        let nearer = |cosine: f32| scale.deviations(cosine) - best + self.weights.span;
        let supported = nearest.iter().zip(0..).take_while(|(near, _)| nearer(near.cosine) > 0.0);
        let document = |(near, rank): (&NearestPassage, usize)| {
            let finds =
                self.may_find && rank < MAX_FOUND && scale.deviations(near.cosine) >= self.weights.floor;
            let passages = self.scan.passages(near.document, MAX_PASSAGES).into_iter();
            let passages = passages.filter(|(_, cosine)| nearer(*cosine) > 0.0);
            let passage = |(anchor, cosine): (&str, f32)| PassageSupport {
                anchor: anchor.to_owned(),
                score: self.weight * self.weights.passage * nearer(cosine),
            };
            DocumentSupport {
                document: near.document,
                score: self.weight * nearer(near.cosine),
                finds: finds.then_some(FoundBy::Meaning),
                passages: passages.map(passage).collect(),
            }
        };
        Support::new(supported.map(document))
    }
}

/// The distribution of the cosines of a query.
struct Scale {
    mean: f32,
    deviation: f32,
}

impl Scale {
    /// None where all are alike, so that none stands out.
    fn new(nearest: &[NearestPassage]) -> Option<Self> {
        let count = nearest.len() as f64;
        let mean = nearest.iter().map(|near| f64::from(near.cosine)).sum::<f64>() / count;
        let squares = nearest.iter().map(|near| (f64::from(near.cosine) - mean).powi(2)).sum::<f64>();
        let deviation = (squares / count).sqrt() as f32;
        (deviation > f32::EPSILON).then_some(Self { mean: mean as f32, deviation })
    }

    /// How many standard deviations a cosine is above the mean.
    fn deviations(&self, cosine: f32) -> f32 {
        (cosine - self.mean) / self.deviation
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lagrum_vectors::{EncoderId, TextEncoder, VectorTable, VectorTableWriter};

    use lagrum_catalog::DocumentNumber;

    use super::*;

    const NUMBERS: usize = 32;

    /// Pseudo-random vectors, equal in each run.
    fn random_vectors(count: u32) -> Vec<Vec<f32>> {
        let mut state = 0x2545_f491_u32;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as f32 / u32::MAX as f32 - 0.5
        };
        (0..count).map(|_| (0..NUMBERS).map(|_| next()).collect()).collect()
    }

    /// A document for each vector, with one passage.
    fn table(vectors: &[Vec<f32>]) -> VectorTable {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let mut writer =
            VectorTableWriter::create(&path, &EncoderId::parse("test").unwrap(), NUMBERS).unwrap();
        for (vector, document) in vectors.iter().zip((0..).map(DocumentNumber)) {
            writer.push(document, "P1", &QuantizedVector::new(vector).unwrap()).unwrap();
        }
        writer.finish().unwrap();
        VectorTable::open(&path).unwrap()
    }

    fn support(table: &VectorTable, query: &[f32], may_find: bool) -> Support {
        let scan = table.scan(&QuantizedVector::new(query).unwrap()).unwrap();
        let weights = &Tuning::default().model;
        Nearness { scan: &scan, weights, weight: weights.question, may_find }.support()
    }

    #[test]
    fn a_document_that_stands_out_is_found_by_meaning_alone() {
        let vectors = random_vectors(3000);
        let table = table(&vectors);
        let found = |support: &Support| -> Vec<u32> {
            let found = support.documents().iter().filter(|of| of.finds == Some(FoundBy::Meaning));
            found.map(|of| of.document.0).collect()
        };
        let of_question = support(&table, &vectors[1234], true);
        assert_eq!(found(&of_question), [1234]);
        let best = of_question.of(DocumentNumber(1234)).unwrap();
        assert_eq!(best.passages[0].anchor, "P1");
        assert!(of_question.documents().iter().all(|of| of.score <= best.score));
        assert!(of_question.documents().len() <= MAX_NEAR);
        // A list of words finds nothing by meaning.
        assert_eq!(found(&support(&table, &vectors[1234], false)), [0_u32; 0]);
    }

    #[derive(Debug)]
    struct Kind(EncoderKind, EncoderId);

    impl TextEncoder for Kind {
        fn id(&self) -> &EncoderId {
            &self.1
        }
        fn kind(&self) -> EncoderKind {
            self.0
        }
        fn dimensions(&self) -> usize {
            NUMBERS
        }
        fn query(&self, _: &str) -> Result<Option<Vec<f32>>, EncodeError> {
            Ok(None)
        }
        fn passages(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, EncodeError> {
            Ok(vec![None; texts.len()])
        }
    }

    #[test]
    fn questions_go_to_a_model_that_has_embedded_most_passages() {
        let of = |kind, rows| {
            let encoder = Arc::new(Kind(kind, EncoderId::parse("test").unwrap()));
            PassageVectors { encoder, table: Arc::new(table(&random_vectors(rows))) }
        };
        let (model, words) = (|rows| of(EncoderKind::Model, rows), of(EncoderKind::WordTable, 100));
        for (vectors, is_question, expected) in [
            (vec![model(100), words.clone()], true, Some(EncoderKind::Model)),
            (vec![model(90), words.clone()], true, Some(EncoderKind::Model)),
            (vec![model(89), words.clone()], true, Some(EncoderKind::WordTable)),
            (vec![model(0), words.clone()], true, Some(EncoderKind::WordTable)),
            (vec![model(100), words.clone()], false, Some(EncoderKind::WordTable)),
            (vec![model(5)], true, Some(EncoderKind::Model)),
            (vec![model(5)], false, None),
            (vec![], true, None),
        ] {
            let found = chosen(&vectors, is_question).map(|vectors| vectors.encoder.kind());
            assert_eq!(found, expected, "{} encoders, {is_question}", vectors.len());
        }
    }

    #[test]
    fn where_all_are_alike_nothing_is_supported() {
        let table = table(&vec![vec![1.0; NUMBERS]; 50]);
        assert!(support(&table, &[1.0; NUMBERS], true).is_empty());
    }
}
