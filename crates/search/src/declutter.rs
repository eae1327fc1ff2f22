//! Nearly equal titles: a page shows at most two documents with nearly equal titles.

use std::collections::HashSet;

use lagrum_words::tokens;

/// Two titles with this share of their words in common count as equal.
const ALIKE: f64 = 0.7;

/// The most documents of one cluster of titles that a page shows.
const MAX_SHOWN: usize = 2;

/// The titles of a page so far, in clusters of nearly equal titles.
#[derive(Debug, Default)]
pub(crate) struct TitleClusters {
    /// The words of the first title of each cluster, and how many titles it has.
    clusters: Vec<(HashSet<String>, usize)>,
}

impl TitleClusters {
    /// Adds a title. Returns whether its document is shown: it is not if two documents of its cluster are shown already.
    pub(crate) fn shows(&mut self, title: &str) -> bool {
        let words: HashSet<String> = tokens(title).map(|token| token.word.into_owned()).collect();
        if words.is_empty() {
            return true;
        }
        for (first, members) in &mut self.clusters {
            let common = first.intersection(&words).count() as f64;
            let all = (first.len() + words.len()) as f64 - common;
            if common >= ALIKE * all {
                *members += 1;
                return *members <= MAX_SHOWN;
            }
        }
        self.clusters.push((words, 1));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_three_alike_two_are_shown() {
        let titles = [
            ("Lag om får", true),
            ("Förordning om hundar", true),
            ("lag (om) får!", true),
            ("Lag om får", false),
            ("", true),
            ("", true),
            ("—", true),
            ("Lag om får och getter på öarna i norr", true),
        ];
        let mut clusters = TitleClusters::default();
        for (title, shown) in titles {
            assert_eq!(clusters.shows(title), shown, "{title}");
        }
    }
}
