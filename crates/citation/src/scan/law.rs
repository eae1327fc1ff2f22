//! The law beside a list of provisions, or named alone: by number, by name, as `samma lag`.

use lagrum_sources::ActForm;

use super::dated::{self, DatedName, FormerAct, act_by_abbreviation, act_by_name};
use super::pass::{Misnamed, Pass};
use crate::cursor::Cursor;
use crate::foreign;
use crate::law_words::{self, NAME_ENDINGS, law_word};
use crate::names::NameKind;
use crate::statute::former_act;
use crate::statute_number::{BracketedNumber, beside, dated as dated_number};
use crate::target::Spelling;

/// How a text names a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NamedLaw {
    /// By a number in parentheses, a name or a title.
    Act(ActNamed),
    /// By an abbreviation, which is not linked itself.
    Abbreviated { document: String, formerly: Vec<FormerAct>, beside: Vec<&'static str> },
    /// By the popular name of a part of it, with the first and last anchor of the part.
    Part { act: &'static str, first: &'static str, last: &'static str },
    /// `samma lag`, `den lagen`: the law named last, if there is one.
    Same(Option<String>),
    /// By a noun alone, or by a number that no act can have.
    Unknown,
    /// Not an act of the corpus: a name without an act, a contract, an act of another country.
    Foreign,
}

/// An act. `start..end` are the words that are linked when the act is cited without provisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ActNamed {
    pub(super) document: String,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Acts that had the name before.
    pub(super) formerly: Vec<FormerAct>,
    /// The name beside the number, if other acts have the name and this one has not.
    pub(super) misnamed: Option<Misnamed>,
}

impl ActNamed {
    fn new(document: String, start: usize, end: usize) -> Self {
        Self { document, start, end, formerly: Vec::new(), misnamed: None }
    }
}

impl NamedLaw {
    fn act(document: String, start: usize, end: usize) -> Self {
        Self::Act(ActNamed::new(document, start, end))
    }
}

/// A law that a text names, and where the words for it end.
pub(super) struct FoundLaw<'q> {
    pub(super) law: NamedLaw,
    pub(super) end: Cursor<'q>,
}

/// Words before the name of an act that had it before another.
const FORMER: [&str; 4] = ["gamla", "äldre", "tidigare", "upphävda"];

const SAME: [&str; 6] = ["samma", "nämnda", "sistnämnda", "förstnämnda", "den", "sagda"];
const SAME_NOUNS: [&str; 8] =
    ["lagen", "förordningen", "balken", "kungörelsen", "lag", "förordning", "balk", "kungörelse"];

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
    // `10 § I lagen (2009:400) finns`: a heading, and a sentence after it.
    if next.rest_as_written().starts_with("I ") || next.words_without_stop(&["i"]) && !next.blank() {
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
    let announced = next.before().ends_with("i ") && next.at() > at.at() + 2;
    let foreign = |end| Some(FoundLaw { law: NamedLaw::Foreign, end });
    if let Some(mut end) = foreign::owned_abroad(next).or_else(|| foreign::standard_terms(next)) {
        end = foreign::serial_and_year(end).unwrap_or(end);
        return foreign(end);
    }
    // A name in capitals begins the next line: the provisions were a heading.
    let begins_line = next.at_line_start() && next.rest_as_written().starts_with(char::is_uppercase);
    let by_name = if begins_line { None } else { former(pass, next).or_else(|| named(pass, next)) };
    by_name
        .or_else(|| abbreviated(pass, next))
        .or_else(|| foreign::document_after(next, announced).and_then(foreign))
        .or_else(|| unknown_abbreviation(next).and_then(foreign))
}

/// Whether the word before is in capitals, so that it may be the abbreviation of an unknown act: `KRL 7 §`.
pub(super) fn unknown_before(at: Cursor<'_>) -> bool {
    let before = at.before_as_written();
    let Some(before) = before.strip_suffix([' ', '\n']) else { return false };
    let mut chars = before.char_indices().rev().take(7);
    let start = chars.find(|(_, c)| !c.is_alphanumeric()).map_or(0, |(start, c)| start + c.len_utf8());
    unknown_abbreviation(at.to(start)).is_some_and(|end| end.at() == before.len())
}

/// `7 § KRL`: the cursor after a word in capitals, which may be the abbreviation of an unknown act. Known abbreviations are read before.
fn unknown_abbreviation(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let written = at.rest_as_written();
    let word = written.split(|c: char| !c.is_alphanumeric()).next()?;
    let capitals = word.chars().take_while(|c| c.is_uppercase()).count();
    let number = word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let whole = capitals == word.chars().count() && (2..=6).contains(&capitals);
    (whole && !number && !NO_ACTS.contains(&word)).then(|| at.to(at.at() + word.len()))
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

/// `1990 års köplag`, `gamla förvaltningslagen`: an act by its year, or one that had the name before. The number decides, where there
/// is one.
pub(super) fn former<'q>(pass: &Pass<'_>, at: Cursor<'q>) -> Option<FoundLaw<'q>> {
    let mut next = at;
    let by_year = next.year().is_some();
    let begins = if by_year { next.eat(" års ") } else { next.words_without_stop(&FORMER) && next.blank() };
    if !begins {
        return None;
    }
    let (word, after) = law_word(next).filter(|(word, _)| !law_words::is_generic(word))?;
    if let Some(BracketedNumber { document: Some(document), end, .. }) = beside(after, pass.names) {
        let misnamed = pass.misnamed(&word, next.at()..after.at(), &document);
        let act = ActNamed { misnamed, ..ActNamed::new(document, at.at(), end.at()) };
        return Some(FoundLaw { law: NamedLaw::Act(act), end });
    }
    let (near, offset) = pass.text.near(at.at());
    match former_act(near, pass.names) {
        Some((document, end)) => {
            let end = at.to(end.at() + offset);
            Some(FoundLaw { law: NamedLaw::act(document, at.at(), end.at()), end })
        }
        None => by_year.then_some(FoundLaw { law: NamedLaw::Foreign, end: after }),
    }
}

/// A law by number or name, alone or after provisions.
pub(super) fn named<'q>(pass: &mut Pass<'_>, at: Cursor<'q>) -> Option<FoundLaw<'q>> {
    let (word, after) = law_word(at)?;
    let base = word.strip_suffix('s').unwrap_or(&word);
    let generic = law_words::is_generic(&word) || law_words::is_generic(base);
    let abroad = foreign::serial_and_year(after).filter(|_| !generic || word.starts_with("lag"));
    if abroad.is_some() || foreign::is_owned_abroad(at) {
        return Some(FoundLaw { law: NamedLaw::Foreign, end: abroad.unwrap_or(after) });
    }
    if generic && let Some(found) = dated_number(after) {
        let (document, end) = found;
        return Some(FoundLaw { law: NamedLaw::act(document, after.at(), end.at()), end });
    }
    if generic && let Some(found) = titled(pass, at, after) {
        return Some(found);
    }
    if let Some(BracketedNumber { document, start, stop, end }) = beside(after, pass.names) {
        let Some(document) = document else { return Some(FoundLaw { law: NamedLaw::Unknown, end }) };
        if generic {
            return Some(FoundLaw { law: NamedLaw::act(document, start, stop), end });
        }
        let misnamed = pass.misnamed(&word, at.at()..after.at(), &document);
        if misnamed.is_none() {
            pass.state.learn_name(&word, &document);
        }
        let (start, end_at) = (at.at(), end.at());
        let law = ActNamed { misnamed, ..ActNamed::new(document, start, end_at) };
        return Some(FoundLaw { law: NamedLaw::Act(law), end });
    }
    let named = NAME_ENDINGS.iter().any(|ending| word.ends_with(ending) || base.ends_with(ending));
    if !named {
        return None;
    }
    if generic {
        return Some(FoundLaw { law: NamedLaw::Unknown, end: after });
    }
    if let Some((act, first, last)) = pass.names.part(&word).or_else(|| pass.names.part(base)) {
        let law = NamedLaw::Part { act, first, last };
        return Some(FoundLaw { law, end: after });
    }
    let law = match act(pass, at, &word, after.at()) {
        Some((document, formerly)) => {
            NamedLaw::Act(ActNamed { formerly, ..ActNamed::new(document, at.at(), after.at()) })
        }
        None => NamedLaw::Foreign,
    };
    Some(FoundLaw { law, end: after })
}

/// The act with a name, and the acts that had the name before if the text has no day. The name is looked up among those that the text
/// defines, then in the tables by the day of the text, then among the names of held acts.
fn act(pass: &Pass<'_>, at: Cursor<'_>, word: &str, end: usize) -> Option<(String, Vec<FormerAct>)> {
    let base = word.strip_suffix('s').unwrap_or(word);
    let names = [word, base];
    if let Some(document) = names.iter().find_map(|name| pass.state.learned_name(name)) {
        return Some((document.to_owned(), Vec::new()));
    }
    for name in names {
        if pass.names.is_no_law(name) {
            return None;
        }
        match act_by_name(name, pass.written()) {
            DatedName::Act(document) => {
                return Some((document.to_owned(), dated::former_by_name(name, pass.written())));
            }
            DatedName::NoAct => return None,
            DatedName::Unknown => {}
        }
    }
    let (near, offset) = pass.text.near(at.at());
    let hit = pass.names.longest(near, &[ActForm::SwedishAct], Spelling::AsWritten)?;
    let row = hit.row()?;
    let whole = hit.end + offset == end && hit.is(NameKind::Name) && hit.rows.len() == 1;
    (whole && !dated::is_younger(&row.document, pass.written()))
        .then(|| (row.document.to_string(), Vec::new()))
}

/// An act by its title, `lagen om värdepappersmarknaden`, with or without its number after it.
fn titled<'q>(pass: &Pass<'_>, at: Cursor<'q>, noun: Cursor<'q>) -> Option<FoundLaw<'q>> {
    const FIRST: [&str; 5] = [" om ", " med ", " angående ", " för ", " mot "];
    if !noun.begins_with_any(&FIRST) {
        return None;
    }
    let (near, offset) = pass.text.near(at.at());
    let hit = pass.names.longest(near, &[ActForm::SwedishAct], Spelling::AsWritten)?;
    let [row] = hit.rows.as_slice() else { return None };
    let end = at.to(hit.end + offset);
    if end.at() <= noun.at() || dated::is_younger(&row.document, pass.written()) {
        return None;
    }
    // The number of another act ends the title: `lagen om införande av fårlagen (1931:47)`.
    let mut closed = end;
    if end.written_since(at).contains('(') && closed.eat(")") {
        let law = NamedLaw::act(row.document.to_string(), at.at(), closed.at());
        return Some(FoundLaw { law, end: closed });
    }
    // The number decides, wherever it stands.
    if let Some(BracketedNumber { document, end, .. }) = beside(end, pass.names) {
        let law = NamedLaw::act(document?, at.at(), end.at());
        return Some(FoundLaw { law, end });
    }
    if goes_on(end) {
        return None;
    }
    Some(FoundLaw { law: NamedLaw::act(row.document.to_string(), at.at(), end.at()), end })
}

/// Whether the title may go on here, so that a longer title of another act is meant.
fn goes_on(at: Cursor<'_>) -> bool {
    const PREPOSITIONS: [&str; 11] =
        ["på", "för", "av", "med", "vid", "från", "mellan", "mot", "inom", "till", "utan"];
    const CLAUSES: [&str; 10] = ["som", "att", "den", "det", "de", "enligt", "ska", "skall", "har", "inte"];
    let mut next = at;
    if next.rest().starts_with('-') {
        return true;
    }
    if !next.blank() || next.rest().starts_with("för att ") {
        return false;
    }
    if next.words_without_stop(&PREPOSITIONS)
        || next.rest().starts_with("i vissa")
        || next.rest().starts_with("m.m")
    {
        return true;
    }
    // `och` joins another citation, another clause, or another word of the title.
    next.words_without_stop(&["och", "eller", "samt"])
        && next.blank()
        && !(next.words_without_stop(&CLAUSES)
            || next.peek().is_some_and(|c| c.is_ascii_digit())
            || law_word(next).is_some()
            || next.rest().starts_with("i "))
}

/// The abbreviation of a law here: a whole word in its own case.
pub(super) fn abbreviated<'q>(pass: &mut Pass<'_>, at: Cursor<'q>) -> Option<FoundLaw<'q>> {
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
        Some(document) => Some(NamedLaw::Abbreviated {
            document: document.to_owned(),
            formerly: Vec::new(),
            beside: Vec::new(),
        }),
        None => match act_by_abbreviation(word, pass.written()) {
            DatedName::Act(document) => Some(NamedLaw::Abbreviated {
                document: document.to_owned(),
                formerly: dated::former_by_abbreviation(word, pass.written()),
                beside: dated::beside_by_abbreviation(word, pass.written()),
            }),
            _ => None,
        },
    };
    let law = known(word).or_else(|| known(word.strip_suffix('s')?))?;
    let after = at.to(at.at() + end);
    // `SoL (2001:453)`: the number decides.
    if let Some(BracketedNumber { document: Some(document), end, .. }) = beside(after, pass.names) {
        let misnamed = pass.misnamed(&word.to_lowercase(), at.at()..after.at(), &document);
        if misnamed.is_none() {
            pass.state.learn_abbreviation(word, &document);
        }
        let act = ActNamed { misnamed, ..ActNamed::new(document, at.at(), end.at()) };
        return Some(FoundLaw { law: NamedLaw::Act(act), end });
    }
    Some(FoundLaw { law, end: after })
}

/// Words before an abbreviation that a text defines; longer ones first.
const DEFINING: [&str; 14] = [
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
    NEXT_TO_COMMA,
];

/// `kommunallagen (1991:900), KL, som`: the abbreviation stands between commas.
const NEXT_TO_COMMA: &str = ", ";

/// Learns the abbreviation that is defined after a law: `lagen (1994:1564) om alkoholskatt, förkortad LAS`.
pub(super) fn learn_abbreviation(pass: &mut Pass<'_>, at: Cursor<'_>, document: &str) {
    const TITLE: usize = 200;
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
    // `föräldrabalken (1949:381), RB och`: the next act of a list.
    let is_next = || {
        *words == NEXT_TO_COMMA && !(written[end..].starts_with([',', '.', ')']) && may_mean(word, document))
    };
    // A word in brackets or after `förkortad` is one that the text defines, whether the tables know it or not.
    let is_known = || act_by_abbreviation(word, None) != DatedName::Unknown;
    let is_defined = || *words != NEXT_TO_COMMA && is_abbreviation(word);
    if capital && (is_known() || is_defined()) && !is_next() {
        pass.state.learn_abbreviation(word, document);
    }
}

/// Whether a word looks like the abbreviation of an act: at least two capitals, and no series of reports or of acts.
fn is_abbreviation(word: &str) -> bool {
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    capitals >= 2 && word.chars().all(char::is_alphabetic) && !NO_ACTS.contains(&word)
}

/// Words in capitals that are no abbreviations of acts.
const NO_ACTS: [&str; 12] = ["EU", "EG", "FN", "HD", "HFD", "JO", "JK", "ARN", "SFS", "SOU", "NJA", "RÅ"];

/// Whether an abbreviation may be that of this act: the tables give it to this act, or to several acts.
fn may_mean(word: &str, document: &str) -> bool {
    let several = !dated::beside_by_abbreviation(word, None).is_empty()
        || !dated::former_by_abbreviation(word, None).is_empty();
    several || matches!(act_by_abbreviation(word, None), DatedName::Act(act) if act == document)
}
