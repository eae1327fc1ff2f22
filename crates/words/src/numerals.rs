//! Numerals as words: statutes write ages and spans of years in letters (*femton år*), and people type figures.

const ONES: [&str; 20] = [
    "noll", "ett", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio", "tio", "elva", "tolv",
    "tretton", "fjorton", "femton", "sexton", "sjutton", "arton", "nitton",
];
const TENS: [&str; 10] =
    ["", "", "tjugo", "trettio", "fyrtio", "femtio", "sextio", "sjuttio", "åttio", "nittio"];

/// Words of years, before which a numeral is an age or a span.
const YEARS: [&str; 6] = ["år", "års", "åring", "åringar", "åringen", "åringars"];

/// A number from 1 to 99 in letters; None for another.
fn in_letters(number: usize) -> Option<String> {
    match number {
        1..20 => Some(ONES[number].to_owned()),
        20..100 if number.is_multiple_of(10) => Some(TENS[number / 10].to_owned()),
        20..100 => Some(format!("{}{}", TENS[number / 10], ONES[number % 10])),
        _ => None,
    }
}

/// The other way to write a numeral that counts years, given the word after it: *15* of *15 år* is *femton*, *femton* is *15*. None
/// for other words, and for numerals of other things.
pub fn numeral_of_years(word: &str, next: &str) -> Option<String> {
    if !YEARS.contains(&next) {
        return None;
    }
    if word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return in_letters(word.parse().ok()?);
    }
    // *En* and *ett* are articles before they are numbers.
    (2..100).find(|number| in_letters(*number).as_deref() == Some(word)).map(|number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numeral_of_years_is_read_both_ways() {
        for (word, next, other) in [
            ("15", "år", Some("femton")),
            ("femton", "år", Some("15")),
            ("18", "års", Some("arton")),
            ("tjugoett", "år", Some("21")),
            ("67", "åring", Some("sextiosju")),
            ("30", "år", Some("trettio")),
            ("15", "kap", None),
            ("115", "år", None),
            ("0", "år", None),
            ("ett", "år", None),
            ("gamla", "år", None),
        ] {
            assert_eq!(numeral_of_years(word, next).as_deref(), other, "{word} {next}");
        }
    }
}
