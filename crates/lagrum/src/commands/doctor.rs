//! `lagrum doctor`: what is wrong with the machine and the data folder, in one screen.
//!
//! Each line is one thing: whether it is well, what was found, and, where it is not well, what to do. A check that fails stops no other.
//! Nothing is written.

mod cluster;
mod data;
mod machine;

use std::path::Path;
use std::process::ExitCode;

use crate::Failure;
use crate::cli::DoctorArguments;

/// How well a thing is. The numbers are exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Health {
    Ok = 0,
    Warning = 1,
    Fault = 2,
}

impl Health {
    fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Fault => "fault",
        }
    }
}

/// What was found of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct HealthFinding {
    thing: &'static str,
    health: Health,
    found: String,
    /// What to do. None where all is well.
    remedy: Option<String>,
}

impl HealthFinding {
    fn ok(thing: &'static str, found: impl Into<String>) -> Self {
        Self { thing, health: Health::Ok, found: found.into(), remedy: None }
    }

    fn warning(thing: &'static str, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { thing, health: Health::Warning, found: found.into(), remedy: Some(remedy.into()) }
    }

    fn fault(thing: &'static str, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { thing, health: Health::Fault, found: found.into(), remedy: Some(remedy.into()) }
    }
}

pub(crate) fn run(data: &Path, arguments: &DoctorArguments) -> Result<ExitCode, Failure> {
    let mut findings = data::folder(data);
    let held = data::open(data, &mut findings);
    findings.push(data::disk(data, held.snapshot.as_ref()));
    findings.push(machine::open_files(arguments.connections));
    findings.push(machine::memory(held.snapshot.as_ref()));
    findings.push(machine::sandbox());
    findings.push(machine::clock(&held.events));
    findings.extend(cluster::check(data, &arguments.engine, held.snapshot.as_ref()));
    let mut worst = Health::Ok;
    for HealthFinding { thing, health, found, remedy } in &findings {
        print_line!("{:<8} {thing:<11} {found}", health.name())?;
        if let Some(remedy) = remedy {
            print_line!("{:20} → {remedy}", "")?;
        }
        worst = worst.max(*health);
    }
    let count = |health: Health| findings.iter().filter(|finding| finding.health == health).count();
    print_line!("{} warnings, {} faults", count(Health::Warning), count(Health::Fault))?;
    Ok(ExitCode::from(worst as u8))
}
