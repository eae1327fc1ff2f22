//! How deep an XML document is nested. To read an element takes a time in proportion to what is around it, so a document that is
//! nested without end is refused.

use quick_xml::events::BytesStart;
use quick_xml::name::QName;

use crate::attributes::attributes;

/// Elements inside each other, at most. Documents have some dozen.
const MAX_DEPTH: usize = 256;

/// Namespaces that are declared at one place, at most. To find that of an element all are looked through.
const MAX_NAMESPACES: usize = 1_024;

/// The elements around a place: how many there are, and how many namespaces each declares.
#[derive(Default)]
pub(crate) struct OpenElements {
    declared: Vec<usize>,
    namespaces: usize,
}

impl OpenElements {
    /// Enters an element. Fails where there are too many.
    pub(crate) fn enter(&mut self, start: &BytesStart<'_>) -> Result<(), String> {
        let is_declaration = |key: QName<'_>| key.as_namespace_binding().is_some();
        let own = attributes(start).filter(|attribute| is_declaration(attribute.key)).count();
        self.declared.push(own);
        self.namespaces += own;
        if self.declared.len() > MAX_DEPTH {
            return Err(format!("it has more than {MAX_DEPTH} elements inside each other"));
        }
        if self.namespaces > MAX_NAMESPACES {
            return Err(format!("it declares more than {MAX_NAMESPACES} namespaces at one place"));
        }
        Ok(())
    }

    /// Leaves the last element.
    pub(crate) fn leave(&mut self) {
        self.namespaces -= self.declared.pop().unwrap_or_default();
    }
}
