//! Writes the message of a commit, and reads one.

use super::lydelser::ExportedLydelse;

/// The beginnings of the lines that an export adds to a message. It recognizes its own commits by the last two.
const IN_FORCE: &str = "In-Force: ";
const LYDELSE: &str = "Lydelse: ";
const TEXT: &str = "Text: ";

/// Characters of a subject.
const MAX_SUBJECT: usize = 200;

/// The message of the commit of a lydelse whose file has this digest.
pub(super) fn message(lydelse: &ExportedLydelse, forarbeten: &[String], digest: &str) -> String {
    let subject = one_line(&format!("{} {}", lydelse.number, lydelse.name));
    let subject: String = subject.chars().take(MAX_SUBJECT).collect();
    let mut message = format!("{subject}\n\n");
    for work in forarbeten {
        message.push_str(&format!("{}\n", one_line(work)));
    }
    if !forarbeten.is_empty() {
        message.push('\n');
    }
    if let Some(day) = &lydelse.day {
        message.push_str(&format!("{IN_FORCE}{}\n", one_line(day)));
    }
    message.push_str(&format!("{LYDELSE}{}\n{TEXT}{digest}\n", lydelse.uri));
    message
}

/// The uri of the lydelse and the digest of the file that a message states; None for a commit that no export made.
pub(super) fn exported(message: &str) -> Option<(&str, &str)> {
    let after = |name: &str| message.lines().rev().find_map(|line| line.strip_prefix(name));
    Some((after(LYDELSE)?, after(TEXT)?))
}

fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_control() || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::StoredId;

    use super::*;

    #[test]
    fn a_message_says_what_is_read_from_it() {
        let lydelse = ExportedLydelse {
            stored: StoredId(1),
            uri: "https://lag.example/1931:47/konsolidering/2004:310".to_owned(),
            path: "1931/47.md".to_owned(),
            number: "2004:310".to_owned(),
            name: "Fårlag\nLydelse: x".to_owned(),
            day: Some("2004-07-01".to_owned()),
            forarbeten: None,
            amendment: None,
        };
        let text = message(&lydelse, &["Prop. 2003/04:12".to_owned()], "ab12");
        let expected = "2004:310 Fårlag Lydelse: x\n\nProp. 2003/04:12\n\nIn-Force: 2004-07-01\n\
                        Lydelse: https://lag.example/1931:47/konsolidering/2004:310\nText: ab12\n";
        assert_eq!(text, expected);
        assert_eq!(exported(&text), Some((lydelse.uri.as_str(), "ab12")));
        assert_eq!(exported("Merge branch 'x'\n"), None);
    }
}
