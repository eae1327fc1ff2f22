//! Commands for other programs: parsing of raw files, exports, and tools for language models.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use lagrum_export::git::BranchName;
use lagrum_export::tables::{ProvisionTableForm, TableForm};

#[cfg(feature = "mcp")]
use super::EngineArguments;

#[derive(Debug, Args)]
pub(crate) struct ParseArguments {
    /// The source: `sfs` (statutes), `dv` (Swedish courts), `forarbete` (preparatory works), `eurlex` (EU law) or `hudoc` (the European
    /// Court of Human Rights). Without files the raw archive of the data folder is parsed, where the parser or the day calls for it, and
    /// what differs is stored: of the sources that are named, or of all.
    #[arg(value_name = "SOURCE")]
    pub(crate) source: Option<String>,

    /// Raw files as the publisher sent them, also packed with gzip. Their form is known by their content; a path such as
    /// `2016/383.json.gz` or `archive/2016/383/.versions/2020/5.html` says which document it is when the content does not.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Of the raw archive, say what would be parsed and parse nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Of the raw archive, withdraw documents also where much less than what is published would be left. Without this, such a run stops,
    /// withdraws nothing and fails.
    #[arg(long)]
    pub(crate) allow_removals: bool,

    /// The day on which a wording is in force or not. Default: today in Stockholm.
    #[arg(long, value_name = "DATE")]
    pub(crate) as_of: Option<jiff::civil::Date>,

    /// The address that uris begin with.
    #[arg(long, default_value = "https://lagen.nu/", value_name = "URI")]
    pub(crate) base: String,

    /// A data folder whose names of documents and numbering of acts are used for links. Default: the tables of this program.
    #[arg(long, value_name = "DIR")]
    pub(crate) context: Option<PathBuf>,

    /// The file for the report: a JSON object a line for each raw file, with the words missing and extra and the lines that were
    /// not understood.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    #[command(subcommand)]
    pub(crate) form: ExportForm,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExportForm {
    /// The history of acts: a markdown file an act, a commit a lydelse, as a stream for `git fast-import`.
    Git(GitExportArguments),
    /// The registers of amendments as a table (CSV): which act changed which part of which act, from when.
    Amendments(TableArguments),
    /// All citations as a table (CSV): from_uri, anchor, to_uri, predicate, text, from_source, from_date, root, unit.
    Citations(TableArguments),
    /// What texts say of older and newer law, Union law and authorisations as a table (CSV): uri, relation, related_uri, days, words.
    Related(TableArguments),
    /// The provisions of statutes and EU acts as a table (CSV): uri, label, text, valid_from, valid_until, basis.
    Provisions(ProvisionTableArguments),
    /// All documents as a table (CSV), with the columns of /api/v1/documents, days, extent and inbound_count.
    Documents(TableArguments),
    /// Documents, provisions, amendments, citations and related places as one SQLite file with a full-text index.
    Sqlite(SqliteExportArguments),
    /// Acts as Akoma Ntoso: a zip with a file for each, named as the format's naming convention has it.
    Akn(AknExportArguments),
    /// What is stated of documents as linked data: gzipped N-Triples.
    Rdf(RdfExportArguments),
    /// A benchmark of retrieval in the form of BEIR: provisions, and queries of the words that other documents have for them.
    Benchmark(BenchmarkExportArguments),
}

#[derive(Debug, Args)]
pub(crate) struct SqliteExportArguments {
    /// The file to write; it is replaced when the database is whole.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct RdfExportArguments {
    /// Only the documents of this source. `lagrum status` lists the sources.
    #[arg(long, value_name = "NAME")]
    pub(crate) source: Option<String>,

    /// The address that ELI identifiers begin with. Without it acts are named by their canonical uris.
    #[arg(long, env = "LAGRUM_PUBLIC_URL", value_name = "URL", value_parser = super::parse_address)]
    pub(crate) public_url: Option<lagrum_artifact::Base>,

    /// The file to write; it is replaced when it is whole. Without this flag it is printed.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchmarkExportArguments {
    /// The folder to make, which must not be there.
    #[arg(long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// The address of the licence of the texts, for the README of the benchmark.
    #[arg(long, env = "LAGRUM_LICENCE", value_name = "URL", value_parser = super::parse_address)]
    pub(crate) licence: Option<lagrum_artifact::Base>,
}

#[derive(Debug, Args)]
pub(crate) struct AknExportArguments {
    /// Only the acts of this source. `lagrum status` lists the sources.
    #[arg(long, value_name = "NAME")]
    pub(crate) source: Option<String>,

    /// Also the archived lydelser.
    #[arg(long)]
    pub(crate) versions: bool,

    /// The file to write; it is replaced when the zip is whole. Without this flag the zip is printed.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct GitExportArguments {
    /// The source whose documents are exported. `lagrum status` lists the sources.
    #[arg(long, value_name = "NAME")]
    pub(crate) source: String,

    /// The repository to add to, which is made if there is none. Only what it lacks is added. Without this flag the whole stream
    /// is printed.
    #[arg(long, value_name = "DIR")]
    pub(crate) repo: Option<PathBuf>,

    /// The branch to commit to.
    #[arg(long, default_value = "main", value_name = "NAME")]
    pub(crate) branch: BranchName,
}

#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    /// The file to write; it is replaced when the table is whole. Without this flag the table is printed.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Begin with a byte order mark, by which spreadsheets know that the table is UTF-8.
    #[arg(long)]
    pub(crate) bom: bool,

    /// Put ' before cells that a spreadsheet would take for a formula: those that begin with = + - or @.
    #[arg(long)]
    pub(crate) excel: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ProvisionTableArguments {
    #[command(flatten)]
    pub(crate) table: TableArguments,

    /// Write Apache Parquet instead of CSV.
    #[cfg(feature = "parquet")]
    #[arg(long, conflicts_with_all = ["bom", "excel"])]
    pub(crate) parquet: bool,
}

impl ProvisionTableArguments {
    /// The form of the table.
    pub(crate) fn form(&self) -> ProvisionTableForm {
        #[cfg(feature = "parquet")]
        if self.parquet {
            return ProvisionTableForm::Parquet;
        }
        ProvisionTableForm::Csv(self.table.form())
    }
}

impl TableArguments {
    /// The form of the table.
    pub(crate) fn form(&self) -> TableForm {
        TableForm { with_bom: self.bom, for_excel: self.excel }
    }
}

#[derive(Debug, Args)]
pub(crate) struct VectorsArguments {
    #[command(subcommand)]
    pub(crate) task: VectorsTask,
}

#[derive(Debug, Subcommand)]
pub(crate) enum VectorsTask {
    /// Say whether a model can be used, what it is, and how long it takes for a text.
    Check {
        /// The model folder: config.json, tokenizer.json and model.safetensors, as on model hubs.
        #[arg(value_name = "DIR")]
        model: PathBuf,
    },
    /// Make a word table of the words of the corpus: vectors that need no model.
    Words(WordTableArguments),
}

#[derive(Debug, Args)]
pub(crate) struct WordTableArguments {
    /// The model folder by which the words are embedded.
    #[arg(long, value_name = "DIR")]
    pub(crate) model: PathBuf,

    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// How many words the table has: those that the most documents have.
    #[arg(long, default_value_t = 28_000, value_name = "NUMBER")]
    pub(crate) words: usize,

    /// How many numbers each has.
    #[arg(long, default_value_t = 96, value_name = "NUMBER")]
    pub(crate) numbers: usize,
}

#[cfg(feature = "mcp")]
#[derive(Debug, Args)]
pub(crate) struct McpArguments {
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
}
