//! Imports and builds random corpora, each once, and checks all promises of the snapshot.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestCaseResult};

use crate::corpus::{Corpus, corpora};
use crate::model::Model;
use crate::place::BuiltCorpus;
use crate::{documents, inbound, listing, rebuild};

/// A property of every snapshot, checked with the corpus it was built from and the model of the corpus.
pub type Promise = fn(&Corpus, &BuiltCorpus, &Model) -> TestCaseResult;

/// The number of random corpora. Each is imported and built, and all promises are checked. With its files in memory it
/// takes 0.2 s, and 0.4 s on a disk, which waits for each sync.
const CASES: u32 = 64;

#[test]
fn a_snapshot_answers_as_the_model_does() {
    let config =
        Config { cases: CASES, failure_persistence: None, max_shrink_iters: 400, ..Config::default() };
    proptest!(config, |(corpus in corpora())| {
        let (place, model) = (BuiltCorpus::built(&corpus), Model::of(&corpus));
        let promises = [documents::PROMISES, inbound::PROMISES, listing::PROMISES, rebuild::PROMISES];
        for (name, promise) in promises.into_iter().flatten() {
            promise(&corpus, &place, &model).map_err(|error| TestCaseError::fail(format!("{name}: {error}")))?;
        }
    });
}
