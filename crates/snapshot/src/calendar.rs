//! Calendar days in Swedish time.

use std::sync::{LazyLock, OnceLock};

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

static FIXED: OnceLock<Date> = OnceLock::new();

/// Today's calendar date in Stockholm. A law that ends on a date ends at midnight there, wherever the server stands.
pub fn today() -> Date {
    FIXED.get().copied().unwrap_or_else(clock)
}

/// The day by the clock for the fixed day of [`fix_today`]; any other day unchanged. It is for dates of what the
/// service did, not of the law.
pub fn by_the_clock(day: Date) -> Date {
    if FIXED.get() == Some(&day) { clock() } else { day }
}

fn clock() -> Date {
    Timestamp::now().to_zoned(stockholm()).date()
}

/// Fixes the day that [`today`] returns for as long as the process runs, for a corpus of another time. Only the first
/// call has an effect.
pub fn fix_today(day: Date) {
    FIXED.get_or_init(|| day);
}

/// The calendar date in Stockholm at a time in seconds since 1970.
pub fn day_at(second: i64) -> Date {
    let time = Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH);
    time.to_zoned(stockholm()).date()
}

/// The date and the time of day in Stockholm at a time in seconds since 1970.
pub fn time_at(second: i64) -> DateTime {
    Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(stockholm()).datetime()
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
