//! Citations: as a query, in running texts, and over the texts of a real corpus.

mod both_drivers;
mod fault_cases;
mod reading;
mod real_corpus;
mod robustness;
mod scan_cases;
mod scanning;
mod settling;
mod shared_cases;
mod support;
mod walk;
