//! What a row of a list says in words, Swedish: the same for pages, letters, feeds and calendars.

use lagrum_artifact::Base;

use super::answer::{ListedChange, ListedProvisionChange};
use super::kind::ListedKind;
use crate::act_names::name_with_number;

/// The most provisions that one line names.
const NAMED: usize = 12;

impl ListedProvisionChange {
    /// What happened, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::New => "ny",
            Self::Amended => "ändrad",
            Self::Repealed => "upphävd",
            Self::Renumbered => "nytt nummer",
            Self::Starts => "börjar gälla",
            Self::Expires => "slutar gälla",
        }
    }
}

impl ListedChange {
    /// What the changed act is called: `Fårlag (1931:47)`.
    pub fn name(&self, base: &Base) -> String {
        name_with_number(base, &self.uri, self.title.as_deref(), self.label.as_deref())
    }

    /// The printed id of the changed act.
    pub fn short_name(&self, base: &Base) -> String {
        self.label.clone().unwrap_or_else(|| base.strip(&self.uri).unwrap_or(&self.uri).to_owned())
    }

    /// What happens, and by which act: `Ändras genom SFS 2031:9`.
    pub fn words(&self, base: &Base) -> String {
        let verb = self.kind.verb(!self.coming);
        let act = self.act.as_ref().filter(|act| act.uri != self.uri);
        let by = act.map(|act| {
            act.identifier.clone().unwrap_or_else(|| base.strip(&act.uri).unwrap_or(&act.uri).to_owned())
        });
        match by {
            Some(by) if self.kind == ListedKind::Cited => format!("{verb} {by}"),
            Some(by) => format!("{verb} genom {by}"),
            None => verb.to_owned(),
        }
    }

    /// What changes, in the words of a layperson: those of the register, else the provisions.
    pub fn what(&self) -> Option<String> {
        // Of a part that begins later the words of the whole act say too much.
        let is_part =
            matches!(self.kind, ListedKind::Starts | ListedKind::Expires) && !self.provisions.is_empty();
        if let Some(words) = self.scope_words.as_ref().filter(|_| !is_part) {
            return Some(words.clone());
        }
        let labels: Vec<&str> = self
            .provisions
            .iter()
            .take(NAMED)
            .map(|provision| provision.label.as_deref().unwrap_or(&provision.anchor))
            .collect();
        let more = self.provisions.len().saturating_sub(NAMED);
        match (labels.is_empty(), more) {
            (true, _) => None,
            (false, 0) => Some(labels.join(", ")),
            (false, more) => Some(format!("{} och {more} till", labels.join(", "))),
        }
    }

    /// The change in one paragraph: the day, what happens, what changes, and why.
    pub fn summary(&self, base: &Base) -> String {
        let day = self.date.as_deref().unwrap_or("Den dag som regeringen bestämmer");
        let mut told = format!("{day}: {}", self.words(base));
        if let Some(what) = self.what() {
            told.push_str(": ");
            told.push_str(&what);
        }
        told.push('.');
        let mut works: Vec<&str> = self.why.iter().map(|reason| reason.label.as_str()).collect();
        works.dedup();
        if !works.is_empty() {
            told.push_str(&format!(" Bakgrund: {}.", works.join(", ")));
        }
        if self.formal {
            told.push_str(" Bara formella ändringar.");
        }
        told
    }
}
