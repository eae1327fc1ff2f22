//! The operator of the service and their contact address: configuration, which the page `/om` shows.

use std::str::FromStr;

/// The operator of the service.
#[derive(Clone, Debug, Default)]
pub struct Operator {
    /// Their name.
    pub name: Option<String>,
    /// Their contact address.
    pub contact: Option<Contact>,
    /// The address of the licence of the data.
    pub licence: Option<String>,
}

/// A mail or web address of an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    words: String,
    link: String,
}

/// The text is neither a mail address nor a web address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownContact;

impl std::fmt::Display for UnknownContact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("neither an address of mail (name@example.org) nor of the web (https://example.org)")
    }
}

impl std::error::Error for UnknownContact {}

/// Characters, beside letters and digits, that a mail address may have before its `@`.
const MAIL_SIGNS: &str = ".-_+";

impl FromStr for Contact {
    type Err = UnknownContact;

    fn from_str(text: &str) -> Result<Self, UnknownContact> {
        let words = text.to_owned();
        if let Some(href) = crate::href::Href::outside(text) {
            return Ok(Self { words, link: href.to_string() });
        }
        let is_sound = |part: &str, signs: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || signs.contains(c))
        };
        let (name, host) = text.split_once('@').ok_or(UnknownContact)?;
        if is_sound(name, MAIL_SIGNS) && is_sound(host, ".-") {
            Ok(Self { words, link: format!("mailto:{text}") })
        } else {
            Err(UnknownContact)
        }
    }
}

impl Contact {
    /// The address as it is shown.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The target of a link to it.
    pub fn link(&self) -> &str {
        &self.link
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_are_of_mail_or_of_the_web() {
        let link = |text: &str| text.parse::<Contact>().map(|contact| contact.link);
        assert_eq!(link("lag@dimma.example"), Ok("mailto:lag@dimma.example".to_owned()));
        assert_eq!(link("https://dimma.example/kontakt"), Ok("https://dimma.example/kontakt".to_owned()));
        for odd in ["", "javascript:alert(1)", "a@b?subject=x", "@b", "a@", "a b@c", "a@b@c"] {
            assert_eq!(link(odd), Err(UnknownContact), "{odd}");
        }
    }
}
