//! What day it is where the law applies.

use jiff::Zoned;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Today's calendar date in Stockholm. A law that ends on a date ends at midnight there, wherever the server stands.
pub fn today() -> Date {
    // The time zones come with the program; UTC would be wrong for an hour or two around midnight.
    let zone = TimeZone::get("Europe/Stockholm").unwrap_or(TimeZone::UTC);
    Zoned::now().with_time_zone(zone).date()
}
