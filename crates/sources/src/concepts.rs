//! Concepts by name: their uris, and the folding of inflected forms onto one.
//!
//! Texts cite *uppsägningar* and *uppsägningen*, and the concept is *uppsägning*. Two names are one concept when both occur, and
//! one is the other with an ending on its last word. So no word is invented, and letters that only look like an ending have no
//! effect. A concept with a page keeps its name, and the other forms are folded onto it.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::{Base, raise_first_letter};

use crate::names::collapse;

const PATH: &str = "begrepp/";
/// How many characters a name may have.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=60;
/// Endings that inflect a Swedish noun.
const ENDINGS: [&str; 11] = ["arna", "erna", "orna", "na", "ar", "er", "or", "en", "et", "n", "t"];
/// The least number of letters of a word without its ending.
const STEM: usize = 3;

/// The uri of a concept.
pub fn concept_uri(base: &Base, name: &str) -> String {
    format!("{base}/{PATH}{}", raise_first_letter(name.trim()).replace(' ', "_"))
}

/// The name of the concept with a uri of this corpus.
pub fn concept_name(base: &Base, uri: &str) -> Option<String> {
    base.strip(uri)?.strip_prefix(PATH).map(|name| name.replace('_', " "))
}

/// Whether a name can be that of a concept without a page: a letter, then letters, digits, blanks and hyphens, at most
/// 60 characters. Anything else is a mistake in the citing text.
pub fn is_sound_concept(name: &str) -> bool {
    LENGTH.contains(&name.chars().count())
        && name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ' ' | '-' | '–'))
}

/// The concepts of a corpus, by [`concept_name`], when all its documents have been read.
#[derive(Clone, Debug, Default)]
pub struct ObservedConcepts {
    /// The names of concepts that links lead to.
    pub cited: BTreeSet<String>,
    /// The concepts with a page of their own, each with its former names.
    pub authored: BTreeMap<String, Vec<String>>,
}

/// The concepts of a corpus after folding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoldedConcepts {
    /// Inflected and former names, each with the name of its concept. A name with a page is never a key, and no name is
    /// both a key and a value.
    pub folded: BTreeMap<String, String>,
    /// The names of concepts that are cited and have no page. Each gets a stub.
    pub stubs: BTreeSet<String>,
}

/// Decides which names are one concept, and which concepts need a stub.
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
    // A form may have been folded onto the former name of a page.
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

/// The names in groups, each with the forms of one concept.
fn groups<'a>(names: impl Iterator<Item = &'a String>) -> Vec<Vec<&'a str>> {
    let mut groups = FormSets::new(names);
    groups.join_inflected();
    groups.members()
}

/// Sets of forms; the forms of one concept are joined.
struct FormSets<'a> {
    /// The forms in alphabetical order, each with its spellings.
    spellings: BTreeMap<String, Vec<&'a str>>,
    forms: Vec<String>,
    /// The parent of each form in its set; a root is its own parent.
    parents: Vec<usize>,
}

impl<'a> FormSets<'a> {
    fn new(names: impl Iterator<Item = &'a String>) -> Self {
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

/// The name of a group: that of a page, else the shortest form. Among equally short forms one that is not an inflection of another
/// member is preferred, then the first alphabetically. The first letter is raised.
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

/// The forms that a form may be an inflection of: its last word without each of its endings.
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
