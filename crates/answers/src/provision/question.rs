//! Questions for a provision.

use jiff::civil::Date;

/// The form of a provision's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvisionForm {
    /// The artifact's own nodes.
    Node,
    /// Markdown, a piece of the document's.
    Markdown,
    /// Plain text, one line for each block.
    Text,
}

/// What is shown with a provision's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProvisionContext {
    /// Nothing.
    None,
    /// The headings above it.
    Headings,
    /// The headings, and the provisions before and after it.
    Neighbours,
}

/// Which provision, in which form.
#[derive(Clone, Debug)]
pub struct ProvisionQuestion {
    /// A document's uri with an anchor.
    pub uri: String,
    /// The form of the text.
    pub form: ProvisionForm,
    /// The day whose text is wanted; without it that of today.
    pub as_of: Option<Date>,
    /// What is shown with the text.
    pub context: ProvisionContext,
}
