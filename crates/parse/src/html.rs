//! HTML as a list of tags and texts, with character references resolved. Scripts and styles are left out.

use std::cell::{Cell, RefCell};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, ScriptData};
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A start tag: its name and its class.
    Start {
        /// The name in lower case.
        name: String,
        /// The attribute `class`.
        class: String,
    },
    /// An end tag.
    End(String),
    /// Text between tags.
    Text(String),
}

/// The pieces of a page.
pub(crate) fn pieces(html: &str) -> Vec<Piece> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Pieces::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.found.into_inner()
}

#[derive(Default)]
struct Pieces {
    found: RefCell<Vec<Piece>>,
    /// Inside a script or a style.
    hidden: Cell<bool>,
}

impl Pieces {
    fn text(&self, text: &str) {
        if self.hidden.get() {
            return;
        }
        let mut found = self.found.borrow_mut();
        if let Some(Piece::Text(before)) = found.last_mut() {
            before.push_str(text);
        } else {
            found.push(Piece::Text(text.to_owned()));
        }
    }

    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        let name = &*tag.name;
        let hides = matches!(name, "script" | "style");
        if tag.kind == TagKind::EndTag {
            if hides {
                self.hidden.set(false);
            } else {
                self.found.borrow_mut().push(Piece::End(name.to_owned()));
            }
            return TokenSinkResult::Continue;
        }
        if hides {
            self.hidden.set(true);
            return TokenSinkResult::RawData(if name == "script" { ScriptData } else { Rawtext });
        }
        let class = tag.attrs.iter().find(|attribute| &*attribute.name.local == "class");
        let class = class.map(|attribute| attribute.value.to_string()).unwrap_or_default();
        self.found.borrow_mut().push(Piece::Start { name: name.to_owned(), class });
        TokenSinkResult::Continue
    }
}

impl TokenSink for Pieces {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) => self.text(&text),
            Token::TagToken(tag) => return self.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_tags_and_texts() {
        let html = "<!DOCTYPE html><style>p{}</style><P class='a b'>F&aring;r &#167; &amp; get<br/>\n</p>\
                    <script>if (1 < 2) document.write('<p>no</p>')</script><b>slut";
        let start = |name: &str, class: &str| Piece::Start { name: name.to_owned(), class: class.to_owned() };
        let text = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(
            pieces(html),
            [
                start("p", "a b"),
                text("Får § & get"),
                start("br", ""),
                text("\n"),
                Piece::End("p".to_owned()),
                start("b", ""),
                text("slut"),
            ]
        );
    }
}
