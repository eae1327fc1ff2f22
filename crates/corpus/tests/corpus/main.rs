//! What the corpus keeps, and what it survives.

mod attachments;
mod change_log;
mod dump;
mod import;
mod loss;
mod store;
mod support;
