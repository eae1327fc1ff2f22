//! The law beside a list of provisions, or named alone: by number, by name, as `samma lag`.

use lagrum_sources::ActForm;

use super::dated::{DatedName, act_by_abbreviation, act_by_name};
use super::pass::Pass;
use crate::cursor::Cursor;
use crate::law_words;
use crate::names::NameKind;
use crate::target::Spelling;

/// How a text names a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NamedLaw {
    /// By a number in parentheses; what is linked when the law stands alone is `start..end`.
    Act { document: String, start: usize, end: usize },
    /// By an abbreviation, which is not linked itself.
    Abbreviated(String),
    /// `samma lag`, `den lagen`: the law named last, if there is one.
    Same(Option<String>),
    /// A name that is not known, or a noun alone.
    Unknown,
}

/// A law that a text names, and where the words for it end.
pub(super) struct FoundLaw<'q> {
    pub(super) law: NamedLaw,
    pub(super) end: Cursor<'q>,
}

const SAME: [&str; 6] = ["samma", "nämnda", "sistnämnda", "förstnämnda", "den", "sagda"];
const SAME_NOUNS: [&str; 8] =
    ["lagen", "förordningen", "balken", "kungörelsen", "lag", "förordning", "balk", "kungörelse"];

/// The nouns that end the name of a statute in running text.
const NAME_ENDINGS: [&str; 8] =
    ["lagen", "balken", "förordningen", "formen", "ordningen", "kungörelsen", "stadgan", "reglementet"];

/// The law after provisions: ` [i] lagen (1982:80)`, ` brottsbalken`, ` samma lag`, ` MBL`.
pub(super) fn after_provisions<'q>(pass: &mut Pass<'_>, at: Cursor<'q>) -> Option<FoundLaw<'q>> {
    let mut next = at;
    // `3 § 7. körkortslagen (1998:488)`: the full stop after a punkt.
    if next.eat(".") {
        let lower = next.rest_as_written().trim_start_matches(' ').starts_with(char::is_lowercase);
        let punkt = at.before().ends_with(|c: char| c.is_ascii_digit());
        if !lower || !punkt {
            return None;
        }
    }
    if !next.blank() {
        return None;
    }
    if next.words_without_stop(&["i"]) && !next.blank() {
        return None;
    }
    if let Some(found) = same_law(pass, next) {
        return Some(found);
    }
    // `5 kap. Lag (2009:101).`: a new sentence, the note of the act that gave the provision its wording.
    if next.rest_as_written().starts_with(char::is_uppercase)
        && law_word(next).is_some_and(|(word, _)| law_words::is_generic(&word))
    {
        return None;
    }
    named(pass, next).or_else(|| abbreviated(pass, next))
}

fn same_law<'q>(pass: &Pass<'_>, at: Cursor<'q>) -> Option<FoundLaw<'q>> {
    let mut next = at;
    let word = SAME.iter().find(|word| next.words_without_stop(&[word]))?;
    // `i den förstnämnda lagen`, `den lagen`; `den föreslagna lagen` is another.
    if !next.blank() || !next.words_without_stop(&SAME_NOUNS) {
        return None;
    }
    let of_two = matches!(*word, "förstnämnda" | "sistnämnda");
    let end = next;
    if next.rest().starts_with(" (") {
        return None;
    }
    let law = if of_two { NamedLaw::Unknown } else { NamedLaw::Same(pass.state.last_law.clone()) };
    Some(FoundLaw { law, end })
}

/// A law by number or name, alone or after provisions.
pub(super) fn named<'q>(pass: &mut Pass<'_>, at: Cursor<'q>) -> Option<FoundLaw<'q>> {
    let (word, after) = law_word(at)?;
    let base = word.strip_suffix('s').unwrap_or(&word);
    let generic = law_words::is_generic(&word) || law_words::is_generic(base);
    let number = number_in_parentheses(pass, after);
    if let Some((document, start, stop, end)) = number {
        let Some(document) = document else { return Some(FoundLaw { law: NamedLaw::Unknown, end }) };
        if generic {
            return Some(FoundLaw { law: NamedLaw::Act { document, start, end: stop }, end });
        }
        pass.state.learn_name(&word, &document);
        let (start, stop) = (at.at(), end.at());
        return Some(FoundLaw { law: NamedLaw::Act { document, start, end: stop }, end });
    }
    let named = NAME_ENDINGS.iter().any(|ending| word.ends_with(ending) || base.ends_with(ending));
    if !named {
        return None;
    }
    let law = if generic { None } else { act(pass, at, &word, after.at()) };
    let law = match law {
        Some(document) => NamedLaw::Act { document, start: at.at(), end: after.at() },
        None => NamedLaw::Unknown,
    };
    Some(FoundLaw { law, end: after })
}

/// The act with a name: as taught by the text, by the tables on its day, by the names of held acts.
fn act(pass: &Pass<'_>, at: Cursor<'_>, word: &str, end: usize) -> Option<String> {
    let base = word.strip_suffix('s').unwrap_or(word);
    let names = [word, base];
    if let Some(document) = names.iter().find_map(|name| pass.state.learned_name(name)) {
        return Some(document.to_owned());
    }
    for name in names {
        if pass.names.is_no_law(name) {
            return None;
        }
        match act_by_name(name, pass.written()) {
            DatedName::Act(document) => return Some(document.to_owned()),
            DatedName::NoAct => return None,
            DatedName::Unknown => {}
        }
    }
    let (near, offset) = pass.text.near(at.at());
    let hit = pass.names.longest(near, &[ActForm::SwedishAct], Spelling::AsWritten)?;
    let whole = hit.end + offset == end && hit.is(NameKind::Name) && hit.rows.len() == 1;
    whole.then(|| hit.row().map(|row| row.document.to_string()))?
}

/// Characters of one word of a name.
const MAX_NAME: usize = 100;

/// A word, or joined words as in `plan- och bygglagen`, with the ending of the name of a law; in lower case.
pub(super) fn law_word(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let word_end = |text: &str| {
        let mut chars = text.char_indices().take(MAX_NAME);
        let end = chars.find(|(_, c)| !c.is_alphanumeric() && *c != '-').map(|(end, _)| end);
        end.or((text.len() <= MAX_NAME).then_some(text.len())).unwrap_or_default()
    };
    let rest = at.rest();
    let mut end = word_end(rest);
    if rest[..end].ends_with('-') {
        // `kontinentalsockel-, fiskezon- och havslagen` has more than one part before.
        for _ in 0..3 {
            let joint =
                [" och ", " eller ", " samt ", ", "].iter().find(|joint| rest[end..].starts_with(**joint))?;
            let second = &rest[end + joint.len()..];
            end += joint.len() + word_end(second);
            if !rest[..end].ends_with('-') {
                break;
            }
        }
    }
    let word = rest[..end].trim_end_matches('-');
    let whole = word.len() == end && law_words::ends_like_law(word);
    whole.then(|| (word.to_owned(), at.to(at.at() + end)))
}

/// ` (1982:80)`: the local id, None for a number of zeros; where the number is, and what follows the parenthesis.
pub(super) fn number_in_parentheses<'q>(
    pass: &Pass<'_>,
    at: Cursor<'q>,
) -> Option<(Option<String>, usize, usize, Cursor<'q>)> {
    let mut next = at;
    next.blank();
    if !next.eat("(") {
        return None;
    }
    next.blank();
    if next.eat("sfs") {
        next.blank();
    }
    let start = next.at();
    let (document, mut end) = law_number(pass, next)?;
    let stop = end.at();
    end.blank();
    end.eat(")").then_some((document, start, stop, end))
}

/// `1962:700`, `1904:48 s. 1`, `1896:bih. 42 s. 1`, `1736:0123 2`. A number of zeros is that of no act.
pub(super) fn law_number<'q>(pass: &Pass<'_>, at: Cursor<'q>) -> Option<(Option<String>, Cursor<'q>)> {
    let mut end = at;
    let year = end.digits(4).filter(|year| year.len() == 4)?;
    if !end.eat(":") {
        return None;
    }
    let mut id = format!("{year}:");
    if end.eat("bih") {
        end.eat(".");
        end.blank();
        id.push_str("bih.");
    }
    let serial = end.digits(5)?;
    id.push_str(serial);
    if !end.at_boundary() || end.rest().starts_with([':', '/']) {
        return None;
    }
    let mut part = end;
    part.blank();
    let paged = part.words_without_stop(&["s"]);
    part.eat(".");
    part.blank();
    if let Some(number) = part.digits(4).filter(|_| part.at_boundary()) {
        let with_part = format!("{id}_{number}");
        if pass.names.has_statute_part(&with_part) {
            (id, end) = (with_part, part);
        } else if paged {
            (id, end) = (format!("{id}_s.{number}"), part);
        }
    }
    let zeros = year == "0000" || serial.bytes().all(|byte| byte == b'0');
    Some(((!zeros).then_some(id), end))
}

/// The abbreviation of a law here: a whole word in its own case.
pub(super) fn abbreviated<'q>(pass: &Pass<'_>, at: Cursor<'q>) -> Option<FoundLaw<'q>> {
    if !pass.finds_abbreviations() {
        return None;
    }
    let written = at.rest_as_written();
    let end = written.find(|c: char| !c.is_alphanumeric()).unwrap_or(written.len());
    let word = written.get(..end)?;
    let joined = written[end..].strip_prefix('-').is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    if word.len() > 24 || word.is_empty() || joined || at.before().ends_with('-') {
        return None;
    }
    let known = |word: &str| match pass.state.learned_abbreviation(word) {
        Some(document) => Some(document.to_owned()),
        None => match act_by_abbreviation(word, pass.written()) {
            DatedName::Act(document) => Some(document.to_owned()),
            _ => None,
        },
    };
    let document = known(word).or_else(|| known(word.strip_suffix('s')?))?;
    Some(FoundLaw { law: NamedLaw::Abbreviated(document), end: at.to(at.at() + end) })
}

/// Words before an abbreviation that a text defines; longer ones first.
const DEFINING: [&str; 13] = [
    ", i det följande benämnd ",
    ", i det följande kallad ",
    ", i det följande ",
    ", fortsättningsvis ",
    ", nedan kallad ",
    ", nedan ",
    ", förkortad ",
    ", förkortat ",
    ", benämnd ",
    ", kallad ",
    " (nedan ",
    " (förkortad ",
    " (",
];

/// Learns the abbreviation that is defined after a law: `lagen (1994:1564) om alkoholskatt, förkortad LAS`.
pub(super) fn learn_abbreviation(pass: &mut Pass<'_>, at: Cursor<'_>, document: &str) {
    const TITLE: usize = 60;
    let rest = at.rest();
    let end = rest.char_indices().take(TITLE + 1).find(|(_, c)| ",.;:()§\n".contains(*c)).map(|(end, _)| end);
    let Some(end) = end else { return };
    let (title_end, rest) =
        if rest[..end].ends_with(' ') { (end - 1, &rest[end - 1..]) } else { (end, &rest[end..]) };
    let Some(words) = DEFINING.iter().find(|words| rest.starts_with(**words)) else { return };
    let written = at.rest_as_written().get(title_end + words.len()..).unwrap_or_default();
    let written = written.trim_start_matches(['"', '”', '“']);
    let end = written.find(|c: char| !c.is_alphanumeric()).unwrap_or(written.len());
    let word = &written[..end];
    let capital = word.starts_with(char::is_uppercase) && (2..=10).contains(&word.chars().count());
    // Others could not be met: the grammar knows those of the tables only.
    if capital && act_by_abbreviation(word, None) != DatedName::Unknown {
        pass.state.learn_abbreviation(word, document);
    }
}
