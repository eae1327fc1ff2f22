//! The words of a register of amendments in words that a layperson understands: `upph. 5 §; nuvarande 7 § betecknas 9 §; ändr.
//! 3 kap. 2, 4 §§` is *5 § upphävs, nuvarande 7 § får nummer 9, 3 kap. 2 och 4 §§ ändras*.
//!
//! The words are read section by section, each up to a semicolon, and in each a word for a change (`ändr.`, `upph.`, `ny`) holds until
//! the next one, as in the reader of registers of `lagrum-artifact`. What is listed is not looked up: a list stays a list, with
//! `och` before its last number. Words that are not known are repeated as they are.

mod lists;

use self::lists::{Listed, listed, spelt_out};

/// What the words of a register say was done, as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Amended,
    Repealed,
    New,
    From,
    To,
    InForce,
}

/// A clause: what was done, and to what.
struct Clause {
    verb: Option<Verb>,
    rest: String,
}

/// The words of an entry of a register as a sentence without its full stop; empty for no words.
pub(crate) fn scope_words(words: &str) -> String {
    let words = spaced(words);
    let mut told: Vec<String> = Vec::new();
    let mut verb = None;
    for section in words.split(';').map(str::trim).filter(|section| !section.is_empty()) {
        if let Some(whole) = whole(section) {
            told.push(whole);
            continue;
        }
        let clauses = clauses(section, verb);
        verb = clauses.last().and_then(|clause| clause.verb);
        let mut clauses = clauses.into_iter().peekable();
        while let Some(clause) = clauses.next() {
            if clause.verb == Some(Verb::From)
                && let Some(to) = clauses.next_if(|next| next.verb == Some(Verb::To))
            {
                told.extend(renumbered(&clause.rest, &to.rest));
                continue;
            }
            told.extend(of_clause(&clause));
        }
    }
    // Among lists a comma does not end a clause.
    let separator = if told.iter().any(|clause| clause.contains(',')) { "; " } else { ", " };
    told.join(separator)
}

/// The words with one blank where registers have none or several: `8,9 §§`, `4 kap.14 §`, `betecknas18 kap`.
fn spaced(words: &str) -> String {
    let mut spaced = String::with_capacity(words.len() + 16);
    let mut before = ' ';
    let mut letters = words.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        match letter {
            ',' | ';' => {
                spaced.truncate(spaced.trim_end().len());
                spaced.push(letter);
                spaced.push(' ');
            }
            '.' if before == '§' => spaced.push_str(", "),
            '.' if before == '.' => {}
            letter if letter.is_whitespace() => {
                if !spaced.ends_with(' ') {
                    spaced.push(' ');
                }
            }
            '§' if before.is_ascii_alphanumeric() => spaced.push_str(" §"),
            letter if letter.is_ascii_digit() && (before.is_alphabetic() || before == '.') => {
                // `2.6.1` has no blank; `kap.14` and `betecknas18` do.
                let of_number =
                    before == '.' && spaced.trim_end_matches('.').ends_with(|c: char| c.is_ascii_digit());
                if !of_number {
                    spaced.push(' ');
                }
                spaced.push(letter);
            }
            letter => spaced.push(letter),
        }
        // `kap` and `bil` without a stop.
        if next != '.' && !next.is_alphabetic() && (spaced.ends_with(" kap") || spaced.ends_with(" bil")) {
            spaced.push('.');
        }
        before = letter;
    }
    spaced
}

/// A section that is about the whole act.
fn whole(section: &str) -> Option<String> {
    let bare = section.trim_end_matches([',', '.', ' ']);
    let told = match bare {
        "upph" => "hela författningen upphävs",
        "ändr" => "ändras, men registret säger inte i vilka delar",
        "omtryck" => "hela författningen trycks om",
        "forts. giltighet" => "giltighetstiden förlängs",
        "ikrafttr" => "författningen träder i kraft",
        "utgår" => "ändringen utgår och träder inte i kraft",
        _ => {
            let by = bare.strip_prefix("utgår genom ")?;
            return Some(format!("ändringen utgår genom SFS {by} och träder inte i kraft"));
        }
    };
    Some(told.to_owned())
}

/// The clauses of a section. Where it begins without a word for a change, the one before it holds.
fn clauses(section: &str, before: Option<Verb>) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut rest: Vec<&str> = Vec::new();
    let mut verb = before;
    let mut last = "";
    for word in section.split(' ').filter(|word| !word.is_empty()) {
        let bare = word.trim_end_matches(['.', ',']).to_lowercase();
        let follows = |words: &[&str]| words.contains(&last);
        let found = match bare.as_str() {
            "ändr" | "änr" | "ändras" | "ändring" => Some(Verb::Amended),
            "upph" | "upp" | "upphör" | "upphävs" if !follows(&["tidigare"]) => Some(Verb::Repealed),
            // `den nya 5 §` and `ändr. nya 5 §` have the number since another clause.
            "ny" | "nya" | "nytt" if !follows(&["den", "de", "det", "före", "efter", "ändr"]) => {
                Some(Verb::New)
            }
            "nuvarande" | "nuv" if !follows(&["före", "efter"]) => Some(Verb::From),
            "betecknas" | "becknas" => Some(Verb::To),
            "ikrafttr" | "ikraftr" if last.is_empty() && !word.contains('-') => Some(Verb::InForce),
            _ => None,
        };
        match found {
            Some(found) => {
                close(&mut clauses, verb, &mut rest);
                verb = Some(found);
            }
            None => rest.push(word),
        }
        last = match found {
            Some(Verb::Amended) => "ändr",
            Some(_) => "·",
            None => word.trim_end_matches(['.', ',']),
        };
    }
    close(&mut clauses, verb, &mut rest);
    clauses
}

fn close(clauses: &mut Vec<Clause>, verb: Option<Verb>, rest: &mut Vec<&str>) {
    // `nuvarande 4 § ska betecknas 4 a §`.
    while rest.last().is_some_and(|last| matches!(*last, "ska" | "skall" | "och" | "samt")) {
        rest.pop();
    }
    if !rest.is_empty() {
        clauses.push(Clause { verb, rest: rest.join(" ").trim_end_matches([',', ' ']).to_owned() });
        rest.clear();
    }
}

/// What a clause says: of its provisions, and of each of its headings.
fn of_clause(clause: &Clause) -> Vec<String> {
    let Some(verb) = clause.verb else { return vec![spelt_out(&clause.rest)] };
    let mut told = Vec::new();
    for part in parts(&clause.rest) {
        match part {
            ClausePart::Provisions(rest) => {
                let rest = if verb == Verb::InForce { rest.trim_start_matches("av ") } else { rest };
                told.extend(listed(rest).map(|listed| done(verb, &listed)));
            }
            ClausePart::Heading(rest) => told.push(heading(verb, rest)),
        }
    }
    told
}

/// What happens to what is listed.
fn done(verb: Verb, Listed { text, is_plural, is_kapitel }: &Listed) -> String {
    let is = match verb {
        Verb::Amended => "ändras",
        Verb::Repealed => "upphävs",
        Verb::New if *is_plural => "är nya",
        Verb::New if *is_kapitel => "är nytt",
        Verb::New => "är ny",
        Verb::From => return format!("nuvarande {text} får annat nummer"),
        Verb::To => return format!("får nummer {text}"),
        Verb::InForce => "träder i kraft",
    };
    format!("{text} {is}")
}

/// `nuvarande 7 § betecknas 9 §`, and what stands after it.
fn renumbered(from: &str, to: &str) -> Vec<String> {
    let mut given = parts(from).into_iter();
    let mut taken = parts(to).into_iter();
    let mut told = Vec::new();
    if let (Some(ClausePart::Provisions(from)), Some(ClausePart::Provisions(to))) =
        (given.next(), taken.next())
        && let (Some(from), Some(to)) = (listed(from), listed(to))
    {
        let verb = if to.text.contains("bilag") { "blir" } else { "får nummer" };
        let bare = [" §§", " §"].iter().find_map(|unit| to.text.strip_suffix(unit));
        let number = bare.filter(|bare| !bare.contains('§')).unwrap_or(&to.text);
        told.push(format!("nuvarande {} {verb} {number}", from.text));
    }
    let headings = given.chain(taken).filter_map(|part| match part {
        ClausePart::Heading(rest) => Some(heading(Verb::Amended, rest)),
        ClausePart::Provisions(rest) => listed(rest).map(|listed| done(Verb::Amended, &listed)),
    });
    told.extend(headings);
    told
}

/// A part of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClausePart<'a> {
    Provisions(&'a str),
    /// What follows `rubr.`
    Heading(&'a str),
}

/// A clause cut before each `rubr.` that begins a part, and after the list of headings where bilagor or points follow.
#[expect(clippy::similar_names, reason = "what is a heading and what is in one")]
fn parts(rest: &str) -> Vec<ClausePart<'_>> {
    let mut cuts: Vec<(usize, usize, bool)> = vec![(0, 0, false)];
    let mut at = 0;
    let mut last = "";
    for word in rest.split(' ') {
        let bare = word.trim_end_matches(['.', ',']);
        let is_heading = matches!(bare, "rubr" | "rubrik" | "rubriken" | "rubriker" | "kapitelrubr");
        let in_heading = cuts.last().is_some_and(|(.., is_heading)| *is_heading);
        if is_heading && !matches!(last, "före" | "efter") {
            cuts.push((at, (at + word.len()).min(rest.len()), true));
        } else if in_heading && matches!(bare, "bil" | "p") && rest[..at].trim_end().ends_with(',') {
            cuts.push((at, at, false));
        }
        last = bare;
        at += word.len() + 1;
    }
    let mut parts = Vec::new();
    for (number, (_, from, is_heading)) in cuts.iter().enumerate() {
        let until = cuts.get(number + 1).map_or(rest.len(), |(next, ..)| *next);
        let text = rest.get(*from..until).unwrap_or_default().trim().trim_end_matches([',', ' ']);
        let text = text.strip_suffix(" och").unwrap_or(text);
        if text.is_empty() {
            continue;
        }
        parts.push(if *is_heading { ClausePart::Heading(text) } else { ClausePart::Provisions(text) });
    }
    parts
}

/// What happens to the heading of which the words stand after `rubr.`
fn heading(verb: Verb, rest: &str) -> String {
    if let Some((from, to)) = rest.split_once(" sätts ") {
        let (from, is_plural) = heading_place(from);
        let (to, _) = heading_place(to);
        let name = if is_plural { "rubrikerna" } else { "rubriken" };
        return format!("{name} {from} flyttas till {to}");
    }
    let (place, is_plural) = heading_place(rest);
    let name = if is_plural { "rubrikerna" } else { "rubriken" };
    let is = match verb {
        Verb::Repealed => "upphävs",
        Verb::New if is_plural => "är nya",
        Verb::New => "är ny",
        Verb::InForce => "träder i kraft",
        Verb::Amended | Verb::From | Verb::To => "ändras",
    };
    format!("{name} {place} {is}")
}

/// Where headings stand, and whether they are several.
fn heading_place(rest: &str) -> (String, bool) {
    let places = ["närmast före ", "närmast efter ", "till "];
    let found = places.iter().find_map(|place| Some((*place, rest.strip_prefix(place)?)));
    let (place, rest) = found.unwrap_or(("till ", rest));
    if let Some(other) = rest.strip_prefix("rubr. ") {
        let (text, _) = heading_place(other);
        return (format!("{place}rubriken {text}"), false);
    }
    match listed(rest) {
        Some(Listed { text, is_plural, .. }) => (format!("{place}{text}"), is_plural),
        None => (format!("{place}{rest}"), false),
    }
}

#[cfg(test)]
mod tests;
