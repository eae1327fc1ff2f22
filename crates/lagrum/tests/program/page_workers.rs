//! Page workers: started in advance, isolated by PDF, replaced after failures, and without effect on what is drawn.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use lagrum_print_pool::{
    PageJob, PrintError, PrintInput, PrintJob, PrintRejection, PrintRequest, PrintWorker, WorkerProcess,
};
use tokio::runtime::Runtime;

use crate::hostile::{SHEET, pdf};
use crate::support::{Home, eventually};

struct Workers {
    process: WorkerProcess,
    runtime: Runtime,
}

impl Workers {
    fn new() -> Self {
        Self {
            process: WorkerProcess::new(env!("CARGO_BIN_EXE_lagrum"), ["print-worker"]),
            runtime: tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap(),
        }
    }

    fn draw(&self, file: &Path, number: u32) -> Result<Bytes, PrintError> {
        let job = PrintJob::Page(PageJob { number, dpi: 72, crop: None });
        self.runtime.block_on(self.process.print(PrintRequest { job, input: PrintInput::File(file.into()) }))
    }

    /// The picture as drawn by a process that is started for it.
    fn draw_alone(&self, file: &Path, number: u32) -> Bytes {
        let job = PrintJob::Page(PageJob { number, dpi: 72, crop: None });
        let input = PrintInput::Bytes(std::fs::read(file).unwrap().into());
        self.runtime.block_on(self.process.print(PrintRequest { job, input })).unwrap()
    }

    /// An idle worker that has read nothing, if there is one.
    fn fresh(&self) -> u32 {
        eventually("a worker is prepared", || {
            self.process.idle_workers().into_iter().find_map(|(id, has_read)| (!has_read).then_some(id))
        })
    }

    /// The idle workers that have read a PDF.
    fn bound(&self) -> Vec<u32> {
        self.process.idle_workers().into_iter().filter_map(|(id, has_read)| has_read.then_some(id)).collect()
    }
}

fn demo(home: &Home) -> Vec<PathBuf> {
    let files = lagrum_demo::pdfs().filter(|(name, _)| name.ends_with(".pdf"));
    files
        .map(|(name, content)| {
            home.write(name, content);
            home.path(name)
        })
        .collect()
}

#[test]
fn pages_have_the_same_picture_whichever_were_drawn_before() {
    let home = Home::new();
    let workers = Workers::new();
    let mut drawn = 0;
    for file in demo(&home) {
        for number in [1, 2, 3, 2, 1] {
            match workers.draw(&file, number) {
                Ok(png) => {
                    assert!(png == workers.draw_alone(&file, number), "{} {number}", file.display());
                    drawn += 1;
                }
                Err(error) => assert_eq!(error, PrintError::Rejected(PrintRejection::NoSuchPage)),
            }
        }
    }
    assert!(drawn > 20, "{drawn}");
}

#[test]
fn a_worker_draws_pages_of_one_pdf_only() {
    let home = Home::new();
    home.write("one.pdf", pdf(SHEET, b"0 0 100 100 re f", &[]));
    home.write("two.pdf", pdf(SHEET, b"0 0 50 50 re f", &[]));
    let (one, two) = (home.path("one.pdf"), home.path("two.pdf"));
    let workers = Workers::new();
    workers.draw(&one, 1).unwrap();
    let of_one = workers.bound();
    assert_eq!(of_one.len(), 1);
    let fresh = workers.fresh();
    assert!(!of_one.contains(&fresh));

    workers.draw(&one, 1).unwrap();
    assert_eq!(workers.bound(), of_one, "the worker that has read the PDF");
    assert_eq!(workers.fresh(), fresh);
    workers.draw(&two, 1).unwrap();
    let mut both = workers.bound();
    both.retain(|id| !of_one.contains(id));
    assert_eq!(both, [fresh], "the worker that had read nothing");
    assert_ne!(workers.fresh(), fresh);

    // Any number of PDFs leave a bounded number of processes.
    for n in 0..8 {
        home.write(&format!("{n}.pdf"), pdf(SHEET, b"0 0 100 100 re f", &[]));
        workers.draw(&home.path(&format!("{n}.pdf")), 1).unwrap();
        workers.fresh();
        assert!(workers.process.idle_workers().len() <= 4);
    }
}

#[test]
fn a_worker_is_replaced_after_any_failure() {
    let home = Home::new();
    let bomb = "/Type/XObject/Subtype/Image/BitsPerComponent 1/ColorSpace/DeviceGray/Width 2000000000\
        /Height 2000000000/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 2000000000/Rows 2000000000>>";
    let entries = format!("{SHEET}/Resources<</XObject<</I 5 0 R>>>>");
    home.write("bomb.pdf", pdf(&entries, b"200 0 0 200 0 0 cm /I Do", &[(bomb, vec![0; 100])]));
    home.write("large.pdf", pdf("/MediaBox[0 0 1000000 1000000]", b"", &[]));
    home.write("damaged.pdf", "%PDF-1.7 nothing");
    home.write("sound.pdf", pdf(SHEET, b"0 0 100 100 re f", &[]));
    let sound = home.path("sound.pdf");
    let workers = Workers::new();
    let expected = workers.draw(&sound, 1).unwrap();
    for (name, number) in [("bomb.pdf", 1), ("large.pdf", 1), ("damaged.pdf", 1), ("sound.pdf", 2)] {
        workers.fresh();
        let before = workers.process.idle_workers();
        let drawn = workers.draw(&home.path(name), number);
        let is_failure = drawn.is_err();
        let ended: Vec<u32> = before
            .iter()
            .map(|(id, _)| *id)
            .filter(|id| !workers.process.idle_workers().iter().any(|(idle, _)| idle == id))
            .collect();
        // The bomb may also be drawn, as nothing; the others are rejected.
        assert!(name == "bomb.pdf" || is_failure, "{name}: {drawn:?}");
        assert!(!is_failure || ended.len() == 1, "{name}: {ended:?}");
        assert_eq!(workers.draw(&sound, 1), Ok(expected.clone()), "after {name}");
    }
    let none = workers.draw(&home.path("nowhere.pdf"), 1);
    assert!(matches!(none, Err(PrintError::WorkerFailed(_))), "{none:?}");
}

#[test]
fn a_page_is_drawn_though_its_idle_worker_was_killed() {
    let home = Home::new();
    home.write("one.pdf", pdf(SHEET, b"0 0 100 100 re f", &[]));
    let file = home.path("one.pdf");
    let workers = Workers::new();
    let expected = workers.draw(&file, 1).unwrap();
    workers.fresh();
    for (id, _) in workers.process.idle_workers() {
        let id = rustix::process::Pid::from_raw(i32::try_from(id).unwrap()).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
    }
    assert_eq!(workers.draw(&file, 1), Ok(expected));
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_worker_has_its_limits_and_its_sandbox_before_it_reads_anything() {
    let workers = Workers::new();
    let runtime = workers.runtime.enter();
    workers.process.prepare().unwrap();
    drop(runtime);
    let id = workers.fresh();
    let read = |name: &str| std::fs::read_to_string(format!("/proc/{id}/{name}")).unwrap();
    // It has got no job, so whatever it has done it has done before it reads anything.
    let is_limited = || read("limits").contains("1073741824").then_some(());
    eventually("it limits itself", is_limited);
    if std::path::Path::new("/proc/sys/kernel/seccomp/actions_avail").exists() {
        let is_confined = || read("status").lines().any(|line| line == "Seccomp:\t2").then_some(());
        eventually("it enters its sandbox", is_confined);
    }
    let limits = read("limits");
    let limit = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(limit("Max address space"), ["1073741824", "1073741824"]);
    assert_eq!(limit("Max file size"), ["0", "0"]);
    assert_eq!(limit("Max cpu time"), ["80", "80"]);
    drop(workers);
    eventually("it ends with its parent's end of the socket", || {
        std::fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default().is_empty().then_some(())
    });
}
