//! What is changed in a text.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::Anchor;

/// What becomes of a provision of the text that another is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum ProvisionEdit {
    /// It is left out.
    Removed,
    /// A node stands in its place.
    Replaced(Value),
}

/// A provision that is put into a text.
#[derive(Clone, Debug, PartialEq)]
pub struct AddedProvision {
    /// Its anchor, by which its place is found.
    pub anchor: Anchor,
    /// What stands there.
    pub node: Value,
}

/// How a text is made of another one.
#[derive(Clone, Debug, Default)]
pub struct TextEdits {
    /// What becomes of provisions, by their anchors. The others stay.
    pub edits: BTreeMap<String, ProvisionEdit>,
    /// Provisions that are put in.
    pub added: Vec<AddedProvision>,
    /// Lines that stand behind provisions, by the anchors of these.
    pub behind: BTreeMap<String, Value>,
    /// Lines that stand behind headings, by the anchors of the provisions that these stand directly before.
    pub headings: BTreeMap<String, Value>,
    /// The numbers of the acts (`1984:1008`) whose notes of repeal are left out.
    pub later_acts: BTreeSet<String>,
}
