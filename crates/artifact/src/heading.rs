//! Headings that name a place: what a document prints over a node, and what to call the place with it.

use crate::Node;

/// Characters of a heading that are shown.
const SHOWN: usize = 80;

/// Bytes of a text that are looked at for a heading: what follows is never shown, however long the text.
const READ: usize = 4096;

impl Node<'_> {
    /// The heading that the document prints over this node: of a section, a division, an article. A paragraf, a
    /// stycke or a point has none.
    pub fn heading(self) -> Option<String> {
        if !matches!(self.kind(), "avsnitt" | "sektion" | "rubrik" | "heading" | "artikel" | "article") {
            return None;
        }
        let text = self.text().plain_text();
        let text =
            if text.trim().is_empty() { self.str("heading").or_else(|| self.str("label"))? } else { &text };
        let heading = text[..text.floor_char_boundary(READ)].split_whitespace().collect::<Vec<_>>().join(" ");
        (!heading.is_empty()).then_some(heading)
    }
}

/// What to call a place that has a reader form, a heading, both or neither: `artikel 6 - Krav`.
///
/// A heading that itself names the article stands alone. One longer than 80 characters is cut at a blank, with `…`.
pub fn fragment_label(reader_form: Option<&str>, heading: Option<&str>) -> Option<String> {
    let cut = heading.map(cut);
    match (reader_form, cut) {
        (Some(form), Some(heading)) if !names_an_article(&heading) => Some(format!("{form} - {heading}")),
        (_, Some(heading)) => Some(heading),
        (Some(form), None) => Some(form.to_owned()),
        (None, None) => None,
    }
}

fn cut(heading: &str) -> String {
    let Some((end, next)) = heading.char_indices().nth(SHOWN) else { return heading.to_owned() };
    let head = &heading[..end];
    let whole_words = if next == ' ' { head } else { head.rfind(' ').map_or(head, |blank| &head[..blank]) };
    format!("{}…", whole_words.trim_end())
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
        let long = "Om får ".repeat(20);
        let table = [
            (Some("artikel 6"), Some("Krav"), Some("artikel 6 - Krav")),
            (Some("artikel 6"), Some("Article 6 – Fair trial"), Some("Article 6 – Fair trial")),
            (Some("artikel IV"), Some("ARTICLE IV. Goats"), Some("ARTICLE IV. Goats")),
            (Some("artikel 6"), Some("Art.6"), Some("Art.6")),
            (Some("artikel 6"), Some("Article on goats"), Some("artikel 6 - Article on goats")),
            (Some("s. 4"), None, Some("s. 4")),
            (None, Some("1 Inledning"), Some("1 Inledning")),
            (None, None, None),
        ];
        for (form, heading, expected) in table {
            assert_eq!(fragment_label(form, heading).as_deref(), expected);
        }
        let label = fragment_label(None, Some(&long)).unwrap();
        assert_eq!(label, format!("{}Om…", "Om får ".repeat(11)));
        assert_eq!(fragment_label(None, Some(&"å".repeat(81))), Some(format!("{}…", "å".repeat(80))));
    }

    #[test]
    fn which_nodes_have_a_heading() {
        let table = [
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
