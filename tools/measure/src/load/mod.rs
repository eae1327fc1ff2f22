//! `cargo measure load`: many clients at once send a fixed mix of requests to a running server.
//!
//! The loop is closed: each client sends its next request when it has the response to the one before, over a connection that it
//! keeps open. To overload the server, use more clients than it can serve at once. In parallel, a probe requests `/healthz`
//! over a new connection each time, as a supervisor would. The probe has its own thread, so that it measures the server and not
//! how long the clients of this process wait for each other.
//!
//! The requested documents are drawn from the server before the measurement begins: half of them evenly from
//! the whole corpus, half in proportion to how often they are cited, as readers would. The draws follow from a seed.

mod client;
mod idle;
mod mix;
mod probe;
mod random;
mod report;
mod worst;

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use client::{Answer, Client};
use mix::{Asked, Mix, Pool};
use probe::probe;
use random::Random;
use report::Report;

pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The server, the number of clients, and the duration.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The server, as HOST:PORT.
    #[arg(default_value = "127.0.0.1:8080")]
    server: String,

    /// Number of clients at once.
    #[arg(long, default_value_t = 64)]
    clients: usize,

    /// Seconds to measure for.
    #[arg(long, default_value_t = 20)]
    seconds: u64,

    /// The process of the server, to report its memory.
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,

    /// Instead of the mix, open this many silent connections, and report their effect on other requests.
    #[arg(long, value_name = "CONNECTIONS")]
    idle: Option<usize>,

    /// Instead of the mix, send the most expensive requests one after another.
    #[arg(long)]
    worst: bool,

    /// Instead of the mix, send only requests of this kind of it.
    #[arg(long, value_name = "KIND")]
    only: Option<String>,

    /// The seed of the draws.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the load and returns a report.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(options))
}

async fn measure(options: &Options) -> Result<String, Failure> {
    if let Some(connections) = options.idle {
        return idle::measure(options, connections).await;
    }
    let pool = Pool::of(&options.server, options.seed).await?;
    if options.worst {
        return worst::measure(&options.server, &pool).await;
    }
    let before = report::memory(options.pid);
    let mix = Mix::new(pool, options.only.as_deref())?;
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut clients = JoinSet::new();
    for number in 0..options.clients {
        let (server, mix) = (options.server.clone(), mix.clone());
        let random = Random::new(options.seed ^ (number as u64 + 1) << 20);
        clients.spawn(ask(server, mix, random, end));
    }
    let (server, until) = (options.server.clone(), end);
    let prober = std::thread::spawn(move || probe(&server, until));
    let mut report = Report::new(options.seconds);
    while let Some(part) = clients.join_next().await {
        report.merge(part?);
    }
    report.merge(prober.join().map_err(|_| "the probe panicked")?);
    report.memory = (before, report::memory(options.pid));
    Ok(report.to_string())
}

/// Runs one client until the time is over.
async fn ask(server: String, mix: Mix, mut random: Random, end: Instant) -> Report {
    let mut report = Report::new(0);
    let mut client = None;
    while Instant::now() < end {
        let (kind, asked) = mix.draw(&mut random);
        let begun = Instant::now();
        let mut answer = answer_of(&mut client, &server, &asked).await;
        if answer.is_err() && client.take_if(|client| client.used()).is_some() {
            // The server may close a connection between two requests; every client then opens another.
            report.reopened += 1;
            answer = answer_of(&mut client, &server, &asked).await;
        }
        match answer {
            Ok(answer) => {
                report.answered(kind, &asked.path, answer.status, answer.bytes, begun.elapsed());
                if answer.last {
                    client = None;
                }
            }
            Err(error) => {
                report.broken(kind, &error);
                client = None;
            }
        }
    }
    report
}

/// Sends a request over the open connection, or over a new one.
async fn answer_of(client: &mut Option<Client>, server: &str, asked: &Asked) -> Result<Answer, Failure> {
    let client = match client {
        Some(client) => client,
        None => client.insert(Client::connect(server).await?),
    };
    client.send(&asked.path, asked.body.as_deref()).await
}
