//! The printer: this program, started again for each job.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use lagrum_print_pool::{Cache, ChildPrinter, Confinement, Job, Material, Order, Press, Printer};

use crate::Failure;

/// What does the jobs. The program is the one that runs, also when its file has been replaced meanwhile.
pub fn printer() -> Result<ChildPrinter, Failure> {
    Ok(ChildPrinter::new(this_program()?, ["print-worker"]))
}

/// The file of the running program. An upgrade puts another file in its place; what a server has begun with it goes on
/// with, and Linux keeps the old one within reach.
fn this_program() -> std::io::Result<std::path::PathBuf> {
    let own = Path::new("/proc/self/exe");
    if own.exists() {
        Ok(format!("/proc/{}/exe", std::process::id()).into())
    } else {
        std::env::current_exe()
    }
}

/// The press of a server, which keeps so many megabytes in this folder.
pub fn press(folder: PathBuf, megabytes: u64) -> Result<Press, Failure> {
    let cache = Cache::new(folder, megabytes.saturating_mul(1 << 20));
    Ok(Press::new(printer()?, lagrum_print::paper::style(), cache))
}

/// Says in the log what the kernel does not keep the processes of the printer from. They work all the same.
pub async fn tell_confinement(printer: ChildPrinter) {
    let order = Order { job: Job::Confinement, material: Material::Bytes(Bytes::new()) };
    let told = match printer.print(order).await {
        Ok(answer) => serde_json::from_slice::<Confinement>(&answer).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    match told.map(Confinement::missing) {
        Ok(missing) if missing.is_empty() => {}
        Ok(missing) => tracing::warn!(
            "this system does not keep processes that print from: {} (Landlock and seccomp would)",
            missing.join(", ")
        ),
        Err(error) => tracing::warn!("whether processes that print are confined is not known: {error}"),
    }
}

/// Counts the pages of PDFs, one after another.
pub struct PageCounter {
    printer: ChildPrinter,
    runtime: tokio::runtime::Runtime,
}

impl PageCounter {
    /// A counter that starts a process for each PDF.
    pub fn new() -> Result<Self, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { printer: printer()?, runtime })
    }

    /// The number of pages, or why it cannot be told.
    pub fn count(&self, pdf: &Path) -> Result<u32, String> {
        let order = Order { job: Job::Count, material: Material::File(pdf.to_owned()) };
        let answer = self.runtime.block_on(self.printer.print(order)).map_err(|error| error.to_string())?;
        let text = std::str::from_utf8(&answer).map_err(|error| error.to_string())?;
        text.parse().map_err(|_| "more pages than any document has".to_owned())
    }
}
