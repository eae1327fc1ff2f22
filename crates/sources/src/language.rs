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
        self.only_language().or_else(|| document_language(artifact)).unwrap_or(self.language)
    }

    /// The language of all texts of this source; None where each states its own.
    pub fn only_language(&self) -> Option<&'static str> {
        (!self.is_multilingual).then_some(self.language)
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
    fn a_text_has_the_language_of_its_source_or_its_own() {
        let text = Artifact::parse(br#"{"uri":"https://l.example/x/1"}"#).unwrap();
        let stated = Artifact::parse(br#"{"uri":"https://l.example/x/1","lang":"fra"}"#).unwrap();
        for (name, unstated, own) in [
            ("sfs", "sv", "sv"),
            ("forarbete", "sv", "sv"),
            ("coe", "en", "en"),
            ("untc", "en", "en"),
            ("icrc", "en", "en"),
            ("eurlex", "sv", "fr"),
            ("hudoc", "sv", "fr"),
        ] {
            let rules = source(name);
            assert_eq!((rules.text_language(&text), rules.text_language(&stated)), (unstated, own), "{name}");
        }
    }
}
