//! Text as HTML.
//!
//! Written here rather than taken from a library, because the answers of the API promise these bytes: the libraries write
//! `'` as `&#x27;`, and some escape `/` too.

/// Appends a text to HTML. `&`, `<`, `>`, `"` and `'` are escaped, so the text is safe between tags and inside quoted
/// attributes.
pub fn push_html(html: &mut String, text: &str) {
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        let entity = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            _ => continue,
        };
        html.push_str(&text[copied..at]);
        html.push_str(entity);
        copied = at + 1;
    }
    html.push_str(&text[copied..]);
}

/// A text as HTML, escaped as by [`push_html`].
pub fn html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    push_html(&mut html, text);
    html
}

/// The text that [`html`] was made from. Other entities and tags stay as they are.
pub fn text_of_html(html: &str) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(html.to_owned(), |text, (entity, character)| text.replace(entity, character))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{html, text_of_html};

    #[test]
    fn markup_is_escaped_and_everything_else_stays() {
        assert_eq!(html(r#"<b> & "x" 'y' å/\"#), r"&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39; å/\");
    }

    proptest! {
        #[test]
        fn text_can_be_read_back_from_html(text in "[&<>\"'#;a-z0-9å ]*") {
            prop_assert_eq!(text_of_html(&html(&text)), text);
        }
    }
}
