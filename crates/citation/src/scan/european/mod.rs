//! EU acts and treaties in running text: articles and recitals with the act beside them, acts alone, back references.

mod act;
mod act_beside;
mod articles;

use self::act_beside::ActBeside;
use super::pass::{Found, Pass};
use super::settings::ScanType;
use crate::article::{EuProvision, ListedArticle};
use crate::target::CitedLocation;
use crate::treaty;

impl Pass<'_> {
    fn finds_eu(&self) -> bool {
        self.finds(ScanType::EuActs) || self.finds(ScanType::EnglishEuActs)
    }

    fn push_all(&mut self, start: usize, end: usize, provision: &EuProvision, act: &ActBeside) {
        for document in &act.documents {
            let targets = vec![self.place(document, provision, act)];
            let (following, inferred) = (provision.following(), act.inferred);
            self.found.push(Found { start, end, targets, inferred, following, ..Found::default() });
        }
    }

    /// Links the articles of a list by their numbers.
    fn push_listed(&mut self, articles: &[ListedArticle], act: &ActBeside) {
        for article in articles {
            let before = self.found.len();
            self.push_all(article.member.start, article.member.end, &article.member.provision, act);
            let Some(otherwise) = &article.otherwise else { continue };
            for (index, document) in (before..).zip(&act.documents) {
                let other = self.place(document, otherwise, act);
                if let Some(found) = self.found.get_mut(index) {
                    found.otherwise = vec![other];
                }
            }
        }
    }

    fn place(&self, document: &str, provision: &EuProvision, act: &ActBeside) -> CitedLocation {
        let anchor = match self.names.treaty(document) {
            Some(treaty) => provision.treaty_anchor(treaty),
            None if act.treaty => provision.plain_treaty_anchor(document),
            None => provision.eu_anchor(),
        };
        CitedLocation::at(document, anchor)
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
