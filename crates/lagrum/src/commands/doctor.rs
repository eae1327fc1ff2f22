//! `lagrum doctor`: the problems of the machine and the data folder, in one screen.
//!
//! Each line is one check: whether all is well, what was found, and, if something is wrong, what to do. A check that fails
//! stops no other. Nothing is written.

mod cluster;
mod data;
mod finding;
mod machine;

use std::path::Path;
use std::process::ExitCode;

use self::finding::{Health, HealthFinding};
use crate::cli::DoctorArguments;
use crate::failure::Failure;

pub(crate) fn run(data: &Path, arguments: &DoctorArguments) -> Result<ExitCode, Failure> {
    let mut findings = data::folder(data);
    let held = data::open(data, &mut findings);
    findings.push(data::disk(data, held.snapshot.as_ref()));
    findings.push(machine::address(arguments.public_url.as_ref()));
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
