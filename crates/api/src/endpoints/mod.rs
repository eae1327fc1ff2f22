//! The endpoints: one file for each path, with its parameters and its handler. A handler translates parameters into a
//! question of `lagrum-answers`, and the answer into a response.

mod beside;
mod browse;
mod card;
mod changes;
mod citations_extract;
mod citing;
mod coming;
mod coverage;
mod diff;
mod document;
mod documents;
mod dumps;
mod dv_verdict;
mod facets;
mod facsimile;
mod feeds;
mod graph;
mod health;
mod inbound;
mod inside;
mod lists;
mod outbound;
mod path;
mod pdf;
mod provision;
mod provision_history;
mod provision_related;
mod range;
mod resolve;
mod search;
mod sentences;
mod sfs_graphic;
mod sources;
mod suggest;
mod versions;

use crate::Routes;

pub(crate) use health::ALIVE;

/// Every route of the API, in the order the contract lists them.
pub fn all() -> Routes {
    Routes::new()
        .merge(search::routes())
        .merge(resolve::routes())
        .merge(suggest::routes())
        .merge(citations_extract::routes())
        .merge(facets::routes())
        .merge(browse::routes())
        .merge(sources::routes())
        .merge(coverage::routes())
        .merge(coming::routes())
        .merge(lists::routes())
        .merge(documents::routes())
        .merge(document::routes())
        .merge(versions::routes())
        .merge(diff::routes())
        .merge(inbound::routes())
        .merge(citing::routes())
        .merge(beside::routes())
        .merge(inside::routes())
        .merge(outbound::routes())
        .merge(graph::routes())
        .merge(path::routes())
        .merge(card::routes())
        .merge(provision::routes())
        .merge(provision_history::routes())
        .merge(provision_related::routes())
        .merge(facsimile::routes())
        .merge(sfs_graphic::routes())
        .merge(dv_verdict::routes())
        .merge(pdf::routes())
        .merge(changes::routes())
        .merge(feeds::routes())
        .merge(dumps::routes())
        .merge(range::routes())
        .merge(health::routes())
}
