//! Which articles a sentence says that the commented provision carries out: `Paragrafen genomför delvis artikel 3.1 i fårdirektivet`.
//!
//! The directive is the one that the sentence names after the articles. Where it names none, or `direktivet` alone, it is the only
//! one that the commentary on the law names; where it names none, also the only one whose articles that commentary says are carried
//! out. Otherwise nothing is read.

use std::collections::BTreeSet;

use lagrum_artifact::Base;

use super::articles::{ArticleList, article_lists};
use super::names::{GivenNames, GivenTo, is_directive, known};
use super::sentence::{find_word, speaks_of_provision};

/// The most bytes from the verb to the articles.
const MAX_BETWEEN: usize = 90;

/// What a sentence names as the directive of its articles.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mention {
    /// A directive, by uri.
    Directive(String),
    /// `direktivet`, which the document does not explain.
    Bare,
    /// A name that is not known, or one of several directives.
    Unknown,
}

/// Articles of a directive that a sentence says are carried out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CarriedOut {
    /// The uri of the directive; None for the only one that the commentary names.
    pub(super) directive: Option<String>,
    pub(super) articles: Vec<String>,
}

/// Reads a sentence.
pub(super) fn carried_out(sentence: &str, names: &GivenNames, base: &Base) -> Vec<CarriedOut> {
    let Some(after) = after_verb(sentence) else { return Vec::new() };
    let lists = article_lists(after);
    let Some(first) = lists.first().filter(|list| list.start <= MAX_BETWEEN) else { return Vec::new() };
    // Another sentence with a verb of its own, or articles of something that is not carried out.
    let rest = &after[first.end..];
    let bracket = rest.match_indices(" (").map(|(at, _)| at).find(|at| !rest[*at..].starts_with(" (EU)"));
    let until = OTHER_CLAUSES.iter().filter_map(|words| rest.find(words)).chain(bracket).min();
    let until = until.map_or(after.len(), |at| first.end + at);
    let mentions = mentions(&after[..until], names, base);
    let read = lists.iter().filter(|list| list.end <= until && !list.anchors.is_empty());
    read.filter_map(|list| of_list(list, &mentions)).collect()
}

/// Words after which a sentence speaks of other articles than those that are carried out.
const OTHER_CLAUSES: [&str; 9] = [
    " och innehåller",
    " och innebär",
    " och motsvarar",
    " som ",
    " enligt ",
    " jfr ",
    " medan ",
    ", och i ",
    " där ",
];

/// The text after the verb, if the sentence says that the commented provision carries something out.
fn after_verb(sentence: &str) -> Option<&str> {
    let found = ["genomför", "genomförs", "genomföra"]
        .into_iter()
        .filter_map(|verb| Some((find_word(sentence, verb)?, verb)))
        .min()?;
    let (at, verb) = found;
    let (before, after) = (&sentence[..at], &sentence[at + verb.len()..]);
    let is_said = match verb {
        "genomföra" => {
            let before = before.strip_suffix("delvis ").unwrap_or(before);
            let is_done = before.contains("införs") || before.contains("ändras");
            before.ends_with("för att ") && is_done || before.ends_with("syftar till att ")
        }
        "genomförs" => before.starts_with("I ") || before.starts_with("Genom "),
        // `de bestämmelser som genomför`: those of another law. `Bestämmelsen, som genomför`: the commented one.
        _ => !before.ends_with(" som ") || before.ends_with(", som "),
    };
    (is_said && speaks_of_provision(before) && !after.starts_with(" inte ")).then_some(after)
}

fn of_list(list: &ArticleList, mentions: &[(usize, Mention)]) -> Option<CarriedOut> {
    let articles = list.anchors.clone();
    let next = mentions.iter().find(|(at, _)| *at >= list.end);
    match next {
        Some((_, Mention::Directive(directive))) => {
            Some(CarriedOut { directive: Some(directive.clone()), articles })
        }
        Some((_, Mention::Bare)) => Some(CarriedOut { directive: None, articles }),
        Some((_, Mention::Unknown)) => None,
        None => mentions.is_empty().then_some(CarriedOut { directive: None, articles }),
    }
}

/// The directives that a text names, by uri; None for one that is not known.
pub(super) fn directives_named(text: &str, names: &GivenNames, base: &Base) -> BTreeSet<Option<String>> {
    let directives = mentions(text, names, base).into_iter().filter_map(|(_, mention)| match mention {
        Mention::Directive(directive) => Some(Some(directive)),
        Mention::Unknown => Some(None),
        Mention::Bare => None,
    });
    directives.collect()
}

/// The directives that a sentence names as those whose articles the commented provision carries out.
pub(super) fn directives_carried_out(
    sentence: &str,
    names: &GivenNames,
    base: &Base,
) -> BTreeSet<Option<String>> {
    let after = after_verb(sentence).filter(|after| !article_lists(after).is_empty());
    after.map(|after| directives_named(after, names, base)).unwrap_or_default()
}

/// What a text names as directives, each with where it stands.
fn mentions(text: &str, names: &GivenNames, base: &Base) -> Vec<(usize, Mention)> {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &lower[at..];
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let begins_word = rest.starts_with(char::is_alphanumeric);
        if begins_word && let Some((mention, end)) = mention_at(rest, names, base) {
            found.push((at, mention));
            at += end.max(length);
        } else {
            at += length;
        }
        at += lower[at..].len() - lower[at..].trim_start().len();
    }
    found
}

/// The mention that a text begins with, and its length.
fn mention_at(text: &str, names: &GivenNames, base: &Base) -> Option<(Mention, usize)> {
    if let Some(name) = names.at_start_of(text).filter(|name| is_name_of_directive(name)) {
        let mention = match names.get(name) {
            _ if name == "direktivet" && is_described(&text[name.len()..]) => Mention::Unknown,
            GivenTo::Act(uri) if base.strip(uri).is_some_and(is_directive) => {
                Mention::Directive(uri.to_owned())
            }
            _ => Mention::Unknown,
        };
        return Some((mention, name.len()));
    }
    if let Some(found) = by_number(text, base) {
        return Some(found);
    }
    let words: Vec<&str> = text.splitn(5, ' ').take(4).collect();
    let kind = words.iter().position(|word| is_name_of_directive(word))?;
    // A name has no article before it.
    if words[..kind]
        .iter()
        .any(|word| NO_NAME.contains(word) || word.starts_with(|c: char| c.is_ascii_digit()))
    {
        return None;
    }
    let name = words[..=kind].join(" ");
    let name = name.trim_end_matches(|c: char| !c.is_alphanumeric());
    if name == "direktivet" || name == "rambeslutet" {
        let is_other = is_described(&text[name.len()..]);
        return Some((if is_other { Mention::Unknown } else { Mention::Bare }, name.len()));
    }
    // A name of more words than the last is one that the tables know.
    let known = known(&format!("artikel 1 i {name}"), None, base)
        .filter(|uri| base.strip(uri).is_some_and(is_directive));
    match known {
        Some(uri) => Some((Mention::Directive(uri), name.len())),
        None if kind == 0 || kind == 1 && OF_SEVERAL.contains(&words[0]) => {
            Some((Mention::Unknown, name.len()))
        }
        None => None,
    }
}

/// Words that no name of a directive begins with or has.
const NO_NAME: [&str; 7] = ["i", "och", "samt", "delvis", "artikel", "artiklarna", "enligt"];

/// Words before a name that tell several directives of one name apart.
const OF_SEVERAL: [&str; 10] =
    ["första", "andra", "tredje", "fjärde", "femte", "sjätte", "nya", "gamla", "tidigare", "ändrade"];

/// Whether words after `direktivet` say which one is meant.
fn is_described(after: &str) -> bool {
    [" om ", " mot ", " av ", " på "].iter().any(|words| after.starts_with(words))
}

fn is_name_of_directive(name: &str) -> bool {
    name.split(' ').any(|word| {
        let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        word.ends_with("direktivet") || word.ends_with("rambeslutet")
    })
}

/// `direktiv 2031/77/EU`, `direktiv (EU) 2031/77`.
fn by_number(text: &str, base: &Base) -> Option<(Mention, usize)> {
    let after = text.strip_prefix("direktivet ").or_else(|| text.strip_prefix("direktiv "))?;
    let number = after.strip_prefix("(eu) ").unwrap_or(after);
    let length = number.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'/').count();
    let (year, serial) = number[..length].trim_end_matches('/').split_once('/')?;
    let year = match year.len() {
        4 => year.to_owned(),
        2 => format!("19{year}"),
        _ => return None,
    };
    let serial: u32 = serial.parse().ok().filter(|serial| *serial < 10_000)?;
    let directive = format!("{base}/celex/3{year}L{serial:04}");
    Some((Mention::Directive(directive), text.len() - number.len() + length))
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::Runs;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_sentences_carry_out() {
        let base = Base::parse("https://lag.example").unwrap();
        let mut names = GivenNames::default();
        let link = |celex: &str, text: &str| json!({"uri": format!("https://lag.example/celex/{celex}"), "text": text});
        for text in [
            json!([
                link("32031L0077", "Rådets direktiv (EU) 2031/77"),
                " om får och om upphävande av direktiv ",
                link("31995L0007", "95/7/EG"),
                " (fårdirektivet)."
            ]),
            json!([
                link("32033L0008", "Rådets direktiv (EU) 2033/8"),
                " om getter, i det följande kallat getdirektivet, antogs."
            ]),
            json!([
                link("32034L0009", "direktiv (EU) 2034/9"),
                " (ändringsdirektivet) och ",
                link("32035L0009", "direktiv (EU) 2035/9"),
                " (ändringsdirektivet)."
            ]),
        ] {
            names.read(Runs::new(Some(&text)), &base);
        }
        for (sentence, expected) in [
            ("Paragrafen genomför delvis artikel 3.1 i fårdirektivet.", "32031L0077 3.1"),
            ("I paragrafen, som är ny, genomförs artiklarna 3 och 4 i getdirektivet.", "32033L0008 3 4"),
            (
                "Paragrafen genomför artikel 3 i fårdirektivet och artikel 5.2 a i getdirektivet.",
                "32031L0077 3|32033L0008 5.2.a",
            ),
            ("Andra stycket införs för att genomföra artikel 7 i direktiv 2037/7/EU.", "32037L0007 7"),
            ("Bestämmelsen genomför artikel 16 i direktiv (EU) 2037/7.", "32037L0007 16"),
            (
                "Paragrafen ändras för att delvis genomföra artiklarna 8.2 och 8.3 i fårdirektivet.",
                "32031L0077 8.2 8.3",
            ),
            (
                "Paragrafen är ny och syftar till att genomföra artikel 24.3 i fårdirektivet.",
                "32031L0077 24.3",
            ),
            ("Bestämmelsen genomför artikel 16 i fårdirektivet (se avsnitt 5).", "32031L0077 16"),
            (
                "Paragrafen genomför artikel 3.12 och 3.13 samt delvis artikel 3.9 i fjärde penningtvättsdirektivet.",
                "32015L0849 3.12 3.13|32015L0849 3.9",
            ),
            ("Paragrafen genomför artiklarna 77d och 77e.3 i Solvens II-direktivet.", "32009L0138 77d 77e.3"),
            ("Bestämmelsen genomför artikel 16.", "only 16"),
            ("Bestämmelsen genomför artikel 16 i direktivet.", "only 16"),
            // Of two directives with one name, and of names that nobody explains.
            ("Bestämmelsen genomför artikel 16 i ändringsdirektivet.", ""),
            ("Bestämmelsen genomför artikel 16 i grisdirektivet.", ""),
            ("Bestämmelsen genomför artikel 16 i direktivet om grisar.", ""),
            ("Bestämmelsen, som genomför artikel 16 i fårdirektivet, är ny.", "32031L0077 16"),
            // Other provisions, other acts, other verbs.
            (
                "I ett annat land gäller de bestämmelser i det landet som genomför artikel 16 i fårdirektivet.",
                "",
            ),
            ("Tillsammans med 7 § genomför bestämmelsen artikel 16 i fårdirektivet.", ""),
            ("Paragrafen genomför inte artikel 16 i fårdirektivet.", ""),
            ("Lagen genomför artikel 16 i fårdirektivet.", ""),
            ("Paragrafen kompletterar artikel 16 i fårförordningen.", ""),
            ("Artikel 16 i fårdirektivet genomförs i 3 §.", ""),
            ("Paragrafen gäller när tillsyn genomförs. Artikel 16", ""),
            ("Paragrafen genomför artikel 3 och gäller enligt artikel 5 i getdirektivet.", "only 3"),
        ] {
            let found: Vec<String> = carried_out(sentence, &names, &base)
                .into_iter()
                .map(|found| {
                    let directive = found.directive.as_deref().map_or("only", |uri| &uri[26..]);
                    format!("{directive} {}", found.articles.join(" "))
                })
                .collect();
            assert_eq!(found.join("|"), expected, "{sentence}");
        }
    }
}
