//! Words of the same root: the noun of a verb and the verb of a noun.
//!
//! People ask what they may do (*vräka*, *betala*), and acts name what is done (*vräkning*, *betalning*). Snowball's stemmer
//! removes *-ande*, *-are* and *-else*, so *överlåta* and *överlåtelse* have one stem. Nouns in *-ning*, *-nad* and *-ation*
//! have stems of their own, and so have verbs whose particle stands after them: who *säger upp* a contract makes an
//! *uppsägning*.
//!
//! Nothing here knows which words exist. The caller keeps the stems that its vocabulary has.

use crate::{Language, is_function_word, stem};

/// The least letters of a root. Shorter ones are the beginnings of too many words.
const MIN_ROOT_LETTERS: usize = 3;

/// Endings of verbs as they are typed: infinitive, present, past and passive.
const VERB_ENDINGS: [&str; 9] = ["a", "ar", "er", "as", "ade", "at", "ats", "de", "te"];

/// Endings of the stems of nouns made from verbs, and what the stem of the verb has in their place. *ing* alone only after
/// *r* and *l*: *ändring* is of *ändra*, and *samling* of *samla*.
const NOUN_ENDINGS: [(&str, &str); 7] = [
    ("ning", ""),
    ("nad", ""),
    ("ring", "r"),
    ("ling", "l"),
    ("ation", "er"),
    ("ion", "er"),
    ("erande", "er"),
];

/// Verbs whose noun is another word, by their stems: the vowel changes, or the ending is seldom.
const OTHER_ROOTS: [(&str, &str); 16] = [
    ("ärv", "arv"),
    ("jag", "jakt"),
    ("sälj", "försäljning"),
    ("våldta", "våldtäkt"),
    ("mörd", "mord"),
    ("skuldsatt", "skuldsättning"),
    ("uppsagd", "uppsägning"),
    ("stulen", "stöld"),
    ("stjäl", "stöld"),
    ("vald", "val"),
    ("preskriber", "preskription"),
    ("född", "födelse"),
    ("dog", "död"),
    ("köpt", "köp"),
    ("såld", "försäljning"),
    ("gift", "äktenskap"),
];

/// The particles of verbs, and how each begins the same verb as one word.
const PARTICLES: [(&str, &str); 17] = [
    ("av", "av"),
    ("bort", "bort"),
    ("efter", "efter"),
    ("emot", "mot"),
    ("fram", "fram"),
    ("igen", "åter"),
    ("ihop", "samman"),
    ("in", "in"),
    ("kvar", "kvar"),
    ("ned", "ned"),
    ("ner", "ned"),
    ("om", "om"),
    ("till", "till"),
    ("tillbaka", "åter"),
    ("upp", "upp"),
    ("ut", "ut"),
    ("över", "över"),
];

/// The stems of Swedish words with the same root as a word: of a verb its nouns, of a noun its verb. Many of them are no
/// words.
pub fn derived_stems(word: &str) -> Vec<String> {
    if !word.chars().all(char::is_alphabetic) || is_function_word(word) {
        return Vec::new();
    }
    let own = stem(word, Language::Swedish);
    let mut found = nouns(word, &own);
    for (ending, verb_ending) in NOUN_ENDINGS {
        if let Some(root) = own.strip_suffix(ending) {
            found.push(format!("{root}{verb_ending}"));
        }
    }
    found.retain(|stem| stem.chars().count() >= MIN_ROOT_LETTERS && *stem != own);
    let mut seen = std::collections::HashSet::new();
    found.retain(|stem| seen.insert(stem.clone()));
    found
}

/// The stems of the nouns of a verb; none for a word that is not spelt like a verb.
fn nouns(word: &str, own: &str) -> Vec<String> {
    let mut found: Vec<String> =
        OTHER_ROOTS.iter().filter(|(verb, _)| *verb == own).map(|(_, noun)| (*noun).to_owned()).collect();
    if own.chars().count() < MIN_ROOT_LETTERS || !VERB_ENDINGS.iter().any(|ending| word.ends_with(ending)) {
        return found;
    }
    found.push(format!("{own}ning"));
    // The stemmer takes *-nad* for an ending of *byggnad*, and not of *byggnaden*.
    found.push(stem(&format!("{own}nad"), Language::Swedish));
    found.push(format!("{own}nad"));
    if own.ends_with(['r', 'l']) {
        found.push(format!("{own}ing"));
    }
    if let Some(root) = own.strip_suffix("er") {
        found.push(format!("{root}ation"));
        found.push(format!("{root}ion"));
    }
    found
}

/// The stems of a verb with the particle that stands after it, as one word: *säga* and *upp* give the stem of *uppsäga* and
/// that of *uppsägning*. None for a word that is no particle.
pub fn with_particle(verb: &str, particle: &str) -> Option<Vec<String>> {
    let (_, beginning) = PARTICLES.iter().find(|(known, _)| *known == particle)?;
    if !verb.chars().all(char::is_alphabetic) {
        return None;
    }
    let joined = format!("{beginning}{verb}");
    let own = stem(&joined, Language::Swedish);
    let mut stems = vec![own.clone()];
    // The particle is a beginning of its own, so that a short verb is long enough for a noun.
    stems.extend(nouns(&joined, &own));
    Some(stems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_of_verbs_and_verbs_of_nouns() {
        let table = [
            ("betala", "betalning"),
            ("betalningar", "betala"),
            ("vräka", "vräkning"),
            ("ändra", "ändring"),
            ("ändringen", "ändra"),
            ("handlar", "handling"),
            ("bygga", "byggnad"),
            ("registrera", "registrering"),
            ("registreringen", "registrera"),
            ("reklamera", "reklamation"),
            ("deklarationen", "deklarera"),
            ("ärva", "arv"),
            ("jaga", "jakt"),
        ];
        for (word, other) in table {
            let other = stem(other, Language::Swedish);
            assert!(derived_stems(word).contains(&other), "{word}: {:?} has no {other}", derived_stems(word));
        }
    }

    #[test]
    fn words_without_a_verb_have_none() {
        for word in ["skatt", "bil", "och", "2031", "hyresgäst", "ring"] {
            assert_eq!(derived_stems(word), Vec::<String>::new(), "{word}");
        }
    }

    #[test]
    fn the_stemmer_knows_the_other_nouns_of_verbs() {
        for (verb, noun) in [
            ("överlåta", "överlåtelse"),
            ("köpa", "köpare"),
            ("avskeda", "avskedande"),
            ("anmäla", "anmälan"),
            ("husrannsaka", "husrannsakningar"),
            ("ansöka", "ansökningar"),
        ] {
            assert_eq!(stem(verb, Language::Swedish), stem(noun, Language::Swedish), "{verb} {noun}");
        }
    }

    #[test]
    fn a_verb_with_its_particle_is_one_word() {
        for (verb, particle, noun) in [
            ("säga", "upp", "uppsägning"),
            ("hyra", "ut", "uthyrning"),
            ("hyr", "ut", "uthyra"),
            ("bygga", "om", "ombyggnad"),
            ("lämna", "tillbaka", "återlämna"),
            ("ta", "över", "överta"),
        ] {
            let stems = with_particle(verb, particle).unwrap();
            assert!(stems.contains(&stem(noun, Language::Swedish)), "{verb} {particle}: {stems:?}");
        }
        assert_eq!(with_particle("hyra", "bostad"), None);
    }
}
