//! The marks of ordered lists, which a page states by the type and the start of the list only.

use super::element::{Child, Element};
use crate::outline::{MarkKind, written};

/// The mark of each item of a list, in the order of its items: `B.` for the first item of `<ol type="A" start="2">`. Items of a list
/// without order have none.
pub(crate) fn list_marks(list: Element<'_>) -> Vec<Option<String>> {
    let items = list.children().filter_map(Child::element).filter(|element| element.name() == "li");
    if list.name() != "ol" {
        return items.map(|_| None).collect();
    }
    let kind = match list.attribute("type") {
        Some("I") => MarkKind::UpperRoman,
        Some("A") => MarkKind::UpperLetter,
        Some("a") => MarkKind::LowerLetter,
        Some("i") => MarkKind::LowerRoman,
        _ => MarkKind::Number,
    };
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let mut next = list.attribute("start").and_then(number).unwrap_or(1);
    let mut marks = Vec::new();
    for item in items {
        let value = item.attribute("value").and_then(number).unwrap_or(next);
        next = value.saturating_add(1);
        marks.push(Some(format!("{}.", written(kind, value))));
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::*;

    #[test]
    fn items_have_the_marks_that_a_browser_prints() {
        for (html, expected) in [
            ("<ol type=A start=2><li>a<li>b</ol>", vec!["B.", "C."]),
            ("<ol type=I><li>a<ol><li>inner</ol><li>b</ol>", vec!["I.", "II."]),
            ("<ol start=x><li>a<li value=7>b<li>c</ol>", vec!["1.", "7.", "8."]),
            ("<ul><li>a</ul>", vec![""]),
        ] {
            let tree = Tree::parse(html).unwrap();
            let list = tree.root().and_then(|root| root.elements().next()).unwrap();
            let marks: Vec<String> = list_marks(list).into_iter().map(Option::unwrap_or_default).collect();
            assert_eq!(marks, expected, "{html}");
        }
    }
}
