//! Finds out which form a raw file has.

use super::page;
use super::record::{MAX_RECORD, Record};
use super::source::Source;
use crate::ParseError;
use crate::decode::decoded;

/// Reads a raw file of any form, known by its content.
pub(super) fn read(bytes: &[u8]) -> Result<Source, ParseError> {
    if bytes.len() > MAX_RECORD {
        return Err(ParseError::TooLarge("the raw file of an act"));
    }
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace() && !b"\xef\xbb\xbf".contains(byte)) == Some(&b'{')
    {
        let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let record = Record::read(json)
            .ok_or_else(|| ParseError::UnknownForm("JSON without a record of an act".to_owned()))?;
        return Ok(Source::of_record(record));
    }
    page::read(&decoded(bytes))
}
