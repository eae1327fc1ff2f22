//! A repository on this machine, read and written by the program `git`.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use super::BranchName;
use super::commit;
use crate::ExportError;

/// The maximum number of bytes of git's error output that an error repeats.
const MAX_PROBLEM: u64 = 4 << 10;

/// A repository.
#[derive(Clone, Debug)]
pub struct Repository {
    folder: PathBuf,
}

/// What earlier exports committed to a branch.
#[derive(Clone, Debug, Default)]
pub struct ExportedBefore {
    /// Whether the branch exists.
    pub(super) has_branch: bool,
    /// The digests of the file that were committed for a lydelse, by its uri; the last one last.
    pub(super) texts: HashMap<String, Vec<String>>,
}

impl Repository {
    /// Opens the repository in a folder, or makes one there with `branch` as its first branch.
    pub fn open_or_create(folder: &Path, branch: &BranchName) -> Result<Self, ExportError> {
        let this = Self { folder: folder.to_owned() };
        std::fs::create_dir_all(folder)?;
        // Inside another repository, git finds that repository. A new one is made for the folder.
        let inside = this.output(&["rev-parse", "--git-dir"]).unwrap_or_default();
        if !matches!(inside.trim(), ".git" | ".") {
            this.output(&["init", "--quiet", "--initial-branch", &branch.to_string()])?;
        }
        Ok(this)
    }

    /// What earlier exports committed to a branch.
    pub fn exported_before(&self, branch: &BranchName) -> Result<ExportedBefore, ExportError> {
        let reference = branch.reference();
        if self.output(&["rev-parse", "--verify", "--quiet", &reference]).is_err() {
            return Ok(ExportedBefore::default());
        }
        let mut log = self
            .git(&["log", "--reverse", "-z", "--format=%B", &reference])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| self.failed(error.to_string()))?;
        let mut before = ExportedBefore { has_branch: true, texts: HashMap::new() };
        if let Some(output) = log.stdout.take() {
            for message in BufReader::new(output).split(0) {
                let message = message?;
                if let Some((uri, digest)) = commit::exported(&String::from_utf8_lossy(&message)) {
                    before.texts.entry(uri.to_owned()).or_default().push(digest.to_owned());
                }
            }
        }
        self.ended(log, "log")?;
        Ok(before)
    }

    /// Starts `git fast-import`, calls `write` to write its stream, and waits until git has ended. A stream that ends
    /// early changes no branch.
    pub fn import<T>(
        &self,
        write: impl FnOnce(&mut BufWriter<ChildStdin>) -> Result<T, ExportError>,
    ) -> Result<T, ExportError> {
        let mut child = self
            .git(&["fast-import", "--quiet", "--done", "--date-format=raw"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| self.failed(error.to_string()))?;
        let stdin = child.stdin.take().ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))?;
        let mut input = BufWriter::with_capacity(1 << 16, stdin);
        let written = write(&mut input);
        // Dropping it writes the rest. If the rest does not arrive, git reports an error.
        drop(input);
        let ended = self.ended(child, "fast-import");
        match (written, ended) {
            // The error of git says more than a broken pipe.
            (Err(ExportError::Output(_)), Err(said)) => Err(said),
            (Err(error), _) => Err(error),
            (Ok(written), ended) => ended.map(|()| written),
        }
    }

    /// Makes the branch the one that a clone of the repository checks out, if HEAD names a branch without commits.
    pub fn name_branch(&self, branch: &BranchName) -> Result<(), ExportError> {
        let exists = |name: &str| self.output(&["rev-parse", "--verify", "--quiet", name]).is_ok();
        if !exists("HEAD") && exists(&branch.reference()) {
            self.output(&["symbolic-ref", "HEAD", &branch.reference()])?;
        }
        Ok(())
    }

    /// Whether the repository has a working tree.
    pub fn has_working_tree(&self) -> bool {
        self.output(&["rev-parse", "--is-inside-work-tree"]).is_ok_and(|said| said.trim() == "true")
    }

    fn git(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.folder).args(arguments).stdin(Stdio::null()).stderr(Stdio::piped());
        command
    }

    fn output(&self, arguments: &[&str]) -> Result<String, ExportError> {
        let output = self.git(arguments).output().map_err(|error| self.failed(error.to_string()))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(self.failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
        }
    }

    fn ended(&self, mut child: Child, command: &str) -> Result<(), ExportError> {
        let mut said = Vec::new();
        if let Some(errors) = child.stderr.take() {
            errors.take(MAX_PROBLEM).read_to_end(&mut said)?;
        }
        let status = child.wait()?;
        if status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&said);
        Err(self.failed(format!("git {command} ended with {status}: {}", said.trim())))
    }

    fn failed(&self, problem: String) -> ExportError {
        ExportError::Git { folder: self.folder.clone(), problem }
    }
}
