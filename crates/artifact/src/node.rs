//! One node of a document's body, and the inline runs of its text.
//!
//! Nodes are views of the JSON, so nothing is copied. Absent, null, empty text and empty list are treated alike, and a
//! plain string is accepted wherever a list of runs is expected.
//!
//! A view goes through the fields of its object once and keeps references to the fields that walks ask for. A lookup
//! in the object reads the names of its fields from memory each time, which took the greater part of a walk over a
//! long text.

use serde_json::{Map, Value};

use crate::bounds::MAX_ANCHOR_BYTES;
use crate::derived::{self, STORED_CELLS, STORED_TEXT};
use crate::note_mark::shown_mark;
use crate::uri::is_web_address;

/// The number of fields that a view keeps: those that nearly every node has, or that nearly every walk asks for.
const KNOWN: usize = 12;

/// The index of a field in `Node::known`; None for a field that a view does not keep.
#[inline]
fn place(name: &str) -> Option<usize> {
    Some(match name {
        "type" => 0,
        "id" => 1,
        "text" => 2,
        "children" => 3,
        "ordinal" => 4,
        "num" => 5,
        "level" => 6,
        "page" => 7,
        "beteckning" => 8,
        "cells" => 9,
        "ikrafttrader" => 10,
        "upphor" => 11,
        _ => return None,
    })
}

/// A node of a body: any JSON object that is not an inline run.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    fields: &'a Map<String, Value>,
    known: [Option<&'a Value>; KNOWN],
    /// Whether the object has fields that are not in `known`.
    has_others: bool,
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Node").field(self.fields).finish()
    }
}

/// Nodes are equal that have the same fields.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.fields == other.fields
    }
}

impl<'a> Node<'a> {
    /// A view of a JSON object; None for other values.
    pub fn new(value: &'a Value) -> Option<Self> {
        let fields = value.as_object()?;
        let mut node = Self { fields, known: [None; KNOWN], has_others: false };
        for (name, value) in fields {
            match place(name) {
                Some(place) => node.known[place] = Some(value),
                None => node.has_others = true,
            }
        }
        Some(node)
    }

    /// A number that no other node of the artifact has, even one with the same content.
    pub fn address(self) -> usize {
        std::ptr::from_ref(self.fields).addr()
    }

    /// The links in the day marks that were removed from the node's text, such as one to the amending act.
    pub fn note_links(self) -> impl Iterator<Item = Link<'a>> {
        note_links(self.fields).into_iter()
    }

    /// The node as JSON as it was stored, without derived fields.
    pub fn to_value(self) -> Value {
        Value::Object(derived::stored_fields(self.fields))
    }

    /// Adds the addresses of all nodes below this one.
    pub fn addresses_below(self, addresses: &mut std::collections::HashSet<usize>) {
        for child in self.children() {
            addresses.insert(child.address());
            child.addresses_below(addresses);
        }
    }

    /// The node's `type`; empty when it has none.
    #[inline]
    pub fn kind(self) -> &'a str {
        self.str("type").unwrap_or_default()
    }

    /// The node's anchor; None if it has none, or one over the limit for anchors. In the text of a day, the variant
    /// that applies has the anchor of its number, whichever variant stores it
    /// ([`Artifact::on_day`](crate::Artifact::on_day)).
    #[inline]
    pub fn id(self) -> Option<&'a str> {
        if self.field(derived::ID).is_some() { self.short(derived::ID) } else { self.short("id") }
    }

    /// The anchor of the node's number: its own, or the one that the number has on another variant.
    #[inline]
    pub fn number_anchor(self) -> Option<&'a str> {
        self.id().or_else(|| self.short(derived::VARIANT_OF))
    }

    /// A field that becomes part of an anchor; None when it is absent, over the limit for anchors, or has control
    /// characters.
    #[inline]
    pub(crate) fn short(self, field: &str) -> Option<&'a str> {
        self.str(field).filter(|text| is_anchor(text))
    }

    /// The printed page on which the node begins, as the node states it.
    #[inline]
    pub fn page(self) -> Option<i64> {
        self.field("page").and_then(|page| page.as_i64().or_else(|| page.as_str()?.trim().parse().ok()))
    }

    /// A field that holds text; None when it is absent, empty or something else.
    #[inline]
    pub fn str(self, field: &str) -> Option<&'a str> {
        self.field(field).and_then(Value::as_str).filter(|text| !text.is_empty())
    }

    /// Any field.
    #[inline]
    pub fn field(self, name: &str) -> Option<&'a Value> {
        match place(name) {
            Some(place) => self.known[place],
            None if self.has_others => self.fields.get(name),
            None => None,
        }
    }

    /// The runs of the node's own text.
    #[inline]
    pub fn text(self) -> Runs<'a> {
        Runs::new(self.field("text"))
    }

    /// The cells of a table row.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Runs<'a>> {
        elements(self.field("cells")).iter().map(|cell| Runs::new(Some(cell)))
    }

    /// The nodes below this one, in the order they are printed.
    #[inline]
    pub fn children(self) -> impl Iterator<Item = Node<'a>> {
        elements(self.field("children")).iter().filter_map(Node::new)
    }

    /// The fields that are read before the children. A part of a treaty printed in several languages has its heading in
    /// `versions`, above its `paragraphs`.
    #[inline]
    pub fn ahead(self) -> impl Iterator<Item = &'a Value> {
        self.ahead_names().iter().filter_map(move |name| self.field(name))
    }

    #[inline]
    fn ahead_names(self) -> &'static [&'static str] {
        if self.kind().starts_with("konvention") { &["versions", "paragraphs"] } else { &[] }
    }

    /// Every other field that may hold text or links: lists and objects.
    pub fn rest(self) -> impl Iterator<Item = &'a Value> {
        let ahead = self.ahead_names();
        self.fields
            .iter()
            .filter(move |(name, value)| {
                (value.is_array() || value.is_object())
                    && !matches!(name.as_str(), "text" | "cells" | "children")
                    && !derived::is_derived(name)
                    && !ahead.contains(&name.as_str())
            })
            .map(|(_, value)| value)
    }
}

/// Whether a text may be an anchor, or part of one.
fn is_anchor(text: &str) -> bool {
    text.len() <= MAX_ANCHOR_BYTES && !text.contains(|c: char| c.is_ascii_control())
}

fn elements(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// A text as the artifact stores it: a list of strings and link objects.
#[derive(Clone, Copy, Debug)]
pub struct Runs<'a>(Option<&'a Value>);

impl<'a> Runs<'a> {
    /// A view of a list of runs, or of one plain string. Anything else is an empty text.
    pub fn new(value: Option<&'a Value>) -> Self {
        Self(value)
    }

    /// The runs in order. A link that ends inside a number is read as text: some acts link only `Article 35` of
    /// `Article 351`, to article 35.
    pub fn iter(self) -> impl Iterator<Item = Run<'a>> {
        let lone = self.0.filter(|value| value.is_string() || value.is_object());
        let listed = elements(self.0);
        let runs = listed.iter().enumerate().filter_map(|(at, value)| Run::new(value, listed.get(at + 1)));
        lone.into_iter().filter_map(|value| Run::new(value, None)).chain(runs)
    }

    /// The links among the runs.
    pub fn links(self) -> impl Iterator<Item = Link<'a>> {
        self.iter().filter_map(|run| match run {
            Run::Link(link) => Some(link),
            Run::Text(_) => None,
        })
    }

    /// The text with its links' surface text, nothing between the runs, not trimmed.
    pub fn plain_text(self) -> String {
        let mut text = String::new();
        self.push_to(&mut text);
        text
    }

    pub(crate) fn push_to(self, text: &mut String) {
        for run in self.iter() {
            text.push_str(run.text());
        }
    }
}

/// One element of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run<'a> {
    /// Plain text.
    Text(&'a str),
    /// Text that points somewhere.
    Link(Link<'a>),
}

impl<'a> Run<'a> {
    /// A view of an element of a text. `following` is the next element.
    fn new(value: &'a Value, following: Option<&Value>) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text)),
            Value::Object(_) => {
                if let Some(mark) = note_mark(value) {
                    return Some(Self::Text(mark));
                }
                let whole = Link::new(value).filter(|link| !link.ends_inside_number(following));
                whole.map(Self::Link).or_else(|| {
                    let text = value.get("text")?.as_str()?;
                    Some(Self::Text(text))
                })
            }
            _ => None,
        }
    }

    /// The text that readers see.
    pub fn text(self) -> &'a str {
        match self {
            Self::Text(text) => text,
            Self::Link(link) => link.text,
        }
    }
}

/// A run that points at a document, a part of one, or a web address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// The target as written.
    pub uri: &'a str,
    /// The surface text; empty when the run has none.
    pub text: &'a str,
    /// The relation, when the run names one.
    pub predicate: Option<&'a str>,
    /// `term` for a defined term. A footnote mark is text.
    pub kind: Option<&'a str>,
}

impl<'a> Link<'a> {
    /// Where the link leads: to a web address, or to a part of the same document (`#P1`). None for anything else, which
    /// is shown as text.
    pub fn target(self) -> Option<&'a str> {
        let in_document = |uri: &str| uri.strip_prefix('#').is_some_and(is_anchor);
        Some(self.uri).filter(|uri| is_web_address(uri) || in_document(uri))
    }

    /// Whether plain text goes on with the number of the article that the link's text ends with: with a digit (`Article 35`,
    /// `1 (ex `) or letters (`artikel 54`, `a.1 i`; `Article 8a`, `a of`; `Article 4`, `B of`). Links that stand side by side
    /// (`6`, `8`) are numbers of their own. A letter after `25.2`, `3 § 1` or `s. 88` names a part of the linked place.
    fn ends_inside_number(&self, following: Option<&Value>) -> bool {
        let Some(following) = following.and_then(Value::as_str) else { return false };
        if following.starts_with(|c: char| c.is_ascii_digit()) {
            return self.text.ends_with(|c: char| c.is_ascii_digit());
        }
        goes_on_with_letters(following) && self.is_number_of_article()
    }

    /// Whether the link's text is the number of an article, with or without its letters: `Article 35`, `8a`.
    fn is_number_of_article(&self) -> bool {
        let words = ["artiklarna", "artikel", "articles", "article", "art."];
        let text = self.text.to_ascii_lowercase();
        let number = words.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(&text).trim_start();
        let letters = number.trim_start_matches(|c: char| c.is_ascii_digit());
        letters.len() < number.len() && letters.bytes().all(|letter| letter.is_ascii_lowercase())
    }

    /// A view of a link object; None without a `uri`.
    pub fn new(value: &'a Value) -> Option<Self> {
        let (mut uri, mut text, mut predicate, mut kind) = (None, None, None, None);
        for (name, value) in value.as_object()? {
            let field = match name.as_str() {
                "uri" => &mut uri,
                "text" => &mut text,
                "predicate" => &mut predicate,
                "kind" => &mut kind,
                _ => continue,
            };
            *field = value.as_str().filter(|text| !text.is_empty());
        }
        Some(Self { uri: uri?, text: text.unwrap_or_default(), predicate, kind })
    }
}

/// Whether a text begins with the letters of a number: one or two small ones, or a capital. Short words are none.
fn goes_on_with_letters(text: &str) -> bool {
    const WORDS: [&str; 17] = [
        "as", "at", "av", "by", "en", "ff", "if", "in", "is", "it", "of", "om", "on", "or", "st", "to", "we",
    ];
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let letters = &text[..end];
    match letters.len() {
        1 => letters.bytes().all(|letter| letter.is_ascii_alphabetic()),
        2 => letters.bytes().all(|letter| letter.is_ascii_lowercase()) && !WORDS.contains(&letters),
        _ => false,
    }
}

/// The mark of a note, as readers see it; None for another run.
fn note_mark(value: &Value) -> Option<&str> {
    let kind = value.get("kind").filter(|kind| *kind == "footnote");
    kind.and(value.get("text")).and_then(Value::as_str).map(shown_mark)
}

/// The links that the text or the first cell has as stored, and no longer has without its notes.
fn note_links(node: &Map<String, Value>) -> Vec<Link<'_>> {
    let mut links = Vec::new();
    for (field, stored) in [("text", STORED_TEXT), ("cells", STORED_CELLS)] {
        let Some(stored) = node.get(stored) else { continue };
        let first =
            |value| -> Option<&Value> { if field == "cells" { Value::get(value, 0) } else { Some(value) } };
        let mut left = Runs::new(node.get(field).and_then(first)).links().peekable();
        for link in Runs::new(first(stored)).links() {
            if left.next_if_eq(&link).is_none() {
                links.push(link);
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{KNOWN, Node, Run, Runs, place};

    #[test]
    fn a_link_that_ends_inside_a_number_is_text() {
        let link = |text: &str| json!({"uri": "https://example.org/act#35", "text": text});
        let links = |runs: serde_json::Value| {
            let runs = Runs::new(Some(&runs));
            (runs.plain_text(), runs.iter().map(|run| matches!(run, Run::Link(_))).collect::<Vec<_>>())
        };
        assert_eq!(
            links(json!([link("Article 35"), "1 (ex "])),
            ("Article 351 (ex ".to_owned(), vec![false, false])
        );
        assert_eq!(
            links(json!([link("Article 35"), " (1)"])),
            ("Article 35 (1)".to_owned(), vec![true, false])
        );
        for cut in ["a", "a.1 i", "a of", "a, ", "a) om får", "ac i", "ga.7 i", "B of"] {
            for number in ["Article 35", "35", "Article 35a", "artikel 8ga"] {
                assert_eq!(links(json!([link(number), cut])).1, [false, false], "{number}{cut}");
            }
        }
        for apart in ["and", "of får", "ff.", "å", " a", ".1a", "-", "BC of", "Be"] {
            for number in ["Article 35", "Article 35a"] {
                assert_eq!(links(json!([link(number), apart])).1, [true, false], "{number}{apart}");
            }
        }
        for part in ["artikel 25.2", "3 § 1", "prop. 2004/05:170", "prop. 2016/17:116, s 88", "", "Article"]
        {
            assert_eq!(links(json!([link(part), "f. 1"])).1, [true, false], "{part}");
        }
        assert_eq!(links(json!([link("6"), link("8")])), ("68".to_owned(), vec![true, true]));
        assert_eq!(links(json!([link("Article 35")])), ("Article 35".to_owned(), vec![true]));
        let mark = json!({"uri": "#fn-3", "text": "3", "kind": "footnote"});
        assert_eq!(links(json!(["judgment", mark])), ("judgment\u{2060}³".to_owned(), vec![false, false]));
        assert_eq!(links(link("Article 35")), ("Article 35".to_owned(), vec![true]));
    }

    #[test]
    fn a_view_has_every_field_of_its_object() {
        let names = [
            "type",
            "id",
            "text",
            "children",
            "ordinal",
            "num",
            "level",
            "page",
            "beteckning",
            "cells",
            "ikrafttrader",
            "upphor",
            "language",
            "versions",
            "x",
            "\u{1}id",
            "",
        ];
        let mut places: Vec<usize> = names.iter().filter_map(|name| place(name)).collect();
        places.sort_unstable();
        assert_eq!(places, (0..KNOWN).collect::<Vec<_>>());
        let all: serde_json::Map<_, _> = names.iter().map(|name| ((*name).to_owned(), json!(name))).collect();
        for kept in 0..=names.len() {
            let fields: serde_json::Map<_, _> = all.clone().into_iter().take(kept).collect();
            let value = json!(fields);
            let node = Node::new(&value).unwrap();
            for name in names {
                assert_eq!(node.field(name), value.get(name), "{name:?} of {fields:?}");
            }
        }
        assert!(Node::new(&json!([])).is_none());
    }
}
