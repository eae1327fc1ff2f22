//! How much of the text of a document its artifact has. Some artifacts are made from a register or from a page about the document. A
//! reader must not take a headnote for the decision, or the summary of a report for the report.

use lagrum_artifact::{Artifact, Step};
use serde::{Deserialize, Serialize};

use crate::{FlowGroup, Source, forarbete};

/// How much of the text of a document its artifact has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextExtent {
    /// A text of its own. It may still be an excerpt: artifacts do not say that they are whole.
    Text,
    /// The headnote of a decision alone.
    Headnote,
    /// The summary of a preparatory work alone.
    Summary,
    /// No text: only what a register or a publisher's page says of it. On the wire: `record`.
    #[default]
    #[serde(rename = "record")]
    Nothing,
}

impl TextExtent {
    /// Said where no text is held.
    pub const NO_TEXT: &'static str = "Vi har inte texten.";

    /// All extents, each with the name under which it is stored.
    pub const NAMES: [(Self, &'static str); 4] = [
        (Self::Text, "text"),
        (Self::Headnote, "headnote"),
        (Self::Summary, "summary"),
        (Self::Nothing, "nothing"),
    ];

    /// What a reader is told of it, in Swedish; None for a text of its own.
    pub fn note(self) -> Option<&'static str> {
        match self {
            Self::Headnote => Some("Det här är bara rubriken till avgörandet. Hela avgörandet har vi inte."),
            Self::Summary => Some("Det här är bara en sammanfattning. Hela dokumentet har vi inte."),
            Self::Nothing => Some(Self::NO_TEXT),
            Self::Text => None,
        }
    }

    /// The name under which it is stored.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(extent, _)| *extent == self).map_or("", |(_, name)| name)
    }
}

/// The greatest length of a summary, in characters. The shortest preparatory works without page numbers are a little longer.
const SHORT: usize = 3_000;

impl Source {
    /// How much of a document of the given kind its artifact has.
    ///
    /// It is the headnote if the whole text of a decision equals its headnote, or if a ruling of the EU courts has only keywords. It is the
    /// summary of the publisher's page if a report, bill or terms of reference is short and has no printed pages.
    pub fn text_extent(&self, kind: &str, artifact: &Artifact) -> TextExtent {
        let presented = artifact.presented();
        if !presented.has_text() {
            return TextExtent::Nothing;
        }
        match self.group(kind) {
            FlowGroup::Rattsfall => {
                let headnote = artifact.str(&["metadata", "sammanfattning"]).unwrap_or_default();
                let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
                if letters(headnote) == letters(&presented.plain_text()) {
                    TextExtent::Headnote
                } else {
                    TextExtent::Text
                }
            }
            FlowGroup::Forarbeten
                if forarbete::HAVE_SUMMARIES.contains(&kind)
                    && presented.plain_text().chars().nth(SHORT).is_none()
                    && !has_pages(artifact) =>
            {
                TextExtent::Summary
            }
            FlowGroup::EuDomar if has_only_keywords(artifact) => TextExtent::Headnote,
            _ => TextExtent::Text,
        }
    }

    /// Whether the text of a document was read by a program from printed pages: tables and headings of such a text may be wrong.
    pub fn is_read_from_pages(&self, kind: &str, artifact: &Artifact) -> bool {
        matches!(self.group(kind), FlowGroup::Forarbeten | FlowGroup::Foreskrifter) && has_pages(artifact)
    }
}

/// Whether a ruling of the EU courts has only its keywords and the number of its case.
fn has_only_keywords(artifact: &Artifact) -> bool {
    let mut others = 0;
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step
            && node.kind() != "keyword"
        {
            let text = node.text().plain_text();
            let text = text.trim();
            let is_number = ["Mål ", "Förenade målen ", "Case ", "Joined Cases "]
                .iter()
                .any(|word| text.starts_with(word));
            others += usize::from(!text.is_empty() && !is_number);
        }
    });
    others == 0
}

/// Whether the text has marks of printed pages.
fn has_pages(artifact: &Artifact) -> bool {
    let mut has_pages = false;
    artifact
        .presented()
        .walk(&mut |step| has_pages |= matches!(step, Step::Enter(node) if node.page().is_some()));
    has_pages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    #[test]
    fn how_much_of_a_document_is_held() {
        let decision = |headnote: &str, blocks: &str| {
            format!(
                r#"{{"uri":"https://l.example/dom/nja/2031s5","metadata":{{"sammanfattning":"{headnote}"}},"structure":[{blocks}]}}"#
            )
        };
        let work = |blocks: &str| {
            format!(r#"{{"uri":"https://l.example/prop/2030/31:9","type":"prop","structure":[{blocks}]}}"#)
        };
        let ruling = |blocks: &str| {
            format!(
                r#"{{"uri":"https://l.example/celex/62031CJ0007","doctype":"judgment","structure":[{blocks}]}}"#
            )
        };
        let long = "ord ".repeat(SHORT);
        for (name, kind, json, expected) in [
            (
                "dv",
                "",
                decision("Fråga om får.", r#"{"type":"stycke","text":["Fråga om  får"]}"#),
                TextExtent::Headnote,
            ),
            (
                "dv",
                "",
                decision("Fråga om får.", r#"{"type":"stycke","text":["Domskäl."]}"#),
                TextExtent::Text,
            ),
            ("dv", "", decision("", r#"{"type":"stycke","text":["Not 8. Får."]}"#), TextExtent::Text),
            ("dv", "", decision("Fråga.", ""), TextExtent::Nothing),
            (
                "forarbete",
                "rskr",
                work(r#"{"type":"stycke","text":["Riksdagen bifaller."]}"#),
                TextExtent::Text,
            ),
            (
                "forarbete",
                "prop",
                work(&format!(r#"{{"type":"stycke","text":["{long}"]}}"#)),
                TextExtent::Text,
            ),
            ("forarbete", "prop", work(r#"{"type":"stycke","text":["Här föreslås."]}"#), TextExtent::Summary),
            (
                "forarbete",
                "prop",
                work(r#"{"type":"avsnitt","page":5,"text":["1 Bete"],"children":[]}"#),
                TextExtent::Text,
            ),
            ("forarbete", "prop", work(""), TextExtent::Nothing),
            (
                "eurlex",
                "judgment",
                ruling(r#"{"type":"keyword","text":["Ull"]},{"type":"paragraph","text":["Mål 7/31."]}"#),
                TextExtent::Headnote,
            ),
            (
                "eurlex",
                "judgment",
                ruling(r#"{"type":"keyword","text":["Ull"]},{"type":"paragraph","text":["Domskäl"]}"#),
                TextExtent::Text,
            ),
            (
                "sfs",
                "lag",
                r#"{"uri":"https://l.example/2031:9","structure":[{"type":"stycke","text":["Kort."]}]}"#
                    .to_owned(),
                TextExtent::Text,
            ),
        ] {
            let artifact = Artifact::parse(json.as_bytes()).unwrap();
            assert_eq!(source(name).text_extent(kind, &artifact), expected, "{json:.120}");
        }
    }
}
