//! Any text as a configuration file, for the commands that read most of it.
#![no_main]

use std::ffi::OsString;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tempfile::NamedTempFile;

#[path = "../../crates/lagrum/src/byte_size.rs"]
#[allow(dead_code)]
mod byte_size;
#[path = "../../crates/lagrum/src/cli.rs"]
#[allow(dead_code)]
mod cli;
#[path = "../../crates/lagrum/src/config.rs"]
#[allow(dead_code)]
mod config;
#[path = "../../crates/lagrum/src/operator_command.rs"]
#[allow(dead_code)]
mod operator_command;

static FILE: LazyLock<NamedTempFile> = LazyLock::new(|| NamedTempFile::new().unwrap());

fuzz_target!(|text: &str| {
    std::fs::write(FILE.path(), text).unwrap();
    for command in [&["serve"][..], &["import", "x"]] {
        let named = [OsString::from("lagrum"), "--config".into(), FILE.path().into()];
        let _ = config::parse_from(named.into_iter().chain(command.iter().map(Into::into)).collect());
    }
});
