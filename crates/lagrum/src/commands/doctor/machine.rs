//! The machine: open files, memory, the sandbox of the kernel, the clock.

use std::fs::read_to_string;
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use lagrum_api::server::Limits;
use lagrum_artifact::Base;
use lagrum_snapshot::Snapshot;

use super::finding::HealthFinding;
use crate::commands::serve::file_handles;
use crate::commands::status::size_text;
use crate::failure::Failure;
use crate::printing::{unprevented, worker_process};

/// The default memory of a build, and the memory of a small server.
const SMALL_MEMORY: u64 = 1 << 30;

/// The time at which this program was written. A clock with an earlier time is wrong.
const WRITTEN: Timestamp = Timestamp::constant(1_767_225_600, 0);

/// A longer time since the last event in a data folder says that the clock may be ahead. Imports refuse it then.
const LONG_PAUSE: SignedDuration = SignedDuration::from_hours(24 * lagrum_corpus::MAX_PAUSE_DAYS);

/// How much the clocks of several machines may differ.
const CLOCKS_DIFFER: SignedDuration = SignedDuration::from_mins(2);

/// Checks whether the system allows the open files for `connections` connections.
pub(super) fn open_files(connections: usize) -> HealthFinding {
    let handles = file_handles();
    let allowed = Limits::default().with_connections(connections).within(handles).connections;
    let found = format!("{handles} allowed, enough for {allowed} connections");
    if allowed >= connections {
        return HealthFinding::ok("open files", found);
    }
    let remedy =
        format!("for {connections} connections raise LimitNOFILE of the unit to 65536, or `ulimit -n`");
    HealthFinding::warning("open files", found, remedy)
}

/// Checks whether the free memory is enough for a build, and for the catalog of a snapshot.
pub(super) fn memory(snapshot: Option<&Snapshot>) -> HealthFinding {
    let Some(free) = free_memory() else {
        return HealthFinding::ok("memory", "this system does not say how much is free");
    };
    let catalog = snapshot.map_or(0, |snapshot| snapshot.catalog().bytes_on_disk());
    let found = format!("{} free, the catalog has {}", size_text(free), size_text(catalog));
    if free < SMALL_MEMORY {
        let remedy = "a build takes 1 GB unless `--memory` says less; end other programs, or raise MemoryMax of the unit";
        HealthFinding::warning("memory", found, remedy)
    } else if free < catalog {
        HealthFinding::warning(
            "memory",
            found,
            "answers come from the disk, slowly, until the catalog fits into memory",
        )
    } else {
        HealthFinding::ok("memory", found)
    }
}

/// The bytes of memory that this process may still take: those of the machine, or of its control group if these are fewer.
fn free_memory() -> Option<u64> {
    let machine = available(&read_to_string("/proc/meminfo").ok()?)?;
    Some(free_of_group().map_or(machine, |group| machine.min(group)))
}

/// The available memory in `/proc/meminfo`.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// The memory that the control group of the process has left; None without a limit.
fn free_of_group() -> Option<u64> {
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let folder = Path::new("/sys/fs/cgroup").join(path.trim_start_matches('/'));
    let number = |name: &str| read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}

/// Whether the kernel can sandbox worker processes.
pub(super) fn sandbox() -> HealthFinding {
    let kernel = read_to_string("/proc/sys/kernel/osrelease").unwrap_or_else(|_| "unknown".to_owned());
    let kernel = kernel.trim();
    let asked = || -> Result<Vec<&'static str>, Failure> {
        let worker = worker_process()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(runtime.block_on(unprevented(&worker))?)
    };
    match asked() {
        Ok(missing) if missing.is_empty() => HealthFinding::ok(
            "kernel",
            format!("{kernel}: worker processes are confined by Landlock and seccomp"),
        ),
        Ok(missing) => HealthFinding::warning(
            "kernel",
            format!("{kernel}: worker processes are not kept from: {}", missing.join(", ")),
            "use a kernel with Landlock (5.13 or later) and seccomp, and allow @sandbox in SystemCallFilter",
        ),
        Err(failure) => HealthFinding::fault(
            "kernel",
            format!("{kernel}: no worker process can be started, so there are no PDFs: {failure}"),
            "see whether the program may start itself, and whether its limits of memory and processes are too low",
        ),
    }
}

/// A past event in the data folder.
#[derive(Clone, Copy, Debug)]
pub(super) struct PastEvent {
    pub(super) what: &'static str,
    pub(super) at: Timestamp,
}

/// Checks whether the clock is later than all past events in the data folder.
pub(super) fn clock(events: &[PastEvent]) -> HealthFinding {
    clock_at(Timestamp::now(), events)
}

fn clock_at(now: Timestamp, events: &[PastEvent]) -> HealthFinding {
    let shown = now.strftime("%Y-%m-%d %H:%M:%S UTC");
    let remedy = "set the clock and keep it so (timedatectl set-ntp true): which text applies, and what changed when, depends on it";
    if now < WRITTEN {
        return HealthFinding::fault("clock", format!("{shown}, before this program was written"), remedy);
    }
    let newest = events.iter().max_by_key(|event| event.at);
    match newest {
        Some(PastEvent { what, at }) if at.duration_since(now) > CLOCKS_DIFFER => {
            HealthFinding::fault("clock", format!("{shown}, before the {what} of {at}"), remedy)
        }
        Some(PastEvent { what, at }) if now.duration_since(*at) > LONG_PAUSE => {
            HealthFinding::warning("clock", format!("{shown}, years after the {what} of {at}"), remedy)
        }
        Some(PastEvent { what, at }) => {
            HealthFinding::ok("clock", format!("{shown}, after the {what} of {at}"))
        }
        None => HealthFinding::ok("clock", shown.to_string()),
    }
}

/// The address at which the service is reached from outside. Its lack is no fault: a service without one names no forms in graphs.
pub(super) fn address(address: Option<&Base>) -> HealthFinding {
    match address {
        Some(address) => HealthFinding::ok("address", address.to_string()),
        None => HealthFinding::ok("address", "none: no ELI identifiers (--public-url)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::doctor::finding::Health;

    #[test]
    fn a_clock_is_wrong_before_what_has_happened() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let event = |what, time| PastEvent { what, at: at(time) };
        let newest =
            [event("last import", "2031-02-03T10:00:00Z"), event("publication", "2031-02-03T04:00:00Z")];
        for (now, events, health, word) in [
            ("2031-02-03T10:00:01Z", &newest[..], Health::Ok, "last import"),
            ("2031-02-03T09:59:00Z", &newest, Health::Ok, "last import"),
            ("2031-02-03T09:00:00Z", &newest, Health::Fault, "before the last import"),
            ("2031-02-03T09:00:00Z", &newest[1..], Health::Ok, "publication"),
            ("2039-02-03T09:00:00Z", &newest, Health::Warning, "years after the last import"),
            ("1970-01-01T00:00:00Z", &[], Health::Fault, "before this program"),
            ("2031-02-03T09:00:00Z", &[], Health::Ok, "09:00"),
        ] {
            let finding = clock_at(at(now), events);
            assert_eq!(finding.health, health, "{now}: {finding:?}");
            assert!(finding.found.contains(word), "{now}: {finding:?}");
        }
    }

    #[test]
    fn available_memory_is_read() {
        let meminfo = "MemTotal:  24000000 kB\nMemFree:  1 kB\nMemAvailable:   2048 kB\n";
        assert_eq!(available(meminfo), Some(2 << 20));
        for text in ["", "MemAvailable:\n", "MemAvailable: x kB", "MemFree: 1 kB"] {
            assert_eq!(available(text), None, "{text}");
        }
    }

    #[test]
    fn more_connections_than_files_is_a_warning() {
        assert_eq!(open_files(1).health, Health::Ok);
        assert_eq!(open_files(usize::MAX >> 8).health, Health::Warning);
    }
}
