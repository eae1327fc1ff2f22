//! The difference between two texts as runs that give both texts back to the last byte.

use super::common::common;
use super::words::Mark;

/// The maximum length in characters of a word that does not count as common by itself.
const SHORT_WORD: usize = 3;

/// A stretch of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffRun {
    /// Which text has it.
    pub mark: Mark,
    /// Its text; never empty.
    pub text: String,
}

/// The difference between two texts. The runs that are not added, joined, are the older text; those that are not removed
/// are the newer. No two neighbours have the same mark.
pub fn runs(old: &str, new: &str) -> Vec<DiffRun> {
    let mut writer = RunJoiner::default();
    if old == new {
        writer.push(Mark::Same, new);
        return writer.runs;
    }
    let (old_words, new_words) = (words(old), words(new));
    let mut same = common(old_words.iter().map(|word| word.text), new_words.iter().map(|word| word.text));
    let lengths = (old_words.len(), new_words.len());
    drop_lone_matches(&mut same, &old_words, lengths);
    same.push(lengths);
    let (mut at_old, mut at_new) = (0, 0);
    for (next_old, next_new) in same {
        old_words[at_old..next_old].iter().for_each(|word| writer.push_word(Mark::Removed, word));
        new_words[at_new..next_new].iter().for_each(|word| writer.push_word(Mark::Added, word));
        if let (Some(before), Some(after)) = (old_words.get(next_old), new_words.get(next_new)) {
            writer.push(Mark::Same, after.text);
            if before.blank == after.blank {
                writer.push(Mark::Same, after.blank);
            } else {
                writer.push(Mark::Removed, before.blank);
                writer.push(Mark::Added, after.blank);
            }
        }
        (at_old, at_new) = (next_old + 1, next_new + 1);
    }
    writer.runs
}

/// A word and the white space after it. The white space at the beginning of a text follows an empty word.
#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    blank: &'t str,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word_end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(word_end);
        let blank_end = after.find(|c: char| !c.is_whitespace()).unwrap_or(after.len());
        let (blank, after) = after.split_at(blank_end);
        words.push(Word { text: word, blank });
        rest = after;
    }
    words
}

/// Drops a match of one short word between two differences: a reader sees one changed passage, not two. `lengths` are the
/// numbers of words of both texts.
fn drop_lone_matches(same: &mut Vec<(usize, usize)>, old: &[Word<'_>], lengths: (usize, usize)) {
    let pairs = std::mem::take(same);
    let follows = |before: (usize, usize), pair: (usize, usize)| (before.0 + 1, before.1 + 1) == pair;
    for (at, &pair) in pairs.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| pairs.get(before));
        let begins = before.map_or(pair == (0, 0), |before| follows(*before, pair));
        let ends = follows(pair, pairs.get(at + 1).copied().unwrap_or(lengths));
        let is_short = old[pair.0].text.chars().count() <= SHORT_WORD;
        if begins || ends || !is_short {
            same.push(pair);
        }
    }
}

/// Joins stretches of text to runs.
#[derive(Default)]
pub(super) struct RunJoiner {
    pub(super) runs: Vec<DiffRun>,
}

impl RunJoiner {
    fn push_word(&mut self, mark: Mark, word: &Word<'_>) {
        self.push(mark, word.text);
        self.push(mark, word.blank);
    }

    /// Adds text to the last run with this mark, unless text that both have stands after that run.
    pub(super) fn push(&mut self, mark: Mark, text: &str) {
        if text.is_empty() {
            return;
        }
        let open = self.runs.iter_mut().rev().take_while(|run| run.mark != Mark::Same || mark == Mark::Same);
        let is_open = |run: &&mut DiffRun| run.mark == mark;
        let mut open = open.take(if mark == Mark::Same { 1 } else { 2 });
        match open.find(is_open) {
            Some(run) => run.text.push_str(text),
            None => self.insert(mark, text),
        }
    }

    /// Adds a run. What is removed stands before what is added in its place.
    fn insert(&mut self, mark: Mark, text: &str) {
        let run = DiffRun { mark, text: text.to_owned() };
        match self.runs.last() {
            Some(last) if last.mark == Mark::Added && mark == Mark::Removed => {
                self.runs.insert(self.runs.len() - 1, run);
            }
            _ => self.runs.push(run),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn joined(runs: &[DiffRun], without: Mark) -> String {
        runs.iter().filter(|run| run.mark != without).map(|run| run.text.as_str()).collect()
    }

    fn shown(old: &str, new: &str) -> String {
        let sign = |mark| match mark {
            Mark::Same => '=',
            Mark::Removed => '-',
            Mark::Added => '+',
        };
        let runs = runs(old, new);
        let shown: Vec<String> = runs.iter().map(|run| format!("{}{}|", sign(run.mark), run.text)).collect();
        shown.concat()
    }

    #[test]
    fn what_differs() {
        let table = [
            ("Lagen gäller får.", "Lagen gäller får och getter.", "=Lagen gäller |-får.|+får och getter.|"),
            ("a b c", "a b c", "=a b c|"),
            ("", "a b", "+a b|"),
            ("a b", "", "-a b|"),
            ("Får räknas", "Får räknas\nGet räknas", "=Får räknas|+\nGet räknas|"),
            (
                "ett långt ord av dem",
                "två korta namn av oss",
                "-ett långt ord av dem|+två korta namn av oss|",
            ),
        ];
        for (old, new, expected) in table {
            assert_eq!(shown(old, new), expected, "{old:?} {new:?}");
        }
    }

    proptest! {
        #[test]
        fn both_texts_are_given_back(old in "[ab \n]{0,40}", new in "[ab \n]{0,40}") {
            let runs = runs(&old, &new);
            prop_assert_eq!(joined(&runs, Mark::Added), old);
            prop_assert_eq!(joined(&runs, Mark::Removed), new);
            prop_assert!(runs.iter().all(|run| !run.text.is_empty()));
            prop_assert!(runs.windows(2).all(|pair| pair[0].mark != pair[1].mark));
        }
    }
}
