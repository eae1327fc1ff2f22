//! The interface between the site and the server. A page is a function of a [`PageRequest`]: the snapshot and the day that it
//! is made from, the path, and the query. The site does not know HTTP, and the server does not know the pages.

use std::fmt;
use std::sync::Arc;

use jiff::civil::Date;
use lagrum_answers::AnswerError;
use lagrum_snapshot::Snapshot;

/// Maximum number of bytes of the query of a page. A longer query is rejected (422).
pub const MAX_PAGE_QUERY: usize = 4 << 10;

/// Maximum number of bytes of the query of the page of a list of laws: of 500 laws.
pub const MAX_LIST_QUERY: usize = 30_000;

/// The page of a list of laws, to which people post its lines.
pub const LIST_PAGE: &str = "/lista";

/// The page that checks a text, to which people post it.
pub const CHECK_PAGE: &str = "/kontrollera";

/// First segments of paths that are for programs. No page has them, and failures there are JSON.
pub const MACHINE_SEGMENTS: [&str; 8] =
    ["api", "docs", "dumps", "feeds", "healthz", "mcp", "openapi.json", "readyz"];

/// A site: pages for people.
pub trait Pages: Send + Sync + 'static {
    /// The page at a path. Blocks.
    fn page(&self, request: &PageRequest) -> Result<PageAnswer, AnswerError>;

    /// The kind of work of a page, which decides the queue that it waits in.
    fn work(&self, path: &str, query: &[(String, String)]) -> PageWork;

    /// The parameters that the page at a path reads. Other parameters do not change the page, so they are no part of its key in
    /// the cache.
    fn parameters(&self, path: &str) -> &'static [&'static str];

    /// Whether what is at a path is a document, which a client may ask for in other forms at the same address.
    fn is_document(&self, _path: &str) -> bool {
        false
    }

    /// The page that reports a failure: a whole HTML document.
    fn failure(&self, failure: &PageFailure<'_>) -> String;

    /// The files that pages load.
    fn files(&self) -> Vec<PageFile>;

    /// The file with the speculation rules; None without them.
    fn speculation_rules(&self) -> Option<&'static str> {
        None
    }

    /// A digest of everything about a page that does not come from the snapshot. It is a part of the addresses of files and of
    /// the tags of pages, so both change with the program.
    fn design(&self) -> u64;
}

/// The kind of work of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageWork {
    /// The page reads the snapshot.
    Read,
    /// The page searches.
    Search,
    /// The page compares texts: two lydelser, those of a history, or quotations with what they quote.
    Compare,
}

/// A request for a page.
#[derive(Debug)]
pub struct PageRequest {
    /// The snapshot that everything on the page is read from.
    pub snapshot: Arc<Snapshot>,
    /// The day that the page is made for.
    pub day: Date,
    /// The address at which the service is reached, without a slash at the end; None where none is configured.
    pub address: Option<Arc<str>>,
    /// The path, percent-decoded, with its leading slash.
    pub path: String,
    /// The parameters that the page reads ([`Pages::parameters`]), decoded, in the order they were sent.
    pub query: Vec<(String, String)>,
    /// The form that was posted to the page; None for a request that only asks for the page.
    pub form: Option<PostedForm>,
}

/// A form that was posted to a page. It may be private, so it does not print itself.
#[derive(Default)]
pub struct PostedForm {
    /// Its fields, in the order they were sent.
    pub fields: Vec<(String, String)>,
    /// The file that was chosen.
    pub file: Option<PostedFile>,
}

/// A file of a posted form.
#[derive(Default)]
pub struct PostedFile {
    /// Its name, as the browser states it.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl PostedForm {
    /// The last value of a field; None where it is missing or empty.
    pub fn field(&self, name: &str) -> Option<&str> {
        last_value(&self.fields, name)
    }
}

impl fmt::Debug for PostedForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostedForm").finish_non_exhaustive()
    }
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

/// The answer of a site to a request.
#[derive(Debug)]
pub enum PageAnswer {
    /// A page.
    Html(String),
    /// The page of a document, with the addresses of its other forms and their media types.
    Document {
        /// The page.
        html: String,
        /// Whether the page may soon be different, so that it is not cached.
        is_provisional: bool,
        /// Paths and media types.
        alternates: Vec<(String, &'static str)>,
    },
    /// A page that may soon be different, so it is not cached.
    Provisional(String),
    /// A missing page (404).
    Missing(String),
    /// The page of a form that was not read, which says why.
    Refused {
        /// The page.
        html: String,
        /// Why.
        refusal: FormRefusal,
    },
    /// Another format than HTML, for example a sitemap.
    Text {
        /// Its media type.
        media_type: &'static str,
        /// Its text.
        body: String,
    },
    /// The path at which the page is today, and from another snapshot on perhaps no longer (302).
    Found(String),
    /// The page path of what was asked for (303).
    SeeOther(String),
    /// The path to which the page has moved permanently (308).
    Moved(String),
}

/// Why a posted form was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormRefusal {
    /// A field or the file does not fit (422).
    Invalid,
    /// The file is of a kind that is not read (415).
    UnknownKind,
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

/// A site that several parts of the server share.
pub type SharedPages = Arc<dyn Pages>;

/// The digest of the design as it is written in addresses.
pub fn design_name(design: u64) -> String {
    format!("{design:016x}")
}
