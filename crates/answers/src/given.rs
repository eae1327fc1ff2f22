//! The acts that a preparatory work led to: the registers of acts name it for them.

use std::collections::BTreeMap;

use lagrum_snapshot::Snapshot;

use crate::AnswerError;
use crate::act_names::natural;
use crate::lookup::query_catalog;

/// An act that a preparatory work led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActOfWork {
    /// Its uri. It need not be held.
    pub uri: String,
    /// The uris of the held acts that it changed, as their registers say; empty where it is known for itself alone.
    pub changed: Vec<String>,
}

/// The acts whose registers name a preparatory work, in the order of their numbers; at most [`lagrum_catalog::MAX_GIVEN`].
pub fn acts_of_work(snapshot: &Snapshot, work: &str) -> Result<Vec<ActOfWork>, AnswerError> {
    let given = query_catalog(snapshot, |catalog| catalog.acts_given_by(work))?;
    let mut acts: BTreeMap<String, ActOfWork> = BTreeMap::new();
    for entry in given {
        let act = acts
            .entry(natural(&entry.uri))
            .or_insert_with(|| ActOfWork { uri: entry.uri.clone(), changed: Vec::new() });
        if entry.changed != entry.uri {
            act.changed.push(entry.changed);
        }
    }
    Ok(acts.into_values().collect())
}
