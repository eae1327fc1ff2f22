//! What the process that does a job is kept from: files, the network, other programs, and the processor when others want
//! it.
//!
//! A job needs nothing of these. Its material and its result are open files when it begins, and its fonts and character
//! maps are part of the program. So when what it reads makes it run somebody else's code, that code gets no further than
//! this process. Two mechanisms of the kernel see to it, each of them alone enough for files and network:
//!
//! * **Landlock** refuses every access to a file by its name, to TCP ports and to processes outside;
//! * **seccomp** refuses all system calls but those that computing, threads and the open files need. They fail as not
//!   permitted, so a library that asks for a convenience, such as the number of processors, goes on without it.
//!
//! An old kernel, another system or a container may have one or neither. Then the job is done all the same, within the
//! bounds it has; [`Job::Confinement`](lagrum_print_pool::Job::Confinement) tells how far this reaches, by trying.

use std::net::UdpSocket;

use lagrum_print_pool::Confinement;
use rustix::process::{getpriority_process, nice};

/// How much less than other processes this one matters to the scheduler.
const NICE: i32 = 10;

/// What the kernel ends first when memory runs out, of -1000 to 1000: rather a print than the server.
const FIRST_TO_GO: &str = "1000";

/// Confines the process for good, as far as the system can. Call it while it has one thread.
pub(crate) fn confine() {
    // None of these is a reason not to print: what does not hold is told by `confinement`.
    let _ = nice(NICE);
    let _ = std::fs::write("/proc/self/oom_score_adj", FIRST_TO_GO);
    #[cfg(target_os = "linux")]
    {
        let _ = linux::landlock();
        let _ = linux::seccomp();
    }
}

/// How far the process is confined, by trying.
pub(crate) fn confinement() -> Confinement {
    Confinement {
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

    /// Refuses what the kernel's Landlock can refuse, up to this version of it.
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

    /// Refuses all system calls but [`ALLOWED`].
    pub(super) fn seccomp() -> io::Result<()> {
        let rules: BTreeMap<i64, _> = ALLOWED.iter().map(|number| (*number, Vec::new())).collect();
        let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let arch = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
        let filter =
            SeccompFilter::new(rules, refused, SeccompAction::Allow, arch).map_err(io::Error::other)?;
        let program: BpfProgram = filter.try_into().map_err(io::Error::other)?;
        apply_filter(&program).map_err(io::Error::other)
    }

    /// What computing, threads and open files need.
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
        // Signals, which a crash is told by.
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_tgkill,
        libc::SYS_restart_syscall,
        // Clocks, chance, the end.
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_getrandom,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];
}
