//! The clauses of a text that state a day: a subject, a verb and the day.

use lagrum_citation::written_day;
use lagrum_sources::parse_date;

/// What a clause says of its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// It is in force from the day.
    EntersIntoForce,
    /// It applies from the day.
    Applies,
}

/// A clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause<'t> {
    pub(super) verb: Verb,
    /// The words before the verb.
    pub(super) subject: &'t str,
    /// The day; None where it is not stated as a date.
    pub(super) stated: Option<StatedDay>,
}

/// A date that a text states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StatedDay {
    /// The day (`YYYY-MM-DD`).
    pub(super) day: String,
    /// Whether the words after it limit what it is about: *to contracts concluded later*.
    pub(super) is_limited: bool,
    /// Whether it is one of several days of which another may count: *or the date of entry into force*.
    pub(super) is_one_of_several: bool,
    /// The bytes up to its end.
    len: usize,
}

/// The verbs, with the words up to the day.
const VERBS: [(&str, Verb); 14] = [
    (" shall apply from ", Verb::Applies),
    (" shall apply as from ", Verb::Applies),
    (" shall apply as of ", Verb::Applies),
    (" shall be applicable from ", Verb::Applies),
    (" shall be applied from ", Verb::Applies),
    (" shall enter into force on ", Verb::EntersIntoForce),
    (" shall enter into force from ", Verb::EntersIntoForce),
    (" shall take effect on ", Verb::EntersIntoForce),
    (" ska tillämpas från och med den ", Verb::Applies),
    (" skall tillämpas från och med den ", Verb::Applies),
    (" ska tillämpas från den ", Verb::Applies),
    (" ska börja tillämpas den ", Verb::Applies),
    (" skall börja tillämpas den ", Verb::Applies),
    (" träder i kraft den ", Verb::EntersIntoForce),
];

/// What may follow a day without limiting what it is about.
const AFTER_DAY: [&str; 15] = [
    "and ",
    "och ",
    "with the exception",
    "except",
    "but ",
    "until ",
    "med undantag",
    "utom",
    "save ",
    "however",
    "men ",
    "dock",
    "onwards",
    "to 31 ",
    "till och med",
];

/// The maximum length of a subject, in bytes.
const MAX_SUBJECT: usize = 4_000;

/// The clauses of a text, in order.
pub(super) fn clauses(text: &str) -> Vec<Clause<'_>> {
    let mut verbs: Vec<(usize, &str, Verb)> = VERBS
        .iter()
        .flat_map(|(words, verb)| text.match_indices(words).map(|(at, words)| (at, words, *verb)))
        .collect();
    verbs.sort_by_key(|(at, ..)| *at);
    let mut clauses = Vec::with_capacity(verbs.len());
    let mut done = 0;
    for (at, words, verb) in verbs {
        if at < done {
            continue;
        }
        let after = at + words.len();
        let stated = day_at(&text[after..]);
        let subject = &text[done.max(sentence_begins(&text[..at]))..at];
        done = after + stated.as_ref().map_or(0, |stated| stated.len);
        let stated = stated.filter(|stated| !stated.is_one_of_several);
        if subject.len() <= MAX_SUBJECT {
            clauses.push(Clause { verb, subject, stated });
        }
    }
    clauses
}

/// The date that a text begins with.
pub(super) fn day_at(text: &str) -> Option<StatedDay> {
    let trimmed = text.strip_prefix("the ").or_else(|| text.strip_prefix("den ")).unwrap_or(text);
    let day = written_day(trimmed).filter(|day| parse_date(day).is_some())?;
    let year = day.get(..4)?;
    let len = text.find(year)? + year.len();
    let rest = text[len..].trim_start_matches([',', ' ', '\u{a0}']);
    let is_end = rest.is_empty() || rest.starts_with(['.', ';', ':', ')', '(', '|']);
    Some(StatedDay {
        day,
        is_limited: !is_end && !AFTER_DAY.iter().any(|words| rest.starts_with(words)),
        is_one_of_several: rest.starts_with("or ") || rest.starts_with("eller "),
        len,
    })
}

/// The subject of a text that ends in a verb before a list of days: *Chapter III shall apply from:*.
pub(super) fn open_subject(text: &str) -> Option<(Verb, &str)> {
    let before = text.trim_end().strip_suffix(':')?;
    VERBS.iter().find_map(|(words, verb)| {
        let words = words.trim_end().trim_end_matches(" den");
        let subject = before.strip_suffix(words)?;
        Some((*verb, &subject[sentence_begins(subject)..]))
    })
}

/// Where the last sentence of a text begins. A number (`4.2`) does not end one.
fn sentence_begins(text: &str) -> usize {
    let mut ends = text.rmatch_indices(['.', ';', ':']).map(|(at, _)| at + 1);
    ends.find(|end| text[*end..].starts_with(char::is_whitespace) && !is_number(&text[..end - 1]))
        .unwrap_or(0)
}

/// Whether a text ends in a number of one list sign: `2`, at its beginning.
fn is_number(text: &str) -> bool {
    let word = text.trim_start();
    !word.is_empty() && word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit())
}
