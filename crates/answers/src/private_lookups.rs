//! Private lookups: whether something is held, and its words, without revealing what is looked for.
//! `lagrum-private-lookup` describes the two answers.

use lagrum_private_lookup::{LookupPrefix, Lookups, bucket_units};
use lagrum_snapshot::Snapshot;

use crate::AnswerError;

/// The filter of everything that is held.
pub fn lookup_filter(snapshot: &Snapshot) -> Result<Vec<u8>, AnswerError> {
    Ok(lookups(snapshot)?.filter()?)
}

/// Bits that are always answered: what programs of others ask by default. A client that is refused has told its bits already.
const ALWAYS: u8 = 16;

/// The units whose keys begin with some bits, and how many there are. Fails for more than 16 bits where a bucket would have too few units.
pub fn lookup_bucket(snapshot: &Snapshot, prefix: LookupPrefix) -> Result<(Vec<u8>, u32), AnswerError> {
    let lookups = lookups(snapshot)?;
    let most = lookups.most_bits().max(ALWAYS);
    if prefix.bits() > most {
        return Err(AnswerError::Invalid {
            parameter: "bits",
            input: Some(prefix.bits().to_string()),
            message: format!("Input should be at most {most}: with more bits too few units share a prefix"),
        });
    }
    let bucket = lookups.bucket(prefix)?;
    let units = bucket_units(&bucket).unwrap_or_default();
    Ok((bucket, units))
}

fn lookups(snapshot: &Snapshot) -> Result<&Lookups, AnswerError> {
    snapshot.lookups().ok_or(AnswerError::Unavailable {
        message: "the snapshot was built without private lookups",
        cause: None,
    })
}
