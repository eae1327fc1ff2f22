//! The language that a document is written in.

use lagrum_artifact::Artifact;

use crate::Source;

/// The languages as artifacts state them, each with its tag in HTML (BCP 47).
const LANGUAGES: [(&str, &str); 12] = [
    ("swe", "sv"),
    ("sv", "sv"),
    ("eng", "en"),
    ("en", "en"),
    ("fra", "fr"),
    ("fre", "fr"),
    ("fr", "fr"),
    ("deu", "de"),
    ("ger", "de"),
    ("de", "de"),
    ("dan", "da"),
    ("nor", "no"),
];

/// The language that an artifact states for its text, as a tag of BCP 47; None where it states no known language.
pub fn document_language(artifact: &Artifact) -> Option<&'static str> {
    let fields: [&[&str]; 4] = [&["lang"], &["language"], &["metadata", "language"], &["metadata", "sprak"]];
    let stated = fields.iter().find_map(|field| artifact.str(field))?.to_lowercase();
    LANGUAGES.iter().find(|(name, _)| *name == stated).map(|(_, tag)| *tag)
}

impl Source {
    /// The language of a text of this source, as a tag of BCP 47: the one that its artifact states, else that of the source.
    pub fn text_language(&self, artifact: &Artifact) -> &'static str {
        document_language(artifact).unwrap_or(self.language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    #[test]
    fn languages() {
        for (json, expected) in [
            (r#"{"uri":"https://l.example/celex/1","lang":"eng"}"#, Some("en")),
            (r#"{"uri":"https://l.example/celex/1","lang":"swe"}"#, Some("sv")),
            (r#"{"uri":"https://l.example/dom/echr/1","metadata":{"language":"FRE"}}"#, Some("fr")),
            (r#"{"uri":"https://l.example/edpb/1","metadata":{"sprak":"en"}}"#, Some("en")),
            (r#"{"uri":"https://l.example/edpb/1","metadata":{"sprak":"\" onload=x"}}"#, None),
            (r#"{"uri":"https://l.example/1:2"}"#, None),
        ] {
            let artifact = Artifact::parse(json.as_bytes()).ok();
            assert_eq!(artifact.as_ref().and_then(document_language), expected, "{json}");
        }
    }

    #[test]
    fn texts_that_state_no_language_have_that_of_their_source() {
        let text = Artifact::parse(br#"{"uri":"https://l.example/x/1"}"#).unwrap();
        let stated = Artifact::parse(br#"{"uri":"https://l.example/x/1","lang":"fra"}"#).unwrap();
        for (name, expected) in [
            ("sfs", "sv"),
            ("coe", "en"),
            ("untc", "en"),
            ("icrc", "en"),
            ("forarbete", "sv"),
            ("none", "sv"),
        ] {
            assert_eq!(source(name).text_language(&text), expected, "{name}");
            assert_eq!(source(name).text_language(&stated), "fr", "{name}");
        }
    }
}
