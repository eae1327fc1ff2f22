//! What cannot be learnt from a corpus: words that look like compounds and are none, and short words that are parts
//! nevertheless. The list is `data/compounds.tsv`, to be edited by hand.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::stem_at_end::stem_at_end;
use crate::{Language, stem};

/// Whether a word with this stem is never cut.
pub(super) fn is_whole(stem: &str) -> bool {
    LISTS.whole.contains(stem)
}

/// Whether no compound has this beginning.
pub(super) fn is_no_beginning(beginning: &str) -> bool {
    LISTS.no_beginnings.contains(beginning)
}

/// Whether no compound ends in a word with this stem.
pub(super) fn is_no_end(stem: &str) -> bool {
    LISTS.no_ends.contains(stem)
}

/// Whether a word with this stem is a part although it has three letters or fewer.
pub(super) fn is_short_part(stem: &str) -> bool {
    LISTS.short.contains(stem)
}

struct Lists {
    whole: HashSet<String>,
    no_beginnings: HashSet<String>,
    no_ends: HashSet<String>,
    short: HashSet<String>,
}

static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let mut lists = Lists {
        whole: HashSet::new(),
        no_beginnings: HashSet::new(),
        no_ends: HashSet::new(),
        short: HashSet::new(),
    };
    for (kind, word) in rows() {
        match kind {
            "whole" => lists.whole.insert(stem(word, Language::Swedish)),
            "no-beginning" => lists.no_beginnings.insert(word.to_owned()),
            "no-end" => lists.no_ends.insert(stem_at_end(word)),
            "short" => {
                let stems = [stem_at_end(word), stem(word, Language::Swedish)];
                lists.short.extend(stems.into_iter().filter(|stem| stem.chars().count() > 1));
                true
            }
            _ => false,
        };
    }
    lists
});

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../../data/compounds.tsv").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('\t'))
        .flat_map(|(kind, words)| words.split(' ').map(move |word| (kind, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_list_is_of_a_known_kind_and_in_lower_case() {
        for (kind, word) in rows() {
            assert!(["whole", "no-beginning", "no-end", "short"].contains(&kind), "{kind}");
            assert!(!word.is_empty() && word.chars().all(char::is_lowercase), "{word:?} of {kind}");
        }
    }
}
