//! Concepts by name: their uris, and the folding of inflected forms onto one.
//!
//! Texts cite *uppsägningar* and *uppsägningen* where the concept is *uppsägning*. Two forms are one concept when
//! undoing an ending of the last word of one gives the other, and both occur: no word is invented, and an ending
//! that merely looks like one changes nothing. A concept somebody has written a page about keeps its name; the
//! forms around it move to it.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::{Base, raise_first_letter};

use crate::names::collapse;

const PATH: &str = "begrepp/";
/// Characters a name may have, at least and at most.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=60;
/// Endings that inflect a Swedish noun.
const ENDINGS: [&str; 11] = ["arna", "erna", "orna", "na", "ar", "er", "or", "en", "et", "n", "t"];
/// Letters a word must keep when an ending is undone.
const STEM: usize = 3;

/// The uri of a concept.
pub fn concept_uri(base: &Base, name: &str) -> String {
    format!("{base}/{PATH}{}", raise_first_letter(name.trim()).replace(' ', "_"))
}

/// The name of the concept a uri of this corpus names.
pub fn concept_name(base: &Base, uri: &str) -> Option<String> {
    base.strip(uri)?.strip_prefix(PATH).map(|name| name.replace('_', " "))
}

/// Whether a name is one that a concept may have which nobody has written about: a letter, then letters, digits,
/// blanks and hyphens, 60 characters at most. Anything else is a slip in the citing text.
pub fn is_sound_concept(name: &str) -> bool {
    LENGTH.contains(&name.chars().count())
        && name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ' ' | '-' | '–'))
}

/// What is known of the concepts of a corpus when all its documents are read, by [`concept_name`].
#[derive(Clone, Debug, Default)]
pub struct ObservedConcepts {
    /// The names that links point at.
    pub cited: BTreeSet<String>,
    /// The concepts with a page of their own, each with the names it once had.
    pub authored: BTreeMap<String, Vec<String>>,
}

/// The concepts of a corpus, settled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoldedConcepts {
    /// The names that stand for another concept, inflected and former ones, each with that concept's name. A name
    /// with a page of its own is never among them, and nothing is a key and a value at once.
    pub folded: BTreeMap<String, String>,
    /// The cited concepts without a page that stand for themselves: those to make a stub for.
    pub stubs: BTreeSet<String>,
}

/// Settles which concept names are one concept, and which of the concepts have only a name.
pub fn fold_concepts(observed: &ObservedConcepts) -> FoldedConcepts {
    let is_authored = |name: &str| observed.authored.contains_key(name);
    let cited = || observed.cited.iter().filter(|name| is_sound_concept(name));
    let mut folded = BTreeMap::new();
    for members in groups(cited().chain(observed.authored.keys())) {
        let Some(name) = group_name(&members, observed) else { continue };
        for member in members {
            if member != name && !is_authored(member) {
                folded.insert(member.to_owned(), name.clone());
            }
        }
    }
    let former =
        observed.authored.iter().flat_map(|(name, former)| former.iter().map(move |alias| (alias, name)));
    let former: BTreeMap<_, _> = former.filter(|(alias, _)| !is_authored(alias)).collect();
    // A form may have been folded onto what turns out to be the former name of a page.
    for name in folded.values_mut() {
        if let Some(page) = former.get(name) {
            *name = (*page).clone();
        }
    }
    folded.extend(former.into_iter().map(|(alias, page)| (alias.clone(), page.clone())));

    let named = cited().chain(folded.values());
    let stubs = named.filter(|name| !is_authored(name) && !folded.contains_key(*name)).cloned().collect();
    FoldedConcepts { folded, stubs }
}

/// The names in groups, each of forms of one concept.
fn groups<'a>(names: impl Iterator<Item = &'a String>) -> Vec<Vec<&'a str>> {
    let mut groups = Groups::of(names);
    groups.join_inflected();
    groups.members()
}

/// Forms of names, with those joined that are forms of one concept.
struct Groups<'a> {
    /// The forms in alphabetical order, each with the spellings it was met in.
    spellings: BTreeMap<String, Vec<&'a str>>,
    forms: Vec<String>,
    /// Each form's parent in the joined sets; a root is its own.
    parents: Vec<usize>,
}

impl<'a> Groups<'a> {
    fn of(names: impl Iterator<Item = &'a String>) -> Self {
        let mut spellings: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for name in names {
            spellings.entry(collapse(name).to_lowercase()).or_default().push(name);
        }
        let forms: Vec<_> = spellings.keys().cloned().collect();
        Self { parents: (0..forms.len()).collect(), spellings, forms }
    }

    fn join_inflected(&mut self) {
        for at in 0..self.forms.len() {
            for base in bases(&self.forms[at]) {
                if let Ok(found) = self.forms.binary_search(&base) {
                    let (a, b) = (self.root(at), self.root(found));
                    self.parents[a] = b;
                }
            }
        }
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    /// The spellings of each group.
    fn members(&mut self) -> Vec<Vec<&'a str>> {
        let mut members: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for at in 0..self.forms.len() {
            let root = self.root(at);
            let spellings = self.spellings.get(&self.forms[at]).into_iter().flatten();
            members.entry(root).or_default().extend(spellings);
        }
        members.into_values().collect()
    }
}

/// The name of a group: the title of a page, else the shortest form, then one that is not itself an inflection of
/// another member, then the first alphabetically; with its first letter raised.
fn group_name(members: &[&str], observed: &ObservedConcepts) -> Option<String> {
    let forms: BTreeSet<String> = members.iter().map(|name| collapse(name).to_lowercase()).collect();
    let inflected =
        |name: &str| bases(&collapse(name).to_lowercase()).iter().any(|base| forms.contains(base));
    let plainest = members.iter().min_by_key(|name| {
        let authored = observed.authored.contains_key(**name);
        (!authored, name.chars().count(), inflected(name), **name)
    })?;
    if observed.authored.contains_key(*plainest) {
        return Some((*plainest).to_owned());
    }
    Some(raise_first_letter(plainest))
}

/// What a form may be an inflection of: the endings of its last word undone.
fn bases(form: &str) -> Vec<String> {
    let (before, word) = form.rfind(' ').map_or(("", form), |blank| form.split_at(blank + 1));
    let mut found = Vec::new();
    undo_endings(word, &mut found);
    if let Some(owner) = word.strip_suffix('s').filter(|_| word.chars().count() > 4) {
        undo_endings(owner, &mut found);
    }
    found.into_iter().map(|base| format!("{before}{base}")).collect()
}

fn undo_endings(word: &str, found: &mut Vec<String>) {
    let length = word.chars().count();
    for ending in ENDINGS {
        if let Some(stem) = word.strip_suffix(ending)
            && length - ending.len() >= STEM
        {
            found.push(stem.to_owned());
        }
    }
    // Agent nouns: lärarna and läraren are lärare.
    for (ending, longer_than) in [("arna", 6), ("aren", 5)] {
        if let Some(stem) = word.strip_suffix(ending).filter(|_| length > longer_than) {
            found.push(format!("{stem}are"));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn folded(cited: &[&str], authored: &[(&str, &[&str])]) -> Vec<(String, String)> {
        let observed = ObservedConcepts {
            cited: cited.iter().map(|name| (*name).to_owned()).collect(),
            authored: authored
                .iter()
                .map(|(title, aliases)| {
                    ((*title).to_owned(), aliases.iter().map(|a| (*a).to_owned()).collect())
                })
                .collect(),
        };
        fold_concepts(&observed).folded.into_iter().collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()
    }

    #[test]
    fn inflected_forms_fold_onto_the_plain_one() {
        let forms =
            ["Fårstängsel", "Fårstängslet", "Fålla", "Fållan", "Hage", "Hagarna", "Vall", "Vallar", "Vallen"];
        assert_eq!(
            folded(&forms, &[]),
            pairs(&[("Fållan", "Fålla"), ("Vallar", "Vall"), ("Vallen", "Vall")])
        );
        assert_eq!(folded(&["Herde", "Herden", "Vallare", "Vallarna", "Vallaren"], &[]).len(), 3);
        assert_eq!(folded(&["Vallarnas", "Vall"], &[]), pairs(&[("Vallarnas", "Vall")]));
        assert_eq!(folded(&["Stor hagen", "Stor hag"], &[]), pairs(&[("Stor hagen", "Stor hag")]));
        assert_eq!(folded(&["Get", "Ge"], &[]), [], "three letters must remain");
        assert_eq!(folded(&["Vallen"], &[]), [], "no form is invented");
    }

    #[test]
    fn a_page_names_its_group_and_never_moves() {
        assert_eq!(folded(&["Vall", "Vallar"], &[("Vallar", &[])]), pairs(&[("Vall", "Vallar")]));
        assert_eq!(folded(&["Vallen"], &[("Vall", &[]), ("Vallar", &[])]), pairs(&[("Vallen", "Vall")]));
    }

    #[test]
    fn former_names_stand_for_the_page() {
        assert_eq!(
            folded(&["Gärdsgårdar"], &[("Vall", &["Gärdsgård", "29/29-regeln", "Vall"])]),
            pairs(&[("29/29-regeln", "Vall"), ("Gärdsgård", "Vall")])
        );
        assert_eq!(
            folded(&["Gärdsgårdar", "Gärdsgård"], &[("Vall", &["Gärdsgård"])]),
            pairs(&[("Gärdsgård", "Vall"), ("Gärdsgårdar", "Vall")])
        );
    }

    #[test]
    fn names_and_uris() {
        let base = Base::parse("https://lag.example").unwrap();
        assert_eq!(concept_uri(&base, " stor vall "), "https://lag.example/begrepp/Stor_vall");
        assert_eq!(
            concept_name(&base, "https://lag.example/begrepp/Stor_vall").as_deref(),
            Some("Stor vall")
        );
        assert_eq!(concept_name(&base, "https://lag.example/1931:47"), None);
        assert_eq!(concept_name(&base, "https://annan.example/begrepp/Vall"), None);
        for sound in ["Stor vall", "A-traktor", "Åker – äng", "V2", &"a".repeat(60)] {
            assert!(is_sound_concept(sound), "{sound}");
        }
        for unsound in ["V", "2-vall", "Vall, stor", "", "29/29-regeln", &"a".repeat(61)] {
            assert!(!is_sound_concept(unsound), "{unsound}");
        }
    }

    #[test]
    fn a_stub_for_every_cited_concept_without_a_page() {
        let observed = ObservedConcepts {
            cited: ["Hage", "Vallar", "Vall", "Vall, stor", "Gärde"].map(str::to_owned).into(),
            authored: [("Hage".to_owned(), vec!["Gärde".to_owned()])].into(),
        };
        assert_eq!(fold_concepts(&observed).stubs, ["Vall".to_owned()].into());
    }

    proptest! {
        #[test]
        fn folding_is_done_in_one_step(names in proptest::collection::btree_set("[A-ZÅÄÖ][a-zåäö]{1,3}(ar|en|arna|are|aren|s|t)?", 0..30)) {
            let (cited, written): (BTreeSet<_>, BTreeSet<_>) = names.into_iter().partition(|name| name.len() % 3 > 0);
            let former = cited.iter().next().cloned();
            let authored = written.into_iter().map(|name| (name, former.clone().into_iter().collect())).collect();
            let observed = ObservedConcepts { cited, authored };
            let FoldedConcepts { folded, stubs } = fold_concepts(&observed);
            for (name, target) in &folded {
                prop_assert!(!folded.contains_key(target));
                prop_assert!(!observed.authored.contains_key(name));
                prop_assert!(observed.authored.contains_key(target) || stubs.contains(target));
            }
            for name in &observed.cited {
                let places = [folded.contains_key(name), stubs.contains(name), observed.authored.contains_key(name)];
                prop_assert_eq!(places.into_iter().filter(|held| *held).count(), 1);
            }
        }
    }
}
