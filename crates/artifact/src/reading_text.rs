//! Whether two artifacts read alike: whether a reader of both would see the same words.

use serde_json::Value;

use crate::walk::walk;
use crate::{Artifact, Step};

/// The fields of a node that are printed before its text: `3` of `3 §`, `a` of `a)`.
const PRINTED_NUMBERS: [&str; 4] = ["ordinal", "num", "punkt", "mark"];

impl Artifact {
    /// Whether the words of two artifacts are the same, in the same order: numbers of provisions, running text, notes and
    /// transitional provisions. White space, the order of keys, ids, links and metadata (titles among them) are not
    /// compared.
    pub fn reads_like(&self, other: &Self) -> bool {
        self.words() == other.words()
    }

    /// The words of the document with one blank between two.
    fn words(&self) -> String {
        let mut words = String::new();
        let mut visit = |step: Step<'_>| match step {
            Step::Enter(node) => {
                for number in PRINTED_NUMBERS.iter().filter_map(|field| node.str(field)) {
                    push_words(&mut words, number);
                }
            }
            Step::Text(runs) => push_words(&mut words, &runs.plain_text()),
            Step::Leave(_) => {}
        };
        self.presented().walk(&mut visit);
        for amendment in self.list(&["amendments"]) {
            walk(amendment.get("content").unwrap_or(&Value::Null), &mut visit);
        }
        words
    }
}

fn push_words(words: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(text: &str) -> Artifact {
        Artifact::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn only_words_and_their_order_are_compared() {
        let before = artifact(
            r#"{"uri":"https://lag.example/1931:47","metadata":{"properties":{"dcterms:title":"Fårlag"}},"structure":[
               {"type":"paragraf","id":"P1","ordinal":"1","children":[
                 {"type":"stycke","id":"P1S1","text":["Får ska ha ",{"uri":"https://lag.example/x","text":"bete"},"."]}]}],
               "amendments":[{"content":[{"type":"stycke","text":["Lagen träder i kraft."]}]}]}"#,
        );
        let alike = [
            // Other keys, other order, other white space, other ids, no link, another title.
            r#"{"structure":[{"id":"P9","children":[{"text":["  Får ska\n ha bete."],"type":"stycke"}],"ordinal":"1","type":"paragraf"}],
               "uri":"https://lag.example/1931:47","metadata":{"properties":{"dcterms:title":"Lag om får"}},"extra":{"a":1},
               "amendments":[{"content":[{"type":"stycke","text":["Lagen träder i kraft."]}]}]}"#,
        ];
        for text in alike {
            assert!(before.reads_like(&artifact(text)), "{text}");
        }
        let changed = [
            ("ha ", "få "),
            ("\"ordinal\":\"1\"", "\"ordinal\":\"2\""),
            ("i kraft", "ur kraft"),
            (".\"]}]}],", "\"]}]}],"),
        ];
        let text = String::from_utf8(serde_json::to_vec(before.value()).unwrap()).unwrap();
        assert!(before.reads_like(&artifact(&text)));
        for (from, to) in changed {
            let other = text.replacen(from, to, 1);
            if other != text {
                assert!(!before.reads_like(&artifact(&other)), "{from}");
            }
        }
    }
}
