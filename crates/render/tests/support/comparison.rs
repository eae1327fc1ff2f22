//! Reads the HTML of a comparison.

use roxmltree::{Document, Node};

/// The text of a comparison's HTML without the content of the `left_out` elements, with single spaces between words.
/// Panics when the HTML is not well formed or has elements or attributes that a comparison never writes.
pub fn text_without(html: &str, left_out: &str) -> String {
    let document = Document::parse(html).unwrap_or_else(|error| panic!("{error}: {html}"));
    let mut text = String::new();
    push(document.root_element(), left_out, &mut text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push(node: Node<'_, '_>, left_out: &str, text: &mut String) {
    if let Some(words) = node.text().filter(|_| node.is_text()) {
        text.push_str(words);
    }
    if node.is_element() {
        let name = node.tag_name().name();
        assert!(["div", "p", "h2", "h3", "h4", "h5", "h6", "span", "del", "ins"].contains(&name), "<{name}>");
        for attribute in node.attributes() {
            assert!(["id", "class"].contains(&attribute.name()), "{}", attribute.name());
        }
        if name == left_out {
            return;
        }
    }
    for child in node.children() {
        push(child, left_out, text);
    }
    if matches!(node.tag_name().name(), "p" | "h2" | "h3" | "h4" | "h5" | "h6") {
        text.push(' ');
    }
}

/// The text inside the elements of a name, with single spaces between words.
#[allow(dead_code, reason = "not every test that reads comparisons needs it")]
pub fn text_of(html: &str, name: &str) -> String {
    let document = Document::parse(html).unwrap_or_else(|error| panic!("{error}: {html}"));
    let elements = document.descendants().filter(|node| node.has_tag_name(name));
    let texts: Vec<&str> = elements.filter_map(|node| node.text()).collect();
    texts.join(" ")
}
