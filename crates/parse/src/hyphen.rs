//! Joins lines to a running text: blanks are collapsed, soft hyphens dropped, and words that a line end broke are joined.
//!
//! A hyphen at a line end stays between digits (`14-`, `17`) and before a capital (`Nedertorneå-`, `Haparanda`). Between
//! lower-case letters it is dropped. It stays in a word that the document has elsewhere with a hyphen and never without, and after a
//! short first part that has a hyphen in other words of the document (`tv-`). Before `och`, `eller` and `samt` it stays, with a blank
//! after it.

use std::collections::HashSet;

/// Words before which a hyphen at a line end stays, since the second half of the word comes later: `hälso- och sjukvård`.
const JOINTS: [&str; 7] = ["och", "eller", "samt", "respektive", "resp", "men", "till"];

/// The words that a document has with a hyphen within a line, in lower case.
#[derive(Debug, Default)]
pub(crate) struct HyphenedWords {
    hyphened: HashSet<String>,
    whole: HashSet<String>,
    /// Short first parts that words with a hyphen begin with: `tv`, `e`.
    starts: HashSet<String>,
}

/// The greatest length of a first part that keeps its hyphen at a line end if any word of the document has it with a hyphen.
const SHORT: usize = 3;

impl HyphenedWords {
    /// Collects the words of a text. Only words that a broken word of the text would give are kept.
    pub(crate) fn of(text: &str) -> Self {
        let mut found = Self::default();
        let mut broken: Vec<&str> = Vec::new();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if line.trim_end().ends_with('-') {
                broken.extend(line.split_whitespace().next_back());
                broken.extend(lines.peek().and_then(|next| next.split_whitespace().next()));
            }
        }
        if broken.is_empty() {
            return found;
        }
        let pairs = broken.chunks_exact(2);
        let wanted: HashSet<String> = pairs
            .map(|pair| {
                format!("{}{}", letters(pair[0].trim_end_matches('-')), letters(pair[1])).to_lowercase()
            })
            .collect();
        let lengths: HashSet<usize> = wanted.iter().map(String::len).collect();
        for word in text.split_whitespace() {
            let word = letters(word);
            if !word.contains('-') && !lengths.contains(&word.len()) {
                continue;
            }
            let word = word.to_lowercase();
            if let Some((start, rest)) = word.split_once('-') {
                let is_short = start.chars().count() <= SHORT && start.chars().all(char::is_alphabetic);
                if is_short && rest.starts_with(char::is_alphabetic) {
                    found.starts.insert(start.to_owned());
                }
                if wanted.contains(&word.replace('-', "")) {
                    found.hyphened.insert(word);
                }
            } else if wanted.contains(&word) {
                found.whole.insert(word);
            }
        }
        found
    }

    fn keeps(&self, before: &str, after: &str) -> bool {
        let hyphened = format!("{before}-{after}").to_lowercase();
        let is_known = self.hyphened.contains(&hyphened) || self.starts.contains(&before.to_lowercase());
        is_known && !self.whole.contains(&hyphened.replace('-', ""))
    }
}

/// A word without punctuation around it.
fn letters(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// The last word of a text; of a longer one than real words are, its end.
pub(crate) fn last_word(text: &str) -> &str {
    const LONGEST: usize = 200;
    let from = text.ceil_char_boundary(text.len().saturating_sub(LONGEST));
    text[from..].rsplit(char::is_whitespace).next().unwrap_or_default()
}

/// Joins lines.
pub(crate) fn join<'t>(lines: impl IntoIterator<Item = &'t str>, words: &HyphenedWords) -> String {
    let mut text = String::new();
    for line in lines {
        for word in line.split_whitespace().filter(|word| *word != "\u{ad}") {
            let first_of_line = word.as_ptr() == line.trim_start().as_ptr();
            if !(text.is_empty() || first_of_line && goes_on(&mut text, word, words)) {
                text.push(' ');
            }
            let last = word.ends_with('\u{ad}').then_some('\u{ad}');
            if word.contains('\u{ad}') {
                text.extend(word.chars().filter(|c| *c != '\u{ad}').chain(last));
            } else {
                text.push_str(word);
            }
        }
    }
    // Soft hyphens at the end of the last line are left.
    if text.contains('\u{ad}') { text.replace('\u{ad}', "") } else { text }
}

/// Prepares a text for the first word of what goes on after it: drops the hyphen that only broke a word, or adds a blank.
pub(crate) fn join_break(text: &mut String, word: &str, words: &HyphenedWords) {
    if !(text.is_empty() || goes_on(text, word, words)) {
        text.push(' ');
    }
}

/// Whether the first word of a line continues the word before it. The hyphen between them is dropped if it only broke the word.
fn goes_on(text: &mut String, word: &str, words: &HyphenedWords) -> bool {
    if text.ends_with('\u{ad}') {
        text.pop();
        return true;
    }
    let Some(before) = text.strip_suffix(['-', '\u{2010}', '\u{2011}']) else { return false };
    let (Some(last), Some(first)) = (before.chars().next_back(), word.chars().next()) else { return false };
    if last.is_ascii_digit() && first.is_ascii_digit() {
        return true;
    }
    if !last.is_lowercase() {
        return false;
    }
    if first.is_uppercase() {
        return true;
    }
    let next = letters(word);
    if !first.is_lowercase() || JOINTS.contains(&next) {
        return false;
    }
    if !words.keeps(letters(last_word(before)), next) {
        text.pop();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined() {
        let document = "e-post och e-post samt fårklippning\nfår- \ngården får-gård e-\npost klipp-\nning";
        let words = HyphenedWords::of(document);
        for (lines, expected) in [
            ("fårens  ull\tär", "fårens ull är"),
            ("14-\n17 §§", "14-17 §§"),
            ("14- 17 §§", "14- 17 §§"),
            ("trygghets-\nsystemen", "trygghetssystemen"),
            ("tryckfrihets- \n   förordningen", "tryckfrihetsförordningen"),
            ("Ull-\nDal och Nedre-\nÅs", "Ull-Dal och Nedre-Ås"),
            ("hälso-\noch sjukvård", "hälso- och sjukvård"),
            ("hälso-\neller sjukvård", "hälso- eller sjukvård"),
            ("e-\npost", "e-post"),
            ("e-\nlegitimation", "e-legitimation"),
            ("får\u{ad}klippare", "fårklippare"),
            ("får\u{ad}\nklippare", "fårklippare"),
            ("EU-\nrätten", "EU- rätten"),
            ("- ett\n- två", "- ett - två"),
            ("ett -\ntvå", "ett - två"),
            ("", ""),
        ] {
            assert_eq!(join(lines.lines(), &words), expected, "{lines:?}");
        }
    }
}
