//! The questions that the program answers, and their answers.
//!
//! Each question is one function of a [`Snapshot`](lagrum_snapshot::Snapshot), the day where the answer depends on it,
//! and a question struct. It returns a serialisable answer or an [`AnswerError`]. HTTP endpoints, the command line and
//! every other front door only translate parameters and answers. So two front doors never disagree, and this crate does
//! not depend on HTTP, pages or terminals.
//!
//! The functions block: they read the catalog, parse artifacts and compute. A caller that serves many clients runs them
//! on threads of their own. They stop with [`AnswerError::Cancelled`] when `lagrum_cancel` reports that the answer is
//! no longer needed. The memory that parsed artifacts take together is limited here (`artifacts`). The caller limits
//! how many questions are answered at once.
//!
//! Answers derive `utoipa::ToSchema`, which describes their JSON for the API and for tools.

mod act_names;
mod anchor_labels;
mod artifacts;
mod as_of;
mod beside;
mod card;
mod changed;
mod changes;
mod chronicle;
mod cited_meaning;
mod citing;
mod citing_sentence;
mod coming;
mod composed;
mod concept;
mod context;
mod coverage;
mod diff;
mod document;
mod document_text;
mod documents;
mod dumps;
mod ended;
mod error;
mod everyday_places;
mod explanation;
mod extract;
mod facets;
mod facsimile;
mod flow_groups;
mod follow;
mod formal;
mod freshness;
mod given;
mod graph;
mod graphics;
mod held_extent;
mod held_places;
mod history;
mod inbound;
mod inside;
mod json_field;
mod lacking_behind;
mod lists;
mod lookup;
mod lydelser;
mod manuscript;
mod meaning;
mod memory_budget;
mod named_by;
mod named_kinds;
mod outbound;
mod outline;
mod path;
mod place_state;
mod place_text;
mod private_lookups;
mod provision;
mod provision_table;
mod reader_day;
mod reader_status;
mod readiness;
mod readings;
mod related;
mod resolve;
mod result;
mod search;
mod short_citation;
mod source_name;
mod source_roles;
mod sources;
mod successors;
mod suggest;
mod text_language;
mod text_status;
mod then;
mod translation;
mod unheld_name;
mod verdict;

pub use as_of::{
    AsOf, AsOfBasis, DayNote, LydelsePeriod, OldestText, RegisteredAct, lydelse_periods, named_acts,
    oldest_text,
};
pub use beside::{BesideComment, BesideDecision, BesideNote, BesideNotes, GroupCount, beside};
pub use card::{CardResponse, CitationForm, card, citation_forms};
pub use changes::{
    ChangeList, ChangedAnchors, ChangesQuestion, DATA_SET_FILTERS, DocumentChange, LatestQuestion,
    RenumberedAnchor, changes, data_set_question, latest_changes, oldest_changes, parse_time,
};
pub use chronicle::HeldActs;
pub use cited_meaning::{MeantByCitation, TakenByAct, WrittenPlace};
pub use citing::{CitingDocumentEntry, CitingDocuments, CitingQuestion, CitingSpotEntry, YearCount, citing};
pub use citing_sentence::{CitingSentence, CitingSentenceKind, MAX_ROWS as MAX_ROWS_WITH_SENTENCES};
pub use coming::{
    Coming, ComingChange, ComingChangeBasis, ComingChangeKind, ComingDay, ComingQuestion, LawDay, MAX_COMING,
    coming, happened_of_late,
};
pub use composed::{COMPOSED_FORMS, KnownOfDay, ProvisionCounts};
pub use concept::{Concept, ConceptDefinition, concept};
pub use context::context_kinds;
pub use coverage::{
    CitedUnheldDocument, CoverageResponse, HeldDocuments, SeriesYear, SourceCoverage, coverage,
};
pub use diff::{
    ComparedLydelse, DiffAnswer, DiffLydelse, DiffQuestion, DiffResponse, DiffSummary, DiffUnitAnswer,
    LydelsePair, RunSign, UnitChangeName, UnitKindName, compare, find_lydelser,
};
pub use document::{DocumentAnswer, DocumentForm, DocumentQuestion, DocumentShape, document};
pub use document_text::{DocumentText, LinkTarget, document_text, document_text_of, text_of_day};
pub use documents::{
    DocumentList, DocumentListShape, DocumentSummary, DocumentsQuestion, ListOrder, SourceListing, documents,
    documents_of_source, extent,
};
pub use dumps::{DumpFile, DumpInfo, dumps};
pub use ended::{EndedDocument, ended_documents, ends};
pub use error::{AnswerError, Fault, LoadingPart, NotFound};
pub use everyday_places::LackingAct;
pub use explanation::{ExplainedFactor, ExplainedPart, HitExplanation, WordShare};
pub use extract::{
    CheckedQuote, CitationOutcome, ExtractBlock, ExtractQuestion, ExtractResponse, ExtractedTarget,
    FormerMeaning, LinkedForm, MAX_FOLLOWED, MAX_OCCURRENCES, MAX_TEXT_CHARS, NameMismatch, Occurrence,
    PrintedTranslation, QuoteMode, QuoteNote, QuotePlace, QuoteReason, QuoteStatus, QuoteWording, SHORT_TEXT,
    TargetChange, TargetStatus, TextLocation, TruncatedExtract, UnreadPassage, extract, link_text,
};
pub use facets::{
    BrowseDoc, BrowseQuestion, FacetBucket, FacetTree, FirstDocuments, browse, facets, first_documents,
};
pub use facsimile::facsimile_page;
pub use follow::{
    Followed, FollowedChange, FollowedEvent, MAX_EVENTS, MatchingChanges, MatchingQuestion, followed,
    matching_changes,
};
pub use formal::{
    AknText, CatalogPublisher, FormalFacts, FormalForm, FormalPlace, FormalQuestion, FormalSubject,
    FormalWording, ListedIdentifier, PlaceForm, StatedAct, akn_document, akn_provision, akn_uris,
    data_catalog, document_graph, document_uris, eli_path, eli_place, facts_graph, formal_facts,
    formal_place, formal_wordings, forms_of, is_address, listed_identifiers, sources_with_eli,
};
pub use freshness::{SourceFreshness, freshness};
pub use given::{ActOfWork, acts_of_work};
pub use graph::{
    GraphExpansion, GraphInternal, GraphNeighbor, GraphQuestion, GraphResponse, GraphRingNode, GraphSide,
    GraphUnit, NeighbourOrder, graph,
};
pub use graphics::{PlacedGraphic, graphic, graphic_page};
pub use held_extent::HeldExtent;
pub use held_places::held_places;
pub use history::{
    FormerNumber, HistoryAct, HistoryBasis, HistoryChange, HistoryDay, HistoryEntry, HistoryQuestion,
    ProvisionHistory, ThenBasis, history_on_day, provision_history,
};
pub use inbound::{InboundCitations, InboundOrder, InboundPage, InboundQuestion, InboundScope, inbound};
pub use inside::{InsidePart, InsideResponse, QueryInText, inside};
pub use lagrum_artifact::ChangeKind;
pub use lagrum_catalog::CitedAs;
pub use lagrum_linked::{LinkedGraph, LinkedTerm, LinkedValue, Triple, json_ld, n_triples, turtle};
pub use lagrum_private_lookup::LookupPrefix;
pub use lagrum_sources::ContextKind;
pub use lists::{
    EventBackground, ListChanges, ListQuestion, ListedAct, ListedChange, ListedKind, ListedProvision,
    ListedProvisionChange, ListedReason, ListedText, ListedTextCounts, MAX_LIST_LINES, MAX_LISTED,
    MAX_LISTED_CHANGES, MAX_LISTED_QUERIES, ReadNames, UnknownListItem, event_backgrounds, list_changes,
    list_titles, read_list_names,
};
pub use lookup::act_of_its_own_lydelse;
pub use lydelser::{VersionInfo, VersionList, versions};
pub use manuscript::{ManuscriptParts, ManuscriptQuestion, manuscript};
pub use outbound::{OutboundLink, OutboundLinks, outbound};
pub use outline::{OutlinePart, OutlineResponse, outline};
pub use path::{LinkDirection, PathChain, PathQuestion, PathResponse, PathStep, path};
pub use place_state::{CitedPlace, PlaceReason, PlaceState, PlaceStatus, StatedPlace, cited_place};
pub use private_lookups::{lookup_bucket, lookup_filter};
pub use provision::{
    CitationCounts, HeldDays, NeighbourText, NeighbourTexts, Permalink, PlaceWithoutText, PrintedPage,
    ProvisionContext, ProvisionForm, ProvisionInForce, ProvisionQuestion, ProvisionResponse, provision,
};
pub use provision_table::{ProvisionRow, provision_rows};
pub use reader_status::{ReaderStatus, composed_line, reader_status};
pub use readiness::{Readiness, ReadinessPart, ReadyVectors, readiness};
pub use readings::{Reading, ReadingKind};
pub use related::{
    RelatedAs, RelatedEvidence, RelatedMethod, RelatedPlace, RelatedPlaces, RelatedQuestion, related,
};
pub use resolve::{
    RecognizedCitation, ResolveQuestion, ResolveResponse, resolve, resolve_as_of, resolve_many,
};
pub use result::{Fragment, HitFoundBy, Predecessor, SearchResult};
pub use search::{
    Correction, SearchFacetBucket, SearchFacets, SearchQuestion, SearchResponse, WordAlone, search,
    search_with,
};
pub use short_citation::short_citation;
pub use source_name::SourceName;
pub use sources::{SourceInfo, check_filter, sources};
pub use suggest::{SuggestQuestion, SuggestResponse, Suggestion, SuggestionKind, suggest};
pub use text_status::{TextStatus, is_known_in_force, text_status};
pub use then::Then;
pub use translation::translation;
pub use unheld_name::{name_of_unheld, name_of_unheld_place};
pub use verdict::verdict;
