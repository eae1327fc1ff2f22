//! What a text has named so far, for what it says of it later.

use std::collections::HashMap;

/// Names and abbreviations that one text may teach.
const MAX_LEARNED: usize = 5_000;

/// Whose provisions the items of a list are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListLaw {
    /// Those of an act.
    Act(String),
    /// Those of the text itself: `följande bestämmelser i denna lag:`
    Own,
}

/// The state that runs through the nodes of one document.
#[derive(Clone, Debug, Default)]
pub(super) struct ScanState {
    /// The law named last: `samma lag`.
    pub(super) last_law: Option<String>,
    /// Names by the numbers beside them, in lower case; the last teaching wins.
    names: HashMap<String, String>,
    /// Abbreviations that the document defines; the first teaching wins.
    abbreviations: HashMap<String, String>,
    /// The proposition cited last: `a. prop.`
    pub(super) last_proposition: Option<String>,
    /// The EU act named last, and the last of each letter of a CELEX number.
    pub(super) last_eu_act: Option<String>,
    pub(super) last_of_letter: HashMap<char, String>,
    /// Whether the text has named the European Convention on Human Rights or a case under it.
    pub(super) convention: bool,
    /// Whether it has named no EU act and no other treaty since, so that bare articles may be those of the Convention.
    pub(super) convention_last: bool,
    /// The law that bare provisions of the node belong to when its context has none.
    pub(super) law_of_node: Option<String>,
    /// The kapitel of that law that the node named last.
    pub(super) kapitel_of_node: Option<String>,
    /// Where the name of a law ends that stands alone: a provision directly after it is its own.
    pub(super) law_until: Option<usize>,
    /// Where the name of an act that is not known ends: a provision directly after it belongs to that act.
    pub(super) foreign_until: Option<usize>,
    /// Where a line of the node begins, and the law of the list that it is an item of.
    pub(super) list_of_line: Option<(usize, Option<ListLaw>)>,
}

impl ScanState {
    pub(super) fn learn_name(&mut self, name: &str, document: &str) {
        let name = name.strip_suffix('s').unwrap_or(name);
        if self.names.len() < MAX_LEARNED {
            self.names.insert(name.to_owned(), document.to_owned());
        }
    }

    pub(super) fn learned_name(&self, name: &str) -> Option<&str> {
        self.names.get(name).map(String::as_str)
    }

    pub(super) fn learn_abbreviation(&mut self, word: &str, document: &str) {
        if self.abbreviations.len() < MAX_LEARNED {
            self.abbreviations.entry(word.to_owned()).or_insert_with(|| document.to_owned());
        }
    }

    pub(super) fn learned_abbreviation(&self, word: &str) -> Option<&str> {
        self.abbreviations.get(word).map(String::as_str)
    }

    /// Forgets the names and abbreviations that the text taught.
    pub(super) fn forget_names(&mut self) {
        self.names.clear();
        self.abbreviations.clear();
    }

    /// A law was named.
    pub(super) fn name_law(&mut self, document: &str) {
        if self.law_of_node.as_deref() != Some(document) {
            self.kapitel_of_node = None;
        }
        self.last_law = Some(document.to_owned());
        self.law_of_node = Some(document.to_owned());
    }

    /// Something was named that is no act that is known: what the text says next may be of that.
    pub(super) fn forget_law(&mut self) {
        self.last_law = None;
        self.law_of_node = None;
        self.kapitel_of_node = None;
    }

    /// A new node begins.
    pub(super) fn begin_node(&mut self) {
        self.law_of_node = None;
        self.kapitel_of_node = None;
        self.law_until = None;
        self.foreign_until = None;
        self.list_of_line = None;
    }

    /// A treaty was named, or a case under the Convention.
    pub(super) fn name_treaty(&mut self, is_convention: bool) {
        self.convention |= is_convention;
        self.convention_last = is_convention;
    }

    /// An EU act was named; treaties are never the act in focus.
    pub(super) fn name_eu_act(&mut self, document: &str) {
        let Some(letter) = document.strip_prefix("celex/3").and_then(|celex| celex.chars().nth(4)) else {
            return;
        };
        self.convention_last = false;
        self.last_eu_act = Some(document.to_owned());
        self.last_of_letter.insert(letter, document.to_owned());
    }
}
