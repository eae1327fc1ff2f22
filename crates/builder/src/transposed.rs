//! What bills state: which provisions of the laws that they propose carry out which articles, and follow which earlier provisions.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::Anchor;
use lagrum_catalog::{StatedIn, StatedRelation, Statement};

use crate::derive::StatedTransposition;
use crate::related::{PrintedProvision, ProposalStatement, StatedOfProposal};

/// The statements of a record of a bill. `law` is the uri of the statute that the proposal became.
pub(crate) fn statements(stated: &StatedTransposition, law: &str) -> Vec<Statement> {
    let statement = |article: &String| Statement {
        relation: StatedRelation::Implements,
        subject: format!("{law}#{}", stated.anchor),
        object: article.clone(),
        from: None,
        until: None,
        stated_in: StatedIn::Commentary,
        evidence: stated.work.clone(),
        evidence_anchor: stated.page.map(|page| format!("sid{page}")),
        words: stated.sentence.clone(),
    };
    stated.articles.iter().map(statement).collect()
}

/// What is known of the acts that a statement of a proposal speaks of, once all documents are gathered.
pub(crate) struct HeldActs<'g> {
    /// The uri of the statute that the proposal became.
    pub(crate) law: &'g str,
    /// Whether each held statute numbers its paragrafer anew in each kapitel, by its uri.
    pub(crate) numbers_by_kapitel: &'g HashMap<String, bool>,
    /// The acts that others repealed: the day, and the uri of the act that did.
    pub(crate) repeals: &'g HashMap<String, (Date, String)>,
}

/// The statement of a bill's commentary; None where a provision has no place in its act, or is no earlier one.
pub(crate) fn of_proposal(stated: &ProposalStatement, held: &HeldActs<'_>) -> Option<Statement> {
    let subject = held.place(held.law, &stated.provision)?;
    let (relation, object) = match &stated.stated {
        StatedOfProposal::CarriesOut(article) => (StatedRelation::Implements, article.clone()),
        StatedOfProposal::Follows { act, provision, is_earlier } => {
            let act = act.as_deref().unwrap_or(held.law);
            let is_replaced = held.repeals.get(act).is_some_and(|(_, by)| by == held.law);
            let object = held.place(act, provision).filter(|object| *object != subject)?;
            (*is_earlier || is_replaced).then_some((StatedRelation::Follows, object))?
        }
    };
    Some(Statement {
        relation,
        subject,
        object,
        from: None,
        until: None,
        stated_in: StatedIn::Commentary,
        evidence: stated.work.clone(),
        evidence_anchor: stated.page.map(|page| format!("sid{page}")),
        words: stated.sentence.clone(),
    })
}

impl HeldActs<'_> {
    /// The uri of a provision by its printed numbers. Only an act that numbers its paragrafer anew in each kapitel has the kapitel in its
    /// places, and there it must be known.
    fn place(&self, act: &str, provision: &PrintedProvision) -> Option<String> {
        let PrintedProvision { kapitel, paragraf } = provision;
        let anchor = match (self.numbers_by_kapitel.get(act), kapitel) {
            (Some(true), None) => return None,
            (Some(true) | None, Some(kapitel)) => format!("K{kapitel}P{paragraf}"),
            (Some(false), _) | (None, None) => format!("P{paragraf}"),
        };
        Anchor::new(&anchor).map(|anchor| format!("{act}#{anchor}"))
    }
}
