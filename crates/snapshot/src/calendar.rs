//! Days where the law applies.

use std::sync::{LazyLock, OnceLock};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

static FIXED: OnceLock<Date> = OnceLock::new();

/// Today's calendar date in Stockholm. A law that ends on a date ends at midnight there, wherever the server stands.
pub fn today() -> Date {
    FIXED.get().copied().unwrap_or_else(clock)
}

/// A day by the clock: where it is the day that [`fix_today`] made today, the day of the clock. For what the service did, and not the law.
pub fn by_the_clock(day: Date) -> Date {
    if FIXED.get() == Some(&day) { clock() } else { day }
}

fn clock() -> Date {
    Timestamp::now().to_zoned(stockholm()).date()
}

/// Makes a day today for as long as the process runs, for a corpus whose law is of another time. The first call counts.
pub fn fix_today(day: Date) {
    FIXED.get_or_init(|| day);
}

/// The calendar date in Stockholm at a time in seconds since 1970.
pub fn day_at(second: i64) -> Date {
    let time = Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH);
    time.to_zoned(stockholm()).date()
}

/// When a day begins in Stockholm, in seconds since 1970.
pub fn midnight(day: Date) -> i64 {
    day.to_zoned(stockholm()).map_or(0, |midnight| midnight.timestamp().as_second())
}

fn stockholm() -> TimeZone {
    // The time zones are compiled in, so the fallback is not used. UTC would be wrong for up to two hours around
    // midnight.
    static STOCKHOLM: LazyLock<TimeZone> =
        LazyLock::new(|| TimeZone::get("Europe/Stockholm").unwrap_or(TimeZone::UTC));
    STOCKHOLM.clone()
}
