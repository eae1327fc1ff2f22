//! Statutes from the databases of Regeringskansliet.

use crate::{ParseContext, ParseError, Parsed, RawParts};

pub(crate) fn parse(_raw: &RawParts<'_>, _context: &ParseContext<'_>) -> Result<Parsed, ParseError> {
    Err(ParseError::UnknownForm("not yet read".to_owned()))
}
