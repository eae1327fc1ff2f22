//! Titles that are nearly alike: a page of results shows at most two of them.

use std::collections::HashSet;

use lagrum_words::tokens;

/// The share of words that two titles have in common from which on they are alike.
const ALIKE: f64 = 0.7;

/// Documents with titles alike that a page shows.
const SHOWN: usize = 2;

/// The titles of a page so far, those alike together.
#[derive(Debug, Default)]
pub(crate) struct Clusters {
    /// The words of the first title of each, and how many have come.
    clusters: Vec<(HashSet<String>, usize)>,
}

impl Clusters {
    /// Whether a document of this title is shown, or set aside since two alike are shown already.
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
                return *members <= SHOWN;
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
        let mut clusters = Clusters::default();
        for (title, shown) in titles {
            assert_eq!(clusters.shows(title), shown, "{title}");
        }
    }
}
