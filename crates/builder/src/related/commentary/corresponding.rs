//! Which earlier provision a sentence says that the commented one corresponds to: `Paragrafen motsvarar hittillsvarande 7 §`.
//!
//! Bills also call provisions alike that stand beside each other (`motsvarar 5 § i den andra lagen`). Only a provision that the words
//! call an earlier one is read, or one of an act that the proposed law repealed, which the build decides.

use lagrum_artifact::Base;

use super::names::{GivenNames, GivenTo, known};
use super::sentence::{find_word, speaks_of_provision};

/// Words by which a provision is called an earlier one.
const EARLIER: [&str; 9] = [
    "hittillsvarande",
    "nuvarande",
    "nu gällande",
    "tidigare",
    "hittills har funnits",
    "hittills funnits",
    "gamla",
    "upphävda",
    "som upphävs",
];

/// Words of sentences that speak of another proposal, of a former wording, or of more than one provision.
const NOT_READ: [&str; 8] = [
    "föreslagna",
    "förslaget",
    "i dess lydelse",
    "ovan",
    "§§",
    "samma lag",
    "tidigare lydelse",
    "den lydelse",
];

/// Where what corresponds ends, and another clause begins.
const ENDS: [&str; 16] = [
    ", med",
    " med den",
    " med vissa",
    ", men",
    " men ",
    " och innehåller",
    " och anger",
    " och innebär",
    ", innebär",
    " (prop",
    " (jfr",
    " (se",
    ";",
    ", se ",
    ", dvs",
    " och reglerar",
];

/// A provision to which the commented one corresponds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Corresponding {
    /// The uri of its act; None for the act that the commented one stands in.
    pub(super) act: Option<String>,
    pub(super) kapitel: Option<String>,
    pub(super) paragraf: String,
    /// Whether the words call it an earlier one.
    pub(super) is_earlier: bool,
}

/// Reads a sentence of a document of a day.
pub(super) fn corresponding(
    sentence: &str,
    names: &GivenNames,
    written: Option<&str>,
    base: &Base,
) -> Option<Corresponding> {
    let (before, clause) = clause(sentence)?;
    if !speaks_of_provision(before) || before.contains("ändring") || before.contains("belopp") {
        return None;
    }
    if NOT_READ.iter().any(|words| clause.contains(words)) {
        return None;
    }
    let (words, tail) = clause.split_once('§').filter(|(_, tail)| !tail.contains('§'))?;
    let (kapitel, paragraf) = number_at_end(words)?;
    let act = match act(tail, names, written, base)? {
        ActNamed::None => None,
        ActNamed::Act(act) => Some(act),
    };
    let is_earlier = EARLIER.iter().any(|words| clause.contains(words));
    Some(Corresponding { act, kapitel, paragraf, is_earlier })
}

/// The words before the verb, and what corresponds.
fn clause(sentence: &str) -> Option<(&str, &str)> {
    let (before, after) = if let Some(at) = find_word(sentence, "motsvarar") {
        (&sentence[..at], &sentence[at + "motsvarar".len()..])
    } else {
        let at = find_word(sentence, "motsvaras")?;
        let after = &sentence[at + "motsvaras".len()..];
        (&sentence[..at], after.split_once(" av ").filter(|(between, _)| between.len() < 20)?.1)
    };
    let end = ENDS.iter().filter_map(|words| after.find(words)).min().unwrap_or(after.len());
    Some((before, after[..end].trim_end_matches('.')))
}

/// The numbers of kapitel and paragraf at the end of a text: `bestämmelsen i 9 kap. 7 b `.
fn number_at_end(text: &str) -> Option<(Option<String>, String)> {
    let (text, paragraf) = last_number(text)?;
    let kapitel = text.trim_end().strip_suffix(" kap.").and_then(last_number);
    if let Some((_, kapitel)) = kapitel {
        return Some((Some(kapitel), paragraf));
    }
    // `3 och 5 §`: the last of several.
    let is_list = [" och", ",", "–", " eller"].iter().any(|joint| text.trim_end().ends_with(joint));
    (!is_list && !text.trim_end().ends_with("kap.")).then_some((None, paragraf))
}

/// The number with its letter at the end of a text, and the text before it.
fn last_number(text: &str) -> Option<(&str, String)> {
    let mut words = text.trim_end().rsplitn(3, ' ');
    let last = words.next()?;
    let is_number =
        |word: &str| !word.is_empty() && word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit());
    let start = |words: usize| {
        let trimmed = text.trim_end();
        trimmed.rmatch_indices(' ').nth(words).map_or("", |(at, _)| &trimmed[..at])
    };
    if is_number(last) {
        return Some((start(0), last.to_owned()));
    }
    let number = words.next().filter(|number| is_number(number))?;
    let is_letter = last.len() == 1 && last.starts_with(|c: char| c.is_ascii_lowercase());
    is_letter.then(|| (start(1), format!("{number}{last}")))
}

/// The act that the words after a paragraf name.
enum ActNamed {
    /// They name none.
    None,
    Act(String),
}

/// Reads the words after a paragraf. None where they name an act that is not known.
fn act(tail: &str, names: &GivenNames, written: Option<&str>, base: &Base) -> Option<ActNamed> {
    let is_part = |word: &&str| {
        matches!(
            *word,
            "första"
                | "andra"
                | "tredje"
                | "fjärde"
                | "femte"
                | "sjätte"
                | "stycket"
                | "meningen"
                | "punkten"
                | "punkt"
                | "och"
                | "i"
                | "den"
                | "nuvarande"
                | "hittillsvarande"
                | "gamla"
                | "tidigare"
                | "upphävda"
                | "delvis"
        ) || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let words: Vec<&str> = tail.split_whitespace().skip_while(is_part).collect();
    let name = words.join(" ");
    if name.is_empty() || ["som upphävs", "som upphör"].iter().any(|start| name.starts_with(start)) {
        return Some(ActNamed::None);
    }
    if let Some(number) = number_in_brackets(&name) {
        return Some(ActNamed::Act(base.swedish_act(number)));
    }
    let is_alone = words.len() == 1 || words.get(1).is_some_and(|word| *word == "som");
    if !is_alone {
        return None;
    }
    let lower = words[0].to_lowercase();
    let mut given = names.get(&lower);
    if given == GivenTo::Nothing {
        given = lower.strip_suffix('s').map_or(GivenTo::Nothing, |stem| names.get(stem));
    }
    match given {
        GivenTo::Act(act) => Some(ActNamed::Act(act.to_owned())),
        GivenTo::SeveralActs => None,
        GivenTo::Nothing => known(&format!("1 § {}", words[0]), written, base).map(ActNamed::Act),
    }
}

/// The number of an act: `lagen (1931:47) om får`.
fn number_in_brackets(text: &str) -> Option<&str> {
    let (before, after) = text.split_once('(')?;
    let number = after.split_once(')')?.0;
    let (year, serial) = number.split_once(':')?;
    let is_number = year.len() == 4
        && year.bytes().all(|byte| byte.is_ascii_digit())
        && serial.starts_with(|c: char| c.is_ascii_digit());
    (is_number && before.split_whitespace().count() == 1).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_provisions_correspond() {
        let base = Base::parse("https://lag.example").unwrap();
        for (sentence, expected) in [
            ("Paragrafen motsvarar hittillsvarande 7 §.", "own - 7 earlier"),
            (
                "Första stycket motsvarar i huvudsak den tidigare 2 kap. 3 b § andra stycket.",
                "own 2 3b earlier",
            ),
            ("Paragrafen motsvarar 24 kap. 15 b § som upphävs.", "own 24 15b earlier"),
            ("Paragrafen motsvarar 8 § fårlagen (1931:47), men är skriven om.", "1931:47 - 8 -"),
            (
                "Bestämmelsen motsvarar den som tidigare fanns i 8 § lagen (1931:47) om får.",
                "1931:47 - 8 earlier",
            ),
            ("Stycket motsvaras i sak av hittillsvarande 7 § första stycket 1 och 2.", "own - 7 earlier"),
            // Not of one earlier provision.
            ("Paragrafen motsvarar hittillsvarande 3 och 7 §§.", "none"),
            ("Paragrafen motsvaras av den föreslagna lydelsen i 4 kap. 9 §.", "none"),
            ("Paragrafen motsvarar 17 a § i dess lydelse genom lagen (2018:16).", "none"),
            ("Avgiften motsvarar ersättningen enligt 7 §.", "none"),
            ("Paragrafen har ett belopp som motsvarar nuvarande 7 §.", "none"),
            ("Paragrafen motsvarar 7 § lagen om getter i fjällen.", "none"),
        ] {
            let found = corresponding(sentence, &GivenNames::default(), None, &base);
            let found = found.map_or("none".to_owned(), |found| {
                let act = found.act.as_deref().and_then(|uri| base.strip(uri)).unwrap_or("own").to_owned();
                let kapitel = found.kapitel.unwrap_or("-".to_owned());
                format!(
                    "{act} {kapitel} {} {}",
                    found.paragraf,
                    if found.is_earlier { "earlier" } else { "-" }
                )
            });
            assert_eq!(found, expected, "{sentence}");
        }
    }
}
