//! Forms of responses that several endpoints share: JSON, files, prints, pictures.

pub(crate) mod akn;
pub(crate) mod binary;
pub(crate) mod disposition;
pub(crate) mod encoding;
pub mod files;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod linked;
pub(crate) mod origin_guard;
pub(crate) mod page;
pub(crate) mod picture;
pub(crate) mod print;
pub(crate) mod ranges;
