//! What bills state: which provisions of the laws that they propose carry out which articles.

use lagrum_catalog::{StatedIn, StatedRelation, Statement};

use crate::derive::StatedTransposition;

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
