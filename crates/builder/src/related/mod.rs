//! Statements that one provision or act follows, carries out or rests on another, each with its words.
//!
//! They are read where texts and records state them, and nowhere else is anything concluded:
//!
//! | what states it | read in |
//! |---|---|
//! | registers of statutes: new numbers, directives that acts carry out | [`register`] |
//! | correlation tables of EU acts | [`correlation`], a cell of one in [`cell`] |
//! | records of regulations: what they were issued under, which directives they carry out | [`record`] |
//! | transitional provisions: which acts an act replaces | [`transitional`] |
//! | bills: which provisions carry out which articles, and follow which earlier ones | [`commentary`] and records; as statements in [`transposed`](mod@crate::transposed), once it is known which law a bill speaks of |

mod cell;
mod commentary;
mod correlation;
mod directive;
mod record;
mod register;
mod stating_document;
mod transitional;

use lagrum_catalog::Statement;

pub(crate) use self::commentary::{
    PrintedProvision, ProposalStatement, StatedOfProposal, proposal_statements,
};
use self::stating_document::MAX_STATEMENTS;
pub(crate) use self::stating_document::StatingDocument;

/// The statements of an artifact.
pub(crate) fn statements(document: &StatingDocument<'_>) -> Vec<Statement> {
    let mut statements = record::statements(document);
    if document.source.holds_statutes {
        statements.extend(register::statements(document));
        statements.extend(transitional::statements(document));
    }
    statements.extend(correlation::statements(document));
    // A paragraf that moved to another kapitel of an act that numbers through has its number still.
    statements.retain(|told| told.subject != told.object);
    statements.truncate(MAX_STATEMENTS);
    statements
}

#[cfg(test)]
mod tests;
