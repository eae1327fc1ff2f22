//! EU acts and treaties in running text: articles and recitals with the act beside them, acts alone, back references.

mod act;
mod act_beside;
mod articles;

use self::act_beside::ActBeside;
use super::pass::{Found, Pass};
use super::settings::ScanType;
use crate::article::EuProvision;
use crate::target::CitedLocation;
use crate::treaty;

impl Pass<'_> {
    fn finds_eu(&self) -> bool {
        self.finds(ScanType::EuActs) || self.finds(ScanType::EnglishEuActs)
    }

    fn push_all(&mut self, start: usize, end: usize, provision: &EuProvision, act: &ActBeside) {
        for document in &act.documents {
            let anchor = match self.names.treaty(document) {
                Some(treaty) => provision.treaty_anchor(treaty),
                None if act.treaty => provision.plain_treaty_anchor(document),
                None => provision.eu_anchor(),
            };
            let targets = vec![CitedLocation::at(document.clone(), anchor)];
            self.found.push(Found { start, end, targets, inferred: act.inferred, ..Found::default() });
        }
    }

    fn focus(&mut self, act: &ActBeside) {
        if act.treaty {
            self.state.name_treaty(act.documents.iter().any(|document| document == treaty::CONVENTION));
        }
        if !act.treaty && !act.back_reference {
            act.documents.iter().for_each(|document| self.state.name_eu_act(document));
        }
    }
}
