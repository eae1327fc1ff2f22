//! One provision over time, under the numbers that it had.

mod entries;
mod provision_line;
mod since;

pub use self::entries::{LineChange, LineEntry};
pub use self::provision_line::{ProvisionLine, ProvisionLineNumber};
pub use self::since::LineSince;
