//! What must hold of every document, provision and extract of the real corpus.

mod akn;
mod coming;
mod composed;
mod days;
mod ended;
mod extents;
mod extracts;
mod given;
mod history;
mod lists;
mod lookups;
mod patterns;
mod permalinks;
mod quotes;
mod then;
