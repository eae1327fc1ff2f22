//! What acts are called in lists of changes, and the order in which they stand there.

use lagrum_artifact::Base;

/// A uri with its numbers at one length, so that `2022:259` comes before `2022:1416`.
pub(crate) fn natural(uri: &str) -> String {
    let mut key = String::with_capacity(uri.len() + 16);
    let mut rest = uri;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            key.extend(std::iter::repeat_n('0', 10_usize.saturating_sub(digits)));
            key.push_str(&rest[..digits]);
            rest = &rest[digits..];
        } else {
            let letters = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            key.push_str(&rest[..letters]);
            rest = &rest[letters..];
        }
    }
    key
}

/// What an act is called in a list of changes: its title with its number.
pub(crate) fn name_with_number(base: &Base, uri: &str, title: Option<&str>, label: Option<&str>) -> String {
    match (title, label) {
        (Some(title), Some(label)) => {
            let number = label.strip_prefix("SFS ").unwrap_or(label);
            if title.contains(number) { title.to_owned() } else { format!("{title} ({number})") }
        }
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => base.strip(uri).unwrap_or(uri).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_the_order_of_their_values() {
        let mut uris = ["x/2022:1416", "x/2022:259", "x/1998:204", "x/2025:873", "x/2025:1518"];
        uris.sort_by_cached_key(|uri| natural(uri));
        assert_eq!(uris, ["x/1998:204", "x/2022:259", "x/2022:1416", "x/2025:873", "x/2025:1518"]);
    }
}
