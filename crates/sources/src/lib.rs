//! What each source of the corpus is.
//!
//! A *source* is a kind of collection: statutes, case law, preparatory works, EU law. Everything that differs from
//! source to source is said here and nowhere else, in one file per source: how its documents are named, dated and
//! summarised, how they are filed and listed, which group and order they take among citations. The rest of the
//! program asks a [`Source`] and never looks at its name.
//!
//! Nothing here does input or output. From an [`Artifact`](lagrum_artifact::Artifact) come, once, at build:
//!
//! * [`Source::describe`]: the [`Description`] that becomes the document's catalog row;
//! * [`links()`]: every citation in it, in reading order.
//!
//! From catalog rows come the facets and listings of a source ([`listing()`]) and the folding of inflected concepts
//! ([`fold_concepts`]).
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
//! To add a source, write its file and add its row to the table in [`all`]. A source nobody
//! has described is served under the generic rules of `generic.rs`.

mod act_form;
mod bounds;
mod case_names;
mod citation;
mod concepts;
mod context;
mod date;
mod description;
mod facets;
mod group;
mod kinds;
mod links;
mod listing;
mod names;
mod order;
mod rail;
mod reading;
mod snippet;
mod source;
mod stated_names;
mod status;
mod subject;
mod table;
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
mod hudoc;
mod icc;
mod icj;
mod icrc;
mod kommentar;
mod rs;
mod sfs;
mod untc;

pub use act_form::ActForm;
pub use case_names::CASE_NAMES;
pub use citation::{acronym, citation, pinpoint};
pub use concepts::{
    FoldedConcepts, ObservedConcepts, concept_name, concept_uri, fold_concepts, is_sound_concept,
};
pub use context::{ContextKind, context_kinds};
pub use date::{UNKNOWN_END, parse_date};
pub use description::Description;
pub use facets::{BucketName, FacetLevel, FacetScheme, LeafOrder, UNKNOWN_BUCKET, slug};
pub use group::{FlowGroup, flow_group};
pub use kinds::{DocumentKind, kind_plural, kind_singular};
pub use links::{CitationLink, links};
pub use listing::{BrowseExtras, Leaf, LeafEntry, ListingRow, listing};
pub use order::{NaturalKey, swedish_order};
pub use rail::RailKey;
pub use snippet::cut;
pub use source::{
    Source, all, concept_source, current_name, known, source, source_label, source_of_local_id,
};
pub use stated_names::{NameForm, StatedName};
pub use status::status_expiry;
pub use transposition::{Transposition, law_name_key, transpositions};
