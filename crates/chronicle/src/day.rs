//! Days on which something happens in law, of which some are not known.

use jiff::civil::Date;

/// The day on which something happened or will happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    /// On this day.
    On(Date),
    /// It happened, or may have, on a day that is not known.
    NotKnown,
    /// It does not happen, as far as is known.
    Never,
}

impl Day {
    /// The day, where it is known.
    pub fn known(self) -> Option<Date> {
        match self {
            Self::On(day) => Some(day),
            Self::NotKnown | Self::Never => None,
        }
    }
}

/// The day of an entry of a register that states one, or none.
impl From<Option<Date>> for Day {
    fn from(day: Option<Date>) -> Self {
        day.map_or(Self::NotKnown, Self::On)
    }
}

/// Whether something had happened by a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Happened {
    Yes,
    No,
    Maybe,
}

impl Happened {
    pub(crate) fn of(is_so: bool) -> Self {
        if is_so { Self::Yes } else { Self::No }
    }
}
