//! The day on which an act of a register enters into force: the one that the register has, else the one that the act's own
//! transitional provisions state (*Denna lag träder i kraft den 1 juli 2031.*).
//!
//! Only a plain statement at the beginning is read. One that leaves the day open, that has another day for some of the
//! provisions, or a day before the year of the act, states nothing.

use lagrum_citation::written_day;
use lagrum_render::Amendment;

use crate::register_text::push_texts;

/// What an act calls itself.
const SUBJECTS: [&str; 4] = ["Denna lag", "Denna förordning", "Denna kungörelse", "Detta reglemente"];

/// What follows the subject.
const ENTERS: &str = "träder i kraft";

/// Years after the year of its number in which an act may enter into force: of the acts that state a day, none has more by its own
/// words. A later day is that of another act, whose words the source has in its place.
const MAX_YEARS: u16 = 5;

/// The day (`YYYY-MM-DD`) on which an act of a register enters into force; None where neither states it.
pub(crate) fn in_force_day(amendment: Amendment<'_>) -> Option<String> {
    amendment.ikraft().map(str::to_owned).or_else(|| {
        let mut text = String::new();
        push_texts(amendment.content()?, &mut text, 0);
        let number = amendment.uri()?.rsplit('/').next()?;
        stated_day(&text, number.split(':').next()?.parse().ok()?)
    })
}

/// The day that the transitional provisions of an act state. `year` is that of its number.
fn stated_day(text: &str, year: u16) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = until_the_next_act(&words);
    let first = words.join(" ");
    let rest =
        SUBJECTS.iter().find_map(|subject| first.strip_prefix(subject)?.trim_start().strip_prefix(ENTERS))?;
    let stated = rest.strip_prefix(" den ")?;
    let day = written_day(stated)?;
    let mut after = stated.split(' ').skip(2);
    let year_word = after.next()?;
    let is_whole = year_word.ends_with('.')
        || match (after.next(), after.next()) {
            (None, _) => true,
            (Some("och"), Some(next)) => next.starts_with("tillämpas") || next.starts_with("ska"),
            // The act before it ends on that day.
            (Some("då"), _) => year_word.ends_with(','),
            _ => false,
        };
    let has_another = [ENTERS, "i kraft den", "i kraft först"].iter().any(|words| stated.contains(words));
    let of_day: u16 = day.get(..4)?.parse().ok()?;
    let is_likely = (year..=year.saturating_add(MAX_YEARS)).contains(&of_day);
    (is_whole && !has_another && is_likely).then_some(day)
}

/// The words of one act, where the number of the next one and its words follow: `2031:8 Denna lag träder i kraft …`.
fn until_the_next_act<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let begins = |at: &usize| {
        let subject = words[at + 1..].iter().take(2).copied().collect::<Vec<_>>().join(" ");
        SUBJECTS.contains(&subject.as_str()) && is_number(words[*at])
    };
    let next = (1..words.len()).find(begins);
    &words[..next.unwrap_or(words.len())]
}

fn is_number(word: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once(':').is_some_and(|(year, number)| year.len() == 4 && is_digits(year) && is_digits(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_acts_state() {
        for (text, expected) in [
            ("Denna lag träder i kraft den 1 juli 2031.", "2031-07-01"),
            (
                " Denna förordning  träder i kraft den 15 mars 2032. Äldre bestämmelser gäller fortfarande.",
                "2032-03-15",
            ),
            (
                "Denna lag träder i kraft den 1 juli 2031 och tillämpas första gången vid 2032 års räkning.",
                "2031-07-01",
            ),
            ("Denna lag träder i kraft den 1 juli 2031 och ska tillämpas från den 1 maj 2031.", "2031-07-01"),
            (
                "Denna lag träder i kraft den 1 juli 2031 2031:8 Denna lag träder i kraft den 1 augusti 2031.",
                "2031-07-01",
            ),
            ("Denna lag träder i kraft den 1 juli 2031", "2031-07-01"),
            (
                "Denna lag träder i kraft den 1 juli 2031, då lagen (1999:7) om getter skall upphöra att gälla.",
                "2031-07-01",
            ),
            // Left open.
            ("Denna lag träder i kraft den dag som regeringen bestämmer.", "-"),
            // Another day for some of it.
            ("Denna lag träder i kraft den 1 juli 2031 i fråga om 3 § och i övrigt den 1 maj 2031.", "-"),
            ("Denna lag träder i kraft den 1 juli 2031, om inte regeringen bestämmer annat.", "-"),
            ("Denna lag träder i kraft den 1 juli 2031. Dock träder 3 § i kraft den 1 maj 2032.", "-"),
            ("Denna lag träder i kraft den 1 juli 2031. Denna lag träder i kraft den 1 maj 2032.", "-"),
            // Another act.
            ("Lagen (2030:4) om får träder i kraft den 1 juli 2031.", "-"),
            // A mistake of the source.
            ("Denna lag träder i kraft den 1 juli 2030.", "-"),
            ("Denna lag träder i kraft den 1 juli 2036.", "2036-07-01"),
            ("Denna lag träder i kraft den 1 juli 2037.", "-"),
            ("Denna lag träder i kraft den 1 juli 2091.", "-"),
            ("", "-"),
        ] {
            assert_eq!(stated_day(text, 2031).as_deref().unwrap_or("-"), expected, "{text}");
        }
    }
}
