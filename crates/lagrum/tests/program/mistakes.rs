//! Mistakes of people at the command line: what is said, and the exit code. The table is `mistakes.tsv`.

use std::collections::HashMap;
use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;

use lagrum_test_support::skipped;

use crate::corpora::statutes;
use crate::support::{Home, ended};

/// A user who owns nothing. Only the superuser can run a command as another user.
const NOBODY: u32 = 65_534;

/// What the folder `data` is when a mistake is made.
fn home_with(state: &str) -> Home {
    let home = Home::new();
    home.write("odd.txt", "x");
    home.write("file", "x");
    home.write("wrong.toml", "lisen = \"x\"");
    home.write("broken.toml", "listen =");
    home.write("broken.ndjson.gz", "not gzip");
    home.write("shape/sfs.ndjson", "{\"title\":\"x\"}\n{\"title\":\"y\"}\n");
    home.write("away/sfs.ndjson", statutes(1..2, "x").join("\n").replace("lag.example", "other.example"));
    home.write("text.txt", "Se 99 § lagen (1931:1).");
    home.write("law.zip", "PK\u{3}\u{4}");
    std::fs::create_dir(home.path("empty")).unwrap();
    match state {
        "none" => {}
        "empty" => {
            home.run(&["import", "shape"]);
        }
        "corpus" => {
            let dump = home.write("sfs.ndjson", statutes(1..4, "om vallning").join("\n"));
            home.done(&["import", &dump]);
        }
        "built" | "closed" | "foreign" => home.publish(&[("sfs", &statutes(1..4, "om vallning"))]),
        other => panic!("no state {other}"),
    }
    // Another user than the one whose the folder is comes to it.
    std::fs::set_permissions(home.path("."), Permissions::from_mode(0o755)).unwrap();
    if state == "closed" {
        std::fs::set_permissions(home.data(), Permissions::from_mode(0o700)).unwrap();
    }
    home
}

/// Whether the commands of a state are run as [`NOBODY`].
fn is_of_another(state: &str) -> bool {
    matches!(state, "closed" | "foreign")
}

#[test]
fn each_mistake_is_told_with_its_remedy() {
    let rows: Vec<Vec<&str>> = include_str!("mistakes.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    assert!(rows.len() >= 60, "{}", rows.len());
    let can_be_another = is_superuser();
    let mut homes: HashMap<&str, Home> = HashMap::new();
    let mut wrong = Vec::new();
    for row in &rows {
        let [state, arguments, code, said] = row[..] else { panic!("{row:?}") };
        if is_of_another(state) && !can_be_another {
            skipped(format_args!("only the superuser can run it as another user: {arguments}"));
            continue;
        }
        let home = homes.entry(state).or_insert_with(|| home_with(state));
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let mut command = home.command(&arguments);
        if is_of_another(state) {
            command.uid(NOBODY).gid(NOBODY);
        }
        let ended = ended(&mut command);
        let output = format!("{}{}", ended.stdout, ended.stderr);
        let missing: Vec<&str> = said.split('|').filter(|words| !output.contains(words)).collect();
        if ended.code != code.parse().ok() || !missing.is_empty() {
            wrong.push(format!("{arguments:?} with {state}: {:?}, lacks {missing:?}:\n{output}", ended.code));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Whether the test runs as the superuser.
fn is_superuser() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}
