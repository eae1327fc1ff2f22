//! A day as a number.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A day as a number that orders days, as an index stores it: 20310131 for 2031-01-31.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DayNumber(u32);

impl DayNumber {
    /// The number of a day of a year. The day is not checked.
    pub const fn new(year: u16, month: u8, day: u8) -> Self {
        Self(year as u32 * 10_000 + month as u32 * 100 + day as u32)
    }

    /// The number itself.
    pub fn get(self) -> u32 {
        self.0
    }
}

impl From<Date> for DayNumber {
    /// The number of a day. Days before the year 0, which no document has, count as days of that year.
    fn from(date: Date) -> Self {
        Self::new(date.year().max(0).unsigned_abs(), date.month().unsigned_abs(), date.day().unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_are_ordered_by_their_numbers() {
        let days = [date(-1, 12, 31), date(0, 12, 31), date(1, 1, 1), date(2031, 1, 31), date(2031, 2, 1)];
        assert!(days.map(DayNumber::from).is_sorted());
        assert_eq!(DayNumber::from(date(2031, 1, 31)).get(), 20_310_131);
    }
}
