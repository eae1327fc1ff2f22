//! Commands that ask a snapshot: citations, provisions, changes, differences, texts and searches.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use jiff::civil::Date;
use lagrum_search::{DayRange, YearRange};

use super::EngineArguments;

#[derive(Debug, Args)]
pub(crate) struct ResolveArguments {
    /// A citation as it is typed or pasted: `BrB 3 kap 1 §`, `GDPR art 6.1 c`, `NJA 2015 s. 702`. Several words need no
    /// quotes.
    #[arg(required = true, value_name = "TEXT")]
    pub(crate) text: Vec<String>,

    /// Print the answer as /api/v1/resolve gives it, as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ProvisionArguments {
    /// A citation of the provision (`36 § avtalslagen`), or its uri with `#` and an anchor. Several words need no quotes.
    #[arg(required = true, value_name = "PROVISION")]
    pub(crate) provision: Vec<String>,

    /// The day whose text is wanted, as YYYY-MM-DD.
    #[arg(long, value_name = "DAY")]
    pub(crate) as_of: Option<Date>,

    /// The form of the text.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<ProvisionTextForm>,

    /// Print the answer as /api/v1/provision gives it, as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct HistoryArguments {
    /// A citation of the provision (`36 § avtalslagen`), or its uri with `#` and an anchor. Several words need no quotes.
    #[arg(required = true, value_name = "PROVISION")]
    pub(crate) provision: Vec<String>,

    /// Print each text too.
    #[arg(long)]
    pub(crate) text: bool,

    /// Print what differs from the text before, with `**added**` and `~~removed~~` words.
    #[arg(long)]
    pub(crate) diff: bool,

    /// Print the answer as /api/v1/provision/history gives it, as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProvisionTextForm {
    /// Markdown.
    Md,
    /// Plain text: what is printed without this option, unless JSON is.
    Text,
}

#[derive(Debug, Args)]
pub(crate) struct ChangesArguments {
    /// The id of a snapshot that was published, a time (`2031-02-03T04:05:06Z`) or a date.
    #[arg(long, required_unless_present = "cursor", value_name = "SINCE")]
    pub(crate) since: Option<String>,

    /// What happened to the documents and provisions whose uris a file has, one a line: amendments, new texts, new documents that cite
    /// them, repeals. The exit code is 1 when something did, 0 when nothing, 2 on an error. What is not known is named on standard error.
    /// With --format, --diff, --why, --cited or --formal: what changed in the laws that the file names, by the day of the law, and what is to
    /// come. The file may then be the column of a spreadsheet (csv, or the first sheet of an xlsx), with numbers or names of acts, and
    /// queries (search:q=WORDS&source=NAME).
    #[arg(long, value_name = "FILE", requires = "since",
        conflicts_with_all = ["source", "kind", "change", "versions", "limit", "cursor"])]
    pub(crate) uri: Option<PathBuf>,

    /// Only of this source.
    #[arg(long, value_name = "NAME")]
    pub(crate) source: Option<String>,

    /// Only of this kind.
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<String>,

    /// Only these changes, with commas between.
    #[arg(long, value_name = "CHANGE", value_delimiter = ',')]
    pub(crate) change: Vec<ChangeName>,

    /// Also list archived lydelser.
    #[arg(long)]
    pub(crate) versions: bool,

    /// How many changes to list.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1000), value_name = "NUMBER")]
    pub(crate) limit: u64,

    /// Where to go on, as printed at the end of a list that is longer.
    #[arg(long, value_name = "CURSOR")]
    pub(crate) cursor: Option<String>,

    /// Print the answer as /api/v1/changes gives it, as JSON.
    #[arg(long)]
    pub(crate) json: bool,

    /// The form of the changes of laws: html is a letter that is ready to mail. --json is --format json.
    #[arg(long, value_name = "FORMAT", requires = "uri", conflicts_with = "json")]
    pub(crate) format: Option<ListFormat>,

    /// Show the texts of the provisions before and after each change, with what differs.
    #[arg(long, requires = "uri")]
    pub(crate) diff: bool,

    /// Show the preparatory works of each change.
    #[arg(long, requires = "uri")]
    pub(crate) why: bool,

    /// Tell new decisions of courts of last instance that cite the laws too, and new regulations that are issued under them.
    #[arg(long, requires = "uri")]
    pub(crate) cited: bool,

    /// Leave out changes by which nothing of substance differs (false), or tell them too (true).
    #[arg(long, requires = "uri", value_name = "BOOL")]
    pub(crate) formal: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// Lines.
    Text,
    /// The answer as /api/v1/lists/changes gives it.
    Json,
    /// A letter: one page that needs no other file.
    Html,
    /// A table with commas, a row for each change.
    Csv,
    /// The same as a spreadsheet.
    Xlsx,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChangeName {
    /// Documents that were not held before.
    Added,
    /// The words that a reader sees changed.
    Text,
    /// Only other things of the artifact changed.
    Metadata,
    /// Documents that expired, or did not expire after all.
    Status,
    /// Documents that are no longer held.
    Withdrawn,
}

#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// A statute or an EU act: its uri, or as a text cites it (avtalslagen).
    pub(crate) uri: String,

    /// The lydelse to compare: an SFS number or a date.
    #[arg(long, value_name = "LYDELSE", conflicts_with_all = ["from_date", "to_date"])]
    pub(crate) from: Option<String>,

    /// The lydelse to compare it with; the current one when left out.
    #[arg(long, value_name = "LYDELSE", requires = "from")]
    pub(crate) to: Option<String>,

    /// The day whose lydelse to compare, as YYYY-MM-DD.
    #[arg(long, value_name = "DAY")]
    pub(crate) from_date: Option<Date>,

    /// The day whose lydelse to compare it with; the current one when left out.
    #[arg(long, value_name = "DAY", requires = "from_date")]
    pub(crate) to_date: Option<Date>,

    /// Print the answer as /api/v1/document/diff gives it with format=json.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CiteArguments {
    /// Files of plain text, markdown or HTML, in UTF-8, and Word documents.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Print the answer as /api/v1/citations/extract gives it, as JSON: a list with one entry for each file, whose blocks
    /// are the lines.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// What to print: a table of citations, or the text with its citations linked.
    #[arg(long, default_value = "table", value_name = "FORMAT")]
    pub(crate) format: CiteFormat,

    /// Citations that do not make the command fail.
    #[arg(long, value_name = "STATUS")]
    pub(crate) allow: Vec<AllowedStatus>,

    /// The uri of the document that the text belongs to, whose provisions `3 §` alone means.
    #[arg(long, value_name = "URI")]
    pub(crate) context: Option<String>,

    /// The day the text was written: names mean the acts that had them on that day.
    #[arg(long, value_name = "DAY")]
    pub(crate) as_of: Option<jiff::civil::Date>,

    /// Compare quotations with what is cited, and fail when one does not stand there: `cited` (the default) those beside a
    /// citation, `all` also those without one, which are looked for in all texts.
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "cited", require_equals = true)]
    pub(crate) quotes: Option<CheckedQuotes>,

    /// List the citations whose provisions have changed since a day, instead of all. Exits with 1 when there are any, 0 when
    /// there are none, and 2 on an error.
    #[arg(long, value_name = "DAY", conflicts_with_all = ["format", "quotes", "allow"])]
    pub(crate) since: Option<jiff::civil::Date>,

    /// With --since: what differs between the text of that day and that of today.
    #[arg(long, requires = "since")]
    pub(crate) diff: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckedQuotes {
    /// Those beside a citation.
    Cited,
    /// Those without a citation too.
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CiteFormat {
    /// A line for each citation: file, line, status, words, uri.
    Table,
    /// The text as HTML, with links.
    Html,
    /// The text with links of markdown.
    Md,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AllowedStatus {
    /// Well formed, and not in the corpus.
    NotHeld,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArguments {
    /// Words, a citation, or both: `uppsägningstid hyreslägenhet`, `LAS turordning`. Several words need no quotes; a
    /// phrase does, inside those of the shell: `'"allmän domstol"'`.
    #[arg(required = true, value_name = "TEXT")]
    pub(crate) text: Vec<String>,

    #[command(flatten)]
    pub(crate) engine: EngineArguments,

    /// Only documents of this source.
    #[arg(long, value_name = "NAME")]
    pub(crate) source: Option<String>,

    /// Only documents of this kind.
    #[arg(long, value_name = "NAME")]
    pub(crate) kind: Option<String>,

    /// Only documents of this year, or of these years: 2010..2015, 2010.., ..2015.
    #[arg(long, value_name = "YEAR")]
    pub(crate) year: Option<YearRange>,

    /// Only documents of this day, or of these days: 2010-01-01..2015-06-30, 2010-01-01.., ..2015-06-30.
    #[arg(long, value_name = "DAY")]
    pub(crate) date: Option<DayRange>,

    /// Maximum number of results to print.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=100), value_name = "NUMBER")]
    pub(crate) limit: u8,

    /// Print the answer as /api/v1/search gives it, as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
