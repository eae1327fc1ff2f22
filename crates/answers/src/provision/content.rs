//! The text of a part in the form that is asked for.

use std::collections::HashSet;

use lagrum_artifact::AnchorTarget;
use lagrum_render::RenderedPart;
use serde_json::Value;

use super::question::ProvisionForm;

/// The text of a provision in one form.
#[derive(Default)]
pub(super) struct ProvisionContent {
    pub(super) node: Option<Value>,
    pub(super) markdown: Option<String>,
    pub(super) text: Option<String>,
}

/// The text of a part in one form, with the headings above it where they are wanted.
pub(super) fn content(
    part: &AnchorTarget<'_>,
    rendered: &RenderedPart,
    form: ProvisionForm,
    with_headings: bool,
) -> ProvisionContent {
    let headings = if with_headings { rendered.headings.as_slice() } else { &[] };
    match form {
        ProvisionForm::Node => ProvisionContent { node: Some(nodes(part)), ..ProvisionContent::default() },
        ProvisionForm::Text => {
            let lines = headings.iter().map(String::as_str).chain([rendered.text.as_str()]);
            let text = lines.collect::<Vec<_>>().join("\n");
            ProvisionContent { text: Some(text), ..ProvisionContent::default() }
        }
        ProvisionForm::Markdown => {
            // Depth 1 is the name of the document.
            let heading = |(depth, text): (usize, &String)| lagrum_render::heading_of(depth + 2, text);
            let headings = headings.iter().enumerate().map(heading);
            let blocks: Vec<String> = headings.chain([rendered.markdown.clone()]).collect();
            ProvisionContent { markdown: Some(blocks.join("\n\n")), ..ProvisionContent::default() }
        }
    }
}

/// The nodes of a part as JSON, without those that are inside another of them: one by itself, several as a list.
pub(super) fn nodes(part: &AnchorTarget<'_>) -> Value {
    let mut nodes: Vec<Value> = Vec::new();
    let mut covered = HashSet::new();
    for node in part.nodes() {
        if covered.insert(node.address()) {
            node.addresses_below(&mut covered);
            nodes.push(node.to_value());
        }
    }
    match <[Value; 1]>::try_from(nodes) {
        Ok([node]) if !matches!(part, AnchorTarget::Page(_)) => node,
        Ok([node]) => Value::Array(vec![node]),
        Err(nodes) => Value::Array(nodes),
    }
}
