//! What day it is where the law applies.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Today's calendar date in Stockholm, `YYYY-MM-DD`. A law that ends on a date ends at midnight there, wherever the
/// server stands.
pub fn today() -> String {
    // The time zones come with the program; UTC would be wrong for an hour or two around midnight.
    let zone = TimeZone::get("Europe/Stockholm").unwrap_or(TimeZone::UTC);
    Timestamp::now().to_zoned(zone).date().to_string()
}
