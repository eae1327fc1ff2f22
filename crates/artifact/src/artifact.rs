//! A parsed document.

use std::fmt;
use std::ops::ControlFlow;

use serde::de::{Deserialize as _, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use crate::bounds::{MAX_ARTIFACT_BYTES, MAX_TREE_BYTES, MAX_URI_BYTES, Name, is_small, tree_bytes};
use crate::day_notes::{may_hold_days, read_day_notes};
use crate::ruling::{may_hold_ruling, name_ruling};
use crate::variants::name_variants;
use crate::walk::{walk, walk_while};
use crate::{Node, Runs, Step, missing_page, typesetting, windows_1252};

/// One document as a JSON object, parsed from the stored bytes. The stored bytes themselves are served.
#[derive(Clone, Debug)]
pub struct Artifact {
    value: Value,
}

/// Why bytes cannot be parsed as an artifact.
#[derive(Debug, thiserror::Error)]
pub enum ArtifactError {
    /// The bytes are not JSON.
    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// It is empty: no bytes, white space, `null`, `{}`, or an object without a `uri`.
    #[error("parsed to nothing: no object with a uri")]
    Nothing,
    /// It has more bytes than an artifact may have.
    #[error("{0} bytes long, of which {MAX_ARTIFACT_BYTES} are allowed")]
    TooLong(usize),
    /// Its values would take more memory than an artifact may.
    #[error("it would take {0} bytes of memory, of which {MAX_TREE_BYTES} are allowed: too many values")]
    TooMuch(usize),
    /// Its uri has more bytes than a uri may have.
    #[error("its uri has {0} bytes, of which {MAX_URI_BYTES} are allowed")]
    LongUri(usize),
    /// Its uri has ASCII control characters, such as a line break.
    #[error("its uri holds control characters")]
    OddUri,
}

impl Artifact {
    /// Parses an artifact. An empty document gives [`ArtifactError::Nothing`], one that cannot be parsed another error.
    pub fn parse(bytes: &[u8]) -> Result<Self, ArtifactError> {
        if is_small(bytes) {
            Self::read(bytes, std::str::from_utf8(bytes).ok(), None)
        } else {
            MeasuredArtifact::of(bytes, None)?.parse()
        }
    }

    /// Parses bytes. `text` is the bytes as a checked string, if they are UTF-8: then the parser does not check each
    /// string again.
    fn read(bytes: &[u8], text: Option<&str>, fields: Option<&[&str]>) -> Result<Self, ArtifactError> {
        if bytes.trim_ascii().is_empty() {
            return Err(ArtifactError::Nothing);
        }
        let value = match text {
            Some(text) => read_value(serde_json::Deserializer::from_str(text), fields)?,
            None => read_value(serde_json::Deserializer::from_slice(bytes), fields)?,
        };
        Self::of(value, bytes)
    }

    /// The artifact with a value parsed from these bytes.
    fn of(mut value: Value, bytes: &[u8]) -> Result<Self, ArtifactError> {
        if windows_1252::may_be_in(bytes) {
            windows_1252::repair(&mut value);
        }
        missing_page::take_out(&mut value);
        match value.get("uri").and_then(Value::as_str) {
            Some(uri) if uri.len() > MAX_URI_BYTES => Err(ArtifactError::LongUri(uri.len())),
            Some(uri) if uri.contains(|c: char| c.is_ascii_control()) => Err(ArtifactError::OddUri),
            Some(uri) if !uri.is_empty() => Ok(Self { value }.with_derived(bytes)),
            _ => Err(ArtifactError::Nothing),
        }
    }

    /// Whether JSON may hold an artifact whose text states days from which parts of it apply or no longer do. Few do.
    pub fn may_state_days(json: &[u8]) -> bool {
        may_hold_days(json)
    }

    /// Adds the values that are derived from the days that the text states, and the anchors of a ruling. Takes out the codes of a
    /// typesetter.
    fn with_derived(mut self, bytes: &[u8]) -> Self {
        if may_hold_days(bytes) {
            read_day_notes(&mut self.value, &Self::PRESENTED);
            name_variants(&mut self.value, &Self::PRESENTED);
        }
        if may_hold_ruling(bytes) {
            name_ruling(&mut self.value, &Self::PRESENTED);
        }
        if typesetting::may_be_in(bytes) {
            for field in Self::PRESENTED.iter().chain(&["amendments"]) {
                self.value.get_mut(*field).into_iter().for_each(typesetting::take_out);
            }
        }
        self
    }

    /// The canonical uri.
    pub fn uri(&self) -> &str {
        self.value.get("uri").and_then(Value::as_str).unwrap_or_default()
    }

    /// The whole object.
    pub fn value(&self) -> &Value {
        &self.value
    }

    pub(crate) fn value_mut(&mut self) -> &mut Value {
        &mut self.value
    }

    /// A field reached by names from the top, such as `["metadata", "title"]`.
    pub fn field(&self, path: &[&str]) -> Option<&Value> {
        path.iter().try_fold(&self.value, |value, name| value.get(name))
    }

    /// A text reached by names from the top; None when it is absent, null, empty or something else.
    pub fn str(&self, path: &[&str]) -> Option<&str> {
        self.field(path)?.as_str().filter(|text| !text.is_empty())
    }

    /// The elements of a list reached by names from the top; none when it is absent or something else.
    pub fn list(&self, path: &[&str]) -> &[Value] {
        self.field(path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// The non-empty texts of a list reached by names from the top; a lone text counts as a list of one.
    pub fn strs<'a>(&'a self, path: &[&str]) -> impl Iterator<Item = &'a str> + use<'a> {
        let lone = self.str(path);
        lone.into_iter()
            .chain(self.list(path).iter().filter_map(Value::as_str))
            .filter(|text| !text.trim().is_empty())
    }

    /// The fields that [`Artifact::presented`] reads, and the uri.
    pub const PRESENTED: [&str; 5] = ["uri", "structure", "body", "footnotes", "consolidations"];

    /// The text that readers see.
    ///
    /// Usually the body sections `structure`, `body` and `footnotes`. Where the artifact stores consolidations
    /// (agency regulations), the one with the newest amendment replaces them all.
    pub fn presented(&self) -> Presented<'_> {
        match self.newest_consolidation() {
            Some(structure) => Presented { body: vec![structure], footnotes: None, consolidated: true },
            None => Presented {
                body: ["structure", "body"].iter().filter_map(|name| self.value.get(name)).collect(),
                footnotes: self.value.get("footnotes"),
                consolidated: false,
            },
        }
    }

    /// Whether readers see a text: a body, or the content of an amendment.
    pub fn has_text(&self) -> bool {
        let Presented { body, footnotes, .. } = self.presented();
        let amendments = self.list(&["amendments"]).iter().filter_map(|amendment| amendment.get("content"));
        let mut sections = body.into_iter().chain(footnotes).chain(amendments);
        sections.any(|section| {
            let is_blank = |runs: Runs<'_>| runs.iter().all(|run| run.text().trim().is_empty());
            walk_while(section, &mut |step| match step {
                Step::Text(runs) if !is_blank(runs) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
            .is_break()
        })
    }

    fn newest_consolidation(&self) -> Option<&Value> {
        let mut newest: Option<(Option<(u64, u64)>, &Value)> = None;
        for entry in self.list(&["consolidations"]) {
            let Some(structure) =
                entry.get("structure").filter(|s| s.as_array().is_some_and(|s| !s.is_empty()))
            else {
                continue;
            };
            let reach = entry.get("konsolideradTom").and_then(Value::as_str).and_then(year_and_number);
            // On a tie the first entry stays.
            if newest.is_none_or(|(best, _)| reach > best) {
                newest = Some((reach, structure));
            }
        }
        newest.map(|(_, structure)| structure)
    }
}

/// The bytes of an artifact that is within the limits, and the memory that it takes to parse them.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredArtifact<'b> {
    bytes: &'b [u8],
    /// The bytes as text, where they are UTF-8.
    text: Option<&'b str>,
    fields: Option<&'b [&'b str]>,
    tree: usize,
}

impl<'b> MeasuredArtifact<'b> {
    /// Measures an artifact, or some of its outermost fields by name; `uri` must be among them. No tree is built to
    /// measure.
    pub fn of(bytes: &'b [u8], fields: Option<&'b [&'b str]>) -> Result<Self, ArtifactError> {
        if bytes.trim_ascii().is_empty() {
            return Err(ArtifactError::Nothing);
        }
        if bytes.len() > MAX_ARTIFACT_BYTES {
            return Err(ArtifactError::TooLong(bytes.len()));
        }
        let text = std::str::from_utf8(bytes).ok();
        let tree = tree_bytes(bytes, text, fields)?;
        if tree > MAX_TREE_BYTES {
            Err(ArtifactError::TooMuch(tree))
        } else {
            Ok(Self { bytes, text, fields, tree })
        }
    }

    /// An upper estimate of the bytes of memory that the parsed artifact takes.
    pub fn tree_bytes(self) -> usize {
        self.tree
    }

    /// Parses the bytes that were measured.
    pub fn parse(self) -> Result<Artifact, ArtifactError> {
        Artifact::read(self.bytes, self.text, self.fields)
    }
}

/// Parses an object, or some fields of it.
fn read_value<'j>(
    mut json: serde_json::Deserializer<impl serde_json::de::Read<'j>>,
    fields: Option<&[&str]>,
) -> Result<Value, serde_json::Error> {
    let value = match fields {
        None => Value::deserialize(&mut json)?,
        Some(fields) => Value::Object(json.deserialize_any(Fields(fields))?),
    };
    json.end()?;
    Ok(value)
}

/// Parses some fields of an object.
struct Fields<'f>(&'f [&'f str]);

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut kept = Map::new();
        while let Some(name) = object.next_key_seed(Name)? {
            if self.0.contains(&name.as_ref()) {
                kept.insert(name.into_owned(), object.next_value()?);
            } else {
                object.next_value::<IgnoredAny>()?;
            }
        }
        Ok(kept)
    }
}

/// `(2030, 4)` of `https://lag.example/fffs/2030:4`; None when the last path segment reads otherwise.
fn year_and_number(uri: &str) -> Option<(u64, u64)> {
    let (year, number) = uri.rsplit('/').next()?.split_once(':')?;
    Some((year.parse().ok()?, number.parse().ok()?))
}

/// The sections of a document that readers see, in order.
#[derive(Clone, Debug)]
pub struct Presented<'a> {
    body: Vec<&'a Value>,
    footnotes: Option<&'a Value>,
    consolidated: bool,
}

impl<'a> Presented<'a> {
    /// Whether a stored consolidation replaces the text as it was issued.
    pub fn is_consolidated(&self) -> bool {
        self.consolidated
    }

    /// The sections of the text proper.
    pub fn body(&self) -> &[&'a Value] {
        &self.body
    }

    /// The footnotes, where the artifact stores them apart from the text.
    pub fn footnotes(&self) -> Option<&'a Value> {
        self.footnotes
    }

    fn sections(&self) -> impl Iterator<Item = &'a Value> + '_ {
        self.body.iter().copied().chain(self.footnotes)
    }

    /// The top nodes of all sections.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'a>> + '_ {
        self.sections().filter_map(|section| section.as_array()).flatten().filter_map(Node::new)
    }

    /// Walks all sections in order, until the visitor breaks.
    pub(crate) fn walk_while(&self, visit: &mut impl FnMut(Step<'a>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.sections().try_for_each(|section| walk_while(section, visit))
    }

    /// Walks all sections in order.
    pub fn walk(&self, visit: &mut (impl FnMut(Step<'a>) + ?Sized)) {
        for section in self.sections() {
            walk(section, visit);
        }
    }

    /// All text: the non-empty pieces in reading order, joined by one space.
    pub fn plain_text(&self) -> String {
        joined_text(|visit| self.walk(visit))
    }

    /// Whether there is any text.
    pub fn has_text(&self) -> bool {
        let has_words = |runs: Runs<'_>| runs.iter().any(|run| !run.text().trim().is_empty());
        let mut look = |step: Step<'_>| match step {
            Step::Text(runs) if has_words(runs) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        self.sections().any(|section| walk_while(section, &mut look).is_break())
    }
}

impl Node<'_> {
    /// The text of the node and all below it: the non-empty pieces in reading order, joined by one space.
    pub fn plain_text(self) -> String {
        joined_text(|visit| {
            crate::walk::walk_node(self, visit);
        })
    }
}

fn joined_text<'a>(walk: impl FnOnce(&mut dyn FnMut(Step<'a>))) -> String {
    let mut text = String::new();
    let mut piece = String::new();
    walk(&mut |step| {
        let Step::Text(runs) = step else { return };
        piece.clear();
        runs.push_to(&mut piece);
        let trimmed = piece.trim();
        if !trimmed.is_empty() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(trimmed);
        }
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(json: &str) -> Artifact {
        Artifact::parse(json.as_bytes()).unwrap()
    }

    #[test]
    fn what_parses_to_nothing() {
        for bytes in ["", " \n", "null", "{}", "[]", "3", r#"{"uri":""}"#, r#"{"uri":7}"#, r#"{"title":"x"}"#]
        {
            assert!(matches!(Artifact::parse(bytes.as_bytes()), Err(ArtifactError::Nothing)), "{bytes}");
        }
        assert!(matches!(Artifact::parse(b"{\"uri\":"), Err(ArtifactError::Json(_))));
        assert!(matches!(Artifact::parse(&vec![b'['; 100_000]), Err(ArtifactError::Json(_))), "deep nesting");
    }

    fn fields(json: &[u8], fields: &[&str]) -> Result<Artifact, ArtifactError> {
        MeasuredArtifact::of(json, Some(fields))?.parse()
    }

    #[test]
    fn what_is_more_than_an_artifact_may_be() {
        let of = |text: &str| format!(r#"{{"uri":"x:1","structure":[{text}]}}"#);
        let long = of(&format!("{:?}", "a".repeat(MAX_ARTIFACT_BYTES)));
        assert!(matches!(Artifact::parse(long.as_bytes()), Err(ArtifactError::TooLong(_))));
        assert!(matches!(fields(long.as_bytes(), &["uri"]), Err(ArtifactError::TooLong(_))));
        let longest = of(&format!("{:?}", "a".repeat(MAX_ARTIFACT_BYTES - 40)));
        assert!(Artifact::parse(longest.as_bytes()).is_ok());
        // Ten megabytes of JSON whose tree would take a gigabyte.
        let dense = of(&vec![r#"{"":0}"#; 1_500_000].join(","));
        assert!(matches!(Artifact::parse(dense.as_bytes()), Err(ArtifactError::TooMuch(_))));
        assert!(fields(dense.as_bytes(), &["uri", "metadata"]).is_ok(), "what is not read costs nothing");
        assert!(matches!(fields(dense.as_bytes(), &["uri", "structure"]), Err(ArtifactError::TooMuch(_))));
        let uri = format!(r#"{{"uri":"https://lag.example/{}"}}"#, "a".repeat(MAX_URI_BYTES));
        assert!(matches!(Artifact::parse(uri.as_bytes()), Err(ArtifactError::LongUri(_))));
        let odd = br#"{"uri":"https://lag.example/1\u000a2"}"#;
        assert!(matches!(Artifact::parse(odd), Err(ArtifactError::OddUri)));
    }

    #[test]
    fn some_fields_are_read_like_all() {
        let json = r#"{"a":[1],"uri":"x:1","b":{"c":"d"},"b":{"c":"e"}}"#;
        let some = fields(json.as_bytes(), &["uri", "b"]).unwrap();
        assert_eq!(some.value(), &serde_json::json!({"uri": "x:1", "b": {"c": "e"}}));
        assert!(fields(b"{\"uri\":\"x:1\"} x", &["uri"]).is_err());
        assert!(matches!(fields(b"{}", &["uri"]), Err(ArtifactError::Nothing)));
        for nothing in ["[]", "3", "null"] {
            assert!(fields(nothing.as_bytes(), &["uri"]).is_err(), "{nothing}");
        }
    }

    #[test]
    fn own_text_comes_before_cells_children_and_the_rest() {
        let artifact = artifact(
            r#"{"uri":"x:1","structure":[{"children":[{"type":"punkt","text":["c"]}],"cells":[["b1"],"b2"],
                "paragraphs":[{"versions":[{"language":"sv","text":["d"]}]}],"text":["a"],"type":"okänd"}],
                "footnotes":[{"mark":"1","text":"e"}]}"#,
        );
        assert_eq!(artifact.presented().plain_text(), "a b1 b2 c d e");
    }

    #[test]
    fn the_consolidation_that_reaches_furthest_is_presented() {
        let artifact = artifact(
            r#"{"uri":"x:1","structure":[{"text":"base"}],"footnotes":[{"text":"note"}],"consolidations":[
                {"konsolideradTom":"x/fs/2030:9","structure":[{"text":"nine"}]},
                {"konsolideradTom":"x/fs/2030:10","structure":[{"text":"ten"}]},
                {"konsolideradTom":"x/fs/2030:10","structure":[{"text":"tie"}]},
                {"konsolideradTom":"x/fs/2031:1","structure":[]},
                {"structure":[{"text":"undated"}]}]}"#,
        );
        assert_eq!(artifact.presented().plain_text(), "ten");
        assert!(artifact.presented().is_consolidated());
    }
}
