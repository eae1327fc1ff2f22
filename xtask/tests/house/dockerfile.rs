//! The Dockerfile fits the repository: what it copies exists, what it builds is built, and the program knows the command and
//! the variables that it sets. (Building the image needs a container engine, so no test does.)

#![expect(clippy::unwrap_used, reason = "a file that is not there should end the test")]

use crate::common::{read, root};

/// The instructions with their arguments, continued lines joined.
fn instructions() -> Vec<(String, String)> {
    let text = read("Dockerfile").replace("\\\n", " ");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| line.split_once(' ').unwrap())
        .map(|(name, rest)| (name.to_owned(), rest.to_owned()))
        .collect()
}

/// The arguments of each instruction of a name.
fn all(name: &str) -> Vec<String> {
    instructions().into_iter().filter(|(found, _)| found == name).map(|(_, rest)| rest).collect()
}

#[test]
fn what_is_copied_is_what_is_built() {
    let work = all("WORKDIR").pop().unwrap();
    let build = all("RUN").into_iter().find(|run| run.starts_with("cargo build")).unwrap();
    for part in ["--release", "--locked", "--package lagrum"] {
        assert!(build.contains(part), "{build}");
    }
    assert!(root().join("Cargo.lock").is_file(), "--locked needs it");
    assert!(read("crates/lagrum/Cargo.toml").contains("name = \"lagrum\""));
    assert!(root().join("crates/lagrum/src/main.rs").is_file());
    let copied =
        all("COPY").into_iter().find_map(|copy| copy.strip_prefix("--from=built ").map(str::to_owned));
    let copied = copied.unwrap();
    let (from, to) = copied.split_once(' ').unwrap();
    assert_eq!(from, format!("{work}/target/release/lagrum"));
    assert!(to.starts_with("/usr/local/bin/"), "on the path: {to}");
}

#[test]
fn nothing_that_the_build_needs_is_left_out() {
    let left_out = read(".dockerignore");
    let needed = ["Cargo.toml", "Cargo.lock", "crates", "tools", "xtask", "clippy.toml", ".cargo"];
    for name in needed {
        assert!(root().join(name).exists(), "{name}");
        assert!(!left_out.lines().any(|line| line.trim_matches('/') == name), "{name} is left out");
    }
    assert!(left_out.lines().any(|line| line == "target"));
}

#[test]
fn what_is_set_and_run_the_program_knows() {
    let known = read("crates/lagrum/src/cli.rs");
    for setting in all("ENV").iter().flat_map(|line| line.split(' ')) {
        let (name, _) = setting.split_once('=').unwrap();
        assert!(known.contains(&format!("env = \"{name}\"")), "{name}");
    }
    let run: Vec<String> = serde_json::from_str(&all("CMD").pop().unwrap()).unwrap();
    assert_eq!(run[..2], ["lagrum", "serve"]);
    for flag in run[2..].iter().filter_map(|word| word.strip_prefix("--")) {
        let field = flag.replace('-', "_");
        assert!(known.contains(&format!("pub(crate) {field}:")), "{flag}");
    }
    let port = known.split("LAGRUM_LISTEN").nth(1).and_then(|rest| rest.split_once("default_value = \""));
    let port = port.unwrap().1.split(['"', ':']).nth(1).unwrap();
    assert_eq!(all("EXPOSE"), [port]);
    assert!(all("ENV")[0].ends_with(&format!(":{port}")));
    assert_eq!(all("STOPSIGNAL"), ["SIGTERM"]);
}
