//! Cutting the body of an artifact into runs of neighbouring nodes.

use std::io;

use lagrum_artifact::{Artifact, Node};
use serde_json::{Map, Value, json};

use super::state::ReadingState;

/// The maximum depth of nested lists that are cut. Chapters of parts of real codes are three deep.
const MAX_DEPTH: usize = 8;

/// Bytes that the nodes around a run may have together without their children.
const MAX_AROUND: usize = 16 << 10;

/// Neighbouring nodes of one list.
pub(super) struct Run<'a> {
    section: Section,
    /// The nodes around the run, from the outside in, each with the list that it is in.
    around: Vec<(&'a [Value], &'a Map<String, Value>)>,
    /// The list that the run is in.
    list: &'a [Value],
    /// The nodes of the run.
    pub(super) items: &'a [Value],
}

/// The field of an artifact that a run is in.
#[derive(Clone, Copy)]
enum Section {
    Field(&'static str),
    /// The consolidation that is presented in the place of the other fields.
    Consolidation,
}

/// Cuts the presented text into runs of at most `bytes` bytes. A longer node is cut between its children, if it has
/// any.
pub(super) fn runs(artifact: &Artifact, bytes: usize) -> Vec<Run<'_>> {
    let presented = artifact.presented();
    let mut runs = Vec::new();
    if presented.is_consolidated() {
        for structure in presented.body() {
            runs.extend(cut_section(Section::Consolidation, structure, bytes));
        }
        return runs;
    }
    for field in ["structure", "body", "footnotes"] {
        if let Some(value) = artifact.field(&[field]) {
            runs.extend(cut_section(Section::Field(field), value, bytes));
        }
    }
    runs
}

fn cut_section(section: Section, value: &Value, bytes: usize) -> Vec<Run<'_>> {
    let mut cutter = Cutter { section, bytes, around: Vec::new(), around_bytes: 0, runs: Vec::new() };
    if let Some(list) = value.as_array() {
        cutter.list(list);
    }
    cutter.runs
}

struct Cutter<'a> {
    section: Section,
    bytes: usize,
    around: Vec<(&'a [Value], &'a Map<String, Value>)>,
    around_bytes: usize,
    runs: Vec<Run<'a>>,
}

impl<'a> Cutter<'a> {
    fn list(&mut self, list: &'a [Value]) {
        let (mut first, mut filled) = (0, 0);
        for (at, item) in list.iter().enumerate() {
            let length = json_bytes(item);
            let below =
                (length > self.bytes && self.around.len() < MAX_DEPTH).then(|| children(item)).flatten();
            if filled > 0 && (below.is_some() || length > self.bytes.saturating_sub(filled)) {
                self.run(list, first, at);
                (first, filled) = (at, 0);
            }
            match below {
                Some((node, children)) => {
                    self.inside(list, node, children, length);
                    first = at + 1;
                }
                None => filled = length.saturating_add(filled),
            }
        }
        if filled > 0 {
            self.run(list, first, list.len());
        }
    }

    /// Cuts the children of a node.
    fn inside(
        &mut self,
        list: &'a [Value],
        node: &'a Map<String, Value>,
        children: &'a [Value],
        length: usize,
    ) {
        let below = children.iter().map(json_bytes).fold(0, usize::saturating_add);
        let own = length.saturating_sub(below);
        if self.around_bytes + own > MAX_AROUND {
            return;
        }
        self.around_bytes += own;
        self.around.push((list, node));
        self.list(children);
        self.around.pop();
        self.around_bytes -= own;
    }

    fn run(&mut self, list: &'a [Value], from: usize, to: usize) {
        let (section, around) = (self.section, self.around.clone());
        self.runs.push(Run { section, around, list, items: &list[from..to] });
    }
}

/// The children of a node, if it has some.
fn children(item: &Value) -> Option<(&Map<String, Value>, &[Value])> {
    let node = item.as_object()?;
    let children = node.get("children")?.as_array()?;
    (!children.is_empty()).then_some((node, children.as_slice()))
}

impl Run<'_> {
    /// The run as an artifact, under the headings of a state.
    pub(super) fn artifact(&self, uri: &str, state: &ReadingState) -> Vec<u8> {
        let mut nodes = led_in(self.list, &self.items[0], state);
        nodes.extend(self.items.iter().cloned());
        for (list, node) in self.around.iter().rev() {
            let mut outer = without_children(node);
            outer.insert("children".to_owned(), Value::Array(nodes));
            nodes = led_in_before(list, node, state);
            nodes.push(Value::Object(outer));
        }
        let artifact = match self.section {
            Section::Field(field) => json!({"uri": uri, field: nodes}),
            Section::Consolidation => json!({"uri": uri, "consolidations": [{"structure": nodes}]}),
        };
        artifact.to_string().into_bytes()
    }

    /// The nodes of the run, in the artifact that [`artifact`](Self::artifact) made of it.
    pub(super) fn items_in<'e>(&self, artifact: &'e Artifact) -> Option<&'e [Value]> {
        let mut list = match self.section {
            Section::Field(field) => artifact.list(&[field]),
            Section::Consolidation => artifact.presented().body().first()?.as_array()?,
        };
        for _ in &self.around {
            list = list.last()?.get("children")?.as_array()?;
        }
        list.get(list.len().checked_sub(self.items.len())?..)
    }
}

/// What stands in a list before one of its values: the headings that apply to a run.
///
/// The number of a part is printed before its first child, if that can lead it, and before no other. So the first child
/// is there as well: a heading, or else an empty node in its place.
fn led_in(list: &[Value], first: &Value, state: &ReadingState) -> Vec<Value> {
    let before = list.iter().take_while(|item| !std::ptr::eq(*item, first)).enumerate();
    let nodes = before.filter_map(|(at, item)| {
        let node = Node::new(item)?;
        let is_led_by = at == 0 && node.kind() == "rubrik";
        match item {
            Value::Object(fields) if is_led_by || state.is_heading(node) => {
                Some(Value::Object(without_children(fields)))
            }
            _ => (at == 0).then(|| json!({})),
        }
    });
    nodes.collect()
}

/// What stands in a list before one of its nodes.
fn led_in_before(list: &[Value], node: &Map<String, Value>, state: &ReadingState) -> Vec<Value> {
    let item = list.iter().find(|item| item.as_object().is_some_and(|fields| std::ptr::eq(fields, node)));
    item.map(|item| led_in(list, item, state)).unwrap_or_default()
}

/// A node with its own text, but without the nodes below it and without its printed page.
fn without_children(node: &Map<String, Value>) -> Map<String, Value> {
    let own = |(name, value): &(&String, &Value)| {
        *name == "text" || !(value.is_array() || value.is_object() || *name == "page")
    };
    node.iter().filter(own).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The length of a value as JSON.
fn json_bytes(value: &Value) -> usize {
    struct Counter(usize);
    impl io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    match serde_json::to_writer(&mut counter, value) {
        Ok(()) => counter.0,
        Err(_) => usize::MAX,
    }
}
