//! Preparatory works as the register of statutes lists them: `Prop. 1970:186, 1LU 81 och 82, rskr 470`.
//!
//! Each member of the list is first read by the grammar of works. The register shortens more than texts do: it names the
//! committee in place of `bet.`, leaves out the kind if the member before has it, and leaves out the session if that is a calendar
//! year (before 1975). Shortened members are completed from the member before them, and from nothing else.

use crate::cursor::{Cursor, without_zeros};
use crate::forarbete::{committee, document, session};
use crate::normalise::lower_char;

/// The members of a list of preparatory works.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterWorks {
    /// The works as they are identified: `Prop. 1996/97:9`, `Bet. 1996/97:JuU3`, `Rskr. 1996/97:55`.
    pub works: Vec<String>,
    /// Members that are not works, or works that cannot be identified: the official journal of the EU, directives.
    pub unread: Vec<String>,
}

/// Reads a list.
pub fn register_works(list: &str) -> RegisterWorks {
    let mut found = RegisterWorks::default();
    let mut before = Before::default();
    let list = list.split_whitespace().collect::<Vec<_>>().join(" ");
    for member in list.split([',', ';']).flat_map(|part| part.split(" och ")) {
        let member = member.trim().trim_end_matches('.');
        if member.is_empty() {
            continue;
        }
        match read(member, &mut before) {
            Some(work) if found.works.contains(&work) => {}
            Some(work) => found.works.push(work),
            None => found.unread.push(member.to_owned()),
        }
    }
    found
}

/// The parts of a member that the next member may leave out.
#[derive(Debug, Default)]
struct Before {
    kind: Option<&'static str>,
    committee: Option<String>,
    session: Option<String>,
}

/// The kinds of works: the word before the number, the kind in a local id, and the identifier.
const KINDS: [(&str, &str, &str); 8] = [
    ("prop", "prop", "Prop. "),
    ("bet", "bet", "Bet. "),
    ("rskr", "rskr", "Rskr. "),
    ("skr", "skr", "Skr. "),
    ("framst", "framst", "Framst. "),
    ("dir", "dir", "Dir. "),
    ("sou", "sou", "SOU "),
    ("ds", "ds", "Ds "),
];

fn read(member: &str, before: &mut Before) -> Option<String> {
    let member =
        ["Jfr ", "jfr ", "Jämför "].iter().find_map(|word| member.strip_prefix(word)).unwrap_or(member);
    let lower: String = member
        .chars()
        .map(|c| if lower_char(c).len_utf8() == c.len_utf8() { lower_char(c) } else { c })
        .collect();
    let at = Cursor::over(member, &lower);
    if let Some((work, end)) = document(at)
        && let Some((kind, number)) = work.split_once('/')
        && let Some((_, kind, written)) = KINDS.iter().find(|(_, known, _)| *known == kind)
    {
        before.kind = Some(kind);
        before.session = number.split_once(':').map(|(session, _)| session.to_owned());
        before.committee = None;
        // The committee as the register writes it: `SOU2`.
        let printed: String = end.written_since(at).split_whitespace().collect();
        let printed = printed.get(printed.len().saturating_sub(number.len())..).unwrap_or_default();
        let number = if printed.eq_ignore_ascii_case(number) { printed } else { number };
        return Some(format!("{written}{number}"));
    }
    short(at, before).or_else(|| as_printed(member))
}

/// `LU 1980/81:11`, `1LU 81`, `rskr 470`, `rskr 1973:21`, `JuU 1973:1`, `82` after a committee, `2006/07:133` after a
/// proposition.
fn short(at: Cursor<'_>, before: &mut Before) -> Option<String> {
    let mut next = at;
    let mut kind = KINDS.iter().find(|(word, ..)| {
        let mut there = next;
        there.word_before_number(&[word]) && {
            next = there;
            true
        }
    });
    next.eat(".");
    next.blank();
    let mut committee_before = None;
    if kind.is_none() {
        committee_before = committee(&mut next);
        if committee_before.is_some() {
            kind = KINDS.iter().find(|(_, known, _)| *known == "bet");
        }
        next.blank();
    }
    let named = kind.is_some();
    let mut year = next;
    let session = session(&mut year)
        .or_else(|| year.year().map(str::to_owned))
        .filter(|session| year.eat(":") || session.contains('/') && year.eat("/"));
    let has_session = session.is_some();
    if has_session {
        next = year;
        next.blank();
    }
    // A session may be left out when it is a calendar year, or one that the same list has just named for the same kind.
    let session =
        session.or_else(|| before.session.clone().filter(|session| !session.contains('/') || !named))?;
    let mut inner = committee(&mut next);
    next.blank();
    if inner.is_some() && kind.is_none_or(|(_, known, _)| *known == "bet") {
        kind = KINDS.iter().find(|(_, known, _)| *known == "bet");
    } else if inner.is_none() && !named && before.kind == Some("bet") {
        inner.clone_from(&before.committee);
    }
    let committee = committee_before.or(inner);
    let (_, kind, written) = match kind {
        Some(kind) => kind,
        None => KINDS.iter().find(|(_, known, _)| Some(*known) == before.kind)?,
    };
    let letters = if *kind == "framst" && next.eat("rs") { "RS" } else { "" };
    let number = without_zeros(next.digits(4)?);
    let is_report = *kind == "bet";
    if !next.at_boundary() || is_report != committee.is_some() || (letters.is_empty() && *kind == "framst") {
        return None;
    }
    let committee_letters = committee.clone().unwrap_or_default();
    *before = Before { kind: Some(kind), committee, session: Some(session.clone()) };
    Some(format!("{written}{session}:{committee_letters}{letters}{number}"))
}

/// A work whose number has the right form, but an impossible session or an unknown committee: `Prop. 1985/85:90`.
fn as_printed(member: &str) -> Option<String> {
    let (word, number) = member.split_once([' ', '.'])?;
    let (_, _, written) = KINDS.iter().find(|(kind, ..)| kind.eq_ignore_ascii_case(word))?;
    let number: String = number.trim_start_matches('.').split_whitespace().collect();
    let (session, serial) = number.split_once(':')?;
    let is_session = session.len() >= 4 && session.chars().all(|c| c.is_ascii_digit() || c == '/');
    let letters = serial.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_serial = letters.len() < serial.len()
        && letters.chars().all(char::is_alphabetic)
        && letters.chars().count() <= 4;
    (is_session && is_serial).then(|| format!("{written}{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_works() {
        for (list, works, unread) in [
            (
                "Prop. 2024/25:89, bet. 2024/25:SoU23, rskr. 2024/25:210",
                "Prop. 2024/25:89 Bet. 2024/25:SoU23 Rskr. 2024/25:210",
                "",
            ),
            (
                "Prop. 1980/81:48, LU 1980/81:11, rskr 1980/81:224",
                "Prop. 1980/81:48 Bet. 1980/81:LU11 Rskr. 1980/81:224",
                "",
            ),
            (
                "Prop. 1970:186, 1LU 81 och 82, rskr 470",
                "Prop. 1970:186 Bet. 1970:1LU81 Bet. 1970:1LU82 Rskr. 1970:470",
                "",
            ),
            ("Prop. 1971:30, KU 36, rskr 222", "Prop. 1971:30 Bet. 1971:KU36 Rskr. 1971:222", ""),
            ("Prop. 1972:132, JuU 1973:1, rskr 1973:21", "Prop. 1972:132 Bet. 1973:JuU1 Rskr. 1973:21", ""),
            (
                "Prop. 1990/91:129, 1990/91:JuU36, rskr 1990/91:324",
                "Prop. 1990/91:129 Bet. 1990/91:JuU36 Rskr. 1990/91:324",
                "",
            ),
            (
                "Prop. 2005/06:177, 2006/07:133, bet. 2007/08:JuU3",
                "Prop. 2005/06:177 Prop. 2006/07:133 Bet. 2007/08:JuU3",
                "",
            ),
            ("bet. 2016/17:UbU22 och bet. 2016/17:UbU23", "Bet. 2016/17:UbU22 Bet. 2016/17:UbU23", ""),
            (
                "Prop. 2011/12:50, bet. 2011/12: UbU9, rskr.2011/12:141",
                "Prop. 2011/12:50 Bet. 2011/12:UbU9 Rskr. 2011/12:141",
                "",
            ),
            ("bet. 2014/15/JuU2", "Bet. 2014/15:JuU2", ""),
            ("Framst. 2015/16:RS7, rskr. 2016/17:36", "Framst. 2015/16:RS7 Rskr. 2016/17:36", ""),
            ("Jfr prop. 2009/10:3, EUTL379/2006 s5-10", "Prop. 2009/10:3", "EUTL379/2006 s5-10"),
            ("Rskr 1942:421", "Rskr. 1942:421", ""),
            ("rskr.\r\n2007/08:11", "Rskr. 2007/08:11", ""),
            ("direktiv 2003/87/EG", "", "direktiv 2003/87/EG"),
            // The session cannot be found.
            ("Prop. 2010/11:94, bet. UbU16", "Prop. 2010/11:94", "bet. UbU16"),
            ("rskr 470", "", "rskr 470"),
            // Numbers are kept as the register writes them, even if they are wrong.
            (
                "Prop. 1985/85:90, bet. 2004/05:Ju28, bet. 2013/14:SOU2",
                "Prop. 1985/85:90 Bet. 2004/05:Ju28 Bet. 2013/14:SOU2",
                "",
            ),
            ("", "", ""),
        ] {
            let read = register_works(list);
            assert_eq!(read.works.join(" "), works, "{list}");
            assert_eq!(read.unread.join(" "), unread, "{list}");
        }
    }
}
