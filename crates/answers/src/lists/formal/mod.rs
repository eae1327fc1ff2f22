//! Whether the difference between two texts of a provision is formal: whether nothing of substance differs. In doubt it is not.
//!
//! The rules are a closed list, stated with examples in docs/api.md. Both texts are brought into one form by each rule, and
//! the difference is formal if the forms are equal:
//!
//! 1. **Print**: line ends, blanks, kinds of quotation marks and dashes, change notes.
//! 2. **Spelling**: the words of `data/formal-spelling.tsv` (`skall`, `ska`).
//! 3. **Names of authorities** that got another name, of `data/formal-authorities.tsv`.
//! 4. **Numbers of acts**: that of an act which is called the same in both texts (`säkerhetsskyddslagen (1996:627)`).
//! 5. **Numbers of provisions** that the same amendment gave another number.
//!
//! Punctuation is not print: a comma may change what a sentence means.

mod words;

use std::collections::HashMap;
use std::sync::LazyLock;

use lagrum_artifact::without_change_notes;

use self::words::{FormalWord, words};

/// Rows of two columns: what was written, and what is written now.
struct Table {
    /// By the first word of what was written, the longest first.
    rows: HashMap<String, Vec<Row>>,
}

struct Row {
    written: Vec<String>,
    now: Vec<String>,
}

impl Table {
    fn parse(text: &str) -> Self {
        let mut rows: HashMap<String, Vec<Row>> = HashMap::new();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for (written, now) in lines.filter_map(|line| line.split_once('\t')) {
            let list = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
            let row = Row { written: list(written), now: list(now) };
            if let Some(first) = row.written.first() {
                rows.entry(first.clone()).or_default().push(row);
            }
        }
        for rows in rows.values_mut() {
            rows.sort_by_key(|row| std::cmp::Reverse(row.written.len()));
        }
        Self { rows }
    }

    /// Replaces what was written by what is written now.
    fn apply(&self, words: &mut Vec<FormalWord>) {
        let mut applied = Vec::with_capacity(words.len());
        let mut at = 0;
        while at < words.len() {
            let fits = |row: &&Row| {
                let here = words.get(at..at + row.written.len());
                here.is_some_and(|here| {
                    here.iter().zip(&row.written).all(|(word, written)| word.text == *written)
                })
            };
            if let Some(row) = self.rows.get(&words[at].text).and_then(|rows| rows.iter().find(fits)) {
                applied.extend(row.now.iter().map(|word| FormalWord::plain(word)));
                at += row.written.len();
            } else {
                applied.push(words[at].clone());
                at += 1;
            }
        }
        *words = applied;
    }
}

static SPELLING: LazyLock<Table> =
    LazyLock::new(|| Table::parse(include_str!("../../../data/formal-spelling.tsv")));

static AUTHORITIES: LazyLock<Table> =
    LazyLock::new(|| Table::parse(include_str!("../../../data/formal-authorities.tsv")));

/// A paragraf that an amendment gave another number: `7` and `9`, `7 a` and `7 b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MovedNumber {
    pub(super) from: String,
    pub(super) to: String,
}

/// Whether only what the rules name differs between two texts. Equal texts differ in nothing.
pub(super) fn is_formal(before: &str, after: &str, moved: &[MovedNumber]) -> bool {
    let (mut before, mut after) = (form(before), form(after));
    mask_act_numbers(&mut before, &mut after);
    // The number of a paragraf of another act stands before the name of that act. A range with another end has other paragrafer in it.
    let is_end = |at: usize| at.checked_sub(1).is_some_and(|before| after[before].text == "-");
    let is_own =
        |at: usize| !is_end(at) && after.get(at + 2).is_none_or(|next| !words::names_an_act(&next.text));
    before.len() == after.len()
        && before.iter().zip(&after).enumerate().all(|(at, (before, after))| {
            let are_paragrafer = before.is_paragraf && after.is_paragraf;
            before.text == after.text || are_paragrafer && is_own(at) && is_moved(before, after, moved)
        })
}

fn is_moved(before: &FormalWord, after: &FormalWord, moved: &[MovedNumber]) -> bool {
    moved.iter().any(|moved| moved.from == before.text && moved.to == after.text)
}

/// A text in the form that rules 1 to 3 give it.
fn form(text: &str) -> Vec<FormalWord> {
    let mut words = words(&without_change_notes(text));
    SPELLING.apply(&mut words);
    AUTHORITIES.apply(&mut words);
    words
}

/// Masks the numbers of acts that stand at the same place of both texts after the same name.
fn mask_act_numbers(before: &mut [FormalWord], after: &mut [FormalWord]) {
    if before.len() != after.len() {
        return;
    }
    for at in 1..before.len() {
        // The number is in parentheses, which are words of their own: `lagen ( 1996:627 )`.
        let name = at.checked_sub(2).map(|at| (&before[at].text, &after[at].text));
        let is_named = name.is_some_and(|(before, after)| before == after && words::names_an_act(before));
        if is_named && before[at].is_act_number && after[at].is_act_number && before[at - 1].text == "(" {
            "#".clone_into(&mut before[at].text);
            "#".clone_into(&mut after[at].text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_formal() {
        let moved = [MovedNumber { from: "7".to_owned(), to: "9".to_owned() }];
        for (before, after, expected) in [
            ("Får skall märkas.", "Får ska märkas. Lag (2031:9).", true),
            ("Får skall märkas.", "Får bör märkas.", false),
            ("Får ska märkas, om de betar.", "Får ska märkas om de betar.", false),
            ("Får ska märkas \"väl\" – alltid.", "Får ska märkas ”väl” - alltid.", true),
            ("Får\nska  märkas.", "Får ska märkas.", true),
            ("enligt skeppslagen (1996:627)", "enligt skeppslagen (2018:585)", true),
            ("enligt skeppslagen (1996:627)", "enligt båtlagen (2018:585)", false),
            ("enligt lagen (1996:627) om skepp", "enligt lagen (2018:585) om båtar", false),
            ("enligt lagen (1996:627) om skepp", "enligt lagen (2018:585) om skepp", true),
            ("Det som sägs i 7 § gäller.", "Det som sägs i 9 § gäller.", true),
            ("Det som sägs i 7 § gäller.", "Det som sägs i 8 § gäller.", false),
            ("Det som sägs i 7 § båtlagen gäller.", "Det som sägs i 9 § båtlagen gäller.", false),
            ("Det som sägs i 5–7 §§ gäller.", "Det som sägs i 5–9 §§ gäller.", false),
            ("inom 7 dagar", "inom 9 dagar", false),
            ("Datainspektionen får besluta.", "Integritetsskyddsmyndigheten får besluta.", true),
            ("Datainspektionen får besluta.", "Konsumentverket får besluta.", false),
            ("Avgiften är 500 kronor.", "Avgiften är 600 kronor.", false),
            ("Får ska märkas.", "Får ska inte märkas.", false),
            ("", "Får ska märkas.", false),
            ("Får ska märkas.", "Får ska märkas.", true),
        ] {
            assert_eq!(is_formal(before, after, &moved), expected, "{before} / {after}");
        }
    }
}
