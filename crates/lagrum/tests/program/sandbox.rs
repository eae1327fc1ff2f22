//! What the sandbox of worker processes prevents, and that workers print on a system without it.

use std::collections::BTreeMap;

use bytes::Bytes;
use lagrum_print_pool::{
    PrintError, PrintInput, PrintJob, PrintRequest, PrintWorker, SandboxReport, WorkerProcess,
};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

use crate::support::{Home, Server};

fn print(job: PrintJob, input: impl Into<Bytes>) -> Result<Bytes, PrintError> {
    let worker = WorkerProcess::new(env!("CARGO_BIN_EXE_lagrum"), ["print-worker"]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(worker.print(PrintRequest { job, input: PrintInput::Bytes(input.into()) }))
}

fn sandbox_report() -> SandboxReport {
    serde_json::from_slice(&print(PrintJob::Sandbox, Bytes::new()).unwrap()).unwrap()
}

/// Whether the kernel has seccomp, which is enough to prevent access to files and network.
fn kernel_filters() -> bool {
    std::path::Path::new("/proc/sys/kernel/seccomp/actions_avail").exists()
}

#[test]
fn a_worker_opens_no_file_and_no_socket_and_starts_no_program() {
    if !kernel_filters() {
        lagrum_test_support::skipped("this kernel has no seccomp");
        return;
    }
    assert_eq!(sandbox_report().missing(), [""; 0]);
    // Outside the sandbox these calls succeed, so the check is valid.
    assert!(std::fs::File::open("/etc/passwd").is_ok());
    assert!(std::net::UdpSocket::bind(("127.0.0.1", 0)).is_ok());
}

#[test]
fn a_worker_prints_on_a_system_without_a_sandbox() {
    if !kernel_filters() {
        lagrum_test_support::skipped("this kernel has no seccomp");
        return;
    }
    // This filter makes the mechanisms unavailable for this thread and the processes it starts.
    let unsandboxed = std::thread::spawn(|| {
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
        (sandbox_report(), print(PrintJob::Paper, manuscript))
    });
    let (report, pdf) = unsandboxed.join().unwrap();
    assert_eq!(report.missing(), ["files", "network", "programs"]);
    assert!(pdf.unwrap().starts_with(b"%PDF-"));
}

#[test]
fn the_server_logs_nothing_where_the_sandbox_is_complete() {
    if !kernel_filters() {
        lagrum_test_support::skipped("this kernel has no seccomp");
        return;
    }
    let home = Home::new();
    let server = Server::start(&home, &["--demo"]);
    let pdf = server.get("/api/v1/pdf?path=/1931:47");
    assert_eq!(pdf.status, 200, "{}", pdf.text());
    assert!(!server.log().contains("cannot sandbox worker processes"), "{}", server.log());
}
