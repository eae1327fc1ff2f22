//! Decides what each block of a decision is: a heading or words, and what it begins.

use super::courts::{court_name, is_kind_alone, opening};
use crate::page::{Block, paragraph_number};

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Role {
    /// The level of a heading; None for words.
    pub(super) level: Option<u8>,
    pub(super) begins: Begins,
}

/// What a block begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Begins {
    Nothing,
    /// A part that is decided by itself, with its roman number.
    Part(u32),
    /// The instance of a court that a heading names.
    Court(String),
    /// What a court says, with its name: `Tingsrätten (rådmannen …) anförde`.
    Decision(String),
    /// The proposal of the reporting clerk.
    Proposal,
    Reasons,
    Ruling,
    /// What a dissenting judge says.
    Dissent,
    /// What a judge adds.
    Addition,
    /// The appeal to the next court.
    Appeal,
    /// A line about the whole report, where it is one of the last: `Mål nr 1-30`.
    Closing,
}

/// The longest line that is a heading by its look only, in bytes.
const MAX_LINE: usize = 120;

/// What a block is. `next` is the block after it.
pub(super) fn role(block: &Block, next: Option<&Block>) -> Role {
    let text = block.text.plain.as_str();
    if let Some(level) = block.heading {
        let level = level.min(3);
        return Role { level: Some(level), begins: heading(text, level) };
    }
    if block.mark.is_none() && (looks_like_heading(block, next) || is_phrase_alone(text)) {
        return Role { level: Some(0), begins: heading(text.trim_end_matches('.'), 0) };
    }
    Role { level: None, begins: words(text) }
}

/// What a heading begins. One by its look only has the level 0.
fn heading(text: &str, level: u8) -> Begins {
    /// The lowest level of headings that begin parts of a decision, whatever their words.
    const LOWEST: u8 = 2;
    let upper = text.to_uppercase();
    if let Some(number) = roman(text) {
        return Begins::Part(number);
    }
    let is_word = !text.contains(' ');
    if (level <= LOWEST || is_word) && is_reasons(text) {
        Begins::Reasons
    } else if (level <= LOWEST || is_word) && is_ruling(text) {
        Begins::Ruling
    } else if upper.starts_with("SKILJAKTIG") {
        Begins::Dissent
    } else if (upper == "TILLÄGG" || upper.starts_with("TILLÄGG AV ")) && level <= LOWEST {
        Begins::Addition
    } else {
        // Below a heading of the text, a kind of court alone is what is spoken of.
        let court = court_name(text).filter(|name| level == 1 || level == 0 && !is_kind_alone(name));
        court.map_or(Begins::Nothing, Begins::Court)
    }
}

/// The number of a part: `II`.
fn roman(text: &str) -> Option<u32> {
    const NUMBERS: [&str; 12] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];
    let at = NUMBERS.iter().position(|number| *number == text.trim_end_matches('.'))?;
    u32::try_from(at + 1).ok()
}

/// What words begin.
fn words(text: &str) -> Begins {
    const BEGIN: usize = 300;
    let begin = &text[..text.floor_char_boundary(BEGIN)];
    let sentence = begin.split_once(". ").map_or(begin, |(sentence, _)| sentence);
    let has = |words: &[&str]| words.iter().any(|word| begin.contains(word));
    if is_closing(text) {
        return Begins::Closing;
    }
    if begin.starts_with("Föredragand") && has(&["föreslog", "föreslår", "betänkande"]) {
        return Begins::Proposal;
    }
    if sentence.len() < begin.len() {
        if is_ruling(sentence) {
            return Begins::Ruling;
        }
        if is_reasons(sentence) {
            return Begins::Reasons;
        }
    }
    if let Some(court) = opening(text) {
        return Begins::Decision(court);
    }
    if is_judge(begin) {
        if begin.contains("skiljaktig") {
            return Begins::Dissent;
        }
        if ["tillade", "gjorde följande tillägg", "tillägger"].iter().any(|words| begin.contains(words)) {
            return Begins::Addition;
        }
    }
    if paragraph_number(text).is_none()
        && has(&[" överklagade", "fullföljde talan", " anförde besvär", "sökte revision", " klagade "])
    {
        return Begins::Appeal;
    }
    Begins::Nothing
}

/// Whether words begin with a judge, or with words that judges of one opinion begin with.
fn is_judge(begin: &str) -> bool {
    const JUDGES: [&str; 26] = [
        "justitieråd",
        "justr",
        "hovrättsråd",
        "hovrättslagm",
        "hovrättspres",
        "hovrättsassessor",
        "rådman",
        "rådmän",
        "chefsrådm",
        "lagman",
        "nämndem",
        "regeringsråd",
        "regr ",
        "kammarrättsråd",
        "kammarrättslagm",
        "ledamot",
        "ledamöterna",
        "ordförande",
        "referent",
        "tingsfiskal",
        "domaren",
        "f.d. ",
        "tf. ",
        "tekniska råd",
        "skiljaktig",
        "patenträttsråd",
    ];
    let lower = begin.chars().take(40).collect::<String>().to_lowercase();
    JUDGES.iter().any(|title| lower.starts_with(title))
}

/// Whether a line is about the whole report, and not of a decision.
fn is_closing(text: &str) -> bool {
    const WORDS: [&str; 10] = [
        "HD:s dom ",
        "HD:s domar ",
        "HD:s beslut ",
        "HD:s slutliga beslut ",
        "Mål nr",
        "Målnummer",
        "Lagrum:",
        "Rättsfall:",
        "Litteratur:",
        "Föredragande:",
    ];
    WORDS.iter().any(|words| text.starts_with(words))
}

/// Whether the words before the last are the genitive of a court: `Hovrättens`, `HD:s`, `Högsta förvaltningsdomstolens`.
fn is_of_court(words: &str) -> bool {
    let before = words.rsplit_once(' ').map_or("", |(before, _)| before);
    // In `Högsta domstolen fastställer hovrättens domslut` a court speaks.
    let is_name = |word: &str| !word.starts_with(char::is_lowercase) || matches!(word, "i" | "för" | "och");
    if !before.split_whitespace().all(is_name) {
        return false;
    }
    let lower = words.to_lowercase();
    let short = ["hd:s", "tr:ns", "hovr:ns", "regr:ns", "kamr:ns", "lr:ns", "fr:ns", "hfd:s", "ad:s"];
    let full = ["rättens", "rätts", "domstolens", "nämndens", "nämnds"];
    short.contains(&&*lower) || full.iter().any(|ending| lower.ends_with(ending))
}

/// A phrase without the number of its section: `4 Domskäl`.
fn without_number(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '))
}

/// The words before the last one, without the number of the section.
fn before_last(text: &str) -> &str {
    without_number(text).rsplit_once(' ').map_or("", |(before, _)| before)
}

/// Whether words are the heading of reasons: `DOMSKÄL`, `Hovrättens skäl`, `Skälen för avgörandet`.
fn is_reasons(text: &str) -> bool {
    const MAX_WORDS: usize = 6;
    let upper = without_number(text).to_uppercase();
    if upper.split_whitespace().count() > MAX_WORDS {
        return false;
    }
    let before = before_last(text);
    match upper.rsplit_once(' ') {
        None => matches!(&*upper, "DOMSKÄL" | "SKÄL" | "SKÄLEN" | "BESLUTSSKÄL"),
        Some((_, "DOMSKÄL" | "SKÄL" | "BESLUTSSKÄL")) => is_of_court(before),
        Some(_) => upper.starts_with("SKÄLEN FÖR ") || upper.starts_with("SKÄL FÖR "),
    }
}

/// Whether words are the heading of a ruling: `DOMSLUT`, `Slutligt beslut`, `HD:s avgörande`.
fn is_ruling(text: &str) -> bool {
    const MAX_WORDS: usize = 6;
    let upper = without_number(text).to_uppercase();
    if upper.split_whitespace().count() > MAX_WORDS {
        return false;
    }
    let before = before_last(text);
    match upper.rsplit_once(' ') {
        None => matches!(&*upper, "DOMSLUT" | "SLUT" | "AVGÖRANDE" | "BESLUT" | "UTSLAG"),
        Some(("SLUTLIGT", "BESLUT")) => true,
        Some((_, "DOMSLUT" | "SLUT" | "AVGÖRANDE" | "BESLUT" | "UTSLAG")) => is_of_court(before),
        Some(_) => false,
    }
}

/// A heading of reasons or of a ruling that stands alone, also with a stop.
fn is_phrase_alone(text: &str) -> bool {
    let text = text.strip_suffix('.').unwrap_or(text);
    text.len() <= MAX_LINE && !text.contains(". ") && (is_reasons(text) || is_ruling(text))
}

/// Whether a block is a heading by its look only: a short line without a final stop, before another block. With the number of a paragraph
/// it is one in bold letters only.
fn looks_like_heading(block: &Block, next: Option<&Block>) -> bool {
    const NAMES: [&str; 7] =
        ["Mål nr", "Mål:", "Målnummer", "Föredragand", "Ledamöter", "Lagrum", "Rättsfall"];
    let text = block.text.plain.as_str();
    let begins = text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let is_line = text.len() <= MAX_LINE && begins && !NAMES.iter().any(|name| text.starts_with(name));
    // A line of an indented part is no heading of what follows outside it.
    let precedes =
        next.is_some_and(|next| next.heading.is_none() && (next.look.margin > 0 || block.look.margin == 0));
    let is_numbered = paragraph_number(text).is_some() && !block.look.is_bold;
    // An address is printed on lines of its own.
    if block.lines > 1 || !is_line || !precedes || is_numbered {
        return false;
    }
    if roman(text).is_some() {
        return true;
    }
    let is_shortened = text.ends_with(" m.m.") || text.ends_with(" m.fl.");
    let has_end = text.ends_with(['.', ':', ';', ',', '”', '"', ')', '–', '-', '…']);
    text.chars().filter(|c| c.is_alphabetic()).count() > 1 && (is_shortened || !has_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_begin_parts() {
        let court = |name: &str| Begins::Court(name.to_owned());
        for (text, level, expected) in [
            ("DOMSKÄL", 2, Begins::Reasons),
            ("Hovrättens skäl", 0, Begins::Reasons),
            ("Skälen för avgörandet", 0, Begins::Reasons),
            ("4 Domskäl", 0, Begins::Reasons),
            ("HD:s avgörande", 0, Begins::Ruling),
            ("DOMSLUT", 2, Begins::Ruling),
            ("DOMSLUT", 3, Begins::Ruling),
            ("Tingsrättens avgörande", 3, Begins::Nothing),
            ("Överklagade avgörandet", 0, Begins::Nothing),
            ("Underinstansernas avgörande", 2, Begins::Nothing),
            ("Hovrättens domslut ska stå fast", 0, Begins::Nothing),
            ("Högsta domstolen fastställer hovrättens domslut", 0, Begins::Nothing),
            ("Mark- och miljödomstolens domslut", 0, Begins::Ruling),
            ("Umeå tingsrätt", 1, court("Umeå tingsrätt")),
            ("Tingsrätten", 1, court("Tingsrätten")),
            ("Tingsrätten", 0, Begins::Nothing),
            ("Svea hovrätt", 0, court("Svea hovrätt")),
            ("Svea hovrätt", 3, Begins::Nothing),
            ("Frågan i Högsta domstolen", 2, Begins::Nothing),
            ("II", 1, Begins::Part(2)),
            ("Tilläggsavgift", 2, Begins::Nothing),
            ("SKILJAKTIG MENING", 2, Begins::Dissent),
            ("TINGSRÄTTENS BEDÖMNING", 2, Begins::Nothing),
        ] {
            assert_eq!(heading(text, level), expected, "{text}");
        }
    }

    #[test]
    fn words_begin_parts() {
        for (text, expected) in [
            (
                "Föredraganden, revisionssekreteraren Ek, föreslog i betänkande att HD skulle meddela följande dom.",
                Begins::Proposal,
            ),
            ("Föredraganden drog målet.", Begins::Nothing),
            ("HD:s avgörande. HD fastställer hovrättens beslut.", Begins::Ruling),
            ("Skäl. Fåret är ett djur.", Begins::Reasons),
            ("Justitierådet Ek var skiljaktig och anförde följande. Nej.", Begins::Dissent),
            ("Hovrätten var inte enig. En ledamot var skiljaktig.", Begins::Nothing),
            ("Justitierådet Ek tillade för egen del: Får.", Begins::Addition),
            ("Bolaget överklagade hos kammarrätten.", Begins::Appeal),
            ("Mål nr 1-30, föredragande Ask", Begins::Closing),
            ("Fåret betar.", Begins::Nothing),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }
}
