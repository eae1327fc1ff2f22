//! Translations of acts and judgments that others keep.
//!
//! Some commentaries say, first or as all that they have, where a translation of their document is: `An unofficial translation,
//! reflecting amendments up to SFS 2018:882, is available from …` as one link. Such a link is a way from the act itself.

use lagrum_artifact::{Artifact, Node, Run, Step};

/// A translation of the document that a commentary is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// Its address.
    pub url: String,
    /// Its language (`en`, `sv`).
    pub language: &'static str,
    /// What the text that it translates ends with, as it is stated: an amending act (`SFS 2018:882`) or a day in English words.
    pub up_to: Option<String>,
    /// Whether it has some of the provisions only.
    pub is_of_excerpts: bool,
}

impl Translation {
    /// The translation that a commentary names.
    pub fn named_in(commentary: &Artifact) -> Option<Self> {
        reading(commentary).0
    }

    /// The translation of a commentary that has nothing else to say.
    pub(crate) fn that_is_all_of(commentary: &Artifact) -> Option<Self> {
        let (translation, others) = reading(commentary);
        translation.filter(|_| others == 0)
    }

    /// The site that keeps it: `kth.se`.
    pub fn site(&self) -> Option<&str> {
        let host = self.url.split_once("://")?.1.split(['/', '?', '#']).next()?;
        let host = host.strip_prefix("www.").unwrap_or(host);
        (!host.is_empty()).then_some(host)
    }

    /// The translation that a paragraph is a link to.
    fn of(node: Node<'_>) -> Option<Self> {
        let mut url = None;
        let mut words = String::new();
        for run in node.text().iter() {
            match run {
                Run::Text(text) if text.trim().is_empty() => {}
                Run::Link(link) if url.is_none() => {
                    url = link.target();
                    words.push_str(link.text);
                }
                Run::Text(_) | Run::Link(_) => return None,
            }
        }
        let url = url.filter(|url| url.starts_with("https://") || url.starts_with("http://"))?.to_owned();
        let language = if words.contains("översatt avgörandet till svenska") {
            "sv"
        } else if words.contains("translation") && words.contains("available") {
            "en"
        } else {
            return None;
        };
        let after = |mark: &str| words.split_once(mark).map(|(_, rest)| rest);
        let stated = after("reflecting amendments up to ").or_else(|| after("not updated since "));
        let up_to = stated.and_then(|rest| rest.split([',', ')']).next());
        Some(Self {
            url,
            language,
            up_to: up_to.map(|end| end.trim().to_owned()).filter(|end| !end.is_empty()),
            is_of_excerpts: words.contains("of excerpts"),
        })
    }
}

/// The first translation that a commentary names, and how many other nodes of it have words.
fn reading(commentary: &Artifact) -> (Option<Translation>, usize) {
    let (mut found, mut others) = (None, 0);
    commentary.presented().walk(&mut |step| {
        let Step::Enter(node) = step else { return };
        if node.text().iter().next().is_none() {
            return;
        }
        match Translation::of(node).filter(|_| found.is_none()) {
            Some(translation) => found = Some(translation),
            None => others += 1,
        }
    });
    (found, others)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn commentary(paragraphs: &[serde_json::Value]) -> Artifact {
        let body: Vec<_> = paragraphs.iter().map(|text| json!({"type": "stycke", "text": text})).collect();
        let json = json!({"uri": "https://lag.example/kommentar/1931:47", "type": "kommentar", "body": body});
        Artifact::parse(json.to_string().as_bytes()).unwrap()
    }

    fn link(words: &str) -> serde_json::Value {
        json!([{"predicate": "dcterms:references", "uri": "https://www.far.example/lag.pdf?a", "text": words}])
    }

    #[test]
    fn a_translation_is_told_from_a_comment() {
        for (words, expected) in [
            ("An unofficial translation is available from Fårverket", Some(("en", None, false))),
            (
                "An unofficial translation, reflecting amendments up to SFS 2031:12, is available from Fårverket",
                Some(("en", Some("SFS 2031:12"), false)),
            ),
            (
                "An unofficial translation (Ds 2031:45, not updated since 2031) is available",
                Some(("en", Some("2031"), false)),
            ),
            ("An unofficial translation of excerpts is available from Fårverket", Some(("en", None, true))),
            ("Domstolsverket har översatt avgörandet till svenska", Some(("sv", None, false))),
            ("Fårverkets föreskrifter", None),
            ("", None),
        ] {
            let found = Translation::named_in(&commentary(&[link(words)]));
            let facts =
                found.as_ref().map(|found| (found.language, found.up_to.as_deref(), found.is_of_excerpts));
            assert_eq!(facts, expected, "{words}");
            assert!(found.is_none_or(|found| found.site() == Some("far.example")));
        }
    }

    #[test]
    fn a_commentary_with_words_of_its_own_stays_one() {
        let translation = link("An unofficial translation is available from Fårverket");
        assert!(Translation::that_is_all_of(&commentary(std::slice::from_ref(&translation))).is_some());
        let with_more = commentary(&[translation, json!(["Lagen är gammal."])]);
        assert!(Translation::named_in(&with_more).is_some());
        assert_eq!(Translation::that_is_all_of(&with_more), None);
        assert_eq!(Translation::named_in(&commentary(&[json!(["A translation is available."])])), None);
    }
}
