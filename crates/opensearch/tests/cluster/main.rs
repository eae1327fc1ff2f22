//! The engine on a real OpenSearch, which is fetched with Maven and started here. Where Java or Maven is missing nothing
//! of this runs, and a line says so. `LAGRUM_TEST_OPENSEARCH` chooses the release, 3.8.0.0 for example; then it must run.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

#[path = "../../../../tools/measure/src/engines/compare.rs"]
mod compare;
mod loss;
mod place;
#[path = "../../../../tools/measure/src/engines/queries.rs"]
mod queries;
mod same;
mod secured;
