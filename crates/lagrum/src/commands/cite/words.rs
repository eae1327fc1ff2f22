//! Words of the report of `lagrum cite`.

use lagrum_answers::{RunSign, TextLocation};

/// A text in one line.
pub(super) fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The line on which a citation or quotation begins.
pub(super) fn line(locations: &[TextLocation]) -> u64 {
    locations.first().and_then(|at| at.block_id.parse().ok()).unwrap_or_default()
}

/// Both texts of a difference in one line, with markdown marks for words that only one of them has.
pub(super) fn shown_runs(runs: &[(RunSign, String)]) -> String {
    let shown = runs.iter().map(|(sign, text)| match sign {
        RunSign::Same => text.clone(),
        RunSign::Added => format!("**{}** ", text.trim_end()),
        RunSign::Removed => format!("~~{}~~ ", text.trim_end()),
    });
    one_line(&shown.collect::<String>())
}
