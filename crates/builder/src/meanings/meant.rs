//! What places that documents cite mean, before documents and anchors have their final numbers.

use std::collections::BTreeMap;

use jiff::civil::Date;
use lagrum_catalog::CitedAs;

use crate::positions::{GatheredPlace, ReadPosition};

/// What a place that a document cites means.
#[derive(Clone, Debug)]
pub(crate) struct GatheredMeaning {
    /// The place as the artifact has it.
    pub(crate) written: GatheredPlace,
    pub(crate) cited_as: CitedAs,
    /// The place that is meant; None where it is not known or gone.
    pub(crate) meant: Option<GatheredPlace>,
    /// Of a provision that is gone: what it was in, which is cited with it.
    pub(crate) around: Option<GatheredPlace>,
    /// Since when, and by which act, the number or the name is another's.
    pub(crate) taken: DatedAct,
    /// The act that repealed what is meant.
    pub(crate) ended: Option<DatedAct>,
}

/// An act, and the day on which it entered into force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DatedAct {
    pub(crate) uri: String,
    pub(crate) day: Option<Date>,
}

/// The meanings of what documents cite, where these are not the places that the artifacts have.
pub(crate) type GatheredMeanings = BTreeMap<ReadPosition, Vec<GatheredMeaning>>;
