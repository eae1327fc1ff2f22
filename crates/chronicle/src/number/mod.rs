//! One number of an act: what bore it on each day.

mod facts;
mod fit;
mod on;
mod spans;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use self::facts::begins;
pub use self::facts::{Moment, NumberFacts, Said, Signer, WordsDigest};
pub use self::on::OnDay;
pub(crate) use self::spans::is_renumbered;
pub use self::spans::{Borne, Certainty, Span};
