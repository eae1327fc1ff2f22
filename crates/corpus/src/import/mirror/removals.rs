//! The removals of a run of a mirror. They are counted first, and applied when everything else is stored.
//!
//! A service that has failed, or is no longer what it was, may list nothing, or withdraw everything. So a run that would leave much
//! less than what is published stops, unless the operator allows it ([`crate::check_removals`]). A withdrawal counts only for a
//! document of the source it names, where that source was mirrored from the service and no supplement has the document.

use super::super::error::ImportError;
use super::super::session::ImportSession;
use super::service::{Service, source_of};
use crate::store::{Removal, SourcedUri};

/// Removals with a name for messages: a source.
#[derive(Clone, Debug)]
pub(super) struct NamedRemovals {
    pub(super) name: String,
    pub(super) removals: Vec<Removal>,
}

/// The removals of a run.
#[derive(Debug, Default)]
pub(super) struct Removals {
    /// Documents and lydelser that the dumps of a source no longer have.
    pub(super) pruned: Vec<NamedRemovals>,
    /// Sources that are no longer listed.
    pub(super) unlisted: Vec<NamedRemovals>,
    /// Documents and lydelser that the list of changes withdraws.
    pub(super) withdrawn: Vec<SourcedUri>,
    /// Sources without a status list.
    pub(super) without_status: Vec<String>,
}

impl Service {
    /// The removal of documents that a list of changes withdraws.
    fn withdrawal(
        &self,
        session: &ImportSession<'_>,
        documents: Vec<SourcedUri>,
    ) -> Result<Removal, ImportError> {
        let sources = self.mirrored_sources(session)?.into_iter().collect();
        Ok(Removal::Withdrawn { documents, sources })
    }

    /// Fails when these withdrawals alone are more than may be removed, so that nothing is fetched for them.
    pub(super) fn check_withdrawn(
        &self,
        session: &ImportSession<'_>,
        documents: &[SourcedUri],
    ) -> Result<(), ImportError> {
        let withdrawal = self.withdrawal(session, documents.to_vec())?;
        session.check_removals(&[withdrawal])
    }

    /// Applies the removals. Fails when they are more than may be removed.
    pub(super) fn remove(
        &self,
        session: &mut ImportSession<'_>,
        removals: Removals,
    ) -> Result<(), ImportError> {
        let Removals { pruned, unlisted, withdrawn, without_status } = removals;
        let withdrawal = vec![self.withdrawal(session, withdrawn)?];
        let named = pruned.iter().chain(&unlisted).flat_map(|named| &named.removals);
        let all: Vec<Removal> = named.chain(&withdrawal).cloned().collect();
        session.check_removals(&all)?;
        let going = session.intake.writer.count_removals(&all)?;
        for NamedRemovals { name: source, removals } in &pruned {
            session.remove_pruned(source, removals)?;
        }
        if session.intake.writer.count_removals(&withdrawal)?.all() > 0 {
            session.remove_reported(format!("withdrawn at {}", self.address), "all sources", &withdrawal)?;
        }
        for NamedRemovals { name: source, removals } in &unlisted {
            session.remove_reported(
                format!("{} has no {source} any more", self.address),
                source,
                removals,
            )?;
            session.intake.writer.put_statuses(source, &[])?;
            for file in session.intake.writer.mirrored_files(&self.address)? {
                if source_of(&file).as_ref() == Some(source) {
                    session.intake.writer.forget_mirrored(&self.address, &file)?;
                }
            }
        }
        for source in &without_status {
            session.intake.writer.put_statuses(source, &[])?;
        }
        if session.options.allow_removals {
            session.intake.writer.record_allowed(&going)?;
        }
        Ok(())
    }
}
