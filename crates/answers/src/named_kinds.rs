//! The kinds of documents that a query asks for by name: *proposition om hyra*, *kommentar till avtalslagen*.

use std::collections::HashMap;
use std::sync::LazyLock;

use lagrum_search::{AskedKinds, KindOfSource};
use lagrum_sources::{FlowGroup, asks_for_preparatory_works, flow_group, kind_words};
use lagrum_words::{Language, stem, tokens};

/// The kinds that a query asks for. The words of a citation name a document and not a kind.
pub(crate) fn asked_kinds(words: &[String], is_citation: bool) -> AskedKinds {
    let kinds = if is_citation { AskedKinds::default() } else { named_kinds(words) };
    let says_so = words.iter().any(|word| asks_for_preparatory_works(word));
    AskedKinds { wants_preparatory: kinds.wants_preparatory || says_so, ..kinds }
}

/// The kinds that words name. Of expressions that begin at the same word the longest counts.
fn named_kinds(words: &[String]) -> AskedKinds {
    let stems: Vec<String> = words.iter().map(|word| stem(word, Language::Swedish)).collect();
    let mut asked = AskedKinds::default();
    let mut at = 0;
    while at < stems.len() {
        let rows = ROWS.get(&stems[at]).map_or(&[][..], Vec::as_slice);
        let Some(row) = rows.iter().find(|row| stems[at..].starts_with(&row.expression)) else {
            at += 1;
            continue;
        };
        let end = at + row.expression.len();
        asked.words.extend(words[at..end].iter().cloned());
        for kind in &row.kinds {
            if !asked.kinds.contains(kind) {
                asked.kinds.push(*kind);
            }
        }
        asked.wants_preparatory |= row.wants_preparatory;
        at = end;
    }
    asked
}

/// An expression, and what it names in all sources.
struct KindRow {
    /// The stems of its words.
    expression: Vec<String>,
    kinds: Vec<KindOfSource>,
    /// Whether one of the kinds is of preparatory works.
    wants_preparatory: bool,
}

/// The rows by the stem of their first word, the longest first.
static ROWS: LazyLock<HashMap<String, Vec<KindRow>>> = LazyLock::new(|| {
    let mut rows: HashMap<String, Vec<KindRow>> = HashMap::new();
    for (source, named) in kind_words() {
        let expression: Vec<String> =
            tokens(named.expression).map(|token| stem(&token.word, Language::Swedish)).collect();
        let Some(first) = expression.first() else { continue };
        let of_source = |kind| KindOfSource { source, kind };
        let kinds: Vec<KindOfSource> = match named.kinds {
            [] => vec![of_source(None)],
            kinds => kinds.iter().map(|kind| of_source(Some(*kind))).collect(),
        };
        let is_preparatory = |kind: &KindOfSource| {
            flow_group(kind.source, kind.kind.unwrap_or_default()) == FlowGroup::Forarbeten
        };
        let wants_preparatory = kinds.iter().any(is_preparatory);
        let of_first = rows.entry(first.clone()).or_default();
        if let Some(row) = of_first.iter_mut().find(|row| row.expression == expression) {
            row.kinds.extend(kinds);
            row.wants_preparatory |= wants_preparatory;
        } else {
            of_first.push(KindRow { expression, kinds, wants_preparatory });
        }
    }
    for rows in rows.values_mut() {
        rows.sort_by_key(|row| std::cmp::Reverse(row.expression.len()));
    }
    rows
});

#[cfg(test)]
mod tests {
    use lagrum_search::ReadQuery;

    use super::*;

    fn asked(query: &str, is_citation: bool) -> AskedKinds {
        asked_kinds(ReadQuery::from(query).words(), is_citation)
    }

    /// The kinds as `source/kind`, with the words that named them.
    fn named(query: &str) -> (String, String) {
        let asked = asked(query, false);
        let kinds = asked.kinds.iter().map(|kind| match kind.kind {
            Some(name) => format!("{}/{name}", kind.source),
            None => kind.source.to_owned(),
        });
        (kinds.collect::<Vec<_>>().join(" "), asked.words.join(" "))
    }

    #[test]
    fn words_for_kinds_in_any_inflection() {
        let table = [
            ("proposition om fårhållning", "forarbete/prop", "proposition"),
            ("Propositionen om fårhållning", "forarbete/prop", "propositionen"),
            ("EU-förordning om får", "eurlex/regulation", "eu förordning"),
            ("EU-direktiv om får", "eurlex/directive", "eu direktiv"),
            ("direktiv om får", "forarbete/dir eurlex/directive", "direktiv"),
            ("kommentar till fårlagen", "kommentar", "kommentar"),
            ("föreskrifter om får", "foreskrift", "föreskrifter"),
            ("rättsfall om getter", "dv", "rättsfall"),
            ("JO-beslut om dröjsmål", "avg/jo", "jo"),
            ("förordning om får", "", ""),
            ("boutredning efter skilda makar", "", ""),
            ("", "", ""),
        ];
        for (query, kinds, words) in table {
            assert_eq!(named(query), (kinds.to_owned(), words.to_owned()), "{query}");
        }
    }

    #[test]
    fn kinds_and_other_words_ask_for_preparatory_works() {
        for (query, is_citation, expected) in [
            ("proposition om får", false, true),
            ("betänkande", false, true),
            ("direktiv", false, true),
            ("motiven till fårlagen", false, true),
            ("prop. 2030/31:4", true, true),
            ("direktiv 2031/4/EU", true, false),
            ("rättsfall", false, false),
            ("får", false, false),
        ] {
            assert_eq!(asked(query, is_citation).wants_preparatory, expected, "{query}");
        }
        assert!(asked("prop. 2030/31:4", true).kinds.is_empty());
    }
}
