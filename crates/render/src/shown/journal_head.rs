//! Heads of pages of the Official Journal. A bill that has an act of the EU as an annex has its printed pages, each with
//! `L 47/10 SV Europeiska unionens officiella tidning 4.5.2031` at its head, which came as a paragraph, a note or a heading.

use crate::event::{BlockForm, TextBlock};

/// The names of the journal in the languages of bills.
const NAMES: [&str; 2] = ["Europeiska unionens officiella tidning", "Official Journal of the European Union"];

/// Whether a block is nothing but such a head.
pub(super) fn is_head(block: &TextBlock<'_>) -> bool {
    let is_plain = matches!(
        block.form,
        BlockForm::Paragraph | BlockForm::Footnote | BlockForm::Heading { depth: 2.., .. }
    );
    is_plain && block.marker.is_none() && is_text_of_head(&block.text.collapsed())
}

/// Whether a text has the name of the journal, a day and a page, and nothing else but a language.
fn is_text_of_head(text: &str) -> bool {
    let Some((before, after)) = NAMES.iter().find_map(|name| text.split_once(name)) else { return false };
    let (mut days, mut pages) = (0, 0);
    let mut words = before.split_whitespace().chain(after.split_whitespace());
    while let Some(word) = words.next() {
        match word {
            "L" | "C" if is_page(&mut words) => pages += 1,
            day if are_numbers(day, '.', 3) => days += 1,
            language if language.len() == 2 && language.bytes().all(|c| c.is_ascii_uppercase()) => {}
            _ => return false,
        }
    }
    (days, pages) == (1, 1)
}

/// Whether words begin with an issue and its page: `47/10`, `47 I/10`.
fn is_page<'t>(words: &mut impl Iterator<Item = &'t str>) -> bool {
    words.next().is_some_and(|word| {
        let is_special = |word: &str| word.strip_prefix("I/").is_some_and(|page| are_numbers(page, '/', 1));
        are_numbers(word, '/', 2) || are_numbers(word, '/', 1) && words.next().is_some_and(is_special)
    })
}

/// Whether a word is so many numbers with a sign between them.
fn are_numbers(word: &str, sign: char, count: usize) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    word.split(sign).count() == count && word.split(sign).all(is_number)
}

#[cfg(test)]
mod tests {
    use super::is_text_of_head;

    #[test]
    fn a_head_has_a_day_and_a_page_and_nothing_else() {
        for (text, expected) in [
            ("L 47/10 SV Europeiska unionens officiella tidning 4.5.2031", true),
            ("5.6.2031 Europeiska unionens officiella tidning L 47/73", true),
            ("4.5.2031 SV Europeiska unionens officiella tidning L 47 I/10", true),
            ("C 47/73 9.2.2031 Official Journal of the European Union EN", true),
            ("Europeiska unionens officiella tidning", false),
            ("L 47/10 Europeiska unionens officiella tidning", false),
            ("Europeiska unionens officiella tidning 4.5.2031 5.5.2031 L 47/10", false),
            ("Direktivet står i Europeiska unionens officiella tidning L 47/10 4.5.2031", false),
            ("L 47/10 Europeiska unionens officiella tidning 4.5.2031, s. 3", false),
            ("L 47 Europeiska unionens officiella tidning 4.5.2031", false),
            ("L 47/10 4.5.2031", false),
        ] {
            assert_eq!(is_text_of_head(text), expected, "{text}");
        }
    }
}
