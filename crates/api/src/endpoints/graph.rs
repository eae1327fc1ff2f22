//! `GET /api/v1/graph`

use lagrum_answers::{self as answers, GraphQuestion, GraphResponse, LinkDirection, NeighbourOrder};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{ApiError, Caching, Current, Json, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct GraphQuery {
    /// A document, or a place in one.
    uri: String,
    /// `in` for who cites it, `out` for what it cites, `both`.
    #[param(value_type = String, pattern = "^(in|out|both)$", default = "both")]
    direction: LinkDirection,
    /// Only neighbours of these flow groups, separated by commas.
    groups: Option<String>,
    /// Documents on each side, shared between the rings.
    #[param(default = 20, minimum = 1, maximum = 300)]
    limit: u32,
    /// `links` for the one with most links to the centre first, `citations` for the most cited first.
    #[param(value_type = String, pattern = "^(links|citations)$", default = "links")]
    sort: NeighbourOrder,
    /// Documents of one flow group in each ring of a side.
    #[param(minimum = 1, maximum = 300)]
    grouplimit: Option<u32>,
    /// Steps from the centre.
    #[param(default = 1, minimum = 1, maximum = 3)]
    depth: u8,
    /// Also how the provisions of the document cite each other; a place in a document always has it.
    #[param(default = false)]
    internal: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(graph), Caching::Snapshot)
}

/// Who cites a document or a provision, and what it cites: the documents around it, and on request those around them.
#[utoipa::path(get, path = "/api/v1/graph", tag = "document", operation_id = "graph", params(GraphQuery),
    responses((status = 200, description = "The neighbourhood", body = GraphResponse)))]
async fn graph(
    query: Query<GraphQuery>,
    Current(snapshot): Current,
) -> Result<Json<GraphResponse>, ApiError> {
    let GraphQuery { uri, direction, groups, limit, sort, grouplimit, depth, internal } = query.into_inner();
    let question = GraphQuestion {
        uri,
        direction,
        groups,
        limit,
        order: sort,
        group_limit: grouplimit,
        depth,
        internal,
    };
    answer(move || answers::graph(&snapshot, &question)).await.map(Json)
}
