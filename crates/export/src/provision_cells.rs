//! A row of the table of provisions, independent of the format it is written in.

/// A provision as a row of a table. A field is empty if its value is not known.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are the columns, which docs/export.md describes")]
pub struct ProvisionCells<'a> {
    pub uri: &'a str,
    pub label: &'a str,
    pub text: &'a str,
    pub valid_from: &'a str,
    pub valid_until: &'a str,
    pub basis: &'a str,
}
