//! What a run withdraws, and when it does not.
//!
//! * [`Lost`]: documents that the archive or the publisher no longer has. One that the operator purged is withdrawn as such.
//! * [`Emptied`]: documents that are held and came without a text, or as not published. They keep what is held until a run on another
//!   day (UTC) finds no text either: a publisher's slip lasts a day. The archive keeps the first day.
//!
//! All that a run would withdraw is counted before anything is stored. Where too much would go ([`lagrum_corpus::check_removals`]), the
//! run fails.

use std::collections::{HashMap, HashSet};

use lagrum_corpus::import::ParsedImport;
use lagrum_corpus::{ParsedFrom, SourceCounts};
use lagrum_raw::{Archive, RawDocument};

use crate::HarvestError;
use crate::batches::{Run, parse_batch};
use crate::document::Parsing;
use crate::options::HarvestOptions;

/// The documents parsed before that the archive or the publisher no longer has.
pub(crate) struct Lost<'a> {
    pub(crate) gone: Vec<&'a ParsedFrom>,
    /// Those that the operator has purged.
    pub(crate) purged: Vec<&'a ParsedFrom>,
}

impl<'a> Lost<'a> {
    pub(crate) fn of(
        archive: &Archive,
        source: &str,
        documents: &[RawDocument],
        before: &'a HashMap<String, ParsedFrom>,
    ) -> Result<Self, HarvestError> {
        let held: HashSet<&str> = documents.iter().map(|document| &*document.key).collect();
        let purged = archive.purged(source)?;
        let lost = before.values().filter(|row| !held.contains(&*row.key));
        let (purged, gone) = lost.partition(|row| purged.contains(&row.key));
        Ok(Self { gone, purged })
    }

    /// Withdraws them. Fails before that where they and the documents of the rows `beside`, which the run withdraws later, are too many.
    /// Returns what the run removes, beside what was purged.
    pub(crate) fn withdraw<'r>(
        &self,
        import: &mut ParsedImport<'_>,
        beside: impl Iterator<Item = &'r ParsedFrom>,
    ) -> Result<SourceCounts, HarvestError> {
        let purged = import.count_withdrawal(self.purged.iter().copied())?;
        import.withdraw(&self.purged)?;
        import.record_allowed(&purged)?;
        let beside: Vec<&ParsedFrom> = beside.collect();
        let going = import.check_withdrawal(self.gone.iter().copied().chain(beside))?;
        import.withdraw(&self.gone)?;
        Ok(going)
    }
}

/// The documents that are held and came without a text.
pub(crate) struct Emptied {
    /// The first day on which each was seen, as the archive has it.
    noted: HashMap<String, String>,
    today: String,
    /// Documents without a text on an earlier day and now: they are withdrawn.
    pub(crate) confirmed: HashSet<String>,
    /// Documents that keep what is held.
    pub(crate) kept: Vec<String>,
    /// Documents that were noted and have a text again, or are withdrawn.
    done: Vec<String>,
}

impl Emptied {
    pub(crate) fn of(archive: &Archive, options: &HarvestOptions<'_>) -> Result<Self, HarvestError> {
        Ok(Self {
            noted: archive.emptied(options.source)?,
            today: options.seen_on.to_string(),
            confirmed: HashSet::new(),
            kept: Vec::new(),
            done: Vec::new(),
        })
    }

    /// Parses the documents that are due and had no text on an earlier day.
    pub(crate) fn confirm(
        &mut self,
        run: &Run<'_>,
        parsing: &Parsing<'_>,
        before: &HashMap<String, ParsedFrom>,
        due: &[usize],
    ) -> Result<(), HarvestError> {
        let is_candidate = |at: &&usize| {
            let key = &run.documents[**at].key;
            let is_held = before.get(key).is_some_and(|row| row.uri.is_some());
            is_held && self.noted.get(key).is_some_and(|day| *day < self.today)
        };
        let candidates: Vec<usize> = due.iter().filter(is_candidate).copied().collect();
        run.in_batches("look again for texts", &candidates, |batch| {
            for (document, outcome) in parse_batch(parsing, batch) {
                if outcome.is_ok_and(|outcome| outcome.parsed.document.is_none()) {
                    self.confirmed.insert(document.key);
                }
            }
            Ok(())
        })
    }

    /// Whether a document keeps what is held of it, as it came without a text for the first day.
    pub(crate) fn keeps(&mut self, key: &str, is_held: bool, has_text: bool) -> bool {
        let keeps = is_held && !has_text && !self.confirmed.contains(key);
        if keeps {
            self.kept.push(key.to_owned());
        } else if self.noted.contains_key(key) {
            self.done.push(key.to_owned());
        }
        keeps
    }

    /// Records in the archive what was seen.
    pub(crate) fn note(&self, archive: &Archive, options: &HarvestOptions<'_>) -> Result<(), HarvestError> {
        Ok(archive.note_emptied(options.source, &self.today, &self.kept, &self.done)?)
    }
}
