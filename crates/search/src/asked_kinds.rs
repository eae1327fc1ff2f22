//! The kinds of documents that a query asks for by name.

/// A kind of documents of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindOfSource {
    /// The name of the source.
    pub source: &'static str,
    /// The kind; None for every kind of the source.
    pub kind: Option<&'static str>,
}

/// The kinds of documents that a query asks for by name. Documents of these kinds are preferred; others match as well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedKinds {
    /// The kinds; none when the query names no kind.
    pub kinds: Vec<KindOfSource>,
    /// The words of the query that name the kinds, in lower case. They say little of the topic.
    pub words: Vec<String>,
    /// Whether preparatory works are asked for, by one of the kinds or by another word.
    pub wants_preparatory: bool,
}

impl AskedKinds {
    /// Whether a document of this source and kind is asked for.
    pub fn include(&self, source: &str, kind: Option<&str>) -> bool {
        self.kinds
            .iter()
            .any(|asked| asked.source == source && asked.kind.is_none_or(|asked| kind == Some(asked)))
    }
}
