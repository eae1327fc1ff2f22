//! The current day where the law applies.

use jiff::Zoned;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Today's calendar date in Stockholm. A law that ends on a date ends at midnight there, wherever the server stands.
pub fn today() -> Date {
    // The time zones are compiled in, so the fallback is not used. UTC would be wrong for up to two hours around
    // midnight.
    let zone = TimeZone::get("Europe/Stockholm").unwrap_or(TimeZone::UTC);
    Zoned::now().with_time_zone(zone).date()
}
