//! The document format of a legal corpus: the shape of a parsed document (an *artifact*), the walk over its text and
//! links, and the names of documents and their parts.
//!
//! The crate does no input or output. Node types and fields that it does not know are accepted, since real artifacts
//! have some that no description mentions. [`Artifact::parse`] rejects only bytes that are not JSON, an object without
//! a valid `uri`, and an artifact larger than the limits in `bounds.rs`.
//!
//! ```
//! use lagrum_artifact::{Artifact, Anchor, AnchorGrammar};
//!
//! let artifact = Artifact::parse(r#"{"uri":"https://lag.example/1931:47","structure":[
//!     {"type":"stycke","id":"P1S1","text":["Se ",{"uri":"https://lag.example/1890:2#P7","text":"7 §"},"."]}]}"#.as_bytes())?;
//! assert_eq!(artifact.presented().plain_text(), "Se 7 §.");
//!
//! let anchor = Anchor::new("K2P3S1").unwrap();
//! assert_eq!(AnchorGrammar::Statute.label(&anchor).as_deref(), Some("2 kap. 3 § 1 st"));
//! assert_eq!(AnchorGrammar::Statute.unit(&anchor).as_str(), "K2P3");
//! # Ok::<(), lagrum_artifact::ArtifactError>(())
//! ```

mod anchor;
mod anchored_parts;
mod artifact;
mod bounds;
mod change_note;
mod composed;
mod court_paragraph;
mod dashes;
mod date;
mod day_marks;
mod day_notes;
mod derived;
mod displaced_list;
mod eu_anchor;
mod eu_paragraph;
mod full_text;
mod further_anchors;
mod generation;
mod heading;
mod last_changes;
mod lydelse;
mod missing_page;
mod named_parts;
mod named_unit;
mod node;
mod node_dates;
mod node_index;
mod nodes_around;
mod note_mark;
mod number_note;
mod outline;
mod part;
mod part_context;
mod place_notes;
mod printed_number;
mod provision_number;
mod rank;
mod reading_text;
mod register_words;
mod ruling;
mod stored_id;
mod swedish;
mod title;
mod typesetting;
mod uri;
mod variants;
mod walk;
mod whole_provision;
mod windows_1252;

pub use anchor::{Anchor, AnchorGrammar, AnchorUnit};
pub use anchored_parts::{AnchoredPart, PART_TEXT_CHARS};
pub use artifact::{Artifact, ArtifactError, MeasuredArtifact, Presented};
pub use bounds::{MAX_ANCHOR_BYTES, MAX_ARTIFACT_BYTES, MAX_TREE_BYTES, MAX_URI_BYTES};
pub use change_note::{change_notes, without_change_notes};
pub use composed::{AddedProvision, ProvisionEdit, TextEdits};
pub use dashes::with_short_rules;
pub use date::is_date;
pub use day_marks::{DayMark, DayMarks, MarkedEdge, MarkedThing, leading_marks};
pub use displaced_list::{displaced_lists, holds_displaced_list, lists_behind_articles};
pub use eu_anchor::EuReading;
pub use full_text::{DatedPieces, FullText, PieceForm, TextPart};
pub use further_anchors::FurtherAnchors;
pub use generation::Generation;
pub use heading::{fragment_label, led_by};
pub use last_changes::{ChangeKind, LastChanges};
pub use lydelse::{ActFamily, LydelseId};
pub use named_parts::NamedPart;
pub use named_unit::NamedUnit;
pub use node::{Link, Node, Run, Runs};
pub use node_dates::MAX_NODE_DATES;
pub use node_index::NodeIndex;
pub use note_mark::note_mark_len;
pub use number_note::is_number_note;
pub use outline::{HeadingScope, Outline};
pub use part::AnchorTarget;
pub use part_context::{AdjacentParts, PartAnchors};
pub use place_notes::{DatedProvision, PlaceNotes, RepealNote};
pub use printed_number::{NumberSigns, PrintedNumber};
pub use provision_number::{ProvisionNumber, UnitNumber};
pub use rank::AnchorRank;
pub use register_words::{
    RegisterChange, RegisterPlace, RegisterWords, RegisteredChange, read_register_words,
};
pub use ruling::RULING;
pub use stored_id::StoredId;
pub use swedish::{ORDINALS, raise_first_letter};
pub use title::shown_title;
pub use uri::{Base, BaseError, DocumentUri, FragmentUri, Location, is_web_address};
pub use variants::DatedVariant;
pub use walk::{Step, walk};
pub use windows_1252::decode as decode_windows_1252;
