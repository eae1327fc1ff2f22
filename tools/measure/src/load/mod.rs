//! `cargo measure load`: many clients at once, asking a running server what readers and programs ask, in a written mix.
//!
//! The load is closed: each client sends its next request when it has the answer to the one before, over a connection
//! it keeps open. More clients than the server can have at work are how it is asked more than it can do. Beside them, a
//! prober asks `/healthz` over a new connection each time, as a supervisor would. It does so on a thread of its own, so
//! that it measures the server and not how long the clients of this process wait for each other.
//!
//! What is asked for is drawn from the server itself before the measurement begins: half of the documents evenly from
//! the whole corpus, half as often as they are cited, which is how readers ask. The draws follow from a seed.

mod client;
mod dice;
mod idle;
mod mix;
mod probe;
mod report;
mod worst;

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use client::{Answer, Client};
use dice::Dice;
use mix::{Mix, Pool};
use probe::probe;
use report::Report;

pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Whom to ask, how many, for how long.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The server, as HOST:PORT.
    #[arg(default_value = "127.0.0.1:8080")]
    server: String,

    /// Clients that ask at once.
    #[arg(long, default_value_t = 64)]
    clients: usize,

    /// Seconds to measure for.
    #[arg(long, default_value_t = 20)]
    seconds: u64,

    /// The process of the server, whose memory is told.
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,

    /// Open so many connections that say nothing, instead of the mix, and tell what they do to who comes after them.
    #[arg(long, value_name = "CONNECTIONS")]
    idle: Option<usize>,

    /// Ask, one after another, the most expensive requests there are, instead of the mix.
    #[arg(long)]
    worst: bool,

    /// What the draws follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the load and tells what came of it.
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
    let mix = Mix::new(pool);
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut clients = JoinSet::new();
    for number in 0..options.clients {
        let (server, mix) = (options.server.clone(), mix.clone());
        let dice = Dice::new(options.seed ^ (number as u64 + 1) << 20);
        clients.spawn(ask(server, mix, dice, end));
    }
    let (server, until) = (options.server.clone(), end);
    let prober = std::thread::spawn(move || probe(&server, until));
    let mut report = Report::new(options.seconds);
    while let Some(part) = clients.join_next().await {
        report.merge(part?);
    }
    report.merge(prober.join().map_err(|_| "the prober broke off")?);
    report.memory = (before, report::memory(options.pid));
    Ok(report.to_string())
}

/// One client, until the time is over.
async fn ask(server: String, mix: Mix, mut dice: Dice, end: Instant) -> Report {
    let mut report = Report::new(0);
    let mut client = None;
    while Instant::now() < end {
        let (kind, path) = mix.draw(&mut dice);
        let begun = Instant::now();
        let mut answer = asked_of(&mut client, &server, &path).await;
        if answer.is_err() && client.take_if(|client| client.used()).is_some() {
            // The server may close a connection between two requests; every client then opens another.
            report.reopened += 1;
            answer = asked_of(&mut client, &server, &path).await;
        }
        match answer {
            Ok(answer) => {
                report.answered(kind, &path, answer.status, answer.bytes, begun.elapsed());
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

/// Asks over the connection that is open, or over a new one.
async fn asked_of(client: &mut Option<Client>, server: &str, path: &str) -> Result<Answer, Failure> {
    match client {
        Some(client) => client.get(path).await,
        None => client.insert(Client::connect(server).await?).get(path).await,
    }
}
