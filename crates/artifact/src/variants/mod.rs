//! Variants of one number that stand in one text, each for its days.
//!
//! A statute that is consolidated before an amendment enters into force has both texts of a provision beside each other
//! (`node_dates`). The artifact gives the anchor to one of them, which need not be the one that applies on the day a reader
//! asks for. So each variant without a stored anchor is given the one that its number has, when the artifact is parsed:
//!
//! * a paragraf or a kapitel that of the one beside it with the same number, else one made of the part around it and its
//!   number, as the artifact's own are;
//! * a bilaga that of the one with the same heading, a heading that of the one of its level that takes its place on the day
//!   on which it ends;
//! * what is inside such a variant, the anchors that the artifact would have given: stycken counted, punkter by their
//!   letters and numbers.
//!
//! [`on_day`](crate::Artifact::on_day) leaves the text of a day: the variant that applies has the anchor, whichever the artifact gave
//! it to. [`read_on`](crate::Artifact::read_on) leaves the whole text: the variants that are to come, and those that
//! have ended, stand behind the one that applies. Where two variants of a number apply on a day, the one that began later is the text.

mod anchors;
mod dated_variant;
mod days;
mod naming;
mod select;
#[cfg(test)]
mod tests;

pub use self::dated_variant::DatedVariant;
pub(crate) use self::days::Days;
pub(crate) use self::naming::name_variants;
