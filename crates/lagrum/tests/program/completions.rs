//! The completion scripts of shells: their completions, and that the shells accept them.

use std::path::Path;
use std::process::Command;

use crate::support::Home;

const COMMANDS: [&str; 8] =
    ["import", "build", "serve", "resolve", "search", "status", "check", "completions"];

/// The output of a shell that runs a program; None when the machine does not have the shell.
fn shell(name: &str, arguments: &[&str]) -> Option<String> {
    let ended = match Command::new(name).args(arguments).output() {
        Ok(ended) => ended,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            lagrum_test_support::skipped(format_args!("there is no {name}"));
            return None;
        }
        Err(error) => panic!("{name}: {error}"),
    };
    assert!(ended.status.success(), "{name}: {}", String::from_utf8_lossy(&ended.stderr));
    Some(String::from_utf8(ended.stdout).unwrap())
}

fn script(home: &Home, name: &str) -> String {
    let ended = home.done(&["completions", name]);
    assert_eq!(ended.stderr, "");
    home.write(name, &ended.stdout);
    ended.stdout
}

#[test]
fn every_shell_gets_a_script_that_it_can_read() {
    let home = Home::new();
    for name in ["bash", "zsh", "fish"] {
        let script = script(&home, name);
        for command in COMMANDS.into_iter().chain(["--data", "coverage"]) {
            let flag = command.trim_start_matches("--");
            assert!(script.contains(flag), "{name}: no {command}");
        }
        let path = home.path(name);
        shell(name, &["-n", path.to_str().unwrap()]);
    }
    let other = home.run(&["completions", "tcsh"]);
    assert!(other.code == Some(2) && other.stderr.contains("bash"), "{other:?}");
    assert!(!home.data().exists(), "asking for a script must not make folders");
}

/// The completions that bash offers for the last of some words.
fn completed(script: &Path, words: &[&str]) -> Option<Vec<String>> {
    let (last, before) = (words[words.len() - 1], words.get(words.len() - 2).copied().unwrap_or_default());
    let program = format!(
        "source {}; COMP_WORDS=({}); COMP_CWORD={}; _lagrum lagrum '{last}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" "),
        words.len() - 1,
    );
    let printed = shell("bash", &["--norc", "-c", &program])?;
    Some(printed.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

#[test]
fn bash_completes_commands_and_flags() {
    let home = Home::new();
    script(&home, "bash");
    let path = home.path("bash");
    let table: [(&[&str], &[&str]); 4] = [
        (&["lagrum", "stat"], &["status"]),
        (&["lagrum", "status", "--cov"], &["--coverage"]),
        (&["lagrum", "completions", "zs"], &["zsh"]),
        (&["lagrum", "xyz"], &[]),
    ];
    for (words, expected) in table {
        let Some(found) = completed(&path, words) else { return };
        assert_eq!(found, expected, "{words:?}");
    }
    let all = completed(&path, &["lagrum", ""]).unwrap();
    for command in COMMANDS {
        assert!(all.iter().any(|word| word == command), "{command} in {all:?}");
    }
    assert!(!all.iter().any(|word| word == "print-worker"), "a command of the program itself: {all:?}");
}
