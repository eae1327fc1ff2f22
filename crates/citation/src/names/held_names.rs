//! Makes rows of the index from the names of held documents.

use lagrum_sources::ActForm;

use super::held::{HeldName, NameRole};
use super::key_table::KeyValue;
use super::row::{HELD_IN_FORCE, HELD_REPEALED, NameKind, NameRow, NamedCase, case_key, push};
use crate::law_words;
use crate::normalise::tidy;
use crate::target::source_of;

/// Adds a held name to the index.
pub(super) fn name(
    held: &HeldName,
    rows: &mut Vec<NameRow>,
    keys: &mut Vec<KeyValue>,
    cases: &mut Vec<NamedCase>,
) {
    let kind = match held.role {
        NameRole::Title => NameKind::Title,
        NameRole::Name => NameKind::Name,
        NameRole::Abbreviation => NameKind::Abbreviation,
        NameRole::CaseName => return case(held, keys, cases),
        _ => return,
    };
    let rank = if held.in_force { HELD_IN_FORCE } else { HELD_REPEALED };
    let Some(bearer) = source_of(&held.document).and_then(|source| source.act_form) else {
        return case(held, keys, cases);
    };
    if bearer == ActForm::SwedishAct && kind == NameKind::Title {
        return title_of_statute(held, rank, rows);
    }
    let printed = tidy(&held.name);
    let name = printed.trim_matches(['"', '\'', ';', '.', ',', ' ']);
    let name = name.strip_prefix("The ").unwrap_or(name);
    let kind =
        if kind == NameKind::Name && !law_words::is_name_of_act(name) { NameKind::Title } else { kind };
    if kind == NameKind::Abbreviation || name.chars().count() >= MIN_NAME_CHARS {
        push(rows, name, &held.document, bearer, kind, rank);
    }
}

/// Characters that a name needs, unless it is an abbreviation.
const MIN_NAME_CHARS: usize = 4;

fn case(held: &HeldName, keys: &mut Vec<KeyValue>, cases: &mut Vec<NamedCase>) {
    let Ok(number) = u32::try_from(cases.len()) else { return };
    keys.push(KeyValue { key: case_key(&held.name), value: number });
    cases.push(NamedCase::Document(held.document.clone()));
}

/// Adds the title of a statute and its definite form. The definite form of `Plan- och bygglag` is a name of running text, that of
/// `Lag om vapen` only another form of the title.
fn title_of_statute(held: &HeldName, rank: u8, rows: &mut Vec<NameRow>) {
    let title = without_number(&held.name);
    title_without_number(&title, held, rank, rows);
    // The title of another act may stand in it, with its number: `Lag om införande av fårlagen (1931:47)`.
    let short = without_number(&title);
    if short != title {
        title_without_number(&short, held, rank, rows);
    }
}

fn title_without_number(title: &str, held: &HeldName, rank: u8, rows: &mut Vec<NameRow>) {
    const MAX_WORDS: usize = 4;
    // A name ends with a word, so the bracket after a number is left out.
    let title = title.trim_end_matches([';', '.', ',', ')']);
    let lower = title.to_lowercase();
    if law_words::is_generic(&lower) || title.chars().count() < MIN_NAME_CHARS {
        return;
    }
    let mut file = |name: &str, kind| push(rows, name, &held.document, ActForm::SwedishAct, kind, rank);
    file(title, NameKind::Title);
    if lower.split(' ').count() <= MAX_WORDS
        && let Some(definite) = law_words::definite(&lower)
    {
        file(&definite, NameKind::Name);
    } else if let Some((first, rest)) = lower.split_once(' ')
        && let Some(definite) = law_words::definite_noun(first)
    {
        file(&format!("{definite} {rest}"), NameKind::Title);
    }
}

/// A title without the statute number in parentheses: `Lag (1982:80) om x` reads `Lag om x`.
pub(crate) fn without_number(title: &str) -> String {
    let title = tidy(title);
    let (Some(open), Some(close)) = (title.find('('), title.find(')')) else { return title };
    let number = title.get(open + 1..close).unwrap_or_default();
    if !number.as_bytes().first().is_some_and(u8::is_ascii_digit) || !number.contains(':') {
        return title;
    }
    tidy(&format!("{}{}", &title[..open], &title[close + 1..]))
}
