//! Elements of Formex by their names.

use roxmltree::Node;

/// The first child with a name.
pub(super) fn child<'a, 'x>(node: Node<'a, 'x>, name: &str) -> Option<Node<'a, 'x>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// The trimmed text of the first element with a name.
pub(super) fn text_of(root: Node<'_, '_>, name: &str) -> Option<String> {
    let found = root.descendants().find(|node| node.has_tag_name(name))?;
    let text: String =
        found.descendants().filter_map(|node| node.is_text().then(|| node.text()).flatten()).collect();
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
