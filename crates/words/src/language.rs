//! The two languages of the texts, and the stems and function words of each.

use frostem::{Algorithm, Stemmer};

use crate::{is_function_word, swedish, tokens};

/// The number of words of a text by which its language is detected.
const SAMPLE: usize = 3_000;

/// The language a text is analysed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// Swedish, and every text that is not clearly English.
    Swedish,
    /// English.
    English,
}

impl Language {
    /// Detects the language of a text by the function words among its first words. Swedish when in doubt, as for a
    /// Swedish act that quotes a treaty at length.
    pub fn detect(text: &str) -> Self {
        let (swedish, english) = function_words(text);
        if english > 3 * swedish { Self::English } else { Self::Swedish }
    }

    /// The language of a text that clearly is in one of the two; None where its function words leave a doubt.
    pub fn known(text: &str) -> Option<Self> {
        let (swedish, english) = function_words(text);
        match (swedish, english) {
            (0, 0 | 1) | (1, 0) => None,
            _ if english > 3 * swedish => Some(Self::English),
            _ if swedish > 3 * english => Some(Self::Swedish),
            _ => None,
        }
    }
}

/// How many of the first words of a text are common function words of Swedish, and how many of English.
fn function_words(text: &str) -> (u32, u32) {
    let (mut swedish, mut english) = (0_u32, 0_u32);
    for token in tokens(text).take(SAMPLE) {
        match &*token.word {
            "och" | "att" | "det" | "som" | "är" | "på" | "av" | "för" | "med" | "till" | "den" | "inte"
            | "om" | "ett" | "en" | "har" | "i" | "enligt" | "eller" | "skall" => swedish += 1,
            "the" | "of" | "and" | "to" | "that" | "is" | "for" | "was" | "with" | "by" | "on" | "not"
            | "be" | "which" | "or" | "this" | "as" | "from" | "shall" => english += 1,
            _ => {}
        }
    }
    (swedish, english)
}

/// The stem of a word in lower case by Snowball, for Swedish with some more definite forms (see `swedish`). A word with a digit in it is its own stem.
pub fn stem(word: &str, language: Language) -> String {
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        return word.to_owned();
    }
    match language {
        Language::Swedish if swedish::ends_in_own_s(word) => word.to_owned(),
        Language::Swedish => {
            if let Some(stem) = swedish::of_ledighet(word) {
                return stem.to_owned();
            }
            let stemmer = Stemmer::new(Algorithm::Swedish);
            match swedish::indefinite(word) {
                Some(word) => stemmer.stem(&word).into_owned(),
                None => stemmer.stem(word).into_owned(),
            }
        }
        Language::English => Stemmer::new(Algorithm::English).stem(word).into_owned(),
    }
}

/// Stands before a function word among the forms of the index. No token has it.
pub const FUNCTION: char = '=';

/// The form under which a word is indexed and sought: its stem; of a function word the word itself behind [`FUNCTION`],
/// the same in both languages. So *vid* and *för* are no forms of the content words *Vidar* and *föra*, whose stems are
/// spelt like them.
pub fn form(word: &str, language: Language) -> String {
    if is_function_word(word) { format!("{FUNCTION}{word}") } else { stem(word, language) }
}

/// Whether a mark around this word alone would show nothing: a function word, a sign or word of citations, a number of up to
/// three figures.
pub fn is_lone_mark(word: &str) -> bool {
    let is_number = (1..=3).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_sign = matches!(word, "§" | "kap" | "st" | "p" | "mom" | "art" | "s");
    is_number || is_sign || is_lone_function_word(word)
}

fn is_lone_function_word(word: &str) -> bool {
    matches!(
        word,
        "och"
            | "i"
            | "av"
            | "på"
            | "att"
            | "som"
            | "för"
            | "med"
            | "till"
            | "mot"
            | "om"
            | "en"
            | "ett"
            | "den"
            | "det"
            | "de"
            | "eller"
            | "samt"
            | "vid"
            | "under"
            | "efter"
            | "utan"
            | "mellan"
            | "genom"
    )
}
