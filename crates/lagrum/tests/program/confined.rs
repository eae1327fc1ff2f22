//! What a process that prints is kept from, and that it prints all the same where the system keeps it from nothing.

use std::collections::BTreeMap;

use bytes::Bytes;
use lagrum_print_pool::{ChildPrinter, Confinement, Job, Material, Order, PrintError, Printer};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

use crate::support::{Home, Server};

fn print(job: Job, material: impl Into<Bytes>) -> Result<Bytes, PrintError> {
    let printer = ChildPrinter::new(env!("CARGO_BIN_EXE_lagrum"), ["print-worker"]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(printer.print(Order { job, material: Material::Bytes(material.into()) }))
}

fn confinement() -> Confinement {
    serde_json::from_slice(&print(Job::Confinement, Bytes::new()).unwrap()).unwrap()
}

/// Whether the kernel filters system calls; it needs nothing else to keep a process from files and network.
fn kernel_filters() -> bool {
    std::path::Path::new("/proc/sys/kernel/seccomp/actions_avail").exists()
}

#[test]
fn it_opens_no_file_and_no_socket_starts_no_program_and_yields() {
    if !kernel_filters() {
        println!("skipped: this kernel has no seccomp");
        return;
    }
    assert_eq!(confinement().missing(), [""; 0]);
    // The same tried where nothing is kept from anybody, so that the trial is one.
    assert!(std::fs::File::open("/etc/passwd").is_ok());
    assert!(std::net::UdpSocket::bind(("127.0.0.1", 0)).is_ok());
}

#[test]
fn it_prints_where_the_system_has_neither_mechanism() {
    if !kernel_filters() {
        println!("skipped: this kernel has no seccomp");
        return;
    }
    // A filter of ours makes the mechanisms unknown, for this thread and the processes it starts.
    let unconfined = std::thread::spawn(|| {
        let unknown = [
            libc::SYS_seccomp,
            libc::SYS_prctl,
            libc::SYS_landlock_create_ruleset,
            libc::SYS_landlock_add_rule,
            libc::SYS_landlock_restrict_self,
        ];
        let rules: BTreeMap<i64, _> = unknown.into_iter().map(|number| (number, Vec::new())).collect();
        let enosys = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
        let arch = std::env::consts::ARCH.try_into().unwrap();
        let filter: BpfProgram =
            SeccompFilter::new(rules, SeccompAction::Allow, enosys, arch).unwrap().try_into().unwrap();
        apply_filter(&filter).unwrap();
        let manuscript = r#"{"title":"Lag","head":"Lag","address":"https://lag.example/1:1","artifact":null,
            "layout":{"contents":false,"amendments":false,"columns":1},"context":[],"figures":[]}"#;
        (confinement(), print(Job::Paper, manuscript))
    });
    let (confinement, pdf) = unconfined.join().unwrap();
    assert_eq!(confinement.missing(), ["files", "network", "programs"]);
    assert!(pdf.unwrap().starts_with(b"%PDF-"));
}

#[test]
fn the_server_says_nothing_where_all_holds() {
    if !kernel_filters() {
        println!("skipped: this kernel has no seccomp");
        return;
    }
    let home = Home::new();
    let server = Server::start(&home, &["--demo"]);
    let pdf = server.get("/api/v1/pdf?path=/1931:47");
    assert_eq!(pdf.status, 200, "{}", pdf.text());
    assert!(!server.log().contains("cannot sandbox worker processes"), "{}", server.log());
}
