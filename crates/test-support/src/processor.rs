//! The time of the processor, for measurements beside other work.

/// The nanoseconds that the processor spent on this thread; 0 where the system does not tell them.
pub fn processor_nanoseconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|spent| spent.parse().ok()).unwrap_or_default()
}
