//! A comparison as HTML.
//!
//! All text of a document passes through [`escaped`], so none can become markup.

use std::collections::HashSet;

use lagrum_artifact::AnchorGrammar;

use super::blocks::DiffBlock;
use super::comparison::LydelseComparison;
use super::runs::runs;
use super::steps::BlockStep;
use super::units::{SteppedUnit, UnitChange};
use super::words::Mark;

impl LydelseComparison {
    /// The whole newer lydelse as HTML, with removed and added text marked: one `div`, in which all text of a document is
    /// escaped. Without its `del` elements it is the newer text. A unit that has moved stands where the newer text has it.
    pub fn html(&self, grammar: AnchorGrammar) -> String {
        let mut html = String::with_capacity(self.newer().iter().map(|block| block.text.len() + 64).sum());
        let mut anchors = HashSet::new();
        html.push_str("<div class=\"version-diff\">");
        for SteppedUnit { unit, steps } in self.stepped_units(grammar, false) {
            let has_moved = unit.change == UnitChange::Moved;
            for step in steps {
                push_step(&mut html, step, has_moved, &mut anchors);
            }
        }
        html.push_str("</div>");
        html
    }
}

fn push_step<'b>(html: &mut String, step: BlockStep<'b>, has_moved: bool, ids: &mut HashSet<&'b str>) {
    let is_moved = has_moved || step.is_moved;
    match (step.old, step.new) {
        (Some(old), Some(new)) => {
            let is_same = old.marker == new.marker && old.text == new.text;
            let classes: &[&str] = match (is_same, is_moved) {
                (true, false) => &[],
                (true, true) => &["diff-moved"],
                (false, false) => &["diff-changed"],
                (false, true) => &["diff-changed", "diff-moved"],
            };
            open(html, new, Some(ids), classes);
            changed(html, old, new);
            close(html, new);
        }
        (Some(old), None) => {
            open(html, old, None, with_moved("diff-removed", is_moved));
            one_sided(html, Mark::Removed, old);
            close(html, old);
        }
        (None, Some(new)) => {
            open(html, new, Some(ids), with_moved("diff-added", is_moved));
            one_sided(html, Mark::Added, new);
            close(html, new);
        }
        (None, None) => {}
    }
}

fn with_moved(class: &'static str, is_moved: bool) -> &'static [&'static str] {
    match (class, is_moved) {
        ("diff-removed", true) => &["diff-removed", "diff-moved"],
        ("diff-removed", false) => &["diff-removed"],
        (_, true) => &["diff-added", "diff-moved"],
        (_, false) => &["diff-added"],
    }
}

/// Opens the element of a block. Its anchor becomes the id, unless `ids` is None or has the anchor already.
fn open<'b>(html: &mut String, block: &'b DiffBlock, ids: Option<&mut HashSet<&'b str>>, classes: &[&str]) {
    match block.heading {
        Some(level) => html.push_str(&format!("<h{}", level + 1)),
        None => html.push_str("<p"),
    }
    let usable =
        |anchor: &&str| !anchor.is_empty() && !anchor.contains(|c: char| c.is_whitespace() || c.is_control());
    if let (Some(anchor), Some(ids)) = (block.anchor.as_deref().filter(usable), ids)
        && ids.insert(anchor)
    {
        html.push_str(" id=\"");
        push_escaped(html, anchor);
        html.push('"');
    }
    let classes: Vec<&str> =
        block.heading.map(|_| "rubrik").into_iter().chain(classes.iter().copied()).collect();
    if !classes.is_empty() {
        html.push_str(&format!(" class=\"{}\"", classes.join(" ")));
    }
    html.push('>');
}

fn close(html: &mut String, block: &DiffBlock) {
    match block.heading {
        Some(level) => html.push_str(&format!("</h{}>", level + 1)),
        None => html.push_str("</p>"),
    }
}

fn changed(html: &mut String, old: &DiffBlock, new: &DiffBlock) {
    if old.marker == new.marker {
        push_marker(html, Mark::Same, &new.marker);
    } else {
        html.push_str("<span class=\"num\">");
        for (mark, marker) in [(Mark::Removed, &old.marker), (Mark::Added, &new.marker)] {
            if !marker.is_empty() {
                push_marked(html, mark, marker);
            }
        }
        html.push_str("</span> ");
    }
    let mut is_first = true;
    // Runs begin and end between words.
    for run in runs(&old.text, &new.text) {
        let words = run.text.trim();
        if words.is_empty() {
            continue;
        }
        if !is_first {
            html.push(' ');
        }
        is_first = false;
        push_marked(html, run.mark, words);
    }
}

fn one_sided(html: &mut String, mark: Mark, block: &DiffBlock) {
    push_marker(html, mark, &block.marker);
    if !block.text.is_empty() {
        push_marked(html, mark, &block.text);
    }
}

fn push_marker(html: &mut String, mark: Mark, marker: &str) {
    if !marker.is_empty() {
        html.push_str("<span class=\"num\">");
        push_marked(html, mark, marker);
        html.push_str("</span> ");
    }
}

fn push_marked(html: &mut String, mark: Mark, text: &str) {
    let element = match mark {
        Mark::Same => return push_escaped(html, text),
        Mark::Removed => "del",
        Mark::Added => "ins",
    };
    html.push_str(&format!("<{element}>"));
    push_escaped(html, text);
    html.push_str(&format!("</{element}>"));
}

/// A text escaped for HTML, between tags and in quoted attributes. Forbidden characters are replaced.
pub fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    push_escaped(&mut html, text);
    html
}

fn push_escaped(html: &mut String, text: &str) {
    // Neither HTML nor XML may hold these.
    let is_forbidden =
        |c: char| matches!(c, '\u{FFFE}' | '\u{FFFF}') || (c.is_control() && !c.is_whitespace());
    for (number, allowed) in text.split(is_forbidden).enumerate() {
        if number > 0 {
            html.push(char::REPLACEMENT_CHARACTER);
        }
        lagrum_escape::push_html(html, allowed);
    }
}
