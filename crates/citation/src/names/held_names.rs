//! The names that the corpus carries, as rows of the index.

use super::held::{HeldName, Role};
use super::shipped::push;
use super::{Bearer, CaseRow, HELD_IN_FORCE, HELD_REPEALED, Kind, Row, case_key, law_words};
use crate::normalise::tidy;
use crate::target::source_of;

/// Files a held name with the bearer its source makes it.
pub(super) fn name(
    held: &HeldName,
    rows: &mut Vec<Row>,
    keys: &mut Vec<(String, u32)>,
    cases: &mut Vec<CaseRow>,
) {
    let kind = match held.role {
        Role::Title => Kind::Title,
        Role::Name => Kind::Name,
        Role::Abbreviation => Kind::Abbreviation,
        Role::CaseName => {
            keys.push((case_key(&held.name), u32::try_from(cases.len()).unwrap_or(u32::MAX)));
            cases.push(CaseRow::Document(held.document.clone()));
            return;
        }
        _ => return,
    };
    let rank = if held.in_force { HELD_IN_FORCE } else { HELD_REPEALED };
    let bearer = match source_of(&held.document) {
        Some("sfs" | "foreskrift") => Bearer::Statute,
        Some("eurlex") => Bearer::EuAct,
        Some("coe" | "icrc" | "untc") => Bearer::Treaty,
        _ => {
            keys.push((case_key(&held.name), u32::try_from(cases.len()).unwrap_or(u32::MAX)));
            cases.push(CaseRow::Document(held.document.clone()));
            return;
        }
    };
    if bearer != Bearer::Statute || kind != Kind::Title {
        let name = tidy(&held.name);
        if kind == Kind::Abbreviation || name.chars().count() >= 4 {
            push(rows, &name, &held.document, bearer, kind, rank);
        }
        return;
    }
    let title = without_number(&held.name);
    let lower = title.to_lowercase();
    if law_words::is_generic(&lower) || title.chars().count() < 4 {
        return;
    }
    push(rows, &title, &held.document, bearer, Kind::Title, rank);
    // `Plan- och bygglag` gives a name of running text, `Lag om vapen` only another form of the title.
    let words = lower.split(' ').count();
    if words <= 4
        && let Some(definite) = law_words::definite(&lower)
    {
        push(rows, &definite, &held.document, bearer, Kind::Name, rank);
    } else if let Some((first, rest)) = lower.split_once(' ')
        && law_words::is_generic(first)
        && let Some(definite) = law_words::definite(&format!(" {first}"))
    {
        push(rows, &format!("{} {rest}", definite.trim_start()), &held.document, bearer, Kind::Title, rank);
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
