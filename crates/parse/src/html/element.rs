//! Reading a tree.

use super::tree::{Entry, Kind, Tree};

/// An element of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Element<'t> {
    tree: &'t Tree,
    index: usize,
    entry: &'t Entry,
}

/// What stands inside an element.
#[derive(Clone, Copy)]
pub(crate) enum Child<'t> {
    /// An element.
    Element(Element<'t>),
    /// Text between two tags, with blanks and line ends as they are on the page.
    Text(&'t str),
}

impl<'t> Child<'t> {
    /// The element, if it is one.
    pub(crate) fn element(self) -> Option<Element<'t>> {
        match self {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        }
    }
}

impl<'t> Element<'t> {
    /// The element around everything.
    pub(super) fn root(tree: &'t Tree) -> Option<Self> {
        Some(Self { tree, index: 0, entry: tree.entries().first()? })
    }

    /// The name in lower case; empty for the root.
    pub(crate) fn name(self) -> &'t str {
        match &self.entry.kind {
            Kind::Element { name, .. } => name,
            Kind::Text => "",
        }
    }

    /// Whether the element has one of some names.
    pub(crate) fn is_any(self, names: &[&str]) -> bool {
        names.contains(&self.name())
    }

    /// An attribute. The name is in lower case.
    pub(crate) fn attribute(self, name: &str) -> Option<&'t str> {
        let Kind::Element { attributes, .. } = &self.entry.kind else { return None };
        let attributes = self.tree.attributes(attributes);
        attributes.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
    }

    /// The classes.
    pub(crate) fn classes(self) -> impl Iterator<Item = &'t str> {
        self.attribute("class").unwrap_or_default().split_whitespace()
    }

    /// Whether the element has a class.
    pub(crate) fn has_class(self, class: &str) -> bool {
        self.classes().any(|of_element| of_element == class)
    }

    /// The text inside the element. [`super::LINE_END`] stands for `br`, [`super::BLOCK_END`] between blocks; both are blanks.
    pub(crate) fn text(self) -> &'t str {
        self.tree.text_at(self.entry)
    }

    /// The elements and texts directly inside the element, in order.
    pub(crate) fn children(self) -> impl Iterator<Item = Child<'t>> {
        self.inside(|entry, _| entry.end as usize)
    }

    /// The elements directly inside the element, in order.
    pub(crate) fn elements(self) -> impl Iterator<Item = Element<'t>> {
        self.children().filter_map(Child::element)
    }

    /// Everything inside the element at any depth, each element before what is inside it.
    pub(crate) fn descendants(self) -> impl Iterator<Item = Child<'t>> {
        self.inside(|_, index| index + 1)
    }

    /// The first element inside this one, at any depth, that has a name.
    pub(crate) fn find(self, name: &str) -> Option<Element<'t>> {
        self.descendants().filter_map(Child::element).find(|element| element.name() == name)
    }

    /// Whether blocks stand inside the element.
    pub(crate) fn has_blocks(self) -> bool {
        self.descendants().filter_map(Child::element).any(|element| super::is_block(element.name()))
    }

    fn inside(self, after: impl Fn(&Entry, usize) -> usize) -> impl Iterator<Item = Child<'t>> {
        let tree = self.tree;
        let end = self.entry.end as usize;
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            let entry = tree.entries().get(index).filter(|_| index < end)?;
            let child = match entry.kind {
                Kind::Text => Child::Text(tree.text_at(entry)),
                Kind::Element { .. } => Child::Element(Element { tree, index, entry }),
            };
            index = after(entry, index);
            Some(child)
        })
    }
}
