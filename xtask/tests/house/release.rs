//! A release has one version, which is the same everywhere that it is stated.

#![expect(clippy::unwrap_used, reason = "a broken manifest should end the test")]

use crate::common::read;

/// The version of the program and its crates.
fn version() -> String {
    let manifest = read("Cargo.toml");
    let package = manifest.split_once("[workspace.package]").unwrap().1;
    quoted_after(package, "version = ")
}

/// The quoted text after the first occurrence of another.
fn quoted_after(text: &str, name: &str) -> String {
    let rest = text.split_once(name).unwrap().1;
    rest.split('"').nth(1).unwrap().to_owned()
}

#[test]
fn the_clients_and_the_changelog_have_the_version_of_the_program() {
    let version = version();
    assert_eq!(quoted_after(&read("clients/python/pyproject.toml"), "\nversion = "), version);
    assert_eq!(quoted_after(&read("clients/typescript/package.json"), "\"version\":"), version);
    let changelog = read("CHANGELOG.md");
    // What is done since the last release stands before it.
    let mut sections = changelog.lines().filter_map(|line| line.strip_prefix("## "));
    let newest = sections.find(|section| *section != "Unreleased").unwrap();
    assert_eq!(newest.split(',').next(), Some(version.as_str()), "the newest release of CHANGELOG.md");
}

#[test]
fn documents_name_the_packages_of_this_version() {
    let version = version();
    let check = |file: &str, before: &str, after: &str| {
        let text = read(file);
        let named: Vec<&str> =
            text.split(before).skip(1).filter_map(|rest| Some(rest.split_once(after)?.0)).collect();
        assert!(!named.is_empty(), "{file} names no {before}…{after}");
        assert!(named.iter().all(|named| *named == version), "{file}: {named:?}");
    };
    check("README.md", "lagrum_", "_amd64.deb");
    check("docs/operate.md", "lagrum_", "_amd64.deb");
    check("docs/operate.md", "lagrum-", "-x86_64-unknown-linux-gnu.tar.gz");
}
