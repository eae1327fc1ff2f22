//! Acts over time, as the catalog has them: what was known of an act and its provisions on a day is asked here, and
//! decided in [`lagrum_chronicle`].

mod act;
mod anchors;
mod held;
mod numbers;
mod renumbered;
mod said;

pub(crate) use self::act::ActInTime;
pub use self::held::HeldActs;
