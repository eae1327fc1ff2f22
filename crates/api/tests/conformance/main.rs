//! The contract as tables: every endpoint with every parameter and its bounds, every status, and every answer checked against
//! its schema in `/openapi.json`. An endpoint that is not in the tables fails the tests.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that meets the unexpected has failed")]

mod any_request;
mod cached;
#[path = "../promises/client.rs"]
mod client;
mod conformity;
mod parameters;
mod posts;
#[path = "../endpoints/printer.rs"]
#[expect(dead_code, reason = "shared with the tests of the endpoints")]
mod printer;
#[path = "../endpoints/served.rs"]
#[expect(dead_code, reason = "shared with the tests of the endpoints")]
mod served;
mod statuses;
mod strictness;
mod table;
