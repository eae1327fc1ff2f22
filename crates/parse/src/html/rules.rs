//! Which elements end by which tags.

/// Elements without content.
pub(super) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements that stand for a block of text or hold such blocks, so that words of two of them are never one word.
pub(crate) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "div"
            | "dl"
            | "dt"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "head"
            | "header"
            | "hr"
            | "html"
            | "li"
            | "main"
            | "nav"
            | "ol"
            | "option"
            | "p"
            | "pre"
            | "section"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "title"
            | "tr"
            | "ul"
    )
}

/// Elements whose end tag is often left out: what a start tag closes, and which open elements keep it from being closed.
pub(super) struct Implied {
    /// The open elements that the start tag closes, with everything inside them.
    pub(super) closes: &'static [&'static str],
    /// The elements outside of which nothing is closed.
    pub(super) within: &'static [&'static str],
}

/// What a start tag closes.
pub(super) fn implied_by(start: &str) -> Option<Implied> {
    let rule = |closes, within| Some(Implied { closes, within });
    match start {
        "li" => rule(&["li"], &["ul", "ol", "table"]),
        "dt" | "dd" => rule(&["dt", "dd"], &["dl", "table"]),
        "td" | "th" => rule(&["td", "th"], &["table", "tr"]),
        "tr" => rule(&["tr"], &["table"]),
        "tbody" | "thead" | "tfoot" => rule(&["tbody", "thead", "tfoot", "tr", "caption"], &["table"]),
        "option" => rule(&["option"], &["select", "table"]),
        _ if is_block(start) => {
            rule(&["p"], &["table", "td", "th", "li", "dd", "div", "blockquote", "caption"])
        }
        _ => None,
    }
}

/// Elements that the end tag of another element does not close: an end tag without a start tag inside them is ignored.
pub(super) fn holds(open: &str, end: &str) -> bool {
    match open {
        "table" => !matches!(end, "html" | "body"),
        "td" | "th" | "caption" => {
            !matches!(end, "table" | "tbody" | "thead" | "tfoot" | "tr" | "html" | "body")
        }
        // The end tag of a word's form, such as `</b>`, does not close a block.
        _ => is_block(open) && !is_block(end),
    }
}
