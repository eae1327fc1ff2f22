//! The style sheet of a page: sizes of type, indents, widths of cells and columns.

use std::collections::HashMap;

/// A font.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Font {
    /// The size of the type in pixels.
    pub(super) size: i32,
    pub(super) bold: bool,
    pub(super) italic: bool,
    /// Whether a gap stands before the words, as after the number of a list item.
    pub(super) has_gap: bool,
}

/// The style sheet of a document.
#[derive(Debug, Default)]
pub(super) struct Styles {
    fonts: HashMap<String, Font>,
    indents: HashMap<String, i32>,
    widths: HashMap<String, i32>,
    heights: HashMap<String, i32>,
}

impl Styles {
    pub(super) fn parse(css: &str) -> Self {
        let mut styles = Self::default();
        for rule in css.split('}') {
            let Some((selector, declarations)) = rule.rsplit_once('{') else { continue };
            let selector = selector.trim().rsplit(['\n', '\r']).next().unwrap_or_default().trim();
            if selector.starts_with("#page_") {
                let page = selector.split(' ').next().unwrap_or_default();
                let inner = selector.rsplit('#').next().unwrap_or_default();
                let name = format!("{}{inner}", page.trim_start_matches('#'));
                styles.widths.insert(name, pixels(declarations, "width:"));
                continue;
            }
            let Some(class) = selector.strip_prefix('.') else { continue };
            let letters = class.trim_end_matches(|c: char| c.is_ascii_digit());
            let class = class.to_owned();
            match letters {
                "ft" => {
                    let font = declarations.split("font:").nth(1).unwrap_or_default();
                    let font = font.split('\'').next().unwrap_or_default();
                    let size = pixels(&format!(":{font}"), ":");
                    let has = |word: &str| font.contains(word);
                    let has_gap = declarations.contains("margin-left");
                    styles
                        .fonts
                        .insert(class, Font { size, bold: has("bold"), italic: has("italic"), has_gap });
                }
                "p" => {
                    let indent = pixels(declarations, "padding-left:") + pixels(declarations, "text-indent:");
                    styles.indents.insert(class, indent);
                }
                "td" => {
                    styles.widths.insert(class, pixels(declarations, "width:"));
                }
                "tr" => {
                    styles.heights.insert(class, pixels(declarations, "heightzzz:"));
                }
                _ => {}
            }
        }
        styles
    }

    pub(super) fn font<'c>(&self, classes: impl Iterator<Item = &'c str>) -> Option<Font> {
        classes.into_iter().find_map(|class| self.fonts.get(class)).copied()
    }

    pub(super) fn indent<'c>(&self, classes: impl Iterator<Item = &'c str>) -> i32 {
        classes.into_iter().find_map(|class| self.indents.get(class)).copied().unwrap_or_default()
    }

    pub(super) fn width<'c>(&self, classes: impl Iterator<Item = &'c str>) -> Option<i32> {
        classes.into_iter().find_map(|class| self.widths.get(class)).copied()
    }

    pub(super) fn height<'c>(&self, classes: impl Iterator<Item = &'c str>) -> i32 {
        classes.into_iter().find_map(|class| self.heights.get(class)).copied().unwrap_or_default()
    }

    /// The width of a column of a page, such as `id_2` of `page_7`.
    pub(super) fn column_width(&self, page: &str, column: &str) -> Option<i32> {
        self.widths.get(&format!("{page}{column}")).copied()
    }
}

/// The first number of pixels after a name; 0 if there is none.
fn pixels(declarations: &str, name: &str) -> i32 {
    const MOST: i32 = 10_000;
    let Some(at) = declarations.find(name) else { return 0 };
    let value = declarations[at + name.len()..]
        .trim_start_matches(|c: char| !c.is_ascii_digit() && c != '-' && c != ';');
    let (sign, digits) = value.strip_prefix('-').map_or((1, value), |rest| (-1, rest));
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse::<i32>().map_or(0, |number| sign * number.min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_sheet_is_read() {
        let styles = Styles::parse(
            "\n#page_3 #id_1 #id_1_1 {float:left;width: 451px;}\n\n.ft8{font: italic bold  14px 'V' !important;margin-left: 50px;}\n\
             .p9{text-align: left;padding-left: 4px;text-indent: 11px;}\n.td5{padding: 0px;width: 382px;}\n.tr1{heightzzz: 24px;}\n}{",
        );
        let font = styles.font(["p9", "ft8"].into_iter()).unwrap();
        assert_eq!(font, Font { size: 14, bold: true, italic: true, has_gap: true });
        assert_eq!(styles.indent(["p9"].into_iter()), 15);
        assert_eq!(styles.width(["td5"].into_iter()), Some(382));
        assert_eq!(styles.height(["tr1"].into_iter()), 24);
        assert_eq!(styles.column_width("page_3", "id_1_1"), Some(451));
    }
}
