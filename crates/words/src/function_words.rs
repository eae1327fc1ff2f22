//! The function words of the two languages.

/// Whether a word says little of the topic of a query: function and question words of both languages.
pub fn is_function_word(word: &str) -> bool {
    SWEDISH_FUNCTION_WORDS.binary_search(&word).is_ok() || ENGLISH_FUNCTION_WORDS.binary_search(&word).is_ok()
}

/// Whether a word is a function or question word of English, whatever it is in Swedish.
pub(crate) fn is_english_function_word(word: &str) -> bool {
    ENGLISH_FUNCTION_WORDS.binary_search(&word).is_ok()
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
const ENGLISH_FUNCTION_WORDS: [&str; 84] = [
    "a", "about", "also", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could",
    "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "him", "his", "how", "i", "if",
    "in", "into", "is", "its", "may", "me", "might", "must", "my", "no", "not", "of", "on", "or",
    "our", "over", "s", "shall", "she", "should", "so", "some", "such", "t", "than", "that", "the", "their",
    "them", "then", "there", "these", "they", "this", "those", "to", "under", "us", "was", "we", "were",
    "what", "when", "where", "which", "who", "whom", "whose", "why", "will", "with", "would", "you", "your",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(SWEDISH_FUNCTION_WORDS.is_sorted() && ENGLISH_FUNCTION_WORDS.is_sorted());
    }
}
