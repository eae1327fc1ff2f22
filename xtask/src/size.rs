//! `cargo xtask size`: how large the code is: lines, functions, test programs, the program. With a base, what was added since.
//!
//! A line of code is one of `src` that is neither blank nor a comment, and not of a test. The code is formatted, so a test
//! module ends at the first brace that is indented as its head is, and a function has its `fn` at the start of a line.
//! How many files a change touches is counted by hand, on a branch with the change.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why nothing could be counted.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The folders with code.
const FOLDERS: [&str; 3] = ["crates", "tools", "xtask"];

/// What to compare with.
#[derive(Debug, clap::Args)]
pub struct SizeOptions {
    /// A commit that is counted as well.
    #[arg(long, value_name = "COMMIT")]
    base: Option<String>,
}

/// The size of some code.
#[derive(Debug, Default, PartialEq, Eq)]
struct CodeSize {
    lines: usize,
    functions: usize,
    test_programs: usize,
}

/// Counts, and prints a table.
pub fn run(options: &SizeOptions) -> Result<(), Failure> {
    type Figure = fn(&CodeSize) -> usize;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above xtask")?;
    let now = CodeSize::of(&working_files(root)?);
    let base = options.base.as_deref().map(|commit| committed_files(root, commit)).transpose()?;
    let base = base.map(|files| CodeSize::of(&files));
    let rows: [(&str, Figure); 3] = [
        ("lines of code", |size| size.lines),
        ("functions", |size| size.functions),
        ("test programs", |size| size.test_programs),
    ];
    for (name, figure) in rows {
        print!("{name:<28}{:>9}", figure(&now));
        match &base {
            Some(base) => {
                let added = figure(&now).checked_signed_diff(figure(base)).unwrap_or_default();
                println!("{:>9}{added:>+9}", figure(base));
            }
            None => println!(),
        }
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    for profile in ["dist", "release"] {
        let name = format!("program ({profile}), MB");
        match target.join(profile).join("lagrum").metadata() {
            Ok(program) => println!("{name:<28}{:>9.1}", program.len() as f64 / 1e6),
            Err(_) => println!("{name:<28}not built"),
        }
    }
    println!("files that a change touches: to be counted on a branch with the change");
    Ok(())
}

/// The files of git in the working tree, with their texts.
fn working_files(root: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let listed = Command::new("git").arg("ls-files").args(FOLDERS).current_dir(root).output()?;
    if !listed.status.success() {
        return Err("git cannot list the files".into());
    }
    let listed = String::from_utf8(listed.stdout)?;
    let paths = listed.lines().filter(|path| path.ends_with(".rs") && root.join(path).exists());
    paths.map(|path| Ok((path.to_owned(), std::fs::read_to_string(root.join(path))?))).collect()
}

/// The files of a commit, with their texts.
fn committed_files(root: &Path, commit: &str) -> Result<BTreeMap<String, String>, Failure> {
    let mut command = Command::new("git");
    command.args(["archive", commit]).args(FOLDERS).current_dir(root).stdout(Stdio::piped());
    let mut git = command.spawn()?;
    let mut archive = tar::Archive::new(git.stdout.take().ok_or("git has no output")?);
    let mut files = BTreeMap::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.to_string_lossy().into_owned();
        if path.ends_with(".rs") {
            let mut text = String::new();
            entry.read_to_string(&mut text)?;
            files.insert(path, text);
        }
    }
    if !git.wait()?.success() {
        return Err(format!("git has no commit {commit}").into());
    }
    Ok(files)
}

impl CodeSize {
    fn of(files: &BTreeMap<String, String>) -> Self {
        let mut size = Self::default();
        for (path, text) in files {
            size.test_programs += usize::from(is_test_program(path));
            if is_code(path) {
                let code = code_lines(text);
                size.lines += code.len();
                size.functions += code.iter().filter(|line| begins_function(line)).count();
            }
        }
        size
    }
}

/// Whether a file is one of `src`, and not of tests.
fn is_code(path: &str) -> bool {
    let Some((_, below)) = path.split_once("/src/") else { return false };
    let is_test = |part: &str| part == "tests" || part == "tests.rs" || part.ends_with("_tests.rs");
    !path.starts_with("xtask/tests/") && !below.split('/').any(is_test)
}

/// Whether a file is what a test program is made from: `tests/NAME.rs` or `tests/NAME/main.rs`.
fn is_test_program(path: &str) -> bool {
    let Some((_, below)) = path.split_once("/tests/").filter(|(before, _)| !before.contains("/src")) else {
        return false;
    };
    match below.split_once('/') {
        None => true,
        Some((_, file)) => file == "main.rs",
    }
}

/// The lines of code of a file.
fn code_lines(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim_start();
        if trimmed == "#[cfg(test)]" {
            let end = format!("{}}}", &line[..line.len() - trimmed.len()]);
            // Further attributes, and then an item that ends on its first line or at a brace below it.
            let head = lines.by_ref().find(|line| !line.trim_start().starts_with("#["));
            if !head.is_some_and(|head| head.ends_with([';', '}'])) {
                lines.by_ref().find(|line| *line == end);
            }
        } else if !trimmed.is_empty() && !trimmed.starts_with("//") {
            found.push(line);
        }
    }
    found
}

/// Whether a line begins a function.
fn begins_function(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| {
        word.starts_with("pub") || ["const", "async", "unsafe", "extern", "\"C\""].contains(word)
    });
    words.next() == Some("fn") && words.next().is_some_and(|name| name.contains(['(', '<']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_comments_and_blank_lines_are_no_code() {
        let text = "//! A file.\n\nuse a::B;\n#[cfg(test)]\nmod other_tests;\n\n/// Counts.\npub(crate) const fn count<T>() {\n    \
            // None.\n    let fn_name = 1;\n}\n\n#[cfg(test)]\nmod tests {\n    fn one() {\n    }\n}\nfn after() {}\n";
        let files = [
            ("crates/a/src/lib.rs", text),
            ("crates/a/src/other_tests.rs", "fn two() {}"),
            ("crates/a/src/b/tests/mod.rs", "fn three() {}"),
            ("crates/a/tests/one.rs", "fn four() {}"),
            ("crates/a/tests/two/main.rs", "mod rows;"),
            ("crates/a/tests/two/rows.rs", "fn five() {}"),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
        assert_eq!(CodeSize::of(&files), CodeSize { lines: 5, functions: 2, test_programs: 2 });
    }
}
