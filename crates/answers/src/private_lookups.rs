//! Private lookups: whether something is held, and its words, without revealing what is looked for.
//! `lagrum-private-lookup` describes the two answers.

use lagrum_private_lookup::{LookupPrefix, Lookups};
use lagrum_snapshot::Snapshot;

use crate::AnswerError;

/// The filter of everything that is held.
pub fn lookup_filter(snapshot: &Snapshot) -> Result<Vec<u8>, AnswerError> {
    Ok(lookups(snapshot)?.filter()?)
}

/// The units whose keys begin with some bits. Fails for so many bits that a bucket would have too few units.
pub fn lookup_bucket(snapshot: &Snapshot, prefix: LookupPrefix) -> Result<Vec<u8>, AnswerError> {
    let lookups = lookups(snapshot)?;
    let most = lookups.most_bits();
    if prefix.bits() > most {
        return Err(AnswerError::Invalid {
            parameter: "bits",
            input: Some(prefix.bits().to_string()),
            message: format!("Input should be at most {most}: with more bits too few units share a prefix"),
        });
    }
    Ok(lookups.bucket(prefix)?)
}

fn lookups(snapshot: &Snapshot) -> Result<&Lookups, AnswerError> {
    snapshot.lookups().ok_or(AnswerError::Unavailable {
        message: "the snapshot was built without private lookups",
        cause: None,
    })
}
