//! Headings of parts: what is printed over a node, and the label that is made of it.

use crate::{Node, raise_first_letter};

/// Characters of a heading that are shown.
const SHOWN: usize = 80;

/// Bytes of a text that are read for a heading. What follows is never shown.
const READ: usize = 4096;

impl Node<'_> {
    /// The heading that is printed over this node: of a section, a division, an article. A paragraf, a
    /// stycke or a point has none.
    pub fn heading(self) -> Option<String> {
        let collapsed = |text: &str| {
            text[..text.floor_char_boundary(READ)].split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let field = |name| self.str(name).map(collapsed).filter(|heading| !heading.is_empty());
        let beside = || self.has_heading().then(|| field("heading").or_else(|| field("label"))).flatten();
        self.heading_text().map(|text| collapsed(&text)).filter(|heading| !heading.is_empty()).or_else(beside)
    }

    /// The node's own text, where that is its heading.
    pub(crate) fn heading_text(self) -> Option<String> {
        self.has_heading().then(|| self.text().plain_text()).filter(|text| !text.trim().is_empty())
    }

    /// Whether its own text is a heading.
    pub(crate) fn has_heading(self) -> bool {
        match self.kind() {
            "rubrik" => self.is_rubrik(),
            kind => matches!(kind, "avsnitt" | "sektion" | "heading" | "artikel" | "article"),
        }
    }

    /// Whether it is a `rubrik` whose text is a heading. Some sources give that kind to paragraphs of a judgment too.
    pub fn is_rubrik(self) -> bool {
        self.kind() == "rubrik" && !reads_as_paragraph(&self.text().plain_text())
    }
}

/// Bytes that a heading may have. The longest real one is shorter.
const HEADING_BYTES: usize = 300;

/// Words from which a text that ends as a sentence is a paragraph.
const SENTENCE_WORDS: usize = 14;

/// The same for a text that begins as a numbered paragraph, an item or a quotation.
const MARKED_WORDS: usize = 6;

/// Whether a text that is marked as a heading is a paragraph: `32. On 19 June 1978 the applicant applied to the court.`
/// Headings end without punctuation, but for `m.m.`, and lines in capitals.
fn reads_as_paragraph(text: &str) -> bool {
    let text = text.trim();
    if text.len() > HEADING_BYTES {
        return true;
    }
    // `5 kap. …`, also behind a mark of days: `/Träder i kraft …/5 kap. …`.
    if text.starts_with('/') || text.split_whitespace().take(3).any(|word| word == "kap.") {
        return false;
    }
    let end = text.trim_end_matches(['"', '”', '’', '»', ')', ' ']);
    let is_sentence = end.ends_with(['.', ';', ':', ','])
        && !end.replace(' ', "").ends_with("m.m.")
        && text.contains(char::is_lowercase);
    let words = text.split_whitespace().count();
    is_sentence && words >= if is_marked(text) { MARKED_WORDS } else { SENTENCE_WORDS }
}

/// Whether a text begins as a numbered paragraph (`12. `, `4.4 `), an item (`(a) `) or a quotation.
fn is_marked(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_number = first.starts_with(|c: char| c.is_ascii_digit())
        && first.contains('.')
        && first.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_item = first.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).is_some_and(|item| {
        (1..=4).contains(&item.len()) && item.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    is_number || is_item || first.starts_with(['"', '“', '”', '«', '»'])
}

/// The label of a part with a reader form, a heading, both or neither: `artikel 6 - Krav`.
///
/// A label repeats no words. If the heading begins with the reader form, the label is the heading; if the heading is
/// the reader form in another spelling, the label is the reader form. Words that a heading repeats occur once. A
/// heading over 80 characters is cut at a blank, with `…`.
pub fn fragment_label(reader_form: Option<&str>, heading: Option<&str>) -> Option<String> {
    let heading = heading.map(said_once).filter(|heading| !heading.is_empty());
    match (reader_form, heading.as_deref()) {
        (Some(form), Some(heading)) if is_same_name(form, heading) => Some(form.to_owned()),
        (Some(form), Some(heading)) if !names_place(heading, form) => {
            Some(format!("{form} - {}", cut(heading)))
        }
        (_, Some(heading)) => Some(cut(heading)),
        (Some(form), None) => Some(form.to_owned()),
        (None, None) => None,
    }
}

/// The text of a part with its reader form in front, first letter raised: `1 § Lagen gäller`. A text that begins with
/// the reader form is unchanged.
pub fn led_by(form: &str, text: &str) -> String {
    if names_place(text, form) { text.to_owned() } else { format!("{} {text}", raise_first_letter(form)) }
}

fn cut(heading: &str) -> String {
    let Some((end, next)) = heading.char_indices().nth(SHOWN) else { return heading.to_owned() };
    let head = &heading[..end];
    let whole_words = if next == ' ' { head } else { head.rfind(' ').map_or(head, |blank| &head[..blank]) };
    format!("{}…", whole_words.trim_end())
}

/// Words of a heading that are read. Fewer are shown.
const WORDS: usize = 60;

/// The heading without immediate repetitions of two words or more, or of a number (`Bilaga 1 Bilaga 1`, `133 133`).
fn said_once(heading: &str) -> String {
    let mut words: Vec<&str> = heading.split_whitespace().take(WORDS).collect();
    for length in (1..=words.len() / 2).rev() {
        let mut at = 0;
        while at + 2 * length <= words.len() {
            let (once, again) = (&words[at..at + length], &words[at + length..at + 2 * length]);
            // A single word may stand twice for good reason: `m. m.`
            let repeats = once == again && (length > 1 || !once[0].contains(char::is_alphabetic));
            if repeats {
                words.drain(at..at + length);
            } else {
                at += 1;
            }
        }
    }
    words.join(" ")
}

/// Whether the heading is the reader form in another spelling: `41 kap 1 §`.
fn is_same_name(form: &str, heading: &str) -> bool {
    compared(form).eq(compared(heading))
}

/// Whether a heading or a text begins with this reader form.
fn names_place(text: &str, form: &str) -> bool {
    let mut words = compared(text);
    compared(form).all(|word| words.next() == Some(word)) || names_an_article(text) || names_more(text, form)
}

/// Whether a heading is a longer reader form that ends with this one: `3 a kap. 10 §` and `10 §`.
fn names_more(heading: &str, form: &str) -> bool {
    let words: Vec<String> = compared(heading).take(WORDS).collect();
    let is_place = |word: &String| {
        matches!(word.as_str(), "kap" | "§")
            || word.chars().count() == 1
            || word.starts_with(|c: char| c.is_ascii_digit())
    };
    let form: Vec<String> = compared(form).collect();
    words.iter().all(is_place) && words.ends_with(&form)
}

/// Words in the form that is compared: lower case, without punctuation around them. A dash alone is not a word.
fn compared(text: &str) -> impl Iterator<Item = String> {
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '§').to_lowercase();
    text.split_whitespace().map(bare).filter(|word| !word.is_empty())
}

/// Whether a heading begins as `Article 6`, `Artikel 6` or `Art. 6`.
fn names_an_article(heading: &str) -> bool {
    let mut words = heading.split_whitespace();
    let word = words.next().unwrap_or_default().to_lowercase();
    let numbered = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let roman = |text: &str| {
        let number = text.trim_end_matches(|c: char| !c.is_alphanumeric());
        !number.is_empty() && number.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | 'L'))
    };
    match word.as_str() {
        "article" | "artikel" | "art." => {
            words.next().is_some_and(|number| numbered(number) || roman(number))
        }
        _ => word.strip_prefix("art.").is_some_and(numbered),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_place_is_called() {
        let table = [
            (Some("artikel 6"), Some("Krav"), Some("artikel 6 - Krav")),
            (Some("artikel 6"), Some("Article 6 – Fair trial"), Some("Article 6 – Fair trial")),
            (Some("artikel IV"), Some("ARTICLE IV. Goats"), Some("ARTICLE IV. Goats")),
            (Some("artikel 6"), Some("Art.6"), Some("Art.6")),
            (Some("artikel 6"), Some("Article on goats"), Some("artikel 6 - Article on goats")),
            (Some("artikel 6"), Some("Artikel 60"), Some("Artikel 60")),
            (Some("36 §"), Some("36 §"), Some("36 §")),
            (Some("41 kap. 1 §"), Some("41 kap 1 §"), Some("41 kap. 1 §")),
            (Some("4 kap."), Some("4 kap. Om får"), Some("4 kap. Om får")),
            (Some("4 kap."), Some("4 kap. – Om får"), Some("4 kap. – Om får")),
            (Some("4 kap."), Some("14 kap. Om får"), Some("4 kap. - 14 kap. Om får")),
            (Some("10 §"), Some("3 a kap. 10 §"), Some("3 a kap. 10 §")),
            (Some("10 §"), Some("Undantag från 10 §"), Some("10 § - Undantag från 10 §")),
            (None, Some("Hägn för får, Hägn för får,"), Some("Hägn för får,")),
            (None, Some("133 133 133 134 134"), Some("133 134")),
            (None, Some("Vite m. m."), Some("Vite m. m.")),
            (Some("1 §"), Some("  "), Some("1 §")),
            (Some("s. 4"), None, Some("s. 4")),
            (None, Some("1 Inledning"), Some("1 Inledning")),
            (None, None, None),
        ];
        for (form, heading, expected) in table {
            assert_eq!(fragment_label(form, heading).as_deref(), expected);
        }
        let long: Vec<String> = (10..50).map(|number| format!("om får {number}")).collect();
        let label = fragment_label(None, Some(&long.join(" "))).unwrap();
        assert_eq!(label, format!("{}…", long[..8].join(" ")));
        assert_eq!(fragment_label(None, Some(&"å".repeat(81))), Some(format!("{}…", "å".repeat(80))));
    }

    #[test]
    fn a_text_is_led_by_its_place_once() {
        let table = [
            ("1 kap. 1 §", "Lagen gäller får.", "1 kap. 1 § Lagen gäller får."),
            ("1 §", "1 § Lagen gäller får.", "1 § Lagen gäller får."),
            ("artikel 6", "Article 6 – Goats Everyone", "Article 6 – Goats Everyone"),
            ("artikel 6.1", "Getter ska vallas.", "Artikel 6.1 Getter ska vallas."),
            ("skäl 4", "", "Skäl 4 "),
        ];
        for (form, text, expected) in table {
            assert_eq!(led_by(form, text), expected);
        }
    }

    #[test]
    fn a_paragraph_that_is_marked_as_a_heading() {
        for (text, expected) in [
            ("32. On 19 June 2031 the goats applied to the same court.", true),
            ("(a) opinion of the sheep;", false),
            ("(b) dissenting opinion of the black sheep of the farm;", true),
            ("“The enjoyment of grass shall be secured to all.”", true),
            ("The shepherd submitted that the complaint of the goats was not one that could be heard.", true),
            ("4.4 Vallaren ska dessutom räkna fåren varje kväll.", true),
            ("3. The flock’s assessment", false),
            ("19. What is the general assessment of this fence?", false),
            (
                "FOR THESE REASONS, THE COURT, BY SIX VOTES TO ONE OF THE JUDGES AND WITH NO MORE WORDS,",
                false,
            ),
            ("25 kap. Skydd för får i verksamhet som avser hälso- och sjukvård för djur, m.m.", false),
            ("Om förmyndares entledigande m. m.", false),
            ("I.", false),
            ("1 kap. 1 och 3 a §§ LFT samt de mål för verksamheten som beslutas enligt 10 §:", false),
        ] {
            assert_eq!(reads_as_paragraph(text), expected, "{text}");
        }
        assert!(reads_as_paragraph(&"får ".repeat(100)));
    }

    #[test]
    fn which_nodes_have_a_heading() {
        let table = [
            (json!({"type":"rubrik","text":["3. On 1 June the goats left the field."]}), None),
            (json!({"type":"rubrik","text":["3. The field"]}), Some("3. The field")),
            (json!({"type":"avsnitt","text":["1  Inledning"]}), Some("1 Inledning")),
            (json!({"type":"sektion","heading":"1 §","text":[]}), Some("1 §")),
            (json!({"type":"heading","label":"KAPITEL I"}), Some("KAPITEL I")),
            (json!({"type":"article","num":"4","text":["Krav"],"children":[{"text":["x"]}]}), Some("Krav")),
            (json!({"type":"article","num":"4"}), None),
            (json!({"type":"paragraf","text":["1 §"]}), None),
        ];
        for (node, expected) in table {
            assert_eq!(Node::new(&node).unwrap().heading().as_deref(), expected, "{node}");
        }
    }
}
