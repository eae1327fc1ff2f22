//! A session with a publisher: through it the publisher's module asks and keeps records. It counts the results.

use std::fmt;
use std::time::Duration;

use jiff::civil::Date;
use lagrum_progress::Progress;
use lagrum_raw::{ArchiveWriter, Kept, NewRecord, RawError, RecordName, SourceState};

use crate::base_url::BaseUrl;
use crate::clock::Clock;
use crate::download::{Download, Received};
use crate::polite_client::{PoliteClient, Stop};
use crate::refusal::Refusal;
use crate::wire::{Answer, Request};

/// The greatest number of problems that are kept in words. All are counted.
const MAX_PROBLEMS: usize = 20;

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// What changed since the last run, or everything when that is due.
    #[default]
    Due,
    /// Everything.
    Everything,
    /// What changed since a day.
    Since(Date),
}

/// The options of a fetch.
#[derive(Clone, Debug, Default)]
pub struct FetchOptions {
    /// What is asked for.
    pub extent: Extent,
    /// The greatest number of documents that are asked for. The next run goes on after them.
    pub limit: Option<u64>,
    /// Where the publisher is asked, if not at its own address.
    pub base_url: Option<BaseUrl>,
    /// How the publisher can reach the operator.
    pub contact: Option<String>,
    /// The least time between two requests, if not the publisher's own: for a server on this machine.
    pub gap: Option<Duration>,
    /// The documents that are asked for, by the publisher's numbers, where a publisher has more than is wanted (EU law).
    pub wanted: Vec<String>,
    /// Whether all documents in force are asked for too.
    pub in_force: bool,
}

impl FetchOptions {
    fn user_agent(&self) -> String {
        let contact = self.contact.as_deref().unwrap_or("no contact given");
        // A header is printable ASCII.
        let contact: String =
            contact.chars().take(200).filter(|c| c.is_ascii_graphic() || *c == ' ').collect();
        format!("{}/{} (+{contact})", crate::robots::NAME, env!("CARGO_PKG_VERSION"))
    }
}

/// The documents of a fetch, counted by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FetchCounts {
    /// Documents that were asked for and received.
    pub asked: u64,
    /// Documents that were not held before.
    pub new: u64,
    /// Documents that differ from the held ones.
    pub changed: u64,
    /// Documents that are as held.
    pub same: u64,
    /// Documents that are as held, of which the held bytes were damaged and have been replaced.
    pub repaired: u64,
    /// Documents that are no longer published.
    pub gone: u64,
    /// Documents that were received and could not be kept.
    pub failed: u64,
}

impl FetchCounts {
    /// Counts a document by what became of its parts: new when all are, changed when one is new or another.
    fn add(&mut self, parts: &[Kept]) {
        self.asked += 1;
        let is_any = |kept: Kept| parts.contains(&kept);
        if parts.iter().all(|became| *became == Kept::New) {
            self.new += 1;
        } else if is_any(Kept::New) || is_any(Kept::Changed) {
            self.changed += 1;
        } else if is_any(Kept::Repaired) {
            self.repaired += 1;
        } else {
            self.same += 1;
        }
    }
}

impl fmt::Display for FetchCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, new, changed, same, repaired, gone, failed } = self;
        write!(f, "asked {asked}, new {new}, changed {changed}, same {same}, gone {gone}, failed {failed}")?;
        if *repaired > 0 { write!(f, ", repaired {repaired}") } else { Ok(()) }
    }
}

/// The result of a fetch.
#[derive(Clone, Debug, Default)]
pub struct FetchReport {
    /// The source.
    pub source: String,
    /// The documents, counted by outcome.
    pub counts: FetchCounts,
    /// Requests sent, robots.txt and further tries included.
    pub requests: u64,
    /// Whether everything that was wanted has come.
    pub is_complete: bool,
    /// Why the source was asked no more.
    pub stopped: Option<String>,
    /// The first problems with single documents.
    pub problems: Vec<String>,
}

/// How a publisher is asked where the options do not state it.
#[derive(Clone, Copy, Debug)]
pub struct AskedPublisher {
    /// The source that it publishes.
    pub source: &'static str,
    /// Where it is asked.
    pub base_url: &'static str,
    /// The least time between two requests.
    pub gap: Duration,
    /// The beginning of the local ids of documents that are asked for only when held documents cite them. None where everything is
    /// asked for.
    pub cited_prefix: Option<&'static str>,
}

/// A fetch that has begun: what a publisher's module works with.
pub struct Session<'a> {
    source: &'static str,
    gap: Duration,
    pub(crate) archive: &'a mut ArchiveWriter,
    pub(crate) options: &'a FetchOptions,
    pub(crate) progress: &'a dyn Progress,
    clock: &'a dyn Clock,
    client: PoliteClient<'a>,
    base: BaseUrl,
    pub(crate) report: FetchReport,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        publisher: AskedPublisher,
        archive: &'a mut ArchiveWriter,
        options: &'a FetchOptions,
        clock: &'a dyn Clock,
        progress: &'a dyn Progress,
    ) -> Result<Self, Stop> {
        let base = match &options.base_url {
            Some(base) => base.clone(),
            None => publisher.base_url.parse().map_err(Stop::Publisher)?,
        };
        let AskedPublisher { source, gap, .. } = publisher;
        let gap = options.gap.unwrap_or(gap);
        let client = PoliteClient::new(&options.user_agent(), clock);
        let report = FetchReport { source: source.to_owned(), ..FetchReport::default() };
        Ok(Self { source, gap, archive, options, progress, clock, client, base, report })
    }

    /// Now, in seconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now().as_second()
    }

    /// The name of the source.
    pub(crate) fn source(&self) -> &'static str {
        self.source
    }

    /// Where the publisher is asked.
    pub(crate) fn base(&self) -> &BaseUrl {
        &self.base
    }

    /// Asks the publisher.
    pub(crate) fn ask<T>(
        &mut self,
        request: &Request,
        read: impl FnMut(&Answer) -> Result<T, Refusal>,
    ) -> Result<T, Stop> {
        let base = self.base.clone();
        self.ask_at(&base, request, read)
    }

    /// Asks at another address of the publisher.
    pub(crate) fn ask_at<T>(
        &mut self,
        base: &BaseUrl,
        request: &Request,
        read: impl FnMut(&Answer) -> Result<T, Refusal>,
    ) -> Result<T, Stop> {
        let answer = self.client.ask(self.archive, base, self.gap, request, read);
        self.report.requests = self.client.requests;
        answer
    }

    /// Asks for a long body into a file.
    pub(crate) fn download(&mut self, path: &str, download: &Download) -> Result<Received, Stop> {
        let base = self.base.clone();
        let received = self.client.download(self.archive, &base, self.gap, path, download);
        self.report.requests = self.client.requests;
        received
    }

    /// How far the source has been fetched.
    pub(crate) fn state(&self) -> Result<SourceState, RawError> {
        self.archive.state(self.source())
    }

    /// Keeps records, each of a document, together with how far the source has been fetched.
    pub(crate) fn keep(
        &mut self,
        records: &[NewRecord],
        state: Option<&SourceState>,
    ) -> Result<(), RawError> {
        for became in self.archive.keep(self.source, records, state, self.now())? {
            self.count(&[became]);
        }
        Ok(())
    }

    /// As [`Session::keep`], of documents that come in several parts, which stand together.
    pub(crate) fn keep_parts(
        &mut self,
        records: &[NewRecord],
        state: Option<&SourceState>,
    ) -> Result<(), RawError> {
        let kept = self.archive.keep(self.source, records, state, self.now())?;
        let rows: Vec<(&str, Kept)> = records.iter().map(|record| &*record.key).zip(kept).collect();
        for document in rows.chunk_by(|one, other| one.0 == other.0) {
            self.count(&document.iter().map(|(_, became)| *became).collect::<Vec<_>>());
        }
        Ok(())
    }

    /// Keeps a part of a document that is kept, and counted, later.
    pub(crate) fn keep_beside(&mut self, records: &[NewRecord]) -> Result<(), RawError> {
        self.archive.keep(self.source, records, None, self.now()).map(drop)
    }

    /// Counts parts that the publisher still has as they are held, together with how far the source has been fetched. Nothing of them was
    /// asked for.
    pub(crate) fn meet(&mut self, parts: &[RecordName], state: Option<&SourceState>) -> Result<(), RawError> {
        let met = self.archive.touch(self.source, parts, state, self.now())?;
        self.report.counts.same += met;
        self.progress.advance(met);
        Ok(())
    }

    fn count(&mut self, parts: &[Kept]) {
        self.report.counts.add(parts);
        self.progress.advance(1);
    }

    /// Tells of a document what is neither a success nor a failure.
    pub(crate) fn note(&mut self, what: String) {
        self.progress.note(&format!("{}: {what}", self.source()));
        if self.report.problems.len() < MAX_PROBLEMS {
            self.report.problems.push(what);
        }
    }

    /// Ends the run as complete.
    pub(crate) fn complete(&mut self) -> Result<(), RawError> {
        let (source, now) = (self.source(), self.now());
        self.report.counts.gone += self.archive.complete(source, now)?.len() as u64;
        self.report.is_complete = true;
        Ok(())
    }

    /// Ends a run that asked for a part, so that nothing is known to be gone.
    pub(crate) fn complete_part(&mut self, state: &mut SourceState) -> Result<(), RawError> {
        self.forget_run(state)?;
        self.report.is_complete = true;
        Ok(())
    }

    /// Ends a run as one that is not to be gone on with, and says why.
    pub(crate) fn give_up(&mut self, state: &mut SourceState, problem: &str) -> Stop {
        match self.forget_run(state) {
            Ok(()) => Stop::Publisher(format!("{}: {problem}; the next run begins anew", self.base)),
            Err(error) => error.into(),
        }
    }

    fn forget_run(&mut self, state: &mut SourceState) -> Result<(), RawError> {
        state.run = None;
        self.archive.set_state(self.source, state)
    }

    /// How many more documents may be asked for.
    pub(crate) fn left(&self) -> u64 {
        let counts = &self.report.counts;
        self.options.limit.map_or(u64::MAX, |limit| limit.saturating_sub(counts.asked + counts.failed))
    }

    /// Counts a document that cannot be kept.
    pub(crate) fn fail(&mut self, problem: String) {
        self.report.counts.failed += 1;
        self.note(problem);
    }
}
