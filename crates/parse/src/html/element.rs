//! Reading a tree.

use super::rules::is_block;
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

impl Tree {
    /// The element around everything.
    pub(crate) fn root(&self) -> Option<Element<'_>> {
        Some(Element { tree: self, index: 0, entry: self.entries().first()? })
    }
}

impl<'t> Element<'t> {
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

    /// The text inside the element. [`super::LINE_END`] stands for `br`, [`super::tree::BLOCK_END`] between blocks; both are blanks.
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
        self.descendants().filter_map(Child::element).any(|element| is_block(element.name()))
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

#[cfg(test)]
mod tests {
    use super::super::tree::MAX_DEPTH;
    use super::*;
    use crate::ParseError;

    /// The tree in one line: `p(ett b(två))`.
    fn outline(html: &str) -> String {
        fn write(element: Element<'_>, out: &mut String) {
            for child in element.children() {
                match child {
                    Child::Text(text) => out.push_str(text),
                    Child::Element(inner) => {
                        out.push_str(inner.name());
                        out.push('(');
                        write(inner, out);
                        out.push(')');
                    }
                }
            }
        }
        let tree = Tree::parse(html).unwrap();
        let mut out = String::new();
        write(tree.root().unwrap(), &mut out);
        out
    }

    #[test]
    fn elements_end_where_html_ends_them() {
        for (html, expected) in [
            ("<p>a<p>b", "p(a)p(b)"),
            ("<p>a<b>b<p>c</b>d", "p(ab(b))p(cd)"),
            ("<ul><li>a<ul><li>b</ul><li>c</ul>d", "ul(li(aul(li(b)))li(c))d"),
            ("<table><tr><td>a<td>b<tr><td>c</table>d", "table(tr(td(a)td(b))tr(td(c)))d"),
            // No text leaves its place.
            ("<table>a<tr>b<td>c</td>d</tr></table>", "table(atr(btd(c)d))"),
            ("<table><tr><td><div>a</td><td>b</div>c</td></tr></table>", "table(tr(td(div(a))td(bc)))"),
            ("a</p>b</div>", "ab"),
            ("<p>a<b>b</b>c</p>", "p(ab(b)c)"),
            ("<P CLASS=x>a<BR>b<br/>c</P>", "p(abr()bbr()c)"),
            ("<a name='x'/>b<td/>c", "a()btd()c"),
            ("<p>&aring;&#167;&amp;&nbsp;&lt;</p>", "p(å§&\u{a0}<)"),
            ("<title>a <b> c</title><style>p{}</style><script>'<p>'</script><!-- d -->e", "title(a <b> c)e"),
            ("<?xml version='1.0'?><!DOCTYPE html [<!ENTITY x 'y'>]>&x;", "]>&x;"),
            ("", ""),
            ("<", "<"),
        ] {
            assert_eq!(outline(html), expected, "{html}");
        }
    }

    #[test]
    fn words_of_two_blocks_are_apart() {
        let tree = Tree::parse("<style>.x {}</style><p>a<b>b</b></p><p>c<br>d</p><td>e").unwrap();
        assert_eq!(tree.text(), "ab\u{2029}c\u{2028}d\u{2029}e\u{2029}");
        assert_eq!(tree.styles(), ".x {}");
        let paragraph = tree.root().and_then(|root| root.find("p")).unwrap();
        assert_eq!(paragraph.text(), "ab");
    }

    #[test]
    fn a_page_nested_too_deep_is_refused() {
        for piece in ["<table><tr><td>", "<div>", "<ul><li>", "<b>", "<span>"] {
            assert!(matches!(Tree::parse(&piece.repeat(60_000)), Err(ParseError::TooDeep)), "{piece}");
        }
        assert!(Tree::parse(&"<p>a".repeat(60_000)).is_ok());
    }

    #[test]
    fn time_is_linear() {
        let deep = "<div>".repeat(MAX_DEPTH - 10);
        for piece in [
            "<p>a", "<td>a", "</b>", "</td>", "<li>a", "</li>", "<tr>", "<br>", "<hr>", "<b></p>", "&",
            "<p a=b>",
        ] {
            let start = std::time::Instant::now();
            let _ = Tree::parse(&format!("{deep}{}", piece.repeat(100_000 / piece.len())));
            // A quadratic step would take minutes.
            assert!(start.elapsed().as_secs() < 20, "{piece:?}");
        }
    }
}
