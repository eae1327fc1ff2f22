//! The characters of a file that is no archive.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::error::UnreadableFile;

/// How far into a page its encoding is looked for, in bytes. Browsers look as far.
const HEAD: usize = 1_024;

/// The text of a file: by its mark of the order of bytes, else UTF-8, else in the encoding that it states as a page.
pub(crate) fn decoded(file: &[u8]) -> Result<Cow<'_, str>, UnreadableFile> {
    if let Some((encoding, _)) = Encoding::for_bom(file).filter(|(encoding, _)| *encoding != UTF_8) {
        let (text, _, is_damaged) = encoding.decode(file);
        return if is_damaged { Err(binary()) } else { Ok(text) };
    }
    if file.contains(&0) {
        return Err(binary());
    }
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    match std::str::from_utf8(file) {
        Ok(text) => Ok(text.into()),
        Err(error) => match stated(file).map(|encoding| encoding.decode(file)) {
            Some((text, _, false)) => Ok(text),
            _ => Err(UnreadableFile::NotUtf8 { at: error.valid_up_to() }),
        },
    }
}

fn binary() -> UnreadableFile {
    UnreadableFile::UnknownKind { kind: "binary".into() }
}

/// The encoding that a page states in its head.
fn stated(page: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&page[..page.len().min(HEAD)]).to_lowercase();
    let (_, value) = head.split_once("charset=")?;
    let value = value.trim_start_matches(['"', '\'']);
    let end = value.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'));
    let name = end.map_or(value, |end| &value[..end]);
    Encoding::for_label(name.as_bytes()).filter(|encoding| *encoding != UTF_8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_in_the_encoding_that_it_states() {
        let page: Vec<u8> =
            [&b"<html><meta charset=\"windows-1252\"><p>33 "[..], b"\xa7 f\xe5r</p>"].concat();
        assert!(decoded(&page).unwrap().ends_with("33 § får</p>"));
        let wide: Vec<u8> =
            [0xff, 0xfe].into_iter().chain("33 §".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        assert_eq!(decoded(&wide).unwrap(), "33 §");
        for other in ["charset=utf-8", "charset=x", ""] {
            let page: Vec<u8> = [other.as_bytes(), b" 33 \xa7"].concat();
            assert!(matches!(decoded(&page), Err(UnreadableFile::NotUtf8 { .. })), "{other}");
        }
    }
}
