//! What else a reader must know of a quotation.

use std::fmt;

use lagrum_artifact::Anchor;
use lagrum_quotes::MAX_QUOTE_CHARS;
use lagrum_words::Language;
use serde::{Serialize, Serializer};

/// Quotations of one text that are checked.
pub(super) const MAX_QUOTES: usize = 1_000;

/// Quotations of one text that are looked for in all documents.
pub(super) const MAX_LOOKED_FOR: usize = 25;

/// What else a reader must know of a quotation. On the wire it is the sentence that it displays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuoteNote {
    /// What it leaves out, puts in or replaces changes the law.
    ChangesTheLaw {
        /// The word that does.
        word: String,
    },
    /// It joins two provisions.
    Joins {
        /// The provision that has the rest.
        rest: Anchor,
    },
    /// The cited text is held in the other language than its own.
    OtherLanguage {
        /// The language of the quotation.
        own: Language,
        /// The uri of the act that prints the Swedish text, and what it was good for.
        printed: Option<PrintedTranslation>,
    },
    /// The text of the day is not held, and another wording has the words.
    OtherWording,
    /// So many were before it that it was not looked for in other documents.
    ManyLookedFor,
    /// There is no index in which it could be looked for.
    NoIndex,
    /// It is longer than what is checked.
    TooLong,
    /// So many were before it that it was not checked.
    TooMany,
    /// The quotations before it took what one request may cost.
    Spent,
}

/// The Swedish text of a treaty, which is printed with the act that implements it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedTranslation {
    /// The uri of the act.
    pub act: String,
    /// Whether it has the words of the quotation; else the quotation was compared with it.
    pub has_words: bool,
}

impl fmt::Display for QuoteNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ChangesTheLaw { word } => {
                write!(f, "what it leaves out, puts in or replaces changes the law: {word}")
            }
            Self::Joins { rest } => write!(f, "it joins two provisions: the rest stands under {rest}"),
            Self::OtherLanguage { own, printed } => {
                f.write_str(match own {
                    Language::Swedish => "the cited text is held in English",
                    Language::English => "the cited text is held in Swedish",
                })?;
                match printed {
                    Some(PrintedTranslation { act, has_words: true }) => {
                        write!(f, "; the Swedish text stands in {act}")
                    }
                    Some(PrintedTranslation { act, has_words: false }) => {
                        write!(f, "; it was compared with the Swedish text in {act}")
                    }
                    None => Ok(()),
                }
            }
            Self::OtherWording => {
                f.write_str("the text of the day is not held; the words stand in another wording")
            }
            Self::ManyLookedFor => write!(
                f,
                "it was not looked for in other documents: of one text {MAX_LOOKED_FOR} quotations are"
            ),
            Self::NoIndex => f.write_str("it was not looked for in other documents: there is no index"),
            Self::TooLong => {
                write!(f, "it was not checked: a quotation has at most {MAX_QUOTE_CHARS} characters")
            }
            Self::TooMany => write!(f, "it was not checked: of one text {MAX_QUOTES} quotations are"),
            Self::Spent => {
                f.write_str("it was not checked to its end: the quotations of one request may cost no more")
            }
        }
    }
}

impl Serialize for QuoteNote {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
