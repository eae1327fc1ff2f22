//! The interface between the site and the server. A page is a function of a [`PageRequest`]: the snapshot and the day that it
//! is made from, the path, and the query. The site knows no HTTP, and the server knows no page.

use std::sync::Arc;

use jiff::civil::Date;
use lagrum_answers::AnswerError;
use lagrum_snapshot::Snapshot;

/// Bytes of a query of a page. Longer ones are refused (422).
pub const MAX_PAGE_QUERY: usize = 4 << 10;

/// A site: pages for people.
pub trait Pages: Send + Sync + 'static {
    /// The page at a path. Blocks.
    fn page(&self, request: &PageRequest) -> Result<PageAnswer, AnswerError>;

    /// What kind of work the page is: which queue it waits in.
    fn work(&self, path: &str, query: &[(String, String)]) -> PageWork;

    /// The parameters that the page at a path reads. Others make no other page: the answer is cached without them.
    fn parameters(&self, path: &str) -> &'static [&'static str];

    /// The page that reports a failure: a whole HTML document.
    fn failure(&self, failure: &PageFailure<'_>) -> String;

    /// The files that pages load.
    fn files(&self) -> Vec<PageFile>;

    /// The file that says which pages a browser may fetch ahead; None for none.
    fn speculation_rules(&self) -> Option<&'static str> {
        None
    }

    /// A digest of everything about a page that does not come from the snapshot. It stands in the addresses of files and in
    /// the tags of pages, so both change with the program.
    fn design(&self) -> u64;
}

/// What kind of work a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageWork {
    /// It reads the snapshot.
    Read,
    /// It searches.
    Search,
    /// It compares two lydelser.
    Compare,
}

/// A request for a page.
#[derive(Debug)]
pub struct PageRequest {
    /// The snapshot that everything on the page is read from.
    pub snapshot: Arc<Snapshot>,
    /// The day that the page is made for.
    pub day: Date,
    /// The path, percent-decoded, with its leading slash.
    pub path: String,
    /// The parameters that the page reads ([`Pages::parameters`]), decoded, in the order they were sent.
    pub query: Vec<(String, String)>,
}

impl PageRequest {
    /// The last value of a parameter; None where it is missing or empty.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        last_value(&self.query, name)
    }
}

/// The last value of a parameter in a query; None where it is missing or empty.
pub fn last_value<'q>(query: &'q [(String, String)], name: &str) -> Option<&'q str> {
    let value = query.iter().rev().find(|(sent, _)| sent == name).map(|(_, value)| value.trim());
    value.filter(|value| !value.is_empty())
}

/// What a site answers.
#[derive(Debug)]
pub enum PageAnswer {
    /// A page.
    Html(String),
    /// The page of a document, with the addresses of its other forms and their media types.
    Document {
        /// The page.
        html: String,
        /// Whether it may differ soon, and is not cached.
        is_provisional: bool,
        /// Paths and media types.
        alternates: Vec<(String, &'static str)>,
    },
    /// A page that may differ soon, and is not cached.
    Provisional(String),
    /// A page that says that there is nothing at the address (404).
    Missing(String),
    /// Another format than HTML, such as a sitemap.
    Text {
        /// Its media type.
        media_type: &'static str,
        /// Its text.
        body: String,
    },
    /// What was asked for is at this page path now (303).
    SeeOther(String),
    /// The page has this path for ever (308).
    Moved(String),
}

/// A failure to report on a page.
#[derive(Clone, Copy, Debug)]
pub struct PageFailure<'a> {
    /// The HTTP status: 400 to 599.
    pub status: u16,
    /// The path as it was sent, and the query after a question mark.
    pub address: &'a str,
    /// What happened, in the words of the API.
    pub detail: &'a str,
    /// The entry of the error ledger.
    pub error_id: Option<&'a str>,
    /// Seconds after which to try again.
    pub retry_after: Option<u32>,
}

/// A file that pages load, at `/_/{design}/{name}`.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// Its name.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

/// The site of a router.
pub type SharedPages = Arc<dyn Pages>;

/// The digest as it stands in addresses.
pub fn design_name(design: u64) -> String {
    format!("{design:016x}")
}
