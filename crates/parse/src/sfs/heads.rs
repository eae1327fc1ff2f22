//! Reads the beginning of a block of a statute: day marks, the number of a kapitel or paragraf, the word `Bilaga`.

use lagrum_artifact::{DayMarks, MarkedEdge, MarkedThing, UnitNumber, leading_marks};

/// The days that the day marks before a unit state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Days {
    /// The day or phrase from which it applies.
    pub(super) from: Option<String>,
    /// The day or phrase from which it no longer applies.
    pub(super) until: Option<String>,
    /// Whether a day mark is about a heading.
    pub(super) of_heading: bool,
    /// Whether a day mark is about a kapitel.
    pub(super) of_kapitel: bool,
}

impl Days {
    pub(super) fn is_empty(&self) -> bool {
        self.from.is_none() && self.until.is_none()
    }

    fn add(&mut self, marks: &DayMarks<'_>) {
        for mark in &marks.marks {
            let day = match mark.edge {
                MarkedEdge::From => &mut self.from,
                MarkedEdge::Until => &mut self.until,
            };
            day.get_or_insert_with(|| mark.day.to_owned());
            self.of_heading |= mark.thing == MarkedThing::Heading;
            self.of_kapitel |= mark.thing == MarkedThing::Kapitel;
        }
    }

    /// Reads the day marks at the beginning of a text, and returns the text after them.
    pub(super) fn take<'t>(&mut self, text: &'t str) -> &'t str {
        let rest = match leading_marks(text) {
            Some(marks) if marks.number.is_none() => {
                self.add(&marks);
                &text[marks.bytes.end..]
            }
            _ => text,
        };
        self.take_new_number(rest)
    }

    /// `Ny beteckning 26 a § U:2026-01-01` without slashes.
    fn take_new_number<'t>(&mut self, text: &'t str) -> &'t str {
        let Some(rest) = text.strip_prefix("Ny beteckning ") else { return text };
        let Some((number, day)) = rest.split_once(" U:") else { return text };
        let day_end = day.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(day.len());
        if number.len() > 30 || !lagrum_artifact::is_date(&day[..day_end]) {
            return text;
        }
        self.until.get_or_insert_with(|| day[..day_end].to_owned());
        day[day_end..].trim_start_matches(['.', '/', ' '])
    }
}

/// The unit that a block begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// `3 a §`, with the moment if it has one.
    Paragraf { number: UnitNumber, moment: Option<u32> },
    /// `3 a kap.`
    Kapitel { number: UnitNumber },
    /// `Bilaga 2`; without a number it is the first.
    Bilaga { number: UnitNumber },
    /// Several numbers before one mark: `5 och 6 §§`.
    Several,
    /// No number.
    None,
}

/// The beginning of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head<'t> {
    pub(super) days: Days,
    pub(super) unit: Unit,
    /// The number as printed, without the notes in it: `3 a §`, `9 kap.`, `Bilaga 2`.
    pub(super) printed: String,
    /// The text after the number.
    pub(super) rest: &'t str,
}

/// Reads the beginning of a block, whose lines are joined.
pub(super) fn head(text: &str) -> Head<'_> {
    let mut days = Days::default();
    let text = days.take(text.trim_start());
    if let Some((number, printed, rest)) = bilaga(text) {
        let rest = days.take(rest.trim_start());
        return Head { days, unit: Unit::Bilaga { number }, printed, rest };
    }
    let none = |days| Head { days, unit: Unit::None, printed: String::new(), rest: text };
    let Some((number, after)) = number(text) else { return none(days) };
    // `34 a /Träder i kraft I:2026-01-01/ §`
    let mut inner = days.clone();
    let marked = inner.take(after.trim_start());
    if let Some(rest) = section_mark(marked) {
        let rest = inner.take(rest.trim_start());
        let printed = format!("{} §", printed_number(&number));
        let moment = moment(rest);
        return Head { days: inner, unit: Unit::Paragraf { number, moment }, printed, rest };
    }
    if let Some((mark, rest)) = kapitel_mark(marked) {
        let rest = inner.take(rest.trim_start());
        let printed = format!("{} {mark}", printed_number(&number));
        return Head { days: inner, unit: Unit::Kapitel { number }, printed, rest };
    }
    match several(text) {
        Some((printed, rest)) => {
            let rest = days.take(rest.trim_start());
            Head { days, unit: Unit::Several, printed: printed.to_owned(), rest }
        }
        None => none(days),
    }
}

/// `3 a` of a number.
pub(super) fn printed_number(number: &UnitNumber) -> String {
    let blank = if number.letters.is_empty() { "" } else { " " };
    format!("{}{blank}{}", number.number, number.letters)
}

/// A number with its letter at the beginning of a text: `3`, `3 a`, `3a`.
fn number(text: &str) -> Option<(UnitNumber, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 4 {
        return None;
    }
    let after = &text[digits..];
    let lettered = after.strip_prefix(' ').unwrap_or(after);
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let letters = lettered.chars().take_while(|c| is_letter(*c)).count();
    let end = &lettered[letters.min(lettered.len())..];
    let is_suffix = (1..=2).contains(&letters)
        && (lettered[..letters].chars().all(|c| c.is_ascii_lowercase()) || letters == 1)
        && end.trim_start().starts_with(['§', '/', 'k', 'K']);
    if is_suffix && !after.starts_with(['k', 'K']) {
        let number = UnitNumber::parse(&format!("{}{}", &text[..digits], &lettered[..letters]))?;
        return Some((number, end));
    }
    Some((UnitNumber::parse(&text[..digits])?, after))
}

/// The text after the paragraph sign. `7 a § § En` has the sign twice by mistake.
fn section_mark(text: &str) -> Option<&str> {
    let rest = text.trim_start().strip_prefix('§')?;
    if rest.starts_with('§') {
        return None;
    }
    Some(rest)
}

/// `kap.` and the text after it.
fn kapitel_mark(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let word = text.get(..3).filter(|word| word.eq_ignore_ascii_case("kap"))?;
    let rest = &text[word.len()..];
    if let Some(after) = rest.strip_prefix('.') {
        return Some((&text[..4], after));
    }
    (rest.is_empty() || rest.starts_with([' ', '/'])).then_some((word, rest))
}

/// `2 mom.` after a paragraf.
fn moment(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok()?;
    let word = text[digits..]
        .trim_start()
        .trim_start_matches(|c: char| c.is_ascii_lowercase() && c != 'm')
        .trim_start();
    word.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("mom.")).then_some(number)
}

/// `5 och 6 §§`, `7-10 §§`, `2, 4 a kap.`
fn several(text: &str) -> Option<(&str, &str)> {
    let limit = text.char_indices().map(|(at, _)| at).take_while(|at| *at < 80).last().unwrap_or_default();
    let near = &text[..limit.max(1).min(text.len())];
    let end =
        ["§§", "§", "kap."].iter().filter_map(|mark| near.find(mark).map(|at| at + mark.len())).min()?;
    let end = if text[end..].starts_with('§') { end + '§'.len_utf8() } else { end };
    let numbers = text[..end].trim_end_matches(['§', '.']).trim_end_matches("kap").trim();
    let is_number = |part: &str| {
        let part = part.trim();
        part.is_empty() || UnitNumber::parse(part).is_some_and(|number| number.letters.len() <= 2)
    };
    let parts = numbers.replace(" och ", ",").replace(" samt ", ",");
    let is_list = parts.split([',', '-', '–', '—']).all(is_number) && parts.contains([',', '-', '–', '—']);
    is_list.then_some((&text[..end], &text[end..]))
}

/// `Bilaga`, `Bilaga 2`, `Bilaga 1 a`, `BILAGA II` alone or before a note.
fn bilaga(text: &str) -> Option<(UnitNumber, String, &str)> {
    let word = text.get(..6).filter(|word| word.eq_ignore_ascii_case("bilaga"))?;
    let after = &text[6..];
    if !word.starts_with('B') || !(after.is_empty() || after.starts_with([' ', '/', '.'])) {
        return None;
    }
    let rest = after.trim_start_matches([' ', '.']);
    let end = rest.find([' ', '/', '.', '(', ',']).unwrap_or(rest.len());
    let first = &rest[..end];
    let roman = roman(first).map(|number| UnitNumber { number, letters: String::new() });
    let Some(mut number) = UnitNumber::parse(first).filter(|_| !first.is_empty()).or(roman) else {
        return Some((UnitNumber { number: 1, letters: String::new() }, word.to_owned(), rest));
    };
    let mut after = &rest[end..];
    let letter = after.strip_prefix(' ').and_then(|after| after.split([' ', '/']).next()).unwrap_or_default();
    if letter.len() == 1 && letter.chars().all(|c| c.is_ascii_lowercase()) && number.letters.is_empty() {
        letter.clone_into(&mut number.letters);
        after = &after[2..];
    }
    let printed = text[..text.len() - after.len()].trim_end().to_owned();
    Some((number, printed, after.trim_start_matches('.')))
}

/// A roman number in capitals.
pub(super) fn roman(text: &str) -> Option<u32> {
    const DIGITS: [(char, u32); 5] = [('I', 1), ('V', 5), ('X', 10), ('L', 50), ('C', 100)];
    if text.is_empty() || text.len() > 8 {
        return None;
    }
    let values: Option<Vec<u32>> =
        text.chars().map(|c| DIGITS.iter().find(|(digit, _)| *digit == c).map(|(_, value)| *value)).collect();
    let values = values?;
    let mut sum = 0;
    for (index, value) in values.iter().enumerate() {
        if values.get(index + 1).is_some_and(|next| next > value) {
            sum -= i64::from(*value);
        } else {
            sum += i64::from(*value);
        }
    }
    u32::try_from(sum).ok().filter(|sum| *sum > 0)
}

/// Whether the words after a number only state that the unit is repealed or has another number: `Har upphävts genom lag
/// (2031:5).`, `upphävd genom förordning (2031:6).`, `Ny beteckning 5 kap. 3 c § genom lag (2031:7).`
pub(super) fn is_note_of_repeal(rest: &str) -> bool {
    const REPEALED: [&str; 10] = [
        "upphävts",
        "upphävt",
        "upphävda",
        "upphävd",
        "upphävs",
        "upphört att gälla",
        "upphört",
        "utgått",
        "utgår",
        "ny beteckning",
    ];
    if rest.is_empty() || rest.len() > 260 {
        return false;
    }
    let lower = rest.to_lowercase();
    let words = lower.trim_start();
    let unit = ["kapitlet ", "paragrafen ", "bilagan "].iter().find_map(|unit| words.strip_prefix(unit));
    let words = unit.unwrap_or(words);
    let words =
        words.strip_prefix("har ").or_else(|| words.strip_prefix("är ")).unwrap_or(words).trim_start();
    let Some(after) = REPEALED.iter().find_map(|word| words.strip_prefix(word)) else { return false };
    let after = after.trim_end_matches(['.', ')', ' ', ']']);
    if after.trim().is_empty() {
        return true;
    }
    if !after.starts_with([' ', ',', '.']) {
        return false;
    }
    // The number of the act that repeals ends the block.
    let digits = after.bytes().rev().take_while(u8::is_ascii_digit).count();
    let before = &after[..after.len() - digits];
    let year = before.strip_suffix(':').map(|year| year.bytes().rev().take_while(u8::is_ascii_digit).count());
    digits > 0 && year == Some(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let head = head(text);
        let unit = match &head.unit {
            Unit::Paragraf { number, moment: None } => format!("P{number}"),
            Unit::Paragraf { number, moment: Some(moment) } => format!("P{number}O{moment}"),
            Unit::Kapitel { number } => format!("K{number}"),
            Unit::Bilaga { number } => format!("B{number}"),
            Unit::Several => "several".to_owned(),
            Unit::None => "-".to_owned(),
        };
        let day = |name: &str, day: &Option<String>| day.as_ref().map(|day| format!(" {name}{day}"));
        let days = [day("I:", &head.days.from), day("U:", &head.days.until)];
        let days: String = days.into_iter().flatten().collect();
        format!("{unit} [{}]{days} | {}", head.printed, head.rest)
    }

    #[test]
    fn what_a_block_begins_with() {
        for (text, expected) in [
            ("3 § Fåret ska", "P3 [3 §] | Fåret ska"),
            ("3§ Fåret", "P3 [3 §] | Fåret"),
            ("3 a § Fåret", "P3a [3 a §] | Fåret"),
            ("3a § Fåret", "P3a [3 a §] | Fåret"),
            ("3 § 2 mom. Fåret", "P3O2 [3 §] | 2 mom. Fåret"),
            ("7 a § § En", "P7a [7 a §] | § En"),
            ("3 § /Upphör att gälla U:2031-01-01/ Fåret", "P3 [3 §] U:2031-01-01 | Fåret"),
            (
                "3 § /Träder i kraft I:2031-01-01/ /Upphör att gälla U:2032-01-01/ Fåret",
                "P3 [3 §] I:2031-01-01 U:2032-01-01 | Fåret",
            ),
            ("34 a /Träder i kraft I:2031-01-01/ § Fåret", "P34a [34 a §] I:2031-01-01 | Fåret"),
            ("8 d §/Träder i kraft I:2031-01-15/ Om", "P8d [8 d §] I:2031-01-15 | Om"),
            ("5 § /Ny beteckning 6 § U:2031-01-15/ Om", "P5 [5 §] U:2031-01-15 | Om"),
            ("5 § Ny beteckning 6 § U:2031-01-15 Om", "P5 [5 §] U:2031-01-15 | Om"),
            (
                "5 § /Upphör att gälla U:den dag regeringen bestämmer/ Om",
                "P5 [5 §] U:den dag regeringen bestämmer | Om",
            ),
            ("2 kap. Om får", "K2 [2 kap.] | Om får"),
            ("2 Kap. Om får", "K2 [2 Kap.] | Om får"),
            ("2 a kap. Om får", "K2a [2 a kap.] | Om får"),
            ("2kap. Om får", "K2 [2 kap.] | Om får"),
            ("1 A kap. Om får", "K1a [1 a kap.] | Om får"),
            ("103 a kap Innehåll", "K103a [103 a kap] | Innehåll"),
            ("9 kap. /Kapitlet upphör att gälla U:2031-01-01/ Om", "K9 [9 kap.] U:2031-01-01 | Om"),
            ("/Kapitlet träder i kraft I:2031-01-01/ 9 kap. Om", "K9 [9 kap.] I:2031-01-01 | Om"),
            ("Bilaga", "B1 [Bilaga] | "),
            ("Bilaga 2", "B2 [Bilaga 2] | "),
            ("Bilaga 2 a", "B2a [Bilaga 2 a] | "),
            ("Bilaga II", "B2 [Bilaga II] | "),
            ("Bilaga 2/Träder i kraft I:2031-01-01/", "B2 [Bilaga 2] I:2031-01-01 | "),
            ("Bilaga (Översättning)", "B1 [Bilaga] | (Översättning)"),
            ("Bilagan ska", "- [] | Bilagan ska"),
            ("bilaga 1 till", "- [] | bilaga 1 till"),
            ("5 och 6 §§ upphävda", "several [5 och 6 §§] |  upphävda"),
            ("7-10 §§ har", "several [7-10 §§] |  har"),
            ("2, 4 a och 5 §§ gäller", "several [2, 4 a och 5 §§] |  gäller"),
            ("12-14 kap. har", "several [12-14 kap.] |  har"),
            ("/Rubriken träder i kraft I:2031-01-01/ Om får", "- [] I:2031-01-01 | Om får"),
            ("1. Fåret", "- [] | 1. Fåret"),
            ("1999:5", "- [] | 1999:5"),
            ("3 kapitlet", "- [] | 3 kapitlet"),
            ("3 kapar", "- [] | 3 kapar"),
            ("Fåret enligt 3 §", "- [] | Fåret enligt 3 §"),
            ("§ 3 Fåret", "- [] | § 3 Fåret"),
            ("", "- [] | "),
        ] {
            let expected = expected.replace("|  ", "| ");
            assert_eq!(read(text).replace("|  ", "| "), expected, "{text:?}");
        }
    }

    #[test]
    fn what_a_placeholder_is() {
        for (rest, expected) in [
            ("Har upphävts genom lag (2031:5).", true),
            ("har upphört att gälla genom lag (1931:645).", true),
            ("upphävda genom kungörelse (1931:45).", true),
            ("Upphävd enligt lag (1931:45).", true),
            ("Upphävd.", true),
            ("Kapitlet har upphävts genom lag (2031:5).", true),
            ("Ny beteckning 5 kap. 3 c § genom lag (2031:5).", true),
            ("2 mom. har upphävts", false),
            ("Har upphävts genom lag (2031:5). Den gäller ändå.", false),
            ("Har en make upphävts", false),
            ("Upphävda beslut gäller", false),
            ("", false),
        ] {
            assert_eq!(is_note_of_repeal(rest), expected, "{rest:?}");
        }
    }
}
