//! Small habits of written Swedish that several names share.

/// The text with its first letter in upper case (`räntelagen` becomes `Räntelagen`); the rest is left alone.
pub fn raise_first_letter(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
