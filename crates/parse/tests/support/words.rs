//! The words of a text, by a reading of its own.

/// The words: letters and digits that stand together, without soft hyphens.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> {
    let text = text.replace('\u{ad}', "");
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
}
