//! The nodes of an artifact while it is made. They are written as JSON with sorted keys and without blanks.

use std::ops::Range;

/// A link in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeLink {
    /// The bytes of the text that carry the link.
    pub(crate) range: Range<usize>,
    /// The whole uri.
    pub(crate) uri: String,
    /// The relation; empty for the mark of a note.
    pub(crate) predicate: &'static str,
    /// `term` for a term where it is defined, `footnote` for the mark of a note.
    pub(crate) kind: Option<&'static str>,
}

impl NodeLink {
    /// The mark of a note, which is the words of the range.
    pub(crate) fn note_mark(range: Range<usize>, mark: &str) -> Self {
        Self { range, uri: format!("#fn-{mark}"), predicate: "", kind: Some("footnote") }
    }

    pub(crate) fn is_note_mark(&self) -> bool {
        self.kind == Some("footnote")
    }
}

/// A text and the links in it, in reading order and without overlaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LinkedText {
    pub(crate) plain: String,
    pub(crate) links: Vec<NodeLink>,
}

impl From<String> for LinkedText {
    fn from(plain: String) -> Self {
        Self { plain, links: Vec::new() }
    }
}

/// The types of nodes that only EU documents have. What they are cited by follows from their numbers.
const EU_KINDS: [&str; 13] = [
    "article",
    "citat",
    "citation",
    "heading",
    "keyword",
    "note",
    "paragraph",
    "point",
    "preamble",
    "punktstycke",
    "recital",
    "ruling",
    "signature",
];

impl LinkedText {
    /// Puts words before the text.
    pub(crate) fn put_before(&mut self, words: &str) {
        self.plain.insert_str(0, words);
        for link in &mut self.links {
            link.range = link.range.start + words.len()..link.range.end + words.len();
        }
    }

    /// Orders the links, and removes those that overlap one before them.
    pub(crate) fn keep_apart(&mut self) {
        self.links.sort_by_key(|link| link.range.start);
        let mut end = 0;
        let plain = &self.plain;
        self.links.retain(|link| {
            let follows = link.range.start >= end && plain.get(link.range.clone()).is_some();
            if follows {
                end = link.range.end;
            }
            follows
        });
    }
}

/// A node of the structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) kind: &'static str,
    pub(crate) id: Option<String>,
    pub(crate) ordinal: Option<String>,
    pub(crate) beteckning: Option<String>,
    pub(crate) level: Option<u8>,
    /// `note` for a footnote.
    pub(crate) class: Option<&'static str>,
    /// The court of an instance.
    pub(crate) court: Option<String>,
    /// The mark of a footnote, the number of a section, or that of a part of an EU document without the marks around it: `1`, `8a`, `iv`, `—`.
    pub(crate) num: Option<String>,
    /// The printed page on which it begins.
    pub(crate) page: Option<u32>,
    /// How deep a point or a text stands in lists.
    pub(crate) depth: Option<u8>,
    /// The printed designation of an article or a heading (`Article 8a`), if a title follows it.
    pub(crate) label: Option<String>,
    /// What a quoted part is in the quoted document.
    pub(crate) quoted: Option<&'static str>,
    /// The amending act, by its mark in a consolidation (`M1`), that the text is from.
    pub(crate) modified: Option<String>,
    /// Whether a row heads the columns.
    pub(crate) is_head: bool,
    /// The columns and rows that each cell spans, if any spans more than one.
    pub(crate) colspans: Vec<u32>,
    pub(crate) rowspans: Vec<u32>,
    /// The moment of a paragraf that is printed in moments.
    pub(crate) moment: Option<u32>,
    /// Whether the ordinal is not printed in the text but was found by counting.
    pub(crate) is_counted: bool,
    /// Whether the node never has an anchor, such as the title of a kapitel.
    pub(crate) is_anonymous: bool,
    /// `ikrafttrader`.
    pub(crate) from: Option<String>,
    /// `upphor`.
    pub(crate) until: Option<String>,
    pub(crate) text: Option<LinkedText>,
    pub(crate) cells: Option<Vec<LinkedText>>,
    pub(crate) children: Vec<Node>,
}

impl Node {
    pub(crate) fn new(kind: &'static str) -> Self {
        Self { kind, ..Self::default() }
    }

    pub(crate) fn with_text(kind: &'static str, text: impl Into<String>) -> Self {
        Self { kind, text: Some(LinkedText::from(text.into())), ..Self::default() }
    }

    /// The words of the text, without links.
    pub(crate) fn plain(&self) -> &str {
        self.text.as_ref().map_or("", |text| &text.plain)
    }

    /// Whether nodes of the type may have an anchor that is stored. The field is then always written, as null without an anchor.
    fn has_id_field(&self) -> bool {
        !matches!(self.kind, "upphavd" | "rad") && !EU_KINDS.contains(&self.kind)
    }

    fn has_ordinal_field(&self) -> bool {
        !matches!(self.kind, "bilaga" | "underavdelning")
    }

    fn has_children_field(&self) -> bool {
        !self.children.is_empty() || !(self.text.is_some() || self.cells.is_some())
    }

    /// Appends the node as JSON.
    pub(crate) fn write(&self, out: &mut String) {
        let mut object = Object::begin(out);
        object.text("beteckning", self.beteckning.as_deref());
        if let Some(cells) = &self.cells {
            list(object.field("cells"), cells, write_runs);
        }
        if self.has_children_field() {
            list(object.field("children"), &self.children, |node, out| node.write(out));
        }
        object.text("class", self.class);
        object.numbers("colspan", &self.colspans);
        object.text("court", self.court.as_deref());
        object.number("depth", self.depth);
        match &self.id {
            Some(id) => object.text("id", Some(id)),
            None if self.has_id_field() => object.field("id").push_str("null"),
            None => {}
        }
        object.text("ikrafttrader", self.from.as_deref());
        object.text("label", self.label.as_deref());
        object.number("level", self.level);
        object.text("mod", self.modified.as_deref());
        object.text("num", self.num.as_deref());
        object.text("ordinal", self.ordinal.as_deref().filter(|_| self.has_ordinal_field()));
        object.number("page", self.page);
        object.text("quoted", self.quoted);
        object.numbers("rowspan", &self.rowspans);
        if let Some(text) = &self.text {
            write_runs(text, object.field("text"));
        }
        if self.is_head {
            object.field("th").push_str("true");
        }
        object.text("type", Some(self.kind));
        object.text("upphor", self.until.as_deref());
        object.end();
    }
}

/// Appends a list.
pub(crate) fn list<T>(out: &mut String, items: &[T], mut write: impl FnMut(&T, &mut String)) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(item, out);
    }
    out.push(']');
}

/// Appends a text as a list of runs.
pub(crate) fn write_runs(text: &LinkedText, out: &mut String) {
    out.push('[');
    let mut at = 0;
    let mut first = true;
    let mut separate = |out: &mut String| {
        if !std::mem::take(&mut first) {
            out.push(',');
        }
    };
    for link in &text.links {
        let (Some(before), Some(words)) =
            (text.plain.get(at..link.range.start), text.plain.get(link.range.clone()))
        else {
            continue;
        };
        if !before.is_empty() {
            separate(out);
            string(out, before);
        }
        separate(out);
        let mut object = Object::begin(out);
        object.text("kind", link.kind);
        object.text("predicate", Some(link.predicate).filter(|predicate| !predicate.is_empty()));
        object.text("text", Some(words));
        object.text("uri", Some(&link.uri));
        object.end();
        at = link.range.end;
    }
    let rest = text.plain.get(at..).unwrap_or_default();
    if !rest.is_empty() {
        separate(out);
        string(out, rest);
    }
    out.push(']');
}

/// Appends a JSON string.
pub(crate) fn string(out: &mut String, text: &str) {
    // Writing to a string does not fail.
    out.push_str(&serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned()));
}

/// A JSON object that is being written; its fields must come in order.
pub(crate) struct Object<'o> {
    out: &'o mut String,
    empty: bool,
}

impl<'o> Object<'o> {
    pub(crate) fn begin(out: &'o mut String) -> Self {
        out.push('{');
        Self { out, empty: true }
    }

    /// Begins a field. Its value is to be appended to the string that is returned.
    pub(crate) fn field(&mut self, name: &str) -> &mut String {
        if !std::mem::replace(&mut self.empty, false) {
            self.out.push(',');
        }
        string(self.out, name);
        self.out.push(':');
        self.out
    }

    /// A field with a text, if there is one.
    pub(crate) fn text(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            string(self.field(name), text);
        }
    }

    /// A field with a number, if there is one.
    pub(crate) fn number(&mut self, name: &str, number: Option<impl std::fmt::Display>) {
        if let Some(number) = number {
            self.field(name).push_str(&number.to_string());
        }
    }

    /// A field with numbers, if there are any.
    fn numbers(&mut self, name: &str, numbers: &[u32]) {
        if !numbers.is_empty() {
            list(self.field(name), numbers, |number, out| out.push_str(&number.to_string()));
        }
    }

    pub(crate) fn end(self) {
        self.out.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_move_with_their_words() {
        let mut text = LinkedText::from("Council *4".to_owned());
        text.links.push(NodeLink::note_mark(8..10, "*4"));
        text.put_before("‘");
        let words: Vec<&str> = text.links.iter().map(|link| &text.plain[link.range.clone()]).collect();
        assert_eq!((text.plain.as_str(), words), ("‘Council *4", vec!["*4"]));
    }
}
