//! The time that the processor spent on this process.

use std::time::Duration;

/// The time that the processor spent on this process, to ten milliseconds; None where the system does not tell it.
pub(crate) fn processor_time() -> Option<Duration> {
    const MILLISECONDS: u64 = 10;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in parentheses and may have blanks; the times are the twelfth and thirteenth field after it.
    let fields = stat.rsplit_once(')')?.1;
    let times = fields.split_whitespace().skip(11).take(2).map(|time| time.parse::<u64>().ok());
    let ticks: u64 = times.collect::<Option<Vec<_>>>()?.iter().sum();
    Some(Duration::from_millis(ticks * MILLISECONDS))
}
