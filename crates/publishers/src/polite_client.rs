//! The client that asks publishers, within their limits. Every request of every source goes through [`PoliteClient::ask`]:
//!
//! * Each host has one queue: a request is sent when the answer before it has come and the *gap* of the host has passed. A run waits
//!   for a gap before its first request too, since the run before may have been killed a moment ago.
//! * robots.txt is read once a day and kept in the archive. What it forbids is not asked for. Its `Crawl-delay` is a gap.
//! * After a 429, a 5xx, a broken connection or an answer of a wrong form the request is sent again: after the time in `Retry-After`,
//!   else after 200 ms and then twice as long each time, and never sooner than the gap. After five tries the source *stops* for this
//!   run.
//! * A 403, a robot page, a redirect or another refusal stops the source at once. No other way to the answer is tried.
//!
//! All waiting is done with a [`Clock`].

use std::collections::HashMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use lagrum_raw::{ArchiveWriter, NewRecord, RawError, Record, digest};

use crate::base_url::BaseUrl;
use crate::clock::Clock;
use crate::download::{Download, Received};
use crate::refusal::Refusal;
use crate::robots::Robots;
use crate::wire::{Answer, Request, STALL, Wire};

/// How often a request is tried.
const TRIES: usize = 5;

/// The first wait before another try; each is twice the one before.
const FIRST_WAIT: Duration = Duration::from_millis(200);

/// The longest wait, and the longest gap that a publisher may ask for.
const LONGEST_WAIT: Duration = Duration::from_mins(5);

/// How long a robots.txt holds.
const ROBOTS_HOLD: i64 = 24 * 60 * 60;

/// Bytes of a robots.txt that are read. The RFC wants 500 KiB at least.
const MAX_ROBOTS: u64 = 512 << 10;

/// The name under which the archive keeps robots.txt.
const ROBOTS_SOURCE: &str = "robots";

/// Why a source is asked no more in this run.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// The publisher refuses, or its answers cannot be read.
    #[error("{0}")]
    Publisher(String),
    /// The archive failed.
    #[error(transparent)]
    Archive(#[from] RawError),
}

/// The queue of a host.
struct HostQueue {
    gap: Duration,
    /// The time before which no request is sent.
    free_at: Timestamp,
    robots: Robots,
}

/// The robots.txt of a host that the archive has, with its row. None where it has none, or where that is damaged.
fn held_robots(archive: &ArchiveWriter, base: &BaseUrl) -> Result<Option<(Record, Vec<u8>)>, Stop> {
    let Some(row) = archive.latest(ROBOTS_SOURCE, base.root(), "txt")? else { return Ok(None) };
    match archive.body(&row.body) {
        Ok(body) => Ok(body.map(|body| (row, body))),
        Err(RawError::Damaged { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Asks publishers.
pub(crate) struct PoliteClient<'a> {
    wire: Wire,
    clock: &'a dyn Clock,
    hosts: HashMap<String, HostQueue>,
    /// Requests sent.
    pub(crate) requests: u64,
}

impl<'a> PoliteClient<'a> {
    pub(crate) fn new(user_agent: &str, clock: &'a dyn Clock) -> Self {
        Self { wire: Wire::new(user_agent, STALL), clock, hosts: HashMap::new(), requests: 0 }
    }

    /// Asks until `read` accepts an answer. `gap` is the gap of the source.
    pub(crate) fn ask<T>(
        &mut self,
        archive: &mut ArchiveWriter,
        base: &BaseUrl,
        gap: Duration,
        request: &Request,
        read: impl FnMut(&Answer) -> Result<T, Refusal>,
    ) -> Result<T, Stop> {
        self.check_allowed(archive, base, gap, &request.path)?;
        self.try_asking(base, request, read)
    }

    /// Asks for a long body until it is in its file, or until the publisher says that it is the one that is held.
    pub(crate) fn download(
        &mut self,
        archive: &mut ArchiveWriter,
        base: &BaseUrl,
        gap: Duration,
        path: &str,
        download: &Download,
    ) -> Result<Received, Stop> {
        self.check_allowed(archive, base, gap, path)?;
        let exchange = |wire: &Wire, url: &str| {
            // Each try goes on where the one before it ended.
            wire.exchange_into(url, &download.request(path), &mut |answer| download.place(answer))
        };
        self.try_exchanging(base, path, exchange, |answer| download.receive(answer))
    }

    /// Refuses what the robots.txt of the host forbids.
    fn check_allowed(
        &mut self,
        archive: &mut ArchiveWriter,
        base: &BaseUrl,
        gap: Duration,
        path: &str,
    ) -> Result<(), Stop> {
        self.meet(archive, base, gap)?;
        let target = base.target(path);
        if self.hosts.get(base.root()).is_none_or(|host| host.robots.allows(&target)) {
            return Ok(());
        }
        Err(Stop::Publisher(format!(
            "{}/robots.txt forbids {target}; ask the publisher for leave, or wait until it allows it",
            base.root()
        )))
    }

    /// Reads the robots.txt of a host that is new to this run.
    fn meet(&mut self, archive: &mut ArchiveWriter, base: &BaseUrl, gap: Duration) -> Result<(), Stop> {
        if let Some(host) = self.hosts.get_mut(base.root()) {
            host.gap = host.gap.max(gap);
            return Ok(());
        }
        let free_at = later(self.clock.now(), gap);
        self.hosts.insert(base.root().to_owned(), HostQueue { gap, free_at, robots: Robots::default() });
        let robots = match self.robots_text(archive, base) {
            Ok(text) => Robots::parse(&text),
            Err(stop) => {
                // The rules of the host are not known, so the next request to it reads them again.
                self.hosts.remove(base.root());
                return Err(stop);
            }
        };
        if robots.delay.is_some_and(|delay| delay > LONGEST_WAIT) {
            self.hosts.remove(base.root());
            return Err(Stop::Publisher(format!(
                "{}/robots.txt asks for more than {} s between two requests",
                base.root(),
                LONGEST_WAIT.as_secs()
            )));
        }
        if let Some(host) = self.hosts.get_mut(base.root()) {
            host.gap = gap.max(robots.delay.unwrap_or_default());
            host.free_at = host.free_at.max(later(self.clock.now(), host.gap));
            host.robots = robots;
        }
        Ok(())
    }

    /// The robots.txt of a host: from the archive if it is younger than [`ROBOTS_HOLD`], else asked for. A host without one allows
    /// everything.
    fn robots_text(&mut self, archive: &mut ArchiveWriter, base: &BaseUrl) -> Result<Vec<u8>, Stop> {
        let held = held_robots(archive, base)?;
        let now = self.clock.now().as_second();
        if let Some((row, body)) = &held
            && (0..ROBOTS_HOLD).contains(&(now - row.seen_at))
        {
            return Ok(body.clone());
        }
        let request = Request {
            path: "/robots.txt".to_owned(),
            etag: held.as_ref().and_then(|(row, _)| row.etag.clone()),
            last_modified: held.as_ref().and_then(|(row, _)| row.last_modified.clone()),
            max_bytes: MAX_ROBOTS,
            takes_beginning: true,
            ..Request::default()
        };
        let root: BaseUrl = base.root().parse().map_err(Stop::Publisher)?;
        let answer = self.try_asking(&root, &request, |answer| match answer.status {
            304 if held.is_none() => Err(Refusal::passing(
                "it answered 304 to a request that named no copy, so its rules are not known",
            )),
            200 | 304 | 400 | 402 | 404..=428 | 430..=499 => Ok(answer.clone()),
            _ => Err(Refusal::of_status(answer)),
        })?;
        let body = match (answer.status, held) {
            (304, Some((_, body))) => body,
            (200, _) => answer.body,
            _ => Vec::new(),
        };
        let record = NewRecord {
            key: base.root().to_owned(),
            part: "txt".to_owned(),
            url: format!("{}/robots.txt", base.root()),
            status: if answer.status == 304 { 200 } else { answer.status },
            etag: answer.etag,
            last_modified: answer.last_modified,
            norm_hash: digest(&body),
            body: body.clone(),
        };
        archive.keep(ROBOTS_SOURCE, &[record], None, self.clock.now().as_second())?;
        Ok(body)
    }

    fn try_asking<T>(
        &mut self,
        base: &BaseUrl,
        request: &Request,
        read: impl FnMut(&Answer) -> Result<T, Refusal>,
    ) -> Result<T, Stop> {
        self.try_exchanging(base, &request.path, |wire, url| wire.exchange(url, request), read)
    }

    /// Asks at most [`TRIES`] times.
    fn try_exchanging<T>(
        &mut self,
        base: &BaseUrl,
        path: &str,
        exchange: impl Fn(&Wire, &str) -> Result<Answer, String>,
        mut read: impl FnMut(&Answer) -> Result<T, Refusal>,
    ) -> Result<T, Stop> {
        let url = format!("{}{}", base.root(), base.target(path));
        let stop = |problem: &str| Stop::Publisher(format!("{url}: {problem}"));
        let mut waits = lagrum_retry::doubling(FIRST_WAIT, TRIES - 1);
        loop {
            let answer = self.send(base, &url, &exchange);
            let now = self.clock.now();
            let refusal = match answer {
                Ok(answer) => match read(&answer) {
                    Ok(value) => return Ok(value),
                    Err(refusal) => refusal.with_wait(&answer, now),
                },
                Err(problem) => Refusal::passing(problem),
            };
            if !refusal.may_pass {
                return Err(stop(&refusal.problem));
            }
            let Some(wait) = waits.next() else {
                return Err(stop(&format!("{} ({TRIES} tries)", refusal.problem)));
            };
            let wait = refusal.wait.unwrap_or(wait.min(LONGEST_WAIT));
            if wait > LONGEST_WAIT {
                return Err(stop(&format!(
                    "{}; it asks to be left alone for {} s",
                    refusal.problem,
                    wait.as_secs()
                )));
            }
            if let Some(host) = self.hosts.get_mut(base.root()) {
                host.free_at = host.free_at.max(later(now, wait));
            }
        }
    }

    /// Sends one request when the host is free.
    fn send(
        &mut self,
        base: &BaseUrl,
        url: &str,
        exchange: impl Fn(&Wire, &str) -> Result<Answer, String>,
    ) -> Result<Answer, String> {
        let (gap, free_at) =
            self.hosts.get(base.root()).map_or((Duration::ZERO, None), |host| (host.gap, Some(host.free_at)));
        if let Some(free_at) = free_at {
            let wait = free_at.duration_since(self.clock.now());
            if wait > SignedDuration::ZERO {
                self.clock.sleep(wait.unsigned_abs());
            }
        }
        self.requests += 1;
        let answer = exchange(&self.wire, url);
        let now = self.clock.now();
        if let Some(host) = self.hosts.get_mut(base.root()) {
            host.free_at = later(now, gap);
        }
        answer
    }
}

fn later(time: Timestamp, wait: Duration) -> Timestamp {
    SignedDuration::try_from(wait).ok().and_then(|wait| time.checked_add(wait).ok()).unwrap_or(Timestamp::MAX)
}
