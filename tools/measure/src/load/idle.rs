//! Silent connections, and their effect on other requests.

use std::fmt::Write;
use std::time::{Duration, Instant};

use tokio::net::TcpStream;

use super::{Failure, Options, probe, report};

/// How many times each path is requested while the connections are open.
const ROUNDS: usize = 50;

/// A time after which the server may close a new connection for another.
const SETTLED: Duration = Duration::from_secs(1);

/// The paths that are requested before, during and after.
const PATHS: [&str; 3] =
    ["/healthz", "/api/v1/search?q=upps%C3%A4gning+av+hyresg%C3%A4st&limit=10", "/api/v1/sources"];

/// Opens the connections, sends requests, closes them, and sends requests again.
pub(super) async fn measure(options: &Options, connections: usize) -> Result<String, Failure> {
    let mut report = String::new();
    row(&mut report, "before", options).await?;
    let begun = Instant::now();
    let mut open = Vec::with_capacity(connections);
    for _ in 0..connections {
        open.push(TcpStream::connect(&options.server).await?);
    }
    writeln!(report, "{connections} connections opened in {:.1} s", begun.elapsed().as_secs_f64())?;
    tokio::time::sleep(SETTLED).await;
    row(&mut report, "all open", options).await?;
    let held = open.iter().filter(|stream| is_open(stream)).count();
    writeln!(report, "the server keeps {held} of them")?;
    drop(open);
    row(&mut report, "closed", options).await?;
    Ok(report)
}

/// Whether the connection is still open.
fn is_open(stream: &TcpStream) -> bool {
    matches!(stream.try_read(&mut [0; 1]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
}

/// Requests each path several times, one at a time, over a new connection each.
async fn row(report: &mut String, when: &str, options: &Options) -> Result<(), Failure> {
    for path in PATHS {
        let (server, mut times, mut failed) = (options.server.clone(), Vec::new(), 0);
        let asked = tokio::task::spawn_blocking(move || {
            for _ in 0..ROUNDS {
                let begun = Instant::now();
                match probe::once(&server, path) {
                    Ok((200, _)) => times.push(begun.elapsed()),
                    _ => failed += 1,
                }
            }
            (times, failed)
        });
        let (mut times, failed) = asked.await?;
        times.sort_unstable();
        let at = |place: usize| {
            times.get(place.min(times.len().saturating_sub(1))).map_or(f64::NAN, Duration::as_secs_f64)
                * 1000.0
        };
        writeln!(
            report,
            "{when:<9} {path:<54} p50 {:>6.1} ms, max {:>6.1} ms, {failed} of {ROUNDS} failed",
            at(times.len() / 2),
            at(times.len())
        )?;
    }
    if let Some(memory) = report::memory(options.pid) {
        writeln!(report, "{when:<9} resident memory {} MB", memory / 1000)?;
    }
    Ok(())
}
