//! `cargo xtask dist`: makes packages that can be installed without a compiler.
//!
//! It builds the program and makes these files from it, in one folder:
//!
//! * `lagrum-<version>-<target>.tar.gz`, laid out for `/usr/local`: program, man pages, completions, units, licences, SBOM;
//! * `lagrum_<version>_<architecture>.deb`, with the same content for Debian, with its users, its configuration and a running
//!   server;
//! * `SHA256SUMS` of both.
//!
//! The packages of a program always have the same bytes: entries are sorted, belong to root, and have the time of the commit
//! (`SOURCE_DATE_EPOCH` overrides it). Paths of this machine are kept out of the program.

mod archive;
mod debian;
mod dependencies;
mod layout;
mod licences;
mod sbom;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use self::dependencies::DependencyGraph;
use self::layout::{Layout, Parts};

/// Why nothing could be made.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The profile that releases are built with.
const PROFILE: &str = "dist";

/// What to make.
#[derive(Debug, clap::Args)]
pub struct DistOptions {
    /// The profile that the program is built with.
    #[arg(long, default_value = PROFILE, value_name = "NAME")]
    profile: String,
    /// A program that is built already, which is packed as it is.
    #[arg(long, value_name = "FILE", conflicts_with = "profile")]
    program: Option<PathBuf>,
    /// The folder for the packages. Default: `packages` in the target folder.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Builds the program and packs it.
pub fn run(options: &DistOptions) -> Result<(), Failure> {
    let root = root();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let program = match &options.program {
        Some(program) => program.clone(),
        None => build(&root, &target, &options.profile)?,
    };
    let output = options.output.clone().unwrap_or_else(|| target.join("packages"));
    fs::create_dir_all(&output).map_err(|error| format!("{}: {error}", output.display()))?;
    let time = commit_time(&root)?;
    let host = host()?;
    let graph = DependencyGraph::load(&root, &host)?;
    let parts = Parts::gather(&root, &program, &graph, time)?;
    let version = &graph.program().version;

    let name = format!("lagrum-{version}-{host}");
    let tarball = archive::tar_gz(&Layout::local(&root, &parts)?.under(&name), time)?;
    let package = debian::package(&root, &parts, version, &host, time)?;
    let mut sums = String::new();
    for (name, bytes) in [(format!("{name}.tar.gz"), tarball), package] {
        let path = output.join(&name);
        fs::write(&path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        sums.push_str(&format!("{}  {name}\n", hex::encode(Sha256::digest(&bytes))));
        println!("{} ({:.1} MB)", path.display(), bytes.len() as f64 / 1e6);
    }
    fs::write(output.join("SHA256SUMS"), sums)?;
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Builds the program with a profile.
fn build(root: &Path, target: &Path, profile: &str) -> Result<PathBuf, Failure> {
    let mut command = cargo();
    command.current_dir(root).args(["build", "--locked", "--package", "lagrum", "--bin", "lagrum"]);
    command.args(["--profile", profile]).arg("--target-dir").arg(target);
    if profile == PROFILE {
        // Messages of panics name source files. Other flags compile everything anew, so this is for releases only.
        let home = std::env::var("CARGO_HOME")
            .or_else(|_| Ok::<_, Failure>(format!("{}/.cargo", std::env::var("HOME")?)))?;
        let flags = [(root.display().to_string(), "/lagrum"), (home, "/cargo")];
        let flags = flags.map(|(from, to)| format!("--remap-path-prefix={from}={to}"));
        command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    }
    if !command.status()?.success() {
        return Err("the program does not compile".into());
    }
    Ok(target.join(profile).join("lagrum"))
}

/// The output of a command that must succeed.
fn output_of(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim()).into());
    }
    Ok(output.stdout)
}

/// The time of all entries in the packages: `SOURCE_DATE_EPOCH`, or that of the commit.
fn commit_time(root: &Path) -> Result<u64, Failure> {
    if let Ok(time) = std::env::var("SOURCE_DATE_EPOCH") {
        return time
            .parse()
            .map_err(|_| format!("SOURCE_DATE_EPOCH is {time:?}, which is no number of seconds").into());
    }
    let shown = output_of(Command::new("git").current_dir(root).args(["log", "-1", "--format=%ct"]))?;
    Ok(String::from_utf8(shown)?.trim().parse()?)
}

/// The target that this machine compiles for.
fn host() -> Result<String, Failure> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let shown = String::from_utf8(output_of(Command::new(rustc).arg("-vV"))?)?;
    let host = shown.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say what it compiles for".into())
}
