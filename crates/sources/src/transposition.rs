//! Statements of preparatory works that a provision of a law transposes articles of a directive.
//!
//! A bill states that a paragraf of the law it proposes transposes an article. The statements are read here. The build
//! finds the statute that the proposal became ([`ProposedLaw`]).

use lagrum_artifact::{Artifact, Node, is_web_address};
use serde_json::Value;

use crate::proposed_law::{ProposedLaw, provision_anchor};

/// A statement that names a law and a paragraf of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transposition<'a> {
    /// The law.
    pub law: ProposedLaw<'a>,
    /// The anchor of the paragraf in the law (`K2P3`, `P3`).
    pub anchor: String,
    /// The articles transposed: uris of a directive, each with an article as its fragment.
    pub articles: Vec<&'a str>,
    /// The sentence that states it.
    pub sentence: Option<&'a str>,
    /// The printed page of the sentence.
    pub page: Option<i64>,
}

/// The statements of a preparatory work that name a law, a paragraf and at least one article.
pub fn transpositions(artifact: &Artifact) -> Vec<Transposition<'_>> {
    artifact.list(&["implements"]).iter().filter_map(Node::new).filter_map(statement).collect()
}

fn statement(record: Node<'_>) -> Option<Transposition<'_>> {
    let law = ProposedLaw::of(record)?;
    let anchor = provision_anchor(record.field("chapter"), record.field("paragraf")?)?;
    let articles: Vec<_> = record
        .field("uris")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|uri| is_web_address(uri))
        .collect();
    let (sentence, page) = (record.str("sentence"), record.page());
    (!articles.is_empty()).then_some(Transposition { law, anchor, articles, sentence, page })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_say_too_little_are_left_out() {
        let artifact = Artifact::parse(
            r#"{"uri":"x/prop/1","implements":[
                {"law":"9.1 Förslaget till fårlag","chapter":null,"paragraf":"3 a","uris":["https://x/celex/3#4","https://x/celex/3#5"]},
                {"law":"fårlagen (1931:47)","chapter":2,"paragraf":"3","uris":["https://x/celex/3#4"]},
                {"law":"fårlagen (1931:47)","chapter":"2","uris":["https://x/celex/3#4"]},
                {"chapter":"2","paragraf":"3","uris":["https://x/celex/3#4"]},
                {"law":"fårlagen","paragraf":"3","uris":[]}, 7]}"#
                .as_bytes(),
        )
        .unwrap();
        let read: Vec<_> = transpositions(&artifact)
            .into_iter()
            .map(|found| (found.law.name, found.law.number, found.anchor, found.articles.len()))
            .collect();
        assert_eq!(
            read,
            [
                ("fårlag".to_owned(), None, "P3a".to_owned(), 2),
                ("fårlagen".to_owned(), Some("1931:47"), "K2P3".to_owned(), 1)
            ]
        );
    }
}
