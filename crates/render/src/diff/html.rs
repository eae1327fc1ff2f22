//! A comparison as HTML.
//!
//! All text of a document passes through [`escaped`], so none can become markup.

use std::collections::HashSet;

use super::blocks::DiffBlock;
use super::change::Change;
use super::comparison::LydelseComparison;
use super::words::{Mark, spans};

impl LydelseComparison {
    /// The whole newer lydelse as HTML, with removed and added text marked: one `div`, in which all text of a document is
    /// escaped. Without its `del` elements it is the newer text, without its `ins` elements the older.
    pub fn html(&self) -> String {
        html(self)
    }
}

fn html(comparison: &LydelseComparison) -> String {
    let mut html = String::with_capacity(comparison.newer().iter().map(|block| block.text.len() + 64).sum());
    let mut anchors = HashSet::new();
    html.push_str("<div class=\"version-diff\">");
    for change in comparison.changes().iter().take_while(|_| !lagrum_cancel::is_cancelled()) {
        let (old, new) = (comparison.older(), comparison.newer());
        match *change {
            Change::Same { new: at, .. } => {
                open(&mut html, &new[at], Some(&mut anchors), &[]);
                push_marker(&mut html, Mark::Same, &new[at].marker);
                push_escaped(&mut html, &new[at].text);
                close(&mut html, &new[at]);
            }
            Change::Changed { old: from, new: to } => {
                open(&mut html, &new[to], Some(&mut anchors), &["diff-changed"]);
                changed(&mut html, &old[from], &new[to]);
                close(&mut html, &new[to]);
            }
            Change::Removed { old: at, moved_to } => {
                open(&mut html, &old[at], None, with_moved("diff-removed", moved_to));
                one_sided(&mut html, Mark::Removed, &old[at]);
                close(&mut html, &old[at]);
            }
            Change::Added { new: at, moved_from } => {
                open(&mut html, &new[at], Some(&mut anchors), with_moved("diff-added", moved_from));
                one_sided(&mut html, Mark::Added, &new[at]);
                close(&mut html, &new[at]);
            }
        }
    }
    html.push_str("</div>");
    html
}

fn with_moved(class: &'static str, twin: Option<usize>) -> &'static [&'static str] {
    match (class, twin) {
        ("diff-removed", Some(_)) => &["diff-removed", "diff-moved"],
        ("diff-removed", None) => &["diff-removed"],
        (_, Some(_)) => &["diff-added", "diff-moved"],
        (_, None) => &["diff-added"],
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
    for (at, span) in spans(&old.text, &new.text).into_iter().enumerate() {
        if at > 0 {
            html.push(' ');
        }
        push_marked(html, span.mark, span.text);
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
