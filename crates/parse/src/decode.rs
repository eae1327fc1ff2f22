//! Decodes raw files.

/// The text of a raw file: UTF-8 if it is valid, else Windows-1252, which includes the letters of Latin-1. Bytes that are valid UTF-8
/// and have other letters than those of ASCII are nothing else, whatever the file states.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => lagrum_artifact::decode_windows_1252(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_decoded() {
        for (bytes, expected) in
            [(&b"\xef\xbb\xbff\xc3\xa5r"[..], "får"), (b"f\xe5r \x96 get", "får – get"), (b"", "")]
        {
            assert_eq!(decoded(bytes), expected);
        }
    }
}
