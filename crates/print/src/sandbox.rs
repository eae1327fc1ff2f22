//! The sandbox of a worker process: no files, no network, no other programs, and low priority.
//!
//! A job needs none of these. Its input and output are open when it starts or come over an open socket, and its fonts
//! and character maps are part of the program. So if an input makes a job run foreign code, that code cannot leave
//! the process. Two mechanisms of the kernel enforce this. Each alone is enough for files and network:
//!
//! * **Landlock** denies every access to files by name, to TCP ports and to processes outside;
//! * **seccomp** denies all system calls except those for computing, threads and open files. They fail as not permitted,
//!   so a library that queries an optional feature, such as the number of processors, continues without it.
//!
//! An old kernel, another system or a container may have one or neither. Then the job runs anyway, within its limits;
//! [`PrintJob::Sandbox`](lagrum_print_pool::PrintJob::Sandbox) checks what is prevented.

use std::net::UdpSocket;

use lagrum_print_pool::SandboxReport;
use rustix::process::{getpriority_process, nice};

/// The nice value of a worker: it yields the processor to other processes.
const NICE: i32 = 10;

/// The OOM score adjustment of a worker, of -1000 to 1000: the kernel kills a worker before the server.
const OOM_SCORE_ADJUSTMENT: &str = "1000";

/// Lowers the priority of the process, so that it takes no processor time that others need.
pub(crate) fn lower_priority() {
    // A failure is no reason not to print. `report` shows what is missing.
    let _ = nice(NICE);
}

/// Applies the sandbox, as far as the system supports it. It cannot be removed. Call it while the process has one thread.
pub(crate) fn apply() {
    // As for the priority, a failure is no reason not to print.
    let _ = std::fs::write("/proc/self/oom_score_adj", OOM_SCORE_ADJUSTMENT);
    #[cfg(target_os = "linux")]
    {
        let _ = linux::landlock();
        let _ = linux::seccomp();
    }
}

/// Checks what the sandbox prevents, by trying.
pub(crate) fn report() -> SandboxReport {
    SandboxReport {
        files: std::fs::File::open("/etc/passwd").is_err() && std::fs::read_dir("/").is_err(),
        network: UdpSocket::bind(("127.0.0.1", 0)).is_err(),
        programs: std::process::Command::new("/bin/true").status().is_err(),
        priority: getpriority_process(None).is_ok_and(|priority| priority >= NICE),
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::io;

    use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, Scope};
    use libc::c_long;
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

    /// Denies everything that the Landlock of this kernel can deny, up to this version of it.
    pub(super) fn landlock() -> Result<(), RulesetError> {
        let newest = ABI::V6;
        Ruleset::default()
            .handle_access(AccessFs::from_all(newest))?
            .handle_access(AccessNet::from_all(newest))?
            .scope(Scope::from_all(newest))?
            .create()?
            .restrict_self()?;
        Ok(())
    }

    /// Denies all system calls except [`ALLOWED`].
    pub(super) fn seccomp() -> io::Result<()> {
        let rules: BTreeMap<i64, _> = ALLOWED.iter().map(|number| (*number, Vec::new())).collect();
        let denied = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let arch = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
        let filter =
            SeccompFilter::new(rules, denied, SeccompAction::Allow, arch).map_err(io::Error::other)?;
        let program: BpfProgram = filter.try_into().map_err(io::Error::other)?;
        apply_filter(&program).map_err(io::Error::other)
    }

    /// The system calls for computing, threads and open files.
    const ALLOWED: &[c_long] = &[
        // Open files.
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_pread64,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_close,
        libc::SYS_fstat,
        libc::SYS_lseek,
        libc::SYS_fcntl,
        libc::SYS_ppoll,
        // The open socket by which a page worker gets its jobs and its PDF.
        libc::SYS_recvmsg,
        // Memory.
        libc::SYS_brk,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        // Threads.
        libc::SYS_clone,
        libc::SYS_clone3,
        libc::SYS_futex,
        libc::SYS_set_robust_list,
        libc::SYS_get_robust_list,
        libc::SYS_rseq,
        libc::SYS_membarrier,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_getcpu,
        libc::SYS_gettid,
        libc::SYS_getpid,
        libc::SYS_prctl,
        libc::SYS_getpriority,
        libc::SYS_prlimit64,
        // Signals, by which a crash is reported.
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_tgkill,
        libc::SYS_restart_syscall,
        // Clocks, random numbers, exit.
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_getrandom,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];
}
