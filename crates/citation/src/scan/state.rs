//! What a text has named so far, to which later citations may refer.

use std::collections::HashMap;

/// The greatest number of names, and of abbreviations, that are learned from one document.
const MAX_LEARNED: usize = 5_000;

/// The law that the items of a list are provisions of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListLaw {
    /// An act.
    Act(String),
    /// The text itself: `följande bestämmelser i denna lag:`
    Own,
}

/// The law and its kapitel that were named last where the mark of a note stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NoteMark {
    pub(super) law: Option<String>,
    pub(super) kapitel: Option<String>,
}

/// The state that runs through the nodes of one document.
#[derive(Clone, Debug, Default)]
pub(super) struct ScanState {
    /// The law named last: `samma lag`.
    pub(super) last_law: Option<String>,
    /// Acts by the names that the document has beside their numbers, in lower case. A later definition replaces an earlier one.
    names: HashMap<String, String>,
    /// Acts by the abbreviations that the document defines. The first definition of an abbreviation holds.
    abbreviations: HashMap<String, String>,
    /// The proposition cited last: `a. prop.`
    pub(super) last_proposition: Option<String>,
    /// The EU act named last. `last_of_letter` has the last act of each letter of a CELEX number.
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
    /// Where the name of a law without provisions ends. A provision directly after it belongs to that law.
    pub(super) law_until: Option<usize>,
    /// Where the name of an unknown act ends. A provision directly after it belongs to that act.
    pub(super) foreign_until: Option<usize>,
    /// The marks of notes.
    notes: HashMap<String, NoteMark>,
    /// Where the last line that was looked at begins, and the law of the list that the line is an item of.
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

    /// Keeps what was named at the mark of a note.
    pub(super) fn mark_note(&mut self, mark: String, note: NoteMark) {
        if self.notes.len() < MAX_LEARNED {
            self.notes.insert(mark, note);
        }
    }

    /// What was named at the mark of a note; None without the mark.
    pub(super) fn note(&self, mark: &str) -> Option<NoteMark> {
        self.notes.get(mark).cloned()
    }

    /// Forgets the names and abbreviations that the document has defined.
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

    /// An unknown act or another document was named. Later provisions may belong to it, so the law named last is forgotten.
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
