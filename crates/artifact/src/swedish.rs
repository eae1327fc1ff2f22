//! Rules of written Swedish that several names share.

/// The text with its first letter in upper case (`räntelagen` becomes `Räntelagen`); the rest is unchanged.
pub fn raise_first_letter(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The ordinals that number stycken, first to twentieth.
pub const ORDINALS: [&str; 20] = [
    "första",
    "andra",
    "tredje",
    "fjärde",
    "femte",
    "sjätte",
    "sjunde",
    "åttonde",
    "nionde",
    "tionde",
    "elfte",
    "tolfte",
    "trettonde",
    "fjortonde",
    "femtonde",
    "sextonde",
    "sjuttonde",
    "artonde",
    "nittonde",
    "tjugonde",
];

/// The ordinal of a number from 1 to 20.
pub(crate) fn ordinal(number: &str) -> Option<&'static str> {
    let number: usize = number.parse().ok()?;
    ORDINALS.get(number.checked_sub(1)?).copied()
}
