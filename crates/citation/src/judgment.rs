//! Numbered paragraphs of decisions of courts, and the words between a decision and its paragraph: `C-441/16,
//! EU:C:2017:712, punkt 30`, `Langborger v. Sweden, 22 June 1989, § 35`.

use lagrum_artifact::Anchor;

use crate::cursor::{Cursor, without_zeros};
use crate::dates::day;

/// The paragraph of a decision that ends here, and where its words end: ` p. 9`, `, punkt 9`, `, § 44`.
///
/// Between the case and its paragraph may stand its name: `C-311/18, Schrems II, punkt 134`.
pub(crate) fn paragraph<'q>(at: Cursor<'q>, document: &str) -> Option<(Anchor, Cursor<'q>)> {
    let end = after_identifiers(at);
    let (number, next) = numbered(end).or_else(|| after_name(end))?;
    Some((paragraph_anchor(document, number)?, next))
}

/// The number after a word for paragraphs, and where it ends.
fn numbered(at: Cursor<'_>) -> Option<(&str, Cursor<'_>)> {
    let mut next = at;
    next.eat(",");
    if !next.blank() {
        return None;
    }
    if !(next.word(&PARAGRAPH_WORDS) || next.eat("§§") || next.eat("§")) {
        return None;
    }
    next.blank();
    let number = next.digits(4).filter(|_| next.at_boundary())?;
    Some((number, next))
}

/// The greatest length of the name of a case between its number and its paragraph, in characters.
const MAX_NAME: usize = 80;

/// The paragraph behind the name of a case: ` (”Veolia”) p. 45`, `, Schrems II, punkt 134`, ` Google Spain p. 98`.
fn after_name(at: Cursor<'_>) -> Option<(&str, Cursor<'_>)> {
    const QUOTES: [char; 6] = ['"', '”', '“', '„', '»', '«'];
    const SMALL: [&str; 9] = ["och", "and", "mot", "v", "m.fl", "de", "of", "the", "i"];
    let mut next = at;
    next.eat(",");
    if !next.blank() {
        return None;
    }
    let parenthesis = next.eat("(");
    let quote = next.peek().filter(|c| QUOTES.contains(c));
    if quote.is_some() || parenthesis {
        let inner = quote.map_or(next, |quote| next.to(next.at() + quote.len_utf8()));
        let ends = |c: char| if quote.is_some() { QUOTES.contains(&c) } else { matches!(c, '(' | ')') };
        let written = inner.rest_as_written();
        let (length, mark) = written.char_indices().take(MAX_NAME).find(|(_, c)| ends(*c) || *c == '\n')?;
        let is_name = quote.is_some() || written.starts_with(char::is_uppercase);
        let mut after = inner.to(inner.at() + length + mark.len_utf8());
        let closed = ends(mark) && (quote.is_none() || !parenthesis || after.eat(")"));
        return if closed && is_name { numbered(after_identifiers(after)) } else { None };
    }
    for index in 0..6 {
        let upper = next.rest_as_written().starts_with(char::is_uppercase);
        let small = index > 0
            && SMALL.iter().any(|word| {
                let mut word_end = next;
                word_end.words_without_stop(&[word])
            });
        if !(upper || small) {
            return None;
        }
        let rest = next.rest();
        let length = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '/' | '&' | '\'')))?;
        if length == 0 {
            return None;
        }
        next = next.to(next.at() + length);
        next.eat(".");
        if let Some(found) = numbered(after_identifiers(next)) {
            return Some(found);
        }
        if !next.blank() {
            return None;
        }
    }
    None
}

/// The anchor of a paragraph. Those of judgments of the EU have no id, and are addressed by their number.
pub(crate) fn paragraph_anchor(document: &str, number: &str) -> Option<Anchor> {
    let prefix = if document.starts_with("celex/") { "point-" } else { "P" };
    Anchor::new(&format!("{prefix}{}", without_zeros(number)))
}

/// Words before the number of a paragraph of a decision.
const PARAGRAPH_WORDS: [&str; 11] = [
    "punkterna",
    "punkten",
    "punkt",
    "paragraphs",
    "paragraph",
    "paras",
    "para",
    "points",
    "point",
    "pp",
    "p",
];

/// The most identifiers between a case and its paragraph.
const MAX_IDENTIFIERS: usize = 6;

/// The cursor after what may stand between a case and its paragraph: its ECLI, the day of the judgment, the printed collection that
/// has it. Without a paragraph only the ECLI belongs to the citation.
pub(crate) fn after_identifiers(at: Cursor<'_>) -> Cursor<'_> {
    let mut end = at;
    for _ in 0..MAX_IDENTIFIERS {
        let mut next = end;
        let parenthesis = next.eat(" (") || next.eat(" [");
        if !parenthesis && !next.eat(", ") {
            break;
        }
        let after =
            ecli(next).or_else(|| dated(next)).or_else(|| grand_chamber(next)).or_else(|| printed(next));
        let Some(after) = after else { break };
        next = after;
        if parenthesis && !(next.eat(")") || next.eat("]")) {
            break;
        }
        end = next;
    }
    end
}

fn grand_chamber(mut at: Cursor<'_>) -> Option<Cursor<'_>> {
    at.words_without_stop(&["gc"]).then_some(at)
}

/// A printed collection of the judgments of Strasbourg, with its pages: `Series A no. 125-A, p. 16`, `Reports 1998-VIII, pp. 3159-60`,
/// `ECHR 1999-V`. A `p.` behind it is a page, and no numbered paragraph.
fn printed(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = at;
    if ["series a no. ", "series a, no. ", "serie a nr "].iter().any(|words| next.eat(words)) {
        next.digits(3)?;
        if next.eat("-") {
            next.letters()?;
        }
    } else if ["reports of judgments and decisions ", "reports ", "echr "].iter().any(|words| next.eat(words))
    {
        next.digits(4).filter(|_| next.eat("-"))?;
        next.letters()?;
    } else {
        return None;
    }
    let mut pages = next;
    if [", pp. ", ", p. ", ", s. "].iter().any(|words| pages.eat(words)) && pages.digits(4).is_some() {
        if pages.eat("-") {
            pages.digits(4)?;
        }
        next = pages;
    }
    next.at_boundary().then_some(next)
}

/// `22 June 1989`, `dom den 23 oktober 1990`, `judgment of 22 June 1989`, `dom 1990-10-23`.
fn dated(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = at;
    for word in ["dom av ", "dom ", "beslut ", "judgment of ", "decision of ", "den "] {
        next.eat(word);
    }
    let (_, end) = day(next)?;
    end.at_boundary().then_some(end)
}

/// Bytes of the longest ECLI.
const MAX_ECLI: usize = 80;

/// Where the ECLI here ends, with or without its prefix before that of a court of the EU.
pub(crate) fn ecli(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let begins = at.begins_with_any(&["ecli:", "eu:c:", "eu:t:", "eu:f:"]);
    if !begins {
        return None;
    }
    let rest = at.rest();
    let is_of_ecli = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.');
    // No more is read than tells that it is too long: the word may be the whole text.
    let end = rest.bytes().take(2 * MAX_ECLI).take_while(is_of_ecli).count();
    let word = rest[..end].trim_end_matches([':', '.']);
    (word.matches(':').count() >= 3 && word.len() <= MAX_ECLI).then(|| at.to(at.at() + word.len()))
}

/// The page of a report with its number: ` s. 275`, ` på s. 275`, ` (s. 275`. After a comma it may be another report.
pub(crate) fn page<'q>(at: Cursor<'q>, document: &str) -> Option<(Anchor, Cursor<'q>)> {
    const LONGEST_REPORT: u32 = 300;
    let (_, first) = document.strip_prefix("dom/nja/")?.split_once('s')?;
    let mut next = at;
    if ![" s. ", " på s. ", ", på s. ", " (s. ", " (på s. ", " på sidan "].iter().any(|words| next.eat(words))
    {
        return None;
    }
    let number = without_zeros(next.digits(4).filter(|_| next.at_boundary())?);
    let (first, page): (u32, u32) = (first.parse().ok()?, number.parse().ok()?);
    let within = (first..first + LONGEST_REPORT).contains(&page);
    within.then(|| Anchor::new(&format!("sid{number}")))?.map(|anchor| (anchor, next))
}
