//! Worker processes, with a shell as the program: how their input, output and exit are interpreted.

use std::time::Duration;

use bytes::Bytes;
use lagrum_print_pool::{
    PrintError, PrintInput, PrintJob, PrintRejection, PrintRequest, PrintWorker, WorkerProcess,
};

fn shell(script: &str) -> WorkerProcess {
    WorkerProcess::new("/bin/sh", ["-c", script, "sh"])
}

fn request(input: PrintInput) -> PrintRequest {
    PrintRequest { job: PrintJob::Paper, input }
}

async fn run(script: &str) -> Result<Bytes, PrintError> {
    shell(script).print(request(PrintInput::Bytes("input".into()))).await
}

#[tokio::test]
async fn the_job_is_the_argument_and_the_result_the_output() {
    assert_eq!(run(r#"printf "%s " "$1"; cat"#).await.unwrap(), "\"paper\" input");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, "content").unwrap();
    assert_eq!(shell("cat").print(request(PrintInput::File(path))).await.unwrap(), "content");
}

#[tokio::test]
async fn a_worker_has_an_empty_environment() {
    let printed = run("env").await.unwrap();
    let printed = std::str::from_utf8(&printed).unwrap();
    assert!(!printed.contains("CARGO") && !printed.contains("HOME"), "{printed}");
}

#[tokio::test]
async fn exit_codes_and_outputs_are_results() {
    let table = [
        ("exit 0", Ok("")),
        ("printf done", Ok("done")),
        (r#"printf '"no_such_page"'; exit 3"#, Err("rejected")),
        ("printf garbage; exit 3", Err("failed")),
        ("exit 1", Err("failed")),
        ("kill -9 $$", Err("failed")),
        ("kill -6 $$", Err("failed")),
    ]
    .map(|(script, expected)| (script, expected.map(str::to_owned)));
    for (script, expected) in table {
        let result = match run(script).await {
            Ok(bytes) => Ok(String::from_utf8(bytes.to_vec()).unwrap()),
            Err(PrintError::Rejected(PrintRejection::NoSuchPage)) => Err("rejected"),
            Err(PrintError::WorkerFailed(_)) => Err("failed"),
            Err(other) => panic!("{script}: {other}"),
        };
        assert_eq!(result, expected, "{script}");
    }
}

#[tokio::test]
async fn standard_error_is_part_of_the_failure() {
    let Err(PrintError::WorkerFailed(error)) = run("echo out of ink >&2; exit 1").await else { panic!() };
    assert!(error.contains("out of ink"), "{error}");
}

#[tokio::test]
async fn a_worker_that_hangs_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let hanging = shell(&format!("echo $$ > {}; exec sleep 600", pid.display()));
    let result = hanging
        .with_timeout(Duration::from_millis(500))
        .print(request(PrintInput::Bytes(Bytes::new())))
        .await;
    assert_eq!(result, Err(PrintError::TimedOut));
    let pid = std::fs::read_to_string(pid).unwrap();
    let gone = || {
        !std::path::Path::new(&format!("/proc/{}/cmdline", pid.trim())).exists()
            || std::fs::read(format!("/proc/{}/cmdline", pid.trim())).unwrap_or_default().is_empty()
    };
    // The runtime collects the process later.
    for _ in 0..1000 {
        if gone() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the process still runs");
}

#[tokio::test]
async fn a_worker_with_endless_output_is_killed() {
    let endless = shell("yes")
        .print(PrintRequest { job: PrintJob::Count, input: PrintInput::Bytes(Bytes::new()) })
        .await;
    assert!(matches!(endless, Err(PrintError::WorkerFailed(_))), "{endless:?}");
}

#[tokio::test]
async fn a_worker_that_does_not_read_its_input_causes_no_delay() {
    let much = Bytes::from(vec![b'x'; 4 << 20]);
    assert_eq!(shell("printf done").print(request(PrintInput::Bytes(much))).await.unwrap(), "done");
}

#[tokio::test]
async fn a_worker_that_cannot_be_started_is_a_failure_of_its_own() {
    let none = WorkerProcess::new("/nowhere", [""]).print(request(PrintInput::Bytes(Bytes::new()))).await;
    assert!(matches!(none, Err(PrintError::NotStarted(_))), "{none:?}");
    let no_file = shell("cat").print(request(PrintInput::File("/nowhere".into()))).await;
    assert!(matches!(no_file, Err(PrintError::WorkerFailed(_))), "{no_file:?}");
}
