//! The sources of the corpus.
//!
//! A *source* is a collection of documents: statutes, case law, preparatory works, EU law. Everything that differs by
//! source is defined here, in one file for each source: how its documents are named, dated and summarised, how they are
//! filed and listed, which names citations of them use, and which group and order they have among citations. The rest
//! of the program uses properties of a [`Source`] and does not compare its name; `xtask/tests/house/source_names.rs` checks
//! that.
//!
//! The crate does no input or output. A build derives from each [`Artifact`](lagrum_artifact::Artifact), once:
//!
//! * by [`Source::describe`] the [`Description`], which becomes the catalog row of the document;
//! * by [`links()`] its citations, in reading order.
//!
//! From the rows of a source it derives facets and listings ([`listing()`]), and from the names of concepts the
//! concepts they belong to ([`fold_concepts`]).
//!
//! ```
//! use lagrum_artifact::{Anchor, Artifact, Base};
//! use lagrum_sources::{citation, links, source};
//!
//! let base = Base::parse("https://lag.example").unwrap();
//! let artifact = Artifact::parse(r#"{"uri":"https://lag.example/prop/2030/31:9","doctype":"prop",
//!     "identifier":"Prop. 2030/31:9","title":"En ny fårlag","structure":[{"type":"avsnitt","id":"a1","text":[
//!     {"uri":"https://lag.example/1931:47#P2","text":"2 § fårlagen"}]}]}"#.as_bytes())?;
//!
//! let forarbete = source("forarbete");
//! let described = forarbete.describe(&artifact, &base);
//! assert_eq!((described.label.as_str(), described.year), ("Prop. 2030/31:9", Some(2030)));
//! assert_eq!(links(&artifact, forarbete, &base)[0].from_anchor.as_deref(), Some("a1"));
//!
//! let name = forarbete.short_name(&described.descriptive, &described.label);
//! let page = Anchor::new("sid45");
//! assert_eq!(citation(name, forarbete.grammar, page.as_ref()), "S. 45 Prop. 2030/31:9");
//! # Ok::<(), lagrum_artifact::ArtifactError>(())
//! ```
//!
//! To add a source, write its file and add it to the table in [`mod@all`]. A source that is not in the table is served
//! under the generic rules of `generic.rs`.

mod act_form;
mod all;
mod amended;
mod amending;
mod appendix;
mod bounds;
mod case_facts;
mod case_names;
mod citation;
mod citation_kind;
mod concepts;
mod context;
mod data_sets;
mod date;
mod describe;
mod description;
mod echr_day;
mod english;
mod facets;
mod formal_name;
mod group;
mod kind_names;
mod kind_words;
mod kinds;
mod links;
mod listing;
mod listing_row;
mod names;
mod order;
mod organisations;
mod proposal_comments;
mod proposed_law;
mod publisher_page;
mod rail;
mod reading;
mod registered_work;
mod repeals;
mod shown_day;
mod snippet;
mod source;
mod stated_names;
mod status;
mod subject;
mod table;
mod text_extent;
mod translation;
mod transposition;
mod treaty;
mod wiki;
mod year;

mod avg;
mod begrepp;
mod coe;
mod dv;
mod edpb;
mod eurlex;
mod forarbete;
mod foreskrift;
mod generic;
mod hanvisning;
mod hudoc;
mod icc;
mod icj;
mod icrc;
mod kommentar;
mod language;
mod rs;
mod sfs;
mod untc;

pub use act_form::ActForm;
pub use all::{
    all, concept_source, current_name, flow_group, kind_words, known, source, source_label,
    source_of_local_id, source_of_segment,
};
pub use amended::amended_celex;
pub use amending::{is_amending, is_repealing};
pub use appendix::lacks_appendix;
pub use case_facts::{CaseFacts, case_facts, decided_by, is_of_last_instance};
pub use case_names::CASE_NAMES;
pub use citation::{citation, citation_in, pinpoint};
pub use citation_kind::{CITATION_KINDS, CitationKind};
pub use concepts::{
    FoldedConcepts, ObservedConcepts, concept_name, concept_uri, fold_concepts, is_sound_concept,
};
pub use context::{CONTEXT_CHOICES, ContextKind, context_kinds};
pub use data_sets::{data_set, data_set_filter, report_series};
pub use date::{UNKNOWN_END, parse_date};
pub use description::Description;
pub use echr_day::printed_day;
pub use english::{english_kind, english_kind_of_any, english_source};
pub use eurlex::eu_parties;
pub use facets::{BucketName, FacetLevel, FacetScheme, LeafOrder, UNKNOWN_BUCKET, slug};
pub use forarbete::{asks_for_preparatory_works, is_bill};
pub use formal_name::{FormalName, issuer_of_statute};
pub use group::FlowGroup;
pub use hanvisning::{CitedNames, hanvisning, name_of_local_id};
pub use kind_names::{kind_plural, kind_singular, kind_title};
pub use kind_words::KindWords;
pub use kinds::DocumentKind;
pub use kommentar::{COMMENTARY, TRANSLATION, commentary_id};
pub use language::document_language;
pub use links::{
    CitationLink, are_placed_by_page, is_citation, issues_under, links, part_links, stated_transpositions,
    walk_links,
};
pub use listing::{Leaf, LeafEntry, listing};
pub use listing_row::{BrowseExtras, ListingRow};
pub use names::acronym;
pub use order::{NaturalKey, swedish_order};
pub use organisations::organisation;
pub use proposal_comments::{ProposalComment, proposal_comments};
pub use proposed_law::{NamedLaw, ProposedLaw, law_name_key};
pub use publisher_page::{PublisherPage, publisher_page, statute_prints_are_online};
pub use rail::RailKey;
pub use reading::time_limit;
pub use registered_work::{local_id_of_own_work, local_id_of_work};
pub use repeals::{RepealedRegulation, StatedRepeal, repealed_regulations, stated_repeals};
pub use sfs::acts_named_in_english;
pub use shown_day::shown_day;
pub use snippet::cut;
pub use source::Source;
pub use stated_names::{NameForm, StatedName};
pub use status::status_expiry;
pub use text_extent::TextExtent;
pub use translation::Translation;
pub use transposition::{Transposition, transpositions};
pub use treaty::{statute_of_treaty, treaties_of_statute};
pub use wiki::without_marks as without_wiki_marks;
