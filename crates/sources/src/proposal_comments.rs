//! Författningskommentarer: the comments of a preparatory work on each paragraf of the law that it proposes.

use lagrum_artifact::{Artifact, Node};
use serde_json::Value;

use crate::proposed_law::{ProposedLaw, provision_anchor};

/// A comment on provisions of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposalComment<'a> {
    /// The law.
    pub law: ProposedLaw<'a>,
    /// The anchors of the provisions in the law (`K2P3`, `P3`), not empty.
    pub anchors: Vec<String>,
    /// The printed page on which it begins.
    pub page: Option<u32>,
    /// The text of the comment; None where the record does not have it.
    pub text: Option<&'a str>,
}

/// The comments of a preparatory work that name a law and a provision.
pub fn proposal_comments(artifact: &Artifact) -> Vec<ProposalComment<'_>> {
    artifact.list(&["kommentarer"]).iter().filter_map(Node::new).filter_map(comment).collect()
}

fn comment(record: Node<'_>) -> Option<ProposalComment<'_>> {
    let law = ProposedLaw::of(record)?;
    let kapitel = record.field("chapter");
    let paragrafer = record.field("paragrafer").and_then(Value::as_array)?;
    let anchors: Vec<String> =
        paragrafer.iter().filter_map(|paragraf| provision_anchor(kapitel, paragraf)).collect();
    let page = record.field("page").and_then(Value::as_u64).and_then(|page| u32::try_from(page).ok());
    (!anchors.is_empty()).then_some(ProposalComment { law, anchors, page, text: record.str("kommentar") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_say_too_little_are_left_out() {
        let artifact = Artifact::parse(
            r#"{"uri":"x/prop/1","kommentarer":[
                {"law":"9.1 Förslaget till fårlag","chapter":null,"paragrafer":["3 a", 4],"page":61,"kommentar":"Ny."},
                {"law":"fårlagen (1931:47)","chapter":"2 a","paragrafer":["3"],"page":-1},
                {"law":"fårlagen (1931:47)","paragrafer":[]},
                {"law":"fårlagen (1931:47)","paragrafer":[null, " "]},
                {"law":"fårlagen (1931:47)","paragrafer":"3"},
                {"chapter":"2","paragrafer":["3"]}, 7]}"#
                .as_bytes(),
        )
        .unwrap();
        let read: Vec<_> = proposal_comments(&artifact)
            .into_iter()
            .map(|found| (found.law.name, found.law.number, found.anchors.join(" "), found.page, found.text))
            .collect();
        assert_eq!(
            read,
            [
                ("fårlag".to_owned(), None, "P3a P4".to_owned(), Some(61), Some("Ny.")),
                ("fårlagen".to_owned(), Some("1931:47"), "K2aP3".to_owned(), None, None)
            ]
        );
    }
}
