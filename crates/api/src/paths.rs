//! Paths that other modules than their endpoint must know: those that take POST, those that are no pages, those that are not
//! logged in full.

use lagrum_pages::{CHECK_PAGE, LIST_PAGE, MACHINE_SEGMENTS};

/// The path of tools for language models, which a crate above this one answers.
pub const TOOLS_PATH: &str = "/mcp";

/// [`TOOLS_PATH`] with the slash that some clients write at its end.
pub const TOOLS_FOLDER: &str = "/mcp/";

/// The path that finds citations in a text.
const EXTRACT_PATH: &str = "/api/v1/citations/extract";

/// The path that reads a citation.
const RESOLVE_PATH: &str = "/api/v1/resolve";

/// The path of the changes of a list of laws.
const LISTS_PATH: &str = "/api/v1/lists/changes";

/// Whether people post forms to a path, so that failures there are pages.
pub(crate) fn is_form_page(path: &str) -> bool {
    path == LIST_PAGE || path == CHECK_PAGE
}

/// Whether the query of a path is a list of laws: it is read whole, and is in no log and no ledger.
pub(crate) fn is_list(path: &str) -> bool {
    [LISTS_PATH, LIST_PAGE, "/feeds/lista.atom", "/feeds/lista.ics", "/feeds/uri.atom"].contains(&path)
}

/// The methods of a path that takes POST; None for any other path.
pub(crate) fn posted_methods(path: &str) -> Option<&'static str> {
    match path {
        EXTRACT_PATH | TOOLS_PATH | TOOLS_FOLDER => Some("POST"),
        RESOLVE_PATH | LISTS_PATH | LIST_PAGE | CHECK_PAGE => Some("GET, HEAD, POST"),
        _ => None,
    }
}

/// Whether failures at a path are pages.
pub(crate) fn is_page_path(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    !MACHINE_SEGMENTS.contains(&first)
}

/// The path of a request as logs and the ledger have it: without the prefix of a bucket, which would reveal a part of what is
/// looked for.
pub(crate) fn shown_path(path: &str) -> &str {
    const BUCKETS: &str = "/api/v1/range/";
    match path.strip_prefix(BUCKETS) {
        Some(prefix) if prefix != "filter" => BUCKETS,
        _ => path,
    }
}
