//! `search`

use lagrum_answers::{
    AnswerError, Correction, LackingAct, Reading, RecognizedCitation, SearchQuestion, search,
};
use lagrum_pages::PageWork;
use lagrum_search::HitOrder;
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::row::ResultRow;
use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Count, Name, Text, source_and_kind};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct Search {
    /// Swedish words, "phrases" in quotation marks, or a citation with words beside it. `-word` excludes, `|` is or, `*`
    /// ends a prefix.
    query: Text<1000>,
    /// Only this source, a name from list_sources: `sfs` statutes, `dv` court decisions, `forarbete` preparatory works.
    #[serde(default)]
    source: Option<Name>,
    /// Only documents of this kind, as results name it.
    #[serde(default)]
    kind: Option<Name>,
    /// How many results.
    #[serde(default)]
    limit: Count<1, 50, 8>,
    /// `next_cursor` of the answer before, for more results of the same search.
    #[serde(default)]
    cursor: Option<Text<2048>>,
}

/// What a search finds.
#[derive(Serialize, ToSchema)]
pub(super) struct FoundDocuments {
    /// The query, as it was sent.
    query: String,
    /// Documents that match.
    total: u64,
    /// Whether `total` is exact; it always is below 10,000.
    total_is_exact: bool,
    /// The best ones.
    results: Vec<ResultRow>,
    /// The `cursor` for more; null at the end.
    #[schema(required = true)]
    next_cursor: Option<String>,
    /// Whether a word was read as another, or no document holds all words. Then look at the results with care.
    relaxed: bool,
    /// Words that were read as others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    corrections: Vec<Correction>,
    /// Everyday expressions for which legal terms were looked for too, and alternatives of which one was enough.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    readings: Vec<Reading>,
    /// Documents that the query names and that are not held.
    recognized: Vec<RecognizedCitation>,
    /// Acts that are not held and that words of the query ask for without naming them: the answer may stand there.
    lacking: Vec<LackingAct>,
}

impl ToolQuestion for Search {
    type Answer = FoundDocuments;
    const NAME: &'static str = "search";
    const TITLE: &'static str = "Search Swedish law";
    const WORK: PageWork = PageWork::Search;
    const DESCRIPTION: &'static str = "Searches the full text of Swedish law: statutes, agency regulations, court decisions, \
        preparatory works, EU law, treaties. Use Swedish words; inflections, compounds and everyday words are \
        handled. Each result has in `fragments` the passage that answers, with a uri that get_provision takes. A passage is not \
        the text: read it before you rely on it. Not for a citation ('36 § avtalslagen'): resolve_citation is exact. \
        Example: {\"query\": \"uppsägningstid hyreslägenhet\", \"source\": \"sfs\", \"limit\": 5}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let (source, kind) = source_and_kind(&asked.snapshot, self.source, self.kind)?;
        let question = SearchQuestion {
            query: self.query.into_inner(),
            source,
            kind,
            year: None,
            days: None,
            limit: self.limit.as_usize(),
            offset: None,
            cursor: self.cursor.map(Text::into_inner),
            sort: HitOrder::default(),
            explain: false,
        };
        let found = search(&asked.snapshot, asked.day, question)?;
        let results = found.results.into_iter().map(|found| ResultRow::new(asked, found));
        to_value(&FoundDocuments {
            query: found.query,
            total: found.total,
            total_is_exact: found.total_is_exact,
            results: results.collect(),
            next_cursor: found.next_cursor,
            relaxed: found.relaxed,
            corrections: found.corrections,
            readings: found.readings,
            recognized: found.recognized,
            lacking: found.lacking,
        })
    }
}
