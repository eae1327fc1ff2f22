//! One part of a document, as it is rendered within the whole.
//!
//! The events of the whole document are walked, and those of the part go to the markdown writer. So the number of a
//! paragraf stands before its first stycke, lists are nested and headings deep as in the document, and the markdown of a part is a
//! piece of that of the document. Nothing is formatted before the outermost part around it.

use std::collections::HashSet;
use std::ops::ControlFlow;

use lagrum_artifact::{AnchorTarget, Artifact, Node};

use crate::document::read_body_until;
use crate::event::{Event, InForce, PartEvent};
use crate::markdown::MarkdownWriter;
use crate::outline::EventOutline;

/// A part of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedPart {
    /// The headings above it, from the outside in, without the name of the document.
    pub headings: Vec<String>,
    /// Its markdown.
    pub markdown: String,
    /// Its text with its markers, one line for each block.
    pub text: String,
    /// The printed page that it begins on.
    pub page: Option<i64>,
    /// The day or phrase from which it applies, where that is stated for it or for a part around it.
    pub applies_from: Option<String>,
    /// The day or phrase from which it no longer applies, where that is stated for it or for a part around it.
    pub applies_until: Option<String>,
}

/// Renders a part of a document.
pub fn render_part(artifact: &Artifact, part: &AnchorTarget<'_>) -> RenderedPart {
    render(artifact, part, |selection| selection.nodes.clone())
}

/// Renders a part. `unread` gives the nodes that must have been read before the reading ends.
fn render(
    artifact: &Artifact,
    part: &AnchorTarget<'_>,
    unread: impl FnOnce(&Selection) -> HashSet<usize>,
) -> RenderedPart {
    let selection = Selection::of(part);
    let first = outermost(artifact, &selection);
    let unread = unread(&selection);
    let mut reader = PartReader { selection, unread, first, ..PartReader::default() };
    read_body_until(artifact, &mut |event| reader.read(&event));
    reader.end_segment();
    reader.part
}

/// The nodes of a part, by which its events are selected.
#[derive(Default)]
struct Selection {
    nodes: HashSet<usize>,
    /// Whether what is below a node belongs to the part.
    has_children: bool,
}

impl Selection {
    fn of(part: &AnchorTarget<'_>) -> Self {
        Self {
            nodes: part.nodes().iter().map(|node| node.address()).collect(),
            has_children: part.has_children(),
        }
    }

    fn has(&self, node: Option<Node<'_>>) -> bool {
        node.is_some_and(|node| self.nodes.contains(&node.address()))
    }

    /// Whether everything inside a part that begins belongs to the selection.
    fn has_inside(&self, part: &PartEvent<'_>) -> bool {
        self.has(part.node) && (self.has_children || part.kind == PartEvent::TABLE)
    }

    /// Whether an event belongs to the selection. `inside` says whether the innermost open part does with all that is in it.
    fn has_event(&self, event: &Event<'_>, inside: bool) -> bool {
        match event {
            Event::Enter(part) => inside || self.has_inside(part),
            Event::Leave => inside,
            Event::Block(block) => inside || self.has(block.node),
            Event::Row(row) => inside || self.has(row.node),
        }
    }
}

/// The number of the outermost part that has the first event of a selection, counted from the beginning of the
/// document.
fn outermost(artifact: &Artifact, selection: &Selection) -> usize {
    let (mut parts, mut depth, mut found) = (0, 0_usize, None);
    read_body_until(artifact, &mut |event| {
        match &event {
            Event::Enter(_) => {
                parts += usize::from(depth == 0);
                depth += 1;
            }
            Event::Leave => depth -= 1,
            Event::Block(_) | Event::Row(_) => {}
        }
        if selection.has(node_of(&event)) {
            found = Some(parts);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found.unwrap_or(parts)
}

/// The node of an event.
pub(crate) fn node_of<'a>(event: &Event<'a>) -> Option<Node<'a>> {
    match event {
        Event::Enter(part) => part.node,
        Event::Leave => None,
        Event::Block(block) => block.node,
        Event::Row(row) => row.node,
    }
}

#[derive(Default)]
struct PartReader {
    selection: Selection,
    /// The nodes of the selection of which no event has been read.
    unread: HashSet<usize>,
    /// The number of the outermost part at which writing begins.
    first: usize,
    /// The number of outermost parts that have begun.
    parts: usize,
    /// For each open part whether it is inside the selection, and when it applies.
    open: Vec<(bool, StatedDays)>,
    /// The headings that apply.
    outline: EventOutline<String>,
    page: Option<i64>,
    writer: MarkdownWriter,
    /// Where the current segment begins in the writer's output.
    segment: Option<usize>,
    begun: bool,
    part: RenderedPart,
}

impl PartReader {
    /// Reads an event. Breaks off after the last event of the selection: the events of a node, without its children,
    /// follow each other.
    fn read(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        if let Event::Enter(_) = event {
            self.parts += usize::from(self.open.is_empty());
        }
        let is_selected = self.is_selected(event);
        if is_selected {
            if let Some(node) = node_of(event) {
                self.unread.remove(&node.address());
            }
            self.begin(event);
            push_line(&mut self.part.text, event);
        } else {
            self.end_segment();
            if self.unread.is_empty() {
                return ControlFlow::Break(());
            }
        }
        // Text before the outermost part around the selection has no effect on the selection.
        if is_selected || (self.parts >= self.first && !self.begun) {
            self.writer.write(event.clone());
        }
        self.follow(event);
        ControlFlow::Continue(())
    }

    fn is_selected(&self, event: &Event<'_>) -> bool {
        self.selection.has_event(event, self.open.last().is_some_and(|(inside, _)| *inside))
    }

    /// Updates the state that the next event is read in.
    fn follow(&mut self, event: &Event<'_>) {
        // A heading that does not yet apply stands over nothing.
        let is_coming = matches!(event, Event::Block(block) if block.node.is_some_and(Node::is_coming));
        if !is_coming {
            self.outline.follow(event, |block| block.text.collapsed());
        }
        match event {
            Event::Enter(part) => {
                let inside = self.open.last().is_some_and(|(inside, _)| *inside);
                let inside = inside || self.selection.has_inside(part);
                self.open.push((inside, owned(part.in_force)));
            }
            Event::Leave => {
                self.open.pop();
            }
            Event::Block(block) => {
                self.page = block.page.or(self.page);
            }
            Event::Row(_) => {}
        }
    }

    /// Begins a segment of the selection. The first segment also begins the part.
    fn begin(&mut self, event: &Event<'_>) {
        if self.segment.is_none() {
            if matches!(event, Event::Row(_)) {
                self.writer.end_table();
            }
            self.segment = Some(self.writer.out.len());
        }
        let own = match event {
            Event::Block(block) => Some((block.in_force, block.page)),
            Event::Row(row) => Some((row.in_force, None)),
            Event::Enter(part) => Some((part.in_force, part.node.and_then(Node::page))),
            Event::Leave => None,
        };
        if let (false, Some((in_force, page))) = (self.begun, own) {
            self.begun = true;
            let around = self.open.iter().rev().map(|(_, in_force)| in_force.clone());
            let stated = std::iter::once(owned(in_force)).chain(around);
            let stated = stated.into_iter().find(|(from, until)| from.is_some() || until.is_some());
            (self.part.applies_from, self.part.applies_until) = stated.unwrap_or_default();
            self.part.page = page.or(self.page);
            self.part.headings = self.outline.over(event).cloned().collect();
        }
    }

    fn end_segment(&mut self) {
        let Some(begin) = self.segment.take() else { return };
        self.writer.end_table();
        let segment = self.writer.out[begin..].trim_start_matches('\n').trim_end();
        if !segment.is_empty() {
            if !self.part.markdown.is_empty() {
                self.part.markdown.push_str("\n\n");
            }
            self.part.markdown.push_str(segment);
        }
    }
}

/// Adds the line of an event to a text; nothing for one without words.
pub(crate) fn push_line(text: &mut String, event: &Event<'_>) {
    let line = match event {
        Event::Block(block) => {
            let marker = block.marker.as_ref().map(|marker| {
                let (before, after) = marker.signs();
                format!("{before}{}{after}", marker.text())
            });
            let words = [marker.unwrap_or_default(), block.text.collapsed()];
            words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ")
        }
        Event::Row(row) => {
            let cells: Vec<String> = row.cells.iter().map(|cell| cell.text.collapsed()).collect();
            cells.join(" | ")
        }
        Event::Enter(_) | Event::Leave => return,
    };
    if !line.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&line);
    }
}

/// The days or phrases from which a part applies and no longer applies.
type StatedDays = (Option<String>, Option<String>);

fn owned(in_force: InForce<'_>) -> StatedDays {
    (in_force.from.map(str::to_owned), in_force.until.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_part_comes_after_its_last_node() {
        let mut parts = 0;
        for (name, bytes) in lagrum_demo::files() {
            let Ok(artifact) = Artifact::parse(bytes) else { continue };
            for anchored in artifact.presented().anchored_parts() {
                let Some(part) = artifact.presented().part(&anchored.anchor) else { continue };
                // No node has this address, so everything is read.
                let whole = render(&artifact, &part, |_| HashSet::from([usize::MAX]));
                assert_eq!(render_part(&artifact, &part), whole, "{name:?} {}", anchored.anchor);
                parts += 1;
            }
        }
        assert!(parts > 500, "{parts}");
    }
}
