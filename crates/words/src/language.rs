//! The two languages of the texts, and what each makes of a word.

use frostem::{Algorithm, Stemmer};

use crate::tokens;

/// How many words of a text are looked at to tell its language.
const LOOKED_AT: usize = 3_000;

/// The language a text is analysed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// Swedish, and whatever is not clearly English.
    Swedish,
    /// English.
    English,
}

impl Language {
    /// The language of a text, told by the function words among its first thousands; Swedish when in doubt.
    pub fn of(text: &str) -> Self {
        let (mut swedish, mut english) = (0_u32, 0_u32);
        for token in tokens(text).take(LOOKED_AT) {
            match &*token.word {
                "och" | "att" | "det" | "som" | "är" | "på" | "av" | "för" | "med" | "till" | "den"
                | "inte" | "om" | "ett" | "en" | "har" | "i" | "enligt" | "eller" | "skall" => swedish += 1,
                "the" | "of" | "and" | "to" | "that" | "is" | "for" | "was" | "with" | "by" | "on"
                | "not" | "be" | "which" | "or" | "this" | "as" | "from" | "shall" => english += 1,
                _ => {}
            }
        }
        if english > swedish { Self::English } else { Self::Swedish }
    }
}

/// The stem of a word in lower case. A word with a digit in it is its own stem.
///
/// It is what Snowball finds, with two things mended for Swedish. Snowball takes *skola*, *skolor* and *skolorna* for
/// one word and *skolan* for another: the definite form in *-an* is taken off here too. And it takes every last *s*
/// for a genitive, so that *plats* and *platsen* part ways: of nouns in *-s* that are common in law it is left.
pub fn stem(word: &str, language: Language) -> String {
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        return word.to_owned();
    }
    let algorithm = match language {
        Language::Swedish => match mended(word) {
            Some(stem) => return stem.to_owned(),
            None => Algorithm::Swedish,
        },
        Language::English => Algorithm::English,
    };
    Stemmer::new(algorithm).stem(word).into_owned()
}

/// Nouns whose *s* is their own, and compounds that end in them.
#[rustfmt::skip]
const OWN_S: [&str; 36] = [
    "plats", "gräns", "krets", "kurs", "sats", "gods", "moms", "börs", "puls", "vers",
    "finans", "balans", "instans", "leverans", "distans", "substans", "ambulans", "tolerans", "relevans", "allians",
    "vakans", "nyans", "chans", "dominans", "resonans",
    "licens", "konsekvens", "kompetens", "referens", "frekvens", "tendens", "preferens", "existens", "konferens",
    "evidens", "residens",
];

/// Words in *-an* that are no definite form, and compounds that end in them.
const OWN_AN: [&str; 9] = ["man", "plan", "organ", "talan", "verkan", "roman", "kran", "span", "slogan"];

/// The stem of a Swedish word that Snowball would not find; none for all others.
fn mended(word: &str) -> Option<&str> {
    if OWN_S.iter().any(|own| word.ends_with(own)) {
        return Some(word);
    }
    let nominative = word.strip_suffix('s').unwrap_or(word);
    let stem = nominative.strip_suffix("an")?;
    let definite = stem.chars().count() >= 3 && !OWN_AN.iter().any(|own| nominative.ends_with(own));
    (definite && !is_function_word(nominative)).then_some(stem)
}

/// Whether a word carries little of what a question is about: function and question words of both languages.
pub fn is_function_word(word: &str) -> bool {
    SWEDISH_FUNCTION_WORDS.binary_search(&word).is_ok() || ENGLISH_FUNCTION_WORDS.binary_search(&word).is_ok()
}

/// Whether a mark around this word alone shows a reader nothing.
pub fn is_lone_mark(word: &str) -> bool {
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

/// Function and question words of Swedish, sorted.
#[rustfmt::skip]
const SWEDISH_FUNCTION_WORDS: [&str; 161] = [
    "all", "alla", "allt", "andra", "annan", "annat", "antingen", "att", "av", "bara", "betyder", "blev",
    "bli", "blir", "blivit", "både", "bör", "de", "dem", "den", "denna", "deras", "dess", "dessa", "det",
    "detta", "dig", "din", "dina", "ditt", "du", "där", "därför", "då", "efter", "eftersom", "egentligen",
    "ej", "eller", "en", "enligt", "er", "era", "ert", "ett", "fick", "finnas", "finns", "från", "får",
    "för", "genom", "gjorde", "gjort", "gör", "göra", "ha", "hade", "haft", "han", "hans", "har", "hennes",
    "hon", "hos", "hur", "här", "i", "icke", "ifall", "in", "inga", "ingen", "inget", "innan", "innebär",
    "inom", "inte", "jag", "ju", "just", "kan", "kring", "kunde", "man", "med", "medan", "mellan", "men",
    "menas", "mer", "mest", "mig", "min", "mina", "mitt", "mot", "mycket", "må", "många", "måste", "ner",
    "ni", "nu", "när", "någon", "något", "några", "och", "också", "om", "oss", "på", "redan", "räknas", "s",
    "samt", "sedan", "sig", "sin", "sina", "sitt", "ska", "skall", "skulle", "som", "så", "sådan", "sådana",
    "sådant", "till", "under", "upp", "ur", "ut", "utan", "utom", "vad", "var", "vara", "varför", "varit",
    "varje", "vart", "vem", "vems", "vi", "vid", "vilka", "vilken", "vilket", "vill", "ville", "vår",
    "våra", "vårt", "än", "är", "även", "åt", "över",
];

/// Function and question words of English, sorted.
#[rustfmt::skip]
const ENGLISH_FUNCTION_WORDS: [&str; 85] = [
    "a", "about", "also", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could",
    "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "him", "his", "how", "i", "if",
    "in", "into", "is", "it", "its", "may", "me", "might", "must", "my", "no", "not", "of", "on", "or",
    "our", "over", "s", "shall", "she", "should", "so", "some", "such", "t", "than", "that", "the", "their",
    "them", "then", "there", "these", "they", "this", "those", "to", "under", "us", "was", "we", "were",
    "what", "when", "where", "which", "who", "whom", "whose", "why", "will", "with", "would", "you", "your",
];
