//! Days that a text states in words: `/Upphör att gälla U:2026-07-01/` at its beginning.
//!
//! The publisher of statutes marks a variant that is not the one in force with a note between slashes. `U:` (upphör)
//! comes before the day from which the variant no longer applies, `I:` (ikraft) before the day from which it does.
//! Most notes become the fields `upphor` and `ikrafttrader` of a node. If a provision has more notes than the
//! artifact has fields, the others stay in the text. A note is not law: it states when the law applies.
//!
//! A note is read at the beginning of a text, or directly after a number there (`9 kap.`, `7 a §`, `Bilaga 2`), if
//! its day is a date or a phrase that begins with "den dag". A note without its closing slash ends after the act that
//! it names: `/Upphör att gälla U:2022-01-01 genom lag (2021:595).`

use crate::date::is_date;

/// Bytes that a note may have. Real ones have at most a hundred.
const MAX_NOTE_BYTES: usize = 200;

/// Notes at the beginning of one text that are read. Real texts have two.
const MAX_NOTES: usize = 4;

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkedThing {
    /// The provision that the text belongs to.
    Provision,
    /// The heading that the text is.
    Heading,
    /// The kapitel that the text begins.
    Kapitel,
    /// The whole print of the act, which another replaces.
    Print,
}

/// Whether a variant begins or ends on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkedEdge {
    /// `I:`, from which it applies.
    From,
    /// `U:`, from which it no longer applies.
    Until,
}

/// One note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayMark<'t> {
    /// What the note is about.
    pub thing: MarkedThing,
    /// Whether the thing applies from the day, or until it.
    pub edge: MarkedEdge,
    /// The day or the phrase.
    pub day: &'t str,
    /// The number that the provision gets from that day on: `9 kap. 23 b §`.
    pub renumbered: Option<&'t str>,
}

/// The notes at the beginning of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayMarks<'t> {
    /// In their order.
    pub marks: Vec<DayMark<'t>>,
    /// The number before the first note, if there is one.
    pub number: Option<&'t str>,
    /// Where the notes begin and end in the text, in bytes; white space after them counts to them.
    pub bytes: std::ops::Range<usize>,
}

/// Whether a text may begin with notes. Most texts are ruled out by their first signs.
pub(crate) fn may_begin(text: &str) -> bool {
    let Some(slash) = text.as_bytes().iter().take(40).position(|byte| *byte == b'/') else { return false };
    text.get(..slash).is_some_and(|before| before.trim().is_empty() || is_number(before.trim()))
}

/// Reads the notes at the beginning of a text; None when there are none.
pub fn leading_marks(text: &str) -> Option<DayMarks<'_>> {
    if !may_begin(text) {
        return None;
    }
    let start = text.find('/')?;
    let number = Some(text[..start].trim()).filter(|number| !number.is_empty());
    let mut found = DayMarks { marks: Vec::new(), number, bytes: start..start };
    while found.marks.len() < MAX_NOTES
        && let Some((mark, len)) = mark(&text[found.bytes.end..])
    {
        found.marks.push(mark);
        let end = found.bytes.end + len;
        found.bytes.end = text.len() - text[end..].trim_start().len();
    }
    (!found.marks.is_empty()).then_some(found)
}

/// The note that a text begins with, and how many bytes it has.
fn mark(text: &str) -> Option<(DayMark<'_>, usize)> {
    let inner = text.strip_prefix('/')?;
    let mut limit = inner.len().min(MAX_NOTE_BYTES);
    while !inner.is_char_boundary(limit) {
        limit -= 1;
    }
    let (note, len) = if let Some(end) = inner[..limit].find('/') {
        (&inner[..end], end + 2)
    } else {
        let end = unclosed_end(&inner[..limit])?;
        (&inner[..end], end + 1)
    };
    let (words, edge, stated) = split_note(note)?;
    let day = stated.split(" genom ").next().unwrap_or_default().trim().trim_end_matches('.');
    if !is_date(day) && !day.starts_with("den dag") {
        return None;
    }
    let lower = words.to_lowercase();
    let thing = if lower.starts_with("rubrik") || lower.starts_with("kapitelrubrik") {
        MarkedThing::Heading
    } else if lower.starts_with("kapitl") {
        MarkedThing::Kapitel
    } else if lower.contains("omtryck") {
        MarkedThing::Print
    } else {
        MarkedThing::Provision
    };
    let renumbered = (lower.starts_with("ny beteckning"))
        .then(|| words.get("ny beteckning".len()..).unwrap_or_default().trim())
        .filter(|number| !number.is_empty());
    Some((DayMark { thing, edge, day, renumbered }, len))
}

/// Splits a note into its words, the edge that it states, and the day with the words after it.
fn split_note(note: &str) -> Option<(&str, MarkedEdge, &str)> {
    for (sign, edge) in [(" U:", MarkedEdge::Until), (" I:", MarkedEdge::From)] {
        if let Some((words, stated)) = note.split_once(sign) {
            let is_words = words.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '§' | '-'))
                && words.chars().any(char::is_alphabetic);
            return is_words.then_some((words.trim(), edge, stated.trim()));
        }
    }
    // Written without the sign.
    for (words, edge) in [("Upphör att gälla ", MarkedEdge::Until), ("Träder i kraft ", MarkedEdge::From)]
    {
        if let Some(stated) = note.strip_prefix(words) {
            return Some((words.trim(), edge, stated.trim()));
        }
    }
    None
}

/// Where a note without a closing slash ends: after the act that it names in parentheses.
fn unclosed_end(inner: &str) -> Option<usize> {
    let act = inner.find(" genom ")?;
    let open = act + inner[act..].find('(')?;
    let close = open + inner[open..].find(')')?;
    let number = inner[open + 1..close].split_once(':')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_act = digits(number.0) && digits(number.1);
    let end = close + 1;
    is_act.then(|| end + usize::from(inner[end..].starts_with('.')))
}

/// Whether a text is the printed number of a part: `9 kap.`, `7 a §`, `7 a`, `Bilaga 2`.
fn is_number(text: &str) -> bool {
    let text =
        text.strip_prefix("Bilaga").map_or(text, |rest| if rest.is_empty() { "1" } else { rest.trim() });
    let text = text.trim_end_matches("kap.").trim_end_matches('§').trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let letter = text[digits..].trim();
    digits > 0 && letter.len() <= 1 && letter.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The notes of a text: what each is about, its edge, its day and new number; then the text without them.
    fn read(text: &str) -> String {
        let Some(found) = leading_marks(text) else { return "-".to_owned() };
        let marks: Vec<String> = found
            .marks
            .iter()
            .map(|mark| {
                let new = mark.renumbered.map(|new| format!(" -> {new}")).unwrap_or_default();
                format!("{:?} {:?} {}{new}", mark.thing, mark.edge, mark.day)
            })
            .collect();
        format!("{} | {}{}", marks.join(", "), &text[..found.bytes.start], &text[found.bytes.end..])
    }

    #[test]
    fn which_notes_are_read() {
        for (text, expected) in [
            ("/Upphör att gälla U:2026-07-01/ Fåret ska", "Provision Until 2026-07-01 | Fåret ska"),
            (" /Träder i kraft I:2026-07-01/Fåret ska", "Provision From 2026-07-01 |  Fåret ska"),
            (
                "/Upphör att gälla U:den dag regeringen bestämmer/ Fåret",
                "Provision Until den dag regeringen bestämmer | Fåret",
            ),
            (
                "/Upphör att gälla U:den dag som regeringen bestämmer genom förordning (2031:626)./ Fåret",
                "Provision Until den dag som regeringen bestämmer | Fåret",
            ),
            (
                "/Upphör att gälla U:2026-04-01 genom förordning (2031:72)./ 1 § Fåret",
                "Provision Until 2026-04-01 | 1 § Fåret",
            ),
            ("/Upphör att gälla U:2026-04-01 genom lag 2031:7/ Fåret", "Provision Until 2026-04-01 | Fåret"),
            (
                "/Upphör att gälla U:2022-01-01 genom lag (2031:595). Fåret",
                "Provision Until 2022-01-01 | Fåret",
            ),
            ("/Upphör att gälla 2001-01-01 genom beslut (2031:39). Får", "Provision Until 2001-01-01 | Får"),
            (
                "/Ny beteckning 9 kap. 23 b § U:2026-01-01/ Innan",
                "Provision Until 2026-01-01 -> 9 kap. 23 b § | Innan",
            ),
            ("/ny beteckning 7 b U:2026-05-01/ En ansökan", "Provision Until 2026-05-01 -> 7 b | En ansökan"),
            ("/Rubriken upphör att gälla U:2028-07-01/ Bete", "Heading Until 2028-07-01 | Bete"),
            ("/rubriken träder i kraft I:2024-05-01/ Bete", "Heading From 2024-05-01 | Bete"),
            (
                "4 kap. /Kapitelrubrik träder i kraft I:2024-07-01/ Bete",
                "Heading From 2024-07-01 | 4 kap. Bete",
            ),
            (
                "/Kapitlet upphör att gälla U:2026-07-01 genom lag 2031:9/ 9 kap. Bete",
                "Kapitel Until 2026-07-01 | 9 kap. Bete",
            ),
            ("/Ersätts genom omtryck U:2024-02-01/ Inledande", "Print Until 2024-02-01 | Inledande"),
            ("7 a /Upphör att gälla U:2026-01-01/ Fåret", "Provision Until 2026-01-01 | 7 a Fåret"),
            ("8 d §/Träder i kraft I:2026-01-15/ Om", "Provision From 2026-01-15 | 8 d §Om"),
            (
                "Bilaga 2/Träder i kraft I:2026-01-01/ /Upphör att gälla U:2026-01-02/",
                "Provision From 2026-01-01, Provision Until 2026-01-02 | Bilaga 2",
            ),
            // Not notes, or notes that state no day.
            ("/Ny beteckning 6 § genom förordning (2031:591).", "-"),
            ("/r1/ Fåret", "-"),
            ("//n1// Ang. avtalets lydelse", "-"),
            ("/849, i lydelsen enligt EU:s direktiv/ De", "-"),
            ("/Upphör att gälla U:snart/ Fåret", "-"),
            ("Fåret /Upphör att gälla U:2026-07-01/ ska", "-"),
            ("/Upphör att gälla U:2026-07-01 Fåret", "-"),
            ("/", "-"),
            ("", "-"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
