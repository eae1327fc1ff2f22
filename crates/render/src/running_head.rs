//! Running heads of printed works, which a text that was read from pages has in the middle of its sentences.
//!
//! A bill prints its name at the head of each page: `ska tilläm-⏎Prop. 2030/31:9⏎pas`. Of the texts for people the head is
//! taken out, and a word divided around it is joined. The artifact, and the markdown made of it, stay verbatim.

use lagrum_artifact::Artifact;

use crate::event::{Event, LinkedText};

/// How the names of works begin that are printed at the head of each page.
const SERIES: [&str; 6] = ["Prop. ", "Skr. ", "SOU ", "Ds ", "Bet. ", "Dir. "];

/// Words after which a hyphen at a line's end belongs to the word before it: `forsknings- och`.
const JOINING_WORDS: [&str; 6] = ["och", "eller", "samt", "respektive", "till", "som"];

/// The name that a work prints at the head of its pages, if it is of such a series.
#[derive(Clone, Copy, Debug)]
pub struct RunningHead<'a>(Option<&'a str>);

impl<'a> RunningHead<'a> {
    /// That of a document.
    pub fn of(artifact: &'a Artifact) -> Self {
        let name = artifact.str(&["identifier"]);
        Self(name.filter(|name| SERIES.iter().any(|series| name.starts_with(series))))
    }

    /// The name; None for a document without a running head.
    pub fn name(self) -> Option<&'a str> {
        self.0
    }

    /// The event without running heads inside its text.
    #[must_use]
    pub fn taken_out_of<'e>(self, event: Event<'e>) -> Event<'e> {
        let Some(name) = self.0 else { return event };
        match event {
            Event::Block(mut block) => {
                block.text = without(block.text, name);
                Event::Block(block)
            }
            Event::Row(mut row) => {
                for cell in &mut row.cells {
                    cell.text = without(std::mem::take(&mut cell.text), name);
                }
                Event::Row(row)
            }
            other => other,
        }
    }
}

/// A text without a running head inside it. A text that is nothing but the head stays.
fn without<'a>(text: LinkedText<'a>, name: &str) -> LinkedText<'a> {
    if !text.pieces().any(|(words, _)| words.contains(name)) || text.collapsed() == name {
        return text;
    }
    let mut kept: Vec<(String, Option<String>)> = Vec::new();
    let mut is_after_head = false;
    for (words, uri) in text.pieces() {
        let mut rest = words;
        loop {
            let head = head_in(rest, name);
            let before = &rest[..head.unwrap_or(rest.len())];
            if !(is_after_head && before.trim().is_empty()) && !before.is_empty() {
                let words = if std::mem::take(&mut is_after_head) {
                    joined(&mut kept, before)
                } else {
                    before.to_owned()
                };
                kept.push((words, uri.map(str::to_owned)));
            }
            let Some(head) = head else { break };
            is_after_head = true;
            rest = &rest[head + name.len()..];
        }
    }
    LinkedText::of_pieces(kept)
}

/// Where a text has the name as a running head. A longer number is another work, and a page after it makes it a citation.
fn head_in(text: &str, name: &str) -> Option<usize> {
    let is_head = |at: &usize| {
        let after = &text[at + name.len()..];
        let page = after.trim_start().strip_prefix("s. ").unwrap_or_default();
        !after.starts_with(|c: char| c.is_ascii_digit()) && !page.starts_with(|c: char| c.is_ascii_digit())
    };
    text.match_indices(name).map(|(at, _)| at).find(is_head)
}

/// What follows a running head, as it continues the text before: after a blank, or with the rest of a divided word.
fn joined(kept: &mut [(String, Option<String>)], next: &str) -> String {
    let next = next.trim_start();
    let Some((before, _)) = kept.last_mut() else { return next.to_owned() };
    let first: String = next.chars().take_while(|c| c.is_alphanumeric()).collect();
    let stem = before.trim_end().strip_suffix('-').filter(|stem| stem.ends_with(char::is_lowercase));
    let is_divided = first.starts_with(char::is_lowercase) && !JOINING_WORDS.contains(&first.as_str());
    match stem {
        Some(stem) if is_divided => {
            before.truncate(stem.len());
            next.to_owned()
        }
        _ => format!(" {next}"),
    }
}

#[cfg(test)]
mod tests {
    use super::without;
    use crate::event::LinkedText;

    #[test]
    fn a_running_head_is_taken_out_and_its_sentence_joined() {
        let name = "Prop. 2030/31:9";
        for (text, expected) in [
            ("ska tilläm- Prop. 2030/31:9 pas här", "ska tillämpas här"),
            (
                "en straffbe-\nProp. 2030/31:9\nstämmelse om Prop. 2030/31:9 får",
                "en straffbestämmelse om får",
            ),
            ("grund- Prop. 2030/31:9 och gymnasieskolan", "grund- och gymnasieskolan"),
            ("den hemliga Prop. 2030/31:9 åtgärden", "den hemliga åtgärden"),
            (
                "Förslaget till lag om ändring i lagenProp. 2030/31:9 (2029:15)",
                "Förslaget till lag om ändring i lagen (2029:15)",
            ),
            ("InledningProp. 2030/31:9", "Inledning"),
            ("Prop. 2030/31:9 Bilaga 4", "Bilaga 4"),
            // Not a running head: another work, a page, and a text that is nothing else.
            ("Se Prop. 2030/31:95 om det", "Se Prop. 2030/31:95 om det"),
            ("jfr Prop. 2030/31:9 s. 14 där", "jfr Prop. 2030/31:9 s. 14 där"),
            ("Prop. 2030/31:9", "Prop. 2030/31:9"),
            ("i prop. 2030/31:9 sägs", "i prop. 2030/31:9 sägs"),
        ] {
            assert_eq!(without(LinkedText::plain(text), name).collapsed(), expected);
        }
    }

    #[test]
    fn the_links_around_it_stay() {
        let name = "Prop. 2030/31:9";
        let text = LinkedText::of_pieces(vec![
            ("enligt ".to_owned(), None),
            ("9 §".to_owned(), Some("https://example.org/a#P9".to_owned())),
            (" ".to_owned(), None),
            (name.to_owned(), Some("https://example.org/prop/2030/31:9".to_owned())),
            (" fårlagen".to_owned(), None),
        ]);
        let mended = without(text, name);
        let pieces: Vec<_> = mended.pieces().collect();
        assert_eq!(
            pieces,
            [("enligt ", None), ("9 §", Some("https://example.org/a#P9")), (" ", None), (" fårlagen", None)]
        );
    }
}
