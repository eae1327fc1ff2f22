//! Lists whose place in a text an artifact has lost.
//!
//! In an EU act, the rows of all lists of an article stand after the article, so a stycke that ends with a colon is
//! followed by another stycke.
//!
//! In a statute, `Den som olovligen ⟨1. överlåter narkotika, 2. …⟩ döms för …` is stored as the sentence without its
//! list, and then the list. Words that stand after the list in print stand before it here. The artifact does not
//! state where in the sentence the list belongs.

use crate::{Artifact, Node, Step};

/// The anchors of the paragrafer in which a sentence has lost the place of its list, in reading order, each once.
pub fn displaced_lists(artifact: &Artifact) -> Vec<String> {
    let mut paragrafer: Vec<&str> = Vec::new();
    let mut found: Vec<String> = Vec::new();
    artifact.presented().walk(&mut |step| match step {
        Step::Enter(node) if node.kind() == "paragraf" => paragrafer.push(node.id().unwrap_or_default()),
        Step::Enter(node) if node.kind() == "stycke" => {
            if let Some(paragraf) = paragrafer.last().filter(|id| !id.is_empty())
                && found.last().is_none_or(|last| last != paragraf)
                && has_displaced_list(node)
            {
                found.push((*paragraf).to_owned());
            }
        }
        Step::Leave(node) if node.kind() == "paragraf" => drop(paragrafer.pop()),
        _ => {}
    });
    found
}

/// Whether a sentence of a part of a statute has lost the place of its list.
pub fn holds_displaced_list(part: Node<'_>) -> bool {
    (part.kind() == "stycke" && has_displaced_list(part)) || part.children().any(holds_displaced_list)
}

/// The anchors of the articles of an EU act that have a stycke broken off at a colon and rows of a list directly
/// after them, in reading order.
pub fn lists_behind_articles(artifact: &Artifact) -> Vec<String> {
    let mut found = Vec::new();
    // Whether the previous text ended with a colon, and whether a paragraph of the article followed such a text.
    let (mut is_open, mut breaks_off) = (false, false);
    let mut articles = 0_usize;
    let mut ended: Option<String> = None;
    artifact.presented().walk(&mut |step| match step {
        Step::Enter(node) if node.kind() == "article" => {
            (is_open, breaks_off, ended) = (false, false, None);
            articles += 1;
        }
        Step::Enter(node) => {
            let article = ended.take();
            if node.kind() == "row" {
                found.extend(article);
            }
            if articles > 0 {
                let text = node.text().plain_text();
                if !text.trim().is_empty() {
                    breaks_off |= is_open && node.kind() == "paragraph";
                    is_open = text.trim_end().ends_with(':');
                }
            }
        }
        Step::Leave(node) if node.kind() == "article" => {
            articles = articles.saturating_sub(1);
            ended = node.id().filter(|_| std::mem::take(&mut breaks_off)).map(str::to_owned);
        }
        Step::Leave(_) | Step::Text(_) => {}
    });
    found
}

/// Whether a stycke is a whole sentence followed by a list that belongs inside it: the points begin with small
/// letters, and the last point has no full stop.
fn has_displaced_list(stycke: Node<'_>) -> bool {
    let points: Vec<Node<'_>> = stycke.children().collect();
    if points.len() < 2 || !points.iter().all(|point| point.kind() == "punkt" && begins_small(*point)) {
        return false;
    }
    let mut last = points[points.len() - 1];
    while let Some(inner) = last.children().last() {
        last = inner;
    }
    let last = last.text().plain_text();
    without_signature(stycke.text().plain_text().trim()).ends_with('.')
        && last.trim().ends_with(|c: char| c.is_alphanumeric() || c == ',')
}

fn begins_small(point: Node<'_>) -> bool {
    point.text().plain_text().trim().starts_with(char::is_lowercase)
}

/// A text without the act that signs it: `Lag (2031:47).`
fn without_signature(text: &str) -> &str {
    let signed = ["Lag (", "Förordning ("].iter().filter_map(|act| text.rfind(act)).max();
    match signed {
        Some(at) if text[at..].ends_with(").") && !text[at..text.len() - 2].contains(')') => {
            text[..at].trim_end()
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_whose_lists_stand_behind_it() {
        let act = |first: &str, second: &str, after: &str| {
            let json = format!(
                r#"{{"uri":"https://l.example/celex/32031R0077","structure":[{{"type":"article","id":"3","children":[
                    {{"type":"paragraph","text":["{first}"]}},{{"type":"paragraph","text":["{second}"]}}]}},
                    {{"type":"{after}","text":["(a) | ull;"]}}]}}"#
            );
            lists_behind_articles(&Artifact::parse(json.as_bytes()).unwrap())
        };
        assert_eq!(act("Får ska ge:", "Getter ska räknas.", "row"), ["3"]);
        assert!(act("Får ska räknas.", "Getter ska ge:", "row").is_empty());
        assert!(act("Får ska ge:", "Getter ska räknas.", "article").is_empty());
        assert!(act("Får ska räknas.", "Getter ska räknas.", "row").is_empty());
    }

    #[test]
    fn a_sentence_that_has_lost_the_place_of_its_list() {
        let act = |text: &str, first: &str, last: &str| {
            let json = format!(
                r#"{{"uri":"https://l.example/2031:9","structure":[{{"type":"paragraf","id":"P1","children":[
                    {{"type":"stycke","id":"P1S1","text":["{text}"],"children":[
                        {{"type":"punkt","text":["{first}"]}},{{"type":"punkt","text":["{last}"]}}]}}]}}]}}"#
            );
            let act = Artifact::parse(json.as_bytes()).unwrap();
            let found = displaced_lists(&act);
            let paragraf = Node::new(&act.list(&["structure"])[0]).unwrap();
            assert_eq!(holds_displaced_list(paragraf), !found.is_empty());
            found
        };
        for (text, first, last) in [
            ("Den som olovligen döms för fårbrott till böter.", "klipper får,", "säljer ull"),
            ("Den som döms för fårbrott till böter. Lag (2031:47).", "klipper får, eller", "säljer ull,"),
        ] {
            assert_eq!(act(text, first, last), ["P1"], "{text}");
        }
        for (text, first, last) in [
            ("Den som", "klipper får,", "säljer ull"),
            ("Detta gäller för", "klippta får, och", "ull."),
            ("Får räknas på följande sätt.", "Baggar räknas en gång.", "Tackor två gånger."),
            ("Får räknas.", "Baggar", "Tackor"),
            ("Får räknas.", "baggar en gång,", "tackor två gånger."),
        ] {
            assert!(act(text, first, last).is_empty(), "{text}");
        }
    }
}
