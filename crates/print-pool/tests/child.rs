//! The printer that starts processes, with a shell for the program: what its ways to end mean.

#![allow(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::time::Duration;

use bytes::Bytes;
use lagrum_print_pool::{ChildPrinter, Job, Material, Order, PrintError, Printer, Refusal};

fn shell(script: &str) -> ChildPrinter {
    ChildPrinter::new("/bin/sh", ["-c", script, "sh"])
}

fn order(material: Material) -> Order {
    Order { job: Job::Paper, material }
}

async fn run(script: &str) -> Result<Bytes, PrintError> {
    shell(script).print(order(Material::Bytes("material".into()))).await
}

#[tokio::test]
async fn the_job_is_the_argument_the_material_the_input_the_result_the_output() {
    assert_eq!(run(r#"printf "%s " "$1"; cat"#).await.unwrap(), "\"paper\" material");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, "content").unwrap();
    assert_eq!(shell("cat").print(order(Material::File(path))).await.unwrap(), "content");
}

#[tokio::test]
async fn the_environment_stays_here() {
    let printed = run("env").await.unwrap();
    let printed = std::str::from_utf8(&printed).unwrap();
    assert!(!printed.contains("CARGO") && !printed.contains("HOME"), "{printed}");
}

#[tokio::test]
async fn ways_to_end() {
    let table = [
        ("exit 0", Ok("")),
        ("printf done", Ok("done")),
        (r#"printf '"no_such_page"'; exit 3"#, Err("refused")),
        ("printf garbage; exit 3", Err("died")),
        ("exit 1", Err("died")),
        ("kill -9 $$", Err("died")),
        ("kill -6 $$", Err("died")),
    ]
    .map(|(script, expected)| (script, expected.map(str::to_owned)));
    for (script, expected) in table {
        let told = match run(script).await {
            Ok(bytes) => Ok(String::from_utf8(bytes.to_vec()).unwrap()),
            Err(PrintError::Refused(Refusal::NoSuchPage)) => Err("refused"),
            Err(PrintError::Died(_)) => Err("died"),
            Err(other) => panic!("{script}: {other}"),
        };
        assert_eq!(told, expected, "{script}");
    }
}

#[tokio::test]
async fn last_words_are_told() {
    let Err(PrintError::Died(words)) = run("echo out of ink >&2; exit 1").await else { panic!() };
    assert!(words.contains("out of ink"), "{words}");
}

#[tokio::test]
async fn a_process_that_hangs_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let hanging = shell(&format!("echo $$ > {}; exec sleep 600", pid.display()));
    let asked = hanging.within(Duration::from_millis(500)).print(order(Material::Bytes(Bytes::new()))).await;
    assert_eq!(asked, Err(PrintError::TooSlow));
    let pid = std::fs::read_to_string(pid).unwrap();
    let gone = || {
        !std::path::Path::new(&format!("/proc/{}/cmdline", pid.trim())).exists()
            || std::fs::read(format!("/proc/{}/cmdline", pid.trim())).unwrap_or_default().is_empty()
    };
    // The runtime collects it in its own time.
    for _ in 0..1000 {
        if gone() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("it lives on");
}

#[tokio::test]
async fn a_process_that_talks_without_end_is_ended() {
    let endless =
        shell("yes").print(Order { job: Job::Count, material: Material::Bytes(Bytes::new()) }).await;
    assert!(matches!(endless, Err(PrintError::Died(_))), "{endless:?}");
}

#[tokio::test]
async fn a_process_that_does_not_read_does_not_hold_up() {
    let much = Bytes::from(vec![b'x'; 4 << 20]);
    assert_eq!(shell("printf done").print(order(Material::Bytes(much))).await.unwrap(), "done");
}

#[tokio::test]
async fn what_cannot_be_started_has_died() {
    let none = ChildPrinter::new("/nowhere", [""]).print(order(Material::Bytes(Bytes::new()))).await;
    assert!(matches!(none, Err(PrintError::Died(_))), "{none:?}");
    let no_file = shell("cat").print(order(Material::File("/nowhere".into()))).await;
    assert!(matches!(no_file, Err(PrintError::Died(_))), "{no_file:?}");
}
