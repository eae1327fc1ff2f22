//! Finished HTML, which templates write without escaping.

use std::borrow::Cow;
use std::fmt;

use askama::Template;
use askama::filters::HtmlSafe;
use lagrum_answers::{AnswerError, Fault};
use lagrum_render::html::HtmlText;

/// Finished HTML. It is made of templates, and by the writer of documents, which escape all text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Markup(String);

impl Markup {
    /// The text of a document.
    pub(crate) fn text(text: HtmlText) -> Self {
        Self(text.html)
    }

    /// Snippets of the search: escaped text in which `<em>` is the only tag, shown as marks.
    pub(crate) fn snippet(html: &str) -> Self {
        let text = |piece: &str| lagrum_escape::html(&lagrum_escape::text_of_html(piece));
        let mut marked = String::new();
        for (at, piece) in html.split("<em>").enumerate() {
            match piece.split_once("</em>").filter(|_| at > 0) {
                Some((word, rest)) => marked.push_str(&format!("<mark>{}</mark>{}", text(word), text(rest))),
                None => marked.push_str(&text(piece)),
            }
        }
        Self(marked)
    }

    /// JSON-LD of a page, escaped so that it cannot end its element.
    pub(crate) fn json_ld(data: &serde_json::Value) -> Self {
        Self(data.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026"))
    }

    /// The HTML that a template makes.
    pub(crate) fn draw(template: &impl Template) -> Result<Self, AnswerError> {
        draw(template).map(Self)
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for Markup {}

/// The text that a template makes, without Unicode tag characters and without characters that change the order in which it is
/// read.
pub(crate) fn draw(template: &impl Template) -> Result<String, AnswerError> {
    let drawn = template.render().map_err(|error| AnswerError::Internal(Fault::from_error(&error)))?;
    Ok(match lagrum_escape::plain(&drawn) {
        Cow::Owned(plain) => plain,
        Cow::Borrowed(_) => drawn,
    })
}

#[cfg(test)]
mod tests {
    use askama::Template;

    use super::{Markup, draw};

    #[derive(Template)]
    #[template(source = "<p title=\"{{ text }}\">{{ text }}</p>", ext = "html")]
    struct Part {
        text: &'static str,
    }

    #[test]
    fn a_page_is_read_as_it_is_stored() {
        let part = Part { text: "Lag\u{e0041} om \u{202e}får\u{202c} – 5 §" };
        assert_eq!(draw(&part).unwrap(), "<p title=\"Lag om får – 5 §\">Lag om får – 5 §</p>");
    }

    #[test]
    fn snippets_have_no_other_tag_than_marks() {
        for (html, expected) in [
            ("a &amp; <em>b</em> c", "a &amp; <mark>b</mark> c"),
            ("<em>&lt;script&gt;</em>", "<mark>&lt;script&gt;</mark>"),
            ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
            ("</em><em>a", "&lt;/em&gt;a"),
        ] {
            assert_eq!(Markup::snippet(html).to_string(), expected);
        }
    }

    #[test]
    fn data_cannot_end_its_element() {
        let data = serde_json::json!({"name": "</script><b>&"});
        assert_eq!(
            Markup::json_ld(&data).to_string(),
            r#"{"name":"\u003c/script\u003e\u003cb\u003e\u0026"}"#
        );
    }
}
