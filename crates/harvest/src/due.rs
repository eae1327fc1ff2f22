//! Which documents are due.

use lagrum_corpus::ParsedFrom;
use lagrum_raw::RawDocument;

/// The versions of what the result of parsing depends on beside the raw rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Versions<'a> {
    pub(crate) parser: &'a str,
    pub(crate) grammar: &'a str,
    /// The day, `YYYY-MM-DD`.
    pub(crate) as_of: &'a str,
}

/// Why a document is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It was not parsed before, or its rows changed.
    Raw,
    /// The parser or the grammar of citations changed.
    Code,
    /// A dated variant of it has begun or ended.
    Day,
    /// The numbering of an act that it cites changed.
    Tables,
}

/// The normalised hashes of a document's rows, one after another.
pub(crate) fn raw_of(document: &RawDocument) -> Vec<u8> {
    document.records.iter().flat_map(|record| record.norm_hash).collect()
}

/// Why a document with these rows is due; None when it is not. The reasons that may change its own numbering come first.
pub(crate) fn reason(
    before: Option<&ParsedFrom>,
    raw: &[u8],
    tables: &str,
    now: &Versions<'_>,
) -> Option<Reason> {
    let Some(before) = before.filter(|before| before.raw == raw) else { return Some(Reason::Raw) };
    if before.parser != now.parser || before.grammar != now.grammar {
        return Some(Reason::Code);
    }
    if before.valid_until.as_deref().is_some_and(|day| day <= now.as_of) {
        return Some(Reason::Day);
    }
    (before.tables != tables).then_some(Reason::Tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_due_for_one_reason() {
        let now = Versions { parser: "p", grammar: "g", as_of: "2031-05-06" };
        let row = |raw: &str, code: [&str; 3], until: Option<&str>| ParsedFrom {
            raw: raw.into(),
            parser: code[0].into(),
            grammar: code[1].into(),
            tables: code[2].into(),
            valid_until: until.map(Into::into),
            ..ParsedFrom::default()
        };
        for (before, expected) in [
            (None, Some(Reason::Raw)),
            (Some(row("a", ["p", "g", "t"], None)), None),
            (Some(row("b", ["p", "g", "t"], None)), Some(Reason::Raw)),
            (Some(row("a", ["q", "g", "t"], None)), Some(Reason::Code)),
            (Some(row("a", ["p", "h", "t"], None)), Some(Reason::Code)),
            (Some(row("a", ["p", "g", "u"], None)), Some(Reason::Tables)),
            (Some(row("a", ["p", "g", "t"], Some("2031-05-07"))), None),
            (Some(row("a", ["p", "g", "t"], Some("2031-05-06"))), Some(Reason::Day)),
            (Some(row("a", ["p", "g", "t"], Some("2030-12-31"))), Some(Reason::Day)),
        ] {
            assert_eq!(reason(before.as_ref(), b"a", "t", &now), expected, "{before:?}");
        }
    }
}
