//! How the words of a block look, by the style sheet of the page and by `style` attributes.

use std::collections::HashMap;

use crate::html::Element;

/// The look of an element. Lengths are in tenths of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) is_bold: bool,
    pub(crate) is_italic: bool,
    /// Printed in capitals, whatever the letters of the page are.
    pub(crate) is_capitals: bool,
    pub(crate) is_centred: bool,
    /// On one page with what follows, as headings are.
    pub(crate) keeps_with_next: bool,
    pub(crate) margin: i32,
    pub(crate) indent: i32,
    pub(crate) size: Option<i32>,
}

/// The looks of the classes of a page.
#[derive(Debug, Default)]
pub(crate) struct Looks(HashMap<String, Look>);

impl Looks {
    /// Reads a style sheet.
    pub(crate) fn of(sheet: &str) -> Self {
        let mut looks = HashMap::new();
        for rule in sheet.split('}') {
            let Some((selectors, declarations)) = rule.split_once('{') else { continue };
            for selector in selectors.split(',') {
                if let Some(class) = selector.trim().strip_prefix('.') {
                    looks.insert(class.to_owned(), Look::default().with(declarations));
                }
            }
        }
        Self(looks)
    }

    /// The look that an element has by itself.
    pub(crate) fn of_element(&self, element: Element<'_>) -> Look {
        let mut look = Look::default();
        for class in element.classes() {
            if let Some(of_class) = self.0.get(class) {
                look = look.and(*of_class);
            }
        }
        match element.name() {
            "b" | "strong" => look.is_bold = true,
            "i" | "em" => look.is_italic = true,
            _ => {}
        }
        look.with(element.attribute("style").unwrap_or_default())
    }
}

impl Look {
    /// The look with that of something inside.
    pub(crate) fn and(self, inner: Self) -> Self {
        let length = |outer: i32, inner: i32| if inner == 0 { outer } else { inner };
        Self {
            is_bold: self.is_bold || inner.is_bold,
            is_italic: self.is_italic || inner.is_italic,
            is_capitals: self.is_capitals || inner.is_capitals,
            is_centred: self.is_centred || inner.is_centred,
            keeps_with_next: self.keeps_with_next || inner.keeps_with_next,
            margin: length(self.margin, inner.margin),
            indent: length(self.indent, inner.indent),
            size: inner.size.or(self.size),
        }
    }

    /// The look after some declarations: `font-weight:bold; margin-left:20.15pt`.
    fn with(mut self, declarations: &str) -> Self {
        for declaration in declarations.split(';') {
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let value = value.trim();
            match property.trim() {
                "font-weight" => self.is_bold = matches!(value, "bold" | "bolder" | "700" | "800" | "900"),
                "font-style" => self.is_italic = value == "italic",
                "text-transform" => self.is_capitals |= value == "uppercase",
                "font-variant" => self.is_capitals |= value == "small-caps",
                "text-align" => self.is_centred = value == "center",
                "page-break-after" => self.keeps_with_next = value == "avoid",
                "margin-left" => self.margin = tenths(value).unwrap_or_default(),
                "text-indent" => self.indent = tenths(value).unwrap_or_default(),
                "font-size" => self.size = tenths(value),
                _ => {}
            }
        }
        self
    }
}

/// A length in points or pixels as tenths of a point.
fn tenths(value: &str) -> Option<i32> {
    const PIXEL: f32 = 0.75;
    let (number, points_each) = value
        .strip_suffix("pt")
        .map(|number| (number, 1.0))
        .or_else(|| Some((value.strip_suffix("px")?, PIXEL)))?;
    let points: f32 = number.trim().parse::<f32>().ok()? * points_each;
    (points.abs() < 10_000.0).then(|| (points * 10.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_sheet_is_read() {
        let looks = Looks::of(
            ".s1 { margin-left:29.2pt; text-indent:-17.6pt; page-break-after:avoid }\n.s2 { font-weight:bold }",
        );
        let heading = looks.0["s1"].and(looks.0["s2"]);
        assert_eq!((heading.margin, heading.indent), (292, -176));
        assert!(heading.keeps_with_next && heading.is_bold && !heading.is_italic);
        assert_eq!(looks.0["s2"].with("font-weight:normal; font-size:1e9pt"), Look::default());
    }
}
