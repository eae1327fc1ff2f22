//! Names of cases in the index: that of a whole query, and the longest that a text begins with.

use std::ops::Range;

use super::CitationNames;
use super::row::{NamedCase, case_key, may_read_otherwise};

/// A beginning of a text that may be the name of a case.
struct CaseBeginning {
    /// Where it ends in the text.
    end: usize,
    key: String,
    /// The keys that begin with its key.
    keys: Range<usize>,
}

impl CitationNames {
    /// The cases with a whole query as their name.
    pub(crate) fn case(&self, name: &str) -> Vec<&NamedCase> {
        let key = case_key(name);
        let keys = self.cases.beginning_with(&key, self.cases.all());
        self.cases_with(&key, keys)
    }

    /// The longest beginning of a text that is the name of one document, with that document, among the beginnings that end at
    /// `ends` (in bytes, ascending).
    pub(crate) fn longest_case_name(&self, text: &str, ends: &[usize]) -> Option<(usize, &str)> {
        let mut longest = None;
        for CaseBeginning { end, key, keys } in self.case_beginnings(text, ends) {
            if let [NamedCase::Document(document)] = self.cases_with(&key, keys).as_slice() {
                longest = Some((end, document.as_str()));
            }
        }
        longest
    }

    /// The beginnings of a text up to the first with which no name begins: a longer one is no name either. So the words that are
    /// read are bounded by the names that there are, whatever follows in the text.
    fn case_beginnings<'t>(
        &'t self,
        text: &'t str,
        ends: &'t [usize],
    ) -> impl Iterator<Item = CaseBeginning> + 't {
        let mut within = self.cases.all();
        ends.iter().map_while(move |end| {
            let beginning = text.get(..*end)?;
            let key = case_key(beginning);
            let keys = self.cases.beginning_with(&key, within.clone());
            if !may_read_otherwise(beginning) {
                if keys.is_empty() {
                    return None;
                }
                within = keys.clone();
            }
            Some(CaseBeginning { end: *end, key, keys })
        })
    }

    fn cases_with(&self, key: &str, keys: Range<usize>) -> Vec<&NamedCase> {
        if key.is_empty() {
            return Vec::new();
        }
        let numbers = self.cases.equal_to(key, keys);
        let mut rows: Vec<&NamedCase> =
            numbers.filter_map(|number| self.case_documents.get(number as usize)).collect();
        rows.dedup();
        rows
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::names::{HeldName, NameRole};

    /// The shipped names, and held ones that begin alike.
    static NAMES: LazyLock<CitationNames> = LazyLock::new(|| {
        let names =
            ["A mot B", "A v. B", "A v. Bo", "A v.B", "A", "Bo vs A", "Bo & A", "A-Bo", "V mot A", "A mot"];
        let held = names.map(|name| HeldName {
            document: format!("dom/mal/{name}"),
            name: name.to_owned(),
            role: NameRole::CaseName,
            in_force: true,
        });
        CitationNames::build(&held)
    });

    #[test]
    fn words_are_read_as_long_as_a_name_may_begin_with_them() {
        for (text, most) in [("EU:C:", 3), ("EU C ", 3), ("A mot B, ", 4), ("Commission v ", 6), ("Zz ", 1)] {
            let text = text.repeat(40);
            let ends: Vec<usize> =
                text.char_indices().filter(|(_, c)| !c.is_alphanumeric()).map(|(end, _)| end).collect();
            let read = NAMES.case_beginnings(&text, &ends).count();
            assert!(read <= most, "{read} {text}");
        }
    }

    proptest! {
        #[test]
        fn the_longest_case_name_is_found(text in "((A|Bo|B|v|vs|mot|&|V|e\u{301})[ .:-]{1,2}){1,6}") {
            let ends: Vec<usize> = text
                .char_indices()
                .filter(|(end, c)| !c.is_alphanumeric() && !text[..*end].ends_with([' ', '.', ':', '-']))
                .map(|(end, _)| end)
                .collect();
            let naive = ends.iter().rev().find_map(|end| match NAMES.case(&text[..*end]).as_slice() {
                [NamedCase::Document(document)] => Some((*end, document.as_str())),
                _ => None,
            });
            prop_assert_eq!(NAMES.longest_case_name(&text, &ends), naive, "{}", text);
        }
    }
}
