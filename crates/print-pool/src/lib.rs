//! Where paper is ordered: jobs for the printer, the process that does them, the queue before it, and the cache behind.
//!
//! Laying out a document and drawing a page of somebody's PDF are work that may crash, hang or ask for all memory there
//! is. None of it is done here. A [`Job`] goes to a process of its own, which is given bounds and is ended when it
//! exceeds them, so that what goes wrong costs the one request that asked for it. [`Press`] sees to it that few jobs run
//! at once, that one job is done once however many ask for its result, and that results are kept in a [`Cache`].
//!
//! This crate knows neither PDF nor HTTP. What does the work is a [`Printer`]; the one that starts processes is
//! [`ChildPrinter`].

mod cache;
mod child;
mod job;
mod press;
mod queue;

pub use cache::{Cache, Key};
pub use child::ChildPrinter;
pub use job::{Bounds, Confinement, Job, Material, Order, PageJob, Refusal};
pub use press::{Press, PrintError, Printed, Printer};
pub use queue::{Admission, Asker, Lane};
