//! The index of names: those of the built-in tables and those of held documents.
//!
//! Acts of different forms may have the same name (`barnkonventionen` is a treaty and the act that incorporates it), so
//! a look-up says which forms it accepts. Among equal names the tables come first, then held documents in force, then
//! repealed ones.

mod harvest;
mod held;
mod held_names;
mod key_table;
mod named_cases;
mod row;
mod shipped;
mod typing_error;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use lagrum_sources::ActForm;

pub use held::{HeldName, NameRole};
pub(crate) use held::{IdentifiedDocument, case_number_key, documents};
pub(crate) use held_names::without_number;
pub(crate) use row::{NameKind, NameRow, NamedCase};

use crate::cursor::Cursor;
use crate::law_words;
use crate::normalise::{fold, in_word, loose_key, push_loose, tidy_lower};
use crate::tables::{self, TreatyEntry};
use crate::target::Spelling;
use held::HeldIndex;
use key_table::{KeyTable, KeyValue};
use row::{HELD_IN_FORCE, HELD_REPEALED};

/// When more documents than this have one title, the title means none of them.
const MAX_DOCUMENTS: usize = 4;

/// A name found in a query.
#[derive(Clone, Debug)]
pub(crate) struct NameHit<'n> {
    /// The rows with the name, best first; never empty.
    pub(crate) rows: Vec<&'n NameRow>,
    /// Where the name ends in the query, its genitive s included.
    pub(crate) end: usize,
    pub(crate) spelling: Spelling,
    /// Whether it is written as in the table, with the same case.
    pub(crate) own_case: bool,
}

impl NameHit<'_> {
    pub(crate) fn row(&self) -> Option<&NameRow> {
        self.rows.first().copied()
    }

    pub(crate) fn is(&self, kind: NameKind) -> bool {
        self.row().is_some_and(|row| row.kind == kind)
    }
}

/// A search for a name: the place, the forms of acts, and the spelling.
#[derive(Clone, Copy)]
struct NameSearch<'q, 'b> {
    at: Cursor<'q>,
    forms: &'b [ActForm],
    spelling: Spelling,
}

/// The index of all names. It is built once from the tables and the names of held documents, then shared.
#[derive(Debug)]
pub struct CitationNames {
    rows: Vec<NameRow>,
    by_key: KeyTable,
    correctable: typing_error::MisspellableNames,
    parts: HashMap<String, (&'static str, &'static str, &'static str)>,
    cases: KeyTable,
    case_documents: Vec<NamedCase>,
    not_laws: HashSet<&'static str>,
    treaties: HashMap<String, TreatyEntry>,
    echr_protocols: BTreeMap<String, String>,
    regulation_series: HashMap<String, &'static str>,
    statutes_with_parts: HashSet<String>,
    /// Acts that had the name of a statute before it, the last first, by the name in lower case.
    former: HashMap<String, Vec<&'static str>>,
    /// EU acts that the tables have a name of.
    named_eu_acts: HashSet<String>,
    /// The first words of the names of cases, in lower case.
    case_first_words: HashSet<Box<str>>,
    /// The first words of the names of EU acts and treaties, in lower case.
    eu_first_words: HashSet<Box<str>>,
    pub(crate) held: HeldIndex,
}

/// The name of a kind (`name`, `abbr`) that a statute has today, by the curated rows of the tables.
fn curated(statute: &str, kind: &str) -> Option<&'static str> {
    let is_its = |row: &tables::TableRow| {
        row.get(2) == statute && row.get(1) == kind && row.get(3) == "*" && row.get(4) == "1"
    };
    tables::LAW_NAMES.iter().find(is_its).map(|row| row.get(0))
}

impl CitationNames {
    /// The names of the built-in tables only, without a corpus.
    pub fn shipped() -> Self {
        Self::build(&[])
    }

    /// Every name of an act, a part of an act, or a case, with the local id of the document. A name may come more than
    /// once.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let parts = tables::PART_NAMES.iter().map(|row| (row.get(1), row.get(0)));
        let cases = tables::CASE_NAMES.iter().flat_map(|row| {
            std::iter::once(row.get(0)).chain(row.list(4)).map(move |name| (row.get(2), name))
        });
        let acts = self.rows.iter().map(|row| (&*row.document, &*row.written));
        acts.chain(parts).chain(cases).filter(|(document, _)| !document.is_empty())
    }

    /// The abbreviation of a statute in the built-in tables: `RB` of `1942:740`.
    pub fn abbreviation(statute: &str) -> Option<&'static str> {
        curated(statute, "abbr")
    }

    /// The name of a statute in the built-in tables: `rättegångsbalken` of `1942:740`.
    pub fn name(statute: &str) -> Option<&'static str> {
        curated(statute, "name")
    }

    /// The names of the tables and of a corpus. It takes about a second for a million rows.
    pub fn build(held: &[HeldName]) -> Self {
        let treaties = tables::treaties();
        let mut rows = Vec::new();
        shipped::laws(&mut rows, &treaties.statute_when_bare);
        shipped::eu_acts(&mut rows);
        for treaty in &treaties.instruments {
            shipped::treaty(&mut rows, treaty);
        }
        let mut cases = Vec::new();
        let mut case_documents = Vec::new();
        shipped::cases(&mut cases, &mut case_documents);
        for name in held {
            held_names::name(name, &mut rows, &mut cases, &mut case_documents);
        }

        let keys =
            rows.iter().zip(0..).map(|(row, value)| KeyValue { key: loose_key(&row.lower), value }).collect();
        let is_correctable = |row: &NameRow| {
            (typing_error::MIN_NAME..=80).contains(&row.lower.len())
                && (row.kind == NameKind::Name || (row.kind == NameKind::Title && !row.lower.contains(' ')))
        };
        let correctable = rows.iter().zip(0..).filter(|(row, _)| is_correctable(row));
        let correctable: Vec<_> = correctable.map(|(row, number)| (fold(&row.lower), number)).collect();
        let correctable = typing_error::MisspellableNames::new(
            correctable.iter().map(|(name, number)| (name.as_ref(), *number)),
        );
        let statutes_with_parts =
            rows.iter().filter(|row| has_part(&row.document)).map(|row| row.document.to_string()).collect();
        let eu_rows = rows.iter().filter(|row| row.form != ActForm::SwedishAct);
        let eu_first_words = eu_rows
            .filter(|row| row.kind != NameKind::Title)
            .map(|row| {
                let end =
                    row.lower.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(row.lower.len());
                Box::from(&row.lower[..end])
            })
            .collect();
        let first_word = |name: &str| {
            let lower = tidy_lower(name);
            Box::from(lower.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
        };
        let of_tables =
            tables::CASE_NAMES.iter().flat_map(|row| std::iter::once(row.get(0)).chain(row.list(4)));
        let of_held = held.iter().filter(|held| held.role == NameRole::CaseName);
        let of_held = of_held.map(|held| first_word(&held.name));
        let case_first_words = of_tables.map(first_word).chain(of_held).collect();
        Self {
            case_first_words,
            eu_first_words,
            named_eu_acts: tables::EU_ACT_NAMES.iter().map(|row| format!("celex/{}", row.get(2))).collect(),
            by_key: KeyTable::new(keys),
            rows,
            correctable,
            parts: tables::PART_NAMES
                .iter()
                .map(|row| (tidy_lower(row.get(0)), (row.get(1), row.get(2), row.get(3))))
                .collect(),
            cases: KeyTable::new(cases),
            case_documents,
            not_laws: tables::NO_LAW_NAMES.iter().map(|row| row.get(0)).collect(),
            treaties: treaties.instruments.into_iter().map(|treaty| (treaty.id.clone(), treaty)).collect(),
            echr_protocols: treaties.echr_protocols,
            regulation_series: tables::REGULATION_SERIES
                .iter()
                .flat_map(|row| {
                    let exact = row.get(0).to_lowercase().replace('-', "");
                    [(fold(&exact), row.get(1)), (exact, row.get(1))]
                })
                // `ÅFS` folds to the designation of another series, so the exact designations are added last.
                .chain(
                    tables::REGULATION_SERIES
                        .iter()
                        .map(|row| (row.get(0).to_lowercase().replace('-', ""), row.get(1))),
                )
                .collect(),
            statutes_with_parts,
            former: shipped::former_bearers(),
            held: HeldIndex::new(held),
        }
    }

    /// The longest name of an act of these forms that begins here, in this spelling.
    pub(crate) fn longest(
        &self,
        at: Cursor<'_>,
        forms: &[ActForm],
        spelling: Spelling,
    ) -> Option<NameHit<'_>> {
        if spelling == Spelling::Corrected {
            return self.corrected(at, forms);
        }
        let search = NameSearch { at, forms, spelling };
        let rest = at.rest();
        let mut best = None;
        let (mut key, mut before_last) = (String::new(), 0);
        // The names that begin with the text up to the last end of a word.
        let mut within = self.by_key.all();
        for (start, c) in rest.char_indices() {
            before_last = if c == 's' { key.len() } else { before_last };
            push_loose(&mut key, c);
            let end = start + c.len_utf8();
            if !ends_name(rest, end) {
                continue;
            }
            if c == 's' {
                let stem = key.get(..before_last).unwrap_or_default();
                let stems = self.by_key.beginning_with(stem, within.clone());
                best = self.hit(search, start..end, stem, stems).or(best);
            }
            within = self.by_key.beginning_with(&key, within);
            if within.is_empty() {
                break;
            }
            best = self.hit(search, end..end, &key, within.clone()).or(best);
        }
        if let Some(hit) = &mut best
            && rest.get(hit.end - at.at()..).is_some_and(|rest| rest.starts_with(":s"))
            && ends_name(rest, hit.end - at.at() + 2)
        {
            hit.end += 2;
        }
        best
    }

    /// The names with `key`, the key of the query up to the start of `ends`. The rest of `ends` may be a genitive s.
    fn hit(
        &self,
        search: NameSearch<'_, '_>,
        ends: Range<usize>,
        key: &str,
        within: Range<usize>,
    ) -> Option<NameHit<'_>> {
        let NameSearch { at, forms, spelling } = search;
        let written = at.rest_as_written();
        let lower = at.rest().get(..ends.start)?;
        let rows = self.by_key.equal_to(key, within).filter_map(|number| self.rows.get(number as usize));
        let rows = rows.filter(|row| forms.contains(&row.form)).filter(|row| match spelling {
            Spelling::AsWritten => {
                let takes_it = row.kind != NameKind::Abbreviation || capital_before(written, ends.start);
                *row.lower == *lower && self.in_context(row, at) && (ends.is_empty() || takes_it)
            }
            _ => matches!(row.kind, NameKind::Name | NameKind::Title) && key.len() >= 5,
        });
        Self::ranked(rows.collect(), written.get(..ends.start)?, at.at() + ends.end, spelling)
    }

    /// The best rows: those in their own case, then those of the lowest rank.
    fn ranked<'n>(
        mut rows: Vec<&'n NameRow>,
        written: &str,
        end: usize,
        spelling: Spelling,
    ) -> Option<NameHit<'n>> {
        let order =
            |row: &NameRow| (row.kind == NameKind::Abbreviation && *row.written != *written, row.rank);
        rows.sort_by_key(|row| order(row));
        let first = *rows.first()?;
        rows.retain(|row| order(row) == order(first));
        let mut seen = HashSet::new();
        rows.retain(|row| seen.insert(&row.document));
        if first.form != ActForm::Treaty && first.rank < HELD_IN_FORCE {
            rows.truncate(1);
        }
        if first.rank >= HELD_REPEALED {
            // A name that only repealed acts have means the last of them.
            rows.sort_by(|a, b| b.document.cmp(&a.document));
            rows.truncate(1);
        }
        let own_case = *first.written == *written;
        (rows.len() <= MAX_DOCUMENTS).then_some(NameHit { rows, end, spelling, own_case })
    }

    /// Whether a name counts in this query. A generic name needs one of its context words in the query.
    fn in_context(&self, row: &NameRow, at: Cursor<'_>) -> bool {
        row.kind != NameKind::Generic
            || self.treaties.get(&*row.document).is_some_and(|treaty| {
                treaty.context.iter().any(|context| at.whole().contains(&context.to_lowercase()))
            })
    }

    /// The longest run of words from here that differs by one typing error from names of a single document.
    fn corrected(&self, at: Cursor<'_>, forms: &[ActForm]) -> Option<NameHit<'_>> {
        const MAX_WORDS: usize = 8;
        let rest = at.rest();
        let ends: Vec<usize> = rest
            .char_indices()
            .map(|(start, c)| start + c.len_utf8())
            .filter(|end| ends_name(rest, *end))
            .take(MAX_WORDS)
            .collect();
        ends.into_iter().rev().find_map(|end| {
            let words = rest.get(..end)?;
            if self.not_laws.contains(words) {
                return None;
            }
            let typed: Vec<char> = fold(words).chars().collect();
            if typed.len() < typing_error::MIN_NAME {
                return None;
            }
            let mut rows: Vec<&NameRow> = self
                .correctable
                .misspelt(&typed)
                .into_iter()
                .filter_map(|number| self.rows.get(number as usize))
                .filter(|row| forms.contains(&row.form))
                .collect();
            // A name that differs only by the error comes before one whose diacritics are missing too.
            let written: Vec<char> = words.chars().collect();
            let nearer = |row: &&NameRow| {
                typing_error::is_misspelling(&written, &row.lower.chars().collect::<Vec<_>>())
            };
            if rows.iter().any(nearer) {
                rows.retain(nearer);
            }
            // Each of the names means its best document. All of them must mean the same one.
            let mut best: BTreeMap<&str, &NameRow> = BTreeMap::new();
            for row in rows {
                let best = best.entry(&row.lower).or_insert(row);
                if row.rank < best.rank {
                    *best = row;
                }
            }
            let rows: Vec<&NameRow> = best.into_values().collect();
            let first = rows.first()?;
            if rows.iter().any(|row| row.document != first.document) {
                return None;
            }
            Self::ranked(rows, words, at.at() + end, Spelling::Corrected)
        })
    }

    /// The acts that had the name of this hit before the one that has it now, the last first.
    pub(crate) fn former(&self, hit: &NameHit<'_>) -> &[&'static str] {
        hit.row().and_then(|row| self.former.get(&*row.lower)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether the tables have a name of this EU act.
    pub(crate) fn is_named_eu_act(&self, document: &str) -> bool {
        self.named_eu_acts.contains(document)
    }

    /// Whether an act has this name, in the form of running text; None when no act has it. Repealed acts count, and acts that had the
    /// name before another.
    pub(crate) fn bears(&self, document: &str, name: &str) -> Option<bool> {
        let genitive = name.strip_suffix('s').filter(|base| law_words::ends_like_law(base));
        let mut known = false;
        for name in [Some(name), genitive].into_iter().flatten() {
            let rows = self.by_key.get(&loose_key(name)).filter_map(|number| self.rows.get(number as usize));
            let acts = rows.filter(|row| row.form == ActForm::SwedishAct).map(|row| &*row.document);
            for act in acts.chain(self.former.get(name).into_iter().flatten().copied()) {
                known = true;
                if act == document {
                    return Some(true);
                }
            }
        }
        known.then_some(false)
    }

    /// The part of an act that is known by this name, as document, first and last anchor.
    pub(crate) fn part(&self, name: &str) -> Option<(&'static str, &'static str, &'static str)> {
        self.parts.get(name).copied()
    }

    /// The held judgment in which a case of the courts of the EU was decided together with others; None for any other document.
    pub(crate) fn joint_judgment(&self, case: &str) -> Option<String> {
        if !case.starts_with("celex/6") {
            return None;
        }
        match self.held.identifier(case).as_slice() {
            [only] => Some(only.document.clone()),
            _ => None,
        }
    }

    /// Whether the name of a case may begin with this word, in lower case.
    pub(crate) fn begins_case_name(&self, word: &str) -> bool {
        !word.is_empty() && self.case_first_words.contains(word)
    }

    /// Whether a name of an EU act or a treaty may begin with this word, in lower case. A genitive s may follow it.
    pub(crate) fn begins_eu_name(&self, word: &str) -> bool {
        let known = |word: &str| self.eu_first_words.contains(word);
        !word.is_empty() && (known(word) || word.strip_suffix('s').is_some_and(known))
    }

    /// Whether a word looks like the name of a statute and is not one.
    pub(crate) fn is_no_law(&self, word: &str) -> bool {
        self.not_laws.contains(word)
    }

    /// How a treaty's articles are addressed, for those in the table.
    pub(crate) fn treaty(&self, document: &str) -> Option<&TreatyEntry> {
        self.treaties.get(document)
    }

    /// The numbered protocol to the European Convention.
    pub fn echr_protocol(&self, number: &str) -> Option<&str> {
        self.echr_protocols.get(number).map(String::as_str)
    }

    /// The slug of a regulation series, from its designation in lower case without hyphen.
    pub(crate) fn regulation_slug(&self, designation: &str) -> Option<&'static str> {
        self.regulation_series.get(designation).copied()
    }

    /// Whether a statute is known under a number with a part (`1736:0123_2`).
    pub(crate) fn has_statute_part(&self, document: &str) -> bool {
        self.statutes_with_parts.contains(document)
    }
}

fn has_part(document: &str) -> bool {
    document.split_once('_').is_some_and(|(_, part)| part.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether the s here is the genitive of an abbreviation: it is in `TFs`, and not in `TFS` or `lass`.
fn capital_before(written: &str, end: usize) -> bool {
    let last = written.get(..end).and_then(|before| before.chars().next_back());
    last.is_some_and(char::is_uppercase) && written.get(end..).is_some_and(|rest| rest.starts_with('s'))
}

/// Whether a name can end here: after a letter, digit or plus, not before one, and not inside a compound. A digit may
/// follow a letter (`BrB12:1`).
fn ends_name(text: &str, end: usize) -> bool {
    let last = text[..end].chars().next_back();
    let mut next = text[end..].chars();
    last.is_some_and(|c| in_word(c) || c == '+')
        && match next.next() {
            None => true,
            Some('-') => !next.next().is_some_and(char::is_alphabetic),
            Some(c) if c.is_ascii_digit() => last.is_some_and(char::is_alphabetic),
            Some(c) => !in_word(c),
        }
}

#[cfg(test)]
mod tests;
