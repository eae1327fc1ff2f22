//! Finds out which form a raw file has.

use super::page;
use super::record::Record;
use super::source::Source;
use crate::ParseError;

/// Reads a raw file of any form, known by its content.
pub(super) fn read(bytes: &[u8]) -> Result<Source, ParseError> {
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace() && !b"\xef\xbb\xbf".contains(byte)) == Some(&b'{')
    {
        let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let record = Record::read(json)
            .ok_or_else(|| ParseError::UnknownForm("JSON without a record of an act".to_owned()))?;
        return Ok(Source::of_record(record));
    }
    page::read(&decoded(bytes))
}

/// The text of a page: UTF-8 if it is valid, else Windows-1252, which includes the letters of Latin-1.
fn decoded(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => lagrum_artifact::decode_windows_1252(bytes),
    }
}
