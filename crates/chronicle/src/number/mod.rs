//! One number of an act: what bore it on each day.

mod facts;
mod fit;
mod on;
mod read_day;
mod spans;
mod table;
#[cfg(test)]
pub(crate) mod tests;

pub use self::facts::{Moment, NumberFacts, Said, Signer, WordsDigest};
pub(crate) use self::facts::{begins, ends};
pub use self::on::OnDay;
pub(crate) use self::spans::is_renumbered;
pub use self::spans::{Borne, Certainty, Span};
