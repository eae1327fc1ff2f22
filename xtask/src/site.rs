//! Measures the pages of the site: `cargo xtask pages` asks for all of them, `cargo xtask phone` opens some in a browser. The
//! measurements themselves are `.ci/site/pages.py` and `.ci/site/phone.py`.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use clap::Args;

/// Which pages are asked for.
#[derive(Debug, Args)]
pub struct PagesOptions {
    /// The data folder whose documents are asked for. The release build of the program serves it.
    #[arg(long)]
    data: PathBuf,
    /// Request one of this number of documents.
    #[arg(long, default_value_t = 1)]
    every: u32,
}

/// Which pages are opened.
#[derive(Debug, Args)]
pub struct PhoneOptions {
    /// The address of a running server.
    address: String,
    /// A file with an address and a name on each line; without it the pages of the demo are opened.
    #[arg(long)]
    pages: Option<PathBuf>,
}

/// A server of a data folder, until it is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Asks for the page of every document.
pub fn pages(options: &PagesOptions) -> io::Result<()> {
    let (server, address) = serve(&options.data)?;
    let mut script = script("pages.py");
    let outcome = run(script.arg(address).arg("--every").arg(options.every.to_string()));
    drop(server);
    outcome
}

/// Opens pages as on a phone and as on a laptop.
pub fn phone(options: &PhoneOptions) -> io::Result<()> {
    let mut script = script("phone.py");
    script.arg(&options.address);
    if let Some(pages) = &options.pages {
        script.arg("--pages").arg(pages);
    }
    run(&mut script)
}

/// Builds the program and serves a data folder on a free port.
fn serve(data: &Path) -> io::Result<(Server, String)> {
    let root = root();
    let mut build = Command::new("cargo");
    // The packages that CI builds together, so that nothing is compiled twice.
    run(build
        .args(["build", "--release", "--package", "lagrum", "--package", "lagrum-measure"])
        .current_dir(&root))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let mut program = Command::new(target.join("release/lagrum"));
    program.arg("serve").arg("--data").arg(data).args(["--listen", "127.0.0.1:0"]);
    let mut server = Server(program.stdout(Stdio::piped()).spawn()?);
    let output = server.0.stdout.take().ok_or_else(|| io::Error::other("the server has no output"))?;
    for line in BufReader::new(output).lines() {
        if let Some((_, address)) = line?.split_once("serves on ") {
            let address = address.trim().to_owned();
            return Ok((server, address));
        }
    }
    Err(io::Error::other("the server ended before it served"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

fn script(name: &str) -> Command {
    let mut command = Command::new("python3");
    command.arg(root().join(".ci/site").join(name));
    command
}

fn run(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{command:?} failed: {status}"))) }
}
