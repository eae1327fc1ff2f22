//! Every question, asked of the demo corpus and of small ones without a server, a file for each kind of question. Rules are
//! tables; lists and graphs are compared with what a plain reading of all links gives.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

mod as_of;
mod beside;
mod card;
mod citations_by_day;
mod citations_by_day_doors;
mod citations_by_day_search;
mod coming;
mod composed;
mod coverage;
mod document;
mod documents;
mod facets;
mod fixture;
mod follow;
mod graph;
mod graphs;
mod history;
mod inbound;
mod links;
mod lists;
mod long_lists;
mod markdown;
mod names;
mod outbound;
mod outline;
mod path;
mod provision;
mod reader;
mod real;
mod real_search;
mod resolve;
mod rings;
mod search;
mod search_contexts;
mod search_explained;
mod suggest;
mod versions;
