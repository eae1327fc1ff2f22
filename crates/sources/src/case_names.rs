//! Names of decisions: `Bevisprovokationen`, `Bosman`.
//!
//! A decision is shown with its name even if its document does not state the name. The resolver uses the same table.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Names of cases of Högsta domstolen and of the courts of the EU: tab-separated lines, comments after `#`.
///
/// The columns are name, court, local id of the decision, case numbers where that is unknown, other names, and `*` for
/// a name that several cases have.
pub const CASE_NAMES: &str = include_str!("../data/case-names.tsv");

/// The court whose decisions are found by case number: its code in the table and in documents.
const NUMBERED_COURT: (&str, &str) = ("hd", "HDO");

#[derive(Default)]
struct CaseNames {
    by_document: HashMap<&'static str, Vec<&'static str>>,
    by_number: HashMap<&'static str, &'static str>,
}

static NAMES: LazyLock<CaseNames> = LazyLock::new(|| {
    let mut names = CaseNames::default();
    for line in CASE_NAMES.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut columns = line.split('\t');
        let mut next = || columns.next().unwrap_or_default();
        let (name, court, document, numbers) = (next(), next(), next(), next());
        if !document.is_empty() {
            names.by_document.entry(document).or_default().push(name);
        } else if court == NUMBERED_COURT.0 {
            let numbers = numbers.split('|').filter(|number| !number.is_empty());
            names.by_number.extend(numbers.map(|number| (number, name)));
        }
    }
    names
});

/// The name of a decision by its local id; of a report with several named cases, all names.
pub(crate) fn of_document(local_id: &str) -> Option<String> {
    NAMES.by_document.get(local_id).map(|names| names.join(" och "))
}

/// The name of a decision without a report in the table, by its court and case number.
pub(crate) fn of_number(court: &str, number: &str) -> Option<&'static str> {
    (court == NUMBERED_COURT.1).then(|| NAMES.by_number.get(number).copied()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_by_document_and_by_number() {
        assert_eq!(of_document("dom/nja/2011s638").as_deref(), Some("Bevisprovokationen"));
        assert_eq!(of_document("dom/nja/2019s638").as_deref(), Some("Connecta och EWMG"));
        assert_eq!(of_document("dom/nja/2031s1"), None);
        let (number, name) = NAMES.by_number.iter().next().unwrap();
        assert_eq!(of_number("HDO", number), Some(*name));
        assert_eq!(of_number("HVS", number), None);
    }

    #[test]
    fn every_name_is_of_a_case() {
        for (document, names) in &NAMES.by_document {
            let source = crate::source_of_local_id(document).map(|source| source.name);
            assert!(matches!(source, Some("dv" | "eurlex")), "{document}");
            assert!(names.iter().all(|name| !name.is_empty()), "{document}");
        }
    }
}
