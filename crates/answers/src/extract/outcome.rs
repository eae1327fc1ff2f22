//! What the check of a citation comes to: whether its reader must act.

use super::{CheckedQuote, ExtractedTarget, Occurrence, QuoteStatus, TargetStatus};
use crate::place_state::{PlaceStatus, StatedPlace};

/// What the check of a citation comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CitationOutcome {
    /// All that it names is held and applies, and its quotations stand there.
    Confirmed,
    /// What it names, or a text that it quotes, is not held, or was not compared.
    Unverified,
    /// Something that it names cannot exist, or does not apply on the day; or its name and number are of two documents; or a quotation
    /// of it does not stand where it is cited to.
    Doubtful,
}

impl Occurrence {
    /// What the check of the citation comes to: the worst of what it names and of its quotations.
    pub fn outcome(&self) -> CitationOutcome {
        let targets = self.targets.iter().map(|target| target.status).chain(self.status);
        let of_status = |status| match status {
            TargetStatus::Held => CitationOutcome::Confirmed,
            TargetStatus::NotHeld => CitationOutcome::Unverified,
            TargetStatus::Expired | TargetStatus::Coming | TargetStatus::Impossible => {
                CitationOutcome::Doubtful
            }
        };
        let quotes = self.quotes.iter().flatten().map(CheckedQuote::outcome);
        let misnamed = self.name_mismatch.is_some().then_some(CitationOutcome::Doubtful);
        targets.map(of_status).chain(quotes).chain(misnamed).max().unwrap_or(CitationOutcome::Unverified)
    }
}

impl CheckedQuote {
    /// What the check of the quotation comes to.
    pub fn outcome(&self) -> CitationOutcome {
        match self.status {
            QuoteStatus::Unverified => CitationOutcome::Unverified,
            status if status.is_problem() => CitationOutcome::Doubtful,
            _ => CitationOutcome::Confirmed,
        }
    }
}

impl ExtractedTarget {
    /// What the place is on the day, as a place of its own.
    pub fn stated(&self) -> StatedPlace {
        StatedPlace {
            status: match self.status {
                TargetStatus::Held => PlaceStatus::Held,
                TargetStatus::Expired => PlaceStatus::Expired,
                TargetStatus::Coming => PlaceStatus::Coming,
                TargetStatus::NotHeld => PlaceStatus::NotHeld,
                TargetStatus::Impossible => PlaceStatus::Impossible,
            },
            since: self.since.clone(),
            until: self.until.clone(),
            act: self.act.clone(),
            missing: self.missing.clone(),
            certainty: self.certainty,
            reason: self.reason,
            nearest: self.nearest.clone(),
        }
    }
}
