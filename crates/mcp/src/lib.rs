//! Tools for language models, over the Model Context Protocol (MCP).
//!
//! A tool is a question of `lagrum-answers` with a description for a reader who does not know Swedish law. It gives the answers
//! that the API gives. A tool is one type in [`tools`]: its fields are the arguments, from which the schema that clients see is
//! made. Limits are part of the types of the fields ([`arguments`]), because the SDK publishes schemas and does not enforce
//! them.
//!
//! Two transports: [`routes`] serves `POST /mcp` beside the API, without sessions; [`serve_stdio`] uses standard input and
//! output. Both run the work of a tool in the queues of the API (`lagrum_api::blocking`, and that of searches), so that tools
//! and requests share their limits.
//!
//! Every text in an answer has its text status: which lydelse it is, and whether it applies (`TextStatus`). A text that was cut
//! states that, and how to read on ([`window`]): a part of a law must never be taken for the whole.

mod arguments;
mod http_transport;
mod output_schema;
mod passage;
mod prompts;
mod resources;
mod server;
mod stdio;
mod tools;
mod window;

pub use http_transport::{AllowedOrigin, routes};
pub use stdio::serve_stdio;
